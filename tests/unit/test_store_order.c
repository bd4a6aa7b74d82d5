/* store/store_order: standing orders, given with an enqueue, claimed by one program, ended by it. */
/* SPDX-License-Identifier: MIT */
#include <sqlite3.h>

#include "store_fixture.h"
#include "steno/core/store_op.h"

TestSuite(store_order, .init = store_begin, .fini = store_end);

#define NOW INT64_C(1700000000000)

/* Fills an operation with orders of a project, one for each preset. */
static struct store_op *fill(struct store_op *op, int64_t id, const char *const *presets, size_t count)
{
    static uint64_t key;
    op->orders.act = (struct act_key){.key = ++key, .count = (int64_t)count, .begun_ms = NOW};
    for (size_t i = 0; i < count; i++)
        order_list_add(&op->orders, &(struct order){.id = id,
                                                    .preset = mem_copy(presets[i]),
                                                    .params = json_pack("{s:s}", "FileFormatId", presets[i]),
                                                    .folder = mem_copy("/srv/subs"),
                                                    .pattern = order_pattern("{id}.{ext}", presets[i]),
                                                    .profile = mem_copy("news"),
                                                    .given_ms = NOW});
    return op;
}

static const char *const both[] = {"srt", "stl"};

static void give(int64_t id, size_t count)
{
    cr_assert(execute(fill(store_op_new(STORE_ORDER_GIVE), id, both, count)), "%s", last->error.text);
    cr_assert_eq(last->changes, (int64_t)count);
}

/* An enqueue of a project at this version is recorded, orders given with it. Returns its row. */
static int64_t enqueue(int64_t id, int64_t version, size_t orders)
{
    struct store_op *op = store_op_new(STORE_PENDING_ADD);
    op->pending = mem_zero(1, sizeof *op->pending);
    *op->pending = (struct pending){
        .id = id, .op = ENDPOINT_ENQUEUE, .state = mem_copy("None"), .version = version, .when_ms = NOW};
    op->pending->act =
        (struct act_key){.key = (uint64_t)version, .count = 1, .begun_ms = NOW, .follows = true};
    cr_assert(execute(fill(op, id, both, orders)), "%s", last->error.text);
    return last->number;
}

static void end_enqueue(int64_t row, enum act_outcome outcome, int64_t past)
{
    struct store_op *op = store_op_new(STORE_ACT_END);
    op->when_ms = NOW;
    op->act_row = mem_zero(1, sizeof *op->act_row);
    *op->act_row = (struct act_row){.row = row, .outcome = outcome, .past = past, .is_followed = true};
    cr_assert(execute(op), "%s", last->error.text);
}

/* Lists orders into `last`, of which there must be so many. */
static const struct order *listed(size_t count)
{
    cr_assert(run_on(store, STORE_ORDER_LIST, 0, 0, NOW, NULL, NULL, NULL), "%s", last->error.text);
    cr_assert_eq(last->orders.count, count, "%zu orders", last->orders.count);
    return last->orders.orders;
}

/* The tokens that claims were given, by the names of tests. */
static struct {
    char name[16], token[ORDER_TOKEN_SIZE];
} tokens[8];
static size_t token_count;

static const char *token_of(const char *name)
{
    for (size_t i = 0; i < token_count; i++) {
        if (strcmp(tokens[i].name, name) == 0)
            return tokens[i].token;
    }
    return "of nobody";
}

static bool claim(int64_t row, const char *name, int64_t now_ms)
{
    cr_assert(run_on(store, STORE_ORDER_CLAIM, 0, row, now_ms, NULL, NULL, NULL), "%s", last->error.text);
    if (last->changes == 0)
        return false;
    snprintf(tokens[token_count].name, sizeof tokens[0].name, "%s", name);
    snprintf(tokens[token_count++].token, ORDER_TOKEN_SIZE, "%s", last->orders.orders[0].claim.token);
    return true;
}

/* Saves the one order as `change` leaves it, by this token. */
static bool keep(const char *token, int64_t now_ms, void (*change)(struct order *order))
{
    struct order order = order_copy(listed(1));
    snprintf(order.claim.token, sizeof order.claim.token, "%s", token_of(token));
    if (change)
        change(&order);
    struct store_op *op = store_op_new(STORE_ORDER_SAVE);
    op->when_ms = now_ms;
    order_list_add(&op->orders, &order);
    cr_assert(execute(op), "%s", last->error.text);
    return last->changes == 1;
}

static void read_as(int64_t id, const char *state, int64_t version, bool is_end)
{
    static int64_t when_ms = NOW;
    char *json = mem_printf("{\"Id\":%" PRId64 ",\"AccessToken\":%" PRId64 ",\"ProcessingState\":\"%s\"}", id,
                            version, state);
    cr_assert(run_on(store, STORE_PROJECT_SAVE, id, is_end ? STORE_SETTLED : 0, ++when_ms, NULL, NULL, json),
              "%s", last->error.text);
    free(json);
}

/* --- giving --- */

Test(store_order, several_presets_are_one_act_that_waits_and_their_values_are_copied)
{
    open_store();
    give(12, 2);
    const struct order *orders = listed(2);
    cr_expect_eq(orders[0].id, 12);
    cr_expect_eq(orders[0].act, orders[1].act);
    cr_expect_str_eq(orders[0].preset, "srt");
    cr_expect_str_eq(json_string_value(json_object_get(orders[0].params, "FileFormatId")), "srt");
    cr_expect_str_eq(json_string_value(json_object_get(orders[1].params, "FileFormatId")), "stl");
    cr_expect_str_eq(orders[0].folder, "/srv/subs");
    cr_expect_str_eq(orders[1].pattern, "{id}-stl.{ext}");
    cr_expect_str_eq(orders[0].profile, "news");
    cr_expect_not(orders[0].force);
    cr_expect_eq(orders[0].given_ms, NOW);
    cr_expect_eq(orders[0].past, -1);
    cr_expect_eq(orders[0].outcome, ACT_ROW_WAITS);
    cr_assert(run_on(store, STORE_ACT_LIST, 0, 0, 0, NULL, NULL, NULL));
    cr_assert_eq(last->act_count, 1);
    cr_expect_eq(last->acts[0].op, ENDPOINT_EXPORT);
    cr_expect_eq(last->acts[0].ended_ms, 0, "it is open");
    cr_expect_eq(last->acts[0].rows[0].outcome, ACT_ROW_WAITS);
    cr_assert(run(STORE_PENDING_LIST, 0, NULL, NULL, NULL));
    cr_expect_eq(last->pending_count, 0, "it is no write without an answer");
}

Test(store_order, it_goes_with_the_enqueue_that_is_refused)
{
    static const enum act_outcome not_done[] = {ACT_ROW_REFUSED, ACT_ROW_FAILED, ACT_ROW_UNSENT,
                                                ACT_ROW_NO_EFFECT};
    open_store();
    for (size_t i = 0; i < sizeof not_done / sizeof not_done[0]; i++) {
        int64_t row = enqueue(12, 10 + (int64_t)i, 2);
        cr_expect(listed(2)->is_enqueue_open, "and waits while its outcome is not known");
        end_enqueue(row, not_done[i], 0);
        listed(0);
    }
    cr_assert(run_on(store, STORE_ACT_LIST, 0, 0, 0, NULL, NULL, NULL));
    cr_expect_eq(last->act_count, 4, "the enqueues alone");
}

Test(store_order, it_goes_with_the_enqueue_that_never_left)
{
    open_store();
    int64_t row = enqueue(12, 10, 2);
    cr_assert(run_on(store, STORE_PENDING_REMOVE, 0, row, 0, NULL, NULL, NULL));
    listed(0);
}

Test(store_order, none_is_given_where_the_enqueue_is_not_recorded)
{
    open_store();
    enqueue(12, 10, 1);
    cr_expect_eq(enqueue(12, 11, 1), 0, "another one is open");
    listed(1);
}

Test(store_order, one_that_was_given_before_stays_when_an_enqueue_is_refused)
{
    open_store();
    give(12, 1);
    end_enqueue(enqueue(12, 10, 0), ACT_ROW_REFUSED, 0);
    cr_expect_eq(listed(1)->past, -1);
}

/* --- the run --- */

Test(store_order, an_accepted_enqueue_is_what_all_orders_of_its_project_wait_for)
{
    open_store();
    give(12, 1);
    give(13, 1);
    end_enqueue(enqueue(12, 10, 0), ACT_ROW_DONE, 11);
    const struct order *orders = listed(2);
    cr_expect_eq(orders[0].past, 11);
    cr_expect_not(orders[0].is_enqueue_open);
    cr_expect_eq(orders[1].past, -1, "another project");
}

Test(store_order, another_state_that_was_seen_since_lets_it_be_due)
{
    open_store();
    give(12, 1);
    read_as(12, "Completed", 11, true);
    end_enqueue(enqueue(12, 10, 0), ACT_ROW_DONE, 11);
    read_as(12, "Completed", 12, true);
    cr_expect_eq(listed(1)->past, 11, "a version alone is judged by who reads it");
    read_as(12, "InProgress", 12, false);
    cr_expect_eq(listed(1)->past, -1);
}

Test(store_order, an_answer_that_shows_another_state_already_leaves_nothing_to_wait_for)
{
    open_store();
    give(12, 1);
    end_enqueue(enqueue(12, 10, 0), ACT_ROW_DONE, 0);
    cr_expect_eq(listed(1)->past, -1);
}

Test(store_order, an_enqueue_that_nobody_asks_about_any_more_has_to_be_followed_by_another_version)
{
    open_store();
    int64_t row = enqueue(12, 10, 1);
    end_enqueue(row, ACT_ROW_UNKNOWN, 0);
    cr_expect_eq(listed(1)->past, 10);
}

/* --- the claim --- */

Test(store_order, one_program_at_a_time_has_it)
{
    open_store();
    give(12, 1);
    int64_t row = listed(1)->row;
    cr_expect(claim(row, "first", NOW));
    cr_expect_not(claim(row, "second", NOW + 59999));
    const struct order *order = listed(1);
    cr_expect_str_eq(order->claim.token, token_of("first"));
    cr_expect_eq(strlen(order->claim.token), 32);
    cr_expect_eq(order->claim.until_ms, NOW + 60000);
    cr_expect_eq(order->claim.life, OWNER_SELF);
    cr_expect_eq(order->done_ms, NOW, "24 hours count from here");
    cr_expect(claim(row, "second", NOW + 60000), "the lease is over");
    cr_expect_eq(listed(1)->done_ms, NOW, "and not from a later claim");
}

Test(store_order, it_is_renewed_by_its_token_alone)
{
    open_store();
    give(12, 1);
    int64_t row = listed(1)->row;
    cr_assert(claim(row, "first", NOW));
    cr_expect(keep("first", NOW + 20000, NULL));
    cr_expect_eq(listed(1)->claim.until_ms, NOW + 80000);
    cr_expect_not(keep("second", NOW + 20000, NULL));
    cr_expect_not(claim(row, "second", NOW + 79999));
}

Test(store_order, a_clock_that_jumps_frees_no_claim_of_the_living_and_holds_none_of_before)
{
    open_store();
    give(12, 1);
    int64_t row = listed(1)->row;
    cr_assert(claim(row, "first", NOW));
    cr_expect_not(claim(row, "second", NOW - 4 * 60000), "four minutes back");
    cr_expect(claim(row, "second", NOW - 4 * 60000 - 1), "more than five minutes ahead");
}

Test(store_order, a_dead_owner_holds_nothing)
{
    open_store();
    give(12, 1);
    int64_t row = listed(1)->row;
    cr_assert(claim(row, "first", NOW));
    meddle("UPDATE act_rows SET start = 'another-boot 5'");
    cr_expect(claim(row, "second", NOW + 1), "the machine was restarted, or the number given again");
    meddle("UPDATE act_rows SET pid = 2147483600");
    cr_expect(claim(row, "third", NOW + 2), "its process has gone");
    meddle("UPDATE act_rows SET host = 'far away'");
    cr_expect_not(claim(row, "fourth", NOW + 3), "nobody here can tell");
}

/* --- its file and its end --- */

static void note_file(struct order *order)
{
    order->path = mem_copy("/srv/subs/12.srt");
    order->size = 700;
    order->hash = UINT64_MAX - 1;
}

Test(store_order, the_file_is_noted_by_who_has_the_claim_and_found_by_the_next)
{
    open_store();
    give(12, 1);
    int64_t row = listed(1)->row;
    cr_assert(claim(row, "first", NOW));
    cr_assert(claim(row, "second", NOW + 60000));
    cr_expect_not(keep("first", NOW + 60001, note_file), "it came too late: no file gets its name");
    cr_expect_null(listed(1)->path);
    cr_expect(keep("second", NOW + 60002, note_file));
    cr_assert(claim(row, "third", NOW + 130000));
    const struct order *order = listed(1);
    cr_expect_str_eq(order->path, "/srv/subs/12.srt");
    cr_expect_eq(order->size, 700);
    cr_expect_eq(order->hash, UINT64_MAX - 1);
}

static void finish(struct order *order)
{
    note_file(order);
    order->version = 8;
    order->outcome = ACT_ROW_DONE;
}

Test(store_order, what_is_done_is_a_row_of_the_activity_and_no_order_any_more)
{
    open_store();
    give(12, 1);
    cr_assert(claim(listed(1)->row, "first", NOW));
    cr_expect(keep("first", NOW + 1, finish));
    listed(0);
    cr_assert(run_on(store, STORE_ACT_LIST, 0, 0, 0, NULL, NULL, NULL));
    const struct act *act = &last->acts[0];
    cr_expect_eq(act->ended_ms, NOW + 1);
    cr_expect_eq(act->rows[0].outcome, ACT_ROW_DONE);
    cr_expect_str_eq(act->rows[0].name, "/srv/subs/12.srt");
    cr_expect_eq(act->rows[0].bytes, 700);
    cr_expect_eq(act->rows[0].version, 8, "the one that was exported");
}

Test(store_order, each_preset_is_done_by_itself_and_the_act_ends_with_the_last)
{
    open_store();
    give(12, 2);
    int64_t second = listed(2)[1].row;
    cr_assert(run_on(store, STORE_ORDER_REMOVE, 0, second, NOW, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 1);
    cr_assert(run_on(store, STORE_ACT_LIST, 0, 0, 0, NULL, NULL, NULL));
    cr_expect_eq(last->acts[0].ended_ms, 0, "one is left");
    cr_expect_eq(last->acts[0].rows[1].outcome, ACT_ROW_UNSENT);
    cr_assert(claim(listed(1)->row, "first", NOW));
    cr_expect(keep("first", NOW + 5, finish));
    cr_assert(run_on(store, STORE_ACT_LIST, 0, 0, 0, NULL, NULL, NULL));
    cr_expect_eq(last->acts[0].ended_ms, NOW + 5);
}

static void find_errors(struct order *order)
{
    note_file(order);
    order->verdict = (struct caption_verdict){
        .is_given = true, .has_failed = true, .captions = 52, .by_level = {[LEVEL_ERROR] = 26}};
}

Test(store_order, a_check_and_its_verdict_are_kept_and_one_that_fails_by_it_stays_though_it_is_done)
{
    static const char words[] = "bbc: 52 captions, 26 errors, 0 warnings, 0 notes";
    open_store();
    struct store_op *op = fill(store_op_new(STORE_ORDER_GIVE), 12, both, 1);
    op->orders.orders[0].judged_by = mem_copy("bbc");
    op->orders.orders[0].fail_on = LEVEL_WARNING;
    cr_assert(execute(op), "%s", last->error.text);
    int64_t row = listed(1)->row;
    cr_expect_str_eq(listed(1)->judged_by, "bbc");
    cr_expect_eq(listed(1)->fail_on, LEVEL_WARNING);
    cr_assert(claim(row, "first", NOW));
    cr_expect(keep("first", NOW + 1, find_errors), "before the file has its name");
    cr_expect(listed(1)->verdict.is_given && listed(1)->verdict.has_failed);
    cr_expect_eq(listed(1)->verdict.captions, 52);
    cr_expect_eq(listed(1)->verdict.by_level[LEVEL_ERROR], 26);
    cr_expect(keep("first", NOW + 2, order_done));
    cr_expect(order_has_found(listed(1)));
    cr_expect_str_eq(listed(1)->reason, words);
    cr_assert(run_on(store, STORE_ACT_LIST, 0, 0, 0, NULL, NULL, NULL));
    cr_expect_eq(last->acts[0].ended_ms, NOW + 2, "its act has ended");
    cr_expect_str_eq(last->acts[0].rows[0].reason, words);
    cr_assert(run_on(store, STORE_ORDER_AGAIN, 0, row, NOW, NULL, "force", NULL), "%s", last->error.text);
    cr_expect_eq(listed(1)->outcome, ACT_ROW_WAITS);
    cr_expect_not(listed(1)->verdict.is_given);
}

static void try_later(struct order *order)
{
    order->tries = 2;
    order->next_ms = NOW + 10000;
    order->status = 503;
    order->reason = mem_copy("busy");
    order->claim.until_ms = 0;
}

Test(store_order, a_failure_that_may_pass_gives_the_claim_up_and_says_when_it_is_tried_again)
{
    open_store();
    give(12, 1);
    int64_t row = listed(1)->row;
    cr_assert(claim(row, "first", NOW));
    cr_expect(keep("first", NOW + 1, try_later));
    const struct order *order = listed(1);
    cr_expect_str_eq(order->claim.token, "");
    cr_expect_eq(order->tries, 2);
    cr_expect_eq(order->next_ms, NOW + 10000);
    cr_expect_eq(order->status, 503);
    cr_expect_str_eq(order->reason, "busy");
    cr_expect(claim(row, "second", NOW + 2));
}

static void fail(struct order *order)
{
    order->outcome = ACT_ROW_FAILED;
    order->reason = mem_copy("/srv/subs/12.srt already exists");
}

Test(store_order, one_that_failed_stays_until_it_is_tried_again_or_removed)
{
    open_store();
    give(12, 1);
    int64_t row = listed(1)->row;
    cr_assert(claim(row, "first", NOW));
    cr_expect(keep("first", NOW + 1, fail));
    const struct order *order = listed(1);
    cr_expect_eq(order->outcome, ACT_ROW_FAILED);
    cr_expect_eq(order->ended_ms, NOW + 1);
    cr_expect_str_eq(order->reason, "/srv/subs/12.srt already exists");
    cr_expect_not(claim(row, "second", NOW + 100000), "it has ended");
    cr_assert(run_on(store, STORE_ORDER_AGAIN, 0, row, NOW, NULL, "force", NULL), "%s", last->error.text);
    cr_expect_eq(last->changes, 1);
    order = listed(1);
    cr_expect_eq(order->outcome, ACT_ROW_WAITS);
    cr_expect(order->force);
    cr_expect_null(order->reason);
    cr_assert(run_on(store, STORE_ORDER_AGAIN, 0, row, NOW, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 0, "it waits already");
    cr_expect(claim(row, "third", NOW + 100000));
    cr_expect(keep("third", NOW + 100001, fail));
    cr_assert(run_on(store, STORE_ORDER_REMOVE, 12, 0, NOW, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 1);
    listed(0);
    cr_assert(run_on(store, STORE_ACT_LIST, 0, 0, 0, NULL, NULL, NULL));
    cr_expect_eq(last->acts[0].rows[0].outcome, ACT_ROW_FAILED, "the activity keeps what became of it");
}

Test(store_order, one_that_is_removed_while_it_is_exported_gives_no_file_its_name)
{
    open_store();
    give(12, 1);
    struct order order = order_copy(listed(1));
    cr_assert(claim(order.row, "first", NOW));
    cr_assert(run_on(store, STORE_ORDER_REMOVE, 12, 0, NOW, NULL, NULL, NULL));
    snprintf(order.claim.token, sizeof order.claim.token, "%s", token_of("first"));
    struct store_op *op = store_op_new(STORE_ORDER_SAVE);
    order_list_add(&op->orders, &order);
    cr_assert(execute(op));
    cr_expect_eq(last->changes, 0);
}

/* --- beside --- */

Test(store_order, those_of_another_account_are_named_and_not_touched)
{
    open_store();
    give(12, 1);
    int64_t row = listed(1)->row;
    cr_assert(store_set_scope(store, "https://h", "/API", "other@b.c", &err));
    listed(0);
    cr_expect_not(claim(row, "first", NOW));
    cr_assert(run_on(store, STORE_ORDER_REMOVE, 0, row, NOW, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 0);
    cr_assert(run_on(store, STORE_ORDER_LIST, 0, ORDERS_OF_ALL, NOW, NULL, NULL, NULL));
    cr_assert_eq(last->orders.count, 1);
    cr_expect_str_eq(last->orders.orders[0].account, "https://h/API a@b.c");
}

Test(store_order, it_stays_when_its_project_is_taken_from_the_watchlist_and_goes_when_it_is_forgotten)
{
    open_store();
    watch(12, 12);
    give(12, 1);
    cr_assert(run(STORE_WATCH_REMOVE, 12, NULL, NULL, NULL));
    listed(1);
    cr_assert(run(STORE_FORGET, 12, NULL, NULL, NULL), "%s", last->error.text);
    listed(0);
}

Test(store_order, it_outlives_the_history)
{
    open_store();
    give(12, 1);
    for (int i = 0; i < STORE_HISTORY_MAX + 100; i++)
        cr_assert(run_on(store, STORE_HISTORY_ADD, 1, 0, NOW + 5 + i, "state", "a → b", NULL));
    listed(1);
}
