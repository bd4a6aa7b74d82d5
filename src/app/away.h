/* What happened while nobody looked: said in the message line until it was looked at. The list of it is the
 * activity since the end of the last session. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_AWAY_H
#define STENO_APP_AWAY_H

#include <stdint.h>

struct app;

/* The end of the last session by the wall clock; 0: not known. */
int64_t app_away_since(const struct app *app);
/* It is looked at. */
void app_away_see(struct app *app);
/* The session ends. */
void app_away_leave(struct app *app);

#endif
