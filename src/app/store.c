/* Owns the traffic with the store: operations out, answers back to who asked. It must not know SQLite or
 * files. */
#include "store.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/core/effect.h"
#include "steno/app/part.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/core/store_op.h"

/* Who waits for one answer. */
struct await {
    uint64_t serial;
    app_store_reply *done;
    bool insists;
};

/* In the order of their serials, which mostly is that of the answers: those before `first` have come. There
 * may be one for each of 100,000 projects that are opened at once. */
struct app_awaits {
    struct await *items;
    size_t first, count, capacity;
};

static struct app_awaits *store_state(const struct app *app)
{
    return part_state(app, &part_store);
}

struct store_op *app_store(struct app *app, enum store_op_kind kind, int64_t id)
{
    struct store_op *op = store_op_new(kind);
    op->serial = ++app->next_serial;
    op->id = id;
    app_emit(app, EFFECT_STORE)->store = op;
    return op;
}

/* Makes room for one more: where half of the items have been answered, in their place. */
static void store_make_room(struct app_awaits *awaits)
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
static struct store_op *store_await(struct app *app, struct store_op *op, app_store_reply *done, bool insists)
{
    struct app_awaits *awaits = store_state(app);
    store_make_room(awaits);
    awaits->items[awaits->count++] = (struct await){.serial = op->serial, .done = done, .insists = insists};
    return op;
}

struct store_op *app_store_ask(struct app *app, enum store_op_kind kind, int64_t id, app_store_reply *done)
{
    return store_await(app, app_store(app, kind, id), done, false);
}

struct store_op *app_store_insist(struct app *app, enum store_op_kind kind, int64_t id, app_store_reply *done)
{
    return store_await(app, app_store(app, kind, id), done, true);
}

/* Takes out who waits for this answer; one without a function is nobody. */
static struct await store_awaited(struct app *app, uint64_t serial)
{
    struct app_awaits *awaits = store_state(app);
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

void app_store_hand_over(struct app *app, struct store_op *op, app_store_reply *done)
{
    op->serial = ++app->next_serial;
    app_emit(app, EFFECT_STORE)->store = op;
    store_await(app, op, done, true);
}

void app_store_say_failed(struct app *app, const struct store_result *result)
{
    app_log_activity(app, ACTIVITY_ERROR, result->id, "%s", result->error.text);
    app_count_failure(app);
    app_say_bad(app, "%s", result->error.text);
}

void app_store_done(struct app *app, struct store_result *result)
{
    struct await awaited = store_awaited(app, result->serial);
    if (app->quitting && !awaited.insists)
        return; /* at the end only what is kept matters: no answer may start anything */
    if (!result->ok && !awaited.insists)
        app_store_say_failed(app, result);
    if (awaited.done)
        awaited.done(app, result);
}

static void app_store_end(struct app *app)
{
    free(store_state(app)->items);
}

const struct part part_store = {
    .name = "store", .state_size = sizeof(struct app_awaits), .end = app_store_end};
