/* What the application does with writes: what follows from an outcome, the writes that are not over, the acts
 * and the history as the store has them. What an outcome means is core/write's, its words core/activity's. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_WRITES_H
#define STENO_APP_WRITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/calls.h"
#include "steno/core/activity.h"
#include "steno/core/write.h"
#include "steno/store/store.h"

struct app;
struct project;

/* It went well. `reported`: on the status line; the activity has it in any case. */
void app_report_done(struct app *app, const struct app_call *call, struct call_result *result, bool reported);
/* Of an enqueue that was refused (403): where the credit, as it was read last, explains that, it says so. */
void app_enqueue_explain(const struct app *app, const struct app_call *call, struct error *refusal);
/* A write failed: said; where it may have been done or the project is another now, it is read, never sent
 * again. */
void app_report_failed(struct app *app, const struct app_call *call, struct call_result *result);
/* One of a batch failed, whose sum tells: nothing is said. True where its answer was lost, but the
 * reading that came with it shows that it was done. */
bool app_report_failed_of_many(struct app *app, const struct app_call *call, struct call_result *result);
/* An export failed: what follows is kept, and nothing said. */
void app_report_failed_export(struct app *app, const struct app_call *call, struct call_result *result);

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

/* They may be others: something was sent, had an outcome or was left out, a project has moved, another
 * program has changed something. */
void app_acts_changed(struct app *app);
/* Lists them at once, where they may be others. */
void app_acts_list(struct app *app);
/* Newest first, until they are listed anew. */
const struct act *app_acts(const struct app *app, size_t *count);
/* What became of the project of a row. */
struct act_part app_act_part(const struct app *app, const struct act *act, const struct write *row);

/* The lines of a project, or (0) of all, that no act tells, newest first; the caller clears them. `is_cut`:
 * `steno activity` has older ones. False: they cannot be read. */
bool app_acts_history(const struct app *app, int64_t id, struct store_entries *lines, bool *is_cut);

/* Those that failed in acts which nobody has looked at. */
size_t app_acts_unseen(const struct app *app);
/* They are looked at. */
void app_acts_see(struct app *app);

/* "refused 15:30: not enough credit": the last enqueue of a project, where that was refused; NULL otherwise.
 * Caller frees. */
char *app_acts_refused(const struct app *app, int64_t id);

#endif
