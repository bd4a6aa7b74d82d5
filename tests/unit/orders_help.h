/* A bench for the standing orders of a client: one order, and the answers of its store. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_UNIT_ORDERS_HELP_H
#define TESTS_UNIT_ORDERS_HELP_H

#include <stdlib.h>

#include "steno/base/mem.h"
#include "steno/core/store_op.h"
#include "unit/reads_help.h"

#define ROW 7

/* The store: its one order, and what a client last did to it. */
static struct order kept;
static struct {
    size_t lists, claims, saves;
    struct order order; /* of the last save, shallow; its texts are gone */
    char path[64];
} store;
/* What its user and the hook were told. */
static struct {
    size_t done, failed, hooks;
    enum act_outcome outcome;
    char why[1024];
} end_told;

static inline void hear_effect(const struct effect *effect)
{
    const struct store_op *op = effect->store;
    end_told.hooks += effect->kind == EFFECT_NOTIFY;
    if (!op)
        return;
    if (op->kind == STORE_TOGETHER)
        op = op->parts[0];
    store.lists += op->kind == STORE_ORDER_LIST;
    store.claims += op->kind == STORE_ORDER_CLAIM;
    if (op->kind != STORE_ORDER_SAVE)
        return;
    store.saves++;
    store.order = op->orders.orders[0];
    snprintf(store.path, sizeof store.path, "%s", store.order.path ? store.order.path : "");
}

static inline void hear_order(void *self, const struct order *order, const struct error *failure)
{
    (void)self;
    *(failure ? &end_told.failed : &end_told.done) += 1;
    end_told.outcome = order->outcome;
    snprintf(end_told.why, sizeof end_told.why, "%s", failure ? failure->text : "");
}

/* The store answers the last operation of a kind. */
static inline void answer_store(enum store_op_kind kind, bool ok, int64_t changes, bool with_order)
{
    cr_assert_neq(asked[kind].serial, 0, "it was not asked");
    struct store_result *result = store_result_new(&asked[kind]);
    asked[kind].serial = 0;
    result->ok = ok;
    if (!ok)
        error_set(&result->error, ERROR_IO, "the file is gone");
    result->changes = changes;
    if (with_order) {
        struct order copy = order_copy(&kept);
        order_list_add(&result->orders, &copy);
    }
    turn(&(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

static inline void answer_list(void)
{
    answer_store(STORE_ORDER_LIST, true, 0, kept.row != 0);
}

static inline void answer_claim(void)
{
    snprintf(kept.claim.token, sizeof kept.claim.token, "mine");
    answer_store(STORE_ORDER_CLAIM, true, 1, true);
}

/* A client that watches projects 1 to `count`, and carries the order of project 9 out. */
static inline void begin_orders(size_t count)
{
    begin(count);
    emitted = hear_effect;
    ordered = hear_order;
    kept = (struct order){.row = ROW,
                          .act = 3,
                          .id = 9,
                          .preset = mem_copy("air"),
                          .params = json_pack("{s:s}", "FileFormatId", "srt"),
                          .folder = mem_copy("/srv/subs"),
                          .pattern = mem_copy("{id}.{ext}"),
                          .given_ms = WALL_MS,
                          .past = -1,
                          .outcome = ACT_ROW_WAITS};
    struct effects effects;
    effects_init(&effects);
    client_turn(client, now_ms, wall_ms, &effects);
    client_orders_carry_out(client);
    for (size_t i = 0; i < effects.count; i++)
        if (effects.items[i].store)
            asked[effects.items[i].store->kind] =
                (struct store_op){.serial = effects.items[i].store->serial, .kind = STORE_ORDER_LIST};
    effects_free(&effects);
}

static inline void end_orders(void)
{
    order_clear(&kept);
    end();
}

/* The store lists it, and its project is asked for. */
static inline void take_list(void)
{
    answer_list();
    turn(NULL);
}

/* Another program has changed something: it is listed again. */
static inline void list_again(void)
{
    turn(&(struct event){.kind = EVENT_STORE_CHANGED});
    answer_list();
}

/* Its project is read in this state. */
static inline void take_state(const char *state)
{
    answer(9, state);
    turn(NULL);
}

/* Both at once, of a new client. */
static inline void begin_in(const char *state)
{
    begin_orders(0);
    take_list();
    take_state(state);
}

/* Its project is Completed, and the client has the claim: the export is under way. */
static inline void begin_export(void)
{
    begin_in("Completed");
    cr_assert_eq(store.claims, 1);
    answer_claim();
    cr_assert_eq(last_sent(9).op, ENDPOINT_EXPORT);
}

/* The export has failed. */
static inline void fail_export(enum error_kind kind, int status, int system)
{
    struct call call = last_sent(9);
    struct call_result *result = call_result_new(&call);
    error_set(&result->error, kind, "no");
    result->error.status = status;
    result->error.system = system;
    deliver(result);
}

/* Its file has come, and waits for its name. */
static inline void hold_file(void)
{
    struct call call = last_sent(9);
    struct call_result *result = call_result_new(&call);
    result->ok = true;
    result->path = mem_copy("/srv/subs/9.srt");
    result->file = mem_copy("/srv/subs/9.srt");
    result->export_info.bytes = 700;
    result->draft = mem_zero(1, sizeof *result->draft);
    result->draft->fd = -1;
    deliver(result);
}

/* Its file has its name. */
static inline void name_file(void)
{
    struct call call = last_sent(9);
    struct call_result *result = call_result_new(&call);
    result->ok = true;
    deliver(result);
}

static inline void jump(int64_t ms)
{
    wall_ms += ms;
    turn(NULL);
}

#endif
