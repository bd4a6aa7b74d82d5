/* Owns the calls under way: sending, cancelling, progress, and handing each answer to who asked for it. It
 * must not know what an answer means: who asked does. */
#include "steno/app/calls.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/client/store_calls.h"
#include "steno/api/address.h"
#include "steno/api/config.h"
#include "steno/api/endpoint.h"
#include "steno/api/request.h"
#include "steno/core/effect.h"
#include "steno/client/saves.h"
#include "steno/app/offline.h"
#include "steno/app/part.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/app/status.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/receipt.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"

#define PROGRESS_MS 1000 /* between two pictures of an export's progress */

struct call *app_call_new(struct app *app, enum endpoint_id op, int64_t project_id)
{
    struct call *call = call_new(op);
    call->serial = ++app->client->next_serial;
    call->project_id = project_id;
    return call;
}

/* Forgets what the store has of a write that was not sent. */
static void call_drop_row(struct app *app, int64_t row)
{
    if (row)
        client_store(app->client, STORE_PENDING_REMOVE, 0)->number = row;
}

/* Ends a call that was not sent, and says why. */
static void call_end_unsent(struct app *app, struct app_call *entry, const struct error *why)
{
    struct call_result *result = call_result_new(entry->unsent);
    result->error = *why;
    call_drop_row(app, entry->write.row);
    entry->write.row = 0; /* so nothing of it is left to be kept */
    app_call_done(app, result);
    call_result_free(result);
}

void app_call_give_up(struct app *app, struct app_call *entry)
{
    struct error why;
    error_set(&why, ERROR_CANCELLED, "%s was cancelled before it was sent", entry->what);
    call_end_unsent(app, entry, &why);
}

/* Ends a write that no server could take now. */
static void call_refuse(struct app *app, struct app_call *entry)
{
    struct error why;
    char offline[OFFLINE_TEXT_SIZE];
    app_offline_text(app, false, offline, sizeof offline);
    error_set(&why, ERROR_CONNECT, "Not sent: %s", offline);
    call_end_unsent(app, entry, &why);
}

static void app_calls_refuse_offline(struct app *app)
{
    for (size_t i = app->call_count; i-- > 0;) {
        if (i < app->call_count && app->calls[i].is_refused)
            call_refuse(app, &app->calls[i]);
    }
}

/* The write that waits for this answer of the store, or NULL. */
static struct app_call *call_recording(struct app *app, uint64_t serial)
{
    for (size_t i = 0; i < app->call_count; i++) {
        if (app->calls[i].recording == serial)
            return &app->calls[i];
    }
    return NULL;
}

/* Asks the store to record a write. */
static void call_hand_over(struct app *app, struct app_call *entry, client_store_reply *done)
{
    struct store_op *op = write_record(&entry->write, app->settings);
    if (!entry->unsent) /* it was sent: the new file has to know of it whatever else it has */
        op->pending->asked_row = PENDING_ALL_ROWS;
    client_store_hand_over(app->client, op, done);
    entry->recording = op->serial;
}

/* The new state file has it too. One that was answered before that is found there with what nobody answered,
 * and a reading tells what became of it. */
static void call_recorded_again(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct app_call *entry = call_recording(app, result->serial);
    if (!entry) {
        app_stale(app, STALE_PENDING);
        return;
    }
    entry->recording = 0;
    entry->write.row = result->ok ? result->number : 0;
}

void app_call_send_unrecorded(struct app *app, struct app_call *entry)
{
    app_emit(app, EFFECT_CALL)->call = entry->unsent;
    entry->unsent = NULL;
    if (!entry->unrecorded)
        return;
    free(entry->unrecorded);
    entry->unrecorded = NULL;
    entry->write.asked_ms =
        app->wall_ms; /* the question may have stood for long: the server's time begins now */
    if (entry->write.row) {
        call_drop_row(app, entry->write.row);
        entry->write.row = 0;
        call_hand_over(app, entry, call_recorded_again);
    }
}

/* The store has the write, or could not take it. */
static void call_recorded(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct app_call *entry = call_recording(app, result->serial);
    struct error why;
    if (!entry || app->client->quitting) { /* cancelled, or nothing is sent any more */
        call_drop_row(app, result->ok ? result->number : 0);
        return;
    }
    entry->recording = 0;
    enum write_doubt doubt =
        write_recorded(&entry->write, result, app->wall_ms, app->zone, entry->what, &why);
    if (doubt == WRITE_NO_DOUBT || (doubt == WRITE_UNRECORDED && app->sends_unrecorded)) {
        app_call_send_unrecorded(app, entry);
    } else if (doubt == WRITE_UNRECORDED) {
        entry->unrecorded = mem_copy(why.text);
    } else {
        app_stale(app, STALE_PENDING);
        call_end_unsent(app, entry, &why);
    }
}

/* The request of a call, with secrets as ***; NULL where it cannot be built. Caller frees. */
static char *call_request(const struct app *app, const struct call *call)
{
    struct api_config config = {.base_url = call->url ? call->url : app->url, .api_path = app->api_path};
    struct request_args args = {.project_id = call->project_id,
                                .version = call->version,
                                .key = call->key,
                                .value = call->value,
                                .params = call->params};
    struct request request = {0};
    struct error err;
    char *text = NULL;
    if (endpoints[call->op].body != BODY_LOGIN && request_build(&request, &config, call->op, &args, &err))
        text = mem_printf("%s %s", request.endpoint->method, request.shown_url);
    request_free(&request);
    return text;
}

uint64_t app_call_send(struct app *app, struct call *call, const struct app_reply *reply)
{
    if (app->call_count == app->call_capacity) {
        app->call_capacity = app->call_capacity ? app->call_capacity * 2 : 8;
        app->calls = mem_grow(app->calls, app->call_capacity, sizeof *app->calls);
    }
    app->calls[app->call_count++] = (struct app_call){.serial = call->serial,
                                                      .op = call->op,
                                                      .done = reply->done,
                                                      .project_id = call->project_id,
                                                      .total = -1,
                                                      .sent_ms = app->now_ms,
                                                      .background = reply->background,
                                                      .logs_in = reply->logs_in,
                                                      .is_quiet = reply->is_quiet,
                                                      .what = reply->what};
    struct app_call *entry = &app->calls[app->call_count - 1];
    uint64_t serial = call->serial;
    if (reply->background)
        entry->write.asked_ms = app->wall_ms;
    else
        write_begin(&entry->write, call, app->wall_ms);
    if (!reply->background && !reply->is_quiet) {
        app_log_activity(app, ACTIVITY_REQUEST, call->project_id, "%s", reply->what);
        app_log_request(app, call_request(app, call), NULL);
    }
    if (!reply->background)
        app_dirty(app, DIRTY_STATUS);
    bool is_write = endpoints[call->op].write && call->project_id;
    if (is_write && app_is_offline(app)) {
        entry->is_refused = true;
        entry->unsent = call;
    } else if (is_write) {
        entry->unsent = call;
        call_hand_over(app, entry, call_recorded);
    } else {
        app_emit(app, EFFECT_CALL)->call = call;
    }
    return serial;
}

struct app_call *app_call_find(const struct app *app, uint64_t serial)
{
    for (size_t i = 0; i < app->call_count; i++) {
        if (app->calls[i].serial == serial)
            return &app->calls[i];
    }
    return NULL;
}

/* Frees what a call under way holds. */
static void call_entry_free(struct app_call *entry)
{
    free(entry->what);
    write_clear(&entry->write);
    call_free(entry->unsent);
    free(entry->unrecorded);
}

/* Takes a call out of the list; the caller frees what it holds. */
static struct app_call call_take(struct app *app, struct app_call *entry)
{
    struct app_call call = *entry;
    app->call_count--;
    size_t at = (size_t)(entry - app->calls);
    memmove(entry, entry + 1, (app->call_count - at) * sizeof *entry);
    return call;
}

static void app_calls_free(struct app *app)
{
    for (size_t i = 0; i < app->call_count; i++)
        call_entry_free(&app->calls[i]);
    free(app->calls);
}

/* What changed meanwhile under a write, into the activity. */
static void call_say_changes(struct app *app, const struct app_call *call, const struct call_result *result)
{
    for (const char *at = result->said; at && *at;) {
        size_t len = strcspn(at, "\n");
        char *line = mem_copy_n(at, len);
        app_log_activity(app, ACTIVITY_NOTE, call->project_id, "%s", line);
        free(line);
        at += len + (at[len] == '\n');
    }
}

void app_call_cancel(struct app *app, uint64_t serial)
{
    struct app_call *entry = app_call_find(app, serial);
    if (entry && entry->unsent) {
        app_call_give_up(app, entry);
    } else if (entry) {
        entry->cancelling = true;
        app_emit(app, EFFECT_CANCEL)->serial = serial;
    }
}

/* A failure into the activity, with all that is known of it. */
static void call_log_failure(struct app *app, const struct app_call *call, const struct error *error)
{
    const char *kind = error_kind_name(error->kind);
    app_log_activity(app, ACTIVITY_ERROR, call->project_id, "%s", error->text);
    app_count_failure(app);
    app_log_request(app, call->write.asked ? call_request(app, call->write.asked) : NULL,
                    error->status ? mem_printf("%d %s", error->status, kind) : mem_copy(kind));
}

/* What any answer tells of the server. */
static void call_hear(struct app *app, const struct app_call *call, const struct call_result *result)
{
    if (result->ok || result->error.status > 0) {
        app->answer_ms = app->wall_ms;
        app->answer_took_ms = app->wall_ms - call->write.asked_ms;
    }
    if (!call->logs_in) /* it may be about another server */
        app_offline_hear(app, result);
}

void app_call_done(struct app *app, struct call_result *result)
{
    struct app_call call, *entry = app_call_find(app, result->serial);
    if (!entry)
        return;
    call_hear(app, entry, result);
    struct call *next = write_answered(&entry->write, result, app->client->quitting);
    if (next) {
        app_emit(app, EFFECT_CALL)->call = next;
        return;
    }
    call = call_take(app, entry);
    if (!result->ok && result->error.kind != ERROR_CANCELLED && !call.background) {
        if (call.logs_in && result->error.status == 404 && address_other_path(app->api_path))
            app_log_activity(app, ACTIVITY_NOTE, 0, "%s", result->error.text); /* the other path is offered */
        else
            call_log_failure(app, &call, &result->error);
    }
    if (!call.background)
        app_dirty(app, DIRTY_STATUS | DIRTY_FORM);
    call_say_changes(app, &call, result);
    app->act = (struct app_act){.what = &endpoints[call.op], .id = call.project_id};
    call.done(app, &call, result);
    app->act = (struct app_act){0};
    if (call.write.overruled) /* what it was decided to follow may have ended */
        app_stale(app, STALE_PENDING);
    call_entry_free(&call);
}

void app_call_progress(struct app *app, const struct call_progress *progress)
{
    struct app_call *call = app_call_find(app, progress->serial);
    if (!call)
        return;
    if (*progress->notice && !call->background) {
        app_say(app, "%s", progress->notice);
        app_log_activity(app, ACTIVITY_NOTE, call->project_id, "%s", progress->notice);
    }
    call->bytes = progress->bytes;
    call->total = progress->total;
    if (call->background || app->now_ms - call->told_ms < PROGRESS_MS)
        return;
    call->told_ms = app->now_ms;
    app_dirty(app, DIRTY_STATUS);
}

const struct part part_calls = {
    .name = "calls", .end = app_calls_free, .turn = app_calls_refuse_offline, .until_quit = true};
