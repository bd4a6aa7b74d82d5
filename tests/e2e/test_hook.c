/* The hook: once for each change of a project, whoever watches it. */
#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"

static struct bench bench;

static void begin(void)
{
    bench_start_logged_in(&bench, "--transcribe-seconds 600");
    char *script = home_path(bench.home, "hook.sh"), *out = home_path(bench.home, "hook.out");
    char *text = mem_printf("echo \"$1 $2 $3\" >>%s\n", out);
    char *config = mem_printf("hook = sh %s\npoll_fast = 2\npoll_slow = 10\n", script);
    home_write(bench.home, "hook.sh", text);
    home_write(bench.home, "config/steno/config", config);
    free(config);
    free(text);
    free(out);
    free(script);
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(hook, .init = begin, .fini = end);

/* How often the hook was told this: "1 InProgress Completed". */
static int told(const char *line)
{
    char *text = home_read(bench.home, "hook.out");
    int count = 0;
    for (const char *at = text; at && (at = strstr(at, line)); at++)
        count++;
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

/* Waits until a process has written a text to its standard output, which is read away. */
static bool wait_written(const struct process *process, const char *text)
{
    struct buffer all;
    struct pollfd out = {.fd = process->from, .events = POLLIN};
    char piece[4096];
    ssize_t got;
    buffer_init(&all, BUFFER_MAX_DEFAULT);
    while (!strstr(buffer_text(&all), text) && poll(&out, 1, PROCESS_LIMIT_MS) == 1 &&
           (got = read(process->from, piece, sizeof piece)) > 0)
        buffer_append(&all, piece, (size_t)got);
    bool found = strstr(buffer_text(&all), text) != NULL;
    buffer_free(&all);
    return found;
}

/* Runs steno without a look at its output. */
static void run(const char *arguments, int code)
{
    struct process_result result;
    bench_steno(&bench, arguments, NULL, code, &result);
    process_result_free(&result);
}

Test(hook, runs_once_a_change_with_plain_mode_watch_and_wait_open_at_once)
{
    struct process plain, watch, wait;
    run("enqueue 1 --lang en-US", 0);
    bench_begin(&bench, "--plain 1", &plain);
    bench_begin(&bench, "watch 1", &watch);
    bench_begin(&bench, "wait 1", &wait);
    cr_assert(
        control_wait_requests(&bench.sandbox, "get-project", 3)); /* all have seen that it is InProgress */
    control_cancel(&bench.sandbox, 1);
    cr_expect_eq(process_finish(&wait, PROCESS_LIMIT_MS), 7);
    run("show 1", 0);
    cr_expect(wait_written(&watch, "-> Canceled")); /* the others have seen it too */
    cr_expect(wait_written(&plain, "→ Canceled"));
    cr_expect(wait_told("1 InProgress Canceled"));
    kill(watch.pid, SIGTERM);
    kill(plain.pid, SIGTERM);
    process_finish(&watch, PROCESS_LIMIT_MS);
    process_finish(&plain, PROCESS_LIMIT_MS);
    cr_expect_eq(told("\n"), 1);
}

/* Enqueues project 1 and ends its transcription, which the command waits for. */
static void wait_for_end(void)
{
    struct process process;
    bench_begin(&bench, "enqueue 1 --lang en-US --wait", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", 1));
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
    cr_expect(said && strstr(said, "steno: hook: sh ended with exit code 7"), "%s", said);
    free(said);
}

Test(hook, is_not_run_for_a_state_that_was_there_before)
{
    run("wait 2", 0);
    cr_expect_eq(told("2 "), 0);
}
