/* Writes are sent once: what is counted here is what the server saw. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "steno/api/versioned.h"
#include "wire/wire.h"

static const char none[] = WIRE_PROJECT(5, "None");
static const char none_later[] = WIRE_PROJECT(6, "None");
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
        cr_assert_null(strstr(wire.err.text, "Try again"), "%s", wire.err.text);
        cr_assert_eq(mock_count(wire.mock), 2);
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
        cr_expect_eq(mock_count(wire.mock), 2, "write %zu was sent %d times", i / 2,
                     mock_count(wire.mock) - 1);
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
    cr_assert_eq(mock_count(wire.mock), 1);
    wire_close(&wire);
}

Test(writes, an_answer_that_is_no_project_is_an_unknown_outcome)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 200, "Content-Type: text/html\r\n", "<html>welcome to the hotel</html>");
    cr_assert_null(wire_enqueue(wire.connection, 7, NULL, &wire.err));
    WIRE_ERROR(&wire, ERROR_UNKNOWN_OUTCOME, 200, "not JSON");
    cr_assert_eq(mock_count(wire.mock), 1);
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
    cr_assert_eq(strncmp(mock_request(wire.mock, 1), "GET /API/v2/Projects/7 ", 23), 0);
    wire_close(&wire);
}

Test(writes, a_write_that_was_done_is_not_sent_again_whatever_the_read_after_it_answers)
{
    static const int answers[] = {409, 401, 404, 500};
    static const char seen[] = WIRE_PROJECT(5, "None");
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct wire wire;
        struct buffer said;
        buffer_init(&said, BUFFER_MAX_DEFAULT);
        wire_open(&wire, NULL);
        mock_script(wire.mock, MOCK_ANSWER, "HTTP/1.1 204 No Content\r\n\r\n", 27);
        for (int k = 0; k < 3; k++)
            mock_json(wire.mock, answers[i], "{}");
        struct project *before = project_decode(seen, strlen(seen), &wire.err);
        struct versioned_write write = {.op = ENDPOINT_DELETE_TAG, .seen = before, .value = "news"};
        cr_assert_null(api_versioned_write(wire.connection, &write, &said, &wire.err));
        WIRE_ERROR(&wire, ERROR_UNKNOWN_OUTCOME, answers[i], "Delete tag", "answered 204 without the project",
                   "The project could not be read afterwards");
        for (int k = 1; k < mock_count(wire.mock); k++)
            cr_assert_eq(strncmp(mock_request(wire.mock, k), "GET ", 4), 0, "%d: %s", answers[i],
                         mock_request(wire.mock, k));
        project_free(before);
        buffer_free(&said);
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

/* A versioned write and what came of it. */
struct attempt {
    struct wire wire;
    struct project *seen;
    struct project *done;
    struct buffer said;
};

/* Runs a versioned write of a project seen as `seen` against the answers that the script already has. */
static void attempt_run(struct attempt *attempt, const char *seen, enum endpoint_id op, const char *key,
                        const char *value, bool exact)
{
    attempt->seen = project_decode(seen, strlen(seen), &attempt->wire.err);
    struct versioned_write write = {.op = op, .seen = attempt->seen, .key = key, .value = value};
    if (exact)
        write = (struct versioned_write){
            .op = op, .id = attempt->seen->id, .version = attempt->seen->version, .key = key, .value = value};
    buffer_init(&attempt->said, BUFFER_MAX_DEFAULT);
    attempt->done = api_versioned_write(attempt->wire.connection, &write, &attempt->said, &attempt->wire.err);
}

static void attempt_end(struct attempt *attempt)
{
    project_free(attempt->seen);
    project_free(attempt->done);
    buffer_free(&attempt->said);
    wire_close(&attempt->wire);
}

Test(versions, a_stale_version_is_read_again_said_and_sent_once_more)
{
    struct attempt attempt;
    wire_open(&attempt.wire, NULL);
    mock_json(attempt.wire.mock, 409, "{}");
    mock_json(attempt.wire.mock, 200, running);
    mock_json(attempt.wire.mock, 200, running);
    attempt_run(&attempt, none, ENDPOINT_DELETE_TAG, NULL, "news", false);
    cr_assert_not_null(attempt.done, "%s", attempt.wire.err.text);
    cr_assert_not_null(strstr(attempt.said.data, "State None → InProgress"), "%s", attempt.said.data);
    cr_assert_not_null(strstr(attempt.said.data, "sent again with the new version"));
    cr_assert_eq(mock_count(attempt.wire.mock), 3);
    cr_assert_not_null(strstr(mock_request(attempt.wire.mock, 0), "?AccessToken=5 "));
    cr_assert_not_null(strstr(mock_request(attempt.wire.mock, 2), "?AccessToken=6 "));
    attempt_end(&attempt);
}

Test(versions, a_second_conflict_ends_it)
{
    struct attempt attempt;
    wire_open(&attempt.wire, NULL);
    mock_json(attempt.wire.mock, 409, "{}");
    mock_json(attempt.wire.mock, 200, none_later);
    mock_json(attempt.wire.mock, 409, "{}");
    attempt_run(&attempt, none, ENDPOINT_DELETE_TAG, NULL, "news", false);
    cr_assert_null(attempt.done);
    WIRE_ERROR(&attempt.wire, ERROR_CONFLICT, 409, "Delete tag of project 7");
    cr_assert_eq(mock_count(attempt.wire.mock), 3);
    attempt_end(&attempt);
}

Test(versions, a_tag_that_is_gone_is_not_deleted_again)
{
    struct attempt attempt;
    wire_open(&attempt.wire, NULL);
    mock_json(attempt.wire.mock, 409, "{}");
    mock_json(attempt.wire.mock, 200, "{\"Data\":{\"Id\":7,\"AccessToken\":6,\"Tags\":[\"archive\"]}}");
    attempt_run(&attempt, "{\"Data\":{\"Id\":7,\"AccessToken\":5,\"Tags\":[\"news\",\"archive\"]}}",
                ENDPOINT_DELETE_TAG, NULL, "news", false);
    cr_assert_null(attempt.done);
    WIRE_ERROR(&attempt.wire, ERROR_CONFLICT, 409, "the tag no longer exists");
    cr_assert_not_null(strstr(attempt.said.data, "Tags news, archive → archive"));
    cr_assert_eq(mock_count(attempt.wire.mock), 2);
    attempt_end(&attempt);
}

Test(versions, metadata_that_someone_else_changed_is_not_overwritten)
{
    struct attempt attempt;
    wire_open(&attempt.wire, NULL);
    mock_json(attempt.wire.mock, 409, "{}");
    mock_json(attempt.wire.mock, 200,
              "{\"Data\":{\"Id\":7,\"AccessToken\":6,\"Metadata\":{\"k\":\"theirs\"}}}");
    attempt_run(&attempt, "{\"Data\":{\"Id\":7,\"AccessToken\":5,\"Metadata\":{\"k\":\"old\"}}}",
                ENDPOINT_ADD_METADATA, "k", "mine", false);
    cr_assert_null(attempt.done);
    WIRE_ERROR(&attempt.wire, ERROR_CONFLICT, 409, "changed elsewhere");
    cr_assert_eq(mock_count(attempt.wire.mock), 2);
    attempt_end(&attempt);
}

#define LISTED(version, metadata)                                                                            \
    "{\"Data\":{\"Id\":7,\"AccessToken\":" #version ",\"Metadata\":" metadata "}}"

Test(versions, metadata_is_sent_once_more_only_when_both_readings_list_the_key_as_it_was)
{
    static const struct {
        const char *seen, *now;
        bool again;
    } cases[] = {
        {LISTED(5, "{\"k\":\"a\"}"), LISTED(6, "{\"k\":\"a\",\"x\":\"new\"}"), true},
        {LISTED(5, "{}"), LISTED(6, "{\"x\":\"new\"}"), true},
        {LISTED(5, "{\"k\":\"a\"}"), LISTED(6, "{\"k\":\"b\"}"), false},
        {LISTED(5, "{\"k\":\"a\"}"), LISTED(6, "{}"), false},
        {LISTED(5, "null"), LISTED(6, "null"), false},
        {LISTED(5, "{}"), LISTED(6, "null"), false},
        {LISTED(5, "null"), LISTED(6, "{}"), false},
        {none, none_later, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0] * 2; i++) {
        struct attempt attempt;
        bool again = cases[i / 2].again;
        wire_open(&attempt.wire, NULL);
        mock_json(attempt.wire.mock, 409, "{}");
        mock_json(attempt.wire.mock, 200, cases[i / 2].now);
        mock_json(attempt.wire.mock, 200, cases[i / 2].now);
        attempt_run(&attempt, cases[i / 2].seen, i % 2 ? ENDPOINT_DELETE_METADATA : ENDPOINT_ADD_METADATA,
                    "k", i % 2 ? NULL : "v", false);
        cr_expect_eq(attempt.done != NULL, again, "case %zu: %s", i / 2, attempt.wire.err.text);
        cr_expect_eq(mock_count(attempt.wire.mock), again ? 3 : 2, "case %zu", i / 2);
        cr_expect_eq(strstr(buffer_text(&attempt.said), "sent again") != NULL, again, "case %zu", i / 2);
        if (!again)
            cr_expect_eq(attempt.wire.err.kind, ERROR_CONFLICT, "case %zu: %s", i / 2, attempt.wire.err.text);
        attempt_end(&attempt);
    }
}

Test(versions, a_version_given_by_hand_is_never_sent_again)
{
    struct attempt attempt;
    wire_open(&attempt.wire, NULL);
    mock_json(attempt.wire.mock, 409, "{}");
    attempt_run(&attempt, none, ENDPOINT_DELETE_TAG, NULL, "news", true);
    cr_assert_null(attempt.done);
    WIRE_ERROR(&attempt.wire, ERROR_CONFLICT, 409, "changed in the meantime");
    cr_assert_eq(mock_count(attempt.wire.mock), 1);
    attempt_end(&attempt);
}

Test(versions, a_lost_answer_is_not_sent_again)
{
    struct attempt attempt;
    wire_open(&attempt.wire, NULL);
    mock_script(attempt.wire.mock, MOCK_RESET, "", 0);
    attempt_run(&attempt, none, ENDPOINT_DELETE_TAG, NULL, "news", false);
    cr_assert_null(attempt.done);
    WIRE_ERROR(&attempt.wire, ERROR_UNKNOWN_OUTCOME, 0, "Delete tag of project 7");
    cr_assert_eq(mock_count(attempt.wire.mock), 1);
    attempt_end(&attempt);
}

Test(versions, after_a_conflict_a_reply_without_a_version_is_no_mistake_of_the_operator)
{
    struct attempt attempt;
    wire_open(&attempt.wire, NULL);
    mock_json(attempt.wire.mock, 409, "{}");
    mock_json(attempt.wire.mock, 200, "{\"Data\":{\"Id\":7,\"Tags\":[\"news\"]}}");
    attempt_run(&attempt, none, ENDPOINT_DELETE_TAG, NULL, "news", false);
    cr_assert_null(attempt.done);
    WIRE_ERROR(&attempt.wire, ERROR_CONFLICT, 409, "its version (AccessToken) is missing");
    cr_assert_eq(mock_count(attempt.wire.mock), 2);
    attempt_end(&attempt);
}
