/* What became of a write whose answer leaves it open: what is read after it, what is said, what counts as
 * done. */
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

/* A write of a project seen as `seen` (or NULL) with one answer to it and one to the reading after it. */
struct outcome {
    struct wire wire;
    struct project *now;
    bool done;
};

/* Carries the write out. Raw bytes answer it; `shown` is what the reading gives, NULL for a broken one. */
static void outcome_run(struct outcome *outcome, enum endpoint_id op, const char *seen, const char *answer,
                        const char *shown)
{
    wire_open(&outcome->wire, NULL);
    mock_script(outcome->wire.mock, MOCK_ANSWER_CLOSE, answer, strlen(answer));
    if (shown)
        mock_json(outcome->wire.mock, 200, shown);
    struct project *before = seen ? project_decode(seen, strlen(seen), &outcome->wire.err) : NULL;
    struct request_args args = {
        .project_id = 7, .version = 5, .key = "k", .value = op == ENDPOINT_DELETE_TAG ? "news" : "v"};
    outcome->done = api_write(outcome->wire.connection, op, &args, before, &outcome->now, &outcome->wire.err);
    project_free(before);
}

static void outcome_end(struct outcome *outcome)
{
    project_free(outcome->now);
    wire_close(&outcome->wire);
}

static const enum endpoint_id all_writes[] = {ENDPOINT_ENQUEUE, ENDPOINT_DELETE_TAG, ENDPOINT_ADD_METADATA,
                                              ENDPOINT_DELETE_METADATA};
#define WITH_METADATA(pair) "{\"Data\":{\"Id\":7,\"AccessToken\":5,\"Metadata\":{" pair "}}}"
#define STATUS_500          "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n"
#define STATUS_503          "HTTP/1.1 503 Busy\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n"
#define CUT_HEAD            "HTTP/1.1 200 OK\r\nServer: one\r\n"
#define NO_CONTENT          "HTTP/1.1 204 No Content\r\n\r\n"
#define EMPTY_200           "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\r\n"
#define MESSAGE_200         "HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{\"Message\":\"ok\"}"
#define NULL_200            "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"Data\":null}"

/* What is said of a lost write after which this is read. */
static void expect_look(enum endpoint_id op, const char *before, const char *now, const char *words)
{
    struct outcome outcome;
    outcome_run(&outcome, op, before, STATUS_500, now);
    cr_expect_str_has(outcome.wire.err.text, words);
    cr_expect_not_null(outcome.now);
    cr_expect_eq(wire_writes(outcome.wire.mock), 1);
    outcome_end(&outcome);
}

Test(outcomes, a_look_says_what_the_project_shows_and_only_reads)
{
    expect_look(ENDPOINT_ENQUEUE, none, running,
                "Project 7 was probably enqueued: it changed from None to InProgress");
    expect_look(ENDPOINT_ENQUEUE, none, none, "Project 7 is still None; the request may yet be carried out");
    expect_look(ENDPOINT_ENQUEUE, none, none_later,
                "may have been enqueued: it is still None, but was changed since; the request may yet be");
    expect_look(ENDPOINT_DELETE_TAG, none, none,
                "Project 7 still has the tag; the request may yet be carried out.");
    expect_look(ENDPOINT_DELETE_TAG, none, "{\"Data\":{\"Id\":7,\"Tags\":[]}}", "no longer has the tag");
    expect_look(ENDPOINT_ADD_METADATA, none, none,
                "Project 7 is unchanged; the request may yet be carried out.");
    expect_look(ENDPOINT_ADD_METADATA, none, "{\"Data\":{\"Id\":7,\"Metadata\":{\"k\":\"v\"}}}",
                "as you wanted it");
    expect_look(ENDPOINT_DELETE_METADATA, none,
                "{\"Data\":{\"Id\":7,\"Metadata\":[{\"Key\":\"k\",\"Value\":\"v\"}]}}",
                "does not show the change");
    static const char bare[] = "{\"Data\":{\"Id\":7,\"ProcessingState\":\"None\"}}";
    static const char stateless[] = "{\"Data\":{\"Id\":7,\"AccessToken\":5}}";
    expect_look(ENDPOINT_ENQUEUE, none, bare,
                "Project 7 is still None, and whether it was changed cannot be seen; the request may yet");
    expect_look(ENDPOINT_ENQUEUE, bare, bare,
                "Project 7 is still None, and whether it was changed cannot be seen; the request may yet");
    expect_look(ENDPOINT_ENQUEUE, stateless, running, "Project 7 is InProgress now");
    expect_look(ENDPOINT_ENQUEUE, stateless, stateless, "Project 7 is in no state now");
    expect_look(ENDPOINT_ADD_METADATA, none, bare,
                "Project 7 does not show its metadata; the request may yet be carried out");
    expect_look(ENDPOINT_DELETE_TAG, none, bare, "Project 7 was returned without its tags");
}

Test(outcomes, a_5xx_or_a_head_that_breaks_off_is_unknown_and_begins_with_what_the_project_shows)
{
    static const struct {
        const char *answer;
        int status;
    } answers[] = {{STATUS_500, 500}, {STATUS_503, 503}, {CUT_HEAD, 200}, {"HTTP/1.1 599 X\r\n\r\n", 599}};
    static const char *const begins[] = {
        "Project 7 was probably enqueued: it changed from None to InProgress. Enqueue project 7: ",
        "Project 7 still has the tag; the request may yet be carried out. Delete tag of project 7: ",
        "Project 7 was changed since, perhaps by this. Set metadata of "
        "project 7: ",
        "Project 7 was changed since, perhaps by this. Delete metadata "
        "of project 7: "};
    for (size_t i = 0; i < 4; i++) {
        for (size_t k = 0; k < sizeof answers / sizeof answers[0]; k++) {
            struct outcome outcome;
            outcome_run(&outcome, all_writes[i], none, answers[k].answer, running);
            cr_assert_not(outcome.done);
            WIRE_ERROR(&outcome.wire, ERROR_UNKNOWN_OUTCOME, answers[k].status,
                       "The request may have succeeded", "check the project before retrying");
            const char *text = outcome.wire.err.text;
            cr_expect_str_starts(text, begins[i]);
            static const char *const invitations[] = {"Retry", "Try again", "Try again later"};
            for (size_t n = 0; n < 3; n++)
                cr_expect_str_lacks(text, invitations[n]);
            cr_assert_not_null(outcome.now, "what the look found is given to the caller");
            cr_expect_str_eq(outcome.now->state, "InProgress");
            cr_expect_eq(mock_count(outcome.wire.mock), 2, "sent once, read once");
            cr_expect_str_starts(mock_request(outcome.wire.mock, 1), "GET /API/v2/Projects/7 ");
            outcome_end(&outcome);
        }
    }
}

Test(outcomes, thirteen_statuses_refuse_a_write_and_all_others_leave_it_open)
{
    static const int refusals[] = {400, 401, 402, 403, 404, 405, 407, 409, 412, 413, 415, 422, 429};
    static const int others[] = {300, 301, 302, 303, 304, 307, 308, 399, 406, 408, 410, 411, 414, 416, 417,
                                 421, 423, 424, 425, 426, 428, 431, 451, 499, 500, 502, 503, 504, 600, 999};
    size_t refusal_count = sizeof refusals / sizeof refusals[0];
    for (size_t i = 0; i < refusal_count + sizeof others / sizeof others[0]; i++) {
        bool refuses = i < refusal_count;
        int status = refuses ? refusals[i] : others[i - refusal_count];
        char *answer = mem_printf("HTTP/1.1 %d X\r\nLocation: /else\r\nContent-Length: 0\r\n\r\n", status);
        for (size_t k = 0; k < sizeof all_writes / sizeof all_writes[0]; k++) {
            struct outcome outcome;
            outcome_run(&outcome, all_writes[k], none, answer, none);
            cr_assert_not(outcome.done);
            cr_expect_eq(error_outcome_is_open(&outcome.wire.err), !refuses, "%d, write %zu: %s", status, k,
                         outcome.wire.err.text);
            cr_expect_eq(outcome.wire.err.status, status);
            cr_expect_eq(wire_writes(outcome.wire.mock), 1, "%d, write %zu", status, k);
            outcome_end(&outcome);
        }
        free(answer);
    }
}

Test(outcomes, an_open_outcome_stays_unknown_when_the_look_fails_and_says_why_it_failed)
{
    struct outcome outcome;
    outcome_run(&outcome, ENDPOINT_ENQUEUE, none, STATUS_500, NULL); /* the script is over: 599 */
    cr_assert_not(outcome.done);
    cr_expect_null(outcome.now);
    WIRE_ERROR(&outcome.wire, ERROR_UNKNOWN_OUTCOME, 500,
               "Enqueue project 7: ", "The request may have succeeded");
    static const char begin[] =
        "The project could not be read afterwards (Read project 7: server error (599)";
    cr_expect_str_starts(outcome.wire.err.text, begin);
    cr_expect_str_lacks(outcome.wire.err.text, "Try again");
    outcome_end(&outcome);
}

Test(outcomes, a_success_without_the_project_is_done_only_if_the_reading_after_it_shows_it)
{
    static const struct {
        enum endpoint_id op;
        const char *seen, *shown;
        enum error_kind kind; /* ERROR_NONE: done */
        const char *words;
    } rows[] = {
        {ENDPOINT_DELETE_TAG, none, untagged, ERROR_NONE, ""},
        {ENDPOINT_DELETE_TAG, NULL, untagged, ERROR_NONE, ""},
        {ENDPOINT_DELETE_TAG, none, none_later, ERROR_UNKNOWN_OUTCOME,
         "Project 7 still has the tag; the request may yet be carried out. Delete tag of project 7: "},
        {ENDPOINT_DELETE_TAG, none, "{\"Data\":{\"Id\":7,\"AccessToken\":6}}", ERROR_NONE, ""},
        {ENDPOINT_DELETE_TAG, none, "{\"Data\":{\"Id\":7,\"AccessToken\":5,\"Tags\":null}}",
         ERROR_UNKNOWN_OUTCOME,
         "Project 7 was returned without its tags; the request may yet be carried out. Delete tag of "},
        {ENDPOINT_ADD_METADATA, none, WITH_METADATA("\"k\":\"v\""), ERROR_NONE, ""},
        {ENDPOINT_ADD_METADATA, none, WITH_METADATA("\"k\":\"other\""), ERROR_UNKNOWN_OUTCOME,
         "Project 7 does not show the change of metadata; the request may yet be carried out. Set "},
        {ENDPOINT_ADD_METADATA, none, none_later, ERROR_NONE, ""},
        {ENDPOINT_ADD_METADATA, NULL, none_later, ERROR_NONE, ""},
        {ENDPOINT_ADD_METADATA, none, none, ERROR_UNKNOWN_OUTCOME, "Project 7 is unchanged; the request may"},
        {ENDPOINT_ADD_METADATA, none, "{\"Data\":{\"Id\":7}}", ERROR_UNKNOWN_OUTCOME, "Project 7 "},
        {ENDPOINT_DELETE_METADATA, none, WITH_METADATA(""), ERROR_NONE, ""},
        {ENDPOINT_DELETE_METADATA, none, WITH_METADATA("\"k\":\"v\""), ERROR_UNKNOWN_OUTCOME,
         "does not show the change"},
        {ENDPOINT_ENQUEUE, none, running, ERROR_NONE, ""},
        {ENDPOINT_ENQUEUE, none, WIRE_PROJECT(6, "Failed"), ERROR_NONE, ""},
        {ENDPOINT_ENQUEUE, none, WIRE_PROJECT(6, "Uploading"), ERROR_UNKNOWN_OUTCOME,
         "Project 7 is Uploading now. Enqueue project 7: the server answered 20"},
        {ENDPOINT_ENQUEUE, none, none_later, ERROR_UNKNOWN_OUTCOME,
         "Project 7 may have been enqueued: it is still None, but was changed since"},
        {ENDPOINT_ENQUEUE, none, WIRE_PROJECT(5, "InProgress"), ERROR_NONE, ""},
        {ENDPOINT_ENQUEUE, none, none, ERROR_UNKNOWN_OUTCOME,
         "Project 7 is still None; the request may yet be carried out. Enqueue project 7: the server "
         "answered 20"},
        {ENDPOINT_ENQUEUE, none, "{\"Data\":{\"Id\":7}}", ERROR_UNKNOWN_OUTCOME,
         "Project 7 is in no state now. Enqueue"},
        {ENDPOINT_ENQUEUE, NULL, running, ERROR_UNKNOWN_OUTCOME,
         "Project 7 is InProgress now. Enqueue project 7: the server answered "},
    };
    static const char *const answers[] = {NO_CONTENT, EMPTY_200, MESSAGE_200, NULL_200};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] * 4; i++) {
        struct outcome outcome;
        size_t row = i / 4;
        outcome_run(&outcome, rows[row].op, rows[row].seen, answers[i % 4], rows[row].shown);
        const char *text = outcome.wire.err.text;
        cr_expect_eq(outcome.done, rows[row].kind == ERROR_NONE, "row %zu: %s", row, text);
        cr_expect_not_null(outcome.now, "row %zu", row);
        if (!outcome.done) {
            cr_expect_eq(outcome.wire.err.kind, rows[row].kind, "row %zu: %s", row, text);
            cr_expect_str_has(text, rows[row].words, "row %zu: %s", row, text);
        }
        cr_expect_eq(mock_count(outcome.wire.mock), 2, "row %zu: sent once, read once", row);
        outcome_end(&outcome);
    }
}

Test(outcomes, a_tag_is_gone_when_only_longer_names_that_begin_alike_are_left)
{
    struct outcome outcome;
    outcome_run(&outcome, ENDPOINT_DELETE_TAG, none, NO_CONTENT,
                "{\"Data\":{\"Id\":7,\"AccessToken\":6,\"Tags\":[\"newsroom\",\"news\\u0000\"]}}");
    cr_expect(outcome.done, "%s", outcome.wire.err.text);
    outcome_end(&outcome);
}

Test(outcomes, a_login_that_answers_500_keeps_its_plain_kind)
{
    struct wire wire;
    struct login_request request = {.email = "a@b", .password = "p"};
    wire_open(&wire, &(struct api_config){.token = NULL});
    mock_json(wire.mock, 500, "{}");
    cr_assert_null(api_login(wire.connection, &request, &wire.err));
    WIRE_ERROR(&wire, ERROR_SERVER, 500, "Log in: ", "Try again later");
    wire_close(&wire);
}
