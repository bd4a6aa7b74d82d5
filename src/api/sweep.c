/* Owns the sweep: which line sends what, and when what has ended is handed over. What follows after a try:
 * operation.c; the sending: http.c. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "connection.h"
#include "json.h"
#include "steno/base/clock.h"
#include "steno/base/hash.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "steno/base/signals.h"

#define GATHER_MS 3 /* a handful that does not fill waits no longer */

/* One read at a time. */
struct sweep_slot {
    struct http_line *line;
    bool is_busy;
    int64_t again_ms; /* when it is tried again (monotonic); 0: it is being tried */
    struct sweep_read read;
    struct request_args args;
    struct operation op;
    struct http_reply reply;
    struct http_failure failure;
};

struct sweep {
    struct connection *connection;
    const struct sweep_user *user;
    struct sweep_slot *slots;
    size_t slot_count, busy;
    struct sweep_read *ended; /* SWEEP_HANDFUL of them */
    size_t ended_count;
    int64_t hand_over_ms; /* when the oldest of these is handed over */
};

/* Hands over what has ended. */
static void sweep_hand_over(struct sweep *sweep)
{
    size_t count = sweep->ended_count;
    sweep->ended_count = 0;
    if (count > 0)
        sweep->user->take(sweep->user->arg, sweep->ended, count);
}

/* The number of a body; 0 where it must be mended. */
static uint64_t sweep_number(const struct buffer *body)
{
    struct hash hash = {0};
    hash_add(&hash, buffer_text(body), body->len);
    return json_is_decodable(buffer_text(body), body->len) ? hash_number(&hash) : 0;
}

/* The slot's read has ended. */
static void sweep_end(struct sweep *sweep, struct sweep_slot *slot, bool ok)
{
    struct sweep_read *ended = &sweep->ended[sweep->ended_count++], *read = &slot->read;
    ended->serial = read->serial;
    ended->project_id = read->project_id;
    ended->ok = ok;
    if (ok) {
        ended->status = slot->reply.status;
        ended->body = slot->reply.body;
        ended->reply = sweep_number(&ended->body);
        slot->reply.body = (struct buffer){0};
        http_reply_free(&slot->reply);
    } else {
        ended->error = read->error;
    }
    if (sweep->ended_count == 1)
        sweep->hand_over_ms = clock_mono_ms() + GATHER_MS;
    operation_close(&slot->op);
    slot->is_busy = false;
    sweep->busy--;
    if (!ok || sweep->ended_count == SWEEP_HANDFUL) /* after a failure less may be wanted */
        sweep_hand_over(sweep);
}

/* Begins the next try. */
static void sweep_try(struct sweep_slot *slot)
{
    slot->again_ms = 0;
    http_line_begin(slot->line, operation_try(&slot->op), &slot->reply, &slot->failure);
}

/* What follows after a try. */
static void sweep_judge(struct sweep *sweep, struct sweep_slot *slot)
{
    const struct sweep_user *user = sweep->user;
    bool answered = http_line_end(slot->line);
    int64_t now_ms = clock_mono_ms();
    enum operation_next next =
        operation_judge(&slot->op, answered, &slot->reply, &slot->failure, now_ms, &slot->read.error);
    if (next != OPERATION_AGAIN) {
        sweep_end(sweep, slot, next == OPERATION_DONE);
        return;
    }
    slot->again_ms = now_ms + slot->op.wait_ms;
    if (user->notice) {
        char *text = operation_notice(&slot->op, slot->op.notice);
        user->notice(user->arg, slot->read.serial, text);
        free(text);
    }
}

/* Ends a read at once. */
static void sweep_cancel(struct sweep *sweep, struct sweep_slot *slot)
{
    if (slot->again_ms == 0) {
        sweep_judge(sweep, slot);
        return;
    }
    operation_cancelled(&slot->op, &slot->read.error);
    log_line("! %s", slot->read.error.text);
    sweep_end(sweep, slot, false);
}

/* Cancels what is not wanted any more, or all. */
static void sweep_look(struct sweep *sweep)
{
    bool goes_on = http_wait(sweep->connection->http, 0);
    for (size_t i = 0; i < sweep->slot_count; i++) {
        struct sweep_slot *slot = &sweep->slots[i];
        if (slot->is_busy && !(goes_on && sweep->user->is_wanted(sweep->user->arg, slot->read.serial)))
            sweep_cancel(sweep, slot);
    }
}

/* Begins a read. */
static void sweep_begin(struct sweep *sweep, struct sweep_slot *slot)
{
    struct connection *connection = sweep->connection;
    struct sweep_read *read = &slot->read;
    slot->is_busy = true;
    sweep->busy++;
    slot->args = (struct request_args){.project_id = read->project_id};
    connection_hand_back_waits(connection, read->timed);
    connection_limit_time(connection, read->limit_ms);
    operation_begin(&slot->op, connection, ENDPOINT_GET_PROJECT, &slot->args);
    if (connection_check_token(connection, slot->op.endpoint, read->project_id, &read->error) &&
        operation_open(&slot->op, &read->error))
        sweep_try(slot);
    else
        sweep_end(sweep, slot, false);
}

/* Has every idle line begin a read; false where there are not so many. */
static bool sweep_fill(struct sweep *sweep)
{
    for (size_t i = 0; i < sweep->slot_count; i++) {
        struct sweep_slot *slot = &sweep->slots[i];
        while (!slot->is_busy) {
            if (!sweep->user->next(sweep->user->arg, sweep->busy, &slot->read))
                return false;
            sweep_begin(sweep, slot);
        }
    }
    return true;
}

/* Begins the tries that are due; returns when there is something to do by itself. */
static int64_t sweep_try_due(struct sweep *sweep)
{
    int64_t now_ms = clock_mono_ms(), until_ms = INT64_MAX;
    for (size_t i = 0; i < sweep->slot_count; i++) {
        struct sweep_slot *slot = &sweep->slots[i];
        if (!slot->is_busy || slot->again_ms == 0)
            continue;
        if (slot->again_ms <= now_ms)
            sweep_try(slot);
        else if (slot->again_ms < until_ms)
            until_ms = slot->again_ms;
    }
    if (sweep->ended_count > 0 && sweep->hand_over_ms < until_ms)
        until_ms = sweep->hand_over_ms;
    return until_ms;
}

/* The slot of a line. */
static struct sweep_slot *sweep_slot_of(const struct sweep *sweep, const struct http_line *line)
{
    struct sweep_slot *slot = sweep->slots;
    while (slot->line != line)
        slot++;
    return slot;
}

/* Reads until there is nothing to be read. */
static void sweep_loop(struct sweep *sweep)
{
    for (;;) {
        bool is_full = sweep_fill(sweep);
        int64_t until_ms = sweep_try_due(sweep);
        if (!is_full || (sweep->ended_count > 0 && sweep->hand_over_ms <= clock_mono_ms())) {
            sweep_hand_over(sweep);
            if (sweep->busy == 0)
                return;
        }
        struct http_line *line = http_await(sweep->connection->http, until_ms);
        if (line)
            sweep_judge(sweep, sweep_slot_of(sweep, line));
        else
            sweep_look(sweep);
    }
}

void sweep_run(struct connection *connection, size_t at_once, const struct sweep_user *user)
{
    struct sweep sweep = {.connection = connection, .user = user};
    sigset_t mask;
    bool held = signals_hold_pipe(&mask);
    sweep.slots = mem_zero(at_once, sizeof *sweep.slots);
    sweep.ended = mem_zero(SWEEP_HANDFUL, sizeof *sweep.ended);
    while (sweep.slot_count < at_once &&
           (sweep.slots[sweep.slot_count].line = http_line_new(connection->http)))
        sweep.slot_count++;
    sweep_loop(&sweep);
    for (size_t i = 0; i < sweep.slot_count; i++)
        http_line_free(sweep.slots[i].line);
    free(sweep.ended);
    free(sweep.slots);
    if (held)
        signals_release_pipe(&mask);
}

void sweep_wake(struct connection *connection)
{
    http_wake(connection->http);
}

void sweep_drop(struct sweep_read *read)
{
    buffer_free(&read->body);
}

struct project *sweep_project(const struct connection *connection, struct sweep_read *read, struct error *err)
{
    struct http_reply reply = {.status = read->status, .body = read->body};
    struct project *project =
        connection_take_project(connection, ENDPOINT_GET_PROJECT, read->project_id, &reply, err);
    if (project && !project->record.problems)
        project->reply = read->reply;
    read->body = reply.body;
    sweep_drop(read);
    return project;
}
