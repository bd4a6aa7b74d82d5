/* The activity shows actions on the screen in the words of the subcommands (cases/activity.txt). */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "support/asserts.h"
#include "support/pty.h"

#define LIMIT_MS 20000

static struct bench bench;

/* Expects these rows in the output, and not the value of the metadata. */
static void expect_rows(const char *command, const char *const *rows, size_t count)
{
    struct process_result result;
    bench_steno(&bench, command, NULL, 0, &result);
    for (size_t i = 0; i < count; i++)
        cr_expect_str_has(buffer_text(&result.out), rows[i], "%s: no %s", command, rows[i]);
    cr_expect_str_lacks(buffer_text(&result.out), "pass-word");
    process_result_free(&result);
}

/* Presses keys, or types words that begin with a quote, then waits for a text. */
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

Test(activity_rows, of_the_screen_are_worded_as_those_of_subcommands)
{
    static const char *const enqueued[] = {
        "\"kind\":\"enqueue\",\"text\":\"Enqueued with Lang=en-US, WithPPC=true\"}\n"};
    static const char *const changed[] = {"\"kind\":\"tag\",\"text\":\"Tag \\\"",
                                          "\"kind\":\"metadata\",\"text\":\"Metadata \\\"k\\\" set\"}\n",
                                          "\"kind\":\"metadata\",\"text\":\"Metadata \\\"k\\\" deleted\"}\n",
                                          "\"kind\":\"export\",\"text\":\"Exported to ",
                                          " bytes, with FileFormatId=srt\"}\n"};
    bench_start_logged_in(&bench, "--show-metadata --transcribe-seconds 600");
    struct pty *pty = pty_steno(bench.home, "8 7", 30, 120);
    cr_assert(pty_wait_text(pty, "Empty studio", LIMIT_MS));
    PRESS(pty, "Enqueue #8", "e");
    PRESS(pty, "en-US", "Enter", "\"en-US", "Enter");
    PRESS(pty, "> Format numbers and times    [yes]", "/", "\"WithPPC", "Enter");
    PRESS(pty, "> Format numbers and times    no ", "Space");
    PRESS(pty, "> Format numbers and times    yes", "Space");
    PRESS(pty, "#8 is now InProgress", "X");
    PRESS(pty, "*#8 Empty studio at night: Enqueue, Lang en-US, WithPPC true: in progress", "L");
    PRESS(pty, "> 7 ", "q", "j");
    PRESS(pty, "Export #7", "x");
    PRESS(pty, "> Format                      srt", "Enter", "\"srt", "Enter");
    PRESS(pty, "7: exported to", "X");
    PRESS(pty, "Tags of #7", "t");
    PRESS(pty, "Delete the tag", "d");
    PRESS(pty, "7: tag deleted", "y");
    PRESS(pty, "Metadata of #7", "m");
    PRESS(pty, "Set metadata of #7", "a");
    PRESS(pty, "Saved. steno cannot read metadata back", "\"k", "Tab", "\"pass-word", "Enter");
    PRESS(pty, ">k  ", "/", "\"pass-word", "Enter");
    PRESS(pty, "Delete the metadata \"k\" of #7", "d");
    PRESS(pty, "7: metadata deleted", "y");
    pty_key(pty, ":");
    pty_type(pty, "quit");
    pty_key(pty, "Enter");
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
    pty_free(pty);
    expect_rows("activity 8 --json", enqueued, sizeof enqueued / sizeof enqueued[0]);
    expect_rows("activity 7 --json", changed, sizeof changed / sizeof changed[0]);
    bench_stop(&bench);
}
