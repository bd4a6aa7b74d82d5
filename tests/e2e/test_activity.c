/* One wording of what was done, whichever front end did it: subcommands, the screen. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "support/asserts.h"
#include "support/pty.h"

#define LIMIT_MS 20000

static struct bench bench;

static void begin(void)
{
    bench_start_logged_in(&bench, "--show-metadata --transcribe-seconds 600");
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(activity_rows, .init = begin, .fini = end);

/* Runs subcommands that go well. */
static void run_all(const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct process_result result;
        bench_steno(&bench, lines[i], NULL, 0, &result);
        process_result_free(&result);
    }
}

/* Expects a row of a project, and the words nowhere in what `activity` shows. */
static void expect_rows(int id, const char *const *rows, size_t count, const char *never)
{
    struct process_result result;
    char command[40];
    snprintf(command, sizeof command, "activity %d --json", id);
    bench_steno(&bench, command, NULL, 0, &result);
    for (size_t i = 0; i < count; i++)
        cr_expect_str_has(buffer_text(&result.out), rows[i], "project %d: no %s in:\n%s", id, rows[i],
                          buffer_text(&result.out));
    cr_expect_str_lacks(buffer_text(&result.out), never);
    process_result_free(&result);
}
#define LENGTH(list) (sizeof(list) / sizeof(list)[0])

static const char *const enqueued[] = {
    "\"kind\":\"enqueue\",\"text\":\"Enqueued with Lang=en-US, WithPPC=true\"}\n"};

/* What is done to a completed project. */
static const char *const changed[] = {
    "\"kind\":\"tag\",\"text\":\"Tag \\\"", "\"kind\":\"metadata\",\"text\":\"Metadata \\\"k\\\" set\"}\n",
    "\"kind\":\"metadata\",\"text\":\"Metadata \\\"k\\\" deleted\"}\n",
    "\"kind\":\"export\",\"text\":\"Exported to ", " bytes, with FileFormatId=srt\"}\n"};

Test(activity_rows, of_subcommands_say_what_was_done_with_which_options)
{
    static const char *const lines[] = {"enqueue 1 --lang en-US --with-ppc",
                                        "tag rm 2 interview",
                                        "metadata set 2 k pass-word",
                                        "metadata rm 2 k",
                                        "export 2 --file-format-id srt -o out.srt",
                                        "export 2 --file-format-id vtt -o -",
                                        "enqueue 4 --dry-run",
                                        "export 5 --dry-run"};
    static const char *const stdout_row[] = {"\"text\":\"Exported to standard output, ",
                                             " bytes, with FileFormatId=vtt\"}\n"};
    run_all(lines, LENGTH(lines));
    expect_rows(1, enqueued, LENGTH(enqueued), "pass-word");
    expect_rows(2, changed, LENGTH(changed), "pass-word");
    expect_rows(2, stdout_row, LENGTH(stdout_row), "pass-word");
    expect_rows(4, NULL, 0, "text");
    expect_rows(5, NULL, 0, "text");
}

/* Presses keys, then waits for a text. */
static void press(struct pty *pty, const char *const *keys, const char *awaited)
{
    for (; *keys; keys++) {
        if (**keys == '"')
            pty_type(pty, *keys + 1);
        else
            pty_key(pty, *keys);
    }
    cr_assert(pty_wait_text(pty, awaited, LIMIT_MS));
}
#define PRESS(pty, awaited, ...) press(pty, (const char *const[]){__VA_ARGS__, NULL}, awaited)

Test(activity_rows, of_the_screen_are_worded_alike)
{
    struct pty *pty = pty_steno(bench.home, "8 7", 30, 120);
    cr_assert(pty_wait_text(pty, "Empty studio", LIMIT_MS));
    PRESS(pty, "Enqueue 8", "e");
    PRESS(pty, "en-US", "Enter", "\"en-US", "Enter");
    PRESS(pty, "> Format numbers and times    yes", "/", "\"WithPPC", "Enter");
    PRESS(pty, ">*Format numbers and times    no ", "Space");
    PRESS(pty, ">*Format numbers and times    yes", "Space");
    PRESS(pty, "8: now InProgress", "X");
    PRESS(pty, "*8 Empty studio at night: Enqueue, Lang en-US, WithPPC true: in progress", "L");
    PRESS(pty, "> 7 ", "q", "j");
    PRESS(pty, "Export 7", "x");
    PRESS(pty, ">*Format ", "Enter", "\"srt", "Enter");
    PRESS(pty, "7: exported to", "X");
    PRESS(pty, "Tags of 7", "t");
    PRESS(pty, "Delete the tag", "d");
    PRESS(pty, "7: tag deleted", "y");
    PRESS(pty, "Metadata of 7", "m");
    PRESS(pty, "Set metadata of 7", "a");
    PRESS(pty, "First metadata change", "\"k", "Tab", "\"pass-word", "Enter");
    PRESS(pty, ">k  ", "/", "\"pass-word", "Enter");
    PRESS(pty, "Delete the metadata \"k\" of 7", "d");
    PRESS(pty, "7: metadata deleted", "y");
    pty_key(pty, ":");
    pty_type(pty, "quit");
    pty_key(pty, "Enter");
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
    pty_free(pty);
    expect_rows(8, enqueued, LENGTH(enqueued), "pass-word");
    expect_rows(7, changed, LENGTH(changed), "pass-word");
}

Test(activity_unknown, an_enqueue_whose_answer_is_lost_is_not_recorded_as_done)
{
    static const char *const rows[] = {
        "\"kind\":\"unknown\",\"text\":\"Enqueue with Lang=en-US: outcome unknown\"}\n"};
    struct process_result result;
    bench_start_logged_in(&bench, "--transcribe-seconds 600 --fault enqueue:lost");
    bench_steno(&bench, "enqueue 1 --lang en-US", NULL, 6, &result);
    process_result_free(&result);
    expect_rows(1, rows, LENGTH(rows), "Enqueued");
    bench_stop(&bench);
}

Test(activity_rows, of_what_the_server_refused_stand_beside_the_others)
{
    static const char *const rows[] = {
        "\"kind\":\"refused\",\"text\":\"Enqueue with Lang=en-US: refused (412): The project has no media"};
    struct process_result result;
    bench_steno(&bench, "enqueue 3 --lang en-US", NULL, 1, &result);
    process_result_free(&result);
    expect_rows(3, rows, 1, "outcome unknown");
}

/* How often a word stands in a text. */
static size_t count_of(const char *text, const char *word)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, word)); at++)
        count++;
    return count;
}

Test(activity_acts, are_a_line_each_and_what_follows_is_in_their_sums)
{
    struct process_result result;
    bench_start_logged_in(&bench, "--transcribe-seconds 1");
    bench_steno(&bench, "add 1 3 6", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "enqueue 1 3 6 --lang en-US", NULL, 1, &result);
    process_result_free(&result);
    bench_steno(&bench, "wait 1 6 --within 60", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "activity", NULL, 0, &result);
    const char *out = buffer_text(&result.out);
    cr_expect_str_has(out, "Z  -  Enqueue of 3, Lang en-US: 2 completed, 1 refused; ended 20");
    cr_expect_eq(count_of(out, "\n"), 1, "%s", out);
    process_result_free(&result);
    bench_steno(&bench, "activity 3", NULL, 0, &result);
    out = buffer_text(&result.out);
    cr_expect_str_has(out, ": 2 completed, 1 refused; The project has no media");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(activity_acts, have_their_rows_in_json_beside_those_of_the_history)
{
    struct process_result result;
    bench_start_logged_in(&bench, "--transcribe-seconds 600");
    bench_steno(&bench, "add 1 3", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "enqueue 1 3 --lang en-US", NULL, 1, &result);
    process_result_free(&result);
    bench_steno(&bench, "activity --json", NULL, 0, &result);
    const char *out = buffer_text(&result.out);
    cr_expect_str_has(out, "\"act\":1,\"id\":null,\"kind\":\"act\",\"text\":\"Enqueue of 2, Lang en-US: ");
    cr_expect_str_has(out, "\"count\":2,\"ended\":null,\"options\":{\"Lang\":\"en-US\"},\"rows\":[{\"id\":");
    cr_expect_str_has(out, "\"outcome\":\"refused\",\"status\":412,\"reason\":\"The project has no media");
    cr_expect_str_has(out,
                      "\"act\":1,\"id\":1,\"kind\":\"enqueue\",\"text\":\"Enqueued with Lang=en-US\"}\n");
    process_result_free(&result);
    bench_steno(&bench, "activity 2", NULL, 0, &result);
    cr_expect_eq(result.out.len, 0);
    process_result_free(&result);
    bench_stop(&bench);
}
