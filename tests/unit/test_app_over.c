/* A pane over a form: who has the keys, where both stand, and what becomes of the pane with the form. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
    bench_keys(&bench, "j e");
    cr_assert_not_null(app_form_top(bench.app));
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_over, .init = setup, .fini = teardown);

/* The details of the project at hand, over the form. */
static void open_details(void)
{
    struct event tick = {.kind = EVENT_TICK};
    bench.app->out = &bench.effects;
    app_pane_open_over(bench.app, "details");
    bench_event(&bench, &tick);
}

static bool pane_has_keys(void)
{
    return app_top(bench.app)->kind == OVERLAY_OVER_FORM;
}

Test(app_over, the_pane_has_the_keys_and_the_form_is_there_when_it_is_left)
{
    int field = form_position(app_form_top(bench.app)->form);
    open_details();
    cr_assert(pane_has_keys());
    cr_assert_gt(app_focus_page(bench.app)->count, 3u, "its lines are built");
    bench_keys(&bench, "j j");
    cr_assert_eq(app_focus_page(bench.app)->list.selected, 2);
    bench_keys(&bench, "q");
    cr_assert_eq(app_top(bench.app)->kind, OVERLAY_FORM);
    cr_assert_eq(form_position(app_form_top(bench.app)->form), field, "no key went there");
    bench_keys(&bench, "q");
    cr_assert_eq(bench.app->focus, PANE_LIST);
    cr_assert_eq(bench.app->layout.places, 2);
}

Test(app_over, what_is_done_to_projects_works_below_the_form_alone)
{
    open_details();
    bench_keys(&bench, "x D L");
    cr_assert(pane_has_keys());
    cr_assert_eq(bench.app->form_count, 1);
    cr_assert_not_null(bench.app->question);
    cr_assert_null(bench.app->question->text);
    cr_assert_str_has(bench.app->status, "works in");
    bench_command(&bench, "enqueue");
    cr_assert_str_eq(bench.app->status, "enqueue: leave the form first");
}

Test(app_over, from_132_columns_on_it_stands_beside_the_form_and_the_key_of_the_next_pane_changes_sides)
{
    bench_resize(&bench, 131, 43);
    open_details();
    cr_assert_eq(bench.app->layout.place[0].x, 0);
    bench_keys(&bench, "Tab");
    cr_assert(pane_has_keys(), "there is no other side");
    bench_resize(&bench, 132, 43);
    cr_assert_eq(bench.app->layout.form.w, 42);
    cr_assert_eq(bench.app->layout.place[0].x, 44);
    cr_assert_eq(bench.app->layout.place[0].w, 88);
    bench_keys(&bench, "Tab");
    cr_assert_eq(app_top(bench.app)->kind, OVERLAY_FORM);
    cr_assert_eq(bench.app->over.pane, bench.app->focus, "it is still there");
    bench_keys(&bench, "Tab +");
    cr_assert(pane_has_keys());
    cr_assert_eq(bench.app->layout.place[0].w, 132);
    bench_keys(&bench, "+");
    cr_assert_eq(bench.app->layout.place[0].w, 88);
}

Test(app_over, it_goes_with_its_form)
{
    bench_resize(&bench, 140, 43);
    open_details();
    bench_keys(&bench, "Tab q");
    cr_assert_eq(bench.app->form_count, 0);
    cr_assert_eq(bench.app->over.pane, PANE_LIST);
    cr_assert_eq(bench.app->focus, PANE_LIST);
    cr_assert_gt(bench.app->layout.places, 1);
}

Test(app_over, what_opens_by_itself_lies_below_the_form)
{
    struct event tick = {.kind = EVENT_TICK};
    open_details();
    int over = bench.app->focus;
    bench.app->out = &bench.effects;
    app_pane_open(bench.app, "activity");
    bench_event(&bench, &tick);
    cr_assert(pane_has_keys());
    cr_assert_eq(bench.app->focus, over);
    bench_keys(&bench, "q q");
    cr_assert_eq(bench.app->focus, app_pane_find(bench.app, "activity"));
}
