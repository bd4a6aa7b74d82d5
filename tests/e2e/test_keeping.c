/* What is kept, on the screen: said when it is so and not before, also where the state file is locked or
 * there is none; the line being typed, over every end; two consoles with one form. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/keep_help.h"
#include "e2e/tui_run.h"
#include "steno/base/clock.h"
#include "support/asserts.h"

static struct tui tui;

static void begin(void)
{
    tui = (struct tui){0};
}

static void end(void)
{
    keep_unlock();
    tui_end(&tui);
}

TestSuite(keeping, .init = begin, .fini = end, .timeout = 120);

/* steno with the enqueue form of project 1 open and its language in the editor. */
static void open_field(void)
{
    if (!tui.sandbox.url[0])
        tui_sandbox(&tui, "");
    tui_start(&tui, "1", 24, 100);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_key(tui.pty, "e");
    cr_assert(pty_wait_text(tui.pty, "> Lang", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_key(tui.pty, "Enter");
    pty_key(tui.pty, "^U");
}

/* The next session offers the text in the form. */
static void expect_draft(const char *text)
{
    tui_start(&tui, "1", 24, 100);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    pty_key(tui.pty, "e");
    cr_expect(pty_wait_text(tui.pty, "Restored draft", TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, text, TUI_LIMIT_MS));
}

Test(keeping, a_draft_is_not_called_kept_while_the_state_file_is_locked)
{
    open_field();
    keep_lock(tui.home);
    pty_type(tui.pty, "sl-SI\rq");
    cr_expect(pty_wait_text(tui.pty, "Not saved: draft of enqueue 1. Another session", TUI_LIMIT_MS));
    size_t len;
    const char *written = pty_transcript(tui.pty, &len);
    cr_expect_null(memmem(written, len, "Draft saved", strlen("Draft saved")));
    pty_type(tui.pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 1, "what was not kept is not in the exit code");
    cr_expect(pty_wait_bytes(tui.pty, "steno: not saved: draft of enqueue 1. Another session", 1000));
    cr_expect_not(pty_on_alternate_screen(tui.pty), "the sentence went with the screen");
}

Test(keeping, the_end_waits_for_the_state_file_with_a_word_and_then_saves)
{
    open_field();
    keep_lock(tui.home);
    pty_type(tui.pty, "sl-SI\rq:quit\r");
    cr_assert(pty_wait_text(tui.pty, "Still saving: draft of enqueue 1. ^C gives up", TUI_LIMIT_MS));
    keep_unlock();
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 0);
    expect_draft("sl-SI");
}

Test(keeping, the_end_need_not_be_waited_for)
{
    open_field();
    keep_lock(tui.home);
    pty_type(tui.pty, "sl-SI\rq:quit\r");
    cr_assert(pty_wait_text(tui.pty, "^C gives up", TUI_LIMIT_MS));
    pty_key(tui.pty, "^C");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 1);
    cr_expect(pty_wait_bytes(tui.pty, "steno: possibly not saved: draft of enqueue 1", 1000));
}

/* A locked state file, a field just changed, and an end by a signal. */
static void end_locked(int sig)
{
    open_field();
    keep_lock(tui.home);
    pty_type(tui.pty, "sl-SI\r");
    cr_assert(pty_wait_text(tui.pty, ">*Lang", TUI_LIMIT_MS));
    kill(pty_pid(tui.pty), sig);
}

Test(keeping, a_termination_that_cannot_save_says_so)
{
    end_locked(SIGTERM);
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 128 + SIGTERM);
    cr_expect(pty_wait_bytes(tui.pty, "steno: possibly not saved: draft of enqueue 1", 1000));
}

Test(keeping, a_hang_up_that_cannot_save_ends_in_two_seconds)
{
    end_locked(SIGHUP);
    cr_expect_eq(pty_wait_exit(tui.pty, 2000), 128 + SIGHUP);
}

Test(keeping, a_draft_that_a_deleted_state_file_cannot_take_is_called_unsaved_and_the_end_says_so)
{
    open_field();
    char *path = home_path(tui.home, "state/steno/state.db");
    cr_assert_eq(unlink(path), 0);
    free(path);
    pty_type(tui.pty, "sl-SI\rq");
    cr_expect(pty_wait_text(tui.pty, "Not saved: draft of enqueue 1. ", TUI_LIMIT_MS));
    pty_type(tui.pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 1);
    cr_expect(pty_wait_bytes(tui.pty, "steno: not saved: draft of enqueue 1. ", 1000));
}

Test(keeping, a_hang_up_ends_in_two_seconds_where_the_terminal_takes_nothing_and_the_line_is_kept)
{
    KEEP_SKIP_WITHOUT_SIGNALS();
    open_field();
    pty_type(tui.pty, "sl-SI");
    cr_assert(pty_wait_text(tui.pty, "sl-SI", TUI_LIMIT_MS));
    cr_assert(keep_block(tui.pty, "\f"), "it never hung in a write");
    kill(pty_pid(tui.pty), SIGHUP);
    cr_expect(pty_wait_end_unread(tui.pty, KEEP_HANG_UP_MS), "it is still there after two seconds");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 128 + SIGHUP);
    expect_draft("sl-SI");
}

/* The line typed into a field, its rest, and an end that allows nothing. */
static void lose_nothing(int sig)
{
    tui_sandbox(&tui, "");
    home_let_faults(tui.home);
    open_field();
    pty_type(tui.pty, "sl-SI");
    cr_assert(pty_wait_text(tui.pty, "sl-SI", TUI_LIMIT_MS));
    cr_assert(keep_wait_stored(tui.home, "sl-SI"));
    kill(pty_pid(tui.pty), sig);
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 128 + sig);
    expect_draft("sl-SI");
}

Test(keeping, a_line_at_rest_survives_a_kill)
{
    lose_nothing(SIGKILL);
}

Test(keeping, a_line_at_rest_survives_a_fault)
{
    lose_nothing(SIGSEGV);
}

Test(keeping, a_line_at_rest_survives_an_abort)
{
    lose_nothing(SIGABRT);
}

Test(keeping, a_line_at_rest_costs_no_byte_and_then_no_wake_up)
{
    open_field();
    pty_type(tui.pty, "sl-SI");
    cr_assert(pty_wait_text(tui.pty, "sl-SI", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_mark(tui.pty);
    cr_assert(keep_wait_stored(tui.home, "sl-SI"));
    tui_settle(&tui);
    cr_expect_eq(pty_bytes_since_mark(tui.pty), 0);
    long before = process_wakeups(pty_pid(tui.pty));
    cr_expect(pty_stays_quiet(tui.pty, 2500));
    if (!getenv("TSAN_OPTIONS"))
        cr_expect_eq(process_wakeups(pty_pid(tui.pty)) - before, 0, "something goes on after it is kept");
}

Test(keeping, a_line_being_typed_survives_a_termination)
{
    open_field();
    pty_type(tui.pty, "sl-SI");
    cr_assert(pty_wait_text(tui.pty, "sl-SI", TUI_LIMIT_MS));
    kill(pty_pid(tui.pty), SIGTERM);
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 128 + SIGTERM);
    expect_draft("sl-SI");
}

Test(keeping, a_note_being_typed_survives_two_interrupts_and_is_offered_again)
{
    tui_sandbox(&tui, "");
    tui_start(&tui, "1", 24, 100);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    pty_type(tui.pty, ":note\rask for minutes");
    cr_assert(pty_wait_text(tui.pty, "Note: ask for minutes", TUI_LIMIT_MS));
    pty_key(tui.pty, "^C");
    pty_key(tui.pty, "^C");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 130);
    tui_start(&tui, "1", 24, 100);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    pty_type(tui.pty, ":note\r");
    cr_assert(pty_wait_text(tui.pty, "Up recalls", TUI_LIMIT_MS));
    pty_key(tui.pty, "Up");
    cr_expect(pty_wait_text(tui.pty, "Note: ask for minutes", TUI_LIMIT_MS));
}

Test(keeping, a_password_or_token_being_typed_is_nowhere)
{
    tui_sandbox(&tui, "");
    home_set(tui.home, "STENO_TOKEN", NULL);
    tui_start(&tui, "", 24, 100);
    cr_assert(pty_wait_text(tui.pty, "> Email", TUI_LIMIT_MS));
    pty_type(tui.pty, "who@example.org\thunter22secret\t\rt0k3nsecret");
    cr_assert(pty_wait_text(tui.pty, "> Token", TUI_LIMIT_MS));
    cr_assert(keep_wait_stored(tui.home, "who@example.org"), "the line beside them is not kept");
    kill(pty_pid(tui.pty), SIGTERM);
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 128 + SIGTERM);
    cr_expect_not(keep_is_stored(tui.home, "hunter22secret"));
    cr_expect_not(keep_is_stored(tui.home, "t0k3nsecret"));
}

Test(keeping, two_consoles_with_one_form_keep_each_others_fields)
{
    open_field();
    pty_type(tui.pty, "sl-SI\r");
    cr_assert(keep_wait_stored(tui.home, "sl-SI"));
    struct pty *other = pty_steno(tui.home, "1", 24, 100);
    cr_assert(pty_wait_text(other, "Council", TUI_LIMIT_MS));
    pty_key(other, "e");
    cr_assert(pty_wait_text(other, "Restored draft", TUI_LIMIT_MS));
    pty_type(other, "/TranscriptionProfile\r\r\x15only-there\r");
    cr_assert(keep_wait_stored(tui.home, "only-there"));
    cr_expect(pty_wait_text(tui.pty, "Another session changed TranscriptionProfile", TUI_LIMIT_MS));
    pty_type(tui.pty, "\r\x15hr-HR\r");
    cr_expect(pty_wait_text(other, "Another session changed Lang", TUI_LIMIT_MS));
    cr_expect(pty_wait_text(other, "sl-SI", TUI_LIMIT_MS), "a value was changed under the operator's hands");
    pty_type(other, "q");
    cr_expect(pty_wait_text(other, "Draft saved", TUI_LIMIT_MS));
    pty_type(other, "e");
    cr_expect(pty_wait_text(other, "hr-HR", TUI_LIMIT_MS), "the later value does not win");
    cr_expect(pty_wait_text(other, "only-there", TUI_LIMIT_MS));
    pty_free(other);
}
