/* Calls under way: sends, records, cancels and repeats them, and shows their progress. The caller of a call
 * provides the function that interprets its answer. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/calls.h"

#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "writes.h"
#include "steno/app/project.h"
#include "steno/app/session.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/api/request.h"
#include "steno/app/reads.h"
#include "steno/base/mem.h"
#include "steno/core/write.h"
#include "steno/store/store.h"

#define PROGRESS_MS 1000 /* time between two updates of an export's progress */

struct call *app_call_new(struct app *app, enum endpoint_id op, int64_t project_id)
{
    struct call *call = call_new(op);
    call->serial = ++app->next_serial;
    call->project_id = project_id;
    return call;
}

struct app_call *app_call_find(const struct app *app, uint64_t serial)
{
    for (size_t i = 0; i < app->call_count; i++) {
        if (app->calls[i].serial == serial)
            return &app->calls[i];
    }
    return NULL;
}

int64_t app_call_waits(const struct app *app, const struct app_call *call)
{
    return call->again_ms > app->now_ms ? call->again_ms - app->now_ms : 0;
}

static void calls_clear(struct app_call *entry)
{
    free(entry->what);
    free(entry->notice);
    free(entry->bar);
    call_free(entry->asked);
    free(entry->refused);
    project_free(entry->reread);
    free(entry->said);
}

void app_calls_free(struct app *app)
{
    for (size_t i = 0; i < app->call_count; i++)
        calls_clear(&app->calls[i]);
    free(app->calls);
}

/* True if the store records the call as a part of an act (batch). */
static bool calls_leaves_row(const struct call *call)
{
    return endpoints[call->op].write || (call->op == ENDPOINT_EXPORT && !call->into_memory);
}

/* --- ending a call --- */

/* Removes the call and gives the answer to `done`. Deletes the row of a write that was never sent. */
static void calls_end(struct app *app, struct app_call *entry, struct call_result *result)
{
    struct app_call call = *entry;
    const struct app_call *outer = app->answering;
    const struct error *error = &result->error;
    struct error err;
    bool is_act = call.asked && calls_leaves_row(call.asked);
    app->call_count--;
    memmove(entry, entry + 1, (app->call_count - (size_t)(entry - app->calls)) * sizeof *entry);
    if (call.row && write_outcome_of(result) == WRITE_UNSENT) {
        app_readings_commit(app);
        if (!store_write_drop(app->store, call.row, &err)) /* the row stays: a later reading closes it */
            app_open_writes_changed(app);
        call.row = 0;
    }
    if (!result->ok && error->kind != ERROR_CANCELLED && !call.background) {
        bool offers_other_path = call.logs_in && error->status == 404 && address_other_path(app->api_path);
        bool is_in_act = is_act && (write_outcome_of(result) != WRITE_UNSENT || call.asked->act_count > 1);
        if (!offers_other_path && !is_in_act && !call.is_left) /* is_left: the account has changed */
            app_log_activity(app, ACTIVITY_ERROR, call.project_id, "%s", error->text);
        if (!offers_other_path)
            app_count_failure(app);
    }
    if (call.notice)
        app_status_take_back(app, call.notice);
    for (const char *at = call.is_left ? NULL : result->said; at && *at;) {
        int len = (int)strcspn(at, "\n"); /* each line of `said` is one change since the last reading */
        app_log_activity(app, ACTIVITY_NOTE, call.project_id, "%.*s", len, at);
        at += len + (at[len] == '\n');
    }
    app->answering = &call;
    call.done(app, &call, result);
    app->answering = outer;
    calls_clear(&call);
}

static void calls_end_unsent(struct app *app, struct app_call *entry, const struct error *why)
{
    struct call_result *result = call_result_new(entry->asked);
    result->serial = entry->serial;
    result->error = *why;
    calls_end(app, entry, result);
    call_result_free(result);
}

/* --- sending --- */

/* Reads the project of a write. The reading has the serial number of the write. */
static void calls_read(struct app *app, struct app_call *entry, enum call_stage stage)
{
    struct call *call = call_new(ENDPOINT_GET_PROJECT);
    call->serial = entry->serial;
    call->project_id = entry->project_id;
    entry->stage = stage;
    app_reads_count(app);
    app_emit(app, EFFECT_CALL)->call = call;
}

/* Records and sends a write. Takes ownership of `call`. If another enqueue of the project is open, reads the
 * project instead. After that reading, `done` can ask the operator. */
static void calls_record(struct app *app, struct app_call *entry, struct call *call)
{
    struct write write = write_new(call, app->settings, app->wall_ms);
    struct write_list open = {0};
    struct error err, why;
    error_clear(&err);
    app_readings_commit(app);
    int64_t row = store_write_begin(app->store, &write, &open, &err);
    entry->row = row > 0 ? row : 0;
    if (row > 0) /* only a write with a row has an act */
        entry->asked->act = write.act;
    entry->stage = CALL_SENT;
    entry->sent_ms = app->now_ms;
    entry->asked_ms = app->wall_ms;
    if (row > 0) {
        app_emit(app, EFFECT_CALL)->call = call;
        call = NULL;
    } else if (row == 0) {
        entry->bar = write_words(&open.rows[open.count - 1], app->wall_ms, app->zone);
        app_open_writes_changed(app);
        calls_read(app, entry, CALL_ASKS);
    } else {
        error_set(&why, ERROR_IO, WRITE_NOT_RECORDED " (%s)", err.text);
        calls_end_unsent(app, entry, &why);
    }
    call_free(call);
    write_clear(&write);
    write_list_clear(&open);
}

uint64_t app_call_send(struct app *app, struct call *call, const struct app_reply *reply)
{
    if (app->call_count == app->call_capacity) {
        app->call_capacity = app->call_capacity ? app->call_capacity * 2 : 8;
        app->calls = mem_grow(app->calls, app->call_capacity, sizeof *app->calls);
    }
    struct app_call *entry = &app->calls[app->call_count++];
    const struct app_project *project = app_project_find(app, call->project_id);
    uint64_t serial = call->serial;
    if (call->op == ENDPOINT_ENQUEUE)
        call->rests_ms = project ? project->rests_ms : 0;
    *entry = (struct app_call){.serial = serial,
                               .op = call->op,
                               .done = reply->done,
                               .project_id = call->project_id,
                               .total = -1,
                               .sent_ms = app->now_ms,
                               .asked_ms = app->wall_ms,
                               .background = reply->background,
                               .logs_in = reply->logs_in,
                               .was_active = project && app_project_is_active(app, project->state),
                               .is_quiet = reply->is_quiet,
                               .what = reply->what,
                               .asked = reply->background ? NULL : call_copy(call)};
    if (calls_leaves_row(call))
        app_acts_changed(app);
    if (!endpoints[call->op].write) {
        app_emit(app, EFFECT_CALL)->call = call;
    } else if (app_is_offline(app)) {
        struct error why;
        char offline[OFFLINE_TEXT_SIZE];
        app_offline_text(app, false, offline, sizeof offline);
        error_set(&why, ERROR_CONNECT, "Not sent: %s", offline);
        entry->is_offline = true;
        calls_end_unsent(app, entry, &why);
        call_free(call);
    } else if (call->op == ENDPOINT_ENQUEUE && !call->rests_ms) {
        calls_read(app, entry, CALL_READS);
        call_free(call);
    } else {
        calls_record(app, entry, call);
    }
    return serial;
}

void app_call_cancel(struct app *app, uint64_t serial)
{
    struct app_call *entry = app_call_find(app, serial);
    if (!entry)
        return;
    entry->cancelling = true;
    app_emit(app, EFFECT_CANCEL)->serial = serial;
}

void app_calls_leave(struct app *app)
{
    for (size_t i = 0; i < app->call_count; i++)
        app->calls[i].is_left = true;
}

/* --- answers --- */

/* Handles the reading that came before an enqueue (stage CALL_READS), or after an open enqueue was found
 * (stage CALL_ASKS). In stage CALL_READS, sends the enqueue if the reading succeeded and shows no new
 * transcription. If the enqueue is not sent, the call's `done` can ask the operator. If `stops` is true,
 * nothing is sent. */
static void calls_take_reading(struct app *app, struct app_call *entry, struct call_result *result,
                               bool stops)
{
    bool was_read = result->ok && result->project;
    struct error why = result->error;
    if (was_read && !entry->is_left) {
        app_reads_take_project(app, entry->project_id, result->project, entry->asked_ms, false);
        entry = app_call_find(app, result->serial);
    }
    if ((entry->stage == CALL_ASKS && !entry->is_left) ||
        (was_read && app_project_is_active(app, result->project->state) && !entry->was_active && !stops)) {
        entry->is_barred = true;
        if (!entry->bar)
            entry->bar = mem_printf("the project is %s now", result->project->state);
        error_set(&why, ERROR_CONFLICT, "Not sent: %s", entry->bar);
    } else if (!was_read) {
        error_prefix(&why, "%s was not sent", entry->what);
        why.status = 0; /* the status of the reading is not the enqueue's */
    } else if (stops) {
        error_set(&why, ERROR_CANCELLED, "%s was cancelled before it was sent", entry->what);
    } else {
        struct call *asked = entry->asked;
        asked->rests_ms = entry->asked_ms;
        project_free(asked->seen); /* the outcome will be compared with this reading */
        asked->seen = project_copy(result->project);
        struct call *call = call_copy(asked);
        call->serial = entry->serial;
        calls_record(app, entry, call);
        return;
    }
    calls_end_unsent(app, entry, &why);
}

void app_call_done(struct app *app, struct call_result *result)
{
    session_hear(app, result); /* first, because it can send a call, which moves app->calls */
    app_reads_hear_write(app, result);
    struct app_call *entry = app_call_find(app, result->serial);
    if (result->refusals > app->refusals)
        app->refusals = result->refusals;
    if (!entry)
        return;
    if (!entry->background) /* history lines of earlier readings come first */
        app_readings_commit(app);
    result->sent_ms = entry->asked_ms;
    if (result->ok || result->error.status > 0) {
        app->answer_ms = app->wall_ms;
        app->answer_took_ms = app->wall_ms - entry->asked_ms;
    }
    if (!entry->logs_in) /* a login can concern another server */
        app_offline_hear(app, result);
    bool stops = app->quitting || entry->cancelling || entry->is_left;
    if (entry->stage == CALL_CONFLICTS) { /* the reading after a 409: repeat the write once, or end it */
        entry->stage = CALL_SENT;
        if (!conflict_retry(entry->asked, entry->refused, stops, result)) {
            calls_end(app, entry, result);
            return;
        }
        entry->said = result->said;
        entry->reread = result->project;
        result->said = NULL;
        result->project = NULL;
        struct call *call = call_copy(entry->asked);
        project_free(call->seen);
        call->seen = project_copy(entry->reread);
        app_emit(app, EFFECT_CALL)->call = call;
        return;
    }
    if (entry->stage != CALL_SENT) {
        calls_take_reading(app, entry, result, stops);
        return;
    }
    if (!stops && entry->asked && !entry->refused && conflict_needs_reading(entry->asked, result)) {
        entry->refused = mem_alloc(sizeof *entry->refused);
        *entry->refused = result->error;
        calls_read(app, entry, CALL_CONFLICTS);
        return;
    }
    if (entry->said) {
        result->said = entry->said;
        entry->said = NULL;
    }
    if (entry->reread && !result->ok && result->error.kind == ERROR_CONFLICT && !result->project) {
        result->project = entry->reread; /* `done` needs this reading */
        entry->reread = NULL;
    }
    calls_end(app, entry, result);
}

void app_call_progress(struct app *app, const struct call_progress *progress)
{
    struct app_call *call = app_call_find(app, progress->serial);
    if (!call)
        return;
    if (*progress->notice && !call->background) {
        free(call->notice);
        call->notice = mem_copy(progress->notice);
        app_say(app, "%s", call->notice);
    }
    call->again_ms = *progress->notice ? app->now_ms + progress->wait_ms : 0;
    if (app->now_ms - call->reported_ms < PROGRESS_MS)
        return;
    call->bytes = progress->bytes;
    call->total = progress->total;
    call->reported_ms = app->now_ms;
}

const struct app_call *app_call_to_cancel(const struct app *app)
{
    for (size_t i = app->batch->active ? 0 : app->call_count; i-- > 0;) {
        if (!app->calls[i].background)
            return &app->calls[i];
    }
    return NULL;
}

const struct app_call *app_call_in_sight(const struct app *app)
{
    const struct app_call *call = app_call_to_cancel(app);
    bool waits =
        call && call->is_quiet && !call->cancelling && app->now_ms < call->sent_ms + APP_CALL_QUIET_MS;
    return waits ? NULL : call;
}
