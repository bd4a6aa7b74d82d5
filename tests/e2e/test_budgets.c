/* Counted bytes and wake-ups at 80x24 on xterm-256color. */
/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "control.h"
#include "support/asserts.h"
#include "support/budget.h"
#include "tui_run.h"

Test(budget, the_first_screen_takes_at_most_2000_bytes)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "");
    tui_start(&tui, "1-12", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_type(tui.pty, "q");
    cr_assert_eq(pty_wait_exit(tui.pty, 5000), 0);
    tui_start(&tui, "", 24, 80); /* as most days begin: all is known already */
    pty_mark(tui.pty);
    cr_assert(pty_wait_text(tui.pty, "Anniversary", TUI_LIMIT_MS));
    size_t bytes = pty_bytes_since_mark(tui.pty);
    BUDGET("bytes", bytes, 2000);
    tui_end(&tui);
}

/* Waits until every row that is on the screen was read. */
static void budget_await_rows(struct tui *tui)
{
    cr_assert(pty_wait_no_text(tui->pty, "not read yet", TUI_LIMIT_MS));
    cr_assert(pty_wait_no_text(tui->pty, "reading …", TUI_LIMIT_MS));
    tui_settle(tui);
}

/* steno on so many projects, all read: the header counts those that are not on the screen, too, and each that
 * is read later moves a number there, which no key has asked for. */
static void budget_start_with(struct tui *tui, const char *config, int projects, int rows, int cols)
{
    char sandbox[32], ids[32];
    snprintf(sandbox, sizeof sandbox, "--projects %d", projects);
    snprintf(ids, sizeof ids, "1-%d", projects);
    if (!tui->home)
        tui->home = home_create();
    tui_sandbox(tui, projects > 12 ? sandbox : "");
    home_write(tui->home, "config/steno/config", config);
    tui_start(tui, ids, rows, cols);
    cr_assert(pty_wait_text(tui->pty, "+Completed", TUI_LIMIT_MS));
    cr_assert(control_wait_requests(&tui->sandbox, "get-project", projects));
    budget_await_rows(tui);
}

/* budget_start_with() whose details do not follow. */
static void budget_start(struct tui *tui, int projects, int rows, int cols)
{
    budget_start_with(tui, "follow = off\n", projects, rows, cols);
}

/* The least of some presses of a key: a reading by the timer may come in between. Each must show something.
 */
static size_t budget_least(struct tui *tui, const char *key, int presses)
{
    size_t least = SIZE_MAX;
    for (int i = 0; i < presses; i++) {
        size_t bytes = tui_key_bytes(tui, key);
        cr_expect_gt(bytes, 0);
        least = bytes < least ? bytes : least;
    }
    return least;
}

Test(budget, a_move_of_the_selection_is_within_its_budget_in_either_direction)
{
    struct tui tui = {0};
    budget_start(&tui, 12, 24, 80);
    size_t down = budget_least(&tui, "j", 5), up = budget_least(&tui, "k", 4);
    BUDGET("down", down, BUDGET_MOVE);
    BUDGET("up", up, BUDGET_MOVE);
    tui_end(&tui);
}

Test(budget, the_question_about_many_takes_at_most_600_bytes)
{
    struct tui tui = {0};
    budget_start(&tui, 12, 24, 80);
    pty_type(tui.pty, "Me");
    cr_assert(pty_wait_text(tui.pty, "Enqueue 12 marked projects", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t bytes = tui_key_bytes(&tui, "X");
    cr_expect_str_has(pty_text(tui.pty), "Not sent: ");
    BUDGET("bytes", bytes, 600);
    tui_end(&tui);
}

Test(budget, a_mark_with_its_minutes_takes_at_most_50_bytes)
{
    struct tui tui = {0};
    budget_start(&tui, 12, 24, 80);
    pty_type(tui.pty, "j ");
    cr_assert(pty_wait_text(tui.pty, "1 marked  ", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t bytes = budget_least(&tui, " ", 4);
    cr_expect(pty_wait_text(tui.pty, "5 marked  ", TUI_LIMIT_MS));
    BUDGET("bytes", bytes, 50);
    tui_end(&tui);
}

Test(budget, a_move_within_a_pane_is_within_its_budget_in_either_direction)
{
    struct tui tui = {0};
    budget_start(&tui, 12, 24, 80);
    pty_type(tui.pty, "A");
    cr_assert(pty_wait_text(tui.pty, "API path", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t down = budget_least(&tui, "j", 4), up = budget_least(&tui, "k", 3);
    BUDGET("down", down, BUDGET_MOVE);
    BUDGET("up", up, BUDGET_MOVE);
    tui_end(&tui);
}

Test(budget, a_step_past_the_edge_takes_at_most_150_bytes_where_the_list_has_its_rows_for_itself)
{
    struct tui tui = {0};
    budget_start(&tui, 66, 24, 80);
    pty_type(tui.pty, "#12\r");
    cr_assert(pty_wait_text(tui.pty, "> 12", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t down = budget_least(&tui, "j", 4);
    cr_expect(pty_wait_text(tui.pty, "5-16/66", TUI_LIMIT_MS), "it did not scroll by one row a step");
    BUDGET("down", down, 150);
    pty_type(tui.pty, "#5\r");
    cr_assert(pty_wait_text(tui.pty, "> 5", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t up = budget_least(&tui, "k", 3);
    cr_expect(pty_wait_text(tui.pty, "2-13/66", TUI_LIMIT_MS));
    BUDGET("up", up, 150);
    tui_end(&tui);
}

Test(budget, a_step_past_the_edge_takes_at_most_150_bytes_on_a_wide_screen_too)
{
    struct tui tui = {0};
    budget_start_with(&tui, "follow = off\n", 66, 43, 132);
    pty_type(tui.pty, "#29\r");
    cr_assert(pty_wait_text(tui.pty, "> 29", TUI_LIMIT_MS));
    budget_await_rows(&tui);
    size_t down = budget_least(&tui, "j", 4);
    cr_expect(pty_wait_text(tui.pty, "5-33/66", TUI_LIMIT_MS), "it did not scroll by one row a step");
    BUDGET("down", down, 150);
    tui_end(&tui);
}

Test(budget, a_move_at_132_columns_takes_at_most_100_bytes_and_a_start_4200)
{
    struct tui tui = {0};
    budget_start(&tui, 66, 43, 132);
    size_t down = budget_least(&tui, "j", 5), up = budget_least(&tui, "k", 4);
    BUDGET("down", down, 100);
    BUDGET("up", up, 100);
    pty_type(tui.pty, "q");
    cr_assert_eq(pty_wait_exit(tui.pty, 5000), 0);
    tui_start(&tui, "", 43, 132);
    pty_mark(tui.pty);
    cr_assert(pty_wait_text(tui.pty, "1-29/66", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t bytes = pty_bytes_since_mark(tui.pty);
    BUDGET("start", bytes, 4200);
    tui_end(&tui);
}

/* Presses a key that opens or leaves something below the list, and sees that it has come. */
static void budget_press(struct tui *tui, const char *key, const char *text, size_t most)
{
    size_t bytes = tui_key_bytes(tui, key);
    cr_expect_str_has(pty_text(tui->pty), text, "no “%s” after %s", text, key);
    BUDGET(key, bytes, most);
}

Test(budget, what_opens_below_the_list_and_the_way_back_take_their_bytes)
{
    static const char list[] = "> 1 ";
    struct tui tui = {0};
    budget_start(&tui, 66, 24, 80);
    budget_press(&tui, "Tab", ">State", 170);
    budget_press(&tui, "Shift-Tab", list, 170);
    budget_press(&tui, "e", "Enqueue 1  Council", BUDGET_FORM);
    budget_press(&tui, "q", list, BUDGET_BACK);
    budget_press(&tui, "x", "Export 1  Council", BUDGET_FORM);
    budget_press(&tui, "q", list, BUDGET_BACK);
    budget_press(&tui, "s", "the same letter again reverses", 300);
    budget_press(&tui, "Esc", list, 300);
    budget_press(&tui, "A", "API path", BUDGET_PANE);
    budget_press(&tui, "q", list, BUDGET_BACK);
    budget_press(&tui, "i", ">State", 500); /* the details, which were not shown again */
    budget_press(&tui, "t", "Tags of 1", BUDGET_FOLLOW);
    budget_press(&tui, "d", "any other key keeps it", BUDGET_QUESTION);
    budget_press(&tui, "n", "Tags of 1", BUDGET_BACK);
    tui_end(&tui);
}

Test(budget, the_question_before_files_are_replaced_takes_at_most_600_bytes)
{
    struct tui tui = {0};
    budget_start_with(&tui, "follow = off\nFileFormatId = srt\n", 12, 24, 80);
    home_write(tui.home, "2-Interview_dam_keeper.srt", "not from here");
    pty_type(tui.pty, "Mx");
    cr_assert(pty_wait_text(tui.pty, "Export 12 marked projects", TUI_LIMIT_MS));
    tui_settle(&tui);
    budget_press(&tui, "X", "! Not written by steno: 2", BUDGET_QUESTION);
    tui_end(&tui);
}

Test(budget, what_is_sent_from_a_question_takes_at_most_900_bytes_until_all_is_back)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "--transcribe-seconds 600");
    tui_start(&tui, "1-12", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    budget_await_rows(&tui);
    pty_type(tui.pty, "#4\r #6\r #8\r e");
    cr_assert(pty_wait_text(tui.pty, "Enqueue 3 marked projects", TUI_LIMIT_MS));
    tui_settle(&tui);
    budget_press(&tui, "X", "y Enqueue", BUDGET_QUESTION);
    pty_mark(tui.pty);
    pty_type(tui.pty, "y");
    cr_assert(pty_wait_text(tui.pty, "Enqueued 3", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t bytes = pty_bytes_since_mark(tui.pty);
    cr_expect_str_has(pty_text(tui.pty), " State  ", "the details are not back");
    BUDGET("y", bytes, 900);
    tui_end(&tui);
}

/* Where there is one place the list is drawn again. */
Test(budget, what_opens_over_a_small_list_and_the_way_back_take_their_bytes)
{
    struct tui tui = {0};
    budget_start(&tui, 66, 10, 40);
    budget_press(&tui, "e", "Enqueue 1", 450);
    budget_press(&tui, "q", "> 1 ", 550); /* seven rows, most of them with a colour */
    budget_press(&tui, "D", "any other key", 450);
    budget_press(&tui, "n", "> 1 ", 450);
    budget_press(&tui, "L", "Activity", 450);
    budget_press(&tui, "q", "> 1 ", 550); /* seven rows, most of them with a colour */
    tui_end(&tui);
}

/* What the details cost that follow the way back, on a line where they do. */
Test(budget, the_way_back_from_a_form_with_its_details_takes_at_most_613_bytes)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    cr_assert(pty_wait_text(tui.pty, "00:02:15", TUI_LIMIT_MS));
    tui_settle(&tui);
    tui_key_bytes(&tui, "e");
    size_t bytes = tui_key_bytes(&tui, "q");
    cr_expect(pty_has_text(tui.pty, "| State") || pty_has_text(tui.pty, " State      "));
    BUDGET("bytes", bytes, 350 + 263);
    tui_end(&tui);
}

Test(budget, details_that_follow_are_within_their_budget)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    cr_assert(pty_wait_text(tui.pty, "01:05:00", TUI_LIMIT_MS)); /* the last two of the list are read */
    cr_assert(pty_wait_text(tui.pty, "00:02:15", TUI_LIMIT_MS));
    tui_settle(&tui);
    for (int i = 0; i < 4; i++) {
        size_t bytes = tui_key_bytes(&tui, "j");
        BUDGET("j", bytes, BUDGET_FOLLOW + BUDGET_BAR + BUDGET_MOVE);
    }
    tui_end(&tui);
}

Test(budget, a_page_down_takes_at_most_1300_bytes)
{
    struct tui tui = {0};
    budget_start(&tui, 66, 24, 80);
    size_t bytes = budget_least(&tui, "PgDn", 3);
    BUDGET("bytes", bytes, 1300);
    cr_expect_gt(bytes, 100);
    tui_end(&tui);
}

Test(budget, help_takes_at_most_2100_bytes)
{
    struct tui tui = {0};
    budget_start(&tui, 12, 24, 80);
    size_t bytes = tui_key_bytes(&tui, "?");
    cr_expect_str_has(pty_text(tui.pty), "Help: ");
    BUDGET("bytes", bytes, 2100);
    tui_end(&tui);
}

Test(budget, the_activity_full_of_entries_takes_at_most_900_bytes)
{
    struct tui tui = {0};
    budget_start(&tui, 12, 24, 80);
    pty_type(tui.pty, "Me");
    cr_assert(pty_wait_text(tui.pty, "Enqueue 12 marked projects", TUI_LIMIT_MS));
    pty_type(tui.pty, "X");
    cr_assert(pty_wait_text(tui.pty, "any other key", TUI_LIMIT_MS));
    pty_type(tui.pty, "y");
    cr_assert(pty_wait_text(tui.pty, "all of it", TUI_LIMIT_MS));
    tui_settle(&tui);
    budget_press(&tui, "L", "Activity, newest first", BUDGET_PANE);
    budget_press(&tui, "q", "> ", BUDGET_BACK);
    tui_end(&tui);
}

/* Goes down so many fields; returns what the dearest step took. */
static size_t dearest_step(struct tui *tui, int steps)
{
    size_t most = 0;
    for (int i = 0; i < steps; i++) {
        size_t bytes = tui_key_bytes(tui, "j");
        cr_expect_gt(bytes, 10);
        most = bytes > most ? bytes : most;
    }
    return most;
}

Test(budget, a_move_in_a_form_takes_at_most_150_bytes_and_200_to_another_kind_of_field)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    tui_settle(&tui);
    pty_type(tui.pty, "xc");
    cr_assert(pty_wait_text(tui.pty, "FileFormatId", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t bytes = dearest_step(&tui, 6);
    BUDGET("to another kind of field", bytes, 200);
    bytes = dearest_step(&tui, 2);
    BUDGET("to the same kind", bytes, 150);
    tui_end(&tui);
}

Test(budget, a_change_of_state_takes_at_most_140_bytes)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "--transcribe-seconds 4 --fault current-user:missing=CreditMinutes");
    tui_start(&tui, "1 3", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    pty_type(tui.pty, "e");
    cr_assert(pty_wait_text(tui.pty, "> Lang", TUI_LIMIT_MS)); /* a form is sent only once it was shown */
    pty_type(tui.pty, "X");
    cr_assert(pty_wait_text(tui.pty, "*InProgress", TUI_LIMIT_MS));
    pty_type(tui.pty, "j"); /* the bar is about another one */
    tui_settle(&tui);
    pty_mark(tui.pty);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t bytes = pty_bytes_since_mark(tui.pty);
    BUDGET("bytes", bytes, 140);
    cr_expect_gt(bytes, 20);
    tui_end(&tui);
}

Test(budget, a_refresh_of_all_that_was_asked_for_takes_at_most_240_bytes)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "");
    tui_start(&tui, "2", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_type(tui.pty, "R");
    tui_settle(&tui); /* what the key itself says */
    pty_mark(tui.pty);
    pty_type(tui.pty, "R");
    tui_settle(&tui);
    size_t bytes = pty_bytes_since_mark(tui.pty); /* that it runs, and what it brought: 120 each */
    BUDGET("bytes", bytes, 240);
    tui_end(&tui);
}

static bool budget_has_bytes(struct pty *pty, void *context)
{
    (void)context;
    return pty_bytes_since_mark(pty) > 0;
}

Test(budget, the_running_line_takes_at_most_120_bytes_for_its_words_and_40_for_its_numbers)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "--fault get-project:delay=700");
    tui_start(&tui, "1-12", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    budget_await_rows(&tui);
    pty_mark(tui.pty);
    pty_type(tui.pty, "R");
    cr_assert(pty_wait_text(tui.pty, " of 12", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t words = pty_bytes_since_mark(tui.pty);
    pty_mark(tui.pty);
    cr_assert(pty_wait(tui.pty, budget_has_bytes, NULL, TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t numbers = pty_bytes_since_mark(tui.pty);
    BUDGET("words", words, 120);
    BUDGET("numbers", numbers, 40);
    tui_end(&tui);
}

/* A start on a line of so many bytes a second, 0 for a fast one: what it costs until all has come. */
static size_t budget_start_bytes(struct tui *tui, int bytes_a_second)
{
    tui_start(tui, "", 24, 80);
    pty_slow_down(tui->pty, bytes_a_second);
    pty_mark(tui->pty);
    cr_assert(pty_wait_text(tui->pty, "Anniversary", TUI_LIMIT_MS));
    cr_assert(pty_wait_text(tui->pty, "q Quit", TUI_LIMIT_MS));
    cr_assert(pty_wait_text(tui->pty, "600 min", TUI_LIMIT_MS));
    tui_settle(tui);
    size_t bytes = pty_bytes_since_mark(tui->pty);
    pty_slow_down(tui->pty, 0);
    pty_type(tui->pty, "q");
    cr_assert_eq(pty_wait_exit(tui->pty, TUI_LIMIT_MS), 0);
    return bytes;
}

Test(budget, a_start_on_a_line_of_2400_baud_costs_at_most_115_percent_of_one_on_a_fast_line)
{
    struct tui tui = {0};
    budget_start(&tui, 12, 24, 80);
    pty_type(tui.pty, "q");
    cr_assert_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 0);
    size_t fast = budget_start_bytes(&tui, 0), slow = budget_start_bytes(&tui, 240);
    BUDGET("bytes", slow, fast * 115 / 100);
    tui_end(&tui);
}

/* Printed, not asserted: what wider terminals come to. */
static void budget_print(int rows, int cols)
{
    struct tui tui = {0};
    budget_start(&tui, 12, rows, cols);
    pty_type(tui.pty, "q");
    cr_assert_eq(pty_wait_exit(tui.pty, 5000), 0);
    tui_start(&tui, "", rows, cols);
    pty_mark(tui.pty);
    cr_assert(pty_wait_text(tui.pty, "Anniversary", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t start = pty_bytes_since_mark(tui.pty), move = tui_key_bytes(&tui, "j");
    size_t form = tui_key_bytes(&tui, "x");
    fprintf(stderr, "bytes at %dx%d: start %zu, move %zu, export form %zu\n", cols, rows, start, move, form);
    cr_expect_gt(start, 0);
    tui_end(&tui);
}

Test(budget, of_wider_terminals_is_printed)
{
    budget_print(43, 132);
    budget_print(50, 200);
}

/* Waits until nothing of the start goes on: on a busy machine the store still writes when all is drawn, acts
 * are listed once more a second later, and the account is read. Returns the wake-ups until then. */
static long budget_await_rest(struct tui *tui)
{
    long now = process_wakeups(pty_pid(tui->pty));
    for (int quiet = 0, i = 0; i < 20 && quiet < 2; i++) {
        long before = now;
        bool is_quiet = pty_stays_quiet(tui->pty, 2500);
        now = process_wakeups(pty_pid(tui->pty));
        quiet = is_quiet && now == before ? quiet + 1 : 0;
    }
    return now;
}

Test(budget, nothing_due_is_no_byte_and_no_wake_up)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "");
    tui_start(&tui, "2", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    long before = budget_await_rest(&tui);
    pty_mark(tui.pty);
    cr_expect(pty_stays_quiet(tui.pty, 10000));
    if (!getenv("TSAN_OPTIONS")) /* the thread sanitizer has a thread of its own, which wakes up */
        cr_expect_eq(process_wakeups(pty_pid(tui.pty)) - before, 0);
    cr_expect_eq(pty_bytes_since_mark(tui.pty), 0);
    tui_end(&tui);
}

Test(budget, a_held_key_is_drawn_once_for_all_that_waits)
{
    struct tui tui = {0};
    budget_start(&tui, 66, 24, 80);
    pty_mark(tui.pty);
    pty_type(tui.pty, "jjjjjjjjjj"); /* one write: all wait together */
    tui_settle(&tui);
    cr_expect(pty_wait_text(tui.pty, "> 11", TUI_LIMIT_MS));
    BUDGET("bytes", pty_bytes_since_mark(tui.pty), 48);
    tui_end(&tui);
}
