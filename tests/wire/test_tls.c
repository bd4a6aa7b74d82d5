/* Certificates are always checked; errors name the CA bundle in use; proxies and redirects get no secrets. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/process.h"
#include "wire/wire.h"

#define TLS  FIXTURES "/tls/"
#define MOCK "the mock server"

TestSuite(tls, .fini = wire_close);
TestSuite(proxy, .fini = wire_close);

/* Sets an environment variable, or removes it (NULL). */
static void set_variable(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

Test(tls, certificates_are_always_checked_against_the_bundle_that_is_set_or_that_the_environment_names)
{
    static const struct {
        const char *certificate, *ca_file, *ssl_cert_file, *curl_ca_bundle;
        const char *words; /* of the error; NULL: trusted */
    } rows[] = {
        {"server", TLS "ca.pem", NULL, NULL, NULL},
        {"server", NULL, TLS "ca.pem", NULL, NULL},
        {"server", NULL, NULL, TLS "ca.pem", NULL},
        {"server", NULL, TLS "ca.pem", TLS "otherhost.pem", NULL},
        {"server", TLS "otherhost.pem", TLS "ca.pem", TLS "otherhost.pem", "/tls/otherhost.pem"},
        {"server", NULL, NULL, NULL, "no trusted TLS connection to 127.0.0.1:"},
        {"expired", TLS "ca.pem", NULL, NULL, "/tls/ca.pem"},
        {"otherhost", TLS "ca.pem", NULL, NULL, "/tls/ca.pem"},
        {"server", TLS "missing.pem", NULL, NULL, "/tls/missing.pem: install the certificates of the system"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct home *home = home_create();
        struct process_sandbox sandbox;
        char *arguments = mem_printf("--token " WIRE_TOKEN " --tls '" TLS "%s.pem' '" TLS "%s.key'",
                                     rows[i].certificate, rows[i].certificate);
        cr_assert(process_sandbox_start(home, arguments, &sandbox));
        set_variable("SSL_CERT_FILE", rows[i].ssl_cert_file);
        set_variable("CURL_CA_BUNDLE", rows[i].curl_ca_bundle);
        wire_open(
            &(struct api_config){.base_url = sandbox.url, .token = WIRE_TOKEN, .ca_file = rows[i].ca_file});
        struct project *project = api_project_get(wire.connection, 1, &wire.err);
        cr_expect_eq(project != NULL, !rows[i].words, "row %zu: %s", i, wire.err.text);
        if (rows[i].words) {
            WIRE_ERROR(ERROR_TLS, 0, "Read project 1", rows[i].words, "set ca_file to use another");
            cr_expect_eq(wire.notice_count, 0, "row %zu", i);
            cr_expect_not(wire_enqueue()); /* refused connection: nothing was sent */
            cr_expect_eq(wire.err.kind, ERROR_TLS, "row %zu: %s", i, wire.err.text);
        }
        project_free(project);
        process_sandbox_stop(&sandbox);
        home_remove(home);
        free(arguments);
    }
}

Test(tls, only_http_1_1_is_offered_because_what_is_sent_once_was_shown_for_it)
{
    /* The ALPN extension: its number, its length, the length of its list, and one protocol. */
    static const unsigned char offer[] = {0, 16, 0, 11, 0, 9, 8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    wire_open(NULL);
    char *url = mem_printf("https%s", mock_url(wire.mock) + strlen("http"));
    struct api_config config = {.base_url = url, .token = WIRE_TOKEN, .proxy = ""};
    struct connection *connection = connection_new(&config, &wire.err);
    mock_script(wire.mock, MOCK_CLOSE, "", 0);
    cr_expect_null(api_project_get(connection, 7, &wire.err));
    mock_wait(wire.mock, "", 1);
    const char *hello = mock_request(wire.mock, 0); /* one TLS record, with its length in the header */
    size_t len = 5 + ((size_t)(unsigned char)hello[3] << 8) + (unsigned char)hello[4];
    cr_assert_eq(hello[0], 0x16);
    cr_expect_not_null(memmem(hello, len, offer, sizeof offer), "%zu bytes came", len);
    connection_free(connection);
    free(url);
}

Test(proxy, the_usual_variable_is_used_and_an_empty_setting_or_no_proxy_switches_it_off)
{
    static const struct {
        const char *http_proxy, *proxy, *no_proxy, *no_proxy_capital; /* MOCK: the address of the proxy */
        bool far, direct; /* far: of far.example, by the proxy; direct: the proxy is not used */
    } rows[] = {
        {MOCK, "", NULL, NULL, false, true},
        {MOCK, NULL, NULL, NULL, true, false},
        {NULL, MOCK, "localhost,127.0.0.1", NULL, false, true},
        {NULL, MOCK, NULL, "127.0.0.1", false, true},
        {NULL, MOCK, "*", NULL, false, true},
        {NULL, MOCK, "127.0.0.2,example.org", NULL, false, false},
        {NULL, MOCK, "", NULL, false, false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct mock_server *proxy = mock_start();
        const char *set = rows[i].proxy;
        set_variable("http_proxy", rows[i].http_proxy ? mock_url(proxy) : NULL);
        set_variable("no_proxy", rows[i].no_proxy);
        set_variable("NO_PROXY", rows[i].no_proxy_capital);
        wire_open(NULL);
        struct api_config config = {.base_url = rows[i].far ? "http://far.example" : mock_url(wire.mock),
                                    .token = WIRE_TOKEN,
                                    .proxy = set && *set ? mock_url(proxy) : set};
        struct connection *connection = connection_new(&config, &wire.err);
        mock_json(wire.mock, 200, WIRE_PROJECT(1, "None"));
        mock_json(proxy, 200, WIRE_PROJECT(2, "None"));
        struct project *project = api_project_get(connection, 7, &wire.err);
        cr_assert_not_null(project, "row %zu: %s", i, wire.err.text);
        cr_expect_eq(project->version, rows[i].direct ? 1 : 2, "row %zu", i);
        if (rows[i].far)
            cr_expect_str_starts(mock_request(proxy, 0), "GET http://far.example/API/v2/Projects/7 ");
        project_free(project);
        connection_free(connection);
        mock_stop(proxy);
    }
}

Test(proxy, a_write_that_the_proxy_does_not_tunnel_was_not_sent)
{
    struct mock_server *proxy = mock_start();
    wire_open(&(struct api_config){
        .base_url = "https://far.example", .token = WIRE_TOKEN, .proxy = mock_url(proxy)});
    mock_reply(proxy, 403, NULL, "no");
    cr_expect_not(wire_enqueue());
    cr_expect_neq(wire.err.kind, ERROR_UNKNOWN_OUTCOME, "%s", wire.err.text);
    cr_expect_str_starts(mock_request(proxy, 0), "CONNECT far.example:443 ");
    cr_expect_str_lacks(mock_request(proxy, 0), WIRE_TOKEN);
    cr_expect_eq(mock_count(proxy), 1);
    mock_stop(proxy);
}
