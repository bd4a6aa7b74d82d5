/* A long watchlist: its first rows alone are on the screen at first, the others come in slices. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/counts.h"
#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

#define ROWS  24
#define SLICE 1000

static struct bench bench;
static int64_t watched; /* as many in the store, by their ids from 1 */

static void slices_start(void)
{
    watched = 2500;
    bench_init(&bench, "secret-token");
    bench_start(&bench, 80, ROWS);
}

static void slices_stop(void)
{
    bench_free(&bench);
}

TestSuite(app_slices, .init = slices_start, .fini = slices_stop);

/* One row as the store has it. */
static struct store_row slices_row(int64_t id)
{
    return (struct store_row){.id = id,
                              .place = id,
                              .known = true,
                              .state = mem_copy(id % 2 ? "None" : "Completed"),
                              .name = mem_printf("Name %d", (int)(watched - id)),
                              .length = mem_copy("00:42:10"),
                              .tags = mem_copy(""),
                              .version = 1,
                              .fetched_ms = BENCH_WALL_MS - 1000};
}

/* The store answers the slice that is asked for; false where none is. Returns how many rows in *count. */
static bool answer_slice(int64_t *count)
{
    const struct store_op *op = bench_store(&bench, STORE_LOAD);
    if (!op)
        return false;
    struct store_result *result = store_result_new(op);
    int64_t id = op->id + 1, end = op->number ? op->id + op->number : watched;
    end = end < watched ? end : watched;
    result->ok = true;
    result->number = op->id ? 0 : watched;
    result->rows = mem_zero((size_t)(end - id + 2), sizeof *result->rows);
    for (; id <= end; id++)
        result->rows[result->row_count++] = slices_row(id);
    *count = (int64_t)result->row_count;
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
    return true;
}

static void draw_first(void)
{
    bench_input(&bench, &(struct app_input){.kind = INPUT_DRAWN});
}

/* All slices that come; returns how many. */
static int answer_all(void)
{
    int64_t count;
    int slices = 0;
    while (answer_slice(&count)) {
        cr_assert_leq(count, SLICE);
        slices++;
    }
    return slices;
}

static void expect_all(void)
{
    char text[64];
    cr_assert_eq(bench.app->list.count, (size_t)watched, "%zu rows", bench.app->list.count);
    for (int64_t i = 0; i < watched; i++)
        cr_assert_eq(bench.app->list.ids[i], i + 1);
    app_counts_total(bench.app, text, sizeof text);
    cr_expect_str_eq(text, "2500 projects");
    app_counts_marks(bench.app, text, sizeof text);
    cr_expect_str_eq(text, "*0 +1250 !0");
}

Test(app_slices, the_rows_of_one_screen_come_first_and_nothing_is_counted_by_them)
{
    char text[256] = "";
    int64_t count;
    cr_assert(answer_slice(&count));
    cr_expect_eq(count, ROWS + 1);
    cr_expect_eq(bench.app->list.count, ROWS + 1);
    cr_expect_not_null(bench_store(&bench, STORE_PROJECT_LOAD), "the details of the first");
    cr_expect_null(bench_store(&bench, STORE_LOAD), "the others wait for the first picture");
    app_counts_total(bench.app, text, sizeof text);
    cr_expect_str_eq(text, "");
    app_counts_words(bench.app, ", ", text, sizeof text);
    cr_expect_str_eq(text, "");
    cr_expect_eq(app_project_highest(bench.app), watched, "columns are as wide as they will be");
    bench_clear(&bench);
    draw_first();
    cr_expect_eq(answer_all(), 3);
    expect_all();
}

Test(app_slices, what_only_later_slices_hold_is_not_dropped_and_the_cursor_stays)
{
    int64_t count;
    answer_slice(&count);
    bench_keys(&bench, "j j");
    draw_first();
    answer_all();
    cr_expect_eq(app_selected(bench.app), 3);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_CHANGED});
    answer_slice(&count);
    cr_expect_eq(bench.app->project_count, (size_t)watched);
    answer_all();
    expect_all();
    cr_expect_eq(app_selected(bench.app), 3);
}

Test(app_slices, what_another_session_removed_goes_with_the_last_slice)
{
    int64_t count;
    answer_slice(&count);
    draw_first();
    answer_all();
    watched = 10;
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_CHANGED});
    cr_expect_eq(answer_all(), 1);
    cr_expect_eq(bench.app->list.count, 10);
    cr_expect_eq(bench.app->project_count, 10);
}

Test(app_slices, a_change_while_they_come_has_them_loaded_once_more)
{
    int64_t count;
    answer_slice(&count);
    draw_first();
    answer_slice(&count);
    for (int i = 0; i < 3; i++)
        bench_event(&bench, &(struct event){.kind = EVENT_STORE_CHANGED});
    cr_expect_eq(answer_all(), 2 + 3);
    expect_all();
}

Test(app_slices, the_end_that_was_wanted_before_all_was_there_is_the_last_row)
{
    int64_t count;
    answer_slice(&count);
    bench_keys(&bench, "G");
    cr_expect_eq(app_selected(bench.app), ROWS + 1, "the last one that is there");
    draw_first();
    answer_all();
    cr_expect_eq(app_selected(bench.app), watched);
}

Test(app_slices, the_end_is_not_gone_to_once_the_cursor_was_led_elsewhere)
{
    int64_t count;
    answer_slice(&count);
    bench_keys(&bench, "G k");
    draw_first();
    answer_all();
    cr_expect_eq(app_selected(bench.app), ROWS);
}

Test(app_slices, the_end_of_a_list_that_is_filtered_empty_is_no_row)
{
    int64_t count;
    answer_slice(&count);
    bench_keys(&bench, "f");
    bench_type(&bench, "nothing-like-it");
    bench_keys(&bench, "Enter G");
    draw_first();
    answer_all();
    cr_expect_eq(app_selected(bench.app), 0);
}

Test(app_slices, a_sorted_list_is_shown_when_all_of_it_is_there)
{
    int64_t count;
    const struct store_op *op = bench_store(&bench, STORE_SORT_LOAD);
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->text = mem_copy("name");
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
    cr_assert(answer_slice(&count));
    cr_expect_eq(bench.app->list.count, 0);
    cr_expect_not_null(bench_store(&bench, STORE_LOAD), "it does not wait for the picture");
    answer_all();
    cr_expect_eq(bench.app->list.count, (size_t)watched);
    cr_expect_eq(bench.app->list.ids[0], watched, "the name with the least number");
}

Test(app_slices, all_are_not_marked_while_only_some_are_there)
{
    int64_t count;
    answer_slice(&count);
    bench_keys(&bench, "M");
    cr_expect_eq(bench.app->list.mark_count, 0);
    cr_expect_str_eq(bench.app->status, "Not all projects are loaded yet: again in a moment");
    bench_clear(&bench);
    draw_first();
    answer_all();
    bench_keys(&bench, "M");
    cr_expect_eq(bench.app->list.mark_count, (size_t)watched);
}

Test(app_slices, all_are_not_refreshed_or_counted_while_only_some_are_there)
{
    int64_t count;
    answer_slice(&count);
    bench_keys(&bench, "R");
    cr_expect_str_eq(bench.app->status, "Not all projects are loaded yet: again in a moment");
    bench_keys(&bench, "/");
    bench_type(&bench, "name");
    bench_keys(&bench, "Enter");
    cr_expect_str_lacks(bench.app->status, " of 25 ");
    bench_clear(&bench);
    draw_first();
    answer_all();
    cr_expect_eq(bench.app->list.count, (size_t)watched);
    bench_keys(&bench, "R");
    cr_expect_str_eq(bench.app->status, "Refreshing 2500 projects");
}

Test(app_slices, acts_are_found_in_the_projects_of_later_slices_though_one_was_removed_meanwhile)
{
    int64_t count;
    answer_slice(&count);
    bench_keys(&bench, "D y");
    draw_first();
    for (int i = 0; i < 3; i++)
        cr_assert(answer_slice(&count), "%d", i);
    bench_wait(&bench, 2000);
    cr_assert(answer_slice(&count));
    cr_expect_neq(count, SLICE, "the last");
    cr_expect_not_null(bench_store(&bench, STORE_ACT_LIST));
}
