/* Owns what follows from the outcome of a call that the operator asked for. It must not know what an
 * operation means: core/write does. */
/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdlib.h>

#include "acts.h"
#include "open_writes.h"
#include "steno/api/connection.h"
#include "steno/api/record.h"
#include "steno/app/calls.h"
#include "steno/app/reads.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "part.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/write.h"
#include "steno/store/store.h"

/* Of another server or account nothing is kept but how the row ends: the scope of the store is that of the
 * project with this id here. */
static void report_leave_project(struct receipt *receipt)
{
    project_free(receipt->project);
    free(receipt->shown);
    free(receipt->key);
    free(receipt->file.path);
    receipt->project = NULL;
    receipt->kind = NULL;
    receipt->shown = receipt->key = receipt->file.path = NULL;
    receipt->moved_from = receipt->moved_to = receipt->overrules = 0;
}

/* The receipt, and whether the store has all of it. Of a write that was done, and was not kept, `said` tells.
 */
static struct receipt *report_keep(struct app *app, const struct app_call *call,
                                   const struct call_result *result, bool first, bool *is_kept)
{
    const struct receipt_context context = {.email = app->email,
                                            .server_is_new = first,
                                            .asked_ms = call->asked_ms,
                                            .when_ms = app->wall_ms,
                                            .settings = app->settings,
                                            .zone = app->zone};
    struct receipt *receipt = receipt_new(call->asked, result, &context);
    struct error err;
    *is_kept = false;
    if (call->is_left)
        report_leave_project(receipt);
    else
        app_project_follow_exports(app, receipt);
    if ((endpoints[call->op].write || call->is_left) &&
        !call->row) /* it never left, or has no row that ends */
        return receipt;
    app_readings_commit(app);
    store_wait_at_most(app->store, STORE_SCREEN_BUSY_MS); /* also where a save was in vain just now */
    *is_kept = store_write_end(app->store, call->row, receipt, &err);
    if (*is_kept) {
        call->asked->act = receipt->end.act;
    } else if (call->row && result->ok) {
        char *said = mem_printf(RECEIPT_NOT_RECORDED, receipt->said, err.text);
        free(receipt->said);
        receipt->said = said;
        app_count_failure(app);
    } else {
        char *what = mem_printf("record of: %s", call->what);
        app_kept(app, false, what, &err);
        free(what);
    }
    if (call->row && (!*is_kept || !receipt->ends || !receipt->end.is_over))
        app_open_writes_own(app, call->row);
    if (call->asked->asked_row) /* what it was decided to follow may have ended */
        app_open_writes_changed(app);
    app_acts_changed(app);
    return receipt;
}

/* It went well: kept, and reported. */
static void report_done(struct app *app, const struct app_call *call, struct call_result *result,
                        bool reported, bool first)
{
    bool is_kept;
    struct receipt *receipt = report_keep(app, call, result, first, &is_kept);
    if (reported && result->said) /* the rest of it is reported there */
        app_say(app, "%s, %s says how", receipt->said, app_key_of(app, "activity"));
    else if (reported)
        app_say(app, "%s", receipt->said);
    if (receipt->first_change && !result->said) /* what was covered stands before what may be wrong */
        app_say(app, "%s", api_metadata_notice);
    else if (receipt->first_change)
        app_log_activity(app, ACTIVITY_NOTE, call->project_id, "%s", api_metadata_notice);
    if (result->project && !call->is_left)
        app_reads_take_project(app, call->project_id, result->project, call->asked_ms, is_kept);
    if (call->row && !is_kept)
        app_say_bad(app, "%s", receipt->said);
    receipt_free(receipt);
}

void app_report_done(struct app *app, const struct app_call *call, struct call_result *result, bool reported)
{
    report_done(app, call, result, reported, false);
}

void app_report_done_first(struct app *app, const struct app_call *call, struct call_result *result,
                           bool first)
{
    report_done(app, call, result, true, first);
}

bool app_report_failed_of_many(struct app *app, const struct app_call *call, struct call_result *result)
{
    bool conflict = result->error.kind == ERROR_CONFLICT; /* a reading that came with it is older */
    bool changed = !call->is_left && (error_outcome_is_open(&result->error) || conflict);
    if (changed)
        app_reads_outdate(app, call->project_id);
    if (changed && (conflict || !result->project))
        app_reads_want(app, call->project_id);
    bool is_kept;
    struct receipt *receipt = report_keep(app, call, result, false, &is_kept);
    bool was_done = receipt->was_done;
    receipt_retell(receipt, &result->error);
    if (result->project && !call->is_left)
        app_reads_take_project(app, call->project_id, result->project, call->asked_ms, is_kept);
    receipt_free(receipt);
    return was_done;
}

void app_report_failed(struct app *app, const struct app_call *call, struct call_result *result)
{
    app_report_failed_of_many(app, call, result);
    app_say_bad(app, "%s", result->error.text);
}

void app_report_failed_export(struct app *app, const struct app_call *call, struct call_result *result)
{
    bool is_kept;
    receipt_free(report_keep(app, call, result, false, &is_kept));
}
