/* The account's credit: when it is read. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/app.h"
#include "part.h"
#include "support/asserts.h"
#include "steno/base/mem.h"
#include "support/app_bench.h"

static struct bench bench;

/* The account under way, answered with so many minutes. */
static void answer_credit(int minutes)
{
    char json[80];
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
    const struct bench_row rows[] = {{1, "None", "One"}, {2, "None", "Two"}, {3, "None", "Three"}};
    bench_list(&bench, rows, 3);
    bench_start(&bench, 80, 24);
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
    char now[COST_TEXT_SIZE];
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
    app_reads_ask(bench.app, id);
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

Test(app_credit, is_read_two_seconds_after_an_enqueue_was_accepted)
{
    bench_keys(&bench, "e X");
    accept_enqueue(1);
    expect_credit("600 min");
    bench_clear(&bench);
    bench_wait(&bench, 1999);
    cr_expect_eq(readings(), 0);
    bench_wait(&bench, 1);
    answer_credit(557);
    expect_credit("557 min");
    bench_wait(&bench, 3600000);
    cr_expect_eq(readings(), 0, "and not again");
}

Test(app_credit, is_read_when_a_transcription_ends)
{
    read_as(2, "InProgress");
    bench_clear(&bench);
    bench_wait(&bench, 60000);
    cr_expect_eq(readings(), 0);
    read_as(2, "Completed");
    bench_clear(&bench);
    bench_wait(&bench, 2000);
    cr_expect_eq(readings(), 1);
}

Test(app_credit, that_cannot_be_read_again_stays_with_its_time)
{
    bench_keys(&bench, "A");
    char *before = mem_copy(bench_page_value(&bench, "account", "Left"));
    bench_keys(&bench, "q e X");
    accept_enqueue(1);
    bench_wait(&bench, 2000);
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_CURRENT_USER), ERROR_SERVER, 500, "no");
    bench_clear(&bench);
    bench_wait(&bench, 3600000);
    cr_expect_eq(readings(), 0);
    bench_keys(&bench, "A");
    cr_expect_str_starts(bench_page_value(&bench, "account", "Left"), "600 min, as of ");
    cr_expect_str_eq(bench_page_value(&bench, "account", "Left"), before, "%s",
                     bench_page_value(&bench, "account", "Left"));
    free(before);
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
    expect_credit("590 min");
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

Test(app_credit, waits_for_the_login)
{
    bench_keys(&bench, "e X");
    accept_enqueue(1);
    bench_clear(&bench);
    bench.app->session = SESSION_EXPIRED;
    bench_wait(&bench, 60000);
    cr_expect_eq(readings(), 0);
}

/* --- where it could not be read at the start --- */

TestSuite(app_credit_start, .fini = credit_stop);

/* The account is not read at the start, with this status. */
static void start_without_credit(int status, int retry_after_s)
{
    bench_init(&bench, "secret-token");
    bench_list(&bench, (struct bench_row[]){{1, "None", "One"}}, 1);
    bench_start(&bench, 80, 24);
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_not_null(call);
    struct call_result *result = call_result_new(call);
    error_set(&result->error, status == 429 ? ERROR_RATE_LIMITED : ERROR_SERVER, "Read the account: failed");
    result->error.status = status;
    result->error.retry_after_s = retry_after_s;
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    bench_answer_reads(&bench, "None");
    bench_clear(&bench);
}

Test(app_credit_start, that_could_not_be_read_at_the_start_is_tried_again_as_a_project_is)
{
    start_without_credit(500, -1);
    bench_wait(&bench, 2400);
    cr_expect_null(bench_call(&bench, ENDPOINT_CURRENT_USER), "5 s, half of it at least");
    bench_wait(&bench, 2600);
    const struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_not_null(call);
    bench_answer_error(&bench, call, ERROR_SERVER, 500, "Read the account: server error (500)");
    bench_clear(&bench);
    bench_wait(&bench, 4900);
    cr_expect_null(bench_call(&bench, ENDPOINT_CURRENT_USER), "twice as long");
    bench_wait(&bench, 5100);
    answer_credit(600);
    expect_credit("600 min");
    bench_wait(&bench, 3600000);
    cr_expect_null(bench_call(&bench, ENDPOINT_CURRENT_USER), "it is known");
}

Test(app_credit_start, that_could_not_be_read_at_the_start_waits_as_long_as_the_server_asks)
{
    start_without_credit(429, 40);
    bench_wait(&bench, 39900);
    cr_expect_null(bench_call(&bench, ENDPOINT_CURRENT_USER));
    bench_wait(&bench, 200);
    answer_credit(600);
}
