/* What of a question may be cut where room is short: the names in it, wherever else their text stands. */
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

/* The pieces of the open question that may be cut, each in brackets: "[news][Council]". */
static const char *pieces(void)
{
    static char out[400];
    const struct question *question = bench.app->question;
    out[0] = '\0';
    for (size_t i = 0; i < PIECES_MAX && question->pieces[i].len > 0; i++) {
        const struct question_piece *piece = &question->pieces[i];
        size_t len = strlen(out);
        cr_assert_leq(piece->at + piece->len, strlen(question->text));
        snprintf(out + len, sizeof out - len, "[%.*s]", (int)piece->len, question->text + piece->at);
    }
    return out;
}

Test(app_ask, the_name_and_the_state_of_a_project_may_be_cut_and_its_id_not)
{
    bench_keys(&bench, "D");
    cr_expect_str_eq(pieces(), "[Council meeting, 14 May][None]");
    cr_expect_eq(bench.app->question->pieces[0].at, strlen("Remove 1  "));
}

Test(app_ask, a_question_about_nothing_has_no_piece)
{
    bench_keys(&bench, "^C");
    cr_assert_str_has(bench_question(&bench), "Quit steno?");
    cr_expect_str_eq(pieces(), "");
}

Test(app_ask, a_project_that_was_never_read_has_no_piece)
{
    bench_command(&bench, "open 77");
    bench_keys(&bench, "D");
    cr_assert_str_eq(bench.app->question->text, "Remove 77 (not read yet) from the watchlist?");
    cr_expect_str_eq(pieces(), "");
}

Test(app_ask, a_tag_that_reads_as_its_project_does_is_cut_where_it_stands)
{
    bench_keys(&bench, "r t d");
    bench_keys(&bench, "n");
    bench_answer_project(
        &bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
        "{\"Data\":{\"Id\":1,\"AccessToken\":9,\"ProcessingState\":\"None\",\"Description\":{\"Name\":"
        "\"Talk\"},\"Tags\":[\"1, Talk (None)\"]}}");
    bench_keys(&bench, "d");
    cr_assert_str_eq(bench.app->question->text, "Delete the tag \"1, Talk (None)\" of 1  Talk (None)?");
    cr_expect_str_eq(pieces(), "[1, Talk (None)][Talk][None]");
    cr_expect_eq(bench.app->question->pieces[1].at, strlen("Delete the tag \"1, Talk (None)\" of 1  "));
}
