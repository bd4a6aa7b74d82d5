/* steno-sandbox as a program: its address line, its end, and what happens on its sockets. */
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

#include "e2e/sandbox_ask.h"
#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/base/file.h"
#include "support/asserts.h"
#include "support/home.h"
#include "support/process.h"

#define LIMIT_MS 20000
#define PROJECT  GET("/API/v2/Projects/1")

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
    char *all = NULL;
    cr_assert(asprintf(&all, "--token T %s", arguments) > 0);
    cr_assert(process_sandbox_start(home, all, &sandbox));
    free(all);
}

/* A connection, with a request sent on it. */
static int ask(const char *request)
{
    int fd = sandbox_connect(&sandbox);
    cr_assert(file_write_all(fd, request, strlen(request)));
    return fd;
}

/* Asks on a connection of its own and checks the status. */
static void assert_status(const char *request, const char *status)
{
    int fd = ask(request);
    char *reply = sandbox_reply(fd);
    cr_assert_str_starts(reply + strlen("HTTP/1.1 "), status);
    free(reply);
    close(fd);
}

Test(program, sigterm_ends_it_cleanly)
{
    start("");
    assert_status(PROJECT, "200");
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(program, it_ends_when_stdin_closes_if_asked_to)
{
    start("--until-stdin-closes");
    assert_status(PROJECT, "200");
    close(sandbox.process.to);
    sandbox.process.to = -1;
    cr_assert_eq(process_finish(&sandbox.process, LIMIT_MS), 0);
}

#define ODD_EXPORT GET("/API/v2/Projects/2/Export/Subtitles?VariantId=9&FormattingMode=Rich")

Test(program, the_log_names_parameters_with_values_that_are_not_known)
{
    start("");
    assert_status(ODD_EXPORT, "200");
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
    char *log = home_read(home, "sandbox.log");
    cr_assert_str_has(log,
                      "GET export 200 /API/v2/Projects/2/Export/Subtitles?VariantId=9&FormattingMode=Rich: "
                      "not known here and without effect: VariantId FormattingMode\n");
    free(log);
}

Test(program, it_goes_on_when_stdin_closes_unasked)
{
    start("");
    close(sandbox.process.to);
    sandbox.process.to = -1;
    assert_status(PROJECT, "200");
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

/* A script, run by a shell. Caller frees what it printed. */
static char *run_line(const char *line)
{
    struct process_result result;
    char *argv[] = {"sh", "-c", (char *)(uintptr_t)line, NULL};
    process_run(home, argv, NULL, LIMIT_MS, &result);
    cr_assert_eq(result.code, 0, "%s: %s", line, buffer_text(&result.err));
    char *out = strdup(buffer_text(&result.out));
    process_result_free(&result);
    return out;
}

/* The lines of docs/SANDBOX.md that are for a shell, with this sandbox's address in the first. Caller frees.
 */
static char *document_script(void)
{
    struct error err;
    struct buffer document, script;
    buffer_init(&document, BUFFER_MAX_DEFAULT);
    buffer_init(&script, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(FIXTURES "/../../docs/SANDBOX.md", &document, &err), "%s", err.text);
    char *text = buffer_take(&document), *rest = text;
    buffer_append_text(&script, "set -eu\ncurl() { command curl -sS -f \"$@\"; echo; }\n");
    for (char *line; (line = strsep(&rest, "\n"));) {
        if (strncmp(line, "    URL=", 8) == 0)
            buffer_printf(&script, "URL=%s\n", sandbox.url);
        else if (strncmp(line, "    TOKEN=", 10) == 0 || strncmp(line, "    curl ", 9) == 0)
            buffer_printf(&script, "%s\n", line);
    }
    free(text);
    return buffer_take(&script);
}

Test(program, the_lines_of_the_document_work_as_they_are_written)
{
    static const char *const answers[] = {"\"CreditMinutes\":600",
                                          "\"ActiveTrsxLabel\":\"First pass\"",
                                          "\"ProcessingState\":\"InProgress\"",
                                          " --> ",
                                          "\"AccessToken\":4712",
                                          "\"Tags\":[\"interview\"]",
                                          "Renamed by somebody else",
                                          "\"ProcessingState\":\"Canceled\"",
                                          "\"Faults\":1",
                                          "\"Method\":\"DELETE\"",
                                          "\"Projects\":15"};
    start("--transcribe-seconds 600");
    char *script = document_script(), *out = run_line(script);
    const char *at = out;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        const char *found = strstr(at, answers[i]);
        cr_expect(found != NULL, "%s is not in the answers, in this order: %s", answers[i], out);
        at = found ? found : at;
    }
    free(script);
    free(out);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(program, the_document_has_every_parameter)
{
    static const struct param_table *const tables[] = {&params_enqueue, &params_export};
    struct error err;
    struct buffer document;
    buffer_init(&document, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(FIXTURES "/../../docs/SANDBOX.md", &document, &err), "%s", err.text);
    for (size_t t = 0; t < 2; t++)
        for (size_t i = 0; i < tables[t]->count; i++) {
            char name[64];
            snprintf(name, sizeof name, "`%s`", tables[t]->rows[i].name);
            cr_expect_str_has(buffer_text(&document), name);
        }
    buffer_free(&document);
}

Test(program, a_port_in_use_is_refused)
{
    start("");
    struct process_result result;
    char port[16];
    snprintf(port, sizeof port, "%d", sandbox.port);
    char *program = process_program("steno-sandbox");
    char *argv[] = {program, "--port", port, NULL};
    process_run(home, argv, NULL, LIMIT_MS, &result);
    cr_assert_eq(result.code, 1);
    cr_assert_str_has(buffer_text(&result.err), "Address already in use");
    cr_assert_eq(result.out.len, 0);
    process_result_free(&result);
    free(program);
    process_sandbox_stop(&sandbox);
}

Test(program, a_bad_option_or_fault_is_a_usage_error)
{
    static char *const bad[][2] = {{"--what", NULL},        {"--fault=rubbish", NULL},
                                   {"--port", "70000"},     {"--port", "x"},
                                   {"--api-path", "API"},   {"--verbose=1", NULL},
                                   {"--projects", "-1"},    {"--tls", "one"},
                                   {"--token", ""},         {"-x", NULL},
                                   {"--token", "a b"},      {"--token", NULL},
                                   {"--token", "\xC5\x99"}, {"--transcribe-seconds", "-1"},
                                   {"--as-of", "now"}};
    char *program = process_program("steno-sandbox");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct process_result result;
        char *argv[] = {program, "--port", "0", bad[i][0], bad[i][1], NULL};
        process_run(home, argv, NULL, LIMIT_MS, &result);
        cr_assert_eq(result.code, 2, "%s", bad[i][0]);
        cr_assert(result.err.len > 0 && result.out.len == 0);
        process_result_free(&result);
    }
    free(program);
}

Test(program, options_are_taken_with_a_blank_or_an_equals_sign)
{
    struct process_result result;
    char *program = process_program("steno-sandbox");
    char *argv[] = {
        program, "--port=0", "--transcribe-seconds", "0.5",       "--fault", "a", "--fault=b", "--tls",
        "cert",  "key",      "--until-stdin-closes", "--version", NULL};
    process_run(home, argv, NULL, LIMIT_MS, &result);
    cr_assert_eq(result.code, 0, "%s", buffer_text(&result.err));
    cr_assert_str_starts(buffer_text(&result.out), "steno-sandbox ");
    process_result_free(&result);
    free(program);
}

Test(program, one_connection_carries_many_requests)
{
    start("");
    int fd = ask(PROJECT);
    for (int i = 0; i < 3; i++) {
        char *reply = sandbox_reply(fd);
        cr_assert_str_starts(reply, "HTTP/1.1 200");
        free(reply);
        cr_assert(file_write_all(fd, PROJECT, strlen(PROJECT)));
    }
    close(fd);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(program, head_has_the_length_and_no_body)
{
    start("");
    char *reply = sandbox_ask_once(
        &sandbox, "HEAD /XAPI/v2/Projects/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: T\r\n"
                  "Connection: close\r\n\r\n");
    char *whole = sandbox_ask_once(&sandbox, PROJECT);
    cr_assert_str_starts(reply, "HTTP/1.1 200");
    cr_assert_eq(sandbox_announced(reply), sandbox_announced(whole));
    cr_assert_str_eq(sandbox_body(reply), "");
    free(reply);
    free(whole);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(program, a_held_reply_holds_nobody_else_up)
{
    start("--fault get-project:stall*1 --fault get-project:delay=300*1");
    int stalled = ask(PROJECT), delayed = ask(PROJECT);
    assert_status(GET("/API/PasswordSettings"), "200");
    char *reply = sandbox_reply(delayed);
    cr_assert_str_starts(reply, "HTTP/1.1 200");
    free(reply);
    struct pollfd silent = {.fd = stalled, .events = POLLIN};
    cr_assert_eq(poll(&silent, 1, 0), 0);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
    close(stalled);
    close(delayed);
}

Test(program, a_reset_is_a_reset)
{
    start("--fault get-project:reset");
    char byte;
    int fd = ask(PROJECT);
    cr_assert_eq(sandbox_take(fd, &byte, 1), -1);
    cr_assert_eq(errno, ECONNRESET);
    close(fd);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(program, a_cut_body_ends_where_it_should)
{
    start("--fault get-project:cut=10");
    int fd = ask(PROJECT);
    char *reply = sandbox_reply(fd);
    cr_assert_eq(strlen(sandbox_body(reply)), 10);
    cr_assert_gt(sandbox_announced(reply), 100);
    free(reply);
    close(fd);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(program, a_frozen_body_leaves_the_connection_open)
{
    start("--fault get-project:freeze=10");
    int fd = ask(PROJECT);
    struct buffer reply;
    buffer_init(&reply, BUFFER_MAX_DEFAULT);
    while (!sandbox_body(buffer_text(&reply)) || strlen(sandbox_body(reply.data)) < 10) {
        char piece[4096];
        ssize_t len = sandbox_take(fd, piece, sizeof piece);
        cr_assert_gt(len, 0);
        buffer_append(&reply, piece, (size_t)len);
    }
    assert_status(GET("/API/PasswordSettings"), "200");
    struct pollfd silent = {.fd = fd, .events = POLLIN};
    cr_assert_eq(poll(&silent, 1, 0), 0);
    buffer_free(&reply);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
    close(fd);
}

Test(program, a_generated_export_has_exactly_its_bytes)
{
    start("--export-bytes 3000001");
    int fd = ask(GET("/API/v2/Projects/2/Export/Subtitles"));
    char *reply = sandbox_reply(fd);
    cr_assert_eq(sandbox_announced(reply), 3000001);
    cr_assert_eq(strlen(sandbox_body(reply)), 3000001);
    cr_assert_str_starts(sandbox_body(reply) + 68 * 5000, "1\n00:00:01,000 --> ");
    free(reply);
    close(fd);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

Test(program, a_body_may_come_in_pieces_but_not_without_end)
{
    start("");
    int fd = ask("POST /API/Login HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                 "application/json\r\nContent-Length: 48\r\n\r\n"
                 "{\"Email\":\"demo@exa");
    const char *rest = "mple.org\",\"Password\":\"demo\"}    ";
    assert_status(PROJECT, "200"); /* the first piece was read before this was answered */
    cr_assert(file_write_all(fd, rest, 30));
    char *reply = sandbox_reply(fd);
    cr_assert_str_starts(reply, "HTTP/1.1 200");
    free(reply);
    close(fd);
    char *large = malloc(1100000);
    int head = snprintf(large, 200,
                        "POST /API/Login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1099000\r\n\r\n");
    memset(large + head, ' ', 1099000);
    large[head + 1099000] = '\0';
    assert_status(large, "413");
    free(large);
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
}

/* Reads project 1 until its state is this. */
static void wait_for_state(const char *state)
{
    char *wanted = NULL, *reply = NULL;
    cr_assert(asprintf(&wanted, "\"ProcessingState\":\"%s\"", state) > 0);
    for (int64_t limit = clock_mono_ms() + LIMIT_MS; !reply || !strstr(reply, wanted);) {
        cr_assert(clock_mono_ms() < limit, "never %s: %s", state, reply);
        free(reply);
        reply = sandbox_ask_once(&sandbox, PROJECT);
    }
    free(reply);
    free(wanted);
}

Test(program, a_late_enqueue_is_done_although_its_client_has_gone)
{
    start("--fault enqueue:late=300*1 --transcribe-seconds 600");
    int fd = ask(GET("/API/v2/Projects/1/Enqueue"));
    char *early = sandbox_ask_once(&sandbox, PROJECT);
    cr_expect_str_has(early, "\"ProcessingState\":\"None\"");
    free(early);
    close(fd);
    wait_for_state("InProgress");
}

Test(program, a_client_that_waits_gets_the_late_answer)
{
    start("--fault enqueue:late=100*1 --transcribe-seconds 600");
    int fd = ask(GET("/API/v2/Projects/1/Enqueue"));
    char *reply = sandbox_reply(fd);
    cr_expect_str_starts(reply, "HTTP/1.1 200");
    cr_expect_str_has(reply, "\"ProcessingState\":\"InProgress\"");
    free(reply);
    close(fd);
}

Test(program, it_ends_with_a_late_request_that_is_still_to_come)
{
    start("--fault enqueue:late=100000");
    int fd = ask(GET("/API/v2/Projects/1/Enqueue"));
    assert_status(PROJECT, "200");
    cr_assert_eq(process_sandbox_stop(&sandbox), 0);
    close(fd);
}
