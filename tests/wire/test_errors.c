/* What the operator reads when the service refuses: kinds, sentences, the server's own words, secrets kept
 * out. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "steno/base/file.h"
#include "steno/base/error.h"
#include "support/asserts.h"
#include "support/process.h"
#include "wire/wire.h"

/* Enqueues project 7 against one answer. */
static void enqueue(struct wire *wire, int status, const char *headers, const char *body)
{
    wire_open(wire, NULL);
    mock_reply(wire->mock, status, headers, body);
    cr_assert_null(wire_enqueue(wire->connection, 7, NULL, &wire->err));
}

/* Logs in against one answer, which is a refusal. */
static void log_in(struct wire *wire, int status, const char *headers, const char *body)
{
    struct login_request request = {.email = "a@b", .password = "pass-word-1"};
    wire_open(wire, &(struct api_config){.token = NULL});
    mock_reply(wire->mock, status, headers, body);
    cr_assert_null(api_login(wire->connection, &request, &wire->err));
}

Test(sentences, a_refused_enqueue_names_project_status_and_the_reason_that_the_server_gives)
{
    struct wire wire;
    enqueue(&wire, 412, NULL, "{\"Message\":\"no media uploaded yet.\",\"Data\":null}");
    cr_assert_str_eq(wire.err.text,
                     "Enqueue project 7: the server rejected the request (412): no media uploaded yet.");
    cr_assert_str_eq(wire.err.server, "no media uploaded yet.");
    wire_close(&wire);
}

Test(sentences, a_refused_enqueue_without_a_reason_says_what_it_often_means)
{
    struct wire wire;
    enqueue(&wire, 412, NULL, "{}");
    cr_assert_str_eq(wire.err.text, "Enqueue project 7: the server rejected the request (412). Often means "
                                    "that no media is uploaded yet, or that its state does not allow it.");
    wire_close(&wire);
}

Test(sentences, a_metadata_key_that_is_not_there_is_named)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 404, NULL, "{\"Message\":\"no such key.\"}");
    cr_assert_null(wire_metadata_delete(wire.connection, 7, 5, "colour\033", &wire.err));
    cr_expect_str_eq(wire.err.text,
                     "Delete metadata of project 7: the server did not find the key “colour␛” or the project "
                     "(404): no such key. Check the key, letter by letter, and the id.");
    cr_expect_eq(wire.err.kind, ERROR_NOT_FOUND);
    cr_expect_eq(wire.err.status, 404);
    cr_expect_str_eq(wire.err.server, "no such key.");
    wire_close(&wire);
}

Test(sentences, each_refusal_has_its_kind)
{
    static const struct {
        int status;
        enum error_kind kind;
        int exit_code;
    } rows[] = {
        {400, ERROR_REJECTED, 1},     {401, ERROR_NOT_LOGGED_IN, 3},   {402, ERROR_REJECTED, 1},
        {403, ERROR_FORBIDDEN, 3},    {404, ERROR_NOT_FOUND, 4},       {409, ERROR_CONFLICT, 5},
        {412, ERROR_REJECTED, 1},     {418, ERROR_UNKNOWN_OUTCOME, 6}, {422, ERROR_REJECTED, 1},
        {429, ERROR_RATE_LIMITED, 1}, {500, ERROR_UNKNOWN_OUTCOME, 6}, {503, ERROR_UNKNOWN_OUTCOME, 6}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire wire;
        enqueue(&wire, rows[i].status, NULL, "");
        cr_assert_eq(wire.err.kind, rows[i].kind, "%d", rows[i].status);
        cr_assert_eq(error_kind_exit_code(wire.err.kind), rows[i].exit_code);
        wire_close(&wire);
    }
}

Test(sentences, the_servers_words_are_found_in_every_usual_shape)
{
    static const struct {
        const char *body, *words;
    } rows[] = {
        {"{\"Message\":\"plain\"}", "plain"},
        {"{\"message\":\"small\"}", "small"},
        {"{\"title\":\"One\",\"detail\":\"two\"}", "One: two"},
        {"{\"title\":\"Bad\",\"errors\":{\"Lang\":[\"unknown\",\"x\"]}}", "Bad; Lang: unknown"},
        {"{\"error\":\"nope\"}", "nope"},
        {"\"just text\"", "just text"},
        {"plain\r\n  text\tof lines", "plain text of lines"},
        {"<html><head><title>502 Bad Gateway</title></head>", "502 Bad Gateway"},
        {"<!doctype html><p>x", "an HTML page"},
        {"{\"Message\":\"\"}", ""},
        {"[1,2]", ""},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire wire;
        enqueue(&wire, 422, NULL, rows[i].body);
        cr_assert_str_eq(wire.err.server, rows[i].words);
        wire_close(&wire);
    }
}

Test(sentences, the_servers_words_are_cleaned_and_cut)
{
    struct wire wire;
    char body[5000] = "{\"Message\":\"a\\u001b[31m\\u009b\\u202eb ";
    size_t len = strlen(body);
    memset(body + len, 'x', 4000);
    memcpy(body + len + 4000, "\"}", 3);
    enqueue(&wire, 400, NULL, body);
    cr_assert_str_has(wire.err.server, "a␛[31m<U+009B><U+202E>b xxx");
    cr_assert_lt(strlen(wire.err.server), sizeof wire.err.server);
    cr_assert_str_has(wire.err.text, "Check the values.");
    wire_close(&wire);
}

Test(sentences, a_blamed_field_is_found_whatever_its_case)
{
    static const struct {
        const char *body, *field;
    } rows[] = {
        {"{\"Message\":\"lang:NotSupported\"}", "Lang"},
        {"{\"Message\":\"startTranscriptionAtSeconds:Invalid\"}", "StartTranscriptionAtSeconds"},
        {"{\"Message\":\"somethingElse: Required\"}", "somethingElse"},
        {"{\"errors\":{\"$.lang\":[\"bad\"]}}", "Lang"},
        {"{\"Message\":\"The value of CustomLabel is too long\"}", "CustomLabel"},
        {"{\"Message\":\"note: nothing\"}", ""},
        {"{\"Message\":\"no media\"}", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire wire;
        enqueue(&wire, 422, NULL, rows[i].body);
        cr_assert_str_eq(wire.err.field, rows[i].field);
        wire_close(&wire);
    }
}

Test(sentences, a_redirect_is_not_followed_and_names_target_and_setting)
{
    struct wire wire;
    struct mock_server *other = mock_start();
    char header[200], target[100];
    snprintf(target, sizeof target, "%s/API/v2/Projects/7", mock_url(other));
    snprintf(header, sizeof header, "Location: %s?token=" WIRE_TOKEN "\r\n", target);
    enqueue(&wire, 307, header, "");
    WIRE_ERROR(&wire, ERROR_UNKNOWN_OUTCOME, 307, "redirects to", target,
               "check the project before retrying");
    cr_assert_str_lacks(wire.err.text, WIRE_TOKEN);
    mock_reply(wire.mock, 307, header, "");
    cr_assert_null(api_current_user(wire.connection, &wire.err));
    WIRE_ERROR(&wire, ERROR_REJECTED, 307, "redirects to", target, "set url");
    cr_assert_str_lacks(wire.err.text, WIRE_TOKEN);
    cr_assert_eq(mock_connections(other), 0);
    mock_stop(other);
    wire_close(&wire);
}

Test(sentences, a_404_at_login_and_account_names_the_api_path)
{
    struct wire wire;
    log_in(&wire, 404, NULL, "");
    WIRE_ERROR(&wire, ERROR_NOT_FOUND, 404, "Log in:", "url and api_path (/API)", "/XAPI");
    wire_close(&wire);
    wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .api_path = "/XAPI"});
    mock_json(wire.mock, 404, "{}");
    cr_assert_null(api_current_user(wire.connection, &wire.err));
    WIRE_ERROR(&wire, ERROR_NOT_FOUND, 404, "Read account:", "url and api_path (/XAPI)");
    wire_close(&wire);
}

Test(sentences, a_refused_login_speaks_of_email_and_password)
{
    struct wire wire;
    log_in(&wire, 401, NULL, "{\"Message\":\"bad pass-word-1 for you\"}");
    WIRE_ERROR(&wire, ERROR_NOT_LOGGED_IN, 401, "the email or the password", "bad [hidden] for you");
    cr_assert_str_lacks(wire.err.server, "pass-word-1");
    wire_close(&wire);
}

Test(sentences, a_secret_is_hidden_however_the_service_writes_it_back)
{
    char body[1000], filler[320];
    struct login_request request = {.email = "a@b.c", .password = "two  blanks\tand\u200e more"};
    memset(filler, 'x', sizeof filler - 1);
    filler[sizeof filler - 1] = '\0';
    snprintf(body, sizeof body,
             "{\"Message\":\"two  blanks\\tand\u200e more %.280s two  blanks\\tand\u200e more\"}", filler);
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 401, body);
    cr_assert_null(api_login(wire.connection, &request, &wire.err));
    cr_assert_str_has(wire.err.text, "[hidden] xxx");
    cr_assert_str_lacks(wire.err.text, "blanks");
    cr_assert_str_lacks(wire.err.text, "two", "no part of it either: %s", wire.err.text);
    wire_close(&wire);
}

Test(sentences, a_missing_consent_is_recognised)
{
    struct wire wire;
    log_in(&wire, 400, NULL, "{\"Message\":\"dataProtectionConsent:Required\"}");
    cr_assert(reply_message_wants_consent(&wire.err));
    WIRE_ERROR(&wire, ERROR_REJECTED, 400, "requires your consent");
    wire_close(&wire);
    log_in(&wire, 400, NULL, "{\"Message\":\"email:Required\"}");
    cr_assert_not(reply_message_wants_consent(&wire.err));
    wire_close(&wire);
}

Test(sentences, a_login_without_a_token_is_no_login)
{
    struct wire wire;
    log_in(&wire, 200, NULL, "{\"User\":{}}");
    WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "Log in:", "no Token");
    wire_close(&wire);
}

Test(sentences, a_login_whose_token_cannot_be_sent_back_is_the_services_fault_and_not_used)
{
    static const char *const odd[] = {"old-token-1\\u0000x", "a\\r\\nX-Evil: 1", "\u017elu\u0165"};
    for (size_t i = 0; i < 3; i++) {
        struct wire wire;
        char body[200];
        struct login_request request = {.email = "a@b", .password = "p"};
        wire_open(&wire, NULL);
        snprintf(body, sizeof body, "{\"Token\":\"%s\",\"User\":{\"Email\":\"a@b\"}}", odd[i]);
        mock_json(wire.mock, 200, body);
        mock_json(wire.mock, 200, body);
        mock_json(wire.mock, 200, WIRE_PROJECT(1, "None"));
        cr_assert_null(api_login(wire.connection, &request, &wire.err));
        WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "Log in: the server answered 200", "Token", "cannot be sent");
        cr_assert_null(api_current_user(wire.connection, &wire.err));
        WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "Read account: the server answered 200", "cannot be sent");
        project_free(api_project_get(wire.connection, 7, &wire.err));
        cr_expect_str_has(mock_request(wire.mock, 2), "\r\nAuthorization: " WIRE_TOKEN "\r\n");
        wire_close(&wire);
    }
}

Test(sentences, a_lost_answer_to_a_login_keeps_its_plain_kind)
{
    struct wire wire;
    struct login_request request = {.email = "a@b", .password = "p"};
    wire_open(&wire, &(struct api_config){.token = NULL});
    mock_script(wire.mock, MOCK_CLOSE, "", 0);
    cr_assert_null(api_login(wire.connection, &request, &wire.err));
    WIRE_ERROR(&wire, ERROR_NETWORK, 0, "Log in: the connection to 127.0.0.1");
    cr_assert_eq(mock_count(wire.mock), 1);
    wire_close(&wire);
}

Test(sentences, the_token_of_a_login_is_used_from_then_on)
{
    struct wire wire;
    struct login_request request = {.email = "a@b", .password = "p"};
    wire_open(&wire, &(struct api_config){.token = NULL});
    mock_json(wire.mock, 200, "{\"Token\":\"fresh-token\",\"User\":{\"Email\":\"a@b\"}}");
    mock_json(wire.mock, 200, WIRE_PROJECT(1, "None"));
    login_free(api_login(wire.connection, &request, &wire.err));
    project_free(api_project_get(wire.connection, 7, &wire.err));
    cr_assert_str_has(mock_request(wire.mock, 1), "\r\nAuthorization: fresh-token\r\n");
    wire_close(&wire);
}

/* Runs a login, an account read at 401 and a project read with the log on. */
static void log_everything(enum login_form form, const char *header, const char *scheme, const char *proxy)
{
    struct wire wire;
    struct login_request request = {.email = "a@b", .password = "pass word&1", .form = form};
    wire_open(&wire,
              &(struct api_config){.token = "old-token-77", .token_header = header, .token_scheme = scheme});
    mock_json(wire.mock, 401, "{\"Message\":\"old-token-77 and pass word&1\"}");
    mock_json(wire.mock, 401, "{\"Message\":\"old-token-77 is over\"}");
    mock_json(wire.mock, 200, "{\"Token\":\"new-token-88\",\"User\":{\"Email\":\"a@b\"}}");
    mock_json(wire.mock, 200, WIRE_PROJECT(1, "None"));
    if (proxy) {
        struct api_config config = {.base_url = "http://far.example",
                                    .token = "old-token-77",
                                    .token_header = header,
                                    .token_scheme = scheme,
                                    .proxy = mock_url(wire.mock)};
        connection_free(wire.connection);
        wire.connection = connection_new(&config, &wire.err);
    }
    cr_assert_null(api_login(wire.connection, &request, &wire.err));
    cr_assert_null(api_current_user(wire.connection, &wire.err));
    login_free(api_login(wire.connection, &request, &wire.err));
    project_free(api_project_get(wire.connection, 7, &wire.err));
    cr_assert_eq(mock_count(wire.mock), 4);
    wire_close(&wire);
}

Test(log, never_holds_a_token_or_a_password)
{
    char *path = process_built("tests/log-XXXXXX");
    struct error err;
    struct buffer log;
    buffer_init(&log, BUFFER_MAX_DEFAULT);
    close(mkstemp(path));
    unlink(path);
    cr_assert(log_open(path, &err));
    log_everything(LOGIN_JSON, NULL, NULL, NULL);
    log_everything(LOGIN_FORM, "X-Api-Key", NULL, NULL);
    log_everything(LOGIN_QUERY, NULL, "Bearer", NULL);
    log_everything(LOGIN_QUERY, NULL, NULL, "proxy");
    log_close();
    struct stat info;
    cr_assert_eq(stat(path, &info), 0);
    cr_assert_eq(info.st_mode & 0777, 0600);
    cr_assert(file_read(path, &log, &err));
    unlink(path);
    cr_assert_str_has(log.data, "> POST http://127.0.0.1");
    cr_assert_str_has(log.data, "/API/v2/Projects/7; headers: Accept Authorization");
    cr_assert_str_has(log.data, "< 401, ");
    static const char *const secrets[] = {"old-token-77", "new-token-88", "pass word", "pass%20word",
                                          "pass+word"};
    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++)
        cr_assert_str_lacks(log.data, secrets[i], "%s in: %s", secrets[i], log.data);
    buffer_free(&log);
    free(path);
}
