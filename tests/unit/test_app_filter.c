/* The filter of the watchlist while it is typed, kept, taken back. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void ready(void)
{
    bench_ready(
        &bench); /* 1 None "Council meeting, 14 May", 2 Completed "Interview…", 3 InProgress "Lecture 7" */
}

static void done(void)
{
    bench_free(&bench);
}

TestSuite(app_filter, .init = ready, .fini = done);

Test(app_filter, each_key_narrows_the_list_and_says_how_many_are_left)
{
    bench_keys(&bench, "f");
    cr_assert_str_eq(bench.app->prompt->side, "3 of 3");
    bench_type(&bench, "lec");
    cr_assert_eq(bench.app->list.count, 1);
    cr_assert_str_eq(bench.app->prompt->side, "1 of 3");
    bench_keys(&bench, "^W");
    cr_assert_eq(bench.app->list.count, 3);
}

Test(app_filter, enter_keeps_it_and_the_next_time_it_is_there_to_be_changed)
{
    bench_keys(&bench, "f");
    bench_type(&bench, "lec");
    bench_keys(&bench, "Enter");
    cr_assert_str_eq(bench.app->filter, "lec");
    cr_assert_eq(bench.app->list.count, 1);
    bench_keys(&bench, "f");
    bench_type(&bench, "ture");
    bench_keys(&bench, "Enter");
    cr_assert_str_eq(bench.app->filter, "lecture");
}

Test(app_filter, esc_brings_back_the_filter_and_the_cursor_that_were_there)
{
    bench_command(&bench, "filter -lecture");
    bench_keys(&bench, "j f");
    cr_assert_eq(app_selected(bench.app), 2);
    bench_type(&bench, " council");
    cr_assert_eq(app_selected(bench.app), 1);
    bench_keys(&bench, "Esc");
    cr_assert_str_eq(bench.app->filter, "-lecture");
    cr_assert_eq(app_selected(bench.app), 2);
    cr_assert_eq(bench.app->list.count, 2);
}

Test(app_filter, the_cursor_goes_to_the_nearest_row_above_that_is_left)
{
    bench_keys(&bench, "G f");
    bench_type(&bench, "-lecture");
    cr_assert_eq(app_selected(bench.app), 2);
    bench_keys(&bench, "Esc g f");
    bench_type(&bench, "lecture");
    cr_assert_eq(app_selected(bench.app), 3, "nothing is left above the first: the next below");
}

Test(app_filter, a_slow_connection_waits_for_enter)
{
    bench_free(&bench);
    bench_init(&bench, "token");
    bench_set(&bench, SETTING_FOLLOW, "off");
    bench_start(&bench, 80, 24);
    const struct bench_row rows[] = {{1, "None", "Council"}, {2, "None", "Lecture"}};
    bench_list(&bench, rows, 2);
    bench_keys(&bench, "f");
    bench_type(&bench, "lec");
    cr_assert_eq(bench.app->list.count, 2);
    bench_keys(&bench, "Enter");
    cr_assert_eq(bench.app->list.count, 1);
}

Test(app_filter, a_mark_outlives_the_filter_and_the_filter_a_change)
{
    bench_keys(&bench, "Space f");
    bench_type(&bench, "-council");
    bench_keys(&bench, "Enter");
    cr_assert(list_is_marked(&bench.app->list, 1));
    bench_keys(&bench, "R");
    bench_answer_reads(&bench, "Completed");
    cr_assert_eq(bench.app->list.count, 2);
}

Test(app_filter, a_row_that_no_longer_matches_stays_until_the_filter_is_set_again)
{
    bench_keys(&bench, "f");
    bench_type(&bench, "state:none");
    bench_keys(&bench, "Enter R");
    cr_assert_eq(bench.app->list.count, 1);
    bench_answer_reads(&bench, "Completed");
    cr_expect_eq(bench.app->list.count, 1, "it was looked at");
    cr_expect_eq(bench.app->match_count, 0);
    bench_keys(&bench, "R");
    bench_answer_reads(&bench, "None");
    cr_expect_eq(bench.app->list.count, 3, "rows come in by themselves");
    bench_wait(&bench, 60000);
    bench_answer_reads(&bench, "Failed");
    cr_expect_eq(bench.app->list.count, 3);
    bench_keys(&bench, "f Enter");
    cr_expect_eq(bench.app->list.count, 0, "set again");
}

Test(app_filter, marks_of_many_are_set_only_on_rows_that_still_match)
{
    bench_command(&bench, "filter -state:progress");
    struct call *call;
    bench_keys(&bench, "r");
    call = bench_call(&bench, ENDPOINT_GET_PROJECT);
    char *json = bench_json(1, "InProgress", "Council meeting, 14 May");
    bench_answer_project(&bench, call, json);
    free(json);
    cr_assert_eq(bench.app->list.count, 2);
    bench_keys(&bench, "M");
    cr_expect_eq(bench.app->list.mark_count, 1);
}

Test(app_filter, marks_outside_of_it_are_counted)
{
    bench_keys(&bench, "M");
    bench_command(&bench, "filter lecture");
    cr_expect_eq(app_hidden_marks(bench.app), 2);
    bench_keys(&bench, "u");
    cr_expect_eq(app_hidden_marks(bench.app), 0);
}

Test(app_filter, a_digit_sets_the_words_of_its_view_anew)
{
    bench_keys(&bench, "1");
    cr_assert_str_eq(bench.app->filter, "is:todo");
    cr_expect_eq(bench.app->list.count, 1);
    cr_expect_str_eq(bench.app->status, "", "the header says it");
    bench_keys(&bench, "r");
    struct call call = *bench_call(&bench, ENDPOINT_GET_PROJECT);
    char *json = bench_json(1, "Failed", "Council meeting, 14 May");
    bench_answer_project(&bench, &call, json);
    free(json);
    cr_expect_eq(bench.app->list.count, 1, "it stays");
    bench_keys(&bench, "1");
    cr_expect_eq(bench.app->list.count, 0);
    bench_keys(&bench, "!");
    cr_expect_str_eq(bench.app->filter, "is:failed");
    cr_expect_eq(bench.app->list.ids[0], 1);
    bench_keys(&bench, "f");
    bench_type(&bench, " -council");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(bench.app->filter, "is:failed -council", "f opens with the view's text");
    bench_keys(&bench, "3");
    cr_expect_str_eq(bench.app->filter, "is:failed");
}

Test(app_filter, one_esc_after_a_view_shows_all)
{
    bench_keys(&bench, "2 Esc");
    cr_expect_null(bench.app->filter);
    cr_expect_eq(bench.app->list.count, 3);
}

Test(app_filter, a_view_is_chosen_by_its_number)
{
    bench_command(&bench, "view 2");
    cr_expect_str_eq(bench.app->filter, "is:busy");
    bench_command(&bench, "view 6");
    cr_expect_str_eq(bench.app->status, "view: a number from 1 to 5");
}

Test(app_filter, words_that_are_unknown_are_refused_by_name_and_what_was_there_stays)
{
    bench_command(&bench, "filter lecture");
    bench_keys(&bench, "f");
    bench_type(&bench, " is:new");
    cr_expect_eq(bench.app->list.count, 1, "while it is typed");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(bench.app->filter, "lecture");
    cr_expect_str_eq(bench.app->status,
                     "“is:new” is unknown: use is:todo, is:busy, is:failed, is:export or is:today");
    cr_assert(bench_prompts(&bench, "Filter: "));
    cr_expect_str_eq(lineedit_text(bench.app->prompt->edit), "lecture is:new", "to be changed");
}

Test(app_filter, tab_lists_the_words_and_the_list_follows)
{
    bench_keys(&bench, "f");
    bench_type(&bench, "-is:");
    bench_keys(&bench, "Tab");
    cr_expect(bench.app->prompt->menu);
    cr_expect_eq(bench.app->prompt->fits.count, 5);
    cr_expect_str_eq(lineedit_text(bench.app->prompt->edit), "-is:todo");
    cr_expect_eq(bench.app->list.count, 2);
    bench_keys(&bench, "Enter f ^U");
    bench_type(&bench, "ta");
    bench_keys(&bench, "Tab");
    cr_expect_str_eq(lineedit_text(bench.app->prompt->edit), "tag:", "its text follows at once");
}

Test(app_filter, a_project_that_cannot_be_read_is_among_the_failures)
{
    bench_keys(&bench, "r");
    struct call call = *bench_call(&bench, ENDPOINT_GET_PROJECT);
    bench_answer_error(&bench, &call, ERROR_NOT_FOUND, 404, "not there");
    bench_keys(&bench, "!");
    cr_assert_eq(bench.app->list.count, 1);
    cr_assert_eq(bench.app->list.ids[0], 1);
}

Test(app_filter, one_whose_last_enqueue_was_refused_is_among_the_failures_until_the_next)
{
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_FORBIDDEN, 403,
                       "no credit is left");
    cr_expect(app_project_find(bench.app, 1)->is_refused);
    if (app_form_top(bench.app))
        bench_keys(&bench, "q");
    bench_keys(&bench, "3");
    cr_assert_eq(bench.app->list.count, 1);
    cr_expect_eq(bench.app->list.ids[0], 1);
    app_project_find(bench.app, 1)->is_refused = false; /* as the next one does that is accepted */
    bench_keys(&bench, "3");
    cr_expect_eq(bench.app->list.count, 0);
}

Test(app_filter, hostile_text_is_cleaned_and_the_end_of_the_program_leaves_it)
{
    bench_command(&bench, "filter \x1b[31mred");
    cr_assert_str_lacks(bench.app->filter, "\x1b");
    bench_keys(&bench, "f x"); /* closed with the application */
}

Test(app_filter, twenty_thousand_projects_are_narrowed_by_each_key)
{
    enum { MANY = 20000 };
    struct bench_row *rows = mem_zero(MANY, sizeof *rows);
    for (int i = 0; i < MANY; i++)
        rows[i] = (struct bench_row){1000 + i, "None", i % 2 ? "Morning magazine" : "Evening news"};
    bench_free(&bench);
    bench_init(&bench, "token");
    bench_list(&bench, rows, MANY);
    bench_start(&bench, 80, 24);
    free(rows);
    bench_keys(&bench, "G f");
    bench_type(&bench, "morning");
    cr_assert_eq(bench.app->list.count, MANY / 2);
    bench_type(&bench, " 20999");
    cr_assert_eq(bench.app->list.count, 1);
    bench_keys(&bench, "Esc");
    cr_assert_eq(app_selected(bench.app), 20999);
}
