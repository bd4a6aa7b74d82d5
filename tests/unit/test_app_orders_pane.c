/* The application: standing orders as the store lists them, in their pane and its pages. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "app_orders.h"
#include "steno/base/mem.h"
#include "steno/client/orders.h"
#include "steno/widget/overlay.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
    bench_resize(&bench, 140, 30);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(orders_pane, .init = setup, .fini = teardown);

/* One that ended because a file had its name. */
static struct order make_late(int64_t row, int64_t act, int64_t id)
{
    struct order order = bench_order(row, act, id, "");
    order.outcome = ACT_ROW_REFUSED;
    order.reason = mem_copy("/srv/subs/2.srt exists already");
    order.path = mem_copy("/srv/subs/2.srt");
    order.ended_ms = BENCH_WALL_MS;
    return order;
}

/* One whose project failed. */
static struct order make_failed(int64_t row, int64_t act, int64_t id)
{
    struct order order = bench_order(row, act, id, "");
    order.outcome = ACT_ROW_REFUSED;
    order.reason = mem_copy("project 3 is Failed");
    order.ended_ms = BENCH_WALL_MS;
    return order;
}

/* One act of three: two wait, one has a file in its way; and before it one that failed. */
static void list_four(void)
{
    const struct order orders[] = {make_failed(1, 1, 3), bench_order(2, 2, 1, "air"), make_late(3, 2, 2),
                                   bench_order(4, 2, 3, "")};
    bench_list_orders(&bench, orders, 4);
}

/* What the bar offers. */
static void expect_offer(const char *words, bool is_there)
{
    char hints[HINTS_SIZE];
    app_hints(bench.app, hints, sizeof hints, 139);
    cr_expect_eq(strstr(hints, words) != NULL, is_there, "“%s” in “%s”", words, hints);
}

Test(orders_pane, lists_each_with_what_it_waits_for_or_why_it_failed)
{
    list_four();
    bench_keys(&bench, "O");
    cr_expect_str_has(bench_page_text(&bench, "orders"), "*Export when done: 1 failed, 2 waiting");
    cr_expect_str_has(bench_page_text(&bench, "orders"), "*1 air: waits, None");
    cr_expect_str_has(bench_page_text(&bench, "orders"), "!2 srt: already exists: 2.srt");
    cr_expect_str_has(bench_page_text(&bench, "orders"), "*3 srt: waits, InProgress");
    cr_expect_str_has(bench_page_text(&bench, "orders"), "!3 srt: project 3 is Failed");
}

Test(orders_pane, says_when_one_that_failed_is_tried_again)
{
    struct order order = bench_order(1, 1, 1, "air");
    order.tries = 3;
    order.reason = mem_copy("server error (503)");
    order.next_ms = BENCH_WALL_MS + 60000;
    bench_list_orders(&bench, &order, 1);
    bench_keys(&bench, "O");
    cr_expect_str_has(bench_page_text(&bench, "orders"),
                      "*1 air: tried 3 times, next 09:03: server error (503)");
}

Test(orders_pane, says_that_one_waits_for_the_answer_to_its_enqueue)
{
    struct order order = bench_order(1, 1, 1, "air");
    order.is_enqueue_open = true;
    bench_list_orders(&bench, &order, 1);
    bench_keys(&bench, "O");
    cr_expect_str_has(bench_page_text(&bench, "orders"), "*1 air: waits for the answer to the enqueue");
}

Test(orders_pane, is_not_offered_where_there_is_none_and_ends_empty)
{
    bench_keys(&bench, "L");
    expect_offer("Orders", false);
    bench_keys(&bench, "q");
    list_four();
    bench_keys(&bench, "L");
    expect_offer("Orders", true);
    bench_keys(&bench, "q O");
    bench_list_orders(&bench, NULL, 0);
    cr_expect_str_has(bench_page_text(&bench, "orders"), "No order waits, and none has failed");
    expect_offer("Remove", false);
}

Test(orders_pane, offers_of_each_line_only_what_works_there)
{
    list_four();
    bench_keys(&bench, "O g");
    expect_offer("o Overwrite", true); /* of the one of the act that has a file in its way */
    expect_offer("D Remove", true);
    bench_keys(&bench, "j");
    expect_offer("o Overwrite", false);
    expect_offer("x Again", false);
    bench_keys(&bench, "j");
    expect_offer("o Overwrite", true);
    expect_offer("x Again", true);
    bench_keys(&bench, "j j");
    expect_offer("o Overwrite", false);
    expect_offer("x Again", true);
}

Test(orders_pane, x_tries_the_failed_one_again_and_o_overwrites_its_file)
{
    list_four();
    bench_keys(&bench, "O g j j x");
    const struct store_op *again = bench_store(&bench, STORE_ORDER_AGAIN);
    cr_assert_not_null(again);
    cr_expect_eq(again->number, 3);
    cr_expect_null(again->text);
    bench_answer_store(&bench, bench_store(&bench, STORE_TOGETHER), NULL);
    cr_expect_str_eq(bench.app->status, "Tried again");
    bench_clear(&bench);
    bench_keys(&bench, "o");
    again = bench_store(&bench, STORE_ORDER_AGAIN);
    cr_assert_not_null(again);
    cr_expect_eq(again->number, 3);
    cr_expect_str_eq(again->text, "overwrite");
}

/* One that was exported, with captions that failed their check. */
static struct order make_found(void)
{
    struct order order = bench_order(1, 1, 2, "air");
    order.judged_by = mem_copy("bbc");
    order.verdict = (struct caption_verdict){
        .is_given = true, .has_failed = true, .captions = 52, .by_level = {[LEVEL_ERROR] = 1}};
    order.path = mem_copy("/srv/subs/2-air.srt");
    order.size = 700;
    order_done(&order);
    return order;
}

Test(orders_pane, one_whose_captions_fail_says_so_and_can_be_exported_over_its_own_file)
{
    struct order order = make_found();
    bench_list_orders(&bench, &order, 1);
    bench_keys(&bench, "O g");
    cr_expect_str_has(bench_page_text(&bench, "orders"),
                      "!2 air: bbc: 52 captions, 1 error, 0 warnings, 0 notes");
    expect_offer("x Again", false); /* its own file would be in the way */
    expect_offer("o Overwrite", true);
    bench_keys(&bench, "x");
    cr_expect_null(bench_store(&bench, STORE_ORDER_AGAIN));
    bench_keys(&bench, "o");
    cr_assert_not_null(bench_store(&bench, STORE_ORDER_AGAIN));
    cr_expect_str_eq(bench_store(&bench, STORE_ORDER_AGAIN)->text, "overwrite");
}

Test(orders_pane, D_on_one_that_was_exported_says_that_its_file_stays)
{
    struct order orders[] = {make_found(), make_failed(2, 1, 3)};
    bench_list_orders(&bench, orders, 1);
    bench_keys(&bench, "O g D");
    cr_expect_str_eq(bench.app->question->note, "Its file stays.");
    orders[0] = make_found();
    bench_keys(&bench, "n");
    bench_list_orders(&bench, orders, 2);
    bench_keys(&bench, "g D");
    cr_assert_str_has(bench_question(&bench), "Remove 2 orders?");
    cr_expect_str_eq(bench.app->question->note, "Not exported then: 3 Lecture 7");
}

Test(orders_pane, x_on_an_act_tries_only_those_of_it_that_failed)
{
    struct store_op *ops[BENCH_OPS_MAX];
    size_t tried = 0;
    list_four();
    bench_keys(&bench, "O g x");
    size_t count = bench_store_ops(&bench, ops);
    for (size_t i = 0; i < count; i++)
        tried += ops[i]->kind == STORE_ORDER_AGAIN;
    cr_expect_eq(tried, 1);
    cr_expect_eq(bench_store(&bench, STORE_ORDER_AGAIN)->number, 3);
}

Test(orders_pane, where_nothing_failed_nothing_is_tried_and_it_says_so)
{
    struct order order = bench_order(1, 1, 1, "air");
    bench_list_orders(&bench, &order, 1);
    bench_keys(&bench, "O x");
    cr_expect_null(bench_store(&bench, STORE_ORDER_AGAIN));
    cr_expect_str_eq(bench.app->status, "It has not failed: there is nothing to try again");
    bench_keys(&bench, "o");
    cr_expect_null(bench_store(&bench, STORE_ORDER_AGAIN));
    cr_expect_str_eq(bench.app->status, "No file has its name: there is nothing to overwrite");
}

Test(orders_pane, Enter_is_not_offered_on_a_line_of_several)
{
    list_four();
    bench_keys(&bench, "O g");
    expect_offer("Whole order", false);
    bench_keys(&bench, "Enter");
    cr_expect_not(overlay_has(&bench.app->overlays, OVERLAY_PREVIEW));
    bench_keys(&bench, "j");
    expect_offer("Whole order", true);
}

Test(orders_pane, D_removes_one_after_a_question)
{
    list_four();
    bench_keys(&bench, "O g j D");
    cr_assert_str_has(bench_question(&bench), "Remove the order of 1  Council meeting, 14 May (None)?", "%s",
                      bench.app->question->text);
    cr_expect_str_eq(bench.app->question->note, "It is not exported then.");
    bench_keys(&bench, "n");
    cr_expect_null(bench_store(&bench, STORE_ORDER_REMOVE));
    bench_keys(&bench, "D y");
    const struct store_op *removed = bench_store(&bench, STORE_ORDER_REMOVE);
    cr_assert_not_null(removed);
    cr_expect_eq(removed->number, 2);
    bench_answer_store(&bench, bench_store(&bench, STORE_TOGETHER), NULL);
    cr_expect_str_eq(bench.app->status, "Order removed");
}

Test(orders_pane, D_on_an_act_removes_all_of_it)
{
    list_four();
    bench_keys(&bench, "O g D");
    cr_assert_str_has(bench_question(&bench), "Remove 3 orders?");
    cr_expect_str_eq(bench.app->question->note,
                     "Not exported then: 1 Council meeting, 14 May, 2 Interview: dam keeper, 3 Lecture 7");
    bench_keys(&bench, "y");
    bench_answer_store(&bench, bench_store(&bench, STORE_TOGETHER), NULL);
    cr_expect_str_eq(bench.app->status, "3 orders removed");
}

Test(orders_pane, D_changes_nothing_else_when_the_list_moves_below_the_question)
{
    list_four();
    bench_keys(&bench, "O g j D");
    struct order other = bench_order(9, 9, 2, "web");
    bench_list_orders(&bench, &other, 1);
    bench_keys(&bench, "y");
    cr_expect_null(bench_store(&bench, STORE_ORDER_REMOVE), "it was not asked about");
    cr_expect_str_eq(bench.app->status, "Nothing was removed: it has ended");
}

Test(orders_pane, Enter_shows_the_whole_order)
{
    list_four();
    bench_keys(&bench, "O g j Enter");
    const struct page *page = &bench.app->preview;
    cr_assert_gt(page->count, 5);
    cr_expect_str_eq(page->lines[1].value, "waits, None, next look 09:02");
    cr_expect_str_eq(page->lines[2].value, "air");
    cr_expect_str_eq(page->lines[4].value, "/srv/subs/{id}-{name}.{ext}");
    cr_expect_str_eq(page->lines[5].value, "kept");
}

/* A row of an act of orders. */
static struct act_row row_of(int64_t row, int64_t id, enum act_outcome outcome)
{
    return (struct act_row){
        .row = row, .id = id, .outcome = outcome, .when_ms = BENCH_WALL_MS, .version = -1};
}

/* The store lists the act of three, of which one is done by now: its file has 2 kB; the last one as given. */
static void list_act_with(enum act_outcome last)
{
    struct act act = {.act = 2,
                      .op = ENDPOINT_EXPORT,
                      .count = 3,
                      .begun_ms = BENCH_WALL_MS,
                      .rows = mem_zero(3, sizeof(struct act_row)),
                      .row_count = 3};
    act.rows[0] = row_of(2, 1, ACT_ROW_DONE);
    act.rows[0].name = mem_copy("/srv/subs/1.srt");
    act.rows[0].bytes = 2048;
    act.rows[0].reason = mem_copy("2 errors by bbc");
    act.rows[1] = row_of(3, 2, ACT_ROW_FAILED);
    act.rows[2] = row_of(4, 3, last);
    act.ended_ms = last == ACT_ROW_WAITS ? 0 : BENCH_WALL_MS;
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_CHANGED});
    bench_wait(&bench, 2000);
    struct store_result *result = store_result_new(bench_store(&bench, STORE_ACT_LIST));
    result->ok = true;
    result->acts = mem_alloc(sizeof *result->acts);
    result->acts[result->act_count++] = act;
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

static void list_act(void)
{
    list_act_with(ACT_ROW_WAITS);
}

Test(app_orders, the_end_of_an_act_of_several_is_said_with_its_sums, .init = setup, .fini = teardown)
{
    list_act();
    list_act_with(ACT_ROW_DONE);
    cr_expect_str_eq(bench.app->status, "Export of 3, 09:02: 2 done, 1 failed");
}

Test(orders_pane, the_line_of_an_act_has_its_sums_with_those_that_are_done)
{
    const struct order orders[] = {make_late(3, 2, 2), bench_order(4, 2, 3, "")};
    bench_list_orders(&bench, orders, 2);
    bench_keys(&bench, "O");
    list_act();
    cr_expect_str_has(bench_page_text(&bench, "orders"),
                      "*Export of 3 when done: 1 done, 1 failed, 1 waiting");
    bench_resize(&bench, 40, 10);
    cr_expect_str_has(bench_page_text(&bench, "orders"), "*Export of 3: *1 +1 !1");
    cr_expect_str_has(bench_page_text(&bench, "orders"), "!2 srt: already exists: 2.srt");
    cr_expect_str_has(bench_page_text(&bench, "orders"), "*3 srt: InProgress");
}

Test(orders_pane, D_on_the_line_of_an_act_with_one_left_asks_about_that_one)
{
    struct order order = make_late(3, 2, 2);
    bench_list_orders(&bench, &order, 1);
    bench_keys(&bench, "O");
    list_act();
    bench_keys(&bench, "g D");
    cr_expect_str_has(bench_question(&bench), "Remove the order of 2  Interview: dam keeper (Completed)?",
                      "%s", bench.app->question->text);
}

Test(orders_pane, the_page_of_one_order_tells_its_end)
{
    const struct order orders[] = {make_late(3, 2, 2), bench_order(4, 2, 3, "")};
    list_four();
    bench_keys(&bench, "O g j Enter");
    cr_expect_str_eq(bench.app->preview.lines[1].value, "waits, None, next look 09:02");
    bench_list_orders(&bench, orders, 2);
    list_act();
    cr_expect_str_eq(bench.app->preview.lines[1].value, "exported: /srv/subs/1.srt, 2.0 kB; 2 errors by bbc");
    bench_keys(&bench, "q");
    cr_expect_not(overlay_has(&bench.app->overlays, OVERLAY_PREVIEW));
}

Test(orders_pane, a_page_that_is_another_one_stays_when_orders_change)
{
    list_four();
    bench_keys(&bench, "O g j Enter q q ?");
    char *title = mem_copy(bench.app->preview.title);
    bench_list_orders(&bench, NULL, 0);
    list_act();
    cr_expect_str_eq(bench.app->preview.title, title);
    free(title);
}

Test(orders_pane, one_that_is_new_has_its_project_read_at_once)
{
    struct order order = bench_order(1, 1, 2, "air");
    bench_keys(&bench, "#");
    bench_type(&bench, "1");
    bench_keys(&bench, "Enter");
    bench_list_orders(&bench, NULL, 0);
    bench_complete(&bench);
    bench_wait(&bench, 1000);
    bench_clear(&bench);
    bench_list_orders(&bench, &order, 1);
    const struct call *call = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert_not_null(call, "one that is done is read in minutes otherwise");
    cr_expect_eq(call->project_id, 2);
}

Test(orders_pane, a_line_of_several_is_about_no_single_project)
{
    list_four();
    bench_keys(&bench, "O g i");
    cr_expect_str_eq(bench.app->status, "This line is about no single project");
}

Test(orders_pane, what_opens_a_project_is_not_named_by_the_key_that_overwrites_here)
{
    const struct order orders[] = {make_late(1, 1, 99)};
    bench_list_orders(&bench, orders, 1);
    bench_keys(&bench, "O g r");
    cr_expect_str_eq(bench.app->status, "99 is not on the watchlist: :open opens it");
    bench_keys(&bench, "q M D y");
    cr_assert_eq(bench.app->project_count, 0, "%s", bench.app->status);
    bench_keys(&bench, "O g e");
    cr_expect_str_eq(bench.app->status, "99 is not on the watchlist: :open opens it");
}

Test(orders_pane, a_key_about_a_project_is_about_that_of_the_line)
{
    list_four();
    bench_keys(&bench, "g j O g j");
    cr_assert_eq(app_selected(bench.app), 2);
    cr_assert_eq(page_line_at_hand(app_focus_page(bench.app))->id, 1);
    bench_keys(&bench, "e");
    cr_assert_not_null(app_form_top(bench.app));
    cr_expect_eq(app_form_top(bench.app)->project_id, 1);
    bench_keys(&bench, "Esc g e");
    cr_expect_null(app_form_top(bench.app), "the line is about three");
    cr_expect_str_eq(bench.app->status, "This line is about no single project");
}
