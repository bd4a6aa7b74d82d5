/* steno-sandbox as a program: its address line, its options, its end, and its sockets, also with unusual or
 * invalid HTTP. */
/* SPDX-License-Identifier: MIT */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "support/asserts.h"
#include "support/home.h"
#include "support/process.h"

#define LIMIT_MS    20000
#define LARGE       1100000 /* above the limit for a body */
#define GET(target) "GET " target " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nAuthorization: T\r\n\r\n"
#define PROJECT(id) GET("/API/v2/Projects/" #id)
#define POLICY      GET("/API/PasswordSettings")

static struct home *home;
static struct process_sandbox sandbox;

static void setup(void)
{
    home = home_create();
}

static void teardown(void)
{
    home_remove(home);
}

TestSuite(program, .init = setup, .fini = teardown, .timeout = 60);

/* Starts the sandbox with token T. */
static void start(const char *arguments)
{
    char *all = mem_printf("--token T %s", arguments);
    cr_assert(process_sandbox_start(home, all, &sandbox));
    free(all);
}

static void stop(void)
{
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

/* --- requests on plain sockets, as exact bytes --- */

/* Opens a connection and sends a request. */
static int ask(const char *request)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)sandbox.port),
                                  .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    cr_assert(file_write_all(fd, request, strlen(request)));
    return fd;
}

/* Waits for the next bytes and reads them; 0: the end, -1: a reset. */
static ssize_t take(int fd, char *out, size_t size)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    cr_assert_eq(poll(&wait, 1, LIMIT_MS), 1, "nothing came");
    return recv(fd, out, size, 0);
}

static void expect_silent(int fd)
{
    struct pollfd silent = {.fd = fd, .events = POLLIN};
    cr_assert_eq(poll(&silent, 1, 0), 0);
}

/* The start of the body; NULL: the head is not complete. */
static const char *body_of(const char *reply)
{
    const char *end = strstr(reply, "\r\n\r\n");
    return end ? end + 4 : NULL;
}

/* The Content-Length of the head. */
static long long announced(const char *reply)
{
    const char *header = strcasestr(reply, "Content-Length: ");
    return header ? strtoll(header + strlen("Content-Length: "), NULL, 10) : 0;
}

/* Reads a reply: up to this number of bytes of its body, 0: the whole body, or until the connection ends.
 * Caller frees. */
static char *receive(int fd, long long bytes)
{
    struct buffer reply;
    buffer_init(&reply, BUFFER_MAX_DEFAULT);
    for (;;) {
        char piece[4096];
        const char *body = body_of(buffer_text(&reply));
        if (body && (long long)strlen(body) >= (bytes ? bytes : announced(reply.data)))
            break;
        ssize_t len = take(fd, piece, sizeof piece);
        if (len <= 0)
            break;
        buffer_append(&reply, piece, (size_t)len);
    }
    return buffer_take(&reply);
}

/* Sends one request on a new connection and returns the whole reply. Caller frees. */
static char *ask_once(const char *request)
{
    int fd = ask(request);
    char *reply = receive(fd, 0);
    close(fd);
    return reply;
}

static long status_of(const char *reply)
{
    return strncmp(reply, "HTTP/1.1 ", 9) == 0 ? strtol(reply + 9, NULL, 10) : 0;
}

/* Checks status and a part of a reply; frees it. */
static void expect_reply(char *reply, int status, const char *part)
{
    cr_expect_eq(status_of(reply), status, "%s", reply);
    cr_expect_str_has(reply, part);
    free(reply);
}

static void expect_status(const char *request, int status)
{
    expect_reply(ask_once(request), status, "");
}

/* --- the program --- */

Test(program, a_bad_option_or_fault_is_a_usage_error_and_a_port_in_use_is_refused)
{
    static char *const bad[][2] = {{"--what", NULL},        {"--fault=rubbish", NULL},
                                   {"--port", "70000"},     {"--port", "x"},
                                   {"--api-path", "API"},   {"--verbose=1", NULL},
                                   {"--projects", "-1"},    {"--tls", "one"},
                                   {"--token", ""},         {"-x", NULL},
                                   {"--token", "a b"},      {"--token", NULL},
                                   {"--token", "\xC5\x99"}, {"--transcribe-seconds", "-1"},
                                   {"--as-of", "now"}};
    struct process_result result;
    char *program = process_program("steno-sandbox"), port[16];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char *argv[] = {program, "--port", "0", bad[i][0], bad[i][1], NULL};
        process_run(home, argv, NULL, LIMIT_MS, &result);
        cr_expect_eq(result.code, 2, "%s", bad[i][0]);
        cr_expect(result.err.len > 0 && result.out.len == 0, "%s", bad[i][0]);
        process_result_free(&result);
    }
    char *good[] = {
        program, "--port=0", "--transcribe-seconds", "0.5",       "--fault", "a", "--fault=b", "--tls",
        "cert",  "key",      "--until-stdin-closes", "--version", NULL};
    process_run(home, good, NULL, LIMIT_MS, &result);
    cr_expect_eq(result.code, 0, "%s", buffer_text(&result.err));
    cr_expect_str_starts(buffer_text(&result.out), "steno-sandbox ");
    process_result_free(&result);
    start("");
    snprintf(port, sizeof port, "%d", sandbox.port);
    char *again[] = {program, "--port", port, NULL};
    process_run(home, again, NULL, LIMIT_MS, &result);
    cr_expect_eq(result.code, 1);
    cr_expect_str_has(buffer_text(&result.err), "Address already in use");
    cr_expect_eq(result.out.len, 0);
    process_result_free(&result);
    stop();
    free(program);
}

Test(program, it_ends_when_stdin_closes_if_asked_to)
{
    start("--until-stdin-closes");
    expect_status(PROJECT(1), 200);
    close(sandbox.process.to);
    sandbox.process.to = -1;
    cr_assert_eq(process_finish(&sandbox.process, LIMIT_MS), 0);
}

/* --- answers --- */

Test(program, a_connection_carries_many_requests_in_pieces_and_stdin_may_close)
{
    static const char head[] = "HEAD /XAPI/v2/Projects/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: T\r\n"
                               "Connection: close\r\n\r\n";
    static const char begin[] = "POST /API/Login HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                                "application/json\r\nContent-Length: 48\r\n\r\n"
                                "{\"Email\":\"demo@exa";
    start("");
    close(sandbox.process.to);
    sandbox.process.to = -1;
    int fd = ask(PROJECT(1));
    for (int i = 0; i < 3; i++) {
        expect_reply(receive(fd, 0), 200, "");
        cr_assert(file_write_all(fd, PROJECT(1), strlen(PROJECT(1))));
    }
    close(fd);
    fd = ask(begin);
    expect_status(PROJECT(1), 200); /* when this is answered, the first piece was read */
    cr_assert(file_write_all(fd, "mple.org\",\"Password\":\"demo\"}    ", 30));
    expect_reply(receive(fd, 0), 200, "");
    close(fd);
    char *reply = ask_once(head), *whole = ask_once(PROJECT(1));
    cr_expect_eq(status_of(reply), 200, "%s", reply);
    cr_expect_eq(announced(reply), announced(whole));
    cr_expect_str_eq(body_of(reply), "");
    free(reply);
    free(whole);
    stop();
}

Test(program, a_generated_export_has_exactly_its_bytes)
{
    start("--export-bytes 3000001");
    char *reply = ask_once(GET("/API/v2/Projects/2/Export/Subtitles"));
    cr_expect_eq(announced(reply), 3000001);
    cr_expect_eq(strlen(body_of(reply)), 3000001);
    cr_expect_str_starts(body_of(reply) + 68 * 5000, "1\n00:00:01,000 --> ");
    free(reply);
    stop();
}

Test(program, a_fault_is_one_of_its_connection_alone)
{
    char byte;
    start("--fault get-project/1:stall --fault get-project/2:delay=300 --fault get-project/4:reset"
          " --fault get-project/5:cut=10 --fault get-project/6:freeze=10");
    int stalled = ask(PROJECT(1)), delayed = ask(PROJECT(2)), reset = ask(PROJECT(4)), cut = ask(PROJECT(5)),
        frozen = ask(PROJECT(6));
    expect_status(POLICY, 200);
    expect_reply(receive(delayed, 0), 200, "");
    cr_expect_eq(take(reset, &byte, 1), -1);
    cr_expect_eq(errno, ECONNRESET);
    char *reply = receive(cut, 0);
    cr_expect_eq(strlen(body_of(reply)), 10);
    cr_expect_gt(announced(reply), 100);
    free(reply);
    expect_reply(receive(frozen, 10), 200, "");
    expect_status(POLICY, 200);
    expect_silent(frozen);
    expect_silent(stalled);
    stop();
    close(stalled);
    close(delayed);
    close(reset);
    close(cut);
    close(frozen);
}

Test(program, a_late_request_is_done_although_its_client_has_gone_and_keeps_nothing_from_ending)
{
    start("--transcribe-seconds 600 --fault enqueue/1:late=300 --fault enqueue/5:late=100"
          " --fault enqueue/6:late=100000");
    int left = ask(GET("/API/v2/Projects/1/Enqueue")), waits = ask(GET("/API/v2/Projects/5/Enqueue")),
        never = ask(GET("/API/v2/Projects/6/Enqueue"));
    expect_reply(ask_once(PROJECT(1)), 200, "\"ProcessingState\":\"None\"");
    close(left);
    expect_reply(receive(waits, 0), 200, "\"ProcessingState\":\"InProgress\"");
    char *reply = ask_once(PROJECT(1));
    for (int64_t limit_ms = clock_mono_ms() + LIMIT_MS;
         !strstr(reply, "\"ProcessingState\":\"InProgress\"");) {
        cr_assert(clock_mono_ms() < limit_ms, "never done: %s", reply);
        free(reply);
        reply = ask_once(PROJECT(1));
    }
    free(reply);
    stop();
    close(waits);
    close(never);
}

/* --- requests refused before the service --- */

/* Checks that a reply has this status and the form of the service's errors; frees it. */
static void expect_refusal(char *reply, int status, const char *what)
{
    const char *body = body_of(reply);
    cr_expect_eq(status_of(reply), status, "%s: %s", what, reply);
    cr_expect_not_null(strcasestr(reply, "Content-Type: application/json; charset=utf-8\r\n"), "%s: %s", what,
                       reply);
    cr_expect_str_starts(body, "{\"Message\":\"", "%s: %s", what, reply);
    cr_expect_str_has(body, "\"Data\":null}", "%s: %s", what, reply);
    free(reply);
}

#define HEAD(target) "GET " target " HTTP/1.1\r\nAuthorization: T\r\n"
#define PLANT(head)                                                                                          \
    "POST /__sandbox/projects/1 HTTP/1.1\r\n" head "Content-Length: 18\r\n\r\n{\"Name\":\"Planted\"}"

Test(program, invalid_requests_and_those_of_foreign_web_pages_are_refused_in_the_form_of_the_service)
{
    static const struct {
        const char *request;
        int status;
    } rows[] = {
        /* requests that libmicrohttpd lets through */
        {HEAD("/API/v2/Projects/1%00") "Host: localhost\r\n\r\n", 400},
        {HEAD("/API/v2/Projects/1") "Host: localhost\r\nHost: y\r\n\r\n", 400},
        {HEAD("/API/v2/Projects/1") "Host: localhost\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n", 400},
        {PLANT("Host: rebound.example.org\r\n"), 421},
        {PLANT("Host: localhost\r\nOrigin: http://example.org\r\n"), 403},
        {PLANT("Host: localhost\r\nSec-Fetch-Site: cross-site\r\n"), 403},
    };
    char *large = mem_printf("POST /API/Login HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%*s",
                             LARGE, LARGE, "");
    start("");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_refusal(ask_once(rows[i].request), rows[i].status, rows[i].request);
    char *reply = ask_once(PROJECT(1));
    cr_expect_str_lacks(reply, "Planted");
    free(reply);
    expect_reply(ask_once(PLANT(
                     "Host: localhost:9\r\nOrigin: http://localhost:9\r\n" /* a page of a tunnel's address */
                     "Sec-Fetch-Site: same-origin\r\n")),
                 200, "");
    expect_refusal(ask_once(large), 413, "a large body");
    stop();
    char *log = home_read(home, "sandbox.log");
    cr_expect_str_has(log, "- - - - 400 The header Host is given twice\n");
    cr_expect_str_has(log, "- - - - 413 The body is too large\n");
    free(log);
    free(large);
}
