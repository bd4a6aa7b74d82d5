/* A proxy's address that is none: what holds it is named as the cause, and what may be a password in it is
 * shown nowhere. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http.h"
#include "steno/base/file.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/process.h"
#include "wire/wire.h"

#define NOT_ONE "is not the address of a proxy, such as http://HOST:PORT"

static const char *const bad[] = {
    "http://me:s3cret@ho st:80",
    "http://me:s3cret@host:99999",
    "me:s3cret@host:abc",
    "me:s3cret",
    "http://me:s3#cret@127.0.0.1:1",
    "http://me:s3/cret@127.0.0.1:1",
    "http://me:s3@cret@h:1",
    "http://me:s3cret@[::1",
    "ftp://me:s3cret@127.0.0.1:1",
    "htp://me:s3cret@h:1",
    "//me:s3cret@h:1",
    "http://",
};
enum { BAD_COUNT = sizeof bad / sizeof bad[0] };

static void begin(void)
{
    static const char *const variables[] = {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
                                            "ALL_PROXY",  "no_proxy",    "NO_PROXY"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        unsetenv(variables[i]);
}

TestSuite(proxy_address, .init = begin);

/* Reads project 7 of this server with the setting (NULL: the variables). Returns the error. */
static struct error read_project(const char *url, const char *setting)
{
    struct error err;
    struct api_config config = {.base_url = url, .token = WIRE_TOKEN, .proxy = setting, .backoff_ms = 1};
    error_clear(&err);
    struct connection *connection = connection_new(&config, &err);
    cr_assert_not_null(connection);
    project_free(api_project_get(connection, 7, &err));
    connection_free(connection);
    return err;
}

/* The error names this as the cause, and nothing else. */
static void expect_named(const struct error *err, const char *name, const char *value)
{
    char *said = mem_printf("Read project 7: %s " NOT_ONE ".", name);
    cr_expect_eq(err->kind, ERROR_USAGE, "%s: kind %d", value, err->kind);
    cr_expect_str_eq(err->text, said, "%s: %s", value, err->text);
    free(said);
}

Test(proxy_address, that_is_none_is_named_by_the_variable_or_setting_that_holds_it)
{
    static const char *const rows[][2] = {
        {"http_proxy", "http://far.example"},   {"all_proxy", "http://far.example"},
        {"ALL_PROXY", "http://far.example"},    {"https_proxy", "https://far.example"},
        {"HTTPS_PROXY", "https://far.example"}, {"all_proxy", "https://far.example"},
        {"ALL_PROXY", "HTTPS://far.example"},
    };
    for (size_t i = 0; i < BAD_COUNT; i++) {
        for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
            setenv(rows[k][0], bad[i], 1);
            struct error err = read_project(rows[k][1], NULL);
            expect_named(&err, rows[k][0], bad[i]);
            unsetenv(rows[k][0]);
        }
        struct error err = read_project("http://far.example", bad[i]);
        expect_named(&err, "the setting proxy", bad[i]);
    }
}

Test(proxy_address, that_is_none_stands_in_no_log)
{
    char *path = process_built("tests/proxy-log-XXXXXX");
    struct error err;
    struct buffer log;
    buffer_init(&log, BUFFER_MAX_DEFAULT);
    close(mkstemp(path));
    unlink(path);
    cr_assert(log_open(path, &err));
    for (size_t i = 0; i < BAD_COUNT; i++)
        err = read_project("http://far.example", bad[i]);
    log_close();
    cr_assert(file_read(path, &log, &err));
    unlink(path);
    cr_expect_str_has(buffer_text(&log),
                      "< no answer: usage, the setting proxy is not the address of a proxy");
    cr_expect_str_lacks(buffer_text(&log), "cret");
    buffer_free(&log);
    free(path);
}

Test(proxy_address, the_variable_of_the_other_scheme_and_an_exception_are_not_to_blame)
{
    struct mock_server *mock = mock_start();
    mock_json(mock, 200, WIRE_PROJECT(2, "None"));
    mock_json(mock, 200, WIRE_PROJECT(2, "None"));
    setenv("https_proxy", bad[0], 1);
    struct error err = read_project(mock_url(mock), NULL);
    cr_expect_eq(err.kind, ERROR_NONE, "%s", err.text);
    setenv("http_proxy", bad[0], 1);
    setenv("no_proxy", "127.0.0.1,no-such-host.invalid", 1);
    err = read_project(mock_url(mock), NULL);
    cr_expect_eq(err.kind, ERROR_NONE, "%s", err.text);
    err = read_project("http://no-such-host.invalid", NULL);
    cr_expect_eq(err.kind, ERROR_DNS, "%s", err.text);
    cr_expect_str_lacks(err.text, "proxy");
    mock_stop(mock);
}

Test(proxy_address, a_write_with_one_that_is_none_was_not_sent)
{
    struct error err;
    struct api_config config = {.base_url = "http://far.example", .token = WIRE_TOKEN, .proxy = bad[1]};
    error_clear(&err);
    struct connection *connection = connection_new(&config, &err);
    project_free(wire_enqueue(connection, 7, NULL, &err));
    cr_expect_eq(err.kind, ERROR_USAGE, "%s", err.text);
    cr_expect_not(error_outcome_is_open(&err));
    connection_free(connection);
}

Test(proxy_address, is_shown_without_name_and_password)
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
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect(http_proxy_show(shown, sizeof shown, rows[i][0]), "%s", rows[i][0]);
        cr_expect_str_eq(shown, rows[i][1]);
    }
    for (size_t i = 0; i < BAD_COUNT; i++) {
        cr_expect_not(http_proxy_show(shown, sizeof shown, bad[i]), "%s: %s", bad[i], shown);
        cr_expect_str_eq(shown, "");
    }
}
