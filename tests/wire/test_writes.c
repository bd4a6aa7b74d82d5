/* Writes are sent once: what is counted here is what the server saw. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/api/record.h"
#include "support/asserts.h"
#include "wire/wire.h"

static const char none[] = WIRE_PROJECT(5, "None");
static const char untagged[] = "{\"Data\":{\"Id\":7,\"AccessToken\":6,\"Tags\":[\"archive\"]}}";
static const char running[] = WIRE_PROJECT(6, "InProgress");

Test(writes, enqueue_opens_a_fresh_connection_even_when_one_is_idle)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 200, none);
    mock_json(wire.mock, 200, running);
    project_free(api_project_get(wire.connection, 7, &wire.err));
    struct project *project = wire_enqueue(wire.connection, 7, NULL, &wire.err);
    cr_assert_str_eq(project->state, "InProgress");
    project_free(project);
    cr_assert_eq(mock_connections(wire.mock), 2);
    wire_close(&wire);
}

Test(writes, reads_reuse_the_connection)
{
    struct wire wire;
    wire_open(&wire, NULL);
    for (int i = 0; i < 3; i++) {
        mock_json(wire.mock, 200, none);
        project_free(api_project_get(wire.connection, 7, &wire.err));
    }
    cr_assert_eq(mock_count(wire.mock), 3);
    cr_assert_eq(mock_connections(wire.mock), 1);
    wire_close(&wire);
}

Test(writes, a_lost_answer_is_an_unknown_outcome_and_is_not_sent_again)
{
    static const enum mock_fault faults[] = {MOCK_CLOSE, MOCK_RESET};
    for (size_t i = 0; i < 2; i++) {
        struct wire wire;
        wire_open(&wire, NULL);
        mock_json(wire.mock, 200, none);
        mock_script(wire.mock, faults[i], "", 0);
        project_free(api_project_get(wire.connection, 7, &wire.err));
        cr_assert_null(wire_enqueue(wire.connection, 7, NULL, &wire.err));
        WIRE_ERROR(&wire, ERROR_UNKNOWN_OUTCOME, 0, "Enqueue project 7",
                   "no usable response: ", "check the project before retrying");
        cr_assert_str_lacks(wire.err.text, "Try again");
        cr_assert_eq(wire_writes(wire.mock), 1);
        wire_close(&wire);
    }
}

Test(writes, none_is_sent_again_by_the_library_when_the_idle_connection_has_died)
{
    static const enum mock_fault faults[] = {MOCK_CLOSE, MOCK_RESET};
    for (size_t i = 0; i < 8; i++) {
        struct wire wire;
        struct project *project = NULL;
        wire_open(&wire, NULL);
        mock_json(wire.mock, 200, none);
        mock_script(wire.mock, faults[i % 2], "", 0);
        mock_json(wire.mock, 200, running); /* for one that is sent again */
        project_free(api_project_get(wire.connection, 7, &wire.err));
        if (i / 2 == 0)
            project = wire_enqueue(wire.connection, 7, NULL, &wire.err);
        else if (i / 2 == 1)
            project = wire_tag_delete(wire.connection, 7, 5, "news", &wire.err);
        else if (i / 2 == 2)
            project = wire_metadata_set(wire.connection, 7, 5, "k", "v", &wire.err);
        else
            project = wire_metadata_delete(wire.connection, 7, 5, "k", &wire.err);
        cr_expect_null(project, "write %zu", i / 2);
        cr_expect_eq(wire.err.kind, ERROR_UNKNOWN_OUTCOME, "write %zu: %s", i / 2, wire.err.text);
        cr_expect_eq(wire_writes(wire.mock), 1, "write %zu", i / 2);
        wire_close(&wire);
    }
}

Test(writes, a_connection_that_never_stood_is_not_an_unknown_outcome)
{
    struct wire wire;
    char url[64];
    snprintf(url, sizeof url, "http://127.0.0.1:%d", mock_free_port());
    wire_open(&wire, &(struct api_config){.base_url = url, .token = WIRE_TOKEN});
    cr_assert_null(wire_enqueue(wire.connection, 7, NULL, &wire.err));
    WIRE_ERROR(&wire, ERROR_CONNECT, 0, "Enqueue project 7", "cannot connect to 127.0.0.1");
    wire_close(&wire);
}

Test(writes, a_server_error_is_not_sent_again_and_says_that_it_may_have_been_done)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 503, "{\"Message\":\"busy\"}");
    cr_assert_null(wire_enqueue(wire.connection, 7, NULL, &wire.err));
    WIRE_ERROR(&wire, ERROR_UNKNOWN_OUTCOME, 503, "busy", "may have succeeded");
    cr_assert_eq(wire_writes(wire.mock), 1);
    wire_close(&wire);
}

Test(writes, an_answer_that_is_no_project_is_an_unknown_outcome)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 200, "Content-Type: text/html\r\n", "<html>welcome to the hotel</html>");
    cr_assert_null(wire_enqueue(wire.connection, 7, NULL, &wire.err));
    WIRE_ERROR(&wire, ERROR_UNKNOWN_OUTCOME, 200, "not JSON");
    cr_assert_eq(wire_writes(wire.mock), 1);
    wire_close(&wire);
}

Test(writes, an_answer_without_a_body_is_followed_by_a_read)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_script(wire.mock, MOCK_ANSWER, "HTTP/1.1 204 No Content\r\n\r\n", 27);
    mock_json(wire.mock, 200, untagged);
    struct project *project = wire_tag_delete(wire.connection, 7, 5, "news", &wire.err);
    cr_assert_not_null(project, "%s", wire.err.text);
    cr_assert_eq(project->version, 6);
    project_free(project);
    cr_assert_str_starts(mock_request(wire.mock, 1), "GET /API/v2/Projects/7 ");
    wire_close(&wire);
}

Test(writes, a_write_that_was_done_is_not_sent_again_whatever_the_read_after_it_answers)
{
    static const int answers[] = {409, 401, 404, 500};
    static const char seen[] = WIRE_PROJECT(5, "None");
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct wire wire;
        wire_open(&wire, NULL);
        mock_script(wire.mock, MOCK_ANSWER, "HTTP/1.1 204 No Content\r\n\r\n", 27);
        for (int k = 0; k < 3; k++)
            mock_json(wire.mock, answers[i], "{}");
        struct project *now, *before = project_decode(seen, strlen(seen), &wire.err);
        struct request_args args = {.project_id = 7, .version = 5, .value = "news"};
        cr_assert_not(api_write(wire.connection, ENDPOINT_DELETE_TAG, &args, before, &now, &wire.err));
        WIRE_ERROR(&wire, ERROR_UNKNOWN_OUTCOME, answers[i], "Delete tag", "answered 204 without the project",
                   "The project could not be read afterwards");
        cr_assert_eq(wire_writes(wire.mock), 1, "%d", answers[i]);
        project_free(before);
        wire_close(&wire);
    }
}

Test(writes, an_unknown_version_is_not_sent)
{
    struct wire wire;
    wire_open(&wire, NULL);
    cr_assert_null(wire_tag_delete(wire.connection, 7, -1, "news", &wire.err));
    WIRE_ERROR(&wire, ERROR_USAGE, 0, "refresh the project first");
    cr_assert_eq(mock_connections(wire.mock), 0);
    wire_close(&wire);
}
