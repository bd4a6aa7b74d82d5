/* The line editor, key by key. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"
#include "steno/widget/lineedit.h"
#include "support/asserts.h"

static void use_utf8(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
}

TestSuite(lineedit, .init = use_utf8);

/* Presses keys by their names, parted by blanks. */
static enum lineedit_result press(struct lineedit *edit, const char *names)
{
    struct key keys[40];
    size_t count = 0;
    enum lineedit_result last = LINEEDIT_IGNORED;
    cr_assert(key_parse_list(names, keys, 40, &count, NULL), "%s", names);
    for (size_t i = 0; i < count; i++)
        last = lineedit_key(edit, keys[i]);
    return last;
}

/* Presses the keys in an editor with this text; the text must become `want`, with the cursor at `cursor`. */
static void expect(const char *text, const char *keys, const char *want, size_t cursor)
{
    struct lineedit *edit = lineedit_new(text, LINEEDIT_MAX, false);
    press(edit, keys);
    cr_expect_str_eq(lineedit_text(edit), want, "“%s” after %s: “%s”", text, keys, lineedit_text(edit));
    cr_expect_eq(lineedit_cursor(edit), cursor, "“%s” after %s: cursor %zu", text, keys,
                 lineedit_cursor(edit));
    lineedit_free(edit);
}

Test(lineedit, typing_goes_in_at_the_cursor)
{
    expect("", "a b Space ž 中", "ab ž中", 8);
    expect("ac", "Left b", "abc", 2);
    expect("bc", "Home a End d", "abcd", 4);
    expect("bc", "^A a ^E d ^B ^F", "abcd", 4);
}

Test(lineedit, an_offered_text_gives_way_to_the_first_character_but_can_be_edited)
{
    static const char *const cases[][2] = {
        {"e n", "en"}, {"Backspace", "cs-C"}, {"Left x", "cs-CxZ"}, {"End x", "cs-CZx"}, {"^U e", "e"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct lineedit *edit = lineedit_new("cs-CZ", LINEEDIT_MAX, false);
        lineedit_offer(edit);
        press(edit, cases[i][0]);
        cr_expect_str_eq(lineedit_text(edit), cases[i][1], "after %s", cases[i][0]);
        lineedit_free(edit);
    }
    struct lineedit *edit = lineedit_new("cs-CZ", LINEEDIT_MAX, false);
    lineedit_offer(edit);
    lineedit_paste(edit, "en-US", 5);
    cr_expect_str_eq(lineedit_text(edit), "en-US");
    lineedit_free(edit);
}

Test(lineedit, a_base_and_its_marks_move_and_go_as_one)
{
    expect("e\xCC\x81x", "Left Left", "e\xCC\x81x", 0);
    expect("e\xCC\x81x", "Left Backspace", "x", 0);
    expect("e\xCC\x81\xCC\xA3", "Backspace", "", 0);
    expect("ae\xCC\x81x", "Home Right Delete", "ax", 1);
    expect("中文", "Left Backspace", "文", 0);
}

Test(lineedit, a_combining_mark_typed_after_a_letter_stays_on_it)
{
    struct lineedit *edit = lineedit_new("", LINEEDIT_MAX, false);
    lineedit_key(edit, key_char('e'));
    lineedit_key(edit, key_char(0x301));
    lineedit_key(edit, key_char('x'));
    cr_expect_str_eq(lineedit_text(edit), "e\xCC\x81x");
    lineedit_free(edit);
}

Test(lineedit, words_are_moved_over_and_deleted)
{
    expect("one two  three", "Alt-b", "one two  three", 9);
    expect("one two  three", "Ctrl-Left Ctrl-Left", "one two  three", 4);
    expect("one two", "Home Alt-f", "one two", 3);
    expect("one two", "Home Ctrl-Right Ctrl-Right", "one two", 7);
    expect("one two  ", "^W", "one ", 4);
    expect("one two", "Alt-Backspace Alt-Backspace", "", 0);
    expect("one two", "Home Alt-d", " two", 0);
}

Test(lineedit, line_ends_are_deleted)
{
    expect("one two", "Alt-b ^U", "two", 0);
    expect("one two", "Alt-b ^K", "one ", 4);
    expect("abc", "Home ^D", "bc", 0);
}

Test(lineedit, keys_at_the_ends_change_nothing)
{
    expect("ab", "Home Backspace Left ^W ^U", "ab", 0);
    expect("ab", "Delete Right ^D ^K", "ab", 2);
    struct lineedit *edit = lineedit_new("ab", LINEEDIT_MAX, false);
    cr_expect_eq(press(edit, "Delete"), LINEEDIT_MOVED);
    cr_expect_not(lineedit_is_touched(edit));
    lineedit_free(edit);
}

Test(lineedit, results_say_what_happened)
{
    struct lineedit *edit = lineedit_new("ab", LINEEDIT_MAX, false);
    cr_expect_eq(press(edit, "Left"), LINEEDIT_MOVED);
    cr_expect_eq(press(edit, "x"), LINEEDIT_CHANGED);
    cr_expect_eq(press(edit, "Enter"), LINEEDIT_ACCEPT);
    cr_expect_eq(press(edit, "Esc"), LINEEDIT_CANCEL);
    cr_expect_eq(press(edit, "^G"), LINEEDIT_CANCEL);
    cr_expect_eq(press(edit, "F5"), LINEEDIT_IGNORED);
    cr_expect_eq(press(edit, "Tab"), LINEEDIT_IGNORED);
    cr_expect_eq(press(edit, "^L"), LINEEDIT_IGNORED);
    cr_expect_eq(press(edit, "Up"), LINEEDIT_IGNORED);
    lineedit_free(edit);
}

Test(lineedit, what_would_pass_the_cap_is_refused_whole)
{
    char *full = malloc(LINEEDIT_MAX + 1);
    memset(full, 'x', LINEEDIT_MAX - 1);
    full[LINEEDIT_MAX - 1] = '\0';
    struct lineedit *edit = lineedit_new(full, LINEEDIT_MAX, false);
    cr_expect_eq(press(edit, "ž"), LINEEDIT_REFUSED, "two bytes into one");
    cr_expect_str_eq(lineedit_text(edit), full);
    cr_expect_eq(press(edit, "a"), LINEEDIT_CHANGED);
    cr_expect_eq(press(edit, "b"), LINEEDIT_REFUSED);
    cr_expect_eq(lineedit_paste(edit, "cd", 2), LINEEDIT_REFUSED);
    cr_expect_eq(strlen(lineedit_text(edit)), LINEEDIT_MAX);
    cr_expect_eq(press(edit, "Backspace"), LINEEDIT_CHANGED, "a full editor can be emptied");
    lineedit_free(edit);
    free(full);
}

Test(lineedit, a_text_longer_than_the_cap_is_kept_and_can_only_shrink)
{
    struct lineedit *edit = lineedit_new("abcdef", 4, false);
    cr_expect_str_eq(lineedit_text(edit), "abcdef");
    cr_expect_eq(press(edit, "x"), LINEEDIT_REFUSED);
    cr_expect_eq(press(edit, "Backspace"), LINEEDIT_CHANGED);
    cr_expect_str_eq(lineedit_text(edit), "abcde");
    lineedit_free(edit);
}

/* Pastes into an empty editor. */
static void expect_paste(const char *pasted, size_t len, bool secret, const char *want)
{
    struct lineedit *edit = lineedit_new("", LINEEDIT_MAX, secret);
    lineedit_paste(edit, pasted, len);
    cr_expect_str_eq(lineedit_text(edit), want);
    lineedit_free(edit);
}

Test(lineedit, a_paste_never_brings_line_breaks_or_controls)
{
    expect_paste("en-US\n", 6, false, "en-US");
    expect_paste("\r\n\ten-US\r\n", 10, false, "en-US");
    expect_paste("a\x1b[31mb\x07", 8, false, "a[31mb");
    expect_paste("a\0b", 3, false, "ab");
    expect_paste("\xC2\x9B"
                 "31m",
                 5, false, "31m");
}

Test(lineedit, pasted_lines_stay_apart_as_words)
{
    expect_paste("12\n15\r\n20\n", 10, false, "12 15 20");
    expect_paste("12 \n 15", 7, false, "12  15");
    expect_paste("a\tb", 3, false, "a b");
}

Test(lineedit, a_pasted_secret_loses_its_line_breaks)
{
    expect_paste("abc\ndef\n", 8, true, "abcdef");
}

Test(lineedit, bad_utf8_in_a_paste_becomes_a_replacement_character)
{
    expect_paste("a\xFF"
                 "b",
                 3, false,
                 "a\xEF\xBF\xBD"
                 "b");
    expect_paste("a\xC3", 2, false, "a\xEF\xBF\xBD");
}

Test(lineedit, up_brings_used_values_and_down_the_typed_text_back)
{
    static const char *const used[] = {"newest", "older"};
    struct lineedit *edit = lineedit_new("ty", LINEEDIT_MAX, false);
    lineedit_set_history(edit, used, 2);
    press(edit, "p Up");
    cr_expect_str_eq(lineedit_text(edit), "newest");
    press(edit, "Up");
    cr_expect_str_eq(lineedit_text(edit), "older");
    cr_expect_eq(press(edit, "Up"), LINEEDIT_MOVED, "there is no older one");
    cr_expect_str_eq(lineedit_text(edit), "older");
    press(edit, "^N");
    cr_expect_str_eq(lineedit_text(edit), "newest");
    press(edit, "Down");
    cr_expect_str_eq(lineedit_text(edit), "typ");
    cr_expect_eq(press(edit, "Down"), LINEEDIT_MOVED);
    cr_expect_str_eq(lineedit_text(edit), "typ");
    lineedit_free(edit);
}

Test(lineedit, a_secret_is_shown_as_stars_and_has_no_history)
{
    static const char *const used[] = {"old"};
    char shown[80];
    struct lineedit *edit = lineedit_new("päß", LINEEDIT_MAX, true);
    lineedit_set_history(edit, used, 1);
    cr_expect_eq(press(edit, "Up"), LINEEDIT_IGNORED);
    cr_expect_eq(lineedit_view(edit, 20, shown, sizeof shown), 3);
    cr_expect_str_eq(shown, "***");
    lineedit_free(edit);
}

/* What is seen in `width` cells after the keys; returns the cell of the cursor. */
static int look(const char *text, const char *keys, int width, char *shown, size_t size)
{
    struct lineedit *edit = lineedit_new(text, LINEEDIT_MAX, false);
    press(edit, keys);
    int cursor = lineedit_view(edit, width, shown, size);
    lineedit_free(edit);
    return cursor;
}

Test(lineedit, a_text_that_fits_is_shown_from_its_start)
{
    char shown[80];
    int cursor = look("中e\xCC\x81x", "Left", 10, shown, sizeof shown);
    cr_expect_str_eq(shown, "中e\xCC\x81x");
    cr_expect_eq(cursor, 3);
    cr_expect_eq(text_width(shown), 4);
}

Test(lineedit, a_long_text_scrolls_so_that_the_cursor_is_seen)
{
    char shown[80];
    int cursor = look("0123456789abcdef", "End", 10, shown, sizeof shown);
    cr_expect_str_eq(shown, "abcdef");
    cr_expect_eq(cursor, 6);
    cursor = look("0123456789abcdef", "Home", 10, shown, sizeof shown);
    cr_expect_str_eq(shown, "0123456789");
    cr_expect_eq(cursor, 0);
}

Test(lineedit, the_cursor_is_inside_at_every_width_and_place)
{
    static const char text[] = "a中b文e\xCC\x81"
                               "c字d漢e漢字f";
    for (int width = 1; width < 24; width++) {
        struct lineedit *edit = lineedit_new(text, LINEEDIT_MAX, false);
        for (int i = 0; i < 16; i++) {
            char shown[200];
            int cursor = lineedit_view(edit, width, shown, sizeof shown);
            cr_expect(cursor >= 0 && cursor < width, "width %d, step %d: cursor %d", width, i, cursor);
            cr_expect_leq(text_width(shown), width);
            press(edit, "Left");
        }
        lineedit_free(edit);
    }
}

Test(lineedit, hostile_characters_in_a_value_are_shown_as_marks)
{
    char shown[80];
    look("a\x1b\xE2\x80\xAE"
         "b",
         "End", 40, shown, sizeof shown);
    cr_expect_str_eq(shown, "a␛<U+202E>b");
}

Test(lineedit, a_new_editor_is_untouched_until_it_changes)
{
    struct lineedit *edit = lineedit_new("ab", LINEEDIT_MAX, false);
    press(edit, "Left Home End");
    cr_expect_not(lineedit_is_touched(edit));
    press(edit, "c Backspace");
    cr_expect(lineedit_is_touched(edit));
    lineedit_free(edit);
}

Test(lineedit, bad_utf8_in_a_given_text_becomes_a_replacement_character)
{
    expect("a\xFF\xC3", "Backspace x", "a\xEF\xBF\xBDx", 5);
}
