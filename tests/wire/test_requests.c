/* The exact bytes of every operation's request. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/asserts.h"
#include "wire/wire.h"

#define HEADERS   "Host: {host}\r\nAccept: application/json\r\n"
#define AUTH      "Authorization: " WIRE_TOKEN "\r\n"
#define AGENT     "User-Agent: steno\r\n"
#define JSON_TYPE "Content-Type: application/json\r\n"

static const char project[] = WIRE_PROJECT(5, "None");
static const char account[] = "{\"Token\":\"new\",\"Claims\":[],\"User\":{\"Email\":\"a@b\"}}";

/* Logs in against the mock with one form. */
static void log_in(struct wire *wire, struct login_request request)
{
    wire_open(wire, &(struct api_config){.token = NULL});
    mock_json(wire->mock, 200, account);
    struct login *login = api_login(wire->connection, &request, &wire->err);
    cr_assert_not_null(login, "%s", wire->err.text);
    cr_assert_str_eq(login->token, "new");
    login_free(login);
}

Test(requests, login_sends_a_json_body)
{
    struct wire wire;
    log_in(&wire, (struct login_request){.email = "a@b", .password = "p\"ä &"});
    wire_expect(&wire, 0,
                "POST /API/Login HTTP/1.1\r\n" HEADERS JSON_TYPE AGENT "Content-Length: 36\r\n\r\n"
                "{\"Email\":\"a@b\",\"Password\":\"p\\\"ä &\"}");
    wire_close(&wire);
}

Test(requests, consent_is_sent_only_when_the_user_agreed)
{
    struct wire wire;
    log_in(&wire, (struct login_request){.email = "a@b", .password = "p", .consent = true});
    wire_expect(&wire, 0,
                "POST /API/Login HTTP/1.1\r\n" HEADERS JSON_TYPE AGENT "Content-Length: 59\r\n\r\n"
                "{\"Email\":\"a@b\",\"Password\":\"p\",\"DataProtectionConsent\":true}");
    wire_close(&wire);
}

Test(requests, login_sends_a_form_body_when_asked)
{
    struct wire wire;
    log_in(&wire, (struct login_request){
                      .email = "a+c@b", .password = "p &=ä", .form = LOGIN_FORM, .consent = true});
    wire_expect(&wire, 0,
                "POST /API/Login HTTP/1.1\r\n" HEADERS
                "Content-Type: application/x-www-form-urlencoded\r\n" AGENT "Content-Length: 68\r\n\r\n"
                "Email=a%2Bc%40b&Password=p%20%26%3D%C3%A4&DataProtectionConsent=true");
    wire_close(&wire);
}

Test(requests, login_sends_query_parameters_when_asked)
{
    struct wire wire;
    log_in(&wire, (struct login_request){.email = "a@b", .password = "p q", .form = LOGIN_QUERY});
    wire_expect(&wire, 0,
                "POST /API/Login?Email=a%40b&Password=p%20q HTTP/1.1\r\n" HEADERS AGENT
                "Content-Length: 0\r\n\r\n");
    wire_close(&wire);
}

Test(requests, current_user_carries_the_token_raw)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 200, account);
    login_free(api_current_user(wire.connection, &wire.err));
    wire_expect(&wire, 0, "GET /API/CurrentUser HTTP/1.1\r\n" HEADERS AUTH AGENT "\r\n");
    wire_close(&wire);
}

Test(requests, password_settings_go_without_the_token_and_once_with_it_after_401)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 401, "{}");
    mock_json(wire.mock, 200, "{\"RequiredLength\":8}");
    struct policy *policy = api_password_settings(wire.connection, &wire.err);
    cr_assert_not_null(policy, "%s", wire.err.text);
    policy_free(policy);
    wire_expect(&wire, 0, "GET /API/PasswordSettings HTTP/1.1\r\n" HEADERS AGENT "\r\n");
    wire_expect(&wire, 1, "GET /API/PasswordSettings HTTP/1.1\r\n" HEADERS AUTH AGENT "\r\n");
    cr_assert_eq(mock_count(wire.mock), 2);
    wire_close(&wire);
}

Test(requests, get_project_asks_for_the_project_alone)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 200, project);
    project_free(api_project_get(wire.connection, 7, &wire.err));
    wire_expect(&wire, 0, "GET /API/v2/Projects/7 HTTP/1.1\r\n" HEADERS AUTH AGENT "\r\n");
    wire_close(&wire);
}

/* Sets one metadata pair with a body shape, then deletes it, and compares both requests' bodies. */
static void metadata(enum metadata_body shape, const char *set_tail, const char *delete_tail)
{
    struct wire wire;
    wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .metadata_body = shape});
    mock_json(wire.mock, 200, project);
    mock_json(wire.mock, 200, project);
    project_free(wire_metadata_set(wire.connection, 7, 9223372036854775807, "k 1&", "Žluť \"x\"", &wire.err));
    project_free(wire_metadata_delete(wire.connection, 7, 0, "k 1&", &wire.err));
    char set[512], delete[512];
    snprintf(
        set, sizeof set,
        "POST /API/v2/Projects/7/Metadata?Key=k%%201%%26&AccessToken=9223372036854775807 HTTP/1.1\r\n" HEADERS
        "%s",
        set_tail);
    snprintf(delete, sizeof delete,
             "DELETE /API/v2/Projects/7/Metadata?Key=k%%201%%26&AccessToken=0 HTTP/1.1\r\n" HEADERS "%s",
             delete_tail);
    wire_expect(&wire, 0, set);
    wire_expect(&wire, 1, delete);
    wire_close(&wire);
}

Test(requests, metadata_goes_as_an_object_by_default)
{
    metadata(METADATA_OBJECT,
             JSON_TYPE AUTH AGENT "Content-Length: 37\r\n\r\n{\"Key\":\"k 1&\",\"Value\":\"Žluť \\\"x\\\"\"}",
             JSON_TYPE AUTH AGENT "Content-Length: 14\r\n\r\n{\"Key\":\"k 1&\"}");
}

Test(requests, metadata_goes_as_bare_text_when_set_and_deletes_without_a_body)
{
    metadata(METADATA_TEXT, JSON_TYPE AUTH AGENT "Content-Length: 10\r\n\r\nŽluť \"x\"", AUTH AGENT "\r\n");
}

Test(requests, metadata_goes_as_a_json_string_when_set)
{
    metadata(METADATA_JSON, JSON_TYPE AUTH AGENT "Content-Length: 14\r\n\r\n\"Žluť \\\"x\\\"\"",
             JSON_TYPE AUTH AGENT "Content-Length: 6\r\n\r\n\"k 1&\"");
}

Test(requests, tag_delete_has_a_body_and_the_version)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 200, project);
    project_free(wire_tag_delete(wire.connection, 7, 5, "news/…", &wire.err));
    wire_expect(&wire, 0,
                "DELETE /API/v2/Projects/7/Tags?AccessToken=5 HTTP/1.1\r\n" HEADERS JSON_TYPE AUTH AGENT
                "Content-Length: 18\r\n\r\n{\"Tag\":\"news/…\"}");
    wire_close(&wire);
}

Test(requests, unset_parameters_are_not_sent)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 200, project);
    struct param_set *set = param_set_new(&params_enqueue);
    project_free(wire_enqueue(wire.connection, 7, set, &wire.err));
    wire_expect(&wire, 0, "GET /API/v2/Projects/7/Enqueue HTTP/1.1\r\n" HEADERS AUTH AGENT "\r\n");
    param_set_free(set);
    wire_close(&wire);
}

Test(requests, set_parameters_are_sent_in_the_contracts_order_and_encoded)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 200, project);
    struct param_set *set = param_set_new(&params_enqueue);
    param_set_put_raw(set, param_find(&params_enqueue, "ContentDescription"), "a+b & c=… ~");
    param_set_put_raw(set, param_find(&params_enqueue, "WithPPC"), "false");
    param_set_put_raw(set, param_find(&params_enqueue, "CustomLabel"), "");
    param_set_put_raw(set, param_find(&params_enqueue, "StartTranscriptionAtSeconds"), "16.50");
    project_free(wire_enqueue(wire.connection, 7, set, &wire.err));
    wire_expect(&wire, 0,
                "GET /API/v2/Projects/7/Enqueue?WithPPC=false&StartTranscriptionAtSeconds=16.50&CustomLabel=&"
                "ContentDescription=a%2Bb%20%26%20c%3D%E2%80%A6%20~ HTTP/1.1\r\n" HEADERS AUTH AGENT "\r\n");
    param_set_free(set);
    wire_close(&wire);
}

Test(requests, send_all_sends_every_default_there_is_and_keeps_what_was_set)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 200, project);
    struct param_set *set = param_set_new(&params_enqueue);
    param_set_put_raw(set, param_find(&params_enqueue, "Lang"), "en-US");
    param_set_fill_defaults(set);
    project_free(wire_enqueue(wire.connection, 7, set, &wire.err));
    wire_expect(
        &wire, 0,
        "GET "
        "/API/v2/Projects/7/Enqueue?Lang=en-US&WithDiarization=true&WithSpeakerId=false&WithPunctuation=true&"
        "WithPPC=true&WithUserLex=true&WithVAD=true&SaveTrsx=true&AllowEmptyTranscription=false "
        "HTTP/1.1\r\n" HEADERS AUTH AGENT "\r\n");
    param_set_free(set);
    wire_close(&wire);
}

/* Takes bytes and forgets them. */
static bool sink_write(void *arg, const void *data, size_t len)
{
    (void)arg;
    (void)data;
    (void)len;
    return true;
}

Test(requests, export_accepts_any_type_and_sends_its_parameters)
{
    struct wire wire;
    struct export_info info;
    struct export_sink sink = {.write = sink_write};
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 200, "Content-Type: text/plain\r\n", "1");
    struct param_set *set = param_set_new(&params_export);
    param_set_put_raw(set, param_find(&params_export, "FileFormatId"), "srt");
    param_set_put_raw(set, param_find(&params_export, "Ellipsis"), "…");
    cr_assert(api_export(wire.connection, 7, set, &sink, &info, &wire.err), "%s", wire.err.text);
    wire_expect(&wire, 0,
                "GET /API/v2/Projects/7/Export/Subtitles?FileFormatId=srt&Ellipsis=%E2%80%A6 HTTP/1.1\r\n"
                "Host: {host}\r\nAccept: */*\r\n" AUTH AGENT "\r\n");
    param_set_free(set);
    wire_close(&wire);
}

/* Reads project 7 with a configuration and compares the first line and the line of the token. */
static void expect_lines(struct api_config config, const char *suffix, const char *first, const char *auth)
{
    struct wire wire;
    struct mock_server *mock = mock_start();
    char url[128], bytes[512];
    snprintf(url, sizeof url, "%s%s", mock_url(mock), suffix);
    config.base_url = url;
    wire_open(&wire, &config);
    mock_json(mock, 200, project);
    struct project *read = api_project_get(wire.connection, 7, &wire.err);
    cr_assert_not_null(read, "%s", wire.err.text);
    project_free(read);
    snprintf(bytes, sizeof bytes, "%s\r\n", first);
    cr_assert_str_starts(mock_request(mock, 0), bytes);
    snprintf(bytes, sizeof bytes, "\r\n%s\r\n", auth);
    cr_assert_str_has(mock_request(mock, 0), bytes);
    wire_close(&wire);
    mock_stop(mock);
}

Test(requests, base_url_may_end_in_slashes_or_have_a_path)
{
    struct api_config config = {.token = WIRE_TOKEN};
    expect_lines(config, "/", "GET /API/v2/Projects/7 HTTP/1.1", "Authorization: " WIRE_TOKEN);
    expect_lines(config, "/base/x//", "GET /base/x/API/v2/Projects/7 HTTP/1.1", "Authorization: " WIRE_TOKEN);
}

Test(requests, base_url_may_be_an_ipv6_literal)
{
    struct wire wire;
    struct mock_server *mock = mock_start_ipv6();
    if (!mock)
        cr_skip_test("this system has no IPv6");
    wire_open(&wire, &(struct api_config){.base_url = mock_url(mock), .token = WIRE_TOKEN});
    mock_json(mock, 200, project);
    struct project *read = api_project_get(wire.connection, 7, &wire.err);
    cr_assert_not_null(read, "%s", wire.err.text);
    project_free(read);
    cr_assert_str_has(mock_request(mock, 0), "\r\nHost: [::1]:");
    mock_stop(mock);
    wire_close(&wire);
}

Test(requests, api_path_is_a_setting_with_or_without_slashes)
{
    struct api_config config = {.token = WIRE_TOKEN, .api_path = "XAPI/"};
    expect_lines(config, "", "GET /XAPI/v2/Projects/7 HTTP/1.1", "Authorization: " WIRE_TOKEN);
    config.api_path = "/";
    expect_lines(config, "", "GET /v2/Projects/7 HTTP/1.1", "Authorization: " WIRE_TOKEN);
}

Test(requests, token_header_and_scheme_are_settings)
{
    struct api_config config = {.token = WIRE_TOKEN, .token_scheme = "Bearer"};
    expect_lines(config, "", "GET /API/v2/Projects/7 HTTP/1.1", "Authorization: Bearer " WIRE_TOKEN);
    config = (struct api_config){.token = WIRE_TOKEN, .token_header = "X-Api-Key"};
    expect_lines(config, "", "GET /API/v2/Projects/7 HTTP/1.1", "X-Api-Key: " WIRE_TOKEN);
}

Test(requests, a_call_that_needs_a_token_is_not_sent_without_one)
{
    struct wire wire;
    wire_open(&wire, &(struct api_config){.token = NULL});
    cr_assert_null(api_project_get(wire.connection, 7, &wire.err));
    WIRE_ERROR(&wire, ERROR_NOT_LOGGED_IN, 0, "Read project 7", "Log in first");
    cr_assert_eq(mock_connections(wire.mock), 0);
    wire_close(&wire);
}

Test(requests, numbers_do_not_depend_on_the_locale)
{
    struct wire wire;
    setlocale(LC_ALL, "cs_CZ.UTF-8");
    wire_open(&wire, NULL);
    mock_json(wire.mock, 200, project);
    struct param_set *set = param_set_new(&params_enqueue);
    struct error err;
    cr_assert(param_set_put(set, param_find(&params_enqueue, "TranscriptionDuration"), "16.5", &err));
    cr_assert_not(param_set_put(set, param_find(&params_enqueue, "StartTranscriptionAt"), "16,5", &err));
    project_free(wire_enqueue(wire.connection, 7, set, &wire.err));
    cr_assert_str_has(mock_request(wire.mock, 0), "?TranscriptionDuration=16.5 HTTP");
    param_set_free(set);
    wire_close(&wire);
}
