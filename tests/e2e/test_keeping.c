/* Saving on the screen: "saved" is shown only after it is true, also while the state file is locked; and the
 * line being typed is kept at every end that the program can notice. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "e2e/state_look.h"
#include "e2e/tui_run.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "support/asserts.h"

#define HANG_UP_MS 2000 /* limit for the end after a hang-up */

static struct tui tui;
static struct sqlite3 *lock;

static void begin(void)
{
    tui = (struct tui){0};
    lock = NULL;
    tui_sandbox(&tui, "");
}

static void end(void)
{
    state_unlock(lock);
    tui_end(&tui);
}

TestSuite(keeping, .init = begin, .fini = end, .timeout = 120);

static void unlock_state(void)
{
    state_unlock(lock);
    lock = NULL;
}

static void await(const char *text)
{
    cr_assert(pty_wait_text(tui.pty, text, TUI_LIMIT_MS));
}

/* Opens the enqueue form of project 1, with its language in the editor. */
static void open_field(void)
{
    tui_start(&tui, "1", 24, 100);
    await("Council");
    tui_settle(&tui);
    pty_key(tui.pty, "e");
    await("> Lang");
    tui_settle(&tui);
    pty_key(tui.pty, "Enter");
    pty_key(tui.pty, "^U");
}

/* Expects that the next session restores the text in the form. */
static void expect_draft(const char *text)
{
    tui_start(&tui, "1", 24, 100);
    await("Council");
    pty_key(tui.pty, "e");
    await("Restored the draft");
    await(text);
}

/* Leaves the form: a message says what cannot be saved, the form stays open, and keys work. */
static void expect_not_saved(void)
{
    size_t len;
    pty_type(tui.pty, "q");
    await("Not saved: draft of enqueue 1. ");
    const char *written = pty_transcript(tui.pty, &len);
    cr_expect_null(memmem(written, len, "Draft saved", strlen("Draft saved")));
    tui_settle(&tui);
    pty_key(tui.pty, "v");
    cr_expect(pty_wait_text(tui.pty, "steno enqueue 1", TUI_LIMIT_MS), "a key is not answered");
    pty_key(tui.pty, "q");
    tui_settle(&tui);
}

Test(keeping, a_draft_that_a_locked_state_file_cannot_take_keeps_its_form_until_it_can_or_is_given_up)
{
    open_field();
    lock = state_lock(tui.home);
    pty_type(tui.pty, "sl-SI\r");
    expect_not_saved();
    unlock_state();
    pty_key(tui.pty, "q");
    await("Draft saved");
    pty_type(tui.pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 0);
    expect_draft("sl-SI");
    lock = state_lock(tui.home);
    pty_type(tui.pty, "\r");
    pty_key(tui.pty, "^U");
    pty_type(tui.pty, "de-AT\r");
    expect_not_saved();
    pty_key(tui.pty, "q");
    await("- 1   None");
    pty_type(tui.pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 1, "what was not saved is not in the exit code");
    cr_expect(pty_wait_bytes(tui.pty, "steno: not saved: ", 1000));
    cr_expect_not(pty_on_alternate_screen(tui.pty), "the sentence went with the screen");
}

Test(keeping, a_signal_beside_a_locked_state_file_says_what_is_not_saved_and_a_hang_up_ends_in_two_seconds)
{
    static const int signals[] = {SIGTERM, SIGHUP};
    for (int i = 0; i < 2; i++) {
        open_field();
        lock = state_lock(tui.home);
        pty_type(tui.pty, "sl-SI\r");
        await("1 set");
        kill(pty_pid(tui.pty), signals[i]);
        cr_expect_eq(pty_wait_exit(tui.pty, signals[i] == SIGHUP ? HANG_UP_MS : TUI_LIMIT_MS),
                     128 + signals[i]);
        if (signals[i] == SIGTERM)
            cr_expect(pty_wait_bytes(tui.pty, "steno: not saved: draft of enqueue 1. ", 1000));
        unlock_state();
    }
}

/* True if the program is inside write(1, ...). */
static bool hangs(void)
{
    char path[64], line[64] = "";
    snprintf(path, sizeof path, "/proc/%d/syscall", (int)pty_pid(tui.pty));
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    return read && strncmp(line, "1 0x1 ", 6) == 0;
}

/* Makes the program write without reading its output, until it hangs in a write. It must hang at two looks,
 * so that a short write does not count. */
static bool block_terminal(void)
{
    int seen = 0;
    for (int64_t end_ms = clock_mono_ms() + TUI_LIMIT_MS; seen < 2 && clock_mono_ms() < end_ms;) {
        seen = hangs() ? seen + 1 : 0;
        if (!seen)
            pty_type(tui.pty, "\f");
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    return seen == 2;
}

Test(keeping, a_hang_up_ends_in_two_seconds_where_the_terminal_takes_nothing_and_the_line_is_kept)
{
    /* The thread sanitizer delays a signal handler until the write returns. */
    if (getenv("TSAN_OPTIONS"))
        cr_skip_test("a handler cannot run under the thread sanitizer while a write hangs");
    open_field();
    pty_type(tui.pty, "sl-SI");
    await("sl-SI");
    cr_assert(block_terminal(), "it never hung in a write");
    kill(pty_pid(tui.pty), SIGHUP);
    cr_expect(pty_wait_end_unread(tui.pty, HANG_UP_MS), "it is still there after two seconds");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 128 + SIGHUP);
    expect_draft("sl-SI");
}

Test(keeping, a_note_being_typed_survives_two_interrupts_and_is_offered_again)
{
    tui_start(&tui, "1", 24, 100);
    await("Council");
    pty_type(tui.pty, ":note\rask for minutes");
    await("Note: ask for minutes");
    pty_key(tui.pty, "^C");
    pty_key(tui.pty, "^C");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 130);
    tui_start(&tui, "1", 24, 100);
    await("Council");
    pty_type(tui.pty, ":note\r");
    await("Note: ask for minutes");
}

/* The number of drafts with a text. */
static int64_t drafts_with(const char *text)
{
    char *sql = mem_printf("SELECT count(*) FROM drafts WHERE instr(value, '%s') > 0", text);
    int64_t count = state_number(tui.home, "state", sql);
    free(sql);
    return count;
}

Test(keeping, a_password_or_token_being_typed_is_nowhere)
{
    home_set(tui.home, "STENO_TOKEN", NULL);
    tui_start(&tui, "", 24, 100);
    await("> Email");
    pty_type(tui.pty, "who@example.org\thunter22secret\t\rt0k3nsecret");
    await("> Token");
    kill(pty_pid(tui.pty), SIGTERM);
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 128 + SIGTERM);
    cr_assert_eq(drafts_with("who@example.org"), 1, "the line beside them is not kept");
    cr_expect_eq(drafts_with("hunter22secret"), 0);
    cr_expect_eq(drafts_with("t0k3nsecret"), 0);
}
