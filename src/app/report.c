/* Owns what follows from the outcome of a call that the operator asked for. It must not know what an
 * operation means: core/receipt does. */
/* SPDX-License-Identifier: MIT */
#include "report.h"

#include "acts.h"
#include "steno/api/connection.h"
#include "steno/client/calls.h"
#include "steno/client/reads.h"
#include "steno/client/saves.h"
#include "poll.h"
#include "project.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "part.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/receipt.h"
#include "steno/core/store_op.h"

/* The receipt, with its rows on their way to the store. */
static struct receipt *report_keep(struct app *app, const struct client_call *call,
                                   const struct call_result *result, bool first)
{
    const struct app_project *project = app_project_find(app, call->project_id);
    struct receipt_context context = {.url = app->client->url,
                                      .email = app->client->email,
                                      .state = project && project->known ? project->state : NULL,
                                      .server_is_new = first,
                                      .when_ms = app->client->wall_ms,
                                      .settings = app->settings,
                                      .zone = app->client->zone};
    struct receipt *receipt = writes_receipt(&call->write, result, context);
    if (call->write.asked)
        app_project_follow_exports(app, call->write.asked, result);
    struct store_op *rows = receipt_take_store(receipt);
    if (rows)
        saves_op(app->client, rows, mem_printf("record of: %s", call->what),
                 call->write.row && result->ok ? mem_copy(receipt->said) : NULL);
    app_acts_changed(app);
    return receipt;
}

/* What was done, and where the rest of it is reported. */
static void report_say(struct app *app, const struct receipt *receipt, const struct call_result *result)
{
    if (result->said)
        app_say(app, "%s, %s says how", receipt->said, app_key_of(app, "activity"));
    else
        app_say(app, "%s", receipt->said);
}

/* Takes the rest of a receipt over, and frees it. */
static void report_end(struct app *app, const struct client_call *call, struct call_result *result,
                       struct receipt *receipt)
{
    if (result->project)
        app_poll_take_project(app, call->project_id, result->project);
    receipt_free(receipt);
}

/* It went well: kept, and reported. */
static void report_done(struct app *app, const struct client_call *call, struct call_result *result,
                        bool reported, bool first)
{
    struct receipt *receipt = report_keep(app, call, result, first);
    app_log_activity(app, reported ? ACTIVITY_DONE : ACTIVITY_NOTE, call->project_id, "%s", receipt->row);
    app_log_of_act(app);
    if (reported)
        report_say(app, receipt, result);
    if (receipt->first_change) {
        app_log_activity(app, ACTIVITY_NOTE, call->project_id, "%s", api_metadata_notice);
        if (!result->said) /* what was covered stands before what may be wrong */
            app_say(app, "%s", api_metadata_notice);
    }
    report_end(app, call, result, receipt);
}

void app_report_done(struct app *app, const struct client_call *call, struct call_result *result,
                     bool reported)
{
    report_done(app, call, result, reported, false);
}

void app_report_done_first(struct app *app, const struct client_call *call, struct call_result *result,
                           bool first)
{
    report_done(app, call, result, true, first);
}

bool app_report_failed_of_many(struct app *app, const struct client_call *call, struct call_result *result)
{
    bool conflict = result->error.kind == ERROR_CONFLICT; /* a reading that came with it is older */
    bool changed = error_outcome_is_open(&result->error) || conflict;
    if (changed)
        client_outdate(app->client, call->project_id);
    if (conflict || (changed && !result->project))
        app_poll_read(app, call->project_id);
    struct receipt *receipt = report_keep(app, call, result, false);
    bool was_done = receipt->was_done;
    receipt_retell(receipt, &result->error);
    report_end(app, call, result, receipt);
    if (error_outcome_is_open(&result->error))
        client_changed(app->client, CHANGED_PENDING); /* its row stays until a reading tells */
    return was_done;
}

void app_report_failed(struct app *app, const struct client_call *call, struct call_result *result)
{
    app_report_failed_of_many(app, call, result);
    app_say_bad(app, "%s", result->error.text);
}

void app_report_failed_export(struct app *app, const struct client_call *call, struct call_result *result)
{
    receipt_free(report_keep(app, call, result, false));
}
