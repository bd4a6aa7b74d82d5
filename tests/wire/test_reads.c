/* Reads are tried again where it may help, within limits; calls end at once when cancelled. */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "wire/wire.h"

static const char project[] = WIRE_PROJECT(5, "None");

/* Reads project 7 and asserts that it came, or that it did not. */
static void read_project(struct wire *wire, bool expected)
{
    struct project *read = api_project_get(wire->connection, 7, &wire->err);
    cr_assert_eq(read != NULL, expected, "%s", wire->err.text);
    project_free(read);
}

Test(reads, a_failing_server_is_asked_three_times)
{
    struct wire wire;
    wire_open(&wire, NULL);
    for (int i = 0; i < 4; i++)
        mock_json(wire.mock, 503, "{\"Message\":\"busy\"}");
    read_project(&wire, false);
    WIRE_ERROR(&wire, ERROR_SERVER, 503, "Read project 7", "busy", "Try again later");
    cr_assert_eq(mock_count(wire.mock), 3);
    cr_assert_eq(wire.notice_count, 2);
    cr_assert_str_has(wire.notices, "Read project 7: server error; attempt 2 of 3 in ");
    wire_close(&wire);
}

Test(reads, a_try_that_works_ends_it)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 500, "{}");
    mock_script(wire.mock, MOCK_RESET, "", 0);
    mock_json(wire.mock, 200, project);
    read_project(&wire, true);
    cr_assert_eq(mock_count(wire.mock), 3);
    wire_close(&wire);
}

Test(reads, refusals_are_not_asked_again)
{
    static const int statuses[] = {400, 401, 403, 404, 409, 412, 422};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        struct wire wire;
        wire_open(&wire, NULL);
        mock_json(wire.mock, statuses[i], "{}");
        read_project(&wire, false);
        cr_assert_eq(wire.err.status, statuses[i]);
        cr_assert_eq(mock_count(wire.mock), 1);
        wire_close(&wire);
    }
}

Test(reads, a_short_retry_after_is_obeyed)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 429, "Retry-After: 1\r\n", "");
    mock_json(wire.mock, 200, project);
    int64_t start_ms = clock_mono_ms();
    read_project(&wire, true);
    cr_assert_geq(clock_mono_ms() - start_ms, 1000);
    wire_close(&wire);
}

Test(reads, what_the_server_asks_to_wait_is_handed_back_at_once_to_who_times_the_reads)
{
    static const struct {
        int status, tries;
        const char *headers;
    } cases[] = {{429, 1, "Retry-After: 1\r\n"}, {429, 1, ""}, {503, 1, "Retry-After: 1\r\n"}, {503, 2, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct wire wire;
        wire_open(&wire, NULL);
        connection_hand_back_waits(wire.connection, true);
        mock_reply(wire.mock, cases[i].status, cases[i].headers, "");
        mock_json(wire.mock, 200, project);
        read_project(&wire, cases[i].tries == 2);
        cr_assert_eq(mock_count(wire.mock), cases[i].tries);
        wire_close(&wire);
    }
}

Test(reads, a_retry_after_beyond_the_time_left_fails_at_once_and_says_when)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 429, "Retry-After: 3600\r\n", "");
    int64_t start_ms = clock_mono_ms();
    read_project(&wire, false);
    cr_assert_lt(clock_mono_ms() - start_ms, 10000);
    WIRE_ERROR(&wire, ERROR_RATE_LIMITED, 429, "rate limited by the server", "Retry in 3600 s, at ");
    cr_assert_eq(wire.err.retry_after_s, 3600);
    cr_assert_eq(mock_count(wire.mock), 1);
    wire_close(&wire);
}

Test(reads, a_retry_after_is_said_as_the_server_gave_it_beyond_six_hours_too)
{
    static const int seconds[] = {21599, 21600, 21601, 86400};
    for (size_t i = 0; i < sizeof seconds / sizeof seconds[0]; i++) {
        struct wire wire;
        char header[60];
        wire_open(&wire, NULL);
        snprintf(header, sizeof header, "Retry-After: %d\r\n", seconds[i]);
        mock_reply(wire.mock, 429, header, "");
        read_project(&wire, false);
        cr_expect_eq(wire.err.retry_after_s, seconds[i], "%d: %s", wire.err.retry_after_s, wire.err.text);
        wire_close(&wire);
    }
}

Test(reads, a_retry_after_may_be_a_date)
{
    struct wire wire;
    wire_open(&wire, NULL);
    char header[80];
    time_t at = time(NULL) + 7200;
    strftime(header, sizeof header, "Retry-After: %a, %d %b %Y %H:%M:%S GMT\r\n", gmtime(&at));
    mock_reply(wire.mock, 503, header, "");
    read_project(&wire, false);
    cr_assert(wire.err.retry_after_s > 7100 && wire.err.retry_after_s <= 7200, "%d", wire.err.retry_after_s);
    cr_assert_eq(mock_count(wire.mock), 1);
    wire_close(&wire);
}

Test(reads, an_answer_that_drips_in_is_not_called_silent)
{
    static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n"
                                 "{\"Data\":{\"Id\":7,\"Description\":{\"Name\":\"byte by byte";
    for (int i = 0; i < 2; i++) {
        struct wire wire;
        wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .timeout_ms = 300});
        mock_script(wire.mock, MOCK_ANSWER_DRIP, answer, sizeof answer - 1);
        if (i == 0)
            read_project(&wire, false);
        else
            cr_assert_null(wire_tag_delete(wire.connection, 7, 5, "news", &wire.err));
        WIRE_ERROR(&wire, i == 0 ? ERROR_TIMEOUT : ERROR_UNKNOWN_OUTCOME, wire.err.status,
                   "project 7: ", "did not complete its response within 0.3 s");
        cr_assert_str_lacks(wire.err.text, "nothing");
        wire_close(&wire);
    }
}

Test(reads, a_retry_after_in_the_far_future_is_said_as_a_date)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 503, "Retry-After: 31622400\r\n", "");
    read_project(&wire, false);
    WIRE_ERROR(&wire, ERROR_SERVER, 503, "Retry at ");
    wire_close(&wire);
}

Test(reads, a_retry_after_of_centuries_is_not_said_as_a_date)
{
    static const char *const values[] = {"31622401", "3155760000", "999999999999", "9223372036854775807"};
    for (size_t i = 0; i < 4; i++) {
        struct wire wire;
        char header[60];
        wire_open(&wire, NULL);
        snprintf(header, sizeof header, "Retry-After: %s\r\n", values[i]);
        mock_reply(wire.mock, 429, header, "");
        read_project(&wire, false);
        WIRE_ERROR(&wire, ERROR_RATE_LIMITED, 429, "asks for a wait of more than a year", "try again later");
        cr_expect_str_lacks(wire.err.text, " at ");
        wire_close(&wire);
    }
}

Test(reads, a_retry_after_that_is_junk_leaves_the_backoff)
{
    static const char *const junk[] = {"Retry-After: soon\r\n", "Retry-After: -5\r\n", "Retry-After: \r\n",
                                       "Retry-After: 5 minutes\r\n"};
    for (size_t i = 0; i < sizeof junk / sizeof junk[0]; i++) {
        struct wire wire;
        wire_open(&wire, NULL);
        mock_reply(wire.mock, 429, junk[i], "");
        mock_json(wire.mock, 200, project);
        read_project(&wire, true);
        cr_assert_eq(mock_count(wire.mock), 2);
        wire_close(&wire);
    }
}

Test(reads, a_stale_pooled_connection_costs_no_error)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 200, project);
    mock_script(wire.mock, MOCK_CLOSE, "", 0);
    mock_json(wire.mock, 200, project);
    read_project(&wire, true);
    read_project(&wire, true);
    cr_assert_eq(wire.notice_count, 0);
    cr_assert_eq(mock_connections(wire.mock), 2);
    wire_close(&wire);
}

Test(reads, a_silent_server_fails_within_the_timeout)
{
    struct wire wire;
    wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .timeout_ms = 200});
    mock_script(wire.mock, MOCK_ANSWER_STALL, "", 0);
    read_project(&wire, false);
    WIRE_ERROR(&wire, ERROR_TIMEOUT, 0, "Read project 7", "no response from 127.0.0.1", "within 0.2 s");
    cr_assert_eq(mock_count(wire.mock), 1);
    wire_close(&wire);
}

Test(reads, a_server_that_takes_no_connection_fails_within_the_connect_timeout)
{
    struct wire wire;
    char url[64];
    snprintf(url, sizeof url, "http://127.0.0.1:%d", mock_full_port());
    wire_open(&wire, &(struct api_config){
                         .base_url = url, .token = WIRE_TOKEN, .timeout_ms = 500, .connect_timeout_ms = 150});
    read_project(&wire, false);
    WIRE_ERROR(&wire, ERROR_TIMEOUT, 0, "could not connect to 127.0.0.1", "in time");
    wire_close(&wire);
}

Test(reads, a_reply_beyond_the_cap_is_refused)
{
    struct wire wire;
    wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .json_max = 100});
    mock_json(wire.mock, 200, project);
    read_project(&wire, false);
    WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "is too large", "json_max");
    wire_close(&wire);
}

Test(reads, a_reply_about_another_project_is_refused)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 200, "{\"Data\":{\"Id\":8}}");
    read_project(&wire, false);
    WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "It is about project 8");
    wire_close(&wire);
}

Test(reads, a_reply_that_echoes_the_token_is_kept_without_it)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 200, "{\"Data\":{\"Id\":7,\"Description\":{\"Name\":\"x " WIRE_TOKEN " y\"}}}");
    struct project *read = api_project_get(wire.connection, 7, &wire.err);
    cr_assert_str_eq(read->name, "x ************** y");
    project_free(read);
    wire_close(&wire);
}

/* Cancels once the server has the request, or at once. */
struct canceller {
    struct wire *wire;
    int requests;
};

static void *cancel_later(void *arg)
{
    struct canceller *canceller = arg;
    if (canceller->requests > 0)
        mock_wait(canceller->wire->mock, canceller->requests);
    connection_cancel(canceller->wire->connection);
    return NULL;
}

Test(cancel, a_silent_call_ends_at_once)
{
    struct wire wire;
    pthread_t thread;
    struct canceller canceller = {&wire, 1};
    wire_open(&wire, NULL);
    mock_script(wire.mock, MOCK_ANSWER_STALL, "", 0);
    pthread_create(&thread, NULL, cancel_later, &canceller);
    int64_t start_ms = clock_mono_ms();
    read_project(&wire, false);
    cr_assert_lt(clock_mono_ms() - start_ms, 10000);
    WIRE_ERROR(&wire, ERROR_CANCELLED, 0, "Read project 7: cancelled.");
    pthread_join(thread, NULL);
    wire_close(&wire);
}

Test(cancel, a_wait_before_a_retry_ends_at_once)
{
    struct wire wire;
    pthread_t thread;
    struct canceller canceller = {&wire, 1};
    wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .timeout_ms = 60000});
    mock_reply(wire.mock, 503, "Retry-After: 50\r\n", "");
    pthread_create(&thread, NULL, cancel_later, &canceller);
    read_project(&wire, false);
    WIRE_ERROR(&wire, ERROR_CANCELLED, 0, "Read project 7: cancelled.");
    cr_assert_eq(mock_count(wire.mock), 1);
    pthread_join(thread, NULL);
    wire_close(&wire);
}

Test(cancel, stays_in_force_until_it_is_reset)
{
    struct wire wire;
    wire_open(&wire, NULL);
    connection_cancel(wire.connection);
    read_project(&wire, false);
    cr_assert_eq(wire.err.kind, ERROR_CANCELLED);
    cr_assert_eq(mock_count(wire.mock), 0);
    connection_cancel_reset(wire.connection);
    mock_json(wire.mock, 200, project);
    read_project(&wire, true);
    wire_close(&wire);
}

Test(cancel, a_write_that_was_sent_says_that_it_may_have_been_done)
{
    struct wire wire;
    pthread_t thread;
    struct canceller canceller = {&wire, 1};
    wire_open(&wire, NULL);
    mock_script(wire.mock, MOCK_ANSWER_STALL, "", 0);
    pthread_create(&thread, NULL, cancel_later, &canceller);
    cr_assert_null(wire_enqueue(wire.connection, 7, NULL, &wire.err));
    WIRE_ERROR(&wire, ERROR_CANCELLED, 0, "may have succeeded");
    pthread_join(thread, NULL);
    wire_close(&wire);
}
