/* Keys and their names, and the line editor. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"
#include "steno/widget/lineedit.h"
#include "support/asserts.h"

#define COUNT(of) (sizeof(of) / sizeof *(of))

/* --- keys --- */

static struct key parse(const char *name)
{
    struct key key = {0};
    cr_assert(key_parse(name, &key), "“%s” should be a key", name);
    return key;
}

Test(key, every_name_reads_back_as_itself_and_what_is_no_key_is_refused)
{
    static const char *const names[] = {
        "j",    "G",     "Space",  "Comma",         "Enter", "Shift-Tab", "Esc",   "^G",
        "PgUp", "Home",  "Up",     "Left",          "Right", "Ctrl-Left", "Alt-b", "F1",
        "F12",  "Alt-^", "Insert", "Alt-Backspace", "ž",     "^",
    };
    static const char *const bad[] = {"", "jj", "F0", "F64", "Ctrl-", "\x1b", "\xff", "Shift-1"};
    for (size_t i = 0; i < COUNT(names); i++) {
        char back[KEY_NAME_SIZE];
        key_format(back, sizeof back, parse(names[i]));
        cr_expect_str_eq(back, names[i]);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        cr_expect_not(key_parse(bad[i], &(struct key){0}), "“%s” should be no key", bad[i]);
}

Test(key, keys_that_send_the_same_byte_are_one_key_and_a_letter_and_its_capital_are_two)
{
    static const char *const same[][2] = {{"^I", "Tab"},    {"^M", "Enter"},     {"^J", "Enter"},
                                          {"^[", "Esc"},    {"^H", "Backspace"}, {"Shift-g", "G"},
                                          {"Ctrl-g", "^G"}, {"escape", "Esc"}};
    static const char *const other[][2] = {{"g", "G"}, {"g", "^G"}, {"b", "Alt-b"}};
    for (size_t i = 0; i < COUNT(same); i++)
        cr_expect(key_equal(parse(same[i][0]), parse(same[i][1])), "%s", same[i][0]);
    for (size_t i = 0; i < COUNT(other); i++)
        cr_expect_not(key_equal(parse(other[i][0]), parse(other[i][1])), "%s", other[i][1]);
    cr_expect(key_equal(key_char(7), parse("^g")));
    cr_expect(key_equal(key_char(127), parse("Backspace")));
}

Test(key, a_list_is_parted_by_blanks_or_commas_and_a_bad_word_in_it_is_named)
{
    struct key keys[4];
    size_t count = 0;
    struct error err;
    cr_assert(key_parse_list("j, Down ^N", keys, 4, &count, &err));
    cr_assert_eq(count, 3);
    cr_expect(key_equal(keys[0], key_char('j')));
    cr_expect(key_equal(keys[1], key_plain(K_DOWN)));
    cr_expect(key_equal(keys[2], key_ctrl('n')));
    cr_expect_not(key_parse_list("j Dwon", keys, 2, &count, &err));
    cr_expect_eq(err.kind, ERROR_USAGE);
    cr_expect_str_has(err.text, "“Dwon”");
    cr_expect_not(key_parse_list("a b c", keys, 2, &count, &err));
    cr_expect_str_has(err.text, "“c”");
}

Test(key, those_that_terminals_keep_for_themselves_and_those_that_type_text_are_told_apart)
{
    static const char *const kept[] = {"^S", "^Q", "^Z", "^\\", "Shift-F5", "Ctrl-Enter"};
    static const char *const ours[] = {"j", "^G", "Space", "Shift-Tab", "Ctrl-Left", "F5", "^]", "Alt-x"};
    for (size_t i = 0; i < COUNT(kept); i++)
        cr_expect_not_null(key_unreachable(parse(kept[i])), "%s", kept[i]);
    for (size_t i = 0; i < COUNT(ours); i++)
        cr_expect_null(key_unreachable(parse(ours[i])), "%s", ours[i]);
    cr_expect(key_is_text(parse("a")));
    cr_expect(key_is_text(parse("Space")));
    cr_expect(key_is_text(key_char(0x4E2D)));
    cr_expect_not(key_is_text(parse("^A")));
    cr_expect_not(key_is_text(key_char(0x9B)));
    cr_expect_not(key_is_text(parse("Alt-a")));
    cr_expect_not(key_is_text(parse("Enter")));
}

/* --- the line editor --- */

static struct lineedit *edit; /* of the scene */

static void use_utf8(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
}

static void finish(void)
{
    lineedit_free(edit);
}

TestSuite(lineedit, .init = use_utf8, .fini = finish);

/* Opens a new editor with this text. */
static void open(const char *text)
{
    lineedit_free(edit);
    edit = lineedit_new(text, LINEEDIT_MAX, false);
}

/* Presses keys by their names, separated by blanks. */
static enum lineedit_result press(const char *names)
{
    struct key keys[40];
    size_t count = 0;
    enum lineedit_result last = LINEEDIT_IGNORED;
    cr_assert(key_parse_list(names, keys, 40, &count, NULL), "%s", names);
    for (size_t i = 0; i < count; i++)
        last = lineedit_key(edit, keys[i]);
    return last;
}

/* The text, with a bar at the cursor. */
static const char *seen(void)
{
    static char text[200];
    const char *all = lineedit_text(edit);
    snprintf(text, sizeof text, "%.*s|%s", (int)lineedit_cursor(edit), all, all + lineedit_cursor(edit));
    return text;
}

Test(lineedit, types_moves_and_deletes_by_characters_words_and_line_ends)
{
    static const char *const rows[][3] = {
        {"", "a b Space ž 中", "ab ž中|"},
        {"ac", "Left b", "ab|c"},
        {"bc", "Home a End d", "abcd|"},
        /* a letter and its combining marks are one unit */
        {"e\xCC\x81x", "Left Left", "|e\xCC\x81x"},
        {"e\xCC\x81x", "Left Backspace", "|x"},
        {"e\xCC\x81\xCC\xA3", "Backspace", "|"},
        {"ae\xCC\x81x", "Home Right Delete", "a|x"},
        {"one two  three", "Alt-b", "one two  |three"},
        {"one two", "Home Alt-f", "one| two"},
        {"one two", "Alt-Backspace Alt-Backspace", "|"},
        {"one two", "Alt-b ^U", "|two"},
        {"one two", "Alt-b ^K", "one |"},
        {"abc", "Home ^D", "|bc"},
        /* at the start and the end these keys change nothing */
        {"ab", "Home Backspace Left ^W ^U", "|ab"},
        {"ab", "Delete Right ^D ^K", "ab|"},
        {"a\xFF\xC3", "Backspace x", "a\xEF\xBF\xBDx|"}, /* invalid UTF-8 in the text */
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        open(rows[i][0]);
        press(rows[i][1]);
        cr_expect_str_eq(seen(), rows[i][2], "“%s” after %s", rows[i][0], rows[i][1]);
    }
    open("e");
    lineedit_key(edit, key_char(0x301));
    lineedit_key(edit, key_char('x'));
    cr_expect_str_eq(seen(), "e\xCC\x81x|", "a mark typed after a letter stays on it");
}

Test(lineedit, an_offered_text_gives_way_to_the_first_character_but_can_be_edited)
{
    static const char *const cases[][2] = {
        {"e n", "en|"}, {"Backspace", "cs-C|"}, {"Left x", "cs-Cx|Z"}, {"End x", "cs-CZx|"}, {"^U e", "e|"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        open("cs-CZ");
        lineedit_offer(edit);
        press(cases[i][0]);
        cr_expect_str_eq(seen(), cases[i][1], "after %s", cases[i][0]);
    }
    open("cs-CZ");
    lineedit_offer(edit);
    lineedit_paste(edit, "en-US", 5);
    cr_expect_str_eq(seen(), "en-US|");
}

Test(lineedit, input_beyond_the_limit_is_refused_and_a_longer_text_can_only_shrink)
{
    char full[LINEEDIT_MAX] = "";
    memset(full, 'x', LINEEDIT_MAX - 1);
    open(full);
    cr_expect_eq(press("ž"), LINEEDIT_REFUSED, "two bytes into one");
    cr_expect_str_eq(lineedit_text(edit), full);
    cr_expect_eq(press("a"), LINEEDIT_CHANGED);
    cr_expect_eq(press("b"), LINEEDIT_REFUSED);
    cr_expect_eq(lineedit_paste(edit, "cd", 2), LINEEDIT_REFUSED);
    cr_expect_eq(strlen(lineedit_text(edit)), LINEEDIT_MAX);
    cr_expect_eq(press("Backspace"), LINEEDIT_CHANGED, "a full editor can be emptied");
    lineedit_free(edit);
    edit = lineedit_new("abcdef", 4, false);
    cr_expect_eq(press("x"), LINEEDIT_REFUSED);
    cr_expect_str_eq(seen(), "abcdef|");
    cr_expect_eq(press("Backspace"), LINEEDIT_CHANGED);
    cr_expect_str_eq(seen(), "abcde|");
}

Test(lineedit, a_paste_brings_neither_line_breaks_nor_controls_nor_bad_utf8)
{
    static const struct {
        const char *pasted;
        size_t len;
        bool is_secret;
        const char *text;
    } rows[] = {{"en-US\n", 6, false, "en-US"},
                {"a\x1b[31mb\x07", 8, false, "a[31mb"},
                {"a\0b", 3, false, "ab"},
                {"\xC2\x9B"
                 "31m",
                 5, false, "31m"},
                {"12\n15\r\n20\n", 10, false, "12 15 20"}, /* lines become words, separated by blanks */
                {"abc\ndef\n", 8, true, "abcdef"},
                {"a\xFF-", 3, false, "a\xEF\xBF\xBD-"},
                {"a\xC3", 2, false, "a\xEF\xBF\xBD"}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        lineedit_free(edit);
        edit = lineedit_new("", LINEEDIT_MAX, rows[i].is_secret);
        lineedit_paste(edit, rows[i].pasted, rows[i].len);
        cr_expect_str_eq(lineedit_text(edit), rows[i].text, "row %zu", i);
    }
}

Test(lineedit, up_brings_used_values_and_down_the_typed_text_back_but_none_to_a_secret_which_is_stars)
{
    static const char *const used[] = {"newest", "older"};
    static const char *const steps[][2] = {{"p Up", "newest|"}, {"Up", "older|"}, {"Up", "older|"},
                                           {"^N", "newest|"},   {"Down", "typ|"}, {"Down", "typ|"}};
    char shown[80];
    open("ty");
    lineedit_set_history(edit, used, 2);
    for (size_t i = 0; i < COUNT(steps); i++) {
        enum lineedit_result result = press(steps[i][0]);
        bool is_end = i == 2 || i == 5;
        cr_expect_eq(result, is_end ? LINEEDIT_MOVED : LINEEDIT_CHANGED, "step %zu", i);
        cr_expect_str_eq(seen(), steps[i][1], "step %zu", i);
    }
    lineedit_free(edit);
    edit = lineedit_new("päß", LINEEDIT_MAX, true);
    lineedit_set_history(edit, used, 1);
    cr_expect_eq(press("Up"), LINEEDIT_IGNORED);
    cr_expect_eq(lineedit_view(edit, 20, shown, sizeof shown), 3);
    cr_expect_str_eq(shown, "***");
}

Test(lineedit, is_shown_from_its_start_or_scrolled_to_the_cursor_with_marks_for_hostile_characters)
{
    static const struct {
        const char *text, *keys;
        int width;
        const char *shown;
        int cursor;
    } rows[] = {{"中e\xCC\x81x", "Left", 10, "中e\xCC\x81x", 3},
                {"0123456789abcdef", "End", 10, "abcdef", 6},
                {"0123456789abcdef", "Home", 10, "0123456789", 0},
                {"a\x1b\xE2\x80\xAE.", "End", 40, "a␛<U+202E>.", 11}};
    char shown[200];
    for (size_t i = 0; i < COUNT(rows); i++) {
        open(rows[i].text);
        press(rows[i].keys);
        cr_expect_eq(lineedit_view(edit, rows[i].width, shown, sizeof shown), rows[i].cursor, "%s",
                     rows[i].text);
        cr_expect_str_eq(shown, rows[i].shown);
    }
}
