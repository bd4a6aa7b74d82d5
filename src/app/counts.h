/* Counting projects one by one, as they come, go, or have another state. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_COUNTS_PRIVATE_H
#define STENO_APP_COUNTS_PRIVATE_H

#include "steno/app/counts.h"

/* Counts one project in this state ("": not known), whose mark is app_state_mark(). Returns where it is
 * counted, for the time when it no longer is. */
unsigned char app_counts_add(struct app *app, const char *state, char mark);
void app_counts_take_off(struct app *app, unsigned char place);

#endif
