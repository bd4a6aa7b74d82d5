/* The application: which readings are taken, which are too old, and what is due for one. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

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
    struct error err;
    int64_t when_ms;
    json_t *raw = NULL;
    cr_assert(store_project_load(bench.store, 1, &raw, &when_ms, &err), "%s", err.text);
    cr_expect_eq(json_integer_value(json_object_get(raw, "AccessToken")), 8, "nor is it kept");
    json_decref(raw);
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
    cr_assert_null(bench_effect(&bench, EFFECT_NOTIFY));
    bench_wait(&bench, 3500);
    struct call later = keep_call(ENDPOINT_GET_PROJECT);
    cr_assert_gt(later.serial, early.serial);
    bench_answer_project(&bench, &later,
                         "{\"Data\":{\"Id\":1,\"AccessToken\":9,\"ProcessingState\":\"Completed\"}}");
    cr_assert_str_eq(app_project_find(bench.app, 1)->state, "Completed", "later readings are taken");
}

/* The store has a reading of a project from this time. */
static void keep_read(int64_t id, int64_t when_ms)
{
    struct error err;
    json_t *raw = json_pack("{s:s,s:i}", "ProcessingState", "Completed", "AccessToken", 1);
    bench_store(&bench);
    cr_assert(store_list_add(bench.store, &id, 1, NULL, &err), "%s", err.text);
    struct project *project = project_pick(raw, id, &err);
    cr_assert(store_project_save(bench.store, &(struct store_reading){.project = project, .when_ms = when_ms},
                                 &err),
              "%s", err.text);
    project_free(project);
    json_decref(raw);
}

Test(app_readings, a_project_kept_under_a_clock_that_ran_ahead_is_read_all_the_same)
{
    bench_init(&bench, "token");
    keep_read(1, BENCH_WALL_MS + INT64_C(365) * 86400000);
    bench_start(&bench, 80, 24);
    bench_wait(&bench, 1000);
    cr_assert_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
}

/* The watchlist as an earlier session left it: all read this long ago. */
static void start_with(int rows, int64_t age_ms)
{
    bench_free(&bench);
    bench_init(&bench, "secret-token");
    bench_set(&bench, SETTING_RATE_CAP, "0");
    for (int i = 0; i < rows; i++)
        keep_read(i + 1, bench.wall_ms - age_ms);
    bench_start(&bench, 80, 24);
    bench_input(&bench, &(struct app_input){.kind = INPUT_DRAWN});
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

/* The project is read with this state, as last changed at this time. */
static void read_changed(const char *state, const char *updated, int64_t version)
{
    char *json = mem_printf("{\"Data\":{\"Id\":1,\"AccessToken\":%" PRId64
                            ",\"ProcessingState\":\"%s\",\"Updated\":\"%s\"}}",
                            version, state, updated);
    bench_keys(&bench, "r");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    bench_clear(&bench);
    free(json);
}

static const char *state_value(void)
{
    return bench_page_value(&bench, "details", "State");
}

Test(app_readings, of_another_tag_leave_the_time_since_which_the_state_holds)
{
    const struct bench_row row = {1, "", ""};
    bench_init(&bench, "secret-token");
    bench_list(&bench, &row, 1);
    bench_start(&bench, 80, 24);
    bench_keys(&bench, "z");
    read_changed("None", "2026-04-02T08:14:00Z", 7);
    cr_expect_str_eq(state_value(), "None since 04-02 or earlier");
    read_changed("None", "2026-05-14T09:01:00Z", 8);
    cr_expect_str_eq(state_value(), "None since 04-02 or earlier", "a tag was deleted meanwhile: %s",
                     state_value());
    read_changed("InProgress", "2026-05-14T09:01:30Z", 9);
    cr_expect_str_eq(state_value(), "InProgress since 09:02");
    bench.wall_ms += 3600000;
    read_changed("InProgress", "2026-05-14T10:01:30Z", 10);
    cr_expect_str_eq(state_value(), "InProgress since 09:02");
}

Test(app_readings, that_find_another_state_after_a_long_time_do_not_say_that_it_began_now)
{
    bench_ready(&bench);
    bench_keys(&bench, "z");
    read_changed("None", "2026-04-02T08:14:00Z", 7);
    bench.wall_ms += 600001;
    read_changed("Completed", "2026-05-14T09:03:00Z", 8);
    cr_expect_str_eq(state_value(), "Completed since 09:03 or earlier");
    bench.wall_ms += 600000;
    read_changed("InProgress", "2026-05-14T09:21:00Z", 9);
    cr_expect_str_eq(state_value(), "InProgress since 09:22");
}
