/* What the application does after a write: it saves and reports the outcome, follows open writes, and loads
 * acts and history from the store. core/write.c defines outcomes, core/activity.c has their texts. */
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

/* A call succeeded: saves that for the activity; `reported`: shows it on the message line, too. */
void app_report_done(struct app *app, const struct app_call *call, struct call_result *result, bool reported);
/* After a refused enqueue (403): if the last known credit is too small, changes the error to say so. */
void app_enqueue_explain(const struct app *app, const struct app_call *call, struct error *refusal);
/* A write failed: saves and shows that. If the write may have taken effect or the project has changed, the
 * project is read; the write is not repeated. */
void app_report_failed(struct app *app, const struct app_call *call, struct call_result *result);
/* A write of a batch failed: as app_report_failed, but without a message, as the batch's summary reports it.
 * True if the answer was lost but the reading in `result` shows the effect. */
bool app_report_failed_of_many(struct app *app, const struct app_call *call, struct call_result *result);
/* An export failed: saves that, without a message. */
void app_report_failed_export(struct app *app, const struct app_call *call, struct call_result *result);

/* Open writes may have changed: the end of the turn loads them again. */
void app_open_writes_changed(struct app *app);
/* This program sent the write in this row; its answer was lost, or no reading shows a start yet. */
void app_open_writes_own(struct app *app, int64_t row);
/* The token is valid: reads the projects of open writes now. */
void app_open_writes_look_now(struct app *app);
/* Another server or account: drops the open writes of the last one. */
void app_open_writes_forget(struct app *app);
/* A reading of the project ended, sent at sent_ms (wall clock). now NULL: the project is gone. */
void app_open_writes_judge(struct app *app, int64_t id, const struct project *now, int64_t sent_ms);

/* The acts may have changed: by a call, by another state of a project, or by another program. */
void app_acts_changed(struct app *app);
/* Loads the acts now if they may have changed. */
void app_acts_list(struct app *app);
/* The acts, newest first; valid until they are loaded again. */
const struct act *app_acts(const struct app *app, size_t *count);
/* The outcome for the project of a row. */
struct act_part app_act_part(const struct app *app, const struct act *act, const struct write *row);

/* History lines that belong to no listed act, newest first, of one project or (id 0) of all. The caller
 * clears them. is_cut: only `steno activity` shows older lines. False: the store cannot be read. */
bool app_acts_history(const struct app *app, int64_t id, struct store_entries *lines, bool *is_cut);

/* Number of failures in acts that the operator has not seen yet. */
size_t app_acts_unseen(const struct app *app);
/* Marks all acts as seen. */
void app_acts_see(struct app *app);

/* "refused 15:30: not enough credit" if the last enqueue was refused, else NULL. Caller frees. */
char *app_acts_refused(const struct app *app, int64_t id);

#endif
