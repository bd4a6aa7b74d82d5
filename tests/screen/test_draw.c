/* Drawing text into cells: clipping, hostile bytes, ASCII replacements, colours. */
/* SPDX-License-Identifier: MIT */
#include "view.h"
#include "steno/core/settings.h"
#include "support/asserts.h"
#include "support/screen.h"
#include "term.h"

static const struct area top_left = {.x = 0, .y = 0, .w = 20, .h = 3};

Test(draw, text_is_cut_by_cells_at_the_edge_and_says_so)
{
    screen_open(NULL, 24, 80, true, true);
    cr_expect_eq(draw_line(top_left, 0, 0, DRAW_TEXT, "Council meeting, 14 May 2026"), 20);
    cr_expect_str_eq(screen_row(0), "Council meeting, 14…");
    draw_line((struct area){.x = 0, .y = 1, .w = 4, .h = 1}, 0, 0, DRAW_TEXT, "会議録");
    cr_expect_str_eq(screen_row(1), "会…", "a wide character is never halved");
    draw_text(top_left, 2, 0, 3, DRAW_TEXT, "e\xCC\x81x");
    cr_expect_str_eq(screen_row(2), "e\xCC\x81x", "marks stay with their letter");
    screen_open(NULL, 24, 80, false, true);
    draw_line(top_left, 0, 0, DRAW_TEXT, "Říp → 会 ✓ ▸▾ e\xCC\x81…|");
    cr_expect_str_eq(screen_row(0), "Rip > ?? + >v e.|", "every character keeps its width in ASCII");
}

Test(draw, nothing_hostile_reaches_the_terminal_even_uncleaned)
{
    static const char *const never[] = {"\x1b]52", "\xC2\x9B", "\xE2\x80\xAE", "\t"};
    screen_open(NULL, 24, 80, true, true);
    draw_line(top_left, 0, 0, DRAW_TEXT,
              "a\x1b]52;c;eA==\x07 \xC2\x9B"
              "31m \xE2\x80\xAE x\r\n\t");
    refresh();
    const char *sent = screen_sent();
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        cr_expect_str_lacks(sent, never[i]);
    cr_expect_str_eq(screen_row(0), "a?]52;c;eA==? ?31m …");
}

Test(draw, roles_use_base_colours_on_the_default_background_or_none)
{
    screen_open(NULL, 24, 80, true, true);
    draw_line(top_left, 0, 0, DRAW_BAD, "Failed");
    cr_expect_eq(screen_cell(0, 0).color, COLOR_RED);
    cr_expect(screen_cell(0, 0).bold);
    refresh();
    cr_expect_str_lacks(screen_sent(), "[48", "a background was set");
    screen_open(NULL, 24, 80, true, false);
    for (int role = 0; role < DRAW_ROLE_COUNT; role++)
        draw_line(top_left, 1, 0, (enum draw_role)role, "text");
    draw_line(top_left, 0, 0, DRAW_BAD, "Failed");
    cr_expect_eq(screen_cell(0, 0).color, 0);
    refresh();
    const char *sent = screen_sent();
    cr_expect_str_lacks(sent, "[3");
    cr_expect_str_lacks(sent, ";3");
}

Test(draw, drawing_the_same_again_sends_no_byte)
{
    screen_open(NULL, 24, 80, true, true);
    for (int i = 0; i < 2; i++) {
        screen_bytes();
        draw_clear(top_left);
        draw_line(top_left, 0, 0, DRAW_GOOD, "Completed");
        draw_park();
        refresh();
    }
    cr_expect_eq(screen_bytes(), 0);
}

Test(draw, long_text_wraps_at_blanks_and_newlines)
{
    static const struct {
        const char *text;
        int cells;
        size_t step, len;
    } rows[] = {{"one two three", 8, 8, 7},
                {"Donaudampfschifffahrt", 8, 8, 8},
                {"", 8, 0, 0},
                {"to Donaudampf", 8, 8, 8},
                {"one\ntwo", 8, 4, 3},
                {"one two\nthree", 7, 8, 7},
                {"one two\nthree", 6, 4, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t len;
        cr_expect_eq(draw_wrap(rows[i].text, rows[i].cells, &len), rows[i].step, "%s", rows[i].text);
        cr_expect_eq(len, rows[i].len, "%s", rows[i].text);
    }
    cr_expect_eq(draw_count_wrapped("one two\nthree", 6), 3);
}
