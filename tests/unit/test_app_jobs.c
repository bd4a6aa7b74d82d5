/* The application: which transcriptions are kept as jobs, and what they tell of the next one. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs.h"
#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

#define MINUTE INT64_C(60000)

static struct bench bench;

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_jobs, .fini = teardown);

/* Project 1 is read in this state, in this language, so much later. */
static void read_later(int64_t ms, const char *state, const char *language)
{
    char json[512];
    bench.now_ms += ms;
    bench.wall_ms += ms;
    bench_clear(&bench);
    bench_keys(&bench, "r");
    snprintf(json, sizeof json,
             "{\"Data\":{\"Id\":1,\"AccessToken\":7,\"ProcessingState\":\"%s\",\"Length\":\"00:10:00\","
             "\"TranscriptionConfig\":{\"Language\":\"%s\"}}}",
             state, language);
    for (size_t i = 0; i < bench.app->client->call_count; i++) {
        const struct client_call *call = &bench.app->client->calls[i];
        if (call->op == ENDPOINT_GET_PROJECT && call->project_id == 1) {
            bench_answer_project(
                &bench, &(struct call){.op = call->op, .serial = call->serial, .project_id = 1}, json);
            return;
        }
    }
    cr_assert_fail("project 1 is not being read");
}

/* The fields that the store was asked to merge into the jobs; NULL for none. */
static const json_t *kept(void)
{
    struct store_op *ops[BENCH_OPS_MAX];
    size_t count = bench_store_ops(&bench, ops);
    for (size_t i = 0; i < count; i++) {
        if (ops[i]->kind == STORE_DRAFT_SAVE && strcmp(ops[i]->name, "jobs") == 0)
            return ops[i]->json;
    }
    return NULL;
}

/* The store answers with so many jobs of 20 minutes of work for 100 of recording. */
static void know_jobs(int count, const char *language)
{
    struct store_op *ops[BENCH_OPS_MAX];
    size_t op_count = bench_store_ops(&bench, ops);
    json_t *jobs = json_object();
    for (int i = 0; i < count; i++) {
        char name[64];
        snprintf(name, sizeof name, "%d 4 %s", 1000 + i, language);
        json_object_set_new(jobs, name, json_string("1200 6000"));
    }
    char *text = json_dumps(jobs, 0);
    for (size_t i = 0; i < op_count; i++) {
        if (ops[i]->kind == STORE_DRAFT_LOAD && strcmp(ops[i]->name, "jobs") == 0) {
            bench_answer_store(&bench, ops[i], text);
            break;
        }
    }
    free(text);
    json_decref(jobs);
}

Test(app_jobs, a_transcription_that_was_seen_from_begin_to_end_is_kept)
{
    bench_ready(&bench);
    read_later(MINUTE, "InProgress", "cs-CZ");
    read_later(4 * MINUTE, "InProgress", "cs-CZ");
    cr_assert_null(kept());
    read_later(MINUTE, "Completed", "cs-CZ");
    cr_assert_not_null(kept());
    char name[64];
    snprintf(name, sizeof name, "%lld 1 cs-CZ", (long long)(bench.wall_ms / 1000));
    cr_assert_str_eq(json_string_value(json_object_get(kept(), name)), "300 600");
}

Test(app_jobs, one_whose_end_nobody_saw_is_not_kept)
{
    bench_ready(&bench);
    read_later(MINUTE, "InProgress", "cs-CZ");
    read_later(60 * MINUTE, "Completed", "cs-CZ");
    cr_assert_null(kept());
}

Test(app_jobs, one_that_failed_or_began_before_this_session_is_not_kept)
{
    bench_ready(&bench);
    read_later(MINUTE, "InProgress", "cs-CZ");
    read_later(MINUTE, "Failed", "cs-CZ");
    cr_assert_null(kept());
    read_later(MINUTE, "Completed", "cs-CZ");
    cr_assert_null(kept(), "nor one that was not seen to run");
    bench_answer_reads(&bench, "Completed");
    cr_assert_str_eq(app_project_find(bench.app, 3)->state, "Completed", "which was InProgress at the start");
    cr_assert_null(kept());
}

Test(app_jobs, too_many_of_a_language_drop_the_oldest)
{
    bench_init(&bench, "secret-token");
    bench_start(&bench, 80, 24);
    know_jobs(JOBS_MAX, "cs-CZ");
    bench_answer_load(&bench, &(struct bench_row){1, "None", "Council meeting"}, 1);
    bench_answer_reads(&bench, "None");
    read_later(MINUTE, "InProgress", "cs-CZ");
    read_later(MINUTE, "Completed", "cs-CZ");
    cr_assert_not_null(kept());
    cr_assert(json_is_null(json_object_get(kept(), "1000 4 cs-CZ")));
    cr_assert_eq(json_object_size(kept()), 2);
}

Test(app_jobs, an_estimate_is_made_of_jobs_in_that_language_only)
{
    bench_init(&bench, "secret-token");
    bench_start(&bench, 80, 24);
    cr_assert_eq(app_job_estimate(bench.app, "cs-CZ", MINUTE, 1, 1).jobs, 0, "before the store has answered");
    know_jobs(5, "cs-CZ");
    cr_assert_eq(app_job_estimate(bench.app, "en-US", MINUTE, 1, 1).jobs, 0);
    cr_assert_eq(app_job_estimate(bench.app, NULL, MINUTE, 1, 1).jobs, 0);
    struct estimate estimate = app_job_estimate(bench.app, "cs-CZ", 50 * MINUTE, MINUTE, MINUTE);
    cr_assert_eq(estimate.jobs, 5);
    cr_assert_eq(estimate.to_ms, 11 * MINUTE);
}
