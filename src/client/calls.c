/* Owns the calls under way: sending, cancelling, progress, and handing each answer to who asked for it. It
 * must not know what an answer means: who asked does. */
/* SPDX-License-Identifier: MIT */
#include "calls.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "client_state.h"
#include "offline.h"
#include "saves.h"
#include "store_calls.h"
#include "writes.h"
#include "steno/api/address.h"
#include "steno/api/endpoint.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/effect.h"
#include "steno/core/receipt.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"

#define PROGRESS_MS 1000 /* between two pictures of an export's progress */

struct call *client_call_new(struct client *client, enum endpoint_id op, int64_t project_id)
{
    struct call *call = call_new(op);
    call->serial = ++client->next_serial;
    call->project_id = project_id;
    return call;
}

/* Forgets what the store has of a write that was not sent. */
static void calls_drop_row(struct client *client, int64_t row)
{
    if (row)
        client_store(client, STORE_PENDING_REMOVE, 0)->number = row;
}

/* Ends one that was not sent. Its reply function is called. */
static void client_call_end_unsent(struct client *client, struct client_call *entry, const struct error *why)
{
    struct call_result *result = call_result_new(entry->unsent);
    result->error = *why;
    calls_drop_row(client, entry->write.row);
    entry->write.row = 0; /* so nothing of it is left to be kept */
    client_call_done(client, result);
    call_result_free(result);
}

/* Ends a write that no server could take now, or that was meant for another one or another account. */
static void calls_refuse(struct client *client, struct client_call *entry)
{
    struct error why;
    char offline[OFFLINE_TEXT_SIZE];
    offline_text(client, false, offline, sizeof offline);
    error_set(&why, ERROR_CONNECT, "Not sent: %s",
              entry->is_left ? "it was for another server or account" : offline);
    client_call_end_unsent(client, entry, &why);
}

void client_calls_refuse(struct client *client)
{
    for (size_t i = client->call_count; i-- > 0;) {
        struct client_call *entry = i < client->call_count ? &client->calls[i] : NULL;
        if (entry && (entry->is_refused || (entry->is_left && entry->unsent)))
            calls_refuse(client, entry);
    }
}

void client_calls_leave_account(struct client *client)
{
    for (size_t i = 0; i < client->call_count; i++)
        client->calls[i].is_left = true;
    client_changed(client, CHANGED_UNSENT);
}

/* The write that waits for this answer of the store, or NULL. */
static struct client_call *calls_recording(struct client *client, uint64_t serial)
{
    for (size_t i = 0; i < client->call_count; i++) {
        if (client->calls[i].recording == serial)
            return &client->calls[i];
    }
    return NULL;
}

static client_store_reply calls_recorded;

/* Asks the store to record a write, which leaves after that. */
static void calls_hand_over(struct client *client, struct client_call *entry)
{
    struct store_op *op = writes_record(&entry->write, client->settings);
    client_store_hand_over(client, op, calls_recorded);
    entry->recording = op->serial;
}

/* The store has the write, or could not take it. */
static void calls_recorded(struct client *client, const struct store_result *result)
{
    struct client_call *entry = calls_recording(client, result->serial);
    struct error why;
    if (!entry || client->quitting) { /* cancelled, or nothing is sent any more */
        calls_drop_row(client, result->ok ? result->number : 0);
        return;
    }
    entry->recording = 0;
    if (writes_recorded(&entry->write, result, client->wall_ms, client->zone, entry->what, &why)) {
        client_emit(client, EFFECT_CALL)->call = entry->unsent;
        entry->unsent = NULL;
    } else {
        client_changed(client, CHANGED_PENDING);
        client_call_end_unsent(client, entry, &why);
    }
}

uint64_t client_call_send(struct client *client, struct call *call, const struct client_reply *reply)
{
    if (client->call_count == client->call_capacity) {
        client->call_capacity = client->call_capacity ? client->call_capacity * 2 : 8;
        client->calls = mem_grow(client->calls, client->call_capacity, sizeof *client->calls);
    }
    client->calls[client->call_count++] = (struct client_call){.serial = call->serial,
                                                               .op = call->op,
                                                               .done = reply->done,
                                                               .project_id = call->project_id,
                                                               .total = -1,
                                                               .sent_ms = client->now_ms,
                                                               .background = reply->background,
                                                               .logs_in = reply->logs_in,
                                                               .is_quiet = reply->is_quiet,
                                                               .what = reply->what};
    struct client_call *entry = &client->calls[client->call_count - 1];
    uint64_t serial = call->serial;
    if (reply->background)
        entry->write.asked_ms = client->wall_ms;
    else
        writes_begin(&entry->write, call, client->wall_ms);
    if (!reply->background && !reply->is_quiet) {
        client->user->say(client->self, &(struct client_said){.how = SAY_LOG | SAY_REQUEST,
                                                              .id = call->project_id,
                                                              .text = reply->what,
                                                              .call = call});
    }
    if (!reply->background)
        client_changed(client, CHANGED_CALLS);
    bool is_write = endpoints[call->op].write;
    if (is_write && client_is_offline(client) && !client->sends_offline) {
        entry->is_refused = true;
        entry->unsent = call;
        client_changed(client, CHANGED_UNSENT);
    } else if (is_write) {
        entry->unsent = call;
        calls_hand_over(client, entry);
    } else {
        client_emit(client, EFFECT_CALL)->call = call;
    }
    return serial;
}

struct client_call *client_call_find(const struct client *client, uint64_t serial)
{
    for (size_t i = 0; i < client->call_count; i++) {
        if (client->calls[i].serial == serial)
            return &client->calls[i];
    }
    return NULL;
}

/* Frees what a call under way holds. */
static void calls_entry_free(struct client_call *entry)
{
    free(entry->what);
    free(entry->notice);
    if (!entry->background)
        writes_clear(&entry->write);
    call_free(entry->unsent);
}

/* Takes a call out of the list; the caller frees what it holds. */
static struct client_call calls_take(struct client *client, struct client_call *entry)
{
    struct client_call call = *entry;
    client->call_count--;
    size_t at = (size_t)(entry - client->calls);
    memmove(entry, entry + 1, (client->call_count - at) * sizeof *entry);
    return call;
}

void client_calls_free(struct client *client)
{
    for (size_t i = 0; i < client->call_count; i++)
        calls_entry_free(&client->calls[i]);
    free(client->calls);
}

/* What changed meanwhile under a write, into the activity. */
static void calls_say_changes(struct client *client, const struct client_call *call,
                              const struct call_result *result)
{
    for (const char *at = result->said; at && *at;) {
        size_t len = strcspn(at, "\n");
        char *line = mem_copy_n(at, len);
        client_say(client, SAY_LOG, call->project_id, "%s", line);
        free(line);
        at += len + (at[len] == '\n');
    }
}

void client_call_cancel(struct client *client, uint64_t serial)
{
    struct client_call *entry = client_call_find(client, serial);
    struct error why;
    if (entry && entry->unsent) {
        error_set(&why, ERROR_CANCELLED, "%s was cancelled before it was sent", entry->what);
        client_call_end_unsent(client, entry, &why);
    } else if (entry) {
        entry->cancelling = true;
        client_emit(client, EFFECT_CANCEL)->serial = serial;
    }
}

void client_calls_cancel(struct client *client)
{
    for (size_t i = client->call_count; i-- > 0;) { /* those that were not sent are gone then */
        if (i < client->call_count)
            client_call_cancel(client, client->calls[i].serial);
    }
}

/* Is it a write that the server may have by now? A reading between its two tries is none. */
static bool calls_is_sent_write(const struct client_call *entry)
{
    bool is_reading = entry->write.stale && !entry->write.reread;
    return endpoints[entry->op].write && !entry->unsent && !is_reading;
}

void client_calls_wind_down(struct client *client)
{
    for (size_t i = client->call_count; i-- > 0;) {
        struct client_call *entry = i < client->call_count ? &client->calls[i] : NULL;
        if (entry && calls_is_sent_write(entry))
            entry->is_last = true;
        else if (entry)
            client_call_cancel(client, entry->serial);
    }
}

/* A failure into the activity, with all that is known of it. */
static void calls_log_failure(struct client *client, const struct client_call *call,
                              const struct error *error)
{
    client->user->say(client->self, &(struct client_said){.how = SAY_LOG | SAY_BAD | SAY_COUNT,
                                                          .id = call->project_id,
                                                          .text = error->text,
                                                          .call = call->write.asked,
                                                          .error = error});
}

/* What any answer tells of the server. */
static void calls_hear(struct client *client, const struct client_call *call,
                       const struct call_result *result)
{
    if (result->ok || result->error.status > 0) {
        client->answer_ms = client->wall_ms;
        client->answer_took_ms = client->wall_ms - call->write.asked_ms;
    }
    if (!call->logs_in) /* it may be about another server */
        offline_hear(client, result);
}

void client_call_done(struct client *client, struct call_result *result)
{
    struct client_call call, *entry = client_call_find(client, result->serial);
    if (result->refusals > client->refusals)
        client->refusals = result->refusals;
    if (!entry)
        return;
    result->sent_ms = entry->write.asked_ms;
    calls_hear(client, entry, result);
    bool stops = client->quitting || entry->cancelling || entry->is_left || entry->is_last;
    struct call *next = entry->background ? NULL : writes_answered(&entry->write, result, stops);
    if (next) {
        client_emit(client, EFFECT_CALL)->call = next;
        return;
    }
    call = calls_take(client, entry);
    if (!result->ok && result->error.kind != ERROR_CANCELLED && !call.background) {
        if (call.logs_in && result->error.status == 404 && address_other_path(client->api_path))
            client_say(client, SAY_LOG, 0, "%s", result->error.text); /* the other path is offered */
        else
            calls_log_failure(client, &call, &result->error);
    }
    if (!call.background)
        client_changed(client, CHANGED_CALLS | CHANGED_ANSWERED);
    if (call.notice)
        client_say(client, SAY_OVER, call.project_id, "%s", call.notice);
    calls_say_changes(client, &call, result);
    client->answering = &call;
    call.done(client, &call, result);
    client->answering = NULL;
    if (call.write.overruled) /* what it was decided to follow may have ended */
        client_changed(client, CHANGED_PENDING);
    calls_entry_free(&call);
}

int64_t client_call_again(const struct client *client, const struct client_call *call)
{
    int64_t wait_ms = call->again_ms - client->now_ms;
    return wait_ms > 0 ? client->wall_ms + wait_ms : 0;
}

void client_call_progress(struct client *client, const struct call_progress *progress)
{
    struct client_call *call = client_call_find(client, progress->serial);
    if (!call)
        return;
    if (*progress->notice && !call->background) {
        free(call->notice);
        call->notice = mem_copy(progress->notice);
        client_say(client, SAY_LINE | SAY_LOG, call->project_id, "%s", call->notice);
    }
    call->again_ms = *progress->notice ? client->now_ms + progress->wait_ms : 0;
    call->bytes = progress->bytes;
    call->total = progress->total;
    if (call->background || client->now_ms - call->reported_ms < PROGRESS_MS)
        return;
    call->reported_ms = client->now_ms;
    client_changed(client, CHANGED_CALLS);
}
