/* One tour through the program on the terminals, sizes and locales that operators have. */
#include <criterion/criterion.h>
#include <string.h>

#include "tui_run.h"

/* Every pane, both long forms, a resize, the way out. */
static void tour(const char *term, const char *locale, int rows, int cols)
{
    static const char *const panes[] = {"i", "t", "m", "L", "J", "A", "P", "?"};
    struct tui tui = {.home = home_create()};
    home_set(tui.home, "TERM", term);
    home_set(tui.home, "LC_ALL", locale);
    tui_demo(&tui, rows, cols);
    for (size_t i = 0; i < sizeof panes / sizeof panes[0]; i++) {
        pty_type(tui.pty, panes[i]);
        pty_key(tui.pty, "Down");
        pty_key(tui.pty, "PgDn");
        tui_settle(&tui);
        pty_type(tui.pty, "q");
    }
    tui_settle(&tui);
    pty_type(tui.pty, "x");
    cr_expect(pty_wait_text(tui.pty, "FileFormatId", 5000), "%s %s %dx%d", term, locale, cols, rows);
    cr_expect(pty_wait_text(tui.pty, "1/28", 5000));
    pty_type(tui.pty, "q");
    pty_type(tui.pty, "e");
    cr_expect(pty_wait_text(tui.pty, "5/20", 5000), "%s %s %dx%d", term, locale, cols, rows);
    pty_resize(tui.pty, rows + 3, cols + 5);
    cr_expect(pty_wait_text(tui.pty, "5/20", 5000));
    pty_type(tui.pty, "q");
    cr_expect(pty_wait_text(tui.pty, "Council", 5000));
    tui_settle(&tui);
    pty_type(tui.pty, "q");
    cr_expect_eq(pty_wait_exit(tui.pty, 5000), 0, "%s %s %dx%d", term, locale, cols, rows);
    cr_expect(pty_is_cooked(tui.pty));
    if (strcmp(locale, "C") == 0) {
        size_t len;
        const char *sent = pty_transcript(tui.pty, &len);
        for (size_t i = 0; i < len; i++)
            cr_assert_lt((unsigned char)sent[i], 0x80, "a byte beyond ASCII under %s", locale);
    }
    tui_end(&tui);
}

/* The three sizes on one terminal, with and without UTF-8. */
static void tour_sizes(const char *term)
{
    static const int sizes[][2] = {{24, 80}, {10, 40}, {43, 132}};
    for (int i = 0; i < 3; i++) {
        tour(term, "C", sizes[i][0], sizes[i][1]);
        tour(term, "C.UTF-8", sizes[i][0], sizes[i][1]);
    }
}

Test(tour, on_xterm_256color, .timeout = 200)
{
    tour_sizes("xterm-256color");
}

Test(tour, on_tmux_256color, .timeout = 200)
{
    tour_sizes("tmux-256color");
}

Test(tour, on_linux, .timeout = 200)
{
    tour_sizes("linux");
}

Test(tour, on_vt100, .timeout = 200)
{
    tour_sizes("vt100");
}

Test(tour, with_a_locale_that_was_never_generated_shows_utf8)
{
    struct tui tui = {.home = home_create()};
    home_set(tui.home, "LC_ALL", "xx_XX.UTF-8");
    tui_demo(&tui, 24, 80);
    cr_expect(pty_wait_text(tui.pty, "Příliš", 5000));
    cr_expect(pty_wait_text(tui.pty, "│", 5000));
    tui_end(&tui);
}
