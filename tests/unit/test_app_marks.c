/* How projects are marked, and what the marks change from every pane. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/app/say.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_marks, .init = setup, .fini = teardown);

/* The marked ids: "1 3". */
static const char *marked(void)
{
    static char out[100];
    out[0] = '\0';
    for (size_t i = 0; i < bench.app->list.mark_count; i++)
        snprintf(out + strlen(out), sizeof out - strlen(out), "%s%lld", i ? " " : "",
                 (long long)bench.app->list.marks[i]);
    return out;
}

static const char *hints(void)
{
    static char out[400];
    app_hints(bench.app, out, sizeof out, 300);
    return out;
}

Test(app_marks, all_that_are_shown_are_marked_at_once)
{
    bench_keys(&bench, "M");
    cr_expect_str_eq(marked(), "1 2 3");
}

Test(app_marks, ten_are_removed_by_their_number_and_nine_by_y)
{
    bench_command(&bench, "open 1000001-1000007");
    bench_command(&bench, "projects");
    bench_keys(&bench, "M D y");
    cr_assert_str_has(bench_question(&bench), "Remove 10 projects from the watchlist (", "y is no number");
    bench_keys(&bench, "Esc g Space D y");
    cr_expect_eq(bench.app->project_count, 1, "nine");
    bench_command(&bench, "open 1000001-1000009");
    bench_command(&bench, "projects");
    bench_keys(&bench, "u M D");
    bench_type(&bench, "10");
    bench_keys(&bench, "Enter");
    cr_expect_eq(bench.app->project_count, 0);
}

Test(app_marks, all_leaves_out_what_the_filter_hides_and_keeps_its_mark)
{
    bench_keys(&bench, "Space");
    bench_command(&bench, "filter Interview");
    bench_keys(&bench, "M");
    cr_expect_str_eq(marked(), "1 2");
}

Test(app_marks, marks_are_cleared_from_every_pane)
{
    bench_keys(&bench, "Space L u");
    cr_expect_str_eq(marked(), "");
    bench_keys(&bench, "u");
    cr_expect_str_eq(bench.app->status, "Nothing is marked");
}

Test(app_marks, the_key_bar_is_another_one_while_projects_are_marked)
{
    cr_expect_str_lacks(hints(), "Remove");
    bench_keys(&bench, "Space Space");
    cr_expect_str_has(hints(), "e Enqueue  x Export  ");
    cr_expect_str_has(hints(), "D Remove");
    cr_expect_str_has(hints(), "u Unmark");
    bench_keys(&bench, "L");
    cr_expect_str_has(hints(), "e Enqueue  ", "from any pane: %s", hints());
    cr_expect_str_has(hints(), "x Export  ", "from any pane: %s", hints());
}

Test(app_marks, a_form_opened_from_any_pane_is_about_the_marked_projects)
{
    bench_keys(&bench, "Space Space L x");
    cr_assert_str_eq(app_form_top(bench.app)->title, "Export 2 marked projects");
}

Test(app_marks, a_question_names_first_what_the_list_does_not_show)
{
    bench_keys(&bench, "M");
    bench_command(&bench, "filter council");
    bench_keys(&bench, "D");
    cr_expect_str_eq(bench.app->question->note, "2 are not shown: 2-3\nThey stay on the server.");
    bench_keys(&bench, "n u f ^U Enter M D");
    cr_expect_str_eq(bench.app->question->note, "They stay on the server.");
}

Test(app_marks, a_copy_in_the_list_takes_the_marked_ids)
{
    bench_keys(&bench, "Space j Space y");
    cr_expect_str_eq(bench_effect(&bench, EFFECT_COPY)->text, "1 3");
}
