/* steno-sandbox at the edge of HTTP: heads that are wrong or too large, and connections that say nothing. */
/* SPDX-License-Identifier: MIT */
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "e2e/sandbox_ask.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/home.h"
#include "support/process.h"

#define HALF_OPEN 1100
#define LIMIT_MS  20000

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

TestSuite(edge, .init = setup, .fini = teardown);

/* Starts the sandbox with token T. */
static void start(const char *arguments)
{
    char *all = mem_printf("--token T %s", arguments);
    cr_assert(process_sandbox_start(home, all, &sandbox));
    free(all);
}

/* Is a reply of this status, in the form of the service's errors, and the last of its connection? */
static void assert_refusal(const char *reply, int status, const char *what)
{
    char line[32];
    snprintf(line, sizeof line, "HTTP/1.1 %d ", status);
    cr_expect_str_starts(reply, line, "%s: %s", what, reply);
    cr_expect(strcasestr(reply, "Content-Type: application/json; charset=utf-8\r\n") != NULL, "%s: %s", what,
              reply);
    const char *body = sandbox_body(reply);
    cr_expect_str_starts(body, "{\"Message\":\"", "%s: %s", what, reply);
    cr_expect_str_has(body, "\"Data\":null}", "%s: %s", what, reply);
}

#define HEAD(target) "GET " target " HTTP/1.1\r\nAuthorization: T\r\n"

/* Sends a request as the first or the second of a connection. Caller frees the reply. */
static char *ask_as(bool second, const char *request)
{
    int fd = sandbox_connect(&sandbox);
    if (second) {
        cr_assert(file_write_all(fd, GET("/API/v2/Projects/1"), strlen(GET("/API/v2/Projects/1"))));
        char *first = sandbox_reply(fd);
        cr_expect_str_starts(first, "HTTP/1.1 200");
        free(first);
    }
    for (size_t sent = 0, all = strlen(request); sent < all;) { /* it may be refused before it is sent */
        ssize_t len = send(fd, request + sent, all - sent, MSG_NOSIGNAL);
        if (len <= 0)
            break;
        sent += (size_t)len;
    }
    char *reply = sandbox_reply(fd);
    close(fd);
    return reply;
}

/* What the library lets through and cannot be right. */
static const char *const wrong[] = {
    HEAD("/API/v2/Projects/1%00") "Host: localhost\r\n\r\n",
    HEAD("/API/v2/Projects/1?a=%00") "Host: localhost\r\n\r\n",
    HEAD("/API/v2/Projects/1") "Host: localhost\r\nHost: y\r\n\r\n",
    HEAD("/API/v2/Projects/1") "Host: localhost\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n",
};

Test(edge, what_cannot_be_right_is_400_in_the_form_of_the_service)
{
    start("");
    for (size_t i = 0; i < 2 * (sizeof wrong / sizeof wrong[0]); i++) {
        char *reply = ask_as(i % 2, wrong[i / 2]);
        assert_refusal(reply, 400, wrong[i / 2]);
        free(reply);
    }
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

static long status_of(const char *reply)
{
    return strncmp(reply, "HTTP/1.1 ", 9) == 0 ? strtol(reply + 9, NULL, 10) : 0;
}

/* What the library refuses itself, with a page of its own. */
static const struct {
    const char *request;
    int status;
} malformed[] = {
    {"GET /\r\n\r\n", 400},
    {"GET / http/1.1\r\nHost: localhost\r\n\r\n", 400},
    {HEAD("/API/v2/Projects/1") "\r\n", 400},
    {HEAD("/API/v2/Projects/1") "Host: localhost\r\nno colon\r\n\r\n", 400},
    {HEAD("/API/v2/Projects/1") "Host: localhost\r\nContent-Length: -1\r\n\r\n", 400},
    {HEAD("/API/v2/Projects/1") "Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
    {"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 505},
};

Test(edge, what_is_malformed_is_refused_by_the_library)
{
    start("");
    for (size_t i = 0; i < 2 * (sizeof malformed / sizeof malformed[0]); i++) {
        char *reply = ask_as(i % 2, malformed[i / 2].request);
        cr_expect_eq(status_of(reply), malformed[i / 2].status, "%s: %s", malformed[i / 2].request, reply);
        free(reply);
    }
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(edge, a_web_page_of_elsewhere_changes_nothing_and_reads_nothing)
{
#define PLANT(head)                                                                                          \
    "POST /__sandbox/projects/1 HTTP/1.1\r\n" head "Content-Length: 18\r\n\r\n{\"Name\":\"Planted\"}"
    static const struct {
        const char *request;
        int status;
    } pages[] = {
        {PLANT("Host: rebound.example.org\r\n"), 421},
        {PLANT("Host: localhost\r\nOrigin: http://example.org\r\n"), 403},
        {PLANT("Host: localhost\r\nOrigin: null\r\n"), 403},
        {PLANT("Host: localhost\r\nSec-Fetch-Site: cross-site\r\n"), 403},
    };
    start("");
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        for (int second = 0; second < 2; second++) {
            char *reply = ask_as(second, pages[i].request);
            assert_refusal(reply, pages[i].status, pages[i].request);
            free(reply);
        }
    }
    char *reply = sandbox_ask_once(&sandbox, GET("/API/v2/Projects/1"));
    cr_expect_str_lacks(reply, "Planted");
    free(reply);
    reply = sandbox_ask_once(
        &sandbox,
        PLANT("Host: localhost:9\r\nOrigin: http://localhost:9\r\nSec-Fetch-Site: same-origin\r\n"));
    cr_expect_str_starts(reply, "HTTP/1.1 200", "its own page through a tunnel: %s", reply);
    free(reply);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

/* Sends a request whose target and one header have these sizes, as the first or the second of a connection,
 * and checks its status. */
static void assert_sized(size_t target, size_t header, int status, bool second)
{
    char *letters = mem_alloc(target + header + 1);
    memset(letters, 'a', target + header);
    letters[target + header] = '\0';
    char *request = mem_printf("GET /%.*s HTTP/1.1\r\nHost: localhost\r\nX: %.*s\r\n\r\n", (int)target,
                               letters, (int)header, letters);
    char *reply = ask_as(second, request);
    cr_expect_eq(status_of(reply), status, "%zu, %zu, %d: %s", target, header, second, reply);
    free(reply);
    free(request);
    free(letters);
}

Test(edge, a_head_that_is_too_large_is_refused)
{
    static const struct {
        size_t target, header;
        int status;
    } rows[] = {{80000, 1, 404}, {120000, 1, 414}, {1000000, 1, 414},
                {1, 80000, 404}, {1, 120000, 431}, {1, 1000000, 431}};
    start("");
    for (size_t i = 0; i < 2 * (sizeof rows / sizeof rows[0]); i++)
        assert_sized(rows[i / 2].target, rows[i / 2].header, rows[i / 2].status, i % 2);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(edge, what_is_refused_before_the_service_stands_in_the_log)
{
    static const char large[] =
        "POST /API/Login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1100000\r\n\r\n";
    char *body = mem_alloc(1100000);
    start("");
    free(ask_as(true, wrong[2]));
    memset(body, 'a', 1100000);
    int fd = sandbox_connect(&sandbox);
    cr_assert(file_write_all(fd, large, strlen(large)) && file_write_all(fd, body, 1100000));
    char *reply = sandbox_reply(fd);
    assert_refusal(reply, 413, "a large body");
    free(reply);
    free(body);
    close(fd);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
    char *log = home_read(home, "sandbox.log");
    cr_expect_str_has(log, "- - - - 400 The header Host is given twice\n");
    cr_expect_str_has(log, "- - - - 413 The body is too large\n");
    free(log);
}

Test(edge, a_target_with_the_address_before_its_path_is_answered)
{
    static const char *const targets[] = {GET("http://x:1/API/v2/Projects/1"),
                                          GET("HTTP://x/API/v2/Projects/1?a=http://y")};
    start("");
    for (size_t i = 0; i < 2; i++) {
        char *reply = sandbox_ask_once(&sandbox, targets[i]);
        cr_expect_str_starts(reply, "HTTP/1.1 200");
        free(reply);
    }
    char *reply = sandbox_ask_once(&sandbox, GET("http://x"));
    cr_expect_str_starts(reply, "HTTP/1.1 404");
    free(reply);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

/* Does the sandbox sleep? One that asks again and again never does. */
static bool is_asleep(void)
{
    char path[40], state = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)sandbox.process.pid);
    FILE *file = fopen(path, "r");
    cr_assert(file && fscanf(file, "%*d (%*[^)]) %c", &state) == 1);
    fclose(file);
    return state == 'S';
}

/* It used to ask for a connection that it could not take, again and again, with all of the processor. */
Test(edge, without_a_free_descriptor_it_waits_and_then_goes_on)
{
    enum { DESCRIPTORS = 40, ASKING = 50 };
    struct rlimit few = {.rlim_cur = DESCRIPTORS, .rlim_max = DESCRIPTORS};
    int fds[ASKING], answered = 0;
    start("");
    cr_assert_eq(prlimit(sandbox.process.pid, RLIMIT_NOFILE, &few, NULL), 0);
    for (int i = 0; i < ASKING; i++) {
        fds[i] = sandbox_connect(&sandbox);
        cr_assert(file_write_all(fds[i], GET("/API/v2/Projects/1"), strlen(GET("/API/v2/Projects/1"))));
    }
    free(sandbox_reply(fds[0]));
    struct pollfd last = {.fd = fds[ASKING - 1], .events = POLLIN};
    for (int waited = 0; waited < LIMIT_MS && !is_asleep(); waited += 20)
        cr_assert_eq(poll(&last, 1, 20), 0, "more connections than descriptors");
    cr_expect(is_asleep(), "it never sleeps");
    for (int i = 0; i < ASKING; i++) { /* each gives its descriptor to one that waits */
        if (i > 0) {
            char *reply = sandbox_reply(fds[i]);
            answered += strncmp(reply, "HTTP/1.1 200", 12) == 0;
            free(reply);
        }
        close(fds[i]);
    }
    cr_expect_eq(answered, ASKING - 1);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

/* Asks over TLS with this option of curl and its value, and checks the refusal. */
static void assert_refused_over_tls(const char *option, const char *value, int status)
{
    struct process_result result;
    char *argv[] = {"curl",      "-s", "-k", "-i", (char *)(uintptr_t)option, (char *)(uintptr_t)value,
                    sandbox.url, NULL};
    process_run(home, argv, NULL, LIMIT_MS, &result);
    cr_expect_eq(result.code, 0, "%s: %s", option, buffer_text(&result.err));
    assert_refusal(buffer_text(&result.out), status, option);
    process_result_free(&result);
}

Test(edge, over_tls_refusals_have_the_form_of_the_service_too)
{
    start("--tls " FIXTURES "/tls/server.pem " FIXTURES "/tls/server.key");
    assert_refused_over_tls("--header", "Host: example.org", 421);
    assert_refused_over_tls("--header", "Origin: http://example.org", 403);
    assert_refused_over_tls("--request-target", "/%00", 400);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(edge, thousands_of_parameters_are_answered)
{
    struct buffer request;
    start("");
    buffer_init(&request, BUFFER_MAX_DEFAULT);
    buffer_append_text(&request, "GET /API/v2/Projects/1/Enqueue?Nobody=1");
    for (int i = 0; i < 5000; i++)
        buffer_printf(&request, "&p%d=1", i);
    buffer_append_text(&request, "&Lang=en-US HTTP/1.1\r\nHost: localhost\r\nAuthorization: T\r\n\r\n");
    char *reply = sandbox_ask_once(&sandbox, buffer_text(&request));
    cr_expect_str_starts(reply, "HTTP/1.1 200");
    cr_expect_str_has(reply, "\"Language\":\"en-US\"", "the last one counts as well");
    free(reply);
    buffer_free(&request);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(edge, connections_on_which_nothing_happens_are_closed)
{
    start("--idle-seconds 1");
    int silent = sandbox_connect(&sandbox), half = sandbox_connect(&sandbox),
        kept = sandbox_connect(&sandbox);
    char byte;
    cr_assert(file_write_all(half, "GET /API/Pass", 13));
    cr_assert(file_write_all(kept, GET("/API/PasswordSettings"), strlen(GET("/API/PasswordSettings"))));
    free(sandbox_reply(kept));
    cr_expect_eq(sandbox_take(silent, &byte, 1), 0);
    cr_expect_leq(sandbox_take(half, &byte, 1), 0); /* what it had sent was never read: a reset */
    cr_expect_eq(sandbox_take(kept, &byte, 1), 0);
    close(silent);
    close(half);
    close(kept);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(edge, eleven_hundred_half_open_ones_lock_nobody_out)
{
    struct rlimit limit;
    static int fds[HALF_OPEN];
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_max < HALF_OPEN + 100)
        cr_skip_test("the system lets a process have %ld descriptors", (long)limit.rlim_max);
    start("");
    for (int i = 0; i < HALF_OPEN; i++) {
        fds[i] = sandbox_connect(&sandbox);
        if (i % 2)
            cr_assert(file_write_all(fds[i], "GET / HT", 8));
    }
    char *reply = sandbox_ask_once(&sandbox, GET("/API/v2/Projects/1"));
    cr_expect_str_starts(reply, "HTTP/1.1 200");
    free(reply);
    static const char rest[] = "TP/1.1\r\nHost: localhost\r\n\r\n"; /* one of them goes on after all */
    cr_assert(file_write_all(fds[1], rest, strlen(rest)));
    reply = sandbox_reply(fds[1]);
    cr_expect_str_starts(reply, "HTTP/1.1 404");
    free(reply);
    for (int i = 0; i < HALF_OPEN; i++)
        close(fds[i]);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}
