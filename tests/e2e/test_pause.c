/* A server that asks to wait, on the screen: nothing says that all is read, keys are sent, and it goes on. */
/* SPDX-License-Identifier: MIT */
#include "control.h"
#include "tui_run.h"
#include "support/asserts.h"

/* steno on three projects, read once; then r, whose read meets the fault. */
static void pause_start(struct tui *tui, const char *fault)
{
    tui->home = home_create();
    tui_sandbox(tui, "");
    tui_start(tui, "1 2 7", 24, 80);
    cr_assert(pty_wait_text(tui->pty, "+Completed", TUI_LIMIT_MS));
    cr_assert(pty_wait_no_text(tui->pty, "not read yet", TUI_LIMIT_MS));
    tui_settle(tui);
    control_forget(&tui->sandbox);
    control_fault(&tui->sandbox, fault);
    pty_type(tui->pty, "r");
    cr_assert(pty_wait_text(tui->pty, "held till ", TUI_LIMIT_MS));
    cr_assert(pty_wait_text(tui->pty, "Waiting till ", TUI_LIMIT_MS));
    cr_assert_eq(control_requests(&tui->sandbox, "get-project"), 1);
}

/* Ends as a user would. */
static void pause_end(struct tui *tui)
{
    pty_type(tui->pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui->pty, TUI_LIMIT_MS), 0);
    tui_end(tui);
}

Test(pause, refreshing_all_is_one_probe_while_the_server_asks_to_wait)
{
    struct tui tui = {0};
    pause_start(&tui, "get-project:retry-after=3600*1");
    control_fault(&tui.sandbox, "get-project:retry-after=3600*1");
    pty_type(tui.pty, "R");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 2));
    cr_assert(pty_wait_text(tui.pty, "Waiting till ", TUI_LIMIT_MS));
    tui_settle(&tui);
    cr_expect_eq(control_requests(&tui.sandbox, "get-project"), 2, "a refused probe is all that was sent");
    cr_expect(pty_wait_no_text(tui.pty, "Reading all", TUI_LIMIT_MS));
    pty_type(tui.pty, "R");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 5), "the probe and the rest");
    cr_expect(pty_wait_no_text(tui.pty, "held till ", TUI_LIMIT_MS));
    pause_end(&tui);
}

Test(pause, refreshing_one_is_sent_and_a_good_answer_ends_the_pause)
{
    struct tui tui = {0};
    pause_start(&tui,
                "get-project:retry-after=50*1"); /* less than the time of a read, which waits no longer */
    pty_type(tui.pty, "jr");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 2));
    cr_expect(pty_wait_no_text(tui.pty, "held till ", TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, "2: nothing new", TUI_LIMIT_MS));
    pause_end(&tui);
}
