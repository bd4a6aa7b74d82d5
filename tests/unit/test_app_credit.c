/* The account's credit: when it is read, and when the number is in doubt. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/credit.h"
#include "part.h"
#include "support/app_bench.h"

static struct bench bench;

/* The account under way, answered with so many minutes. */
static void answer_credit(int minutes)
{
    char json[64];
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_not_null(call, "the account is not being read");
    snprintf(json, sizeof json, "{\"User\":{\"Email\":\"a@b\",\"CreditMinutes\":%d}}", minutes);
    bench_answer_login(&bench, call, json);
    bench_clear(&bench);
}

static void credit_start(void)
{
    bench_init(&bench, "secret-token");
    bench_set(&bench, SETTING_RATE_CAP, "0");
    bench_set(&bench, SETTING_CONNECTIONS, "16");
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
}

TestSuite(app_credit, .init = credit_start, .fini = credit_stop);

static void expect_credit(const char *text)
{
    char now[CREDIT_TEXT_SIZE];
    app_credit_text(bench.app, now, sizeof now);
    cr_expect_str_eq(now, text, "%s, wanted %s", now, text);
}

/* How often the account was asked for since the last look; projects are read as well. */
static size_t readings(void)
{
    size_t count = bench_call_count(&bench, ENDPOINT_CURRENT_USER);
    bench_clear(&bench);
    return count;
}

/* The call of an operation for a project that is under way. */
static struct call under_way(enum endpoint_id op, int64_t id)
{
    struct call call = {.op = op, .project_id = id};
    for (size_t i = 0; i < bench.app->client->call_count; i++)
        if (bench.app->client->calls[i].op == op && bench.app->client->calls[i].project_id == id)
            call.serial = bench.app->client->calls[i].serial;
    cr_assert_neq(call.serial, 0, "%s of %lld is not under way", endpoints[op].name, (long long)id);
    return call;
}

static void accept_enqueue(int64_t id)
{
    struct call call = under_way(ENDPOINT_ENQUEUE, id);
    char *json = bench_json(id, "InProgress", "One");
    bench_answer_project(&bench, &call, json);
    free(json);
}

static void refuse_enqueue(int64_t id)
{
    struct call call = under_way(ENDPOINT_ENQUEUE, id);
    bench_answer_error(&bench, &call, ERROR_FORBIDDEN, 403, "CreditMinutes: not enough credit is left");
}

/* The project is read with this state. */
static void read_as(int64_t id, const char *state)
{
    char *json = bench_json(id, state, "One");
    app_poll_ask(bench.app, id);
    bench_event(&bench, &(struct event){.kind = EVENT_TICK});
    struct call call = under_way(ENDPOINT_GET_PROJECT, id);
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

Test(app_credit, is_in_doubt_after_an_enqueue_and_read_two_seconds_later)
{
    bench_keys(&bench, "e X");
    accept_enqueue(1);
    expect_credit("600? min");
    bench_clear(&bench);
    bench_wait(&bench, 1999);
    cr_expect_eq(readings(), 0);
    bench_wait(&bench, 1);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_CURRENT_USER), 1);
    answer_credit(557);
    expect_credit("557 min");
    bench_wait(&bench, 3600000);
    cr_expect_eq(readings(), 0, "and not again");
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

Test(app_credit, is_in_doubt_when_the_answer_to_an_enqueue_is_lost)
{
    bench_keys(&bench, "e X");
    struct call call = under_way(ENDPOINT_ENQUEUE, 1);
    struct call_result *result = call_result_new(&call);
    error_set(&result->error, ERROR_UNKNOWN_OUTCOME, "Enqueue project 1: no response");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    expect_credit("600? min");
    bench_clear(&bench);
    read_as(1, "InProgress");
    bench_wait(&bench, 2000);
    cr_expect_eq(readings(), 1, "it was accepted");
}

Test(app_credit, is_in_doubt_when_a_job_of_somebody_else_is_seen_to_begin)
{
    read_as(2, "InProgress");
    expect_credit("600? min");
    bench_wait(&bench, 60000);
    cr_expect_eq(readings(), 0);
    read_as(2, "Completed");
    cr_expect_eq(readings(), 1, "it has ended");
}

Test(app_credit, of_several_jobs_is_read_once_a_minute_and_after_the_last)
{
    for (int64_t id = 1; id <= 3; id++)
        read_as(id, "InProgress");
    bench_wait(&bench, 60000);
    bench_clear(&bench);
    read_as(1, "Completed");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_CURRENT_USER), 1, "no reading was younger than a minute");
    expect_credit("600? min");
    answer_credit(500);
    expect_credit("500 min");
    bench_wait(&bench, 1000);
    read_as(2, "Failed");
    expect_credit("500? min");
    bench_wait(&bench, 58999);
    cr_expect_eq(readings(), 0);
    bench_wait(&bench, 1);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_CURRENT_USER), 1);
    answer_credit(480);
    bench_wait(&bench, 1000);
    bench_clear(&bench);
    read_as(3, "Completed");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_CURRENT_USER), 1, "the last one waits for no minute");
    expect_credit("480 min");
    bench_wait(&bench, 999);
    expect_credit("480 min");
    bench_wait(&bench, 1);
    expect_credit("480? min");
    answer_credit(460);
    bench_wait(&bench, 60000);
    expect_credit("460 min");
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
    expect_credit("600? min");
    bench_wait(&bench, 3600000);
    cr_expect_eq(readings(), 0);
    bench_keys(&bench, "A");
    const char *left = bench_page_value(&bench, "account", "Left");
    cr_expect_eq(strncmp(left, "600? min, as of ", 16), 0, "%s", left);
    bench_keys(&bench, "r");
    answer_credit(550);
    expect_credit("550 min");
    cr_expect_str_eq(bench_page_value(&bench, "account", "Left"), "550 min");
}

Test(app_credit, that_was_sent_for_before_an_enqueue_was_accepted_does_not_know_of_it)
{
    bench_keys(&bench, "A r");
    struct call early = *bench_call(&bench, ENDPOINT_CURRENT_USER);
    bench_keys(&bench, "q e X");
    accept_enqueue(1);
    bench_answer_login(&bench, &early, "{\"User\":{\"Email\":\"a@b\",\"CreditMinutes\":600}}");
    expect_credit("600? min");
}

Test(app_credit, of_an_older_reading_does_not_replace_a_newer_one)
{
    bench_keys(&bench, "A r");
    struct call early = *bench_call(&bench, ENDPOINT_CURRENT_USER);
    bench_keys(&bench, "q e X");
    accept_enqueue(1);
    bench_clear(&bench);
    bench_wait(&bench, 2000);
    answer_credit(557);
    bench_answer_login(&bench, &early, "{\"User\":{\"Email\":\"a@b\",\"CreditMinutes\":600}}");
    expect_credit("557 min");
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
