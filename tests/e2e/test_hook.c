/* The hook runs once for each change of a project, whichever programs watch it. */
/* SPDX-License-Identifier: MIT */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "e2e/state_look.h"
#include "support/asserts.h"
#include "support/pty.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"

static struct bench bench;

/* Writes the config: the hook, and these lines. */
static void configure(const char *lines)
{
    char *script = home_path(bench.home, "hook.sh");
    char *config = mem_printf("hook = sh %s\n%s", script, lines);
    home_write(bench.home, "config/steno/config", config);
    free(config);
    free(script);
}

/* The hook writes its variables as a line; its working folder is the one where the program was started. */
static void begin(void)
{
    bench_start_logged_in(&bench, "--transcribe-seconds 600");
    home_write(bench.home, "hook.sh", "echo \"$STENO_ID $STENO_FROM $STENO_STATE\" >>hook.out\n");
    configure("poll_fast = 2\npoll_slow = 10\n");
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(hook, .init = begin, .fini = end);

/* How often a file of the home contains a text. */
static int occurs(const char *file, const char *part)
{
    int count = 0;
    char *text = home_read(bench.home, file);
    for (const char *at = text; at && (at = strstr(at, part)); at++)
        count++;
    free(text);
    return count;
}

/* Waits until the file contains the text this many times. */
static bool wait_for(const char *file, const char *part, int times)
{
    int64_t end_ms = clock_mono_ms() + PROCESS_LIMIT_MS;
    while (occurs(file, part) < times && clock_mono_ms() < end_ms)
        poll(NULL, 0, 20);
    return occurs(file, part) >= times;
}

/* How often the hook got a change such as "1 InProgress Completed". */
static int told(const char *line)
{
    return occurs("hook.out", line);
}

static bool wait_told(const char *line)
{
    return wait_for("hook.out", line, 1);
}

/* Starts a command that writes to the file watch.out. */
static struct process start(const char *arguments)
{
    struct process process;
    char *program = process_program("steno"),
         *line = mem_printf("exec '%s' %s >watch.out", program, arguments);
    char *argv[] = {"sh", "-c", line, NULL};
    cr_assert(process_start(bench.home, argv, "steno.log", &process));
    free(line);
    free(program);
    return process;
}

/* Ends a process that would watch forever. */
static void stop(struct process *process)
{
    kill(process->pid, SIGTERM);
    process_finish(process, PROCESS_LIMIT_MS);
}

static void cancel(int id)
{
    control_cancel(&bench.sandbox, id);
}

Test(hook, runs_for_the_end_that_an_enqueue_waits_for_and_its_failure_changes_nothing)
{
    struct process process;
    home_write(bench.home, "hook.sh", "echo \"$STENO_ID $STENO_FROM $STENO_STATE\" >>hook.out\nexit 7\n");
    bench_run(&bench, "wait 2", 0); /* already Completed: no hook */
    control_forget(&bench.sandbox);
    bench_begin(&bench, "enqueue 1 --lang en-US --wait", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", 2));
    cancel(1);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 7);
    cr_expect_eq(told("1 InProgress Canceled\n"), 1);
    cr_expect_eq(told("\n"), 1);
    cr_expect_eq(occurs("steno.log", "steno: hook: sh exited with code 7"), 1);
}

Test(hook, runs_once_for_each_of_several_jobs_with_the_screen_watch_and_wait_open_at_once)
{
    struct process wait;
    bench_run(&bench, "enqueue 1 4", 0);
    struct pty *screen = pty_steno(bench.home, "1 4", 24, 80);
    struct process watch = start("watch 1 4");
    bench_begin(&bench, "wait 1 4", &wait);
    cr_assert(pty_wait_text(screen, "*InProgress", PROCESS_LIMIT_MS));
    cr_assert(wait_for("watch.out", "InProgress", 2)); /* watch must have seen the old state */
    cancel(1);
    cancel(4);
    bench_run(&bench, "show 1", 0); /* show is the first to read the change */
    cr_expect_eq(process_finish(&wait, PROCESS_LIMIT_MS), 7);
    cr_expect(wait_told("1 InProgress Canceled"));
    cr_expect(wait_told("4 InProgress Canceled"));
    cr_expect(
        wait_for("watch.out", "1  InProgress -> Canceled", 1)); /* watch must see it before the next change */
    bench_run(&bench, "enqueue 1", 0); /* a second job; watch and the screen see it */
    cr_expect(wait_told("1 Canceled InProgress"));
    cr_expect(wait_for("watch.out", "1  Canceled -> InProgress", 1));
    cancel(1);
    cr_expect(wait_for("watch.out", "1  InProgress -> Canceled", 2));
    cr_expect(pty_wait_no_text(screen, "*InProgress", PROCESS_LIMIT_MS));
    cr_expect(wait_for("hook.out", "\n", 4));
    stop(&watch);
    pty_type(screen, "q");
    cr_expect_eq(pty_wait_exit(screen, PROCESS_LIMIT_MS), 0);
    pty_free(screen);
    cr_expect_eq(told("1 InProgress Canceled"), 2);
    cr_expect_eq(told("4 InProgress Canceled"), 1);
    cr_expect_eq(told("\n"), 4);
    cr_expect_eq(state_number(bench.home, "state",
                              "SELECT count(*) FROM history WHERE kind = 'state' AND id = 4 AND text ="
                              " 'InProgress → Canceled'"),
                 1, "each of those who read it has written it down");
}

Test(hook, the_bell_goes_to_the_terminal_and_never_to_standard_output)
{
    configure("poll_slow = 3600\nbell = on\n");
    char *program = process_program("steno"), *line = mem_printf("exec '%s' watch 1 >watch.out", program);
    char *argv[] = {"sh", "-c", line, NULL};
    struct pty *pty = pty_start(bench.home, argv, 24, 80);
    cr_assert(wait_for("watch.out", "None", 1));
    bench_run(&bench, "enqueue 1", 0);
    cr_expect(pty_wait_bytes(pty, "\a", PROCESS_LIMIT_MS));
    kill(pty_pid(pty), SIGTERM);
    cr_expect_neq(pty_wait_exit(pty, PROCESS_LIMIT_MS), PTY_TIMED_OUT);
    char *written = home_read(bench.home, "watch.out");
    cr_expect_str_has(written, "None -> InProgress");
    cr_expect_str_lacks(written, "\a");
    cr_expect_str_lacks(written, "\033");
    free(written);
    pty_free(pty);
    free(line);
    free(program);
}

Test(hook, an_interval_of_2_s_to_an_hour_can_be_asked_for)
{
    bench_expect_said(&bench, "watch 2 --interval 1", 2,
                      "“1” is not a whole number of seconds from 2 to 3600\n");
    bench_expect_said(&bench, "watch 2 --interval 3601", 2,
                      "“3601” is not a whole number of seconds from 2 to 3600\n");
    bench_run(&bench, "watch 2 --interval 3600 --within 1", 0);
    control_forget(&bench.sandbox);
    struct process watch = start("watch 2 --interval 2");
    cr_expect(control_wait_requests(&bench.sandbox, "get-project", 2), "Completed is read again too");
    stop(&watch);
}

/* --- a slow hook --- */

/* Starts three jobs, with a hook that writes a line when it begins and waits for the file "go". */
static void begin_slow(void)
{
    home_write(bench.home, "hook.sh",
               "echo $STENO_ID >>began\n"
               "tries=0\n"
               "while ! test -e go && test $tries -lt 160; do sleep 0.05; tries=$((tries + 1)); done\n"
               "echo \"$STENO_ID $STENO_FROM $STENO_STATE\" >>hook.out\n");
    bench_run(&bench, "enqueue 1 4 6", 0);
    control_forget(&bench.sandbox);
}

static void end_jobs(void)
{
    cancel(1);
    cancel(4);
    cancel(6);
}

/* Opens the screen, ends the three jobs, waits until the first hook runs, and quits. */
static struct pty *quit_slow_screen(void)
{
    begin_slow();
    struct pty *pty = pty_steno(bench.home, "1 4 6", 24, 80);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", 3));
    cr_assert(pty_wait_text(pty, "*3  600 min", PROCESS_LIMIT_MS));
    end_jobs();
    cr_assert(wait_for("began", "\n", 1));
    cr_assert(pty_wait_no_text(pty, "*InProgress", PROCESS_LIMIT_MS));
    pty_type(pty, "q");
    cr_assert(
        pty_wait_bytes(pty, "Running the hook for 3 changes. q quits without waiting", PROCESS_LIMIT_MS));
    return pty;
}

/* Expects that the first hook ran to its end and the others did not run. */
static void expect_one_run(void)
{
    home_write(bench.home, "go", "");
    cr_expect(wait_told("InProgress Canceled\n"), "the one that ran goes on");
    cr_expect_eq(told("\n"), 1);
    cr_expect_eq(occurs("began", "\n"), 1);
}

Test(hook, of_each_change_runs_before_the_screen_ends)
{
    struct pty *pty = quit_slow_screen();
    cr_expect_eq(told("\n"), 0);
    home_write(bench.home, "go", "");
    cr_expect_eq(pty_wait_exit(pty, PROCESS_LIMIT_MS), 0);
    cr_expect_eq(told("InProgress Canceled\n"), 3);
    pty_free(pty);
}

Test(hook, that_did_not_begin_is_left_by_a_second_q)
{
    struct pty *pty = quit_slow_screen();
    pty_mark(pty);
    pty_type(pty, "q");
    cr_expect(pty_wait_bytes(pty, "steno: the hook did not run for ", PROCESS_LIMIT_MS));
    cr_expect_eq(pty_wait_exit(pty, PROCESS_LIMIT_MS), 0);
    expect_one_run();
    pty_free(pty);
}

Test(hook, that_did_not_begin_is_named_when_watch_is_interrupted)
{
    begin_slow();
    struct process watch = start("watch 1 4 6");
    cr_assert(wait_for("watch.out", "  InProgress  ", 3));
    end_jobs();
    cr_assert(wait_for("watch.out", "-> Canceled", 3));
    cr_assert(wait_for("began", "\n", 1));
    kill(watch.pid, SIGINT);
    cr_expect_eq(process_finish(&watch, PROCESS_LIMIT_MS), 130);
    cr_expect_eq(occurs("steno.log", "steno: the hook did not run for "), 1);
    cr_expect_eq(occurs("steno.log", "(Canceled)"), 2);
    expect_one_run();
}
