/* The drawn screens of standing orders, cell by cell: their pane and the questions about them; with bytes. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "screen.h"
#include "screen/sixty.h"
#include "steno/base/mem.h"
#include "steno/core/export_plan.h"
#include "support/asserts.h"
#include "support/budget.h"
#include "support/screen.h"

#define MINUTE INT64_C(60000)

static struct bench bench;

static void orders_stop(void)
{
    bench_free(&bench);
}

TestSuite(orders, .fini = orders_stop);

static void open_afternoon(int cols, int rows)
{
    sixty_afternoon(&bench, cols, rows, &(struct sixty){.credit = 37});
}

/* The act that the orders are of, which are its rows. */
static struct act act_of(const struct order *orders, size_t count)
{
    struct act act = {.act = orders->act,
                      .op = ENDPOINT_EXPORT,
                      .count = (int64_t)count,
                      .begun_ms = orders->given_ms,
                      .rows = mem_zero(count, sizeof *act.rows),
                      .row_count = count};
    for (size_t i = 0; i < count; i++)
        act.rows[i] = (struct act_row){.row = orders[i].row,
                                       .id = orders[i].id,
                                       .outcome = orders[i].outcome,
                                       .when_ms = orders[i].given_ms};
    return act;
}

/* The store lists the acts of these orders. */
static void list_acts(const struct order *orders, size_t count)
{
    bench_wait(&bench, 1000);
    const struct store_op *op = bench_store(&bench, STORE_ACT_LIST);
    cr_assert_not_null(op);
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->acts = mem_zero(count + 1, sizeof *result->acts);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && orders[to].act == orders[from].act;)
            to++;
        result->acts[result->act_count++] = act_of(&orders[from], to - from);
    }
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

/* The store lists these and their acts, and all is drawn. */
static void list_orders(const struct order *orders, size_t count)
{
    bench_list_orders(&bench, orders, count);
    list_acts(orders, count);
    sixty_answer_reads(&bench);
    screen_draw(bench.app, DIRTY_ALL);
    bench_clear(&bench);
    screen_bytes();
}

/* One that was given so many minutes ago. */
static struct order order_of(int64_t act, int64_t id, const char *preset, int minutes)
{
    static int64_t row;
    struct order order = bench_order(++row, act, id, preset);
    order.given_ms = SIXTY_WALL_MS - minutes * MINUTE;
    return order;
}

/* One that ended with this reason; `path` of the file that has its name, or NULL. */
static struct order order_ended(int64_t act, int64_t id, int minutes, const char *reason, const char *path)
{
    struct order order = order_of(act, id, "", minutes);
    order.outcome = ACT_ROW_FAILED;
    order.reason = mem_copy(reason);
    order.path = mem_copy_or_null(path);
    order.ended_ms = SIXTY_WALL_MS - MINUTE;
    return order;
}

/* One whose tries fail. */
static struct order order_tried(int64_t act, int64_t id, int minutes, const char *reason)
{
    struct order order = order_of(act, id, "web", minutes);
    order.tries = 3;
    order.reason = mem_copy(reason);
    order.next_ms = SIXTY_WALL_MS + 10 * MINUTE;
    return order;
}

/* What the day has of everything: one that failed, an act of four, and two presets of one project. */
static void list_some(void)
{
    const struct order orders[] = {
        order_ended(1, 4, 88, "project 4 is Failed", NULL),
        order_of(2, 15, "", 10),
        order_ended(2, 27, 10, "/srv/subs/27-Lecture_27.srt exists already", "/srv/subs/27-Lecture_27.srt"),
        order_tried(2, 2, 10, "Export project 2: server error (503)"),
        order_of(2, 28, "", 10),
        order_of(3, 19, "air", 2),
        order_of(3, 19, "web", 2)};
    list_orders(orders, sizeof orders / sizeof orders[0]);
}

/* Thirty of one act, and ten that have failed. */
static void list_many(void)
{
    struct order orders[40];
    for (int i = 0; i < 10; i++)
        orders[i] = order_ended(1 + i, 40 + i, 60 - i, "Export project: access denied (403)", NULL);
    for (int i = 0; i < 30; i++)
        orders[10 + i] = order_of(11, 15 + i, "", 2);
    list_orders(orders, 40);
}

static void open_pane(void)
{
    bench_keys(&bench, "O");
}

Test(orders, none80)
{
    open_afternoon(80, 24);
    list_orders(NULL, 0);
    open_pane();
    mock_expect(&bench, "orders/none80");
}

Test(orders, some80)
{
    open_afternoon(80, 24);
    list_some();
    open_pane();
    mock_show(&bench);
    size_t bytes = screen_bytes();
    BUDGET("orders", bytes, BUDGET_PANE);
    mock_expect(&bench, "orders/some80");
}

Test(orders, some40)
{
    open_afternoon(40, 10);
    list_some();
    open_pane();
    mock_expect(&bench, "orders/some40");
}

Test(orders, some132)
{
    open_afternoon(132, 43);
    list_some();
    open_pane();
    mock_expect(&bench, "orders/some132");
}

Test(orders, many80)
{
    open_afternoon(80, 24);
    list_many();
    open_pane();
    mock_expect(&bench, "orders/many80");
}

Test(orders, many40)
{
    open_afternoon(40, 10);
    list_many();
    open_pane();
    mock_expect(&bench, "orders/many40");
}

Test(orders, one80)
{
    open_afternoon(80, 24);
    list_some();
    bench_keys(&bench, "O j j j j Enter");
    mock_expect(&bench, "orders/one80");
}

Test(orders, then80)
{
    open_afternoon(80, 24);
    list_some();
    bench_keys(&bench, "#");
    bench_type(&bench, "19");
    bench_keys(&bench, "Enter");
    bench_wait(&bench, 400);
    sixty_answer_reads(&bench);
    mock_expect(&bench, "orders/then80");
}

/* --- questions --- */

Test(orders, remove80)
{
    open_afternoon(80, 24);
    list_some();
    bench_keys(&bench, "O j j j");
    mock_show(&bench);
    screen_bytes();
    bench_keys(&bench, "D");
    mock_show(&bench);
    BUDGET("question", screen_bytes(), BUDGET_QUESTION);
    mock_expect(&bench, "orders/remove80");
}

Test(orders, remove40)
{
    open_afternoon(40, 10);
    list_some();
    bench_keys(&bench, "O g D");
    mock_expect(&bench, "orders/remove40");
}

/* What stands in the folder: files of these ids, which steno did not write. */
static void answer_look(const char *ids)
{
    struct store_op *op = bench_store(&bench, STORE_EXPORTS_LOOK);
    cr_assert_not_null(op);
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->look = op->look;
    op->look = NULL;
    for (size_t i = 0; i < result->look->count; i++) {
        char *id = mem_printf(" %d ", (int)result->look->items[i].id);
        if (strstr(ids, id)) {
            result->look->items[i].file = EXPORT_FOREIGN;
            result->look->items[i].edited_ms = SIXTY_WALL_MS - 60 * MINUTE;
        }
        free(id);
    }
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

/* The form of what is marked or under the cursor is sent: the question is open. */
static void ask_export(const char *ids)
{
    bench_keys(&bench, "x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    form_put(app_form_top(bench.app)->form, "Folder", "/srv/subs");
    bench.looked = UINT64_MAX;
    mock_show(&bench);
    screen_bytes();
    bench_keys(&bench, "X");
    answer_look(ids);
    mock_show(&bench);
    BUDGET("question", screen_bytes(), BUDGET_QUESTION);
}

/* The cursor goes to this project. */
static void go_to(const char *id)
{
    bench_keys(&bench, "#");
    bench_type(&bench, id);
    bench_keys(&bench, "Enter");
    bench_wait(&bench, 400);
    sixty_answer_reads(&bench);
    mock_show(&bench);
}

Test(orders, wait_one80)
{
    open_afternoon(80, 24);
    go_to("19");
    ask_export("");
    mock_expect(&bench, "orders/wait_one80");
}

Test(orders, wait_one40)
{
    open_afternoon(40, 10);
    go_to("19");
    ask_export("");
    mock_expect(&bench, "orders/wait_one40");
}

Test(orders, wait_one_over80)
{
    open_afternoon(80, 24);
    go_to("19");
    ask_export(" 19 ");
    mock_expect(&bench, "orders/wait_one_over80");
}

/* Marks these and asks. */
static void ask_marked(const char *filter, const char *ids)
{
    bench_keys(&bench, "f");
    bench_type(&bench, filter);
    bench_keys(&bench, "Enter M");
    bench_wait(&bench, 400);
    sixty_answer_reads(&bench);
    ask_export(ids);
}

Test(orders, wait_none80)
{
    open_afternoon(80, 24);
    go_to("27");
    ask_export("");
    mock_expect(&bench, "orders/wait_none80");
}

Test(orders, wait_batch80)
{
    open_afternoon(80, 24);
    ask_marked("court", " 59 ");
    mock_expect(&bench, "orders/wait_batch80");
}

Test(orders, wait_batch40)
{
    open_afternoon(40, 10);
    ask_marked("court", " 59 ");
    mock_expect(&bench, "orders/wait_batch40");
}

Test(orders, wait_batch132)
{
    open_afternoon(132, 43);
    ask_marked("court", " 59 ");
    mock_expect(&bench, "orders/wait_batch132");
}

Test(orders, wait_all80)
{
    open_afternoon(80, 24);
    ask_marked("state:in", "");
    mock_expect(&bench, "orders/wait_all80");
}

Test(orders, wait_all_over80)
{
    open_afternoon(80, 24);
    ask_marked("state:in", " 15 19 23 ");
    mock_expect(&bench, "orders/wait_all_over80");
}
