/* Counted bytes and wake-ups at 80x24 on xterm-256color. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>

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
    cr_expect_leq(bytes, 2000, "%zu bytes", bytes);
    tui_end(&tui);
}

Test(budget, a_move_of_the_selection_takes_at_most_24_bytes)
{
    struct tui tui = {.home = home_create()};
    tui_sandbox(&tui, "");
    home_write(tui.home, "config/steno/config", "follow = off\n");
    tui_start(&tui, "1-12", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t best = SIZE_MAX;
    for (int i = 0; i < 5; i++) { /* a reading by the timer may come in between */
        size_t bytes = tui_key_bytes(&tui, "j");
        cr_expect_gt(bytes, 0);
        best = bytes < best ? bytes : best;
    }
    cr_expect_leq(best, 24, "%zu bytes", best);
    tui_end(&tui);
}

Test(budget, details_that_follow_take_at_most_300_bytes)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    cr_assert(pty_wait_text(tui.pty, "01:05:00", TUI_LIMIT_MS)); /* the last two of the list are read */
    cr_assert(pty_wait_text(tui.pty, "00:02:15", TUI_LIMIT_MS));
    tui_settle(&tui);
    for (int i = 0; i < 4; i++) {
        size_t bytes = tui_key_bytes(&tui, "j");
        cr_expect_leq(bytes, 324, "%zu bytes", bytes); /* with the move */
    }
    tui_end(&tui);
}

Test(budget, a_page_down_takes_at_most_1300_bytes)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "--projects 66");
    home_write(tui.home, "config/steno/config", "follow = off\n");
    tui_start(&tui, "1-66", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t bytes = tui_key_bytes(&tui, "PgDn");
    cr_expect_leq(bytes, 1300, "%zu bytes", bytes);
    cr_expect_gt(bytes, 100);
    tui_end(&tui);
}

Test(budget, opening_the_export_form_takes_at_most_1700_bytes)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    tui_settle(&tui);
    size_t bytes = tui_key_bytes(&tui, "x");
    cr_expect_leq(bytes, 1700, "%zu bytes", bytes);
    cr_expect(pty_wait_text(tui.pty, "FileFormatId", TUI_LIMIT_MS));
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
    pty_type(tui.pty, "x");
    cr_assert(pty_wait_text(tui.pty, "FileFormatId", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t bytes = dearest_step(&tui, 7);
    cr_expect_leq(bytes, 200, "%zu bytes: the keys of the field are others too", bytes);
    bytes = dearest_step(&tui, 2);
    cr_expect_leq(bytes, 150, "%zu bytes from one boolean to the next", bytes);
    tui_end(&tui);
}

Test(budget, a_change_of_state_takes_at_most_140_bytes)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "--transcribe-seconds 4");
    tui_start(&tui, "1", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    pty_type(tui.pty, "e");
    cr_assert(pty_wait_text(tui.pty, "> Lang", TUI_LIMIT_MS)); /* a form is sent only once it was shown */
    pty_type(tui.pty, "X");
    cr_assert(pty_wait_text(tui.pty, "*InProgress", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_mark(tui.pty);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    tui_settle(&tui);
    size_t bytes = pty_bytes_since_mark(tui.pty);
    cr_expect_leq(bytes, 140, "%zu bytes", bytes);
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
    cr_expect_leq(bytes, 240, "%zu bytes", bytes);
    tui_end(&tui);
}

Test(budget, nothing_due_is_no_byte_and_no_wake_up, .timeout = 60)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "");
    tui_start(&tui, "2", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_mark(tui.pty);
    long before = process_wakeups(pty_pid(tui.pty));
    cr_expect(pty_stays_quiet(tui.pty, 10000));
    if (!getenv("TSAN_OPTIONS")) /* the thread sanitizer has a thread of its own, which wakes up */
        cr_expect_eq(process_wakeups(pty_pid(tui.pty)) - before, 0);
    cr_expect_eq(pty_bytes_since_mark(tui.pty), 0);
    tui_end(&tui);
}

Test(budget, a_held_key_is_drawn_once_for_all_that_waits)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "--projects 66");
    home_write(tui.home, "config/steno/config", "follow = off\n");
    tui_start(&tui, "1-66", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_mark(tui.pty);
    pty_type(tui.pty, "jjjjjjjjjj"); /* one write: all wait together */
    tui_settle(&tui);
    cr_expect(pty_wait_text(tui.pty, "> 11", TUI_LIMIT_MS));
    cr_expect_leq(pty_bytes_since_mark(tui.pty), 48);
    tui_end(&tui);
}
