/* The action on marked projects that is under way. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_MARKED_H
#define STENO_APP_MARKED_H

#include <stdbool.h>

struct app;

/* Was one confirmed that is not over? */
bool marked_is_active(const struct app *app);

#endif
