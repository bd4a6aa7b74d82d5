/* The account's credit: what of it is free, and when it is read. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/credit.h"
#include "part.h"
#include "support/asserts.h"
#include "topics/enqueue.h"
#include "steno/base/mem.h"
#include "steno/store/store.h"
#include "support/app_store.h"

static struct bench bench;

/* The account under way, answered with so many minutes. */
static void answer_account(int minutes, int transcribed)
{
    char json[120];
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_not_null(call, "the account is not being read");
    snprintf(json, sizeof json,
             "{\"User\":{\"Email\":\"a@b\",\"CreditMinutes\":%d,\"UserTranscribedMinutes\":%d}}", minutes,
             transcribed);
    bench_answer_login(&bench, call, json);
    bench_clear(&bench);
}

static void answer_credit(int minutes)
{
    answer_account(minutes, 0);
}

static void credit_start(void)
{
    bench_init(&bench, "secret-token");
    bench_set(&bench, SETTING_RATE_CAP, "0");
    bench_set(&bench, SETTING_CONNECTIONS, "16");
    bench_store_open(&bench);
    for (int64_t id = 1; id <= 3; id++)
        bench_store_do(&bench, STORE_WATCH_ADD, id);
    bench_start(&bench, 80, 24);
    const struct bench_row rows[] = {{1, "None", "One"}, {2, "None", "Two"}, {3, "None", "Three"}};
    bench_answer_load(&bench, rows, 3);
    answer_credit(600);
    bench_answer_reads(&bench, "None");
    bench_clear(&bench);
}

static void credit_stop(void)
{
    bench_free(&bench);
    bench_store_close(&bench);
}

TestSuite(app_credit, .init = credit_start, .fini = credit_stop);

static void expect_credit(const char *text)
{
    char now[COST_TEXT_SIZE];
    cost_parts(now, sizeof now, app_credit(bench.app));
    cr_expect_str_eq(now, text, "%s, wanted %s", now, text);
}

/* How often the account was asked for since the last look; projects are read as well. */
static size_t readings(void)
{
    size_t count = bench_call_count(&bench, ENDPOINT_CURRENT_USER);
    bench_clear(&bench);
    return count;
}

static void accept_enqueue(int64_t id)
{
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, id);
    char *json = bench_json(id, "InProgress", "One");
    bench_answer_project(&bench, &call, json);
    free(json);
}

static void refuse_enqueue(int64_t id)
{
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, id);
    bench_answer_error(&bench, &call, ERROR_FORBIDDEN, 403, "CreditMinutes: not enough credit is left");
}

/* The project is read with this state. */
static void read_as(int64_t id, const char *state)
{
    char *json = bench_json(id, state, "One");
    app_poll_ask(bench.app, id);
    bench_event(&bench, &(struct event){.kind = EVENT_TICK});
    struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, id);
    bench_answer_project(&bench, &call, json);
    free(json);
}

Test(app_credit, is_read_at_the_start_and_not_by_a_clock)
{
    expect_credit("600 min");
    bench_wait(&bench, 3600000);
    cr_expect_eq(readings(), 0);
    expect_credit("600 min");
}

Test(app_credit, is_without_a_job_that_was_sent_and_read_two_seconds_later)
{
    bench_keys(&bench, "e X");
    accept_enqueue(1);
    expect_credit("600 min, 43 in progress, 557 free");
    bench_clear(&bench);
    bench_wait(&bench, 1999);
    cr_expect_eq(readings(), 0);
    bench_wait(&bench, 1);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_CURRENT_USER), 1);
    answer_credit(600);
    expect_credit("600 min, 43 in progress, 557 free");
    bench_wait(&bench, 3600000);
    cr_expect_eq(readings(), 0, "and not again");
}

Test(app_credit, of_a_server_that_takes_minutes_at_once_is_read_without_them)
{
    bench_keys(&bench, "e X");
    accept_enqueue(1);
    bench_wait(&bench, 2000);
    answer_account(557, 42);
    expect_credit("557 min");
    read_as(1, "InProgress");
    read_as(1, "Completed");
    answer_account(557, 42);
    expect_credit("557 min");
}

/* The wall clock and the other one are cut to milliseconds apart, and the wall clock is set. */
Test(app_credit, is_without_a_job_that_ended_before_the_reading_whatever_the_clocks_do_during_it)
{
    bench_keys(&bench, "e X");
    accept_enqueue(1);
    bench_wait(&bench, 2000);
    answer_account(600, 0);
    read_as(1, "InProgress");
    read_as(1, "Completed");
    bench.now_ms += 3;
    bench.wall_ms += 2;
    answer_account(557, 0);
    expect_credit("557 min");
}

Test(app_credit, that_fell_through_somebody_else_does_not_tell_that_a_job_was_taken)
{
    bench_keys(&bench, "e X");
    accept_enqueue(1);
    bench_wait(&bench, 2000);
    answer_account(557, 41);
    expect_credit("557 min, 43 in progress, 514 free");
}

Test(app_credit, counts_a_job_without_an_end_for_a_day)
{
    bench_keys(&bench, "e X");
    accept_enqueue(1);
    bench_wait(&bench, 2000);
    answer_credit(600);
    bench_wait(&bench, 86400000 - 2000 - 1);
    expect_credit("600 min, 43 in progress, 557 free");
    bench_wait(&bench, 1);
    expect_credit("600 min");
}

Test(app_credit, counts_no_job_of_a_project_that_is_not_followed)
{
    bench_keys(&bench, "e X");
    accept_enqueue(1);
    bench_keys(&bench, "D y");
    expect_credit("600 min");
}

Test(app_credit, counts_the_part_that_was_asked_for)
{
    bench_keys(&bench, "e");
    form_put(app_form_top(bench.app)->form, "TranscriptionDurationInSeconds", "61");
    bench_keys(&bench, "X");
    accept_enqueue(1);
    expect_credit("600 min, 2 in progress, 598 free");
}

Test(app_credit, is_read_once_after_the_last_of_a_batch_was_accepted)
{
    bench_keys(&bench, "M e X");
    bench_type(&bench, "y");
    accept_enqueue(1);
    bench_clear(&bench);
    bench_wait(&bench, 5000);
    cr_expect_eq(readings(), 0, "others of it are still to be answered");
    accept_enqueue(2);
    bench_wait(&bench, 1500);
    accept_enqueue(3);
    bench_clear(&bench);
    bench_wait(&bench, 1999);
    cr_expect_eq(readings(), 0);
    bench_wait(&bench, 1);
    cr_expect_eq(readings(), 1);
}

Test(app_credit, is_read_once_for_all_refusals_of_a_batch)
{
    bench_keys(&bench, "M e X");
    bench_type(&bench, "y");
    for (int64_t id = 1; id <= 3; id++)
        refuse_enqueue(id);
    expect_credit("600 min");
    bench_wait(&bench, 60000);
    cr_expect_eq(readings(), 1);
}

Test(app_credit, is_read_at_once_for_one_that_was_refused)
{
    bench_keys(&bench, "e X");
    bench_clear(&bench);
    refuse_enqueue(1);
    cr_expect_eq(readings(), 1);
}

Test(app_credit, is_without_a_job_whose_answer_is_lost)
{
    bench_keys(&bench, "e X");
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, 1);
    struct call_result *result = call_result_new(&call);
    error_set(&result->error, ERROR_UNKNOWN_OUTCOME, "Enqueue project 1: no response");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    expect_credit("600 min, 43 in progress, 557 free");
    bench_clear(&bench);
    read_as(1, "InProgress");
    bench_wait(&bench, 2000);
    cr_expect_eq(readings(), 1, "it was accepted");
}

Test(app_credit, knows_nothing_of_jobs_that_were_sent_elsewhere)
{
    read_as(2, "InProgress");
    expect_credit("600 min");
    read_as(2, "Completed");
    bench_wait(&bench, 60000);
    cr_expect_eq(readings(), 0);
}

Test(app_credit, of_several_jobs_is_read_once_a_minute_and_after_the_last)
{
    bench_keys(&bench, "M e X");
    bench_type(&bench, "y");
    for (int64_t id = 1; id <= 3; id++)
        accept_enqueue(id);
    bench_wait(&bench, 2000);
    answer_credit(600);
    expect_credit("600 min, 129 in progress, 471 free");
    for (int64_t id = 1; id <= 3; id++)
        read_as(id, "InProgress");
    bench_wait(&bench, 60000);
    bench_clear(&bench);
    read_as(1, "Completed");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_CURRENT_USER), 1, "no reading was younger than a minute");
    expect_credit("600 min, 129 in progress, 471 free");
    bench_wait(&bench, 1);
    answer_credit(557);
    expect_credit("557 min, 86 in progress, 471 free");
    bench_wait(&bench, 1000);
    read_as(2, "Failed");
    expect_credit("557 min, 86 in progress, 471 free");
    bench_wait(&bench, 58998);
    cr_expect_eq(readings(), 0);
    bench_wait(&bench, 1);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_CURRENT_USER), 1);
    answer_credit(557);
    expect_credit("557 min, 43 in progress, 514 free");
    bench_wait(&bench, 1000);
    bench_clear(&bench);
    read_as(3, "Completed");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_CURRENT_USER), 1, "the last one waits for no minute");
    expect_credit("557 min, 43 in progress, 514 free");
    answer_credit(514);
    expect_credit("514 min");
}

Test(app_credit, that_cannot_be_read_again_stays_with_its_time_until_somebody_asks)
{
    bench_keys(&bench, "e X");
    accept_enqueue(1);
    bench_wait(&bench, 2000);
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_not_null(call);
    bench_answer_error(&bench, call, ERROR_SERVER, 500, "Read the account: server error (500)");
    bench_clear(&bench);
    expect_credit("600? min, 43 in progress, 557 free");
    bench_wait(&bench, 3600000);
    cr_expect_eq(readings(), 0);
    bench_keys(&bench, "A");
    const char *left = bench_page_value(&bench, "account", "Left");
    cr_expect_str_starts(left, "600? min, 43 in progress, 557 free, as of");
    cr_expect_str_has(bench_page_text(&bench, "account"), "Free without jobs sent elsewhere");
    bench_keys(&bench, "r");
    answer_credit(550);
    expect_credit("550 min, 43 in progress, 507 free");
    cr_expect_str_eq(bench_page_value(&bench, "account", "Left"), "550 min, 43 in progress, 507 free");
}

Test(app_credit, that_was_sent_for_before_an_enqueue_was_accepted_does_not_know_of_it)
{
    bench_keys(&bench, "A r");
    struct call early = *bench_call(&bench, ENDPOINT_CURRENT_USER);
    bench_keys(&bench, "q e X");
    accept_enqueue(1);
    bench_answer_login(&bench, &early, "{\"User\":{\"Email\":\"a@b\",\"CreditMinutes\":600}}");
    expect_credit("600 min, 43 in progress, 557 free");
}

Test(app_credit, of_an_older_reading_does_not_replace_a_newer_one)
{
    bench_keys(&bench, "A r");
    struct call early = *bench_call(&bench, ENDPOINT_CURRENT_USER);
    bench_keys(&bench, "q e X");
    accept_enqueue(1);
    bench_clear(&bench);
    bench_wait(&bench, 2000);
    answer_credit(590);
    bench_answer_login(&bench, &early, "{\"User\":{\"Email\":\"a@b\",\"CreditMinutes\":600}}");
    expect_credit("590 min, 43 in progress, 547 free");
}

Test(app_credit, of_a_clock_that_was_ahead_is_replaced)
{
    bench.wall_ms -= CREDIT_AHEAD_MS + 1;
    bench_keys(&bench, "A r");
    answer_credit(590);
    expect_credit("590 min");
}

/* Another program has written to the store. */
static void others_wrote(void)
{
    const struct bench_row rows[] = {{1, "None", "One"}, {2, "None", "Two"}, {3, "None", "Three"}};
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_CHANGED});
    bench_answer_load(&bench, rows, 3);
    bench_wait(&bench, 0);
}

/* A job of another program, accepted. */
static void others_job(int64_t id)
{
    struct store_op *op = store_op_new(STORE_ACT_ADD);
    struct store_result *result = store_result_new(op);
    op->pending = mem_zero(1, sizeof *op->pending);
    *op->pending = (struct pending){.id = id, .op = ENDPOINT_ENQUEUE, .when_ms = bench.wall_ms};
    op->act_row = mem_zero(1, sizeof *op->act_row);
    op->act_row->outcome = ACT_ROW_DONE;
    op->when_ms = bench.wall_ms;
    cr_assert(store_execute(bench.store, op, result), "%s", result->error.text);
    store_result_free(result);
    store_op_free(op);
}

Test(app_credit, is_without_jobs_of_other_windows_and_one_of_them_reads_it)
{
    bench_wait(&bench, 1000);
    others_job(2);
    others_wrote();
    expect_credit("600 min, 43 in progress, 557 free");
    bench_clear(&bench);
    bench_wait(&bench, 1900);
    others_job(3);
    others_wrote();
    expect_credit("600 min, 86 in progress, 514 free");
    bench_wait(&bench, 1999);
    cr_expect_eq(readings(), 0, "it is read after the last acceptance");
    struct store_op claim = {.kind = STORE_ACCOUNT_CLAIM, .when_ms = bench.wall_ms, .number = bench.wall_ms};
    struct store_result *result = store_result_new(&claim);
    cr_assert(store_execute(bench.store, &claim, result));
    store_result_free(result);
    bench_wait(&bench, 1);
    cr_expect_eq(readings(), 0, "the other window does that");
    struct free_credit reading = {.left = 514, .transcribed_ms = -1, .read_ms = bench.wall_ms};
    struct store_op save = {.kind = STORE_ACCOUNT_SAVE, .when_ms = bench.wall_ms, .credit = &reading};
    result = store_result_new(&save);
    cr_assert(store_execute(bench.store, &save, result));
    store_result_free(result);
    others_wrote();
    expect_credit("514 min, 86 in progress, 428 free");
    cr_expect_eq(readings(), 0);
}

Test(app_credit, waits_for_the_login)
{
    bench_keys(&bench, "e X");
    accept_enqueue(1);
    bench_clear(&bench);
    bench.app->client->session = SESSION_EXPIRED;
    part_wake(bench.app, &part_poll);
    bench_wait(&bench, 60000);
    cr_expect_eq(readings(), 0);
}

Test(app_credit, of_a_question_is_without_what_is_being_sent_and_what_waits_for_its_turn)
{
    char free_now[COST_TEXT_SIZE];
    bench_keys(&bench, "g Space Space e X y"); /* 43 minutes each */
    bench_keys(&bench, "u G Space e X");
    cr_expect_null(bench.app->question->text, "it fits, and waits");
    cost_parts(free_now, sizeof free_now, enqueue_question_credit(bench.app));
    cr_expect_str_eq(free_now, "600 min, 129 in progress, 471 free");
    accept_enqueue(1);
    accept_enqueue(2);
    cost_parts(free_now, sizeof free_now, enqueue_question_credit(bench.app));
    cr_expect_str_eq(free_now, "600 min, 129 in progress, 471 free", "each is counted once");
}
