/* What is kept, on the screen: said when it is so and not before, also where the state file is locked or
 * there is none; the line being typed, at every end that can be heard of; two consoles with one note. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "e2e/keep_help.h"
#include "e2e/tui_run.h"
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

/* What cannot be saved is said within a second, the form stays, and keys are answered. */
static void expect_not_saved(void)
{
    size_t len;
    cr_expect(pty_wait_text(tui.pty, "Not saved: draft of enqueue 1. ", TUI_LIMIT_MS));
    const char *written = pty_transcript(tui.pty, &len);
    cr_expect_null(memmem(written, len, "Draft saved", strlen("Draft saved")));
    tui_settle(&tui);
    pty_key(tui.pty, "v");
    cr_expect(pty_wait_text(tui.pty, "steno enqueue 1", TUI_LIMIT_MS), "a key is not answered");
    pty_key(tui.pty, "q");
    tui_settle(&tui);
}

Test(keeping, a_draft_that_a_locked_state_file_cannot_take_keeps_its_form_until_it_can)
{
    open_field();
    keep_lock(tui.home);
    pty_type(tui.pty, "sl-SI\rq");
    expect_not_saved();
    keep_unlock();
    pty_key(tui.pty, "q");
    cr_expect(pty_wait_text(tui.pty, "Draft saved", TUI_LIMIT_MS));
    pty_type(tui.pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 0);
    expect_draft("sl-SI");
}

Test(keeping, a_draft_that_a_full_disk_cannot_take_keeps_its_form_until_it_can)
{
    struct rlimit before, full;
    signal(SIGXFSZ, SIG_IGN); /* as on a disk that is full: the write fails, and no signal comes */
    open_field();
    cr_assert_eq(prlimit(pty_pid(tui.pty), RLIMIT_FSIZE, NULL, &before), 0);
    full = (struct rlimit){1024, before.rlim_max};
    cr_assert_eq(prlimit(pty_pid(tui.pty), RLIMIT_FSIZE, &full, NULL), 0);
    pty_type(tui.pty, "sl-SI\rq");
    expect_not_saved();
    cr_assert_eq(prlimit(pty_pid(tui.pty), RLIMIT_FSIZE, &before, NULL), 0);
    pty_key(tui.pty, "q");
    cr_expect(pty_wait_text(tui.pty, "Draft saved", TUI_LIMIT_MS));
    pty_type(tui.pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 0);
    expect_draft("sl-SI");
}

Test(keeping, a_state_file_that_may_only_be_read_keeps_the_console_from_starting)
{
    open_field();
    pty_key(tui.pty, "Esc");
    tui_settle(&tui); /* an Esc that a q follows at once is another key */
    pty_type(tui.pty, "q:quit\r");
    cr_assert_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 0);
    char *path = home_path(tui.home, "state/steno/state.db");
    cr_assert_eq(chmod(path, 0400), 0);
    free(path);
    tui_start(&tui, "1", 24, 100);
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 1);
    cr_expect(pty_wait_bytes(tui.pty, "cannot be written", TUI_LIMIT_MS));
}

Test(keeping, a_draft_that_is_given_up_and_the_end_say_so)
{
    open_field();
    keep_lock(tui.home);
    pty_type(tui.pty, "sl-SI\rq");
    expect_not_saved();
    pty_key(tui.pty, "q");
    cr_expect(pty_wait_text(tui.pty, "- 1   None", TUI_LIMIT_MS));
    pty_type(tui.pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 1, "what was not saved is not in the exit code");
    cr_expect(pty_wait_bytes(tui.pty, "steno: not saved: ", 1000));
    cr_expect_not(pty_on_alternate_screen(tui.pty), "the sentence went with the screen");
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
    cr_expect(pty_wait_bytes(tui.pty, "steno: not saved: draft of enqueue 1. ", 1000));
}

Test(keeping, a_hang_up_that_cannot_save_ends_in_two_seconds)
{
    end_locked(SIGHUP);
    cr_expect_eq(pty_wait_exit(tui.pty, 2000), 128 + SIGHUP);
}

Test(keeping, a_draft_that_a_deleted_state_file_cannot_take_is_called_unsaved)
{
    open_field();
    char *path = home_path(tui.home, "state/steno/state.db");
    cr_assert_eq(unlink(path), 0);
    free(path);
    pty_type(tui.pty, "sl-SI\rq");
    expect_not_saved();
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
    kill(pty_pid(tui.pty), SIGTERM);
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 128 + SIGTERM);
    cr_assert(keep_is_stored(tui.home, "who@example.org"), "the line beside them is not kept");
    cr_expect_not(keep_is_stored(tui.home, "hunter22secret"));
    cr_expect_not(keep_is_stored(tui.home, "t0k3nsecret"));
}

Test(keeping, a_note_that_another_program_changed_meanwhile_is_asked_about)
{
    tui_sandbox(&tui, "");
    tui_start(&tui, "1", 24, 100);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    pty_type(tui.pty, ":note\rmine");
    cr_assert(pty_wait_text(tui.pty, "Note: mine", TUI_LIMIT_MS));
    struct pty *other = pty_steno(tui.home, "1", 24, 100);
    cr_assert(pty_wait_text(other, "Council", TUI_LIMIT_MS));
    pty_type(other, ":note\r");
    cr_assert(pty_wait_text(other, "Note:", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_type(other, "theirs\r");
    cr_assert(pty_wait_text(other, "Note       theirs", TUI_LIMIT_MS));
    pty_key(tui.pty, "Enter");
    cr_assert(pty_wait_text(tui.pty, "Changed meanwhile to “theirs”: y replaces it", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_key(tui.pty, "y");
    cr_expect(pty_wait_text(tui.pty, "mine", TUI_LIMIT_MS));
    pty_key(other, "j"); /* it looks with the next key */
    cr_expect(pty_wait_text(other, "mine", TUI_LIMIT_MS));
    pty_free(other);
}
