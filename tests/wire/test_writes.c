/* Writes are sent once. After an unclear answer the project is read: what is then reported, and what counts
 * as done. The result of each failure of each write is in the matrix of test_faults.c. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/record.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "wire/wire.h"

static const char none[] = WIRE_PROJECT(5, "None");
static const char none_later[] = WIRE_PROJECT(6, "None");
static const char running[] = WIRE_PROJECT(6, "InProgress");
static const char untagged[] = "{\"Data\":{\"Id\":7,\"AccessToken\":6,\"Tags\":[\"archive\"]}}";

#define WITH_METADATA(pair) "{\"Data\":{\"Id\":7,\"AccessToken\":5,\"Metadata\":{" pair "}}}"
#define STATUS_500          "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n"
#define NO_CONTENT          "HTTP/1.1 204 No Content\r\n\r\n"
#define EMPTY_200           "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\r\n"
#define MESSAGE_200         "HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{\"Message\":\"ok\"}"
#define NULL_200            "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"Data\":null}"

TestSuite(writes, .init = wire_setup, .fini = wire_close);

/* Writes to a project that was `seen` before (or NULL). `answer`: the raw answer; `shown`: the answer to the
 * read after it, NULL: a 599. */
static bool write_shown(enum endpoint_id op, const char *seen, const char *answer, const char *shown)
{
    wire_open(NULL);
    mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer, strlen(answer));
    if (shown)
        mock_json(wire.mock, 200, shown);
    return wire_write7(op, seen);
}

/* --- once --- */

Test(writes, open_a_fresh_connection_and_none_is_sent_again_when_an_idle_one_has_died)
{
    static const enum mock_fault ends[] = {MOCK_ANSWER, MOCK_CLOSE, MOCK_RESET};
    for (size_t i = 0; i < 4 * COUNT(ends); i++) {
        enum endpoint_id op = wire_all_writes[i / COUNT(ends)];
        enum mock_fault end = ends[i % COUNT(ends)];
        wire_open(NULL);
        mock_json(wire.mock, 200, none);
        if (end == MOCK_ANSWER)
            mock_json(wire.mock, 200, running);
        else
            mock_script(wire.mock, end, "", 0);
        mock_json(wire.mock, 200, running); /* would answer a second request */
        cr_assert(wire_read(), "%s", wire.err.text);
        cr_expect_eq(wire_write7(op, NULL), end == MOCK_ANSWER, "%s", endpoints[op].name);
        cr_expect_eq(wire_writes(wire.mock), 1, "%s", endpoints[op].name);
        cr_expect_geq(mock_connections(wire.mock), 2, "%s", endpoints[op].name);
        if (end == MOCK_ANSWER) {
            cr_expect_str_eq(wire.now->state, "InProgress", "%s", endpoints[op].name);
        } else {
            WIRE_ERROR(ERROR_UNKNOWN_OUTCOME, 0, "no usable response: ", "check the project before retrying");
            WIRE_WITHOUT("Try again");
        }
    }
}

Test(writes, a_write_that_was_done_is_not_sent_again_whatever_the_next_read_answers)
{
    static const int answers[] = {409, 401, 404, 500};
    for (size_t i = 0; i < COUNT(answers); i++) {
        wire_open(NULL);
        mock_script(wire.mock, MOCK_ANSWER, NO_CONTENT, strlen(NO_CONTENT));
        for (int k = 0; k < 3; k++)
            mock_json(wire.mock, answers[i], "{}");
        cr_expect_not(wire_write7(ENDPOINT_DELETE_TAG, none));
        WIRE_ERROR(ERROR_UNKNOWN_OUTCOME, answers[i], "Delete tag", "(HTTP 204) does not contain the project",
                   "The project could not be read afterwards");
        cr_expect_eq(wire_writes(wire.mock), 1, "%d", answers[i]);
    }
}

Test(writes, a_version_beyond_64_bits_is_named_and_nothing_is_sent)
{
    static const struct {
        const char *version, *words;
    } rows[] = {
        {"\"AccessToken\":9223372036854775808,", "the version number of the project (the field AccessToken) "
                                                 "is not a whole number from 0 to 9223372036854775807"},
        {"\"AccessToken\":1e300,",
         "the version number of the project (the field AccessToken) is not a whole number"},
        {"\"AccessToken\":-1,",
         "the version number of the project (the field AccessToken) is not a whole number"},
        {"\"AccessToken\":null,", "the version number of the project (the field AccessToken) is missing"},
        {"", "the version number of the project (the field AccessToken) is missing"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *json = mem_printf("{\"Data\":{%s\"Id\":7,\"Tags\":[\"news\"]}}", rows[i].version);
        struct project *seen = project_decode(json, strlen(json), &wire.err);
        struct request_args args = {.project_id = 7, .version = seen->version, .value = "news"};
        cr_expect_not(wire_write(ENDPOINT_DELETE_TAG, &args, json), "%s", rows[i].version);
        WIRE_ERROR(ERROR_BAD_REPLY, 0, "Delete tag of project 7: nothing was sent: ", rows[i].words);
        cr_expect_eq(mock_connections(wire.mock), 0);
        project_free(seen);
        free(json);
    }
}

/* --- the read after a write --- */

Test(writes, a_check_of_an_open_write_only_reads_and_reports_the_state)
{
    static const char bare[] = "{\"Data\":{\"Id\":7,\"ProcessingState\":\"None\"}}";
    static const char stateless[] = "{\"Data\":{\"Id\":7,\"AccessToken\":5}}";
    static const struct {
        enum endpoint_id op;
        const char *before, *now, *words;
    } rows[] = {
        {ENDPOINT_ENQUEUE, none, running, "Project 7 is being transcribed: your enqueue arrived"},
        {ENDPOINT_ENQUEUE, none, none, "Project 7 is still None; the request may still be carried out"},
        {ENDPOINT_ENQUEUE, none, none_later,
         "may have been enqueued: it is still None, but something else in it has changed; the request may "
         "still "
         "be"},
        {ENDPOINT_DELETE_TAG, none, none,
         "Project 7 still has the tag; the request may still be carried out."},
        {ENDPOINT_DELETE_TAG, none, "{\"Data\":{\"Id\":7,\"Tags\":[]}}", "no longer has the tag"},
        {ENDPOINT_ADD_METADATA, none, none, "Project 7 is unchanged; the request may still be carried out."},
        {ENDPOINT_ADD_METADATA, none, "{\"Data\":{\"Id\":7,\"Metadata\":{\"k\":\"v\"}}}", "as you wanted it"},
        {ENDPOINT_DELETE_METADATA, none,
         "{\"Data\":{\"Id\":7,\"Metadata\":[{\"Key\":\"k\",\"Value\":\"v\"}]}}", "does not show the change"},
        {ENDPOINT_ENQUEUE, none, bare,
         "Project 7 is still None, and steno cannot see whether anything else changed; the request may "
         "still"},
        {ENDPOINT_ENQUEUE, bare, bare,
         "Project 7 is still None, and steno cannot see whether anything else changed; the request may "
         "still"},
        {ENDPOINT_ENQUEUE, stateless, running, "Project 7 is InProgress now"},
        {ENDPOINT_ENQUEUE, stateless, stateless, "Project 7 is without a state now"},
        {ENDPOINT_ADD_METADATA, none, bare,
         "Project 7 cannot be checked: the server sent no metadata; the request may still be carried out"},
        {ENDPOINT_DELETE_TAG, none, bare, "Project 7 cannot be checked: the server sent no list of tags"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_expect_not(write_shown(rows[i].op, rows[i].before, STATUS_500, rows[i].now), "row %zu", i);
        WIRE_ERROR(ERROR_UNKNOWN_OUTCOME, 500, rows[i].words, "The request may have succeeded",
                   "check the project before retrying");
        WIRE_WITHOUT("Try again");
        cr_expect_not_null(wire.now, "row %zu", i);
        cr_expect_eq(mock_count(wire.mock), 2, "row %zu: sent once, read once", i);
        cr_expect_str_starts(mock_request(wire.mock, 1), "GET /API/v2/Projects/7 ");
    }
}

Test(writes, thirteen_statuses_refuse_a_write_and_all_others_leave_it_open)
{
    static const int refusals[] = {400, 401, 402, 403, 404, 405, 407, 409, 412, 413, 415, 422, 429};
    static const int others[] = {300, 301, 302, 303, 304, 307, 308, 399, 406, 408, 410, 411, 414, 416, 417,
                                 421, 423, 424, 425, 426, 428, 431, 451, 499, 500, 502, 503, 504, 600, 999};
    for (size_t i = 0; i < COUNT(refusals) + COUNT(others); i++) {
        bool refuses = i < COUNT(refusals);
        int status = refuses ? refusals[i] : others[i - COUNT(refusals)];
        char *answer = mem_printf("HTTP/1.1 %d X\r\nLocation: /else\r\nContent-Length: 0\r\n\r\n", status);
        for (size_t k = 0; k < 4; k++) {
            cr_expect_not(write_shown(wire_all_writes[k], none, answer, none));
            cr_expect_eq(error_outcome_is_open(&wire.err), !refuses, "%d, write %zu: %s", status, k,
                         wire.err.text);
            cr_expect_eq(wire.err.status, status);
            cr_expect_eq(wire_writes(wire.mock), 1, "%d, write %zu", status, k);
        }
        free(answer);
    }
}

Test(writes, an_open_outcome_stays_unknown_when_the_look_fails_and_says_why_it_failed)
{
    static const char begin[] =
        "The project could not be read afterwards (Read project 7: server error (599)";
    cr_assert_not(write_shown(ENDPOINT_ENQUEUE, none, STATUS_500, NULL));
    cr_expect_null(wire.now);
    WIRE_ERROR(ERROR_UNKNOWN_OUTCOME, 500, "Enqueue project 7: ", "The request may have succeeded");
    cr_expect_str_starts(wire.err.text, begin);
    cr_expect_str_lacks(wire.err.text, "Try again");
}

Test(writes, a_success_without_the_project_is_done_only_if_the_reading_after_it_shows_it)
{
    static const struct {
        enum endpoint_id op;
        const char *seen, *shown, *words; /* words NULL: it is done; else the outcome is unknown */
    } rows[] = {
        {ENDPOINT_DELETE_TAG, none, untagged, NULL},
        {ENDPOINT_DELETE_TAG, NULL, untagged, NULL},
        {ENDPOINT_DELETE_TAG, none,
         "{\"Data\":{\"Id\":7,\"AccessToken\":6,\"Tags\":[\"newsroom\",\"news\\u0000\"]}}", NULL},
        {ENDPOINT_DELETE_TAG, none, none_later,
         "Project 7 still has the tag; the request may still be carried out. Delete tag of project 7: "},
        {ENDPOINT_DELETE_TAG, none, "{\"Data\":{\"Id\":7,\"AccessToken\":6}}", NULL},
        {ENDPOINT_DELETE_TAG, none, "{\"Data\":{\"Id\":7,\"AccessToken\":5,\"Tags\":null}}",
         "Project 7 cannot be checked: the server sent no list of tags; the request may still be carried "
         "out. Delete tag of "},
        {ENDPOINT_ADD_METADATA, none, WITH_METADATA("\"k\":\"v\""), NULL},
        {ENDPOINT_ADD_METADATA, none, WITH_METADATA("\"k\":\"other\""),
         "Project 7 does not show the changed metadata; the request may still be carried out. Set "},
        {ENDPOINT_ADD_METADATA, none, none_later, NULL},
        {ENDPOINT_ADD_METADATA, NULL, none_later, NULL},
        {ENDPOINT_ADD_METADATA, none, none, "Project 7 is unchanged; the request may"},
        {ENDPOINT_ADD_METADATA, none, "{\"Data\":{\"Id\":7}}", "Project 7 "},
        {ENDPOINT_DELETE_METADATA, none, WITH_METADATA(""), NULL},
        {ENDPOINT_DELETE_METADATA, none, WITH_METADATA("\"k\":\"v\""), "does not show the change"},
        {ENDPOINT_ENQUEUE, none, running, NULL},
        {ENDPOINT_ENQUEUE, none, WIRE_PROJECT(6, "Failed"), NULL},
        {ENDPOINT_ENQUEUE, none, WIRE_PROJECT(6, "Uploading"),
         "Project 7 is Uploading now. Enqueue project 7: the answer of the server (HTTP 20"},
        {ENDPOINT_ENQUEUE, none, none_later,
         "Project 7 may have been enqueued: it is still None, but something else in it has changed"},
        {ENDPOINT_ENQUEUE, none, WIRE_PROJECT(5, "InProgress"), NULL},
        {ENDPOINT_ENQUEUE, none, none,
         "Project 7 is still None; the request may still be carried out. Enqueue project 7: the answer "
         "of the server (HTTP 20"},
        {ENDPOINT_ENQUEUE, none, "{\"Data\":{\"Id\":7}}", "Project 7 is without a state now. Enqueue"},
        {ENDPOINT_ENQUEUE, NULL, running,
         "Project 7 is InProgress now. Enqueue project 7: the answer of the server (HTTP "},
    };
    static const char *const answers[] = {NO_CONTENT, EMPTY_200, MESSAGE_200, NULL_200};
    for (size_t i = 0; i < COUNT(rows) * 4; i++) {
        const char *words = rows[i / 4].words;
        bool done = write_shown(rows[i / 4].op, rows[i / 4].seen, answers[i % 4], rows[i / 4].shown);
        cr_expect_eq(done, words == NULL, "row %zu: %s", i / 4, wire.err.text);
        cr_expect_not_null(wire.now, "row %zu", i / 4);
        if (!done) {
            cr_expect_eq(wire.err.kind, ERROR_UNKNOWN_OUTCOME, "row %zu: %s", i / 4, wire.err.text);
            cr_expect_str_has(wire.err.text, words, "row %zu", i / 4);
        }
        cr_expect_eq(mock_count(wire.mock), 2, "row %zu: sent once, read once", i / 4);
        cr_expect_str_starts(mock_request(wire.mock, 1), "GET /API/v2/Projects/7 ");
    }
}
