/* Owns the traffic with the store: operations out, answers back to who asked. It must not know SQLite or
 * files. */
/* SPDX-License-Identifier: MIT */
#include "store_calls.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "client_state.h"
#include "steno/base/mem.h"
#include "steno/core/effect.h"
#include "steno/core/store_op.h"

/* Who waits for one answer. */
struct await {
    uint64_t serial;
    client_store_reply *done;
    bool must_answer;
};

/* In the order of their serials, which mostly is that of the answers: those before `first` have come. There
 * may be one for each of 100,000 projects that are opened at once. */
struct client_awaits {
    struct await *items;
    size_t first, count, capacity;
};

struct store_op *client_store(struct client *client, enum store_op_kind kind, int64_t id)
{
    struct store_op *op = store_op_new(kind);
    op->serial = ++client->next_serial;
    op->id = id;
    client_emit(client, EFFECT_STORE)->store = op;
    return op;
}

/* Makes room for one more: where half of the items have been answered, in their place. */
static void store_make_room(struct client_awaits *awaits)
{
    if (awaits->count < awaits->capacity)
        return;
    if (awaits->first > awaits->capacity / 2) {
        awaits->count -= awaits->first;
        memmove(awaits->items, awaits->items + awaits->first, awaits->count * sizeof *awaits->items);
        awaits->first = 0;
        return;
    }
    awaits->capacity = awaits->capacity ? awaits->capacity * 2 : 16;
    awaits->items = mem_grow(awaits->items, awaits->capacity, sizeof *awaits->items);
}

/* Notes who waits for the answer to an operation. */
static struct store_op *store_await(struct client *client, struct store_op *op, client_store_reply *done,
                                    bool must_answer)
{
    struct client_awaits *awaits = client->awaits;
    store_make_room(awaits);
    awaits->items[awaits->count++] =
        (struct await){.serial = op->serial, .done = done, .must_answer = must_answer};
    return op;
}

struct store_op *client_store_ask(struct client *client, enum store_op_kind kind, int64_t id,
                                  client_store_reply *done)
{
    return store_await(client, client_store(client, kind, id), done, false);
}

struct store_op *client_store_must_answer(struct client *client, enum store_op_kind kind, int64_t id,
                                          client_store_reply *done)
{
    return store_await(client, client_store(client, kind, id), done, true);
}

/* Takes out who waits for this answer; one without a function is nobody. */
static struct await store_awaited(struct client *client, uint64_t serial)
{
    struct client_awaits *awaits = client->awaits;
    size_t at = awaits->first;
    while (at < awaits->count && awaits->items[at].serial != serial)
        at++;
    if (at == awaits->count)
        return (struct await){0};
    struct await found = awaits->items[at];
    memmove(&awaits->items[awaits->first + 1], &awaits->items[awaits->first],
            (at - awaits->first) * sizeof *awaits->items);
    awaits->first++;
    return found;
}

void client_store_hand_over(struct client *client, struct store_op *op, client_store_reply *done)
{
    op->serial = ++client->next_serial;
    client_emit(client, EFFECT_STORE)->store = op;
    store_await(client, op, done, true);
}

void client_store_say_failed(struct client *client, const struct store_result *result)
{
    client_say(client, SAY_LINE | SAY_LOG | SAY_BAD | SAY_COUNT, result->id, "%s", result->error.text);
}

void client_store_done(struct client *client, struct store_result *result)
{
    struct await awaited = store_awaited(client, result->serial);
    if (client->quitting && !awaited.must_answer)
        return; /* at the end only what is kept matters: no answer may start anything */
    if (!result->ok && !awaited.must_answer)
        client_store_say_failed(client, result);
    if (awaited.done)
        awaited.done(client, result);
}

void client_store_begin(struct client *client)
{
    client->awaits = mem_zero(1, sizeof *client->awaits);
}

void client_store_end(struct client *client)
{
    free(client->awaits->items);
    free(client->awaits);
}
