/* The ways out: what ^C ends first, and the end of the program. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_QUIT_H
#define STENO_APP_QUIT_H

struct app;
struct app_call;

void app_quit(struct app *app, int code);
/* The call that ^C would cancel, where it is worth a word: a quiet read is when it has not been answered for
 * APP_CALL_QUIET_MS. NULL without one, or while ^C stops a batch. */
#define APP_CALL_QUIET_MS 1000
const struct app_call *app_call_in_sight(const struct app *app);

#endif
