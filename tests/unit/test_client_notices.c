/* client/notices: which changes of state a person is told of, and how many of them at once. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/client/client.h"
#include "steno/client/notices.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"
#include "support/asserts.h"

static struct settings settings;
static struct client *client;
static int64_t now_ms;
static uint64_t claims[8];
static size_t claim_count, hooks, rings;

/* One turn: a change, an event, or only the time. */
static void turn(const struct notice *notice, const struct event *event)
{
    struct effects effects;
    effects_init(&effects);
    client_turn(client, now_ms, 1778749320000 + now_ms, &effects);
    if (notice)
        notices_take(client, notice);
    if (event)
        client_take(client, event);
    notices_turn(client);
    for (size_t i = 0; i < effects.count; i++) {
        const struct effect *effect = &effects.items[i];
        hooks += effect->kind == EFFECT_NOTIFY;
        if (effect->store && effect->store->kind == STORE_CHANGE_CLAIM)
            claims[claim_count++] = effect->store->serial;
        rings += effect->kind == EFFECT_RING;
    }
    effects_free(&effects);
}

static void begin(void)
{
    static const struct client_user user = {0};
    settings_init(&settings);
    client = client_new(&settings, &user, NULL);
    client->rings = true;
    client->zone = DATE_UTC;
}

static void end(void)
{
    client_free(client);
    settings_free(&settings);
}

TestSuite(client_notices, .init = begin, .fini = end);

/* A project changes to a state. */
static void change(int64_t id, const char *to)
{
    turn(&(struct notice){.id = id, .from = "InProgress", .to = to, .name = "Council"}, NULL);
}

/* The store's answer to a claim: whose it is, of which act, and how many are left of that. */
static void answer(size_t at, bool ours, int64_t act, int64_t left)
{
    struct store_op *op = store_op_new(STORE_CHANGE_CLAIM);
    op->serial = claims[at];
    op->name = mem_copy("notice");
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->changes = ours;
    result->act = act;
    result->left = left;
    if (act && left == 0) {
        static const char *const states[] = {"Completed", "Failed", "Completed"};
        result->acts = mem_zero(1, sizeof *result->acts);
        result->act_count = 1;
        result->acts[0] = (struct act){.act = act, .op = ENDPOINT_ENQUEUE, .count = act == 1 ? 1 : 3};
        result->acts[0].begun_ms = 1778749320000;
        result->acts[0].rows = mem_zero(3, sizeof *result->acts[0].rows);
        result->acts[0].row_count = (size_t)result->acts[0].count;
        for (size_t i = 0; i < result->acts[0].row_count; i++)
            result->acts[0].rows[i] =
                (struct act_row){.outcome = ACT_ROW_DONE, .after = mem_copy(states[i]), .ended_ms = 1};
    }
    turn(NULL, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
    store_op_free(op);
}

static void wait_for(int64_t ms)
{
    now_ms += ms;
    turn(NULL, NULL);
}

Test(client_notices, changes_of_two_seconds_that_belong_to_no_act_are_one)
{
    change(1, "Completed");
    answer(0, true, 0, 0);
    wait_for(1900);
    change(2, "Failed");
    change(3, "Completed");
    answer(1, true, 0, 0);
    answer(2, true, 0, 0);
    cr_expect_eq(rings, 0);
    cr_expect_eq(notices_deadline(client), 2000);
    wait_for(100);
    cr_expect_eq(rings, 1);
    cr_expect_eq(hooks, 3, "the hook is run once a change");
    cr_expect_eq(notices_deadline(client), INT64_MAX);
}

Test(client_notices, an_act_is_told_of_once_at_its_end)
{
    change(1, "Completed");
    change(2, "Failed");
    change(3, "Completed");
    answer(0, true, 7, 2);
    answer(1, true, 7, 1);
    wait_for(5000);
    cr_expect_eq(rings, 0);
    answer(2, true, 7, 0);
    cr_expect_eq(rings, 1);
    wait_for(5000);
    cr_expect_eq(rings, 1);
}

Test(client_notices, an_act_that_ends_with_a_row_that_is_settled_is_told_of_at_once)
{
    struct store_op *op = store_op_new(STORE_TOGETHER);
    struct store_result *result = store_result_new(op);
    result->ok = result->act_is_settled = true;
    result->act_count = 1;
    result->acts = mem_zero(1, sizeof *result->acts);
    result->acts[0] = (struct act){.op = ENDPOINT_ENQUEUE, .count = 2, .begun_ms = 1778749320000};
    result->acts[0].rows = mem_zero(2, sizeof *result->acts[0].rows);
    result->acts[0].row_count = 2;
    result->acts[0].rows[0] =
        (struct act_row){.outcome = ACT_ROW_DONE, .after = mem_copy("Completed"), .ended_ms = 1};
    result->acts[0].rows[1] = (struct act_row){.outcome = ACT_ROW_NO_EFFECT, .ended_ms = 2};
    turn(NULL, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    cr_expect_eq(rings, 1);
    client->rings = false;
    turn(NULL, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    cr_expect_eq(rings, 1, "nobody hears");
    store_result_free(result);
    store_op_free(op);
}

Test(client_notices, an_act_of_one_rings_as_one_change_does)
{
    change(1, "Completed");
    answer(0, true, 1, 0);
    cr_expect_eq(rings, 0);
    wait_for(2000);
    cr_expect_eq(rings, 1);
}

Test(client_notices, what_another_program_tells_of_is_not_told)
{
    change(1, "Completed");
    answer(0, false, 0, 0);
    wait_for(5000);
    cr_expect_eq(rings, 0);
    cr_expect_eq(hooks, 1, "whose that is, is claimed when it is to begin");
}

Test(client_notices, where_nobody_hears_nothing_is_claimed)
{
    client->rings = false;
    change(1, "Completed");
    cr_expect_eq(claim_count, 0);
    cr_expect_eq(hooks, 1);
}
