/* The bar offers what does something to the row, or to one of the marked. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void bar_start(void)
{
    bench_ready(&bench);
}

static void bar_stop(void)
{
    bench_free(&bench);
}

TestSuite(bar, .init = bar_start, .fini = bar_stop);

static bool offers(const char *hint)
{
    char hints[HINTS_SIZE];
    app_hints(bench.app, hints, sizeof hints, 200);
    return strstr(hints, hint) != NULL;
}

/* The cursor rests on the next project. */
static void go_down(void)
{
    bench_keys(&bench, "j");
    bench_wait(&bench, APP_FOLLOW_MS);
}

/* The label of the row under the cursor. */
static const char *bench_line(void)
{
    const struct page *page = app_focus_page(bench.app);
    const char *label = page->lines[page->list.selected].label;
    return label ? label : "";
}

Test(bar, offers_an_export_of_what_has_captions)
{
    cr_expect_not(offers("x Export"), "1 is None");
    go_down();
    cr_expect(offers("x Export"), "2 is Completed");
    bench_keys(&bench, "g Space");
    cr_expect_not(offers("x Export"), "1 alone is marked");
    bench_keys(&bench, "Space");
    cr_expect(offers("x Export"), "2 is marked, too");
}

Test(bar, is_not_drawn_by_a_cursor_that_moves_on)
{
    bench_keys(&bench, "j");
    cr_expect_not(offers("x Export"), "it follows with the details");
}

Test(bar, offers_all_where_nothing_follows)
{
    bench_set(&bench, SETTING_FOLLOW, "false");
    cr_expect(offers("x Export"));
}

Test(bar, offers_an_enqueue_of_what_can_be_sent)
{
    struct app_project *first = app_project_find(bench.app, 1);
    cr_expect(offers("e Enqueue"));
    first->has_no_media = true;
    cr_expect_not(offers("e Enqueue"));
    first->has_no_media = false;
    first->is_read_only = true;
    cr_expect_not(offers("e Enqueue"));
    bench_keys(&bench, "M");
    cr_expect(offers("e Enqueue"), "others can");
}

Test(bar, offers_nothing_for_a_project_that_is_not_there)
{
    struct call call = {.op = ENDPOINT_GET_PROJECT, .project_id = 2};
    go_down();
    cr_assert(offers("e Enqueue"));
    bench_keys(&bench, "r");
    call.serial = bench_call(&bench, ENDPOINT_GET_PROJECT)->serial;
    bench_answer_error(&bench, &call, ERROR_NOT_FOUND, 404, "Project 2 was not found.");
    bench_keys(&bench, "Esc");
    cr_expect_not(offers("e Enqueue"));
    cr_expect_not(offers("x Export"));
}

Test(bar, of_details_names_the_pane_that_enter_opens)
{
    bench_keys(&bench, "i");
    cr_expect_not(offers("Enter "), "State");
    for (int i = 0; i < 20 && strncmp(bench_line(), "Tags", 4) != 0; i++)
        bench_keys(&bench, "j");
    cr_expect(offers("Enter Tags"));
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(app_focus_ops(bench.app)->name, "tags");
}

Test(bar, of_tags_names_what_deletes_one_where_there_is_one_and_nothing_that_adds)
{
    bench_keys(&bench, "t");
    cr_expect(offers("d Delete"));
    cr_expect_not(offers("a Add"));
}

Test(bar, of_metadata_offers_to_put_back_what_was_replaced)
{
    bench_keys(&bench, "m");
    cr_expect(offers("a Set"));
    cr_expect_not(offers("Put back"));
    cr_expect_not(offers("d Delete"));
}
