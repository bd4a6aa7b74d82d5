/* Five hundred sizes from 1x1 to 300x100 while projects are read: nothing is lost, and steno does not crash.
 */
/* SPDX-License-Identifier: MIT */
#include "control.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000
#define SIZES    500

/* The next number of a fixed sequence, from 1 to most. */
static int next_size(unsigned *seed, int most)
{
    *seed = *seed * 1103515245u + 12345u;
    return 1 + (int)(*seed >> 16) % most;
}

/* Gives the terminal many sizes; each is drawn before the next one. Presses `keys` in between. */
static void resize_often(struct tui *tui, int count, unsigned seed, const char *keys)
{
    int rows = 24, cols = 80;
    pty_look_away(tui->pty);
    for (int i = 0; i < count; i++) {
        int old_rows = rows, old_cols = cols;
        rows = next_size(&seed, 100);
        cols = next_size(&seed, 300);
        pty_mark(tui->pty);
        pty_resize(tui->pty, rows, cols);
        if (rows != old_rows || cols != old_cols)
            cr_assert(pty_wait_bytes(tui->pty, "\033[2J", SHORT_MS), "%dx%d, size %d, was not drawn", cols,
                      rows, i);
        if (keys && i % 10 == 0)
            pty_type(tui->pty, keys);
    }
    pty_mark(tui->pty);
    pty_resize(tui->pty, 24, 80);
    if (rows != 24 || cols != 80)
        cr_assert(pty_wait_bytes(tui->pty, "\033[2J", SHORT_MS), "the last size was not drawn");
    pty_look_again(tui->pty, 24, 80);
    pty_key(tui->pty, "^L");
}

/* Starts steno with 66 projects and delayed replies, so that reads are always under way. */
static void resize_start(struct tui *tui)
{
    tui_open(tui, "--projects 66 --transcribe-seconds 600 --fault get-project:delay=20", "1-66", "Interview");
}

Test(resize, five_hundred_sizes_during_refresh_keep_selection_and_scroll, .timeout = 240)
{
    struct tui tui = {0};
    resize_start(&tui);
    tui_go(&tui, "#40\r", "> 40");
    control_forget(&tui.sandbox);
    for (int sizes = 0; sizes < SIZES || control_requests(&tui.sandbox, "get-project") < 20; sizes += 100) {
        cr_assert_lt(sizes, 100 * SIZES, "nothing is read while sizes change");
        resize_often(&tui, 100, (unsigned)sizes + 20260514, "R");
    }
    cr_expect(pty_wait_text(tui.pty, "> 40", SHORT_MS), "the selection was lost");
    tui_quit(&tui, "q", SHORT_MS);
    tui_end(&tui);
}

Test(resize, five_hundred_sizes_keep_a_form_with_text_being_typed, .timeout = 240)
{
    struct tui tui = {0};
    resize_start(&tui);
    tui_go(&tui, "#3\re", "> Lang");
    tui_go(&tui, "c\rsl-SI\rj\rmy own pro", "my own pro");
    resize_often(&tui, SIZES, 8061, NULL);
    tui_go(&tui, "", "my own pro"); /* the typed text is still there */
    tui_go(&tui, "file\r", "> Transcription profile");
    tui_go(&tui, "", "my own profile");
    tui_go(&tui, "k", "sl-SI");
    tui_go(&tui, "q", "> 3");
    tui_quit(&tui, "q", SHORT_MS);
    tui_end(&tui);
}
