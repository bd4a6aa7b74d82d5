/* base/text: decoding, widths, cleaning, strict numbers. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdlib.h>

#include "steno/base/text.h"
#include "support/asserts.h"

static void use_utf8(void)
{
    setlocale(LC_ALL, "C.UTF-8");
}

TestSuite(text, .init = use_utf8);

Test(text, a_clipped_text_ends_in_an_ellipsis_and_never_splits_a_wide_character)
{
    char out[64];
    cr_assert_eq(text_clip(out, sizeof out, "日本語", 4), 3);
    cr_assert_str_eq(out, "日…");
    cr_assert_eq(text_clip(out, sizeof out, "abc", 3), 3);
    cr_assert_str_eq(out, "abc");
    text_clip(out, 6, "日本語", 80);
    cr_assert_str_eq(out, "日");
}

Test(text, hostile_and_invisible_codes_become_visible_marks_and_what_scripts_are_written_with_stays)
{
    static const char *const rows[][2] = {
        {"a\x1b[2J\x7f\xc2\x9b\xe2\x80\xae\xff\n", "a␛[2J␡<U+009B><U+202E>\xef\xbf\xbd␊"},
        {"ad\xc2\xadmin\xe2\x80\x8b\xe2\x81\xa0\xef\xbb\xbf\xe3\x85\xa4\xf3\xa0\x81\xa1",
         "ad<U+00AD>min<U+200B><U+2060><U+FEFF><U+3164><U+E0061>"}};
    static const char *const kept[] = {
        "\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xae\xd9\x88\xd8\xa7\xd9\x87\xd9\x85", /* Persian: a non-joiner */
        "\xe0\xa4\x95\xe0\xa5\x8d\xe2\x80\x8d\xe0\xa4\xb7",                     /* Hindi: a joiner */
        "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb\xe2\x9d\xa4\xef\xb8\x8f", /* emoji, joined, selected */
        "\xe8\x91\x9b\xf3\xa0\x84\x80",                                         /* an ideograph's variant */
        "e\xcc\x81",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *clean = text_clean_copy(rows[i][0]);
        cr_expect_str_eq(clean, rows[i][1]);
        free(clean);
    }
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        char *clean = text_clean_copy(kept[i]);
        cr_expect_str_eq(clean, kept[i]);
        free(clean);
    }
}

Test(text, a_text_is_clean_when_cleaning_changes_nothing)
{
    static const char *const clean[] = {"", "plain ~ text", "příliš žluťoučký", "日本語 é", "\xef\xbf\xbd"};
    static const char *const dirty[] = {
        "tab\there",    "bell\a",   "a\x7f", "\xc2\x9b[2J", "left \xe2\x80\xae right",
        "\xe2\x80\xa8", "cut \xc3", "\xff",  "\xed\xa0\x80"};
    for (size_t i = 0; i < sizeof clean / sizeof clean[0]; i++)
        cr_expect(text_is_clean(clean[i], strlen(clean[i])), "%s", clean[i]);
    for (size_t i = 0; i < sizeof dirty / sizeof dirty[0]; i++)
        cr_expect_not(text_is_clean(dirty[i], strlen(dirty[i])), "row %zu", i);
}

Test(text, integers_are_strict_and_stop_at_int64)
{
    static const char *const bad[] = {"", "-", "+1", " 1", "1 ", "0x1", "1.0", "1e3", "9223372036854775808"};
    int64_t value = 0;
    cr_assert(text_parse_int("-9223372036854775808", &value));
    cr_assert_eq(value, INT64_MIN);
    cr_assert(text_parse_int("9223372036854775807", &value));
    cr_assert_eq(value, INT64_MAX);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        cr_assert_not(text_parse_int(bad[i], &value), "%s", bad[i]);
}

Test(text, names_become_flags)
{
    static const char *const cases[][2] = {
        {"WithPPC", "with-ppc"},
        {"PauseBetweenCaptionsMs", "pause-between-captions-ms"},
        {"Lang", "lang"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char flag[80];
        text_kebab(flag, sizeof flag, cases[i][0]);
        cr_assert_str_eq(flag, cases[i][1]);
    }
}
