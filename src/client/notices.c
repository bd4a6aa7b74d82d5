/* Owns which changes of state a person is told of, and when. It must not know how a terminal is told. */
/* SPDX-License-Identifier: MIT */
#include "notices.h"

#include <stdlib.h>
#include <string.h>

#include "client_state.h"
#include "store_calls.h"
#include "steno/base/mem.h"

#define NOTICES_TOGETHER_MS 2000 /* changes that come within it are one notice */

struct notices_item {
    uint64_t claim; /* operation of the store; 0: it is this program's to tell */
};

struct notices {
    struct notices_item *items;
    size_t count;
    int64_t due_ms; /* monotonic: of those that are to be told */
};

void notices_begin(struct client *client)
{
    client->notices = mem_zero(1, sizeof *client->notices);
    client->notices->due_ms = INT64_MAX;
}

/* Takes one out. */
static void notices_drop(struct notices *notices, size_t at)
{
    notices->count--;
    memmove(&notices->items[at], &notices->items[at + 1], (notices->count - at) * sizeof *notices->items);
}

void notices_end(struct client *client)
{
    while (client->notices->count > 0)
        notices_drop(client->notices, client->notices->count - 1);
    free(client->notices->items);
    free(client->notices);
}

void notices_flush(struct client *client)
{
    struct notices *notices = client->notices;
    size_t count = notices->count;
    for (size_t i = notices->count; i-- > 0;) {
        if (!notices->items[i].claim)
            notices_drop(notices, i);
    }
    if (notices->count < count)
        client_emit(client, EFFECT_RING);
    notices->due_ms = INT64_MAX;
}

void notices_settled(struct client *client, const struct store_result *result)
{
    if (result->ok && result->act_is_settled && client->rings)
        client_emit(client, EFFECT_RING);
}

/* A change is this program's to tell, or another one's. Where the store cannot say it is: told twice is
 * better than lost. Of one in an act only the end of all is told. */
static void notices_claimed(struct client *client, const struct store_result *result)
{
    struct notices *notices = client->notices;
    size_t at = 0;
    while (at < notices->count && notices->items[at].claim != result->serial)
        at++;
    if (at == notices->count)
        return;
    bool is_ours = !result->ok || result->changes > 0, in_act = result->ok && result->act;
    bool ends = in_act && result->act_count > 0 && result->left == 0;
    if (is_ours && ends && result->acts[0].count > 1)
        client_emit(client, EFFECT_RING);
    if (!is_ours || (in_act && !(ends && result->acts[0].count == 1))) {
        notices_drop(notices, at);
        return;
    }
    notices->items[at].claim = 0;
    if (notices->due_ms == INT64_MAX)
        notices->due_ms = client->now_ms + NOTICES_TOGETHER_MS;
    if (client->quitting)
        notices_flush(client);
    else
        client_changed(client, CHANGED_NOTICES);
}

/* Asks the store whether it is this program's to tell. */
static void notices_claim(struct client *client, const struct notice *notice)
{
    struct notices *notices = client->notices;
    struct store_op *op = store_op_new(STORE_CHANGE_CLAIM);
    op->id = notice->id;
    op->name = mem_copy("notice");
    op->text = mem_copy(notice->to);
    op->number = notice->since_ms;
    op->when_ms = client->wall_ms;
    client_store_hand_over(client, op, notices_claimed);
    notices->items = mem_grow(notices->items, notices->count + 1, sizeof *notices->items);
    notices->items[notices->count++] = (struct notices_item){.claim = op->serial};
}

void notices_take(struct client *client, const struct notice *notice)
{
    struct notice told = *notice;
    told.from = *told.from ? told.from : "not given";
    told.to = *told.to ? told.to : "not given";
    struct effect *hook = client_emit(client, EFFECT_NOTIFY);
    hook->id = told.id;
    hook->text = mem_copy(told.from);
    hook->text2 = mem_copy(told.to);
    hook->text3 = mem_copy(told.name);
    hook->since_ms = told.since_ms;
    if (client->rings)
        notices_claim(client, &told);
}

void notices_turn(struct client *client)
{
    if (client->now_ms >= client->notices->due_ms)
        notices_flush(client);
}

int64_t notices_deadline(const struct client *client)
{
    return client->notices->due_ms;
}
