/* The way out: what q, Esc and ^G lead back from, and when q quits. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void leave_start(void)
{
    bench_ready(&bench);
}

static void leave_stop(void)
{
    bench_free(&bench);
}

TestSuite(leave, .init = leave_start, .fini = leave_stop);

static bool quits(void)
{
    return bench_effect(&bench, EFFECT_QUIT) != NULL;
}

Test(leave, q_on_the_list_quits)
{
    bench_keys(&bench, "q");
    cr_expect(quits());
}

Test(leave, a_q_that_was_typed_before_the_list_was_drawn_does_not_quit)
{
    bench_keys(&bench, "t");
    bench_burst(&bench, "q q");
    cr_expect_not(quits());
    cr_expect_eq(bench.app->focus, PANE_LIST);
    cr_expect_str_eq(bench.app->status, "q was typed before the list was here: press it again to quit");
    bench_keys(&bench, "q");
    cr_expect(quits());
}

Test(leave, a_q_that_was_typed_before_the_first_picture_does_not_quit)
{
    bench_input(&bench, &(struct app_input){.kind = INPUT_KEY, .key = key_char('q'), .seen = 0});
    cr_expect_not(quits());
}

Test(leave, nothing_was_drawn_on_a_terminal_that_is_too_small_and_q_quits)
{
    bench_resize(&bench, 10, 3);
    bench_input(&bench, &(struct app_input){.kind = INPUT_KEY, .key = key_char('q'), .seen = 0});
    cr_expect(quits());
}

Test(leave, q_with_marks_asks)
{
    bench_keys(&bench, "M q");
    cr_expect_not(quits());
    cr_assert_str_has(bench_question(&bench), "Quit with 3 marked?");
    bench_keys(&bench, "n");
    cr_expect_not(quits());
    cr_expect_eq(bench.app->list.mark_count, 3);
    bench_keys(&bench, "q y");
    cr_expect(quits());
}

Test(leave, escape_on_the_list_takes_away_the_message_then_the_filter_and_never_quits)
{
    bench_command(&bench, "filter council");
    cr_assert(bench.app->outcome_stands);
    bench_keys(&bench, "Esc");
    cr_expect_not(bench.app->outcome_stands);
    cr_expect_not_null(bench.app->filter);
    bench_keys(&bench, "Esc");
    cr_expect_null(bench.app->filter);
    bench_keys(&bench, "Esc Esc ^G ^G");
    cr_expect_not(quits());
}

Test(leave, every_pane_is_left_by_back_and_the_list_alone_by_quit)
{
    char hints[HINTS_SIZE];
    for (int pane = 0; pane < bench.app->pane_count; pane++) {
        const struct pane_ops *ops = bench.app->panes[pane].ops;
        if (ops->over_form)
            continue;
        bench_command(&bench, ops->name);
        app_hints(bench.app, hints, sizeof hints, 78);
        cr_expect_str_has(hints, bench.app->focus == PANE_LIST ? "q Quit" : "q Back", "%s: %s", ops->name,
                          hints);
        cr_expect_str_lacks(hints, "Close", "%s: %s", ops->name, hints);
        bench_command(&bench, "projects");
    }
}
