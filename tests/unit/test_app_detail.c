/* Panes that are lists: a head above the rows, and what is known of the row with the cursor below them. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "support/app_bench.h"
#include "support/asserts.h"

#define LEAST_ROWS 14 /* of a pane that has a detail */

static struct bench bench;

/* Forty rows in two columns, the second in a tone of its own. */
static void list_build(struct app *app, struct page *page, int cells)
{
    (void)app, (void)cells;
    page_title(page, "Rows");
    page->columns[0] = (struct page_column){.end = 6};
    page->columns[1] = (struct page_column){.col = 7, .end = 9, .is_toned = true};
    page->column_count = 2;
    page->text_col = 10;
    page->is_list = true;
    page_head(page, LINE_NOTE, "no\t", "text");
    for (int i = 0; i < 40; i++) {
        char cells_text[32];
        snprintf(cells_text, sizeof cells_text, "%d\tE", i);
        page_add_cells(page, LINE_BAD, cells_text, "a row");
    }
}

static void list_detail(struct app *app, struct page *page, int cells, size_t most)
{
    char text[64];
    snprintf(text, sizeof text, "row %zu of %zu rows, %d cells", app_focus_page(app)->list.selected, most,
             cells);
    page_add(page, LINE_TEXT, NULL, text);
}

static const struct pane_ops list_ops = {
    .name = "activity", .title = "Rows", .covers = true, .build = list_build, .detail = list_detail};

static void setup(void)
{
    bench_ready(&bench);
    bench.app->panes[app_pane_find(bench.app, "activity")].ops = &list_ops;
    bench_keys(&bench, "L");
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_detail, .init = setup, .fini = teardown);

static const char *detail(void)
{
    const struct page *page = &bench.app->panes[bench.app->focus].detail;
    return page->count > 0 ? page->lines[0].value : "";
}

Test(app_detail, follows_the_cursor_once_it_rests)
{
    cr_assert_str_eq(detail(), "row 0 of 5 rows, 79 cells");
    bench_keys(&bench, "j");
    bench_wait(&bench, 100);
    bench_keys(&bench, "j");
    bench_wait(&bench, 149);
    cr_assert_str_eq(detail(), "row 0 of 5 rows, 79 cells");
    bench_wait(&bench, 1);
    cr_assert_str_eq(detail(), "row 2 of 5 rows, 79 cells");
}

Test(app_detail, the_list_leaves_room_for_it_and_for_the_head)
{
    cr_assert_eq(app_pane_height(bench.app, bench.app->focus), 24 - 3 - 2 - 5);
    bench_resize(&bench, 80, 33);
    cr_assert_eq(app_pane_height(bench.app, bench.app->focus), 33 - 3 - 2 - 8);
    bench_resize(&bench, 80, LEAST_ROWS + 3);
    cr_assert_gt(app_detail_rows(bench.app, bench.app->focus), 0);
    bench_resize(&bench, 80, LEAST_ROWS + 2);
    cr_assert_eq(app_detail_rows(bench.app, bench.app->focus), 0);
    cr_assert_str_eq(detail(), "");
}

Test(app_detail, a_terminal_that_is_too_small_asks_for_no_turn_of_it)
{
    bench_keys(&bench, "j");
    bench_resize(&bench, 39, 24);
    bench_wait(&bench, 150);
    cr_assert_gt(bench.effects.deadline_ms, bench.now_ms, "due %lld ms ago",
                 (long long)(bench.now_ms - bench.effects.deadline_ms));
    bench_resize(&bench, 80, 24);
    bench_wait(&bench, 150);
    cr_assert_str_eq(detail(), "row 1 of 5 rows, 79 cells");
}
