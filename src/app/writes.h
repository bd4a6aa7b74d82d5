/* What the application does after a write (a call that changes a project). It saves and reports the outcome,
 * and follows open writes (those without a known outcome). It loads acts (batches) and history lines from the
 * store. core/write.c defines outcomes, core/activity.c has their texts. */
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

/* Call after a successful call: saves its outcome. If `reported` is set, also shows the outcome. */
void app_report_done(struct app *app, const struct app_call *call, struct call_result *result, bool reported);
/* Call when an enqueue was refused (403). A lack of credit is added to the error. */
void app_enqueue_explain(const struct app *app, const struct app_call *call, struct error *refusal);
/* Call when a write failed: saves and shows the failure. Does not repeat the write. Reads the project if the
 * write may have taken effect or the project has changed. */
void app_report_failed(struct app *app, const struct app_call *call, struct call_result *result);
/* Call when a write of a batch failed. Like app_report_failed(), but shows no message: the batch has a
 * summary. Returns true if the answer was lost, but the reading in `result` shows the effect. */
bool app_report_failed_of_many(struct app *app, const struct app_call *call, struct call_result *result);
/* Call when an export failed: saves the failure, without a message. */
void app_report_failed_export(struct app *app, const struct app_call *call, struct call_result *result);

/* Call when open writes may have changed in the store: they are loaded again at the end of the turn. */
void app_open_writes_changed(struct app *app);
/* Call when a write of this program stays open, after a lost answer or an accepted enqueue. row: the row of
 * the write in the store. */
void app_open_writes_own(struct app *app, int64_t row);
/* Call when the token is valid: reads the projects of open writes now. */
void app_open_writes_look_now(struct app *app);
/* Call after a change of server or account: drops the open writes of the old one. */
void app_open_writes_forget(struct app *app);
/* Call after a reading of a project: decides the outcome of its open writes. now: the project; NULL: it no
 * longer exists. sent_ms: wall clock when the request was sent. */
void app_open_writes_judge(struct app *app, int64_t id, const struct project *now, int64_t sent_ms);

/* Call when acts (batches) may have changed: by a call, a new state of a project, or another program. */
void app_acts_changed(struct app *app);
/* Loads the acts now if they may have changed. */
void app_acts_list(struct app *app);
/* Returns the acts, newest first; valid until they are loaded again. */
const struct act *app_acts(const struct app *app, size_t *count);
/* Returns the outcome for the project of `row`, a row of the act. */
struct act_part app_act_part(const struct app *app, const struct act *act, const struct write *row);

/* Loads history lines, newest first, except lines of loaded acts. id 0: lines of all projects. Caller clears
 * `lines` after use. *is_cut: older lines exist, which only `steno activity` shows. Returns false if the
 * store cannot be read. */
bool app_acts_history(const struct app *app, int64_t id, struct store_entries *lines, bool *is_cut);

/* Returns the number of unseen failures in acts. */
size_t app_acts_unseen(const struct app *app);
void app_acts_see(struct app *app);

/* Returns "refused 15:30: not enough credit", or NULL if the last enqueue was not refused. Caller frees. */
char *app_acts_refused(const struct app *app, int64_t id);

#endif
