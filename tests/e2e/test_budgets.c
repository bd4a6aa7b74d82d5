/* Limits of bytes and wake-ups, at 80x24 on xterm-256color unless stated. */
/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "control.h"
#include "steno/base/when.h"
#include "support/asserts.h"
#include "support/budget.h"
#include "tui_run.h"

static struct tui tui;

static void end(void)
{
    tui_end(&tui);
}

TestSuite(budget, .fini = end, .timeout = 120);

/* Waits until every visible row was read. */
static void await_rows(void)
{
    tui_leave(&tui, "", "not read yet");
    tui_leave(&tui, "", "reading …");
    tui_settle(&tui);
}

/* Starts steno with this number of projects, without details that follow, and reads all: the header counts
 * hidden projects too, so a later read would change a number there and add bytes to a key. */
static void budget_start(int projects, int rows, int cols)
{
    char sandbox[32], ids[32];
    snprintf(sandbox, sizeof sandbox, "--projects %d", projects);
    snprintf(ids, sizeof ids, "1-%d", projects);
    tui_sandbox(&tui, projects > 12 ? sandbox : "");
    home_write(tui.home, "config/steno/config", "follow = off\nFileFormatId = srt\nrate_cap = 0\n");
    tui_start(&tui, ids, rows, cols);
    tui_go(&tui, "", "+Completed");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", projects));
    await_rows();
}

/* Presses the keys, waits for the text, then for silence. */
static void go(const char *keys, const char *text)
{
    tui_go(&tui, keys, text);
    tui_settle(&tui);
}

/* The bytes since the mark or the start, until the text is shown and nothing more comes. */
static size_t bytes_until(const char *text)
{
    go("", text);
    return pty_bytes_since_mark(tui.pty);
}

static size_t start_bytes(int rows, int cols, const char *text)
{
    tui_start(&tui, "", rows, cols);
    pty_mark(tui.pty);
    return bytes_until(text);
}

/* Expects the cheapest of three presses within the limit, as a timed read may come in between. */
static void expect_least(const char *key)
{
    size_t least = SIZE_MAX;
    for (int i = 0; i < 3; i++) {
        size_t bytes = tui_key_bytes(&tui, key);
        cr_expect_gt(bytes, 0);
        least = bytes < least ? bytes : least;
    }
    expect_bytes(least, BUDGET_MOVE, key);
}

Test(budget, a_move_costs_no_more_on_a_line_than_without_one)
{
    budget_start(12, 24, 80);
    expect_least("j");
    expect_least("k");
    go("A", "API path");
    expect_least("j");
    expect_least("k");
}

Test(budget, a_held_key_is_drawn_once_for_all_that_waits)
{
    budget_start(66, 24, 80);
    pty_mark(tui.pty);
    pty_type(tui.pty, "jjjjjjjjjj"); /* one write, so that all keys arrive together */
    expect_bytes(bytes_until("> 11"), 48, "a held key");
}

Test(budget, what_is_sent_from_a_question_takes_at_most_900_bytes_until_all_is_back)
{
    tui_open(&tui, "--transcribe-seconds 600", "1-12", "+Completed");
    await_rows();
    go("#4\r #6\r #8\r e", "Enqueue 3 marked projects");
    go("X", "y Enqueue");
    pty_mark(tui.pty);
    pty_type(tui.pty, "y");
    expect_bytes(bytes_until("Enqueued 3"), 900, "an act");
    cr_expect_str_has(pty_text(tui.pty), " State  ", "the details are not back");
}

/* --- starts --- */

Test(budget, a_start_takes_at_most_2000_bytes_and_on_a_line_of_2400_baud_115_percent_of_them)
{
    size_t bytes[2];
    tui_open(&tui, "", "1-12", "+Completed");
    tui_settle(&tui);
    tui_quit(&tui, "q", 5000);
    tui_start(&tui, "", 24, 80); /* as on most days, all projects are already known */
    pty_mark(tui.pty);
    tui_go(&tui, "", "Anniversary");
    expect_bytes(pty_bytes_since_mark(tui.pty), 2000, "the first screen");
    home_write(tui.home, "config/steno/config", "follow = off\n");
    for (int i = 0; i < 2; i++) {
        tui_start(&tui, "", 24, 80);
        pty_slow_down(tui.pty, i ? 240 : 0);
        pty_mark(tui.pty);
        tui_go(&tui, "", "Anniversary");
        tui_go(&tui, "", "q Quit");
        bytes[i] = bytes_until("600 min");
        pty_slow_down(tui.pty, 0);
        tui_quit(&tui, "q", TUI_LIMIT_MS);
    }
    expect_bytes(bytes[1], bytes[0] * 115 / 100, "a start on a slow line");
}

Test(budget, a_start_with_2000_projects_paints_the_rows_of_the_screen_once)
{
    budget_start(2000, 24, 80);
    tui_quit(&tui, "q", 5000);
    expect_bytes(start_bytes(24, 80, "1-12/2000"), 2000, "a start");
    cr_expect_str_has(pty_text(tui.pty), "2000 projects", "they are not counted");
}

/* --- without a key --- */

/* The bytes of a change of state. The credit is read again, but is not shown. 0: a new minute began
 * meanwhile, and its number was drawn too. */
static size_t change_bytes(void)
{
    tui = (struct tui){.home = home_create()};
    home_set(tui.home, "TZ", "Asia/Kathmandu"); /* a long zone must not add bytes */
    tui_open(&tui, "--transcribe-seconds 4 --fault current-user:missing=CreditMinutes", "1 3", "Council");
    tui_go(&tui, "e", "> Lang"); /* X works only after the form was shown */
    int64_t minute = clock_wall_ms() / 60000;
    tui_go(&tui, "X", "*InProgress");
    go("", "InProgress since ");
    pty_mark(tui.pty);
    size_t bytes = bytes_until("+Completed");
    return minute == clock_wall_ms() / 60000 ? bytes : 0;
}

Test(budget, a_change_of_state_takes_at_most_140_bytes)
{
    size_t bytes = change_bytes();
    if (bytes == 0) {
        tui_end(&tui);
        bytes = change_bytes();
    }
    cr_expect_gt(bytes, 20);
    expect_bytes(bytes, 140, "a change");
}

static bool has_bytes(struct pty *pty, void *context)
{
    (void)context;
    return pty_bytes_since_mark(pty) > 0;
}

Test(budget, a_refresh_takes_its_bytes_for_its_words_its_numbers_and_its_outcome)
{
    tui_open(&tui, "", "2", "+Completed");
    tui_settle(&tui);
    tui_key_bytes(&tui, "R"); /* the message of the key itself */
    expect_bytes(tui_key_bytes(&tui, "R"), 240, "that it runs, and what it brought: 120 each");
    control_fault(&tui.sandbox, "get-project:delay=700");
    tui_start(&tui, "1-12", 24, 80);
    tui_go(&tui, "", "Canceled");
    await_rows();
    pty_mark(tui.pty);
    pty_type(tui.pty, "R");
    expect_bytes(bytes_until(" of 12"), 120, "its words");
    pty_mark(tui.pty);
    cr_assert(pty_wait(tui.pty, has_bytes, NULL, TUI_LIMIT_MS));
    tui_settle(&tui);
    expect_bytes(pty_bytes_since_mark(tui.pty), 40, "its numbers");
}

/* Waits until the start is over: on a busy machine the store may still write after everything is drawn,
 * batches are listed again a second later, and the account is read. Returns the number of wake-ups so far. */
static long await_rest(void)
{
    long now = process_wakeups(pty_pid(tui.pty));
    int64_t until_ms = clock_mono_ms() + 60000; /* no count: a start may come in many small pieces */
    for (int quiet = 0; quiet < 2 && clock_mono_ms() < until_ms;) {
        long before = now;
        bool is_quiet = pty_stays_quiet(tui.pty, 2500);
        now = process_wakeups(pty_pid(tui.pty));
        quiet = is_quiet && now == before ? quiet + 1 : 0;
    }
    return now;
}

Test(budget, without_due_work_there_is_no_byte_and_no_wake_up)
{
    tui_open(&tui, "", "2", "+Completed");
    long before = await_rest();
    pty_mark(tui.pty);
    cr_expect(pty_stays_quiet(tui.pty, 10000));
    if (!getenv("TSAN_OPTIONS")) /* a thread of the thread sanitizer wakes up */
        cr_expect_eq(process_wakeups(pty_pid(tui.pty)) - before, 0);
    size_t len, bytes = pty_bytes_since_mark(tui.pty);
    const char *sent = pty_transcript(tui.pty, &len);
    cr_expect_eq(bytes, 0, "“%.*s” came", (int)bytes, sent + len - bytes);
}
