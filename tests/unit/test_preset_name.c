/* core/names: which names a preset may have. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/core/names.h"
#include "support/asserts.h"

static struct error err;

/* `count` copies of a text; caller frees. */
static char *repeated(const char *text, size_t count)
{
    size_t len = strlen(text);
    char *out = calloc(count + 1, len);
    for (size_t i = 0; i < count; i++)
        memcpy(out + i * len, text, len);
    return out;
}

static void expect_name(const char *text, const char *expected)
{
    char *name = preset_name_check(text, &err);
    cr_assert_not_null(name, "%s", err.text);
    cr_expect_str_eq(name, expected);
    free(name);
}

static void expect_refused(const char *text, const char *reason)
{
    char *name = preset_name_check(text, &err);
    cr_assert_null(name);
    cr_expect_eq(err.kind, ERROR_USAGE);
    cr_expect_str_eq(err.text, reason);
}

Test(preset_name, blanks_around_it_are_cut_off)
{
    expect_name("tv", "tv");
    expect_name(" \t tv news \n", "tv news");
    expect_name("x", "x");
}

Test(preset_name, has_at_most_64_characters_whatever_their_bytes)
{
    static const char *const letters[] = {"a", "ž", "字", "𝄞"};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        char *at = repeated(letters[i], 64), *below = repeated(letters[i], 63),
             *above = repeated(letters[i], 65);
        expect_name(below, below);
        expect_name(at, at);
        expect_refused(above, "a preset's name has 1 to 64 printable characters; this one has 65");
        free(at);
        free(below);
        free(above);
    }
}

Test(preset_name, empty_or_blank_is_refused)
{
    expect_refused("", "a preset's name has 1 to 64 printable characters; this one is empty");
    expect_refused(" \t ", "a preset's name has 1 to 64 printable characters; this one is empty");
}

Test(preset_name, what_cannot_be_printed_is_refused)
{
    static const char *const bad[] = {"a\tb",     "a\033[31m", "a\x7f",   "a\u202eb",
                                      "a\u200bb", "a\xff",     "\xc2\x85"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_refused(bad[i], "a preset's name has 1 to 64 printable characters; this one contains a "
                               "control or invisible character");
}

Test(preset_name, a_house_style_keeps_its_name)
{
    expect_refused(" bbc ", "bbc is the name of a house style: use another name for the preset");
    expect_name("bbc mine", "bbc mine");
}
