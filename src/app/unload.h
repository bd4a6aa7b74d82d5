/* The ways out: what ^C ends first, and the end of the program. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_UNLOAD_H
#define STENO_APP_UNLOAD_H

#include <stdbool.h>
#include <stddef.h>

struct app;
struct app_call;

void app_quit(struct app *app, int code);
void app_interrupt(struct app *app);
/* The call that ^C would cancel, where it is worth a word: a quiet read is when it has not been answered for
 * APP_CALL_QUIET_MS. NULL without one, or while ^C stops a batch. */
#define APP_CALL_QUIET_MS 1000
const struct app_call *app_call_in_sight(const struct app *app);
/* The operator wants to go: asks where a write or an export has no answer yet. */
void app_leave(struct app *app);
/* By one key, which a slip may press: it asks while projects are marked, too. */
void app_leave_by_key(struct app *app);
/* Is the question in mid-batch open? It says what is so by now. */
bool app_leave_asks_again(struct app *app);

#endif
