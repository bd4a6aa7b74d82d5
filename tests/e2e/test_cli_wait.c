/* Waiting for the end of a transcription: what is written, and the exit code of every end. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "support/asserts.h"

/* Replaces the time of every JSON line by T, so that the rest can be compared whole. Caller frees. */
static char *mask_times(const char *text)
{
    static const char lead[] = "{\"time\":\"";
    char *copy = strdup(text), *to = copy;
    while (*text) {
        size_t len = strncmp(text, lead, sizeof lead - 1) == 0 ? sizeof lead - 1 : 1;
        memmove(to, text, len);
        to += len;
        text += len;
        if (len > 1) {
            *to++ = 'T';
            text += strcspn(text, "\"");
        }
    }
    *to = '\0';
    return copy;
}

/* Compares the output with its times masked. */
static void expect_changes(const struct process_result *result, const char *expected)
{
    char *masked = mask_times(buffer_text(&result->out));
    cr_expect_str_eq(masked, expected, "%s\nnot:\n%s", masked, expected);
    free(masked);
}

Test(wait, ends_at_once_with_0_when_the_project_is_completed)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "wait 2 --json", NULL, 0, &result);
    expect_changes(
        &result,
        "{\"time\":\"T\",\"id\":2,\"from\":null,\"to\":\"Completed\",\"name\":\"Interview: dam keeper\"}\n");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(wait, enqueue_with_wait_reports_each_change_and_ends_with_0)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--transcribe-seconds 1");
    bench_steno(&bench, "enqueue 1 --wait --json", NULL, 0, &result);
    const char *second = strchr(buffer_text(&result.out), '\n');
    cr_assert_not_null(second);
    cr_expect_str_starts(buffer_text(&result.out), "{\"id\":1,\"ok\":true,\"project\":{");
    char *masked = mask_times(second + 1);
    cr_expect_str_eq(masked, "{\"time\":\"T\",\"id\":1,\"from\":\"InProgress\",\"to\":\"Completed\",\"name\":"
                             "\"Council meeting, 14 May\"}\n");
    free(masked);
    process_result_free(&result);
    bench_stop(&bench);
}

Test(wait, a_transcription_that_fails_ends_with_7)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--transcribe-seconds 1");
    bench_steno(&bench, "enqueue 4 --wait", NULL, 7, &result);
    cr_expect_str_has(buffer_text(&result.out), "  4  InProgress -> Failed  Phone-in, damaged tape\n");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(wait, a_state_that_is_not_final_is_waited_for_until_the_time_is_over)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "wait 1 --within 1 --json", NULL, 6, &result);
    expect_changes(
        &result,
        "{\"time\":\"T\",\"id\":1,\"from\":null,\"to\":\"None\",\"name\":\"Council meeting, 14 May\"}\n"
        "{\"id\":1,\"ok\":false,\"error\":{\"kind\":\"timeout\",\"status\":null,\"message\":"
        "\"project 1 is still None after 1 s\"}}\n");
    cr_expect_str_eq(buffer_text(&result.err), "steno: project 1 is still None after 1 s\n");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(wait, any_is_content_with_the_first_that_ends)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "config/steno/config", "connections = 1\n"); /* the ids in their order */
    bench_steno(&bench, "wait 1 2 --any --within 30 --json", NULL, 0, &result);
    expect_changes(
        &result,
        "{\"time\":\"T\",\"id\":1,\"from\":null,\"to\":\"None\",\"name\":\"Council meeting, 14 May\"}\n"
        "{\"time\":\"T\",\"id\":2,\"from\":null,\"to\":\"Completed\",\"name\":\"Interview: dam keeper\"}\n");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(wait, lines_come_in_the_order_of_the_answers)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--fault get-project/2:retry-after=503/1*1");
    bench_steno(&bench, "wait 2 7 --json", NULL, 0, &result);
    expect_changes(
        &result,
        "{\"time\":\"T\",\"id\":7,\"from\":null,\"to\":\"Completed\",\"name\":\"Evening news\"}\n"
        "{\"time\":\"T\",\"id\":2,\"from\":null,\"to\":\"Completed\",\"name\":\"Interview: dam keeper\"}\n");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(wait, a_project_that_is_not_there_ends_the_wait_for_it)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "wait 77", NULL, 4, &result);
    process_result_free(&result);
    bench_steno(&bench, "wait 77 2", NULL, 4, &result);
    process_result_free(&result);
    bench_expect(&bench, "wait 1 --within soon", NULL, 2, "",
                 "steno: --within: “soon” is not a whole number from 1 to 31536000 s\n");
    bench_stop(&bench);
}

/* Reads a line of the process's output. */
static void read_line(const struct process *process, char *line, size_t size)
{
    size_t len = 0;
    while (len + 1 < size && read(process->from, line + len, 1) == 1 && line[len] != '\n')
        len++;
    line[len] = '\0';
}

Test(watch, goes_on_until_it_is_interrupted)
{
    struct bench bench;
    struct process process;
    char line[300];
    bench_start_logged_in(&bench, "");
    char *program = process_program("steno");
    char *const argv[] = {program, (char[]){"watch"}, (char[]){"2"}, (char[]){"--json"}, NULL};
    cr_assert(process_start(bench.home, argv, "watch.log", &process));
    read_line(&process, line, sizeof line);
    cr_expect_str_has(line, "\"from\":null,\"to\":\"Completed\",\"name\":\"Interview: dam keeper\"}");
    kill(process.pid, SIGINT);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 130);
    free(program);
    bench_stop(&bench);
}

Test(interrupt, a_running_call_is_cancelled_and_nothing_is_left_behind)
{
    struct bench bench;
    struct process process;
    char byte;
    bench_start_logged_in(&bench, "--fault export:freeze=10");
    char *program = process_program("steno");
    char *const argv[] = {program, (char[]){"export"}, (char[]){"2"}, NULL};
    cr_assert(process_start(bench.home, argv, "export.log", &process));
    cr_assert_eq(read(process.from, &byte, 1), 1, "the file has begun to come, and the rest never will");
    kill(process.pid, SIGINT);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 130);
    free(program);
    bench_stop(&bench);
}

Test(interrupt, of_a_write_that_was_sent_leaves_its_outcome_in_the_activity_as_unknown)
{
    struct bench bench;
    struct process process;
    struct process_result result;
    bench_start_logged_in(&bench, "--fault enqueue:stall");
    char *program = process_program("steno");
    char *const argv[] = {program, (char[]){"enqueue"}, (char[]){"1"}, (char[]){"--lang"}, (char[]){"en-US"},
                          NULL};
    cr_assert(process_start(bench.home, argv, "enqueue.log", &process));
    cr_assert(control_wait_requests(&bench.sandbox, "enqueue", 1));
    kill(process.pid, SIGINT);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 130);
    bench_steno(&bench, "activity 1 --json", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out),
                      "\"kind\":\"unknown\",\"text\":\"Enqueue with Lang=en-US: outcome unknown\"}\n");
    process_result_free(&result);
    free(program);
    bench_stop(&bench);
}

Test(pipes, a_reader_that_leaves_ends_the_program_quietly_as_the_signal_would)
{
    struct bench bench;
    struct process process;
    bench_start_logged_in(&bench, "");
    char *program = process_program("steno");
    char *const argv[] = {program, (char[]){"show"}, (char[]){"-"}, NULL};
    cr_assert(process_start(bench.home, argv, "show.log", &process));
    close(process.from);
    process.from = -1;
    cr_assert_eq(write(process.to, "1 2", 3), 3);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + SIGPIPE);
    char *log = home_read(bench.home, "show.log");
    cr_expect_str_eq(log, "");
    free(log);
    free(program);
    bench_stop(&bench);
}

Test(pipes, an_output_that_cannot_be_written_is_said_and_fails)
{
    static const struct {
        const char *where, *reason;
    } cases[] = {{">/dev/full", "No space left on device"}, {">&-", "Bad file descriptor"}};
    struct bench bench;
    bench_start_logged_in(&bench, "");
    control_fault(&bench.sandbox, "get-project/2:delay=5000"); /* under way when the output of 1 fails */
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct process_result result;
        char *program = process_program("steno"), expected[200];
        size_t size = strlen(program) + 200;
        char *script = malloc(size);
        snprintf(script, size, "%s show 1 2 %s", program, cases[i].where);
        snprintf(expected, sizeof expected, "steno: standard output cannot be written: %s\n",
                 cases[i].reason);
        char *const argv[] = {(char[]){"bash"}, (char[]){"-c"}, script, NULL};
        process_run(bench.home, argv, NULL, PROCESS_LIMIT_MS, &result);
        cr_expect_eq(result.code, 1);
        cr_expect_str_eq(buffer_text(&result.err), expected);
        process_result_free(&result);
        free(script);
        free(program);
    }
    bench_stop(&bench);
}

Test(wait, a_project_whose_replies_have_no_state_is_not_waited_for)
{
    static const char said[] =
        "steno: project 6 was returned without a state (ProcessingState) that can be read: "
        "its end cannot be seen\n";
    static const char *const faults[] = {"*:missing=ProcessingState", "*:set=ProcessingState:7",
                                         "*:set=ProcessingState:\"\""};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct bench bench;
        struct process_result result;
        bench_start_logged_in(&bench, "--transcribe-seconds 60");
        control_fault(&bench.sandbox, faults[i]);
        bench_expect(&bench, "wait 6", NULL, 1, "", said);
        cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 1, "%s", faults[i]);
        bench_steno(&bench, "enqueue 6 --wait", NULL, 1, &result);
        cr_expect_str_has(buffer_text(&result.err), said, "%s: %s", faults[i], buffer_text(&result.err));
        process_result_free(&result);
        bench_stop(&bench);
    }
}

Test(wait, one_reply_without_a_state_does_not_end_the_wait_for_a_job_that_was_seen)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--transcribe-seconds 4 --fault get-project+1:missing=ProcessingState*1");
    bench_steno(&bench, "enqueue 6 --wait", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.err),
                      "steno: still waiting, after: project 6 was returned without a ");
    process_result_free(&result);
    bench_stop(&bench);
}
