/* The exact bytes of every operation's request. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/asserts.h"
#include "wire/wire.h"

#define HEADERS   "Host: {host}\r\nAccept: application/json\r\n"
#define AUTH      "Authorization: " WIRE_TOKEN "\r\n"
#define AGENT     "User-Agent: steno\r\n"
#define JSON_TYPE "Content-Type: application/json\r\n"
#define FORM_TYPE "Content-Type: application/x-www-form-urlencoded\r\n"
#define POST      "POST /API/Login HTTP/1.1\r\n" HEADERS
#define ENQUEUE   "GET /API/v2/Projects/7/Enqueue"

TestSuite(requests, .init = wire_setup, .fini = wire_close);

static const char project[] = WIRE_PROJECT(5, "None");
static const char account[] = "{\"Token\":\"new\",\"Claims\":[],\"User\":{\"Email\":\"a@b\"}}";

Test(requests, a_login_is_sent_as_json_as_a_form_or_as_a_query_with_consent_when_the_user_agreed)
{
    static const struct {
        struct login_request request;
        const char *bytes;
    } rows[] = {
        {{.email = "a@b", .password = "p\"ä &"},
         POST JSON_TYPE AGENT "Content-Length: 36\r\n\r\n{\"Email\":\"a@b\",\"Password\":\"p\\\"ä &\"}"},
        {{.email = "a@b", .password = "p", .consent = true},
         POST JSON_TYPE AGENT "Content-Length: 59\r\n\r\n"
                              "{\"Email\":\"a@b\",\"Password\":\"p\",\"DataProtectionConsent\":true}"},
        {{.email = "a+c@b", .password = "p &=ä", .form = LOGIN_FORM, .consent = true},
         POST FORM_TYPE AGENT "Content-Length: 68\r\n\r\n"
                              "Email=a%2Bc%40b&Password=p%20%26%3D%C3%A4&DataProtectionConsent=true"},
        {{.email = "a@b", .password = "p q", .form = LOGIN_QUERY},
         "POST /API/Login?Email=a%40b&Password=p%20q HTTP/1.1\r\n" HEADERS AGENT "Content-Length: 0\r\n\r\n"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        wire_open(&(struct api_config){.token = NULL});
        mock_json(wire.mock, 200, account);
        struct login *login = api_login(wire.connection, &rows[i].request, &wire.err);
        cr_assert_not_null(login, "%s", wire.err.text);
        cr_expect_str_eq(login->token, "new");
        login_free(login);
        wire_expect(0, rows[i].bytes);
    }
}

Test(requests, reads_carry_the_token_raw_and_nothing_else)
{
    mock_json(wire.mock, 200, project);
    mock_json(wire.mock, 200, "{\"Claims\":[],\"User\":{\"Email\":\"a@b\"}}");
    cr_expect(wire_read(), "%s", wire.err.text);
    wire_expect(0, "GET /API/v2/Projects/7 HTTP/1.1\r\n" HEADERS AUTH AGENT "\r\n");
    cr_expect(wire_account(), "%s", wire.err.text);
    wire_expect(1, "GET /API/CurrentUser HTTP/1.1\r\n" HEADERS AUTH AGENT "\r\n");
}

Test(requests, password_settings_go_without_the_token_and_once_with_it_after_401)
{
    mock_json(wire.mock, 401, "{}");
    mock_json(wire.mock, 200, "{\"RequiredLength\":8}");
    struct policy *policy = api_password_settings(wire.connection, &wire.err);
    cr_assert_not_null(policy, "%s", wire.err.text);
    policy_free(policy);
    wire_expect(0, "GET /API/PasswordSettings HTTP/1.1\r\n" HEADERS AGENT "\r\n");
    wire_expect(1, "GET /API/PasswordSettings HTTP/1.1\r\n" HEADERS AUTH AGENT "\r\n");
    cr_expect_eq(mock_count(wire.mock), 2);
}

Test(requests, metadata_goes_in_the_shape_that_is_set_an_object_by_default)
{
    static const struct {
        enum metadata_body shape;
        const char *set, *delete;
    } rows[] = {
        {METADATA_OBJECT,
         JSON_TYPE AUTH AGENT "Content-Length: 37\r\n\r\n{\"Key\":\"k 1&\",\"Value\":\"Žluť \\\"x\\\"\"}",
         JSON_TYPE AUTH AGENT "Content-Length: 14\r\n\r\n{\"Key\":\"k 1&\"}"},
        {METADATA_TEXT, JSON_TYPE AUTH AGENT "Content-Length: 10\r\n\r\nŽluť \"x\"", AUTH AGENT "\r\n"},
        {METADATA_JSON, JSON_TYPE AUTH AGENT "Content-Length: 14\r\n\r\n\"Žluť \\\"x\\\"\"",
         JSON_TYPE AUTH AGENT "Content-Length: 6\r\n\r\n\"k 1&\""},
    };
    struct request_args set = {.project_id = 7, .version = INT64_MAX, .key = "k 1&", .value = "Žluť \"x\""};
    struct request_args delete = {.project_id = 7, .version = 0, .key = "k 1&"};
    for (size_t i = 0; i < COUNT(rows); i++) {
        char bytes[512];
        wire_open(&(struct api_config){.token = WIRE_TOKEN, .metadata_body = rows[i].shape});
        mock_json(wire.mock, 200, project);
        mock_json(wire.mock, 200, project);
        cr_expect(wire_write(ENDPOINT_ADD_METADATA, &set, NULL), "%s", wire.err.text);
        cr_expect(wire_write(ENDPOINT_DELETE_METADATA, &delete, NULL), "%s", wire.err.text);
        snprintf(bytes, sizeof bytes, "POST %s?Key=k%%201%%26&AccessToken=9223372036854775807 %s%s",
                 "/API/v2/Projects/7/Metadata", "HTTP/1.1\r\n" HEADERS, rows[i].set);
        wire_expect(0, bytes);
        snprintf(bytes, sizeof bytes, "DELETE %s?Key=k%%201%%26&AccessToken=0 %s%s",
                 "/API/v2/Projects/7/Metadata", "HTTP/1.1\r\n" HEADERS, rows[i].delete);
        wire_expect(1, bytes);
    }
    cr_expect_eq(METADATA_OBJECT, 0, "the default");
}

Test(requests, tag_delete_has_a_body_and_the_version)
{
    struct request_args args = {.project_id = 7, .version = 5, .value = "news/…"};
    mock_json(wire.mock, 200, project);
    cr_expect(wire_write(ENDPOINT_DELETE_TAG, &args, NULL), "%s", wire.err.text);
    wire_expect(0, "DELETE /API/v2/Projects/7/Tags?AccessToken=5 HTTP/1.1\r\n" HEADERS JSON_TYPE AUTH AGENT
                   "Content-Length: 18\r\n\r\n{\"Tag\":\"news/…\"}");
}

Test(requests, enqueue_and_export_send_what_is_set_in_the_contracts_order_and_encoded)
{
    static const struct {
        const char *set[4][2], *query;
        bool all; /* send the defaults of unset parameters too */
    } rows[] = {
        {{{NULL}}, "", false},
        {{{"ContentDescription", "a+b & c=… ~"},
          {"WithPPC", "false"},
          {"CustomLabel", ""},
          {"StartTranscriptionAtSeconds", "16.50"}},
         "?WithPPC=false&StartTranscriptionAtSeconds=16.50&CustomLabel=&"
         "ContentDescription=a%2Bb%20%26%20c%3D%E2%80%A6%20~",
         false},
        {{{"Lang", "en-US"}},
         "?Lang=en-US&WithDiarization=true&WithSpeakerId=false&WithPunctuation=true&WithPPC=true&"
         "WithUserLex=true&WithVAD=true&SaveTrsx=true&AllowEmptyTranscription=false",
         true},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char bytes[1024];
        struct param_set *set = param_set_new(&params_enqueue);
        struct request_args args = {.project_id = 7, .params = set};
        for (size_t k = 0; k < 4 && rows[i].set[k][0]; k++)
            param_set_put_raw(set, param_find(&params_enqueue, rows[i].set[k][0]), rows[i].set[k][1]);
        if (rows[i].all)
            param_set_fill_defaults(set);
        mock_json(wire.mock, 200, project);
        cr_expect(wire_write(ENDPOINT_ENQUEUE, &args, NULL), "%s", wire.err.text);
        snprintf(bytes, sizeof bytes, ENQUEUE "%s HTTP/1.1\r\n" HEADERS AUTH AGENT "\r\n", rows[i].query);
        wire_expect((int)i, bytes);
        param_set_free(set);
    }
    struct param_set *set = param_set_new(&params_export);
    param_set_put_raw(set, param_find(&params_export, "FileFormatId"), "srt");
    param_set_put_raw(set, param_find(&params_export, "Ellipsis"), "…");
    mock_reply(wire.mock, 200, "Content-Type: text/plain\r\n", "1");
    cr_expect(wire_export(set, false), "%s", wire.err.text);
    wire_expect(COUNT(rows),
                "GET /API/v2/Projects/7/Export/Subtitles?FileFormatId=srt&Ellipsis=%E2%80%A6 HTTP/1.1\r\n"
                "Host: {host}\r\nAccept: */*\r\n" AUTH AGENT "\r\n");
    param_set_free(set);
}

/* Other values of the two settings: test_request.c. */
Test(requests, path_and_form_of_the_token_are_settings)
{
    wire_open(&(struct api_config){
        .token = WIRE_TOKEN, .api_path = "XAPI/", .token_header = "X-Api-Key", .token_scheme = "Bearer"});
    mock_json(wire.mock, 200, project);
    cr_expect(wire_read(), "%s", wire.err.text);
    wire_expect(0, "GET /XAPI/v2/Projects/7 HTTP/1.1\r\n" HEADERS "X-Api-Key: Bearer " WIRE_TOKEN "\r\n" AGENT
                   "\r\n");
}

Test(requests, a_call_without_the_token_or_the_version_that_it_needs_is_not_sent)
{
    struct request_args args = {.project_id = 7, .version = -1, .value = "news"};
    wire_open(&(struct api_config){.token = NULL});
    cr_expect_not(wire_read());
    WIRE_ERROR(ERROR_NOT_LOGGED_IN, 0, "Read project 7", "Log in first");
    cr_expect_eq(mock_connections(wire.mock), 0);
    wire_open(NULL);
    cr_expect_not(wire_write(ENDPOINT_DELETE_TAG, &args, NULL));
    WIRE_ERROR(ERROR_USAGE, 0, "refresh the project first");
    cr_expect_eq(mock_connections(wire.mock), 0);
}
