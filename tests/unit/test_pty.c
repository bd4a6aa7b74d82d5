/* support/pty: a terminal that tells the truth about what a program shows. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/when.h"
#include "support/asserts.h"
#include "support/pty.h"

#define LIMIT_MS 20000

/* Runs a shell script in a terminal of 5 rows and 20 columns. */
static struct pty *run_script(struct home *home, const char *script)
{
    char *copy = strdup(script);
    char *const argv[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, copy, NULL};
    struct pty *pty = pty_start(home, argv, 5, 20);
    free(copy);
    return pty;
}

Test(pty, cells_carry_text_width_and_attributes)
{
    struct home *home = home_create();
    struct pty *pty =
        run_script(home, "printf '\\033[1;31ma\\033[m\\344\\270\\255\\033[7mx\\033[m e\\314\\201 end'; cat");
    cr_assert(pty_wait_text(pty, "end", LIMIT_MS));
    struct pty_cell red = pty_cell_at(pty, 0, 0), wide = pty_cell_at(pty, 0, 1),
                    turned = pty_cell_at(pty, 0, 3);
    cr_assert_str_eq(red.text, "a");
    cr_assert(red.bold);
    cr_assert_eq(red.fg, 1);
    cr_assert_eq(red.bg, PTY_COLOUR_DEFAULT);
    cr_assert_eq(wide.width, 2);
    cr_assert_str_eq(wide.text, "中");
    cr_assert(turned.reverse);
    cr_assert_not(wide.reverse || wide.bold);
    char *row = pty_row(pty, 0);
    cr_assert_str_eq(row, "a中x e\u0301 end");
    free(row);
    pty_free(pty);
    home_remove(home);
}

Test(pty, typing_reaches_the_program_and_the_bytes_are_counted)
{
    struct home *home = home_create();
    struct pty *pty = run_script(home, "stty -echo raw; echo ready; exec cat");
    cr_assert(pty_wait_text(pty, "ready", LIMIT_MS));
    pty_mark(pty);
    pty_type(pty, "hello");
    cr_assert(pty_wait_bytes(pty, "hello", LIMIT_MS));
    cr_assert_eq(pty_bytes_since_mark(pty), 5);
    pty_mark(pty);
    pty_key(pty, "Down");
    cr_assert(pty_wait_bytes(pty, "\033[B", LIMIT_MS));
    pty_free(pty);
    home_remove(home);
}

Test(pty, the_exit_code_and_the_last_words_are_kept)
{
    struct home *home = home_create();
    struct pty *pty = run_script(home, "echo last words; exit 3");
    cr_assert_eq(pty_wait_exit(pty, LIMIT_MS), 3);
    cr_assert_str_has(pty_text(pty), "last words");
    cr_assert_not(pty_wait_text(pty, "more", LIMIT_MS));
    pty_free(pty);
    home_remove(home);
}

Test(pty, a_text_that_moves_up_during_a_look_is_not_overlooked)
{
    struct home *home = home_create();
    struct pty *pty =
        run_script(home, "printf '\\033[5;1Hhere'; read start; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); "
                         "printf '\\033[1;1Hhere\\033[5;1H    '; printf '\\033[5;1Hhere\\033[1;1H    '; "
                         "done; printf '\\033[3;1Hdone'; exec cat");
    cr_assert(pty_wait_text(pty, "here", LIMIT_MS));
    pty_type(pty, "\n");
    int64_t end = clock_mono_ms() + LIMIT_MS;
    while (!pty_has_text(pty, "done") && clock_mono_ms() < end)
        cr_assert_str_has(pty_text(pty), "here");
    cr_assert_str_has(pty_text(pty), "done");
    pty_free(pty);
    home_remove(home);
}

Test(pty, closing_the_terminal_hangs_up)
{
    struct home *home = home_create();
    struct pty *pty = run_script(home, "echo up; exec sleep 1000");
    cr_assert(pty_wait_text(pty, "up", LIMIT_MS));
    pty_hang_up(pty);
    cr_assert_eq(pty_wait_exit(pty, LIMIT_MS), 128 + SIGHUP);
    pty_free(pty);
    home_remove(home);
}

Test(pty, a_new_size_is_told_to_the_program)
{
    struct home *home = home_create();
    struct pty *pty = run_script(home, "trap 'stty size' WINCH; echo up; while :; do read line; done");
    cr_assert(pty_wait_text(pty, "up", LIMIT_MS));
    pty_resize(pty, 7, 33);
    cr_assert(pty_wait_text(pty, "7 33", LIMIT_MS));
    pty_free(pty);
    home_remove(home);
}

Test(pty, the_cursor_and_the_alternate_screen_are_seen)
{
    struct home *home = home_create();
    struct pty *pty = run_script(home, "printf 'here\\033[?25l'; cat");
    int row, col;
    bool visible;
    cr_assert(pty_wait_text(pty, "here", LIMIT_MS));
    cr_assert(pty_wait_bytes(pty, "\033[?25l", LIMIT_MS));
    pty_cursor(pty, &row, &col, &visible);
    cr_assert_eq(row, 0);
    cr_assert_eq(col, 4);
    cr_assert_not(visible);
    cr_assert_not(pty_on_alternate_screen(pty));
    pty_free(pty);
    home_remove(home);
}
