/* Keys and their names. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "steno/widget/key.h"
#include "support/asserts.h"

static struct key parse(const char *name)
{
    struct key key = {0};
    cr_assert(key_parse(name, &key), "“%s” should be a key", name);
    return key;
}

Test(key, every_name_reads_back_as_itself)
{
    static const char *const names[] = {
        "j",    "G",    "#",     "Space",     "Comma",         "Enter",     "Tab",        "Shift-Tab",
        "Esc",  "^G",   "^L",    "PgUp",      "PgDn",          "Home",      "End",        "Up",
        "Down", "Left", "Right", "Ctrl-Left", "Alt-b",         "Backspace", "F1",         "F12",
        "ž",    "?",    "-",     "^",         "Alt-^",         "Delete",    "Ctrl-Right", "Insert",
        "^]",   ":",    "^\\",   "^@",        "Alt-Backspace",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char back[KEY_NAME_SIZE];
        key_format(back, sizeof back, parse(names[i]));
        cr_expect_str_eq(back, names[i]);
    }
}

Test(key, keys_that_send_the_same_byte_are_one_key)
{
    cr_expect(key_equal(parse("^I"), parse("Tab")));
    cr_expect(key_equal(parse("^M"), parse("Enter")));
    cr_expect(key_equal(parse("^J"), parse("Enter")));
    cr_expect(key_equal(parse("^["), parse("Esc")));
    cr_expect(key_equal(parse("^H"), parse("Backspace")));
    cr_expect(key_equal(key_char(7), parse("^g")));
    cr_expect(key_equal(key_char(127), parse("Backspace")));
    cr_expect(key_equal(parse("Shift-g"), parse("G")));
    cr_expect(key_equal(parse("Ctrl-g"), parse("^G")));
    cr_expect(key_equal(parse("escape"), parse("Esc")));
}

Test(key, a_letter_and_its_capital_differ)
{
    cr_expect_not(key_equal(parse("g"), parse("G")));
    cr_expect_not(key_equal(parse("g"), parse("^G")));
    cr_expect_not(key_equal(parse("b"), parse("Alt-b")));
}

Test(key, what_is_no_key_is_refused)
{
    static const char *const bad[] = {"",      "jj",   "F0",   "F64",     "F1x",   "Hyper-x",
                                      "Ctrl-", "\x1b", "\xff", "Shift-1", "Ctrl-ž"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct key key;
        cr_expect_not(key_parse(bad[i], &key), "“%s” should be no key", bad[i]);
    }
}

Test(key, a_list_is_parted_by_blanks_or_commas)
{
    struct key keys[4];
    size_t count = 0;
    struct error err;
    cr_assert(key_parse_list("j, Down ^N", keys, 4, &count, &err));
    cr_assert_eq(count, 3);
    cr_expect(key_equal(keys[0], key_char('j')));
    cr_expect(key_equal(keys[1], key_plain(K_DOWN)));
    cr_expect(key_equal(keys[2], key_ctrl('n')));
}

Test(key, a_bad_word_in_a_list_is_named)
{
    struct key keys[2];
    size_t count = 7;
    struct error err;
    cr_assert_not(key_parse_list("j Dwon", keys, 2, &count, &err));
    cr_expect_eq(err.kind, ERROR_USAGE);
    cr_expect_str_has(err.text, "“Dwon”");
    cr_assert_not(key_parse_list("a b c", keys, 2, &count, &err));
    cr_expect_str_has(err.text, "“c”");
    cr_assert_not(key_parse_list(" , ", keys, 2, &count, &err));
    cr_expect_eq(count, 7);
}

Test(key, keys_that_terminals_keep_for_themselves_are_told_apart)
{
    static const char *const kept[] = {"^S", "^Q", "^Z", "^\\", "Shift-F5", "Ctrl-Enter"};
    static const char *const free_keys[] = {"j",         "^G", "Space", "Shift-Tab",
                                            "Ctrl-Left", "F5", "^]",    "Alt-x"};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        cr_expect_not_null(key_unreachable(parse(kept[i])), "%s", kept[i]);
    for (size_t i = 0; i < sizeof free_keys / sizeof free_keys[0]; i++)
        cr_expect_null(key_unreachable(parse(free_keys[i])), "%s", free_keys[i]);
}

Test(key, only_plain_characters_type_text)
{
    cr_expect(key_is_text(parse("a")));
    cr_expect(key_is_text(parse("Space")));
    cr_expect(key_is_text(key_char(0x4E2D)));
    cr_expect_not(key_is_text(parse("^A")));
    cr_expect_not(key_is_text(key_char(0x9B)));
    cr_expect_not(key_is_text(parse("Alt-a")));
    cr_expect_not(key_is_text(parse("Enter")));
}
