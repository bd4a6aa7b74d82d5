/* support/pty and support/picture: the terminal and its pictures show the program's output correctly. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/when.h"
#include "support/asserts.h"
#include "support/picture.h"

#define LIMIT_MS 20000

static struct home *home;
static struct pty *pty;

static void begin(void)
{
    home = home_create();
}

static void end(void)
{
    pty_free(pty);
    home_remove(home);
}

TestSuite(pty, .init = begin, .fini = end);

/* Runs a shell script in a terminal of 5 rows and 20 columns, until the word is on the screen. */
static void run_script(const char *script, const char *word)
{
    char *copy = strdup(script);
    char *const argv[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, copy, NULL};
    pty_free(pty);
    pty = pty_start(home, argv, 5, 20);
    free(copy);
    cr_assert(pty_wait_text(pty, word, LIMIT_MS));
}

#define SCRIPT                                                                                               \
    "printf '\\033[?25l\\033[1;31ma<b\\033[m\\344\\270\\255\\033[7mx\\033[m e\\314\\201\\r\\n"               \
    "127.0.0.1:41234 &\\r\\nend'; exec cat"

Test(pty, cells_and_the_cursor_are_as_they_were_drawn)
{
    int row, col;
    bool visible;
    run_script(SCRIPT, "end");
    struct pty_cell red = pty_cell_at(pty, 0, 0), wide = pty_cell_at(pty, 0, 3),
                    turned = pty_cell_at(pty, 0, 5);
    cr_expect_str_eq(red.text, "a");
    cr_expect(red.bold && !red.reverse);
    cr_expect_eq(red.fg, 1);
    cr_expect_eq(red.bg, PTY_COLOUR_DEFAULT);
    cr_expect_eq(wide.width, 2);
    cr_expect_str_eq(wide.text, "中");
    cr_expect(turned.reverse && !turned.bold && !wide.reverse && !wide.bold);
    cr_expect_str_eq(pty_text(pty), "a<b中x e\u0301\n127.0.0.1:41234 &\nend\n\n\n");
    pty_cursor(pty, &row, &col, &visible);
    cr_expect_eq(row, 2);
    cr_expect_eq(col, 3);
    cr_expect_not(visible);
    cr_expect_not(pty_on_alternate_screen(pty));
}

Test(pty, the_bytes_and_the_end_of_a_program_are_seen)
{
    run_script("stty -echo raw; echo ready; exec cat", "ready");
    pty_mark(pty);
    pty_type(pty, "hello");
    cr_assert(pty_wait_bytes(pty, "hello", LIMIT_MS));
    cr_expect_eq(pty_bytes_since_mark(pty), 5);
    run_script("echo last words; exit 3", "last words");
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 3);
    cr_expect_str_has(pty_text(pty), "last words");
    cr_expect_not(pty_wait_text(pty, "more", LIMIT_MS));
    run_script("echo up; exec sleep 1000", "up");
    pty_hang_up(pty);
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 128 + SIGHUP);
}

Test(pty, a_text_that_moves_up_during_a_look_is_not_overlooked)
{
    run_script("printf '\\033[5;1Hhere'; read start; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); "
               "printf '\\033[1;1Hhere\\033[5;1H    '; printf '\\033[5;1Hhere\\033[1;1H    '; "
               "done; printf '\\033[3;1Hdone'; exec cat",
               "here");
    pty_type(pty, "\n");
    int64_t limit = clock_mono_ms() + LIMIT_MS;
    while (!pty_has_text(pty, "done") && clock_mono_ms() < limit)
        cr_assert_str_has(pty_text(pty), "here");
    cr_expect_str_has(pty_text(pty), "done");
}

Test(pty, a_picture_has_other_bytes_when_one_cell_is_another_and_the_same_for_each_port)
{
    run_script(SCRIPT, "end");
    struct picture *picture = picture_take(pty);
    char *svg = picture_svg(&picture, 1, "A title");
    for (int i = 0; i < picture->rows * picture->cols; i++) {
        struct pty_cell was = picture->cells[i], *cell = &picture->cells[i];
        if (i > 0 && picture->cells[i - 1].width == 2)
            continue;
        for (int look = 0; look < 4; look++) {
            cell->text[0] = look == 0 ? '#' : cell->text[0];
            cell->reverse ^= look == 1;
            cell->underline ^= look == 2;
            cell->fg = look == 3 ? 2 : cell->fg;
            char *other = picture_svg(&picture, 1, "A title");
            bool is_blank = !was.text[0] || strcmp(was.text, " ") == 0;
            cr_expect((look == 3 && is_blank) || strcmp(svg, other) != 0, "cell %d, look %d", i, look);
            free(other);
            *cell = was;
        }
    }
    picture_set_port(picture, "53883");
    char *text = picture_text(picture);
    cr_expect_str_eq(text, "a<b中x e\u0301\n127.0.0.1:53883 &\nend\n\n\n");
    free(text);
    free(svg);
    picture_free(picture);
}
