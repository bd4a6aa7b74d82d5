/* Writes without an answer and enqueues that are not seen to start, of all programs here, as the store lists
 * them: marked, looked at, and settled by the first reading that proves something. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_OPEN_WRITES_H
#define STENO_APP_OPEN_WRITES_H

#include <stdint.h>

struct app;
struct project;

/* They may be others: they are listed at the end of the turn. */
void app_open_writes_changed(struct app *app);
/* A write that this program sent has lost its answer, or is not seen to start. */
void app_open_writes_own(struct app *app, int64_t row);
/* There is a good token: what is open is looked at now. */
void app_open_writes_look_now(struct app *app);
/* Another server or account: those that are known are of other projects. */
void app_open_writes_forget(struct app *app);
/* A reading of the project has ended, whose request began at that time (wall clock); NULL: it is gone. */
void app_open_writes_hear(struct app *app, int64_t id, const struct project *now, int64_t sent_ms);

#endif
