/* Two sessions of one operator: what one has under way the other one marks, asks before a second, and lets go
 * of once the answer is there. */
/* SPDX-License-Identifier: MIT */
#include "e2e/control.h"
#include "e2e/tui_run.h"
#include "support/asserts.h"

#define MARK "1  ?Sent " /* in the list; below the state in the details */

static struct tui tui;
static struct pty *sender; /* the session that enqueues; tui.pty is the other one */

static void begin(void)
{
    tui = (struct tui){0};
    sender = NULL;
    tui_sandbox(&tui, "--transcribe-seconds 600");
}

static void end(void)
{
    pty_free(sender);
    tui_end(&tui);
}

TestSuite(hand_over, .init = begin, .fini = end);

/* Starts a session that enqueues project 1; the sandbox has the request and answers as the fault says. */
static void send_one(const char *fault)
{
    control_fault(&tui.sandbox, fault);
    sender = pty_steno(tui.home, "1", 24, 80);
    cr_assert(pty_wait_text(sender, "Council meeting", TUI_LIMIT_MS));
    pty_key(sender, "e");
    cr_assert(pty_wait_text(sender, "> Lang", TUI_LIMIT_MS));
    pty_type(sender, "X");
    cr_assert(control_wait_requests(&tui.sandbox, "enqueue", 1));
}

/* A second enqueue, and its question. */
static void expect_question(void)
{
    pty_key(tui.pty, "e");
    cr_assert(pty_wait_text(tui.pty, "> Lang", TUI_LIMIT_MS));
    pty_type(tui.pty, "X");
    cr_assert(pty_wait_text(tui.pty, "may be enqueued already", TUI_LIMIT_MS));
    pty_type(tui.pty, "n");
    cr_assert(pty_wait_no_text(tui.pty, "may be enqueued already", TUI_LIMIT_MS));
    cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 1);
}

Test(hand_over, a_session_that_starts_marks_what_another_one_has_under_way_and_asks)
{
    send_one("enqueue:stall");
    tui_start(&tui, "", 24, 80);
    cr_assert(pty_wait_text(tui.pty, MARK, TUI_LIMIT_MS));
    cr_expect(pty_wait_row(tui.pty, 5, "?Sent ", TUI_LIMIT_MS), "the details have the words of the list");
    expect_question();
}

Test(hand_over, the_mark_goes_with_the_answer_that_the_other_session_gets)
{
    tui_start(&tui, "1", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Council meeting", TUI_LIMIT_MS));
    send_one("enqueue:delay=3000");
    control_fault(&tui.sandbox, "get-project:stall"); /* a reading of its own would prove it before */
    pty_type(tui.pty, "g"); /* what another program did is seen with the next key or reading */
    cr_assert(pty_wait_text(tui.pty, MARK, TUI_LIMIT_MS));
    cr_assert(pty_wait_text(sender, "InProgress", TUI_LIMIT_MS));
    cr_expect(pty_wait_no_text(tui.pty, MARK, TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, "InProgress", TUI_LIMIT_MS));
    cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 1);
}
