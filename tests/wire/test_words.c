/* Sentences that once were untrue or blamed the wrong one: what was tried, what happened, what to do. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/http.h"
#include "steno/api/record.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "wire/wire.h"

/* Reads project 7, which fails. */
static void read_fails(struct wire *wire)
{
    struct project *project = api_project_get(wire->connection, 7, &wire->err);
    cr_assert_null(project);
}

/* None of these words may stand in the last error. */
static void expect_without(const struct wire *wire, const char *const *words)
{
    for (; *words; words++)
        cr_expect_null(strcasestr(wire->err.text, *words), "“%s” in: %s", *words, wire->err.text);
}
#define WITHOUT(wire, ...) expect_without((wire), (const char *const[]){__VA_ARGS__, NULL})

Test(words, headers_without_end_are_named_and_not_called_out_of_memory)
{
    char *line = mem_zero(200001, 1);
    memset(line, 'a', 200000);
    for (int i = 0; i < 3; i++) {
        struct wire wire;
        struct buffer answer;
        buffer_init(&answer, (size_t)1 << 20);
        buffer_append_text(&answer, "HTTP/1.1 200 OK\r\n");
        if (i == 0)
            buffer_printf(&answer, "X: %s\r\n", line);
        else
            for (int k = 0; k < 5000; k++)
                buffer_printf(&answer, "X-%d: %.100s\r\n", k, line);
        buffer_append_text(&answer, "\r\n{}");
        wire_open(&wire, NULL);
        mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer.data, answer.len);
        if (i < 2)
            read_fails(&wire);
        else
            cr_assert_null(wire_enqueue(wire.connection, 7, NULL, &wire.err));
        WIRE_ERROR(&wire, i < 2 ? ERROR_BAD_REPLY : ERROR_UNKNOWN_OUTCOME, wire.err.status,
                   "project 7: ", "response headers from 127.0.0.1");
        WITHOUT(&wire, "memory", "Try again");
        cr_expect_eq(i < 2 ? mock_count(wire.mock) : wire_writes(wire.mock), 1);
        buffer_free(&answer);
        wire_close(&wire);
    }
    free(line);
}

Test(words, a_refused_read_does_not_speak_of_values_it_did_not_send)
{
    static const int statuses[] = {400, 402, 405, 415, 422};
    for (size_t i = 0; i < 5; i++) {
        struct wire wire;
        wire_open(&wire, NULL);
        for (int k = 0; k < 3; k++)
            mock_json(wire.mock, statuses[i], "{}");
        read_fails(&wire);
        WIRE_ERROR(&wire, ERROR_REJECTED, statuses[i], "Read project 7: ", "Check the id, url and api_path");
        WITHOUT(&wire, "values");
        cr_assert_null(api_current_user(wire.connection, &wire.err));
        WIRE_ERROR(&wire, ERROR_REJECTED, statuses[i], "Read account: ", "Check url and api_path");
        WITHOUT(&wire, "values", "the id");
        cr_assert_null(wire_metadata_set(wire.connection, 7, 5, "k", "v", &wire.err));
        WIRE_ERROR(&wire, ERROR_REJECTED, statuses[i], "Check the values");
        wire_close(&wire);
    }
}

Test(words, a_refused_token_names_the_variable_it_came_from_until_there_is_another)
{
    struct wire wire;
    wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .token_variable = "STENO_TOKEN"});
    for (int i = 0; i < 3; i++)
        mock_json(wire.mock, 401, "{}");
    read_fails(&wire);
    WIRE_ERROR(&wire, ERROR_NOT_LOGGED_IN, 401, "Read project 7: ",
               "The token comes from STENO_TOKEN: set a valid one there, or remove it and log in");
    WITHOUT(&wire, "Log in again", WIRE_TOKEN);
    connection_set_token(wire.connection, WIRE_TOKEN); /* the same one */
    read_fails(&wire);
    WIRE_ERROR(&wire, ERROR_NOT_LOGGED_IN, 401, "STENO_TOKEN");
    connection_set_token(wire.connection, "another-token");
    read_fails(&wire);
    WIRE_ERROR(&wire, ERROR_NOT_LOGGED_IN, 401, "Log in again");
    WITHOUT(&wire, "STENO_TOKEN");
    wire_close(&wire);
}

Test(words, an_answer_that_is_no_json_is_described_in_our_words)
{
    static const struct {
        const char *body, *words;
    } rows[] = {
        {"", "The response is empty, not JSON"},
        {" \r\n\t", "The response is empty, not JSON"},
        {"\xEF\xBB\xBF", "The response is empty, not JSON"},
        {"<html><body>hotel</body></html>", "The response is a web page, not JSON"},
        {"\r\n <!DOCTYPE html>", "The response is a web page, not JSON"},
        {"{\"Data\":", "The response is not JSON: it ends at line 1, column 8"},
        {"{\"Data\":\n  oops}", "The response is not JSON: it is invalid at line 2, column "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire wire;
        wire_open(&wire, NULL);
        mock_json(wire.mock, 200, rows[i].body);
        read_fails(&wire);
        WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "Read project 7: the server answered 200", rows[i].words,
                   "Check url and api_path");
        WITHOUT(&wire, "expected near", "token near", "end of file", "contract", "'['", "premature");
        wire_close(&wire);
    }
}

Test(words, a_version_beyond_64_bits_is_named_and_nothing_is_sent)
{
    static const struct {
        const char *version, *words;
    } rows[] = {
        {"\"AccessToken\":9223372036854775808,",
         "its version (AccessToken) is not a whole number from 0 to 9223372036854775807"},
        {"\"AccessToken\":1e300,", "its version (AccessToken) is not a whole number"},
        {"\"AccessToken\":-1,", "its version (AccessToken) is not a whole number"},
        {"\"AccessToken\":null,", "its version (AccessToken) is missing"},
        {"", "its version (AccessToken) is missing"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire wire;
        struct project *now = NULL;
        char json[200];
        wire_open(&wire, NULL);
        snprintf(json, sizeof json, "{\"Data\":{%s\"Id\":7,\"Tags\":[\"news\"]}}", rows[i].version);
        struct project *seen = project_decode(json, strlen(json), &wire.err);
        struct request_args args = {.project_id = 7, .version = seen->version, .value = "news"};
        cr_assert_not(api_write(wire.connection, ENDPOINT_DELETE_TAG, &args, seen, &now, &wire.err));
        WIRE_ERROR(&wire, ERROR_BAD_REPLY, 0, "Delete tag of project 7: nothing was sent: ", rows[i].words);
        cr_expect_eq(mock_connections(wire.mock), 0);
        project_free(seen);
        wire_close(&wire);
    }
    struct project *largest =
        project_decode("{\"Data\":{\"Id\":7,\"AccessToken\":9223372036854775807}}", 51, NULL);
    cr_assert_not_null(largest);
    cr_expect_eq(largest->version, INT64_MAX);
    project_free(largest);
}

Test(words, what_libcurl_says_of_a_proxy_never_shows_its_password)
{
    static const char *const proxies[] = {
        "http://me:s3cret@ho st:80",
        "http://me:s3cret@host:99999",
        "me:s3cret@host:abc",
        "me:s3cret",
        "http://me:s3#cret@127.0.0.1:1",
        "http://me:s3/cret@127.0.0.1:1",
        "http://me:s3cret@[::1",
        "ftp://me:s3cret@127.0.0.1:1",
        "htp://me:s3cret@h:1",
        "http://me:s3cret@no-such.invalid:1",
    };
    for (size_t i = 0; i < sizeof proxies / sizeof proxies[0]; i++) {
        struct wire wire;
        wire_open(&wire, &(struct api_config){
                             .base_url = "http://far.example", .token = WIRE_TOKEN, .proxy = proxies[i]});
        read_fails(&wire);
        cr_expect_str_lacks(wire.err.text, "cret");
        cr_expect_str_has(wire.err.text, "proxy", "%s: %s", proxies[i], wire.err.text);
        cr_assert_null(wire_enqueue(wire.connection, 7, NULL, &wire.err));
        cr_expect_not(error_outcome_is_open(&wire.err), "%s", wire.err.text);
        wire_close(&wire);
    }
}

Test(words, a_proxys_address_is_shown_without_name_and_password)
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
    static const char *const none[] = {
        "http://me:s3cret@ho st:80",
        "http://me:s3cret@host:99999",
        "me:s3cret@host:abc",
        "me:s3cret",
        "http://me:s3#cret@h:1",
        "http://me:s3/cret@h:1",
        "http://me:s3@cret@h:1",
        "http://me:s3cret@[::1",
        "ftp://me:s3cret@h:1",
        "//me:s3cret@h:1",
        "http://",
        "",
    };
    char shown[100];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect(http_proxy_show(shown, sizeof shown, rows[i][0]), "%s", rows[i][0]);
        cr_expect_str_eq(shown, rows[i][1]);
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        cr_expect_not(http_proxy_show(shown, sizeof shown, none[i]), "%s: %s", none[i], shown);
        cr_expect_str_eq(shown, "");
    }
}

Test(words, a_redirect_names_its_target)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 302, "Location: /API/v2/Projects/77\r\n", "");
    read_fails(&wire);
    WIRE_ERROR(&wire, ERROR_REJECTED, 302, "redirects to /API/v2/Projects/77", "set url");
    wire_close(&wire);
}

Test(words, a_missing_consent_is_recognised_in_other_words_too)
{
    static const struct {
        int status;
        const char *message;
        bool wants;
    } rows[] = {
        {400, "DataProtectionConsent:Required", true},
        {400, "data protection consent required", true},
        {412, "Data-protection consent is missing", true},
        {422, "You must give your CONSENT to the data protection terms.", true},
        {412, "Consent required", true},
        {403, "data_protection_consent", true},
        {400, "Consent required", false},
        {412, "commercialCommunicationConsent:Required", false},
        {400, "dataProtectionOfficer: unknown", false},
        {412, "the consenting adult", false},
        {412, "", false},
        {401, "wrong password", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire wire;
        char body[200];
        struct login_request request = {.email = "a@b", .password = "pass-word-1"};
        wire_open(&wire, NULL);
        snprintf(body, sizeof body, "{\"Message\":\"%s\"}", rows[i].message);
        mock_json(wire.mock, rows[i].status, body);
        cr_assert_null(api_login(wire.connection, &request, &wire.err));
        cr_expect_eq(reply_message_wants_consent(&wire.err), rows[i].wants, "%d %s", rows[i].status,
                     rows[i].message);
        cr_expect_eq(strstr(wire.err.text, "requires your consent") != NULL, rows[i].wants, "%s",
                     wire.err.text);
        wire_close(&wire);
    }
    struct wire wire;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 412, "{}");
    struct login_request request = {.email = "a@b", .password = "pass-word-1"};
    cr_assert_null(api_login(wire.connection, &request, &wire.err));
    WIRE_ERROR(&wire, ERROR_REJECTED, 412, "Log in: ", "Often means a missing consent");
    WITHOUT(&wire, "values");
    wire_close(&wire);
}
