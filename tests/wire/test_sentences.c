/* Error sentences when the service refuses or answers strangely: what was tried, what happened, what to do,
 * the server's message; without secrets. Error kinds and statuses are in the matrix of test_faults.c. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/api/http.h"
#include "steno/base/mem.h"
#include "steno/base/file.h"
#include "steno/base/error.h"
#include "support/asserts.h"
#include "support/process.h"
#include "wire/wire.h"

TestSuite(sentences, .init = wire_setup, .fini = wire_close);
TestSuite(log, .fini = wire_close);

static const struct login_request me = {.email = "a@b", .password = "pass-word-1"};

/* Enqueues project 7; the server gives this answer. */
static void enqueue(int status, const char *headers, const char *body)
{
    wire_open(NULL);
    mock_reply(wire.mock, status, headers, body);
    cr_assert_not(wire_enqueue());
}

/* --- the server's message --- */

Test(sentences, a_refused_write_names_project_status_and_the_reason_or_what_it_often_means)
{
    struct request_args args = {.project_id = 7, .version = 5, .key = "colour\033"};
    enqueue(412, NULL, "{\"Message\":\"no media uploaded yet.\",\"Data\":null}");
    cr_expect_str_eq(wire.err.text,
                     "Enqueue project 7: the server rejected the request (412): no media uploaded yet.");
    cr_expect_str_eq(wire.err.server, "no media uploaded yet.");
    enqueue(412, NULL, "{}");
    cr_expect_str_eq(wire.err.text,
                     "Enqueue project 7: the server rejected the request (412). Probably no media "
                     "is uploaded yet, or the state of the project does not allow an enqueue.");
    mock_reply(wire.mock, 404, NULL, "{\"Message\":\"no such key.\"}");
    cr_expect_not(wire_write(ENDPOINT_DELETE_METADATA, &args, NULL));
    cr_expect_str_eq(wire.err.text,
                     "Delete metadata of project 7: the server did not find the key “colour␛” or the project "
                     "(404): no such key. Check the spelling of the key, and the project id.");
    cr_expect_eq(wire.err.kind, ERROR_NOT_FOUND);
    cr_expect_eq(wire.err.status, 404);
    cr_expect_str_eq(wire.err.server, "no such key.");
}

Test(sentences, the_servers_words_and_the_field_it_blames_are_found_in_every_usual_shape)
{
    static const struct {
        const char *body, *words, *field; /* NULL: not checked */
    } rows[] = {
        {"{\"Message\":\"plain\"}", "plain", NULL},
        {"{\"message\":\"small\"}", "small", NULL},
        {"{\"title\":\"One\",\"detail\":\"two\"}", "One: two", NULL},
        {"{\"title\":\"Bad\",\"errors\":{\"Lang\":[\"unknown\",\"x\"]}}", "Bad; Lang: unknown", NULL},
        {"{\"error\":\"nope\"}", "nope", NULL},
        {"\"just text\"", "just text", NULL},
        {"plain\r\n  text\tof lines", "plain text of lines", NULL},
        {"<html><head><title>502 Bad Gateway</title></head>", "502 Bad Gateway", NULL},
        {"<!doctype html><p>x", "an HTML page", NULL},
        {"{\"Message\":\"\"}", "", NULL},
        {"[1,2]", "", NULL},
        {"", "", NULL},
        {"{\"Message\":\"lang:NotSupported\"}", NULL, "Lang"},
        {"{\"Message\":\"startTranscriptionAtSeconds:Invalid\"}", NULL, "StartTranscriptionAtSeconds"},
        {"{\"Message\":\"somethingElse: Required\"}", NULL, "somethingElse"},
        {"{\"errors\":{\"$.lang\":[\"bad\"]}}", NULL, "Lang"},
        {"{\"Message\":\"The value of CustomLabel is too long\"}", NULL, "CustomLabel"},
        {"{\"Message\":\"note: nothing\"}", NULL, ""},
        {"{\"Message\":\"no media\"}", NULL, ""},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        enqueue(422, NULL, rows[i].body);
        if (rows[i].words)
            cr_expect_str_eq(wire.err.server, rows[i].words, "%s", rows[i].body);
        if (rows[i].field)
            cr_expect_str_eq(wire.err.field, rows[i].field, "%s", rows[i].body);
    }
}

Test(sentences, the_servers_words_are_cleaned_and_cut)
{
    char *body = mem_printf("{\"Message\":\"a\\u001b[31m\\u009b\\u202eb %04000d\"}", 0);
    enqueue(400, NULL, body);
    cr_expect_str_has(wire.err.server, "a␛[31m<U+009B><U+202E>b 000");
    cr_expect_lt(strlen(wire.err.server), sizeof wire.err.server);
    cr_expect_str_has(wire.err.text, "Check the values.");
    free(body);
}

/* --- what to do --- */

/* Redirects are not followed: see the matrix of test_faults.c. */
Test(sentences, a_redirect_names_target_and_setting_and_no_token)
{
    static const char header[] = "Location: https://else.example/API?token=" WIRE_TOKEN "\r\n";
    enqueue(307, header, "");
    WIRE_ERROR(ERROR_UNKNOWN_OUTCOME, 307, "redirects to https://else.example/API",
               "check the project before retrying");
    WIRE_WITHOUT(WIRE_TOKEN);
    mock_reply(wire.mock, 302, "Location: /API/v2/Projects/77\r\n", "");
    cr_expect_not(wire_read());
    WIRE_ERROR(ERROR_REJECTED, 302, "redirects to /API/v2/Projects/77", "put its host in the setting url");
}

Test(sentences, a_refused_read_does_not_speak_of_values_it_did_not_send)
{
    static const int statuses[] = {400, 402, 405, 415, 422};
    for (size_t i = 0; i < COUNT(statuses); i++) {
        wire_open(NULL);
        for (int k = 0; k < 3; k++)
            mock_json(wire.mock, statuses[i], "{}");
        cr_expect_not(wire_read());
        WIRE_ERROR(ERROR_REJECTED, statuses[i],
                   "Read project 7: ", "Check the id, and the settings url and api_path");
        WIRE_WITHOUT("values");
        cr_expect_not(wire_account());
        WIRE_ERROR(ERROR_REJECTED, statuses[i], "Read account: ", "Check the settings url and api_path");
        WIRE_WITHOUT("values", "the id");
        cr_expect_not(wire_write7(ENDPOINT_ADD_METADATA, NULL));
        WIRE_ERROR(ERROR_REJECTED, statuses[i], "Check the values");
    }
}

Test(sentences, a_404_at_login_and_account_names_the_api_path)
{
    wire_open(&(struct api_config){.token = NULL});
    mock_reply(wire.mock, 404, NULL, "");
    cr_expect_not(wire_login(&me));
    WIRE_ERROR(ERROR_NOT_FOUND, 404, "Log in:", "url and api_path (now http://127.0.0.1:", "/API)", "/XAPI");
    wire_open(&(struct api_config){.token = WIRE_TOKEN, .api_path = "/XAPI"});
    mock_json(wire.mock, 404, "{}");
    cr_expect_not(wire_account());
    WIRE_ERROR(ERROR_NOT_FOUND, 404, "Read account:", "/XAPI); servers use");
}

/* Other invalid JSON: test_json.c. */
Test(sentences, an_answer_that_is_no_json_is_described_in_our_words)
{
    static const char *const rows[][2] = {
        {"<html><body>hotel</body></html>", "The response is a web page, not JSON"},
        {"{\"Data\":", "The response is not JSON: it breaks off at line 1, column 8"},
        {"{\"Data\":\n  oops}", "The response is not JSON: it is invalid at line 2, column "},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        mock_json(wire.mock, 200, rows[i][0]);
        cr_expect_not(wire_read());
        WIRE_ERROR(ERROR_BAD_REPLY, 200, "Read project 7: the server answered 200", rows[i][1],
                   "Check the settings url and api_path");
        WIRE_WITHOUT("expected near", "token near", "end of file", "contract", "'['", "premature");
    }
}

Test(sentences, headers_without_end_are_named_and_not_called_out_of_memory)
{
    for (int i = 0; i < 3; i++) {
        struct buffer answer;
        buffer_init(&answer, (size_t)1 << 20);
        buffer_append_text(&answer, "HTTP/1.1 200 OK\r\n");
        if (i == 0)
            buffer_printf(&answer, "X: %0200000d\r\n", 0);
        else
            for (int k = 0; k < 5000; k++)
                buffer_printf(&answer, "X-%d: %0100d\r\n", k, 0);
        buffer_append_text(&answer, "\r\n{}");
        wire_open(NULL);
        mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer.data, answer.len);
        cr_expect_not(i < 2 ? wire_read() : wire_enqueue());
        WIRE_ERROR(i < 2 ? ERROR_BAD_REPLY : ERROR_UNKNOWN_OUTCOME, wire.err.status,
                   "project 7: ", "response headers from 127.0.0.1");
        WIRE_WITHOUT("memory", "Try again");
        cr_expect_eq(i < 2 ? mock_count(wire.mock) : wire_writes(wire.mock), 1);
        buffer_free(&answer);
    }
}

/* --- login and token --- */

Test(sentences, a_missing_consent_is_recognised_in_many_words)
{
    static const struct {
        int status;
        const char *message;
        bool wants;
    } rows[] = {
        {400, "dataProtectionConsent:Required", true},
        {400, "data protection consent required", true},
        {412, "Data-protection consent is missing", true},
        {422, "You must give your CONSENT to the data protection terms.", true},
        {412, "Consent required", true},
        {403, "data_protection_consent", true},
        {400, "Consent required", false},
        {412, "commercialCommunicationConsent:Required", false},
        {400, "dataProtectionOfficer: unknown", false},
        {400, "email:Required", false},
        {412, "the consenting adult", false},
        {412, "", false},
        {401, "wrong password", false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *body = mem_printf("{\"Message\":\"%s\"}", rows[i].message);
        mock_json(wire.mock, rows[i].status, body);
        cr_expect_not(wire_login(&me));
        cr_expect_eq(reply_message_wants_consent(&wire.err), rows[i].wants, "%s", rows[i].message);
        cr_expect_eq(strstr(wire.err.text, "requires your consent") != NULL, rows[i].wants, "%s",
                     wire.err.text);
        free(body);
    }
    mock_json(wire.mock, 412, "{}");
    cr_expect_not(wire_login(&me));
    WIRE_ERROR(ERROR_REJECTED, 412,
               "Log in: ", "Probably the server's data protection terms are not accepted yet");
    WIRE_WITHOUT("values");
}

Test(sentences, a_secret_is_hidden_however_the_service_writes_it_back)
{
    struct login_request request = {.email = "a@b.c", .password = "two  blanks\tand\u200e more"};
    char *body = mem_printf("{\"Message\":\"two  blanks\\tand\u200e more %0280d %s\"}", 0,
                            "two  blanks\\tand\u200e more");
    mock_json(wire.mock, 401, body);
    cr_expect_not(wire_login(&request));
    cr_expect_str_has(wire.err.text, "[hidden] 000");
    WIRE_WITHOUT("blanks", "two"); /* parts of the password */
    mock_json(wire.mock, 401, "{\"Message\":\"bad pass-word-1 for you\"}");
    cr_expect_not(wire_login(&me));
    WIRE_ERROR(ERROR_NOT_LOGGED_IN, 401, "the email or the password", "bad [hidden] for you");
    cr_expect_str_lacks(wire.err.server, "pass-word-1");
    free(body);
}

Test(sentences, the_token_of_a_login_is_used_from_then_on_unless_it_is_none_that_can_be_sent)
{
    mock_json(wire.mock, 200, "{\"User\":{}}");
    cr_expect_not(wire_login(&me));
    WIRE_ERROR(ERROR_BAD_REPLY, 200, "Log in:", "no Token");
    mock_json(wire.mock, 200, "{\"Token\":\"old-token-1\\u0000x\",\"User\":{}}");
    cr_expect_not(wire_account());
    WIRE_ERROR(ERROR_BAD_REPLY, 200, "Read account: the server answered 200", "cannot be sent");
    mock_json(wire.mock, 200, WIRE_PROJECT(1, "None"));
    cr_expect(wire_read(), "%s", wire.err.text);
    cr_expect_str_has(mock_request(wire.mock, 2), "\r\nAuthorization: " WIRE_TOKEN "\r\n");
    mock_json(wire.mock, 200, "{\"Token\":\"fresh-token\",\"User\":{\"Email\":\"a@b\"}}");
    mock_json(wire.mock, 200, WIRE_PROJECT(1, "None"));
    cr_expect(wire_login(&me), "%s", wire.err.text);
    cr_expect(wire_read(), "%s", wire.err.text);
    cr_expect_str_has(mock_request(wire.mock, 4), "\r\nAuthorization: fresh-token\r\n");
}

Test(sentences, a_refused_token_names_the_variable_it_came_from_until_there_is_another)
{
    wire_open(&(struct api_config){.token = WIRE_TOKEN, .token_variable = "STENO_TOKEN"});
    for (int i = 0; i < 3; i++)
        mock_json(wire.mock, 401, "{}");
    cr_expect_not(wire_read());
    WIRE_ERROR(ERROR_NOT_LOGGED_IN, 401, "Read project 7: ",
               "The token comes from STENO_TOKEN: set a valid token there, or unset the variable and log in");
    WIRE_WITHOUT("Log in again", WIRE_TOKEN);
    connection_set_token(wire.connection, WIRE_TOKEN); /* the same token */
    cr_expect_not(wire_read());
    WIRE_ERROR(ERROR_NOT_LOGGED_IN, 401, "STENO_TOKEN");
    connection_set_token(wire.connection, "another-token");
    cr_expect_not(wire_read());
    WIRE_ERROR(ERROR_NOT_LOGGED_IN, 401, "Log in again");
    WIRE_WITHOUT("STENO_TOKEN");
}

/* --- a proxy's password --- */

static const char *const odd_proxies[] = {
    "http://me:s3cret@ho st:80",
    "http://me:s3cret@host:99999",
    "me:s3cret@host:abc",
    "me:s3cret",
    "http://me:s3#cret@127.0.0.1:1",
    "http://me:s3/cret@127.0.0.1:1",
    "http://me:s3cret@[::1",
    "ftp://me:s3cret@127.0.0.1:1",
    /* The rows below are only for http_proxy_show(). */
    "http://me:s3@cret@h:1",
    "//me:s3cret@h:1",
    "http://",
    "",
};

Test(sentences, what_libcurl_says_of_a_proxy_never_shows_its_password)
{
    for (size_t i = 0; i < 9; i++) { /* libcurl 8.14 leaks the name of a proxy that cannot be resolved */
        const char *proxy = i < 8 ? odd_proxies[i] : "htp://me:s3cret@h:1";
        wire_open(
            &(struct api_config){.base_url = "http://far.example", .token = WIRE_TOKEN, .proxy = proxy});
        cr_expect_not(wire_read());
        cr_expect_str_lacks(wire.err.text, "cret");
        cr_expect_str_has(wire.err.text, "proxy", "%s", proxy);
        cr_expect_not(wire_enqueue());
        cr_expect_not(error_outcome_is_open(&wire.err), "%s", wire.err.text);
    }
}

Test(sentences, a_proxys_address_is_shown_without_name_and_password_or_not_at_all)
{
    static const char *const rows[][2] = {
        {"http://me:s3cret@host.example:3128", "http://***@host.example:3128"},
        {"me:s3cret@host.example:3128", "***@host.example:3128"},
        {"http://s3cret@host.example", "http://***@host.example"},
        {"http://:s3cret@host.example", "http://***@host.example"},
        {"host.example", "host.example"},
        {"host.example:3128", "host.example:3128"},
        {"socks5h://me:s3cret@[::1]:1080/s3cret?s3cret#s3cret", "socks5h://***@[::1]:1080"},
        {"HTTPS://host.example:3128/", "https://host.example:3128"},
    };
    char shown[100];
    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_expect(http_proxy_show(shown, sizeof shown, rows[i][0]), "%s", rows[i][0]);
        cr_expect_str_eq(shown, rows[i][1]);
    }
    for (size_t i = 0; i < COUNT(odd_proxies); i++) {
        cr_expect_not(http_proxy_show(shown, sizeof shown, odd_proxies[i]), "%s: %s", odd_proxies[i], shown);
        cr_expect_str_eq(shown, "");
    }
}

/* --- the log --- */

/* Runs a login, an account read at 401 and a project read with the log on. */
static void log_everything(enum login_form form, const char *header, const char *scheme, bool by_proxy)
{
    struct mock_server *mock = mock_start();
    struct login_request request = {.email = "a@b", .password = "pass word&1", .form = form};
    wire_open(&(struct api_config){.base_url = by_proxy ? "http://far.example" : mock_url(mock),
                                   .proxy = by_proxy ? mock_url(mock) : NULL,
                                   .token = "old-token-77",
                                   .token_header = header,
                                   .token_scheme = scheme});
    mock_json(mock, 401, "{\"Message\":\"old-token-77 and pass word&1\"}");
    mock_json(mock, 401, "{\"Message\":\"old-token-77 is over\"}");
    mock_json(mock, 200, "{\"Token\":\"new-token-88\",\"User\":{\"Email\":\"a@b\"}}");
    mock_json(mock, 200, WIRE_PROJECT(1, "None"));
    cr_expect_not(wire_login(&request));
    cr_expect_not(wire_account());
    cr_expect(wire_login(&request), "%s", wire.err.text);
    cr_expect(wire_read(), "%s", wire.err.text);
    cr_expect_eq(mock_count(mock), 4);
    mock_stop(mock);
}

Test(log, never_holds_a_token_or_a_password)
{
    static const char *const secrets[] = {"old-token-77", "new-token-88", "pass word", "pass%20word",
                                          "pass+word"};
    char *path = process_built("tests/log-XXXXXX");
    struct error err;
    struct buffer log;
    struct stat info;
    buffer_init(&log, BUFFER_MAX_DEFAULT);
    close(mkstemp(path));
    unlink(path);
    cr_assert(log_open(path, &err));
    log_everything(LOGIN_JSON, NULL, NULL, false);
    log_everything(LOGIN_FORM, "X-Api-Key", NULL, false);
    log_everything(LOGIN_QUERY, NULL, "Bearer", false);
    log_everything(LOGIN_QUERY, NULL, NULL, true);
    log_close();
    cr_assert_eq(stat(path, &info), 0);
    cr_expect_eq(info.st_mode & 0777, 0600);
    cr_assert(file_read(path, &log, &err));
    unlink(path);
    cr_expect_str_has(log.data, "> POST http://127.0.0.1");
    cr_expect_str_has(log.data, "/API/v2/Projects/7; headers: Accept Authorization");
    cr_expect_str_has(log.data, "< 401, ");
    for (size_t i = 0; i < COUNT(secrets); i++)
        cr_expect_str_lacks(log.data, secrets[i]);
    buffer_free(&log);
    free(path);
}
