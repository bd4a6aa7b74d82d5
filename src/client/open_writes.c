/* Owns the writes without an answer: which ones are this program's to look at, when, and what follows from a
 * reading. What that proves is core/pending's to say; it must not know how they are shown. */
/* SPDX-License-Identifier: MIT */
#include "open_writes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "client_state.h"
#include "reads.h"
#include "store_calls.h"
#include "steno/api/endpoint.h"
#include "steno/api/record.h"
#include "steno/base/id_map.h"
#include "steno/base/mem.h"
#include "steno/base/owner.h"
#include "steno/core/call.h"
#include "steno/core/pending.h"
#include "steno/core/receipt.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"

struct open_writes {
    struct open_write *rows;
    size_t count;
    uint64_t listing; /* the last list that was asked for */
};

static void open_writes_hear(struct client *client, const struct reading *reading);

void open_writes_begin(struct client *client)
{
    client->open_writes = mem_zero(1, sizeof *client->open_writes);
    client->hears = open_writes_hear;
}

/* Frees what a row holds. */
static void open_writes_drop(struct open_write *row)
{
    pending_clear(&row->pending);
    receipt_free(row->told);
}

/* Frees rows. */
static void open_writes_free(struct open_writes *writes)
{
    for (size_t i = 0; i < writes->count; i++)
        open_writes_drop(&writes->rows[i]);
    free(writes->rows);
}

void open_writes_end(struct client *client)
{
    open_writes_free(client->open_writes);
    free(client->open_writes);
}

const struct open_write *open_writes(const struct client *client, size_t *count)
{
    *count = client->open_writes->count;
    return client->open_writes->rows;
}

/* --- which, and when they are looked at --- */

/* When the look after now is due: soon at first, then as for an active project, and once the time is over. */
static int64_t open_writes_next_look(const struct client *client, const struct open_write *row)
{
    static const int64_t looks_ms[] = {2000, 5000, 10000, 30000, 60000};
    int64_t left_ms = pending_open_until(&row->pending, client->settings, client->wall_ms) - client->wall_ms;
    int64_t next_ms = client->now_ms + settings_int(client->settings, SETTING_POLL_FAST) * 1000;
    if (left_ms < 0) /* this look was after it */
        return INT64_MAX;
    for (size_t i = sizeof looks_ms / sizeof looks_ms[0]; i-- > 0;) {
        if (row->opened_ms + looks_ms[i] > client->now_ms)
            next_ms = row->opened_ms + looks_ms[i];
    }
    return left_ms + 1 < next_ms - client->now_ms ? client->now_ms + left_ms + 1 : next_ms;
}

/* Nobody waits for its answer any more: it is looked at; what this program has sent was, just now. */
static void open_writes_open(const struct client *client, struct open_write *row)
{
    bool is_own = row->pending.life == OWNER_SELF;
    row->is_open = true;
    row->said = is_own;                            /* with its failure */
    row->since = is_own ? 0 : client->next_serial; /* of ours older readings are dropped */
    row->opened_ms = client->now_ms;
    row->next_ms = is_own ? open_writes_next_look(client, row) : client->now_ms;
}

/* Is it a write of this program whose answer is still waited for? */
static bool open_writes_is_under_way(const struct client *client, int64_t row)
{
    for (size_t i = 0; i < client->call_count; i++) {
        if (client->calls[i].write.row == row)
            return true;
    }
    return false;
}

/* Adds a row of the store, taken; what is known of one that is open stays. */
static void open_writes_add(struct client *client, struct pending *pending, struct open_writes *old)
{
    struct open_writes *writes = client->open_writes;
    struct open_write row = {.pending = *pending};
    size_t i = 0;
    while (i < old->count && (old->rows[i].pending.row != pending->row || !old->rows[i].is_open))
        i++;
    if (i < old->count) {
        row = old->rows[i];
        row.pending = *pending;
        old->rows[i].told = NULL;
    } else if (pending->life == OWNER_SELF || pending_is_orphan(pending, client->wall_ms)) {
        open_writes_open(client, &row);
    }
    *pending = (struct pending){0};
    writes->rows[writes->count++] = row;
}

/* The writes without an answer, as the store has them now. */
static void open_writes_listed(struct client *client, const struct store_result *result)
{
    struct open_writes *writes = client->open_writes, old = *writes;
    if (result->serial != writes->listing)
        return;
    if (result->ok) {
        writes->rows = mem_zero(result->pending_count + 1, sizeof *writes->rows);
        writes->count = 0;
        for (size_t i = 0; i < result->pending_count; i++) {
            if (!open_writes_is_under_way(client, result->pending[i].row))
                open_writes_add(client, &result->pending[i], &old);
        }
        open_writes_free(&old);
    }
    client_changed(client, CHANGED_OPEN);
}

static void open_writes_list(struct client *client)
{
    client->lists_pending = false;
    client->open_writes->listing =
        client_store_ask(client, STORE_PENDING_LIST, 0, open_writes_listed)->serial;
}

void open_writes_look_now(struct client *client)
{
    struct open_writes *writes = client->open_writes;
    for (size_t i = 0; i < writes->count; i++)
        writes->rows[i].next_ms = client->now_ms;
    open_writes_list(client);
}

/* A look failed, or what it showed could not be saved: there is another one, also once the time is over. */
static void open_writes_look_again(struct client *client, int64_t id)
{
    struct open_writes *writes = client->open_writes;
    int64_t again_ms = client->now_ms + settings_int(client->settings, SETTING_POLL_SLOW) * 1000;
    for (size_t i = 0; i < writes->count; i++) {
        struct open_write *row = &writes->rows[i];
        if (row->pending.id == id && row->is_open && row->next_ms > again_ms)
            row->next_ms = again_ms;
    }
}

/* --- what a reading settles --- */

/* Takes the row out that this operation of the store was to settle. One that could not be is judged again by
 * the next reading. */
static bool open_writes_take(struct client *client, const struct store_result *result, struct open_write *row)
{
    struct open_writes *writes = client->open_writes;
    size_t i = 0;
    while (i < writes->count && writes->rows[i].settling != result->serial)
        i++;
    if (i == writes->count)
        return false;
    *row = writes->rows[i];
    if (!result->ok) {
        writes->rows[i].settling = 0;
        open_writes_look_again(client, row->pending.id);
        return false;
    }
    memmove(&writes->rows[i], &writes->rows[i + 1], (--writes->count - i) * sizeof *writes->rows);
    return true;
}

/* It is settled: told by the program that was the first to save it. */
static void open_writes_settled(struct client *client, const struct store_result *result)
{
    struct open_write row;
    if (!open_writes_take(client, result, &row))
        return;
    if (result->changes > 0) {
        client_say(client, SAY_LOG, row.pending.id, "%s", row.told->row);
        client->user->say(client->self, &(struct client_said){.how = SAY_LINE | SAY_OUTCOME,
                                                              .id = row.pending.id,
                                                              .text = row.told->said,
                                                              .came = row.came});
    }
    client_changed(client, CHANGED_OPEN);
    open_writes_drop(&row);
}

/* Has what a reading shows of a row saved, which ends it. */
static void open_writes_settle(struct client *client, struct open_write *row, struct receipt *receipt)
{
    struct store_op *op = receipt_take_store(receipt);
    receipt_free(row->told);
    row->told = receipt;
    client_store_hand_over(client, op, open_writes_settled);
    row->settling = op->serial;
}

/* Judges a row by a reading that began later; that one stays open is said once. */
static void open_writes_judge(struct client *client, struct open_write *row, const struct reading *reading)
{
    struct receipt_context context = {.url = client->url,
                                      .email = client->email,
                                      .state = row->pending.state,
                                      .when_ms = client->wall_ms,
                                      .settings = client->settings,
                                      .zone = client->zone};
    enum pending_finding finding =
        pending_judge(&row->pending, reading->project, reading->sent_ms, client->settings);
    struct receipt *receipt = receipt_told(&row->pending, reading->project, finding, &context);
    if (finding != PENDING_OPEN) {
        row->came = finding == PENDING_DONE ? ACT_ROW_DONE : ACT_ROW_NO_EFFECT;
        open_writes_settle(client, row, receipt);
        return;
    }
    if (!row->said)
        client_say(client, SAY_LINE | SAY_OUTCOME, reading->id, "%s", receipt->said);
    row->said = true;
    receipt_free(receipt);
    client_changed(client, CHANGED_OPEN);
}

/* A reading has ended: judges the writes of its project that are older. Of one whose sender waits it asks
 * whether that lives. */
static void open_writes_hear(struct client *client, const struct reading *reading)
{
    struct open_writes *writes = client->open_writes;
    for (size_t i = 0; i < writes->count && reading->project; i++) {
        struct open_write *row = &writes->rows[i];
        if (row->pending.id != reading->id)
            continue;
        if (!row->is_open)
            client_changed(client, CHANGED_PENDING);
        else if (!row->settling && reading->serial > row->since)
            open_writes_judge(client, row, reading);
    }
}

/* --- looks --- */

/* The answer to a look at a project that is not watched. */
static void open_writes_looked(struct client *client, const struct client_call *call,
                               struct call_result *result)
{
    struct reading reading = {.id = call->project_id,
                              .serial = call->serial,
                              .sent_ms = call->write.asked_ms,
                              .project = result->project};
    if (!result->ok || !result->project) {
        open_writes_look_again(client, call->project_id);
        return;
    }
    reading.project->id = reading.id;
    open_writes_hear(client, &reading);
}

/* Is it looked at here? */
static bool open_writes_is_ours(const struct client *client, const struct open_write *row)
{
    size_t at;
    return row->is_open && client->session == SESSION_UP &&
           (client->looks_at_all || id_map_find(&client->watched, row->pending.id, &at));
}

/* Has the project read. */
static void open_writes_look(struct client *client, struct open_write *row)
{
    int64_t id = row->pending.id;
    size_t at;
    row->next_ms = open_writes_next_look(client, row);
    if (id_map_find(&client->watched, id, &at))
        client_read(client, id, READ_SOON);
    else
        client_call_send(client, client_call_new(client, ENDPOINT_GET_PROJECT, id),
                         &(struct client_reply){.done = open_writes_looked,
                                                .what = mem_printf("Look at %" PRId64, id),
                                                .background = true});
}

void open_writes_turn(struct client *client)
{
    struct open_writes *writes = client->open_writes;
    if (client->lists_pending)
        open_writes_list(client);
    for (size_t i = 0; i < writes->count; i++) {
        if (writes->rows[i].next_ms <= client->now_ms && open_writes_is_ours(client, &writes->rows[i]))
            open_writes_look(client, &writes->rows[i]);
    }
}

int64_t open_writes_deadline(const struct client *client)
{
    const struct open_writes *writes = client->open_writes;
    int64_t next_ms = INT64_MAX;
    for (size_t i = 0; i < writes->count; i++) {
        if (writes->rows[i].next_ms < next_ms && open_writes_is_ours(client, &writes->rows[i]))
            next_ms = writes->rows[i].next_ms;
    }
    return next_ms;
}
