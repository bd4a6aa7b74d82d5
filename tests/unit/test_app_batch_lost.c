/* What a batch says of answers that were lost, of what is learned of them later, and of what else it brought.
 */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

/* The enqueue of three projects is under way. */
static void setup(void)
{
    bench_ready(&bench);
    bench_all_new(&bench);
    bench_keys(&bench, "M e X y");
    cr_assert(bench.app->batch->active);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_batch_lost, .init = setup, .fini = teardown);

/* Ends the enqueue of a project: accepted (ERROR_NONE), or not, with the state that is read then; NULL: it is
 * not read. */
static void answer(int64_t id, enum error_kind kind, const char *state)
{
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, id);
    bench_wait(&bench, 1); /* it took a while */
    struct error err;
    struct call_result *result = call_result_new(&call);
    result->ok = kind == ERROR_NONE;
    if (kind != ERROR_NONE)
        error_set(&result->error, kind, "Enqueue %d: no response", (int)id);
    result->error.sent = kind == ERROR_CANCELLED;
    if (state) {
        char *text = bench_json(id, state, "Council");
        json_t *json = json_loads(text, 0, NULL);
        result->project = project_pick(json_object_get(json, "Data"), id, &err);
        cr_assert_not_null(result->project, "%s", err.text);
        json_decref(json);
        free(text);
    }
    bench_deliver(&bench, result);
}

/* A look at the enqueue of a project, which has no answer, shows that it is in progress. */
static void find_done(int64_t id)
{
    bench_clear(&bench);
    bench_wait(&bench, 2500);
    struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, id);
    char *json = bench_json(id, "InProgress", "Council");
    bench_answer_project(&bench, &call, json);
    free(json);
}

Test(app_batch_lost, an_answer_that_was_lost_is_no_refusal)
{
    answer(1, ERROR_UNKNOWN_OUTCOME, NULL);
    bench_wait(&bench, 1000);
    cr_expect_str_eq(bench_message(&bench), "Enqueueing 3: 0 accepted, 1 with unknown outcome");
}

Test(app_batch_lost, what_the_reading_after_it_shows_to_be_done_was_accepted)
{
    answer(1, ERROR_UNKNOWN_OUTCOME, "InProgress");
    cr_expect_not(list_is_marked(&bench.app->list, 1), "E would send it again");
    answer(2, ERROR_NONE, NULL);
    answer(3, ERROR_NONE, NULL);
    cr_expect_str_eq(bench_message(&bench), "Enqueued 3; L lists them");
    cr_expect_eq(bench.app->list.mark_count, 0);
    cr_expect_eq(bench.app->failures_unseen, 0);
}

Test(app_batch_lost, what_is_found_to_be_done_later_is_counted_in_the_sum_that_stands)
{
    answer(1, ERROR_UNKNOWN_OUTCOME, NULL);
    answer(2, ERROR_NONE, NULL);
    answer(3, ERROR_NONE, NULL);
    cr_expect_str_eq(bench_message(&bench),
                     "Enqueue of 3, 09:02: 2 accepted, 1 with unknown outcome; L has all of it\n"
                     "!1  with unknown outcome: Enqueue 1: no response");
    cr_expect(list_is_marked(&bench.app->list, 1));
    find_done(1);
    cr_expect_str_eq(bench_message(&bench), "Enqueued 3; L lists them");
    cr_expect_eq(bench.app->list.mark_count, 0);
    cr_expect_eq(bench.app->failures_unseen, 0);
}

Test(app_batch_lost, what_is_found_to_be_done_after_the_sum_was_seen_is_said_and_loses_its_mark)
{
    answer(1, ERROR_UNKNOWN_OUTCOME, NULL);
    answer(2, ERROR_NONE, NULL);
    answer(3, ERROR_NONE, NULL);
    bench_keys(&bench, "Esc");
    find_done(1);
    cr_expect_str_has(bench_message(&bench), "Project 1 was probably enqueued");
    cr_expect_eq(bench.app->list.mark_count, 0);
}

Test(app_batch_lost, the_sum_of_a_batch_that_was_stopped_stands_above_the_news_of_its_projects)
{
    answer(2, ERROR_NONE, NULL);
    bench_keys(&bench, "^C");
    answer(1, ERROR_CANCELLED, NULL);
    answer(3, ERROR_CANCELLED, NULL);
    cr_expect_str_eq(bench_message(&bench),
                     "Stopped at 3 of 3; 2 with unknown outcome; 0 not sent, still marked");
    find_done(1);
    cr_expect_str_eq(bench_message(&bench),
                     "Stopped at 3 of 3; 1 with unknown outcome; 0 not sent, still marked");
    cr_expect_eq(bench.app->list.mark_count, 1);
}
