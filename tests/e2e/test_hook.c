/* The hook: once for each change of a project, whoever watches it. */
/* SPDX-License-Identifier: MIT */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "support/asserts.h"
#include "support/pty.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"

static struct bench bench;

/* The config: the hook, and these lines. */
static void configure(const char *lines)
{
    char *script = home_path(bench.home, "hook.sh");
    char *config = mem_printf("hook = sh %s\n%s", script, lines);
    home_write(bench.home, "config/steno/config", config);
    free(config);
    free(script);
}

static void begin(void)
{
    bench_start_logged_in(&bench, "--transcribe-seconds 600");
    char *out = home_path(bench.home, "hook.out");
    char *text = mem_printf("echo \"$STENO_ID $STENO_FROM $STENO_STATE\" >>%s\n", out);
    home_write(bench.home, "hook.sh", text);
    configure("poll_fast = 2\npoll_slow = 10\n");
    free(text);
    free(out);
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(hook, .init = begin, .fini = end);

/* How often a text stands in another. */
static int occurs(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

/* How often the hook was told this: "1 InProgress Completed". */
static int told(const char *line)
{
    char *text = home_read(bench.home, "hook.out");
    int count = text ? occurs(text, line) : 0;
    free(text);
    return count;
}

/* Waits until the hook was told it. */
static bool wait_told(const char *line)
{
    int64_t end_ms = clock_mono_ms() + PROCESS_LIMIT_MS;
    while (told(line) == 0 && clock_mono_ms() < end_ms)
        poll(NULL, 0, 20);
    return told(line) > 0;
}

/* Waits until a process has written a text so often to its standard output, which is read away. */
static bool wait_written_often(const struct process *process, const char *text, int times)
{
    struct buffer all;
    struct pollfd out = {.fd = process->from, .events = POLLIN};
    char piece[4096];
    ssize_t got;
    buffer_init(&all, BUFFER_MAX_DEFAULT);
    while (occurs(buffer_text(&all), text) < times && poll(&out, 1, PROCESS_LIMIT_MS) == 1 &&
           (got = read(process->from, piece, sizeof piece)) > 0)
        buffer_append(&all, piece, (size_t)got);
    bool found = occurs(buffer_text(&all), text) >= times;
    buffer_free(&all);
    return found;
}

/* Waits for one of them. */
static bool wait_written(const struct process *process, const char *text)
{
    return wait_written_often(process, text, 1);
}

/* Runs steno without a look at its output. */
static void run(const char *arguments, int code)
{
    struct process_result result;
    bench_steno(&bench, arguments, NULL, code, &result);
    process_result_free(&result);
}

Test(hook, runs_once_a_change_with_the_screen_watch_and_wait_open_at_once)
{
    struct process watch, wait;
    run("enqueue 1 --lang en-US", 0);
    struct pty *screen = pty_steno(bench.home, "1", 24, 80);
    bench_begin(&bench, "watch 1", &watch);
    bench_begin(&bench, "wait 1", &wait);
    cr_assert(wait_written(&watch, "1  InProgress")); /* requests cannot tell who has seen it */
    cr_assert(pty_wait_text(screen, "InProgress", PROCESS_LIMIT_MS));
    control_cancel(&bench.sandbox, 1);
    cr_expect_eq(process_finish(&wait, PROCESS_LIMIT_MS), 7);
    run("show 1", 0);
    cr_expect(wait_written(&watch, "-> Canceled")); /* the others have seen it too */
    cr_expect(pty_wait_text(screen, "Canceled", PROCESS_LIMIT_MS));
    cr_expect(wait_told("1 InProgress Canceled"));
    kill(watch.pid, SIGTERM);
    process_finish(&watch, PROCESS_LIMIT_MS);
    pty_free(screen);
    cr_expect_eq(told("\n"), 1);
}

/* Enqueues project 1 and ends its transcription, which the command waits for. */
static void wait_for_end(void)
{
    struct process process;
    bench_begin(&bench, "enqueue 1 --lang en-US --wait", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", 2));
    control_cancel(&bench.sandbox, 1);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 7);
}

Test(hook, runs_for_the_end_that_an_enqueue_waits_for)
{
    wait_for_end();
    cr_expect_eq(told("1 InProgress Canceled"), 1);
    cr_expect_eq(told("\n"), 1);
}

Test(hook, runs_for_each_job)
{
    wait_for_end();
    control_forget(&bench.sandbox);
    wait_for_end();
    cr_expect_eq(told("1 InProgress Canceled"), 2);
}

Test(hook, that_fails_is_named_and_changes_nothing_else)
{
    home_write(bench.home, "hook.sh", "exit 7\n");
    wait_for_end();
    char *said = home_read(bench.home, "steno.log");
    cr_expect_str_has(said, "steno: hook: sh exited with code 7");
    free(said);
}

Test(hook, is_not_run_for_a_state_that_was_there_before)
{
    run("wait 2", 0);
    cr_expect_eq(told("2 "), 0);
}

/* Ends a process that watches for ever. */
static void stop(struct process *process)
{
    kill(process->pid, SIGTERM);
    process_finish(process, PROCESS_LIMIT_MS);
}

Test(hook, runs_once_for_each_of_several_jobs_with_the_screen_watch_and_wait_open_at_once)
{
    struct process watch, wait;
    run("enqueue 1 4", 0);
    struct pty *screen = pty_steno(bench.home, "1 4", 24, 80);
    bench_begin(&bench, "watch 1 4", &watch);
    bench_begin(&bench, "wait 1 4", &wait);
    cr_assert(pty_wait_text(screen, "*InProgress", PROCESS_LIMIT_MS));
    cr_assert(wait_written_often(&watch, "InProgress", 2)); /* a change that it has not seen is none to it */
    control_cancel(&bench.sandbox, 1);
    control_cancel(&bench.sandbox, 4);
    run("show 1", 0); /* which reads it before all of them */
    cr_expect_eq(process_finish(&wait, PROCESS_LIMIT_MS), 7);
    cr_expect(wait_told("1 InProgress Canceled"));
    cr_expect(wait_told("4 InProgress Canceled"));
    cr_expect(wait_written(&watch, "1  InProgress -> Canceled")); /* or the next change would be none to it */
    run("enqueue 1", 0); /* a second job, which watch and the screen hear of */
    cr_expect(wait_told("1 Canceled InProgress"));
    cr_expect(wait_written(&watch, "1  Canceled -> InProgress"));
    control_cancel(&bench.sandbox, 1);
    cr_expect(wait_written(&watch, "1  InProgress -> Canceled"));
    cr_expect(pty_wait_no_text(screen, "*InProgress", PROCESS_LIMIT_MS));
    int64_t end_ms = clock_mono_ms() + PROCESS_LIMIT_MS;
    while (told("\n") < 4 && clock_mono_ms() < end_ms)
        poll(NULL, 0, 20);
    stop(&watch);
    pty_type(screen, "q");
    cr_expect_eq(pty_wait_exit(screen, PROCESS_LIMIT_MS), 0);
    pty_free(screen);
    cr_expect_eq(told("1 InProgress Canceled"), 2);
    cr_expect_eq(told("4 InProgress Canceled"), 1);
    cr_expect_eq(told("\n"), 4);
}

Test(hook, hears_of_what_another_shell_did_with_the_next_key)
{
    struct process watch;
    configure("poll_fast = 3600\npoll_slow = 3600\n");
    bench_begin(&bench, "watch 1", &watch);
    struct pty *screen = pty_steno(bench.home, "4", 24, 80);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", 2));
    cr_assert(wait_written(&watch, "  1  None"));
    cr_assert(pty_wait_text(screen, "None", PROCESS_LIMIT_MS));
    run("enqueue 1 4", 0);
    cr_expect(wait_written(&watch, "None -> InProgress"));
    cr_expect(wait_told("1 None InProgress"));
    pty_type(screen, "g");
    cr_expect(wait_told("4 None InProgress"));
    control_cancel(&bench.sandbox, 4);
    run("show 4", 0); /* swallows nothing */
    pty_type(screen, "g");
    cr_expect(wait_told("4 InProgress Canceled"));
    stop(&watch);
    pty_free(screen);
    cr_expect_eq(told("\n"), 3);
}

Test(hook, the_bell_goes_to_the_terminal_and_never_to_standard_output)
{
    configure("poll_slow = 3600\nbell = on\n");
    char *program = process_program("steno"), *out = home_path(bench.home, "watch.out");
    char *line = mem_printf("exec '%s' watch 1 >'%s'", program, out);
    char *argv[] = {"sh", "-c", line, NULL};
    struct pty *pty = pty_start(bench.home, argv, 24, 80);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", 1));
    char *written;
    int64_t end_ms = clock_mono_ms() + PROCESS_LIMIT_MS;
    while ((written = home_read(bench.home, "watch.out"), !written || !strstr(written, "None")) &&
           clock_mono_ms() < end_ms) {
        free(written);
        poll(NULL, 0, 20);
    }
    free(written);
    run("enqueue 1", 0);
    cr_expect(pty_wait_bytes(pty, "\a", PROCESS_LIMIT_MS));
    kill(pty_pid(pty), SIGTERM);
    cr_expect_neq(pty_wait_exit(pty, PROCESS_LIMIT_MS), PTY_TIMED_OUT);
    written = home_read(bench.home, "watch.out");
    cr_expect_str_has(written, "None -> InProgress");
    cr_expect_str_lacks(written, "\a");
    cr_expect_str_lacks(written, "\033");
    free(written);
    pty_free(pty);
    free(line);
    free(out);
    free(program);
}

Test(hook, an_interval_of_2_s_to_an_hour_can_be_asked_for)
{
    static const char *const refused[] = {"1", "3601", "0", "-2", "soon", "2.5"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        char *arguments = mem_printf("watch 2 --interval=%s", refused[i]);
        char *said =
            mem_printf("steno: --interval: “%s” is not a whole number from 2 to 3600 s\n", refused[i]);
        bench_expect(&bench, arguments, NULL, 2, "", said);
        free(said);
        free(arguments);
    }
    run("watch 2 --interval 3600 --within 1", 0);
    control_forget(&bench.sandbox);
    struct process watch;
    bench_begin(&bench, "watch 2 --interval 2", &watch);
    cr_expect(control_wait_requests(&bench.sandbox, "get-project", 2), "Completed is read again too");
    stop(&watch);
}

/* A hook that waits for the file "go", and says that it began. */
static void make_slow(void)
{
    char *go = home_path(bench.home, "go"), *out = home_path(bench.home, "hook.out"),
         *began = home_path(bench.home, "began");
    char *text =
        mem_printf("echo $STENO_ID >>%s\n"
                   "tries=0\n"
                   "while ! test -e %s && test $tries -lt 160; do sleep 0.05; tries=$((tries + 1)); done\n"
                   "echo \"$STENO_ID $STENO_FROM $STENO_STATE\" >>%s\n",
                   began, go, out);
    home_write(bench.home, "hook.sh", text);
    free(text);
    free(began);
    free(out);
    free(go);
}

/* Waits until a hook has begun. */
static void wait_began(void)
{
    char *path = home_path(bench.home, "began");
    int64_t end_ms = clock_mono_ms() + PROCESS_LIMIT_MS;
    while (access(path, F_OK) != 0 && clock_mono_ms() < end_ms)
        poll(NULL, 0, 20);
    free(path);
}

/* The screen on three jobs that have ended, whose first hook runs. */
static struct pty *three_ended(void)
{
    make_slow();
    run("enqueue 1 4 6", 0);
    struct pty *pty = pty_steno(bench.home, "1 4 6", 24, 80);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", 3));
    cr_assert(pty_wait_text(pty, "*3 +0 !0", PROCESS_LIMIT_MS));
    for (int id = 1; id <= 6; id++)
        if (id == 1 || id == 4 || id == 6)
            control_cancel(&bench.sandbox, id);
    wait_began();
    cr_assert(pty_wait_no_text(pty, "*InProgress", PROCESS_LIMIT_MS));
    return pty;
}

/* The end waits for all of them. */
static void expect_all_run(struct pty *pty)
{
    cr_expect(pty_wait_bytes(pty, "Running the hook of 3 changes. q leaves", PROCESS_LIMIT_MS));
    cr_expect_eq(told("\n"), 0);
    home_write(bench.home, "go", "");
    cr_expect_eq(pty_wait_exit(pty, PROCESS_LIMIT_MS), 0);
    cr_expect_eq(told("InProgress Canceled\n"), 3);
    pty_free(pty);
}

Test(hook, of_each_change_runs_before_the_screen_ends)
{
    struct pty *pty = three_ended();
    pty_type(pty, "q");
    expect_all_run(pty);
}

/* A second q leaves the hooks that did not begin, by name, and unclaimed. */
static void expect_left(struct pty *pty)
{
    cr_assert(pty_wait_bytes(pty, "Running the hook of 3 changes. q leaves", PROCESS_LIMIT_MS));
    pty_mark(pty);
    pty_type(pty, "q");
    cr_expect(pty_wait_bytes(pty, "steno: the hook was not run here for ", PROCESS_LIMIT_MS));
    cr_expect_eq(pty_wait_exit(pty, PROCESS_LIMIT_MS), 0);
    home_write(bench.home, "go", "");
    cr_expect(wait_told("InProgress Canceled\n"), "the one that ran goes on");
    cr_expect_eq(told("\n"), 1);
    char *began = home_read(bench.home, "began");
    cr_expect_eq(strlen(began), 2, "%s", began);
    free(began);
    pty_free(pty);
}

Test(hook, that_did_not_begin_is_left_by_a_second_q)
{
    struct pty *pty = three_ended();
    pty_type(pty, "q");
    expect_left(pty);
}

Test(hook, that_did_not_begin_is_named_and_unclaimed_when_watch_is_interrupted)
{
    struct process watch;
    make_slow();
    run("enqueue 1 4 6", 0);
    bench_begin(&bench, "watch 1 4 6", &watch);
    cr_assert(wait_written_often(&watch, "  InProgress  ", 3));
    control_cancel(&bench.sandbox, 1);
    control_cancel(&bench.sandbox, 4);
    control_cancel(&bench.sandbox, 6);
    cr_assert(wait_written_often(&watch, "-> Canceled", 3));
    wait_began();
    kill(watch.pid, SIGINT);
    cr_expect_eq(process_finish(&watch, PROCESS_LIMIT_MS), 130);
    char *said = home_read(bench.home, "steno.log"), *began = home_read(bench.home, "began");
    cr_expect_str_has(said, "steno: the hook was not run here for ");
    cr_expect_eq(occurs(said, "(Canceled)"), 2, "%s", said);
    cr_expect_eq(strlen(began), 2, "%s", began);
    free(began);
    free(said);
    home_write(bench.home, "go", "");
    cr_expect(wait_told("InProgress Canceled\n"), "the one that ran goes on");
}
