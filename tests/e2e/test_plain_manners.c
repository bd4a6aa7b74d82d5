/* The dialogue by lines as a guest of a terminal: its bytes, its interrupts, its end. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/plain_run.h"
#include "support/asserts.h"

#define HANG_UP_MS 2000

/* Waits until the sandbox was asked once more than `count` times for project 1; returns how often it was. */
static int asked_again(struct bench *bench, int count)
{
    int seen = 0;
    for (int tries = 0; tries < 200 && seen <= count; tries++) {
        struct process_result result;
        process_steno(bench->home, "list", NULL, &result); /* takes some time and asks the server nothing */
        process_result_free(&result);
        char *log = home_read(bench->home, "sandbox.log");
        seen = 0;
        for (const char *at = log; at && (at = strstr(at, "GET /API/v2/Projects/1")) != NULL; at++)
            seen++;
        free(log);
    }
    return seen;
}

/* Takes ", as of 16:18 UTC" out, with or without the comma: whether the first reading was quicker than the
 * page is no matter of the terminal. */
static void forget_ages(char *text)
{
    static const char age[] = " as of 16:18 UTC";
    for (char *at = text; (at = strstr(at, " as of ")) && strlen(at) >= sizeof age - 1;) {
        const char *behind = at + sizeof age - 1;
        at -= at > text && at[-1] == ',';
        memmove(at, behind, strlen(behind) + 1);
    }
}

Test(plain_manners, bytes_are_the_same_with_and_without_a_terminal)
{
    static const char script[] =
        "help\ntags\ndelete news\nn\nnonsense\nenqueue\n?\nfr-FR\n.\nn\npolicy\nquit\n";
    struct bench bench;
    plain_start(&bench, "");
    struct process_result
        credit; /* what it takes is told as soon as the credit is known: from here on always */
    bench_steno(&bench, "whoami", NULL, 0, &credit);
    process_result_free(&credit);
    free(plain_script(&bench, "2", "enqueue\n"));
    char *piped = plain_script(&bench, "2", script);
    char *program = process_program("steno");
    size_t size = strlen(program) + 200, len;
    char *command = malloc(size);
    snprintf(command, size, "stty -opost -echo; echo ready; exec %s --plain 2", program);
    char *const argv[] = {(char[]){"bash"}, (char[]){"-c"}, command, NULL};
    free(plain_script(&bench, "2", "enqueue\n.\nU\nn\n"));
    struct pty *pty = pty_start(bench.home, argv, 24, 80);
    cr_assert(pty_wait_bytes(pty, "ready\n", PLAIN_LIMIT_MS));
    pty_type(pty, script);
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 0);
    char *seen = strdup(strstr(pty_transcript(pty, &len), "ready\n") + strlen("ready\n"));
    forget_ages(seen);
    forget_ages(piped);
    cr_expect_str_eq(seen, piped);
    free(seen);
    pty_free(pty);
    free(command);
    free(program);
    free(piped);
    bench_stop(&bench);
}

Test(plain_manners, news_waits_until_the_line_that_is_being_typed_has_ended)
{
    struct bench bench;
    plain_start(&bench, "--transcribe-seconds 1 --verbose");
    home_write(bench.home, "config/steno/config", "poll_fast = 2\n");
    struct pty *pty = plain_terminal(&bench, "1");
    cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
    plain_type(pty, "e", "(Lang, ");
    plain_type(pty, ".", "Send? y/N ");
    plain_type(pty, "y", "steno> ");
    pty_mark(pty);
    pty_type(pty, "lis");
    cr_assert(pty_wait_bytes(pty, "lis", PLAIN_LIMIT_MS));
    struct process_result result;
    bench_steno(&bench, "wait 1", NULL, 0, &result);
    process_result_free(&result);
    int asked = asked_again(&bench, 0);
    asked_again(&bench, asked_again(&bench, asked));
    size_t len;
    cr_expect_str_eq(pty_transcript(pty, &len), "lis", "nothing is written into the line");
    plain_type(pty, "t", "1  Completed");
    cr_expect_str_has(pty_transcript(pty, &len), "t\r\n1: now Completed\r\n");
    pty_free(pty);
    bench_stop(&bench);
}

Test(plain_manners, a_line_can_be_mended_and_arrows_type_nothing)
{
    struct bench bench;
    plain_start(&bench, "");
    struct pty *pty = plain_terminal(&bench, "1");
    cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
    pty_type(pty, "tagž");
    pty_key(pty, "Backspace");
    pty_key(pty, "Up");
    pty_key(pty, "Left");
    plain_type(pty, "s", "1  news\r\n");
    pty_type(pty, "nonsense here");
    pty_key(pty, "^U");
    plain_type(pty, "quit", "\r\n");
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 0);
    pty_free(pty);
    bench_stop(&bench);
}

Test(plain_manners, an_interrupt_drops_the_line_else_asks_before_it_quits)
{
    struct bench bench;
    plain_start(&bench, "");
    struct pty *pty = plain_terminal(&bench, "1");
    cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
    pty_mark(pty);
    pty_type(pty, "quit");
    cr_assert(pty_wait_bytes(pty, "quit", PLAIN_LIMIT_MS));
    pty_key(pty, "^C");
    cr_assert(pty_wait_bytes(pty, "quit\r\nsteno> ", PLAIN_LIMIT_MS));
    plain_type(pty, "projects", "Selected: 1\r\nsteno> ");
    pty_key(pty, "^C");
    cr_assert(pty_wait_bytes(pty, "Quit steno? y/N ", PLAIN_LIMIT_MS));
    plain_type(pty, "y", "\r\n");
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 0);
    pty_free(pty);
    bench_stop(&bench);
}

Test(plain_manners, an_enqueue_that_fails_with_500_begins_with_what_the_project_shows)
{
    struct bench bench;
    plain_start(&bench, "--transcribe-seconds 60 --fault enqueue:done=500*1");
    struct pty *pty = plain_terminal(&bench, "1");
    cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
    plain_type(pty, "details", "Council meeting");
    plain_type(pty, "enqueue", "(Lang, ");
    plain_type(pty, ".", "Send? y/N ");
    plain_type(pty, "y",
               "Project 1 was probably enqueued: it changed from None to InProgress. Enqueue project 1: ");
    cr_assert(pty_wait_bytes(pty, "Send? y/N ", PLAIN_LIMIT_MS), "the form is kept");
    plain_type(pty, "y", "again? It ");
    cr_assert(
        pty_wait_bytes(pty, " Takes 43 of 557 minutes; 43 of 600 are in progress. y/N ", PLAIN_LIMIT_MS));
    plain_type(pty, "n", "Send? y/N ");
    plain_type(pty, "n", "steno> ");
    plain_type(pty, "quit", "\r\n");
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 0);
    pty_free(pty);
    bench_stop(&bench);
}

Test(plain_manners, an_interrupt_cancels_the_running_call_and_keeps_the_form)
{
    struct bench bench;
    plain_start(&bench, "--fault enqueue:stall");
    struct pty *pty = plain_terminal(&bench, "1");
    cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
    plain_type(pty, "enqueue", "(Lang, ");
    plain_type(pty, ".", "Send? y/N ");
    pty_mark(pty);
    pty_type(pty, "y");
    pty_key(pty, "Enter");
    for (int tries = 0; tries < 500 && !bench_saw_request(&bench, "Enqueue"); tries++)
        pty_stays_quiet(pty, 20);
    pty_key(pty, "^C");
    cr_assert(pty_wait_bytes(pty, "Cancelling: Enqueue 1", PLAIN_LIMIT_MS));
    cr_assert(pty_wait_bytes(pty, "Send? y/N ", PLAIN_LIMIT_MS), "the form is kept");
    plain_type(pty, "n", "steno> ");
    plain_type(pty, "quit", "\r\n");
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 0);
    pty_free(pty);
    bench_stop(&bench);
}

Test(plain_manners, a_hang_up_ends_it_in_two_seconds_with_the_draft_saved)
{
    struct bench bench;
    plain_start(&bench, "");
    struct pty *pty = plain_terminal(&bench, "1");
    cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
    plain_type(pty, "enqueue", "(Lang, ");
    plain_type(pty, "sk-SK", "Send? y/N ");
    pty_hang_up(pty);
    cr_expect_neq(pty_wait_exit(pty, HANG_UP_MS), PTY_TIMED_OUT);
    pty_free(pty);
    char *written = plain_script(&bench, "1", "enqueue\n.\n");
    plain_expect(written, "This will be sent:\n  Lang = sk-SK\n");
    free(written);
    bench_stop(&bench);
}

Test(plain_manners, the_terminal_is_given_back_after_an_end_and_after_a_signal)
{
    static const struct {
        const char *typed;
        int sig;
        const char *code;
    } ends[] = {{"quit\n", 0, "code=0"}, {"", SIGTERM, "code=143"}, {"", SIGALRM, "code=142"}};
    struct bench bench;
    plain_start(&bench, "");
    char *program = process_program("steno");
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t size = strlen(program) + 200;
        char *script = malloc(size);
        snprintf(
            script, size,
            "sh -c 'echo pid=$$; exec %s --plain'; echo code=$?; stty -a | grep -oE ' -?(echo|icanon)\\>'",
            program);
        char *const argv[] = {(char[]){"bash"}, (char[]){"-c"}, script, NULL};
        struct pty *pty = pty_start(bench.home, argv, 24, 80);
        cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
        if (ends[i].sig) {
            size_t len;
            const char *written = pty_transcript(pty, &len);
            const char *told = memmem(written, len, "pid=", strlen("pid="));
            cr_assert_not_null(told);
            cr_assert_eq(kill((pid_t)strtol(told + strlen("pid="), NULL, 10), ends[i].sig), 0);
        } else {
            pty_type(pty, ends[i].typed);
        }
        cr_assert(pty_wait_bytes(pty, ends[i].code, PLAIN_LIMIT_MS));
        cr_expect(pty_wait_bytes(pty, " icanon\r\n", PLAIN_LIMIT_MS));
        cr_expect(pty_wait_bytes(pty, " echo\r\n", PLAIN_LIMIT_MS));
        pty_free(pty);
        free(script);
    }
    free(program);
    bench_stop(&bench);
}

Test(plain_manners, hostile_text_of_the_server_is_told_as_marks)
{
    struct bench bench;
    plain_start(&bench, "--fault '*:hostile'");
    char *written = plain_script(
        &bench, "1",
        "details\ntags\nraw\nmetadata\naccount\npolicy\nactivity\nlist\ndelete\ny\nenqueue\n.\nn\n");
    plain_expect(written, "<U+202E>");
    plain_expect(written, "␛");
    free(written);
    bench_stop(&bench);
}

Test(plain_manners, a_terminal_that_knows_ascii_only_gets_nothing_else)
{
    struct bench bench;
    plain_start(&bench, "--transcribe-seconds 1");
    home_set(bench.home, "LC_ALL", "C");
    char *written = plain_script(&bench, "6", "list\nhelp\nenqueue\n.\ny\ny\nlist\n");
    for (const char *at = written; *at; at++)
        cr_assert(*at == '\n' || (*at >= 0x20 && *at < 0x7F), "a byte that is no ASCII, before: %.40s", at);
    plain_expect(written, "6  None  00:08:20  Prilis zlutoucky kun ");
    plain_expect(written, "6: now InProgress\n");
    free(written);
    bench_stop(&bench);
}

Test(plain_manners, the_accessible_variable_chooses_it)
{
    struct bench bench;
    struct process_result result;
    plain_start(&bench, "");
    home_set(bench.home, "ACCESSIBLE", "1");
    bench_steno(&bench, "", "quit\n", 0, &result);
    plain_expect(buffer_text(&result.out), "steno in plain mode");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(plain_manners, a_line_that_is_too_long_is_refused_whole)
{
    struct bench bench;
    plain_start(&bench, "");
    char *script = malloc(20000);
    memset(script, 'x', 10000);
    memcpy(script + 10000, "\nhelp\n", sizeof "\nhelp\n");
    char *written = plain_script(&bench, "", script);
    plain_expect(written, "A line can have at most 8192 bytes; this one was ignored.\n");
    plain_expect(written, "Commands available now");
    free(written);
    free(script);
    bench_stop(&bench);
}
