/* Certificates are always checked; errors name the bundle in use; proxies and redirects get no secret. */
/* SPDX-License-Identifier: MIT */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/asserts.h"
#include "support/process.h"
#include "wire/wire.h"

#define TLS FIXTURES "/tls/"

/* A sandbox that serves https, and a client for it. */
struct secure {
    struct home *home;
    struct process_sandbox sandbox;
    struct wire wire;
};

/* Starts a sandbox with a certificate, and a connection that trusts `ca_file` (NULL: what the
 * environment says). */
static void secure_open(struct secure *secure, const char *certificate, const char *ca_file)
{
    char arguments[1024];
    snprintf(arguments, sizeof arguments, "--token " WIRE_TOKEN " --tls '" TLS "%s.pem' '" TLS "%s.key'",
             certificate, certificate);
    secure->home = home_create();
    cr_assert(process_sandbox_start(secure->home, arguments, &secure->sandbox));
    wire_open(&secure->wire,
              &(struct api_config){.base_url = secure->sandbox.url, .token = WIRE_TOKEN, .ca_file = ca_file});
}

static void secure_close(struct secure *secure)
{
    wire_close(&secure->wire);
    process_sandbox_stop(&secure->sandbox);
    home_remove(secure->home);
}

/* What a client says first over TLS. */
struct hello {
    int listener;
    unsigned char bytes[8192];
    size_t len;
};

/* Reads project 1: did it come? */
static bool secure_read(struct secure *secure)
{
    struct project *project = api_project_get(secure->wire.connection, 1, &secure->wire.err);
    bool came = project != NULL;
    project_free(project);
    return came;
}

Test(tls, a_certificate_of_a_known_authority_is_trusted)
{
    struct secure secure;
    unsetenv("SSL_CERT_FILE");
    secure_open(&secure, "server", TLS "ca.pem");
    cr_assert(secure_read(&secure), "%s", secure.wire.err.text);
    secure_close(&secure);
}

Test(tls, the_environment_may_name_the_bundle)
{
    static const char *const names[] = {"SSL_CERT_FILE", "CURL_CA_BUNDLE"};
    for (size_t i = 0; i < 2; i++) {
        struct secure secure;
        unsetenv("SSL_CERT_FILE");
        unsetenv("CURL_CA_BUNDLE");
        setenv(names[i], TLS "ca.pem", 1);
        secure_open(&secure, "server", NULL);
        cr_assert(secure_read(&secure), "%s", secure.wire.err.text);
        secure_close(&secure);
    }
}

Test(tls, ca_file_wins_over_SSL_CERT_FILE_and_that_over_CURL_CA_BUNDLE)
{
    struct secure secure;
    setenv("SSL_CERT_FILE", TLS "ca.pem", 1);
    setenv("CURL_CA_BUNDLE", TLS "otherhost.pem", 1);
    secure_open(&secure, "server", NULL);
    cr_assert(secure_read(&secure), "%s", secure.wire.err.text);
    secure_close(&secure);
    secure_open(&secure, "server", TLS "otherhost.pem");
    cr_assert_not(secure_read(&secure));
    WIRE_ERROR(&secure.wire, ERROR_TLS, 0, "Read project 1", "/tls/otherhost.pem");
    secure_close(&secure);
}

Test(tls, every_doubtful_certificate_is_refused_and_the_bundle_named)
{
    static const struct {
        const char *certificate, *ca_file, *words;
    } rows[] = {
        {"server", NULL, "no trusted TLS connection to 127.0.0.1:"},
        {"expired", TLS "ca.pem", "/tls/ca.pem"},
        {"otherhost", TLS "ca.pem", "/tls/ca.pem"},
        {"server", TLS "missing.pem", "/tls/missing.pem: install the certificates of the system"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct secure secure;
        unsetenv("SSL_CERT_FILE");
        unsetenv("CURL_CA_BUNDLE");
        secure_open(&secure, rows[i].certificate, rows[i].ca_file);
        cr_assert_not(secure_read(&secure));
        WIRE_ERROR(&secure.wire, ERROR_TLS, 0, "Read project 1", rows[i].words, "set ca_file to use another");
        cr_assert_eq(secure.wire.notice_count, 0);
        secure_close(&secure);
    }
}

/* Takes one connection and keeps the first record that comes over it. */
static void *hello_take(void *arg)
{
    struct hello *hello = arg;
    int fd = accept(hello->listener, NULL, NULL);
    size_t want = 5; /* the record's head, then what it announces */
    while (fd >= 0 && hello->len < want && hello->len < sizeof hello->bytes) {
        ssize_t got = recv(fd, hello->bytes + hello->len, sizeof hello->bytes - hello->len, 0);
        if (got <= 0)
            break;
        hello->len += (size_t)got;
        if (hello->len >= 5)
            want = 5u + ((size_t)hello->bytes[3] << 8) + hello->bytes[4];
    }
    if (fd >= 0)
        close(fd);
    return NULL;
}

Test(tls, only_http_1_1_is_offered_because_what_is_sent_once_was_shown_for_it)
{
    /* The extension ALPN: its number, its length, the length of its list, and the only name in it. */
    static const unsigned char offer[] = {0, 16, 0, 11, 0, 9, 8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    struct hello hello = {.listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    cr_assert_eq(bind(hello.listener, (struct sockaddr *)&address, size), 0);
    cr_assert_eq(listen(hello.listener, 4), 0);
    cr_assert_eq(getsockname(hello.listener, (struct sockaddr *)&address, &size), 0);
    char url[64];
    snprintf(url, sizeof url, "https://127.0.0.1:%d", ntohs(address.sin_port));
    struct wire wire;
    pthread_t thread;
    wire_open(&wire, &(struct api_config){.base_url = url, .token = WIRE_TOKEN});
    pthread_create(&thread, NULL, hello_take, &hello);
    cr_assert_null(wire_enqueue(wire.connection, 7, NULL, &wire.err));
    pthread_join(thread, NULL);
    cr_assert_not_null(memmem(hello.bytes, hello.len, offer, sizeof offer), "%zu bytes came", hello.len);
    close(hello.listener);
    wire_close(&wire);
}

Test(tls, a_write_over_a_refused_connection_was_not_sent)
{
    struct secure secure;
    unsetenv("SSL_CERT_FILE");
    unsetenv("CURL_CA_BUNDLE");
    secure_open(&secure, "server", NULL);
    cr_assert_null(wire_enqueue(secure.wire.connection, 1, NULL, &secure.wire.err));
    cr_assert_eq(secure.wire.err.kind, ERROR_TLS);
    secure_close(&secure);
}

Test(proxy, the_usual_variable_is_used_and_an_empty_setting_switches_it_off)
{
    struct wire wire;
    struct mock_server *proxy = mock_start();
    setenv("http_proxy", mock_url(proxy), 1);
    unsetenv("no_proxy");
    wire_open(&wire, NULL); /* proxy = "" */
    mock_json(wire.mock, 200, WIRE_PROJECT(1, "None"));
    mock_json(proxy, 200, WIRE_PROJECT(2, "None"));
    struct project *direct = api_project_get(wire.connection, 7, &wire.err);
    cr_assert_eq(direct->version, 1);
    project_free(direct);
    struct api_config config = {.base_url = "http://far.example", .token = WIRE_TOKEN};
    struct connection *connection = connection_new(&config, &wire.err);
    struct project *far = api_project_get(connection, 7, &wire.err);
    cr_assert_not_null(far, "%s", wire.err.text);
    cr_assert_eq(far->version, 2);
    project_free(far);
    cr_assert_str_starts(mock_request(proxy, 0), "GET http://far.example/API/v2/Projects/7 ");
    connection_free(connection);
    mock_stop(proxy);
    wire_close(&wire);
}

Test(proxy, hosts_in_no_proxy_are_reached_directly_whatever_the_setting_says)
{
    static const struct {
        const char *variable, *value;
        bool direct;
    } rows[] = {
        {"no_proxy", "localhost,127.0.0.1", true},
        {"NO_PROXY", "127.0.0.1", true},
        {"no_proxy", "*", true},
        {"no_proxy", "127.0.0.2,example.org", false},
        {"no_proxy", "", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire wire;
        struct mock_server *proxy = mock_start();
        unsetenv("no_proxy");
        unsetenv("NO_PROXY");
        setenv(rows[i].variable, rows[i].value, 1);
        wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .proxy = mock_url(proxy)});
        mock_json(wire.mock, 200, WIRE_PROJECT(1, "None"));
        mock_json(proxy, 200, WIRE_PROJECT(2, "None"));
        struct project *project = api_project_get(wire.connection, 7, &wire.err);
        cr_assert_not_null(project, "%s", wire.err.text);
        cr_expect_eq(project->version, rows[i].direct ? 1 : 2, "%s=%s", rows[i].variable, rows[i].value);
        project_free(project);
        mock_stop(proxy);
        wire_close(&wire);
    }
}

Test(proxy, a_write_that_the_proxy_does_not_tunnel_was_not_sent)
{
    struct wire wire;
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 403, NULL, "no");
    struct api_config config = {
        .base_url = "https://far.example", .token = WIRE_TOKEN, .proxy = mock_url(wire.mock)};
    struct connection *connection = connection_new(&config, &wire.err);
    cr_assert_null(wire_enqueue(connection, 7, NULL, &wire.err));
    cr_assert_neq(wire.err.kind, ERROR_UNKNOWN_OUTCOME, "%s", wire.err.text);
    cr_assert_str_starts(mock_request(wire.mock, 0), "CONNECT far.example:443 ");
    cr_assert_str_lacks(mock_request(wire.mock, 0), WIRE_TOKEN);
    cr_assert_eq(mock_count(wire.mock), 1);
    connection_free(connection);
    wire_close(&wire);
}
