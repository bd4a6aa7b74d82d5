/* What is kept, in the dialogue by lines: the same as on the screen. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/keep_help.h"
#include "e2e/plain_run.h"
#include "support/asserts.h"

static struct bench bench;
static struct pty *pty;

static void begin(void)
{
    plain_start(&bench, "");
}

static void end(void)
{
    keep_unlock();
    pty_free(pty);
    bench_stop(&bench);
}

TestSuite(plain_keeping, .init = begin, .fini = end, .timeout = 120);

/* The dialogue in a terminal, asking for the language of an enqueue. */
static void open_field(void)
{
    pty = plain_terminal(&bench, "1");
    cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
    plain_type(pty, "enqueue", "(Lang, ");
}

/* Types into the line and waits for its echo. */
static void type_line(const char *text)
{
    pty_mark(pty);
    pty_type(pty, text);
    cr_assert(pty_wait_bytes(pty, text, PLAIN_LIMIT_MS));
}

/* The next dialogue has the text in the field. */
static void expect_draft(const char *text)
{
    char *written = plain_script(&bench, "1", "enqueue\n.\nn\nquit\n");
    plain_expect(written, text);
    free(written);
}

Test(plain_keeping, a_draft_is_not_called_kept_while_the_state_file_is_locked)
{
    open_field();
    keep_lock(bench.home);
    plain_type(pty, "sl-SI", "Send? y/N ");
    plain_type(pty, "..", "Error: Not saved: draft of enqueue 1. Another session");
    size_t len;
    const char *written = pty_transcript(pty, &len);
    cr_expect_null(memmem(written, len, "Draft saved", strlen("Draft saved")));
    plain_type(pty, "quit", "\r\n");
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 1);
    cr_expect(pty_wait_bytes(pty, "steno: not saved: draft of enqueue 1. Another session", 1000));
}

Test(plain_keeping, the_end_waits_for_the_state_file_with_a_word_and_then_saves)
{
    open_field();
    keep_lock(bench.home);
    plain_type(pty, "sl-SI", "Send? y/N ");
    plain_type(pty, "..", "steno> ");
    plain_type(pty, "quit", "Still saving: draft of enqueue 1. ^C gives up");
    keep_unlock();
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 0);
    expect_draft("Lang = sl-SI\n");
}

Test(plain_keeping, the_end_need_not_be_waited_for)
{
    open_field();
    keep_lock(bench.home);
    plain_type(pty, "sl-SI", "Send? y/N ");
    plain_type(pty, "..", "steno> ");
    plain_type(pty, "quit", "^C gives up");
    pty_key(pty, "^C");
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 1);
    cr_expect(pty_wait_bytes(pty, "steno: possibly not saved: draft of enqueue 1", 1000));
}

Test(plain_keeping, without_a_state_file_a_draft_is_kept_for_the_session_only_and_the_end_says_so)
{
    home_set(bench.home, "XDG_STATE_HOME", "/proc/none");
    struct process_result result;
    bench_steno(&bench, "--plain 1", "enqueue\nsl-SI\n..\nquit\n", 1, &result);
    plain_expect(buffer_text(&result.out), "Draft saved for this session only: ");
    plain_expect(buffer_text(&result.err), "steno: not saved: draft of enqueue 1. ");
    process_result_free(&result);
}

Test(plain_keeping, a_hang_up_ends_in_two_seconds_where_the_terminal_takes_nothing_and_the_draft_is_kept)
{
    KEEP_SKIP_WITHOUT_SIGNALS();
    open_field();
    plain_type(pty, "sl-SI", "Send? y/N ");
    cr_assert(keep_block(pty, "?\r"), "it never hung in a write");
    kill(pty_pid(pty), SIGHUP);
    cr_expect(pty_wait_end_unread(pty, KEEP_HANG_UP_MS), "it is still there after two seconds");
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 128 + SIGHUP);
    expect_draft("Lang = sl-SI\n");
}

/* A line typed into a field and not entered, and an end by a signal. */
static void lose_nothing(int sig, bool rests)
{
    home_let_faults(bench.home);
    open_field();
    type_line("sl-SI");
    cr_assert(!rests || keep_wait_stored(bench.home, "sl-SI"));
    kill(pty_pid(pty), sig);
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 128 + sig);
    expect_draft("Lang = sl-SI\n");
}

Test(plain_keeping, a_line_at_rest_survives_a_kill)
{
    lose_nothing(SIGKILL, true);
}

Test(plain_keeping, a_line_at_rest_survives_a_fault)
{
    lose_nothing(SIGSEGV, true);
}

Test(plain_keeping, a_line_being_typed_survives_a_termination)
{
    lose_nothing(SIGTERM, false);
}

Test(plain_keeping, a_line_being_typed_survives_a_hang_up)
{
    lose_nothing(SIGHUP, false);
}

Test(plain_keeping, a_line_being_typed_survives_interrupts_that_end_it)
{
    open_field();
    type_line("sl-SI");
    static const char *const awaited[] = {"(Lang, ", "steno> ", "\r\n"};
    for (int i = 0; i < 3; i++) {
        pty_mark(pty);
        pty_key(pty, "^C");
        cr_assert(pty_wait_bytes(pty, awaited[i], PLAIN_LIMIT_MS));
    }
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 130);
    expect_draft("Lang = sl-SI\n");
}

Test(plain_keeping, a_line_at_rest_costs_no_byte_and_then_no_wake_up)
{
    open_field();
    type_line("sl-SI");
    pty_mark(pty);
    cr_assert(keep_wait_stored(bench.home, "sl-SI"));
    cr_expect(pty_stays_quiet(pty, 300));
    cr_expect_eq(pty_bytes_since_mark(pty), 0);
    long before = process_wakeups(pty_pid(pty));
    cr_expect(pty_stays_quiet(pty, 2500));
    if (!getenv("TSAN_OPTIONS"))
        cr_expect_eq(process_wakeups(pty_pid(pty)) - before, 0, "something goes on after it is kept");
}

Test(plain_keeping, a_line_that_is_entered_or_erased_is_kept_no_longer)
{
    open_field();
    type_line("sl-SI");
    cr_assert(keep_wait_stored(bench.home, "sl-SI"));
    pty_key(pty, "^U");
    plain_type(pty, "hr-HR", "Send? y/N ");
    cr_assert(keep_wait_stored(bench.home, "hr-HR"));
    cr_expect_not(keep_is_stored(bench.home, "sl-SI"));
}

Test(plain_keeping, a_command_being_typed_is_shown_at_the_next_start)
{
    pty = plain_terminal(&bench, "1");
    cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
    type_line("note ask for");
    kill(pty_pid(pty), SIGTERM);
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 128 + SIGTERM);
    char *written = plain_script(&bench, "1", "quit\n");
    plain_expect(written, "): note ask for\n");
    free(written);
}

Test(plain_keeping, a_password_being_typed_is_nowhere)
{
    home_set(bench.home, "STENO_TOKEN", NULL);
    pty = plain_terminal(&bench, "");
    cr_assert(pty_wait_bytes(pty, "Email", PLAIN_LIMIT_MS));
    plain_type(pty, "who@example.org", "Password (");
    pty_type(pty, "hunter22secret");
    cr_assert(keep_wait_stored(bench.home, "who@example.org"));
    kill(pty_pid(pty), SIGTERM);
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 128 + SIGTERM);
    cr_expect_not(keep_is_stored(bench.home, "hunter22secret"));
}

Test(plain_keeping, another_sessions_change_of_the_form_is_said_between_the_lines)
{
    open_field();
    plain_type(pty, "sl-SI", "Send? y/N ");
    cr_assert(keep_wait_stored(bench.home, "sl-SI"));
    free(plain_script(&bench, "1", "enqueue\nhr-HR\n..\nquit\n"));
    cr_expect(pty_wait_bytes(pty, "Another session changed Lang", PLAIN_LIMIT_MS));
    plain_type(pty, "more", "(TranscriptionProfile)");
    plain_type(pty, "only-here", " (");
    plain_type(pty, "..", "Draft saved");
    expect_draft("Lang = hr-HR\n  TranscriptionProfile = only-here\n");
}
