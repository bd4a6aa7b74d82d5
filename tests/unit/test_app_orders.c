/* The application: standing orders beside their pane, in details and questions, and what is said of their
 * ends. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "app_orders.h"
#include "steno/base/mem.h"
#include "steno/client/orders.h"
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

/* One whose project failed. */
static struct order make_failed(int64_t row, int64_t act, int64_t id)
{
    struct order order = bench_order(row, act, id, "");
    order.outcome = ACT_ROW_REFUSED;
    order.reason = mem_copy("project 3 is Failed");
    order.ended_ms = BENCH_WALL_MS;
    return order;
}

Test(app_orders, the_details_say_what_follows, .init = setup, .fini = teardown)
{
    const struct order orders[] = {bench_order(1, 1, 3, "air"), bench_order(2, 1, 3, "web"),
                                   make_failed(3, 3, 2)};
    bench_list_orders(&bench, orders, 3);
    bench_keys(&bench, "g j j i");
    bench_wait(&bench, 400);
    const char *state = bench_page_value(&bench, "details", "State");
    cr_expect_str_has(state, "then exports air, web");
    char *then = app_orders_then(bench.app, 2);
    cr_expect_null(then, "it has failed: nothing follows");
    cr_expect_eq(app_orders_of(bench.app, 3), 2);
    cr_expect_eq(app_orders_of(bench.app, 2), 0);
}

Test(app_orders, removing_a_project_from_the_watchlist_says_that_its_order_stays, .init = setup,
     .fini = teardown)
{
    struct order order = bench_order(1, 1, 3, "air");
    bench_list_orders(&bench, &order, 1);
    bench_keys(&bench, "g j j D");
    cr_expect_str_eq(bench.app->question->note, "It stays on the server, its order here.");
    bench_keys(&bench, "n g D");
    cr_expect_str_eq(bench.app->question->note, "It stays on the server.");
    bench_keys(&bench, "n M D");
    cr_expect_str_eq(bench.app->question->note, "They stay on the server, their orders here.");
}

Test(app_orders, one_that_was_done_is_told_with_its_file, .init = setup, .fini = teardown)
{
    struct order order = bench_order(1, 1, 3, "air");
    order.outcome = ACT_ROW_DONE;
    order.path = mem_copy("/srv/subs/3.srt");
    order.size = 2048;
    app_orders_told(bench.app, &order, NULL);
    cr_expect_str_eq(bench.app->status, "Exported /srv/subs/3.srt, 2.0 kB");
    cr_expect_str_eq(app_project_find(bench.app, 3)->exported.format, "srt");
    order_clear(&order);
}

Test(app_orders, one_that_failed_is_told_with_its_reason_and_where_it_is_listed, .init = setup,
     .fini = teardown)
{
    struct error failure;
    struct order order = make_failed(1, 1, 3);
    error_set(&failure, ERROR_REJECTED, "project 3 is Failed");
    app_orders_told(bench.app, &order, &failure);
    cr_expect_str_eq(bench.app->status, "3 was not exported: project 3 is Failed; O lists it");
    order_clear(&order);
}

Test(app_orders, one_that_is_tried_again_says_nothing, .init = setup, .fini = teardown)
{
    struct error failure;
    struct order order = bench_order(1, 1, 3, "air");
    app_say(bench.app, "hello");
    error_set(&failure, ERROR_SERVER, "server error (503)");
    app_orders_told(bench.app, &order, &failure);
    cr_expect_str_eq(bench.app->status, "hello");
    order_clear(&order);
}

Test(app_orders, a_project_that_is_not_on_the_watchlist_is_read_for_its_order, .init = setup,
     .fini = teardown)
{
    struct order order = bench_order(1, 1, 77, "air");
    bench_list_orders(&bench, &order, 1);
    const struct call *call = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert_not_null(call);
    cr_expect_eq(call->project_id, 77);
    char *json = bench_json(77, "InProgress", "Not on the list");
    bench_answer_project(&bench, call, json);
    const struct store_op *kept = bench_store(&bench, STORE_PROJECT_SAVE);
    cr_assert_not_null(kept, "the store is told of its state");
    cr_expect_eq(kept->id, 77);
    cr_expect_null(app_project_find(bench.app, 77));
    free(json);
}

Test(app_orders, are_carried_out_too_where_projects_were_named_at_the_start, .fini = teardown)
{
    const struct bench_row rows[] = {{1, "None", "One"}};
    struct error err;
    bench_init(&bench, "secret-token");
    bench.app = app_new(&bench.settings, &err);
    cr_assert_not_null(bench.app, "%s", err.text);
    bench_open(&bench, 80, 24, (const int64_t[]){1, 2}, 2);
    bench_answer_load(&bench, rows, 1);
    cr_expect_not_null(bench_store(&bench, STORE_ORDER_LIST));
    bench_wait(&bench, 1000);
    cr_expect_not_null(bench_store(&bench, STORE_ACT_LIST), "their acts, and all others");
}

Test(app_orders, one_that_failed_is_offered_again_with_the_next_enqueue, .init = setup, .fini = teardown)
{
    const struct order orders[] = {make_failed(1, 1, 1), bench_order(2, 2, 2, "air")};
    bench_list_orders(&bench, orders, 2);
    bench_keys(&bench, "g e X");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE),
                         "{\"Data\":{\"Id\":1,\"AccessToken\":8,\"ProcessingState\":\"InProgress\"}}");
    cr_expect_str_eq(bench.app->status,
                     "1 is enqueued. Its order srt has failed: O, then x has it wait for this run");
}

Test(app_orders, those_that_failed_are_offered_again_at_the_end_of_a_batch, .init = setup, .fini = teardown)
{
    const struct order orders[] = {make_failed(1, 1, 1), bench_order(2, 2, 2, "air")};
    bench_list_orders(&bench, orders, 2);
    bench_keys(&bench, "M e X y");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE),
                         "{\"Data\":{\"Id\":1,\"AccessToken\":8,\"ProcessingState\":\"InProgress\"}}");
    cr_expect_str_eq(bench.app->status,
                     "Enqueued 1 of 3, 43 min; 2 not sent, still marked; Orders of them have failed. "
                     "O shows them, and x there has one wait for its run");
}
