/* The history pane: what happened to the project at hand, and to no other. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "support/app_bench.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_history, .init = setup, .fini = teardown);

/* Reads a project again: it has another state now. */
static void read_as(int64_t id, const char *state)
{
    char *json = bench_json(id, state, "Council meeting, 14 May");
    app_project_find(bench.app, id)->fresh = true;
    bench_keys(&bench, "r");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
}

Test(app_history, shows_what_happened_to_this_project_alone_newest_first)
{
    read_as(1, "Queued");
    read_as(1, "InProgress");
    bench_keys(&bench, "j");
    read_as(2, "Failed");
    bench_keys(&bench, "k");
    bench_command(&bench, "history");
    const struct page *page = app_page_of(bench.app, "history");
    cr_assert_eq(bench.app->focus, app_pane_find(bench.app, "history"));
    cr_expect_str_eq(page->title, "History of 1  Council meeting, 14 May");
    cr_assert_eq(page->count, 2u);
    cr_expect_not_null(strstr(page->lines[0].value, "Queued → InProgress"), "%s", page->lines[0].value);
    cr_expect_not_null(strstr(page->lines[1].value, "None → Queued"), "%s", page->lines[1].value);
    cr_expect_eq(page->list.selected, 0u);
}

Test(app_history, follows_what_happens_while_it_is_open)
{
    bench_command(&bench, "history");
    cr_assert(bench_page_has(&bench, "history", "Nothing has happened to it yet"));
    read_as(1, "Queued");
    cr_expect(bench_page_has(&bench, "history", "None → Queued"));
    cr_expect_not(bench_page_has(&bench, "history", "Nothing has happened"));
}

Test(app_history, q_leads_back_and_copy_takes_a_line)
{
    read_as(1, "Queued");
    bench_command(&bench, "history");
    bench_keys(&bench, "y");
    cr_expect_not_null(strstr(bench_effect(&bench, EFFECT_COPY)->text, "None → Queued"));
    bench_keys(&bench, "q");
    cr_expect_eq(bench.app->focus, PANE_LIST);
}
