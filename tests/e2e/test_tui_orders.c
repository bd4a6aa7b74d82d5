/* Standing orders on the screen: given by the question of an export, told of once at the end, and there again
 * after a kill. */
/* SPDX-License-Identifier: MIT */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "e2e/state_look.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/budget.h"
#include "tui_run.h"

#define CONFIG                                                                                               \
    "poll_fast = 2\npoll_slow = 2\nbell = true\nnotify_osc = true\nname_pattern = {id}.{ext}\n"              \
    "hook = sh -c 'echo \"$STENO_ID $STENO_STATE $STENO_LEFT $STENO_FILE\" >>\"$HOME/told\"'\n"

/* What the server says of these until it is healed: 2 and 7 are completed, 10 has failed. */
static const char *const faults[] = {"get-project/2:set=ProcessingState:\"InProgress\"",
                                     "get-project/7:set=ProcessingState:\"InProgress\"",
                                     "get-project/10:set=ProcessingState:\"InProgress\""};

/* steno on three projects in progress, of an account of its own. */
static void start(struct tui *tui)
{
    tui_sandbox(tui, "");
    home_write(tui->home, "config/steno/config", CONFIG);
    home_write(tui->home, "out/.keep", "");
    for (int i = 0; i < 3; i++)
        control_fault(&tui->sandbox, faults[i]);
    tui_start(tui, "2 7 10", 24, 80);
    cr_assert(pty_wait_text(tui->pty, "3 projects  *3", TUI_LIMIT_MS));
    tui_settle(tui);
}

/* Orders for all three, as srt to the folder out. */
static void give(struct tui *tui)
{
    pty_type(tui->pty, "Mx");
    cr_assert(pty_wait_text(tui->pty, "Export 3 marked projects", TUI_LIMIT_MS));
    pty_type(tui->pty, "\rsrt\rj\rout\r");
    cr_assert(pty_wait_text(tui->pty, "2 changed", TUI_LIMIT_MS));
    tui_settle(tui);
    size_t bytes = tui_key_bytes(tui, "X");
    BUDGET("question", bytes, BUDGET_QUESTION);
    cr_assert_str_has(pty_text(tui->pty), "exports when they are done: 2, 7, 10");
    pty_type(tui->pty, "w");
    cr_assert(pty_wait_text(tui->pty, "3 orders kept", TUI_LIMIT_MS));
    cr_assert(pty_wait_text(tui->pty, "3 orders  *3", TUI_LIMIT_MS));
}

/* How often a text stands in another. */
static int count_in(const char *all, size_t len, const char *text)
{
    int count = 0;
    for (const char *at = all; (at = memmem(at, len - (size_t)(at - all), text, strlen(text))) != NULL; at++)
        count++;
    return count;
}

/* What the hook was called with, once it was called so often. Caller frees. */
static char *await_told(const struct tui *tui, int calls)
{
    int64_t until = clock_mono_ms() + TUI_LIMIT_MS;
    char *told = NULL;
    while (clock_mono_ms() < until) {
        free(told);
        told = home_read(tui->home, "home/told");
        if (told && count_in(told, strlen(told), "\n") >= calls)
            return told;
        poll(NULL, 0, 20);
    }
    cr_assert(false, "the hook was called fewer than %d times: %s", calls, told ? told : "");
    return told;
}

static void expect_count(const char *all, size_t len, const char *text, int count)
{
    cr_expect_eq(count_in(all, len, text), count, "%s: %d times", text, count_in(all, len, text));
}

/* Each end was told to the hook, once. */
static void expect_told(const struct tui *tui)
{
    char *told = await_told(tui, 6); /* three changes of state, three ends */
    expect_count(told, strlen(told), " Exported ", 2);
    expect_count(told, strlen(told), " NotExported ", 1);
    expect_count(told, strlen(told), "10 NotExported ", 1);
    expect_count(told, strlen(told), "/out/2.srt\n", 1);
    expect_count(told, strlen(told), "/out/7.srt\n", 1);
    for (int left = 0; left < 3; left++) {
        char *words = mem_printf("Exported %d ", left);
        expect_count(told, strlen(told), words, 1);
        free(words);
    }
    expect_count(told, strlen(told), "\n", 6);
    free(told);
}

/* Both files are there, and nothing else that could be exported was asked for. */
static void expect_files(const struct tui *tui)
{
    char *first = home_read(tui->home, "out/2.srt"), *second = home_read(tui->home, "out/7.srt");
    cr_expect(first && *first, "no file of 2");
    cr_expect(second && *second, "no file of 7");
    cr_expect_eq(control_requests(&tui->sandbox, "export"), 2);
    cr_expect_eq(state_number(tui->home, "state", "SELECT count(*) FROM orders"), 1);
    free(first);
    free(second);
}

Test(orders, of_one_act_end_with_one_notice_and_each_with_its_hook)
{
    struct tui tui = {0};
    size_t len;
    start(&tui);
    give(&tui);
    pty_mark(tui.pty);
    control_heal(&tui.sandbox);
    cr_expect(pty_wait_bytes(tui.pty, "\033]9;steno: Export of 3, srt: 2 done, 1 failed\a\a", TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, ": 2 done, 1 failed", TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, "1 order !1", TUI_LIMIT_MS));
    expect_told(&tui);
    tui_settle(&tui);
    const char *written = pty_transcript(tui.pty, &len);
    expect_count(written, len, "\033]9;steno: Export of", 1);
    expect_files(&tui);
    tui_end(&tui);
}

Test(orders, are_there_again_after_a_kill_and_are_carried_out_once)
{
    struct tui tui = {0};
    start(&tui);
    give(&tui);
    kill(pty_pid(tui.pty), SIGKILL);
    cr_assert_eq(pty_wait_exit(tui.pty, 5000), 128 + SIGKILL);
    tui_start(&tui, "", 24, 80);
    cr_expect(pty_wait_text(tui.pty, "3 orders  *3", TUI_LIMIT_MS), "the header counts them");
    tui_settle(&tui);
    size_t bytes = tui_key_bytes(&tui, "O");
    BUDGET("orders", bytes, BUDGET_PANE);
    cr_expect_str_has(pty_text(tui.pty), "*Export of 3 when done: 3 waiting");
    cr_expect_str_has(pty_text(tui.pty), "*10 srt: waits, InProgress");
    control_heal(&tui.sandbox);
    cr_expect(pty_wait_text(tui.pty, "!Export of 3 when done: 2 done, 1 failed", TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, "!10 srt: project 10 is Failed", TUI_LIMIT_MS));
    expect_told(&tui);
    expect_files(&tui);
    pty_type(tui.pty, "jD");
    cr_assert(pty_wait_text(tui.pty, "Remove the order of 10", TUI_LIMIT_MS));
    pty_type(tui.pty, "y");
    cr_expect(pty_wait_text(tui.pty, "No order waits, and none has failed", TUI_LIMIT_MS));
    cr_expect(pty_wait_no_text(tui.pty, "1 order", TUI_LIMIT_MS));
    tui_end(&tui);
}

Test(orders, whose_file_is_there_by_then_are_overwritten_by_o_at_once)
{
    struct tui tui = {0};
    start(&tui);
    give(&tui);
    home_write(tui.home, "out/7.srt", "mine\n");
    control_heal(&tui.sandbox);
    cr_assert(pty_wait_text(tui.pty, "2 orders !2", TUI_LIMIT_MS));
    pty_type(tui.pty, "O");
    cr_assert(pty_wait_text(tui.pty, "!7 srt: already exists: 7.srt", TUI_LIMIT_MS));
    pty_type(tui.pty, "j\r");
    cr_expect(pty_wait_text(tui.pty, "Existing file  kept", TUI_LIMIT_MS), "the whole order");
    pty_type(tui.pty, "qo");
    cr_expect(pty_wait_text(tui.pty, "1 order !1", TUI_LIMIT_MS));
    char *text = home_read(tui.home, "out/7.srt");
    cr_expect(text);
    cr_expect_str_neq(text, "mine\n");
    free(text);
    tui_end(&tui);
}
