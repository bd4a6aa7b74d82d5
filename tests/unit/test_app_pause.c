/* The application while a 429 pauses all projects: what is sent, what the header and the sentences say. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "steno/app/say.h"
#include "support/app_bench.h"
#include "support/asserts.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)

static struct bench bench;

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_pause, .fini = teardown);

/* A call to be answered later than others. */
static struct call keep_read(void)
{
    const struct call *call = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert_not_null(call);
    return (struct call){.op = ENDPOINT_GET_PROJECT, .serial = call->serial, .project_id = call->project_id};
}

/* Has the read of project 1 refused, at 09:02:00 UTC. */
static void refuse_first(int status, int retry_after_s)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    struct call call = keep_read();
    bench_clear(&bench);
    bench_answer_busy(&bench, &call, status, retry_after_s);
    bench_clear(&bench);
}

static size_t reads(void)
{
    return bench_call_count(&bench, ENDPOINT_GET_PROJECT);
}

static void expect_paused(const char *till)
{
    char text[DATE_TEXT_SIZE] = "";
    cr_expect_eq(app_pause_text(bench.app, text, sizeof text), *till != '\0');
    cr_expect_str_eq(text, till);
}

Test(app_pause, a_429_is_said_with_the_time_and_nothing_is_read_by_itself_until_then)
{
    refuse_first(429, 3600);
    expect_paused("09:07 UTC");
    cr_expect_str_eq(bench.app->status, "Waiting till 09:07 UTC: the server asked for it; r refreshes one");
    bench_wait(&bench, 5 * MINUTE - 1);
    cr_expect_eq(reads(), 0);
    bench_wait(&bench, 1);
    cr_assert_eq(reads(), 1, "one probe");
    cr_expect(bench_call(&bench, ENDPOINT_GET_PROJECT)->timed,
              "what the server asks is not waited for by a worker");
    struct call probe = keep_read();
    cr_expect_neq(probe.project_id, 1);
    expect_paused("");
    bench_clear(&bench);
    bench_answer_project(&bench, &probe,
                         "{\"Data\":{\"Id\":3,\"AccessToken\":7,\"ProcessingState\":\"InProgress\"}}");
    cr_expect_str_eq(bench.app->status, "The server responds again: refreshing continues");
    cr_expect_geq(reads(), 1, "and the rest follows");
}

Test(app_pause, refreshing_all_sends_one_probe_and_does_not_say_that_all_are_read)
{
    refuse_first(429, 3600);
    bench_keys(&bench, "R");
    cr_assert_eq(reads(), 1);
    struct call probe = keep_read();
    cr_expect_neq(probe.project_id, 1);
    cr_expect_str_eq(bench.app->status, "Refreshing one project; if that succeeds, the other 2 follow");
    expect_paused("");
    bench_keys(&bench, "R");
    cr_expect_eq(reads(), 1);
    bench_clear(&bench);
    cr_assert_eq(probe.project_id, 2);
    bench_answer_project(&bench, &probe,
                         "{\"Data\":{\"Id\":2,\"AccessToken\":7,\"ProcessingState\":\"Completed\"}}");
    cr_expect_eq(reads(), 2, "the rest, even the one that asked");
    cr_expect_str_eq(bench.app->status, "The server responds again: refreshing continues");
}

Test(app_pause, a_probe_that_is_refused_says_the_new_time)
{
    refuse_first(429, 60);
    expect_paused("09:03 UTC");
    bench_wait(&bench, 10 * SECOND);
    bench_keys(&bench, "R");
    struct call probe = keep_read();
    bench_clear(&bench);
    bench_answer_busy(&bench, &probe, 429, 20);
    expect_paused("09:02:30 UTC");
    cr_expect_str_eq(bench.app->status,
                     "Waiting till 09:02:30 UTC: the server asked for it; r refreshes one");
    bench_wait(&bench, 19 * SECOND);
    cr_expect_eq(reads(), 0);
}

Test(app_pause, refreshing_one_is_sent_at_once)
{
    refuse_first(429, 3600);
    bench_keys(&bench, "j r");
    cr_assert_eq(reads(), 1);
    struct call call = keep_read();
    cr_expect_eq(call.project_id, 2);
    expect_paused("09:07 UTC");
    bench_answer_project(&bench, &call,
                         "{\"Data\":{\"Id\":2,\"AccessToken\":7,\"ProcessingState\":\"Completed\"}}");
    expect_paused("");
}

Test(app_pause, a_503_delays_that_project_alone)
{
    refuse_first(503, 3600);
    expect_paused("");
    bench_wait(&bench, 5 * MINUTE - 1);
    for (size_t i = 0; i < bench.effects.count; i++) {
        const struct call *call = bench.effects.items[i].call;
        cr_expect(!call || call->op != ENDPOINT_GET_PROJECT || call->project_id != 1);
    }
    cr_expect_geq(reads(), 1, "the others go on");
    bench_keys(&bench, "r");
    cr_expect_eq(keep_read().project_id, 1, "sent at once");
}

Test(app_pause, a_watchlist_never_read_is_held_too)
{
    const struct bench_row rows[] = {
        {4, NULL, ""}, {5, NULL, ""}, {6, NULL, ""}, {7, NULL, ""}, {8, NULL, ""}};
    bench_init(&bench, "token");
    bench_list(&bench, rows, 5);
    bench_start(&bench, 80, 24);
    cr_assert_eq(reads(), 4);
    struct call call = keep_read();
    bench_clear(&bench);
    bench_answer_busy(&bench, &call, 429, 120);
    bench_wait(&bench, 119 * SECOND);
    cr_expect_eq(reads(), 0);
    expect_paused("09:04 UTC");
    bench_wait(&bench, SECOND);
    cr_expect_eq(keep_read().project_id, 8, "the one that was not asked for yet");
}

Test(app_pause, one_that_is_off_the_watchlist_when_its_429_comes_pauses_the_others)
{
    bench_ready(&bench);
    bench_keys(&bench, "r");
    struct call call = keep_read();
    bench_keys(&bench, "D");
    bench_type(&bench, "y");
    bench_clear(&bench);
    bench_answer_busy(&bench, &call, 429, 60);
    expect_paused("09:03 UTC");
    bench_wait(&bench, 59 * SECOND);
    cr_expect_eq(reads(), 0);
}

Test(app_pause, a_clock_that_is_set_moves_the_time_that_is_shown_and_not_the_hold)
{
    refuse_first(429, 3600);
    bench.wall_ms += 60 * MINUTE;
    bench_event(&bench, &(struct event){.kind = EVENT_RESUMED});
    expect_paused("10:07 UTC");
    bench.wall_ms -= 120 * MINUTE;
    bench_event(&bench, &(struct event){.kind = EVENT_RESUMED});
    expect_paused("08:07 UTC");
    bench_wait(&bench, 5 * MINUTE - 1);
    cr_expect_eq(reads(), 0);
    bench_wait(&bench, 1);
    cr_expect_eq(reads(), 1);
}

Test(app_pause, no_time_is_shown_when_it_is_over_though_no_project_is_left)
{
    refuse_first(429, 3600);
    for (int i = 0; i < 3; i++) {
        bench_keys(&bench, "D");
        bench_type(&bench, "y");
    }
    cr_assert_eq(bench.app->project_count, 0);
    expect_paused("09:07 UTC");
    bench_wait(&bench, 5 * MINUTE);
    expect_paused("");
}

static bool is_running(char text[MESSAGE_SIZE])
{
    return app_message(bench.app, text, MESSAGE_SIZE) == MESSAGE_RUNNING;
}

Test(app_pause, a_lost_session_ends_what_was_waited_for_and_a_login_does_not_bring_it_back)
{
    char text[MESSAGE_SIZE];
    bench_ready(&bench);
    bench_keys(&bench, "R");
    struct call call = keep_read();
    cr_assert(is_running(text));
    bench_answer_error(&bench, &call, ERROR_NOT_LOGGED_IN, 401, "The token is not valid");
    cr_expect_not(is_running(text), "%s", text);
    bench_event(&bench, &(struct event){.kind = EVENT_TOKEN, .text = "another-token"});
    cr_assert_eq(bench.app->session, SESSION_UP);
    cr_expect_not(is_running(text), "%s", text);
}

Test(app_pause, a_project_that_is_removed_is_not_waited_for_and_is_no_failure)
{
    char text[MESSAGE_SIZE];
    bench_ready(&bench);
    bench_keys(&bench, "R");
    bench_keys(&bench, "D y");
    cr_assert(is_running(text));
    cr_expect_str_eq(text, "Refreshing 0 of 2");
    bench_answer_reads(&bench, "None");
    cr_expect_not(is_running(text), "%s", text);
    cr_expect_eq(bench_happened_count(&bench, "could not be read"), 0);
    cr_expect_null(bench.app->failure, "%s", bench.app->failure);
}

Test(app_pause, a_refresh_of_the_marked_ends_with_the_session)
{
    char text[MESSAGE_SIZE];
    bench_ready(&bench);
    bench_keys(&bench, "Space j Space r");
    struct call call = keep_read();
    cr_assert(is_running(text));
    bench_answer_error(&bench, &call, ERROR_NOT_LOGGED_IN, 401, "The token is not valid");
    bench_event(&bench, &(struct event){.kind = EVENT_TOKEN});
    cr_assert_eq(bench.app->session, SESSION_EXPIRED);
    cr_expect_not(is_running(text), "%s", text);
}

/* Five projects are being enqueued, three of which have left; the first was refused for this long. */
static void refuse_first_of_batch(int retry_after_s)
{
    bench_ready(&bench);
    bench_keys(&bench, "o");
    bench_type(&bench, "4 5");
    bench_keys(&bench, "Enter");
    bench_all_new(&bench);
    bench_keys(&bench, "M e X y");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 3);
    struct call call = {.op = ENDPOINT_ENQUEUE, .project_id = bench.app->batch->rows[0].id};
    call.serial = bench.app->calls[0].serial;
    for (size_t i = 0; i < bench.app->call_count; i++) {
        const struct app_call *entry = &bench.app->calls[i];
        if (entry->op == ENDPOINT_ENQUEUE && entry->project_id == call.project_id)
            call.serial = entry->serial;
    }
    bench_clear(&bench);
    bench_answer_busy(&bench, &call, 429, retry_after_s);
}

/* The enqueue of this row of the batch was accepted. */
static void accept_row(size_t row)
{
    int64_t id = bench.app->batch->rows[row].id;
    char *json = bench_json(id, "InProgress", "");
    for (size_t i = 0; i < bench.app->call_count; i++) {
        const struct app_call *entry = &bench.app->calls[i];
        if (entry->op == ENDPOINT_ENQUEUE && entry->project_id == id) {
            struct call call = {.op = entry->op, .serial = entry->serial, .project_id = id};
            bench_answer_project(&bench, &call, json);
            break;
        }
    }
    free(json);
}

static size_t enqueues(void)
{
    return bench_call_count(&bench, ENDPOINT_ENQUEUE);
}

Test(app_pause, after_a_429_the_rest_of_a_batch_waits_and_the_refused_one_is_not_sent_again)
{
    char text[MESSAGE_SIZE];
    refuse_first_of_batch(60);
    expect_paused("09:03 UTC");
    accept_row(1);
    accept_row(2);
    bench_wait(&bench, 59 * SECOND);
    cr_expect_eq(enqueues(), 0);
    cr_expect(is_running(text));
    cr_expect_str_has(text, "Enqueueing 5: 2 accepted, 1 refused, waits till 09:03:00 UTC");
    bench_wait(&bench, SECOND);
    cr_assert_eq(enqueues(), 1, "one tries");
    cr_expect_eq(bench_call(&bench, ENDPOINT_ENQUEUE)->project_id, bench.app->batch->rows[3].id);
    accept_row(3);
    cr_expect_eq(enqueues(), 2);
    accept_row(4);
    cr_expect_not(bench.app->batch->active);
    expect_paused("");
}

Test(app_pause, what_is_enqueued_alone_leaves_at_once)
{
    refuse_first(429, 3600);
    bench_keys(&bench, "e X");
    cr_assert_eq(enqueues(), 1);
    char text[MESSAGE_SIZE];
    struct call call = {.op = ENDPOINT_ENQUEUE, .serial = bench_call(&bench, ENDPOINT_ENQUEUE)->serial};
    bench_answer_busy(&bench, &call, 429, 60);
    app_message(bench.app, text, sizeof text);
    cr_expect_str_has(text, "rate limited by the server", "the refusal is not hidden by the pause");
}

Test(app_pause, a_batch_that_is_to_wait_for_long_is_left_with_the_reason)
{
    refuse_first_of_batch(301);
    accept_row(1);
    accept_row(2);
    cr_expect_not(bench.app->batch->active);
    cr_expect_eq(enqueues(), 0);
    cr_expect_str_eq(bench.app->failure,
                     "Stopped at 3 of 5: rate limited by the server; 2 not sent, still marked");
}

Test(app_pause, a_batch_that_waits_can_be_stopped)
{
    refuse_first_of_batch(60);
    accept_row(1);
    accept_row(2);
    bench_keys(&bench, "^C");
    cr_expect_not(bench.app->batch->active);
    bench_wait(&bench, 60 * SECOND);
    cr_expect_eq(enqueues(), 0);
}
