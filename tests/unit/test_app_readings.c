/* The application: which readings are taken, which are too old, and what is due for one. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "support/app_bench.h"

static struct bench bench;

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_readings, .fini = teardown);

/* A call to be answered later than others. */
static struct call keep_call(enum endpoint_id op)
{
    const struct call *call = bench_call(&bench, op);
    cr_assert_not_null(call);
    return (struct call){.op = op, .serial = call->serial, .project_id = call->project_id};
}

Test(app_readings, a_reading_sent_before_a_tag_was_deleted_does_not_bring_the_tag_back)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    struct call early = keep_call(ENDPOINT_GET_PROJECT);
    bench_keys(&bench, "t d");
    bench_type(&bench, "y");
    bench_answer_project(
        &bench, bench_call(&bench, ENDPOINT_DELETE_TAG),
        "{\"Data\":{\"Id\":1,\"AccessToken\":8,\"ProcessingState\":\"None\",\"Tags\":[\"archive\"]}}");
    bench_clear(&bench);
    bench_answer_project(&bench, &early,
                         "{\"Data\":{\"Id\":1,\"AccessToken\":7,\"ProcessingState\":\"None\",\"Tags\":["
                         "\"news\",\"archive\"]}}");
    const struct app_project *project = app_project_find(bench.app, 1);
    cr_assert_str_eq(project->tags, "archive");
    cr_assert_eq(project->version, 8);
    cr_assert_null(bench_store(&bench, STORE_PROJECT_SAVE), "nor is it kept");
    bench_wait(&bench, 10);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_GET_PROJECT), 1, "it is read again");
    cr_assert_gt(bench_call(&bench, ENDPOINT_GET_PROJECT)->serial, early.serial);
}

Test(app_readings, a_reading_sent_before_an_enqueue_was_accepted_does_not_bring_the_old_state_back)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    struct call early = keep_call(ENDPOINT_GET_PROJECT);
    bench_keys(&bench, "e X");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE),
                         "{\"Data\":{\"Id\":1,\"AccessToken\":8,\"ProcessingState\":\"InProgress\"}}");
    bench_clear(&bench);
    bench_answer_project(&bench, &early,
                         "{\"Data\":{\"Id\":1,\"AccessToken\":7,\"ProcessingState\":\"None\"}}");
    const struct app_project *project = app_project_find(bench.app, 1);
    cr_assert_str_eq(project->state, "InProgress");
    cr_assert_eq(project->version, 8);
    cr_assert_null(bench_store(&bench, STORE_HISTORY_ADD), "there was no change of state");
    cr_assert_null(bench_effect(&bench, EFFECT_NOTIFY));
    bench_wait(&bench, 3500);
    struct call later = keep_call(ENDPOINT_GET_PROJECT);
    cr_assert_gt(later.serial, early.serial);
    bench_answer_project(&bench, &later,
                         "{\"Data\":{\"Id\":1,\"AccessToken\":9,\"ProcessingState\":\"Completed\"}}");
    cr_assert_str_eq(app_project_find(bench.app, 1)->state, "Completed", "later readings are taken");
}

Test(app_readings, a_project_kept_under_a_clock_that_ran_ahead_is_read_all_the_same)
{
    struct store_row row = {.id = 1,
                            .state = (char[]){"None"},
                            .name = (char[]){"Lecture"},
                            .length = (char[]){""},
                            .tags = (char[]){""},
                            .known = true,
                            .fetched_ms = BENCH_WALL_MS + INT64_C(365) * 86400000};
    bench_init(&bench, "token");
    bench_start(&bench, 80, 24);
    struct store_result *result = store_result_new(bench_store(&bench, STORE_LOAD));
    result->ok = true;
    result->rows = &row;
    result->row_count = 1;
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    result->rows = NULL;
    result->row_count = 0;
    store_result_free(result);
    bench_wait(&bench, 1000);
    cr_assert_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
}

/* The watchlist as an earlier session left it: all read this long ago. */
static void start_with(int rows, int64_t age_ms)
{
    bench_free(&bench);
    bench_init(&bench, "secret-token");
    bench_set(&bench, SETTING_RATE_CAP, "0");
    bench_start(&bench, 80, 24);
    struct store_result *result = store_result_new(bench_store(&bench, STORE_LOAD));
    result->ok = true;
    result->rows = calloc((size_t)rows, sizeof *result->rows);
    result->row_count = (size_t)rows;
    for (int i = 0; i < rows; i++)
        result->rows[i] = (struct store_row){.id = i + 1,
                                             .known = true,
                                             .state = strdup("Completed"),
                                             .name = strdup("Lecture"),
                                             .length = strdup("00:01:00"),
                                             .tags = strdup(""),
                                             .version = 1,
                                             .fetched_ms = bench.wall_ms - age_ms};
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

Test(app_readings, the_start_reads_all_that_is_on_the_screen_however_young)
{
    start_with(60, 1000);
    for (int i = 0; i < 4; i++) {
        bench_wait(&bench, 500);
        bench_answer_reads(&bench, "Completed");
    }
    size_t read = 0;
    for (size_t i = 0; i < app_pane_height(bench.app, PANE_LIST); i++)
        read += app_project_find(bench.app, bench.app->list.ids[i])->fresh;
    cr_expect_eq(read, 12, "the watchlist has the upper half of 24 rows, and heads");
}

Test(app_readings, the_start_reads_nothing_else_at_once)
{
    start_with(60, 1000);
    cr_expect_leq(bench_call_count(&bench, ENDPOINT_GET_PROJECT), 21);
}
