/* Reads are retried if it may help, within limits; cancelled calls end at once. The number of tries for each
 * failure is in the matrix of test_faults.c. */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "steno/base/when.h"
#include "support/asserts.h"
#include "wire/wire.h"

TestSuite(reads, .init = wire_setup, .fini = wire_close);
TestSuite(cancel, .init = wire_setup, .fini = wire_close);

static const char project[] = WIRE_PROJECT(5, "None");

Test(reads, a_failing_server_is_asked_three_times_visibly_and_a_try_that_works_ends_it)
{
    for (int i = 0; i < 3; i++)
        mock_json(wire.mock, 503, "{\"Message\":\"busy\"}");
    cr_assert_not(wire_read());
    WIRE_ERROR(ERROR_SERVER, 503, "Read project 7", "busy", "Try again later");
    cr_expect_eq(mock_count(wire.mock), 3);
    cr_expect_eq(wire.notice_count, 2);
    cr_expect_str_has(wire.notices, "Read project 7: server error; attempt 2 of 3 starts in ");
    mock_json(wire.mock, 500, "{}");
    mock_script(wire.mock, MOCK_RESET, "", 0);
    mock_json(wire.mock, 200, project);
    cr_expect(wire_read(), "%s", wire.err.text);
    cr_expect_eq(mock_count(wire.mock), 6);
}

Test(reads, reuse_the_connection_and_one_that_died_costs_no_error)
{
    for (int i = 0; i < 3; i++) {
        mock_json(wire.mock, 200, project);
        cr_expect(wire_read(), "%s", wire.err.text);
    }
    cr_expect_eq(mock_connections(wire.mock), 1);
    mock_script(wire.mock, MOCK_CLOSE, "", 0);
    mock_json(wire.mock, 200, project);
    cr_expect(wire_read(), "%s", wire.err.text);
    cr_expect_eq(wire.notice_count, 0);
    cr_expect_eq(mock_connections(wire.mock), 2);
    cr_expect_eq(mock_count(wire.mock), 5);
}

/* --- Retry-After --- */

Test(reads, a_short_retry_after_is_obeyed_and_junk_leaves_the_backoff)
{
    static const char *const junk[] = {"soon", "-5", "", "5 minutes"};
    mock_reply(wire.mock, 429, "Retry-After: 1\r\n", "");
    mock_json(wire.mock, 200, project);
    int64_t start_ms = clock_mono_ms();
    cr_expect(wire_read(), "%s", wire.err.text);
    cr_expect_geq(clock_mono_ms() - start_ms, 1000);
    for (size_t i = 0; i < COUNT(junk); i++) {
        char header[60];
        snprintf(header, sizeof header, "Retry-After: %s\r\n", junk[i]);
        mock_reply(wire.mock, 429, header, "");
        mock_json(wire.mock, 200, project);
        cr_expect(wire_read(), "%s: %s", junk[i], wire.err.text);
        cr_expect_eq(mock_count(wire.mock), (int)i * 2 + 4, "%s", junk[i]);
    }
}

Test(reads, a_retry_after_beyond_the_time_left_fails_at_once_and_says_when)
{
    static const struct {
        int status;
        const char *value;
        int seconds; /* 0: not checked */
        const char *words[2];
    } rows[] = {
        {429, "3600", 3600, {"rate limited by the server", "Retry in 3600 s, at "}},
        {429, "21599", 21599, {"Retry in 21599 s, at "}},
        {429, "21600", 21600, {"Retry in 21600 s, at "}},
        {429, "21601", 21601, {"Retry in 21601 s, at "}},
        {429, "86399", 86399, {"Retry in 86399 s, at "}},
        {429, "86400", 86400, {"Retry at "}},
        {503, "31622400", 31622400, {"Retry at "}},
        {429, "31622401", 31622401, {"asks for a wait of more than a year", "try again later"}},
        {429, "3155760000", 0, {"asks for a wait of more than a year", "try again later"}},
        {429, "999999999999", 0, {"asks for a wait of more than a year", "try again later"}},
        {429, "9223372036854775807", 0, {"asks for a wait of more than a year", "try again later"}},
    };
    char header[80];
    int64_t start_ms = clock_mono_ms();
    for (size_t i = 0; i < COUNT(rows); i++) {
        snprintf(header, sizeof header, "Retry-After: %s\r\n", rows[i].value);
        mock_reply(wire.mock, rows[i].status, header, "");
        cr_expect_not(wire_read(), "%s", rows[i].value);
        WIRE_ERROR(rows[i].status == 429 ? ERROR_RATE_LIMITED : ERROR_SERVER, rows[i].status,
                   rows[i].words[0], rows[i].words[1]);
        if (rows[i].seconds)
            cr_expect_eq(wire.err.retry_after_s, rows[i].seconds);
        if (rows[i].words[1] && rows[i].words[1][0] == 't')
            WIRE_WITHOUT(" at ");
    }
    cr_expect_lt(clock_mono_ms() - start_ms, 10000);
    time_t at = time(NULL) + 7200; /* Retry-After may be a date */
    strftime(header, sizeof header, "Retry-After: %a, %d %b %Y %H:%M:%S GMT\r\n", gmtime(&at));
    mock_reply(wire.mock, 503, header, "");
    cr_expect_not(wire_read());
    cr_expect(wire.err.retry_after_s > 7100 && wire.err.retry_after_s <= 7200, "%d", wire.err.retry_after_s);
    cr_expect_eq(mock_count(wire.mock), COUNT(rows) + 1);
}

Test(reads, timed_reads_return_a_retry_after_at_once)
{
    static const struct {
        int status, tries;
        const char *headers;
    } rows[] = {{429, 1, "Retry-After: 1\r\n"}, {429, 1, ""}, {503, 1, "Retry-After: 1\r\n"}, {503, 2, ""}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        wire_open(NULL);
        connection_hand_back_waits(wire.connection, true);
        mock_reply(wire.mock, rows[i].status, rows[i].headers, "");
        mock_json(wire.mock, 200, project);
        cr_expect_eq(wire_read(), rows[i].tries == 2, "row %zu: %s", i, wire.err.text);
        cr_expect_eq(mock_count(wire.mock), rows[i].tries, "row %zu", i);
    }
}

/* --- answers --- */

Test(reads, an_answer_that_drips_in_is_not_called_silent)
{
    static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n"
                                 "{\"Data\":{\"Id\":7,\"Description\":{\"Name\":\"byte by byte";
    wire_open(&(struct api_config){.token = WIRE_TOKEN, .timeout_ms = 1000});
    mock_script(wire.mock, MOCK_ANSWER_DRIP, answer, sizeof answer - 1);
    cr_expect_not(wire_write7(ENDPOINT_DELETE_TAG, NULL));
    WIRE_ERROR(ERROR_UNKNOWN_OUTCOME, wire.err.status, "did not complete its response within 1 s");
    WIRE_WITHOUT("nothing");
}

Test(reads, a_reply_about_another_project_is_refused_and_one_that_echoes_the_token_is_kept_without_it)
{
    mock_json(wire.mock, 200, "{\"Data\":{\"Id\":8}}");
    cr_expect_not(wire_read());
    WIRE_ERROR(ERROR_BAD_REPLY, 200, "The answer is about another project: 8");
    mock_json(wire.mock, 200, "{\"Data\":{\"Id\":7,\"Description\":{\"Name\":\"x " WIRE_TOKEN " y\"}}}");
    cr_assert(wire_read(), "%s", wire.err.text);
    cr_expect_str_eq(wire.now->name, "x ************** y");
}

/* --- cancel --- */

/* Cancels as soon as the server has a request. */
static void *cancel_after_one(void *arg)
{
    mock_wait(wire.mock, "", 1);
    connection_cancel(wire.connection);
    return arg;
}

static bool export_late(void)
{
    return wire_export(NULL, true);
}

Test(cancel, a_silent_call_and_a_wait_end_at_once_and_a_write_says_that_it_may_have_been_done)
{
    static const struct {
        const char *headers; /* of a 503 or a 404; NULL: the server is silent */
        int status;
        bool (*call)(void);
        const char *words;
    } rows[] = {
        {NULL, 0, wire_read, "Read project 7: cancelled."},
        {"Retry-After: 50\r\n", 503, wire_read, "Read project 7: cancelled."},
        {"", 404, export_late, "Export subtitles of project 7: cancelled."},
        {NULL, 0, wire_enqueue, "may have succeeded"},
    };
    int64_t start_ms = clock_mono_ms();
    for (size_t i = 0; i < COUNT(rows); i++) {
        pthread_t thread;
        wire_open(&(struct api_config){.token = WIRE_TOKEN, .timeout_ms = 60000, .export_wait_ms = 60000});
        if (rows[i].headers)
            mock_reply(wire.mock, rows[i].status, rows[i].headers, "");
        else
            mock_script(wire.mock, MOCK_ANSWER_STALL, "", 0);
        pthread_create(&thread, NULL, cancel_after_one, NULL);
        cr_expect_not(rows[i].call(), "row %zu", i);
        WIRE_ERROR(ERROR_CANCELLED, 0, rows[i].words);
        cr_expect_eq(mock_count(wire.mock), 1, "row %zu", i);
        pthread_join(thread, NULL);
    }
    cr_expect_lt(clock_mono_ms() - start_ms, 10000);
}

Test(cancel, stays_in_force_until_it_is_reset)
{
    connection_cancel(wire.connection);
    cr_expect_not(wire_read());
    cr_expect_eq(wire.err.kind, ERROR_CANCELLED);
    cr_expect_eq(mock_count(wire.mock), 0);
    connection_cancel_reset(wire.connection);
    mock_json(wire.mock, 200, project);
    cr_expect(wire_read(), "%s", wire.err.text);
}
