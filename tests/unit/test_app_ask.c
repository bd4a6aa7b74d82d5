/* What of a question is cut where the screen is narrow: the names in it. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

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

TestSuite(app_ask, .init = setup, .fini = teardown);

Test(app_ask, the_name_and_the_state_of_a_project_may_be_cut_and_its_id_not)
{
    bench_keys(&bench, "D");
    cr_expect_str_eq(bench.app->question->text,
                     "Remove 1  Council meeting, 14 May (None) from the watchlist?");
    bench_keys(&bench, "n");
    bench_resize(&bench, 30, 10);
    bench_keys(&bench, "D");
    cr_expect_str_eq(bench.app->question->text, "Remove 1  Council meeting, … (None) from the watchlist?");
}

Test(app_ask, a_question_about_nothing_is_its_words)
{
    bench_keys(&bench, "^C");
    cr_assert_str_has(bench_question(&bench), "Quit steno?");
}

Test(app_ask, a_project_that_was_never_read_is_its_id)
{
    bench_command(&bench, "open 77");
    bench_keys(&bench, "D");
    cr_assert_str_eq(bench.app->question->text, "Remove 77 (not read yet) from the watchlist?");
}

Test(app_ask, a_tag_that_reads_as_its_project_does_stands_in_its_place)
{
    bench_keys(&bench, "r t d");
    bench_keys(&bench, "n");
    bench_answer_project(
        &bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
        "{\"Data\":{\"Id\":1,\"AccessToken\":9,\"ProcessingState\":\"None\",\"Description\":{\"Name\":"
        "\"Talk\"},\"Tags\":[\"1, Talk (None)\"]}}");
    bench_keys(&bench, "d");
    cr_assert_str_eq(bench.app->question->text, "Delete the tag \"1, Talk (None)\" of 1  Talk (None)?");
}
