/* From text to cells: clipping, hostile bytes, ASCII twins, colours. */
/* SPDX-License-Identifier: MIT */
#include "view.h"
#include "steno/core/settings.h"
#include "support/asserts.h"
#include "support/screen.h"
#include "term.h"

static const struct area top_left = {.x = 0, .y = 0, .w = 20, .h = 3};

Test(draw, text_is_cut_at_the_edge_and_says_so)
{
    screen_open(NULL, 24, 80, true, true);
    int used = draw_line(top_left, 0, 0, DRAW_TEXT, "Council meeting, 14 May 2026");
    cr_assert_eq(used, 20);
    cr_assert_str_eq(screen_row(0), "Council meeting, 14…");
}

Test(draw, a_wide_character_is_never_halved)
{
    screen_open(NULL, 24, 80, true, true);
    struct area narrow = {.x = 0, .y = 0, .w = 4, .h = 1};
    draw_line(narrow, 0, 0, DRAW_TEXT, "会議録");
    cr_assert_str_eq(screen_row(0), "会…");
}

Test(draw, combining_marks_stay_with_their_letter)
{
    screen_open(NULL, 24, 80, true, true);
    draw_text(top_left, 0, 0, 3, DRAW_TEXT, "e\xCC\x81x");
    cr_assert_str_eq(screen_row(0), "e\xCC\x81x");
}

Test(draw, without_utf8_every_character_keeps_its_width_in_ascii)
{
    screen_open(NULL, 24, 80, false, true);
    draw_line(top_left, 0, 0, DRAW_TEXT, "Říp → 会 ✓ e\xCC\x81…|");
    cr_assert_str_eq(screen_row(0), "Rip > ?? + e.|");
}

Test(draw, nothing_hostile_reaches_the_terminal_even_uncleaned)
{
    screen_open(NULL, 24, 80, true, true);
    draw_line(top_left, 0, 0, DRAW_TEXT,
              "a\x1b]52;c;eA==\x07 \xC2\x9B"
              "31m \xE2\x80\xAE x\r\n\t");
    refresh();
    const char *sent = screen_sent();
    cr_assert_str_lacks(sent, "\x1b]52");
    cr_assert_str_lacks(sent, "\xC2\x9B");
    cr_assert_str_lacks(sent, "\xE2\x80\xAE");
    cr_assert_str_lacks(sent, "\t");
    cr_assert_str_eq(screen_row(0), "a?]52;c;eA==? ?31m …");
}

Test(draw, roles_use_base_colours_on_the_default_background)
{
    screen_open(NULL, 24, 80, true, true);
    draw_line(top_left, 0, 0, DRAW_BAD, "Failed");
    cr_assert_eq(screen_cell(0, 0).color, COLOR_RED);
    cr_assert(screen_cell(0, 0).bold);
    refresh();
    cr_assert_str_lacks(screen_sent(), "[48", "a background was set");
}

Test(draw, without_colours_no_colour_is_sent)
{
    screen_open(NULL, 24, 80, true, false);
    for (int role = 0; role < DRAW_ROLE_COUNT; role++)
        draw_line(top_left, 1, 0, (enum draw_role)role, "text");
    draw_line(top_left, 0, 0, DRAW_BAD, "Failed");
    cr_assert_eq(screen_cell(0, 0).color, 0);
    refresh();
    const char *sent = screen_sent();
    cr_assert_str_lacks(sent, "[3");
    cr_assert_str_lacks(sent, ";3");
}

Test(draw, the_same_again_costs_no_byte)
{
    screen_open(NULL, 24, 80, true, true);
    draw_line(top_left, 0, 0, DRAW_GOOD, "Completed");
    draw_park();
    refresh();
    screen_bytes();
    draw_clear(top_left);
    draw_line(top_left, 0, 0, DRAW_GOOD, "Completed");
    draw_park();
    refresh();
    cr_assert_eq(screen_bytes(), 0);
}

Test(draw, long_text_wraps_at_blanks)
{
    size_t len;
    cr_assert_eq(draw_wrap("one two three", 8, &len), 8);
    cr_assert_eq(len, 7);
    cr_assert_eq(draw_wrap("Donaudampfschifffahrt", 8, &len), 8);
    cr_assert_eq(len, 8);
    cr_assert_eq(draw_wrap("", 8, &len), 0);
    cr_assert_eq(draw_wrap("one\ntwo", 8, &len), 4, "a newline ends a line that would fit");
    cr_assert_eq(len, 3);
    cr_assert_eq(draw_wrap("one two\nthree", 7, &len), 8);
    cr_assert_eq(len, 7);
    cr_assert_eq(draw_wrap("one two\nthree", 6, &len), 4);
    cr_assert_eq(len, 3);
    cr_assert_eq(draw_count_wrapped("one two\nthree", 6), 3);
}
