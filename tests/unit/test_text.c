/* base/text: decoding, widths, cleaning, strict numbers. */
#include <criterion/criterion.h>
#include <locale.h>
#include <stdlib.h>

#include "steno/base/text.h"

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

Test(text, hostile_codes_become_visible_marks)
{
    char *clean = text_clean_copy("a\x1b[2J\x7f\xc2\x9b\xe2\x80\xae\xff\n");
    cr_assert_str_eq(clean, "a␛[2J␡<U+009B><U+202E>\xef\xbf\xbd␊");
    free(clean);
}

Test(text, integers_are_strict_and_stop_at_int64)
{
    int64_t value = 0;
    cr_assert(text_parse_int("-9223372036854775808", &value));
    cr_assert_eq(value, INT64_MIN);
    cr_assert(text_parse_int("9223372036854775807", &value));
    cr_assert_eq(value, INT64_MAX);
    cr_assert_not(text_parse_int("9223372036854775808", &value));
    const char *const bad[] = {"", "-", "+1", " 1", "1 ", "0x1", "1.0", "1e3"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        cr_assert_not(text_parse_int(bad[i], &value), "%s", bad[i]);
}

Test(text, names_become_flags)
{
    static const char *const cases[][2] = {
        {"WithPPC", "with-ppc"},
        {"WithVAD", "with-vad"},
        {"PauseBetweenCaptionsMs", "pause-between-captions-ms"},
        {"Lang", "lang"},
        {"StartTranscriptionAtSeconds", "start-transcription-at-seconds"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char flag[80];
        text_kebab(flag, sizeof flag, cases[i][0]);
        cr_assert_str_eq(flag, cases[i][1]);
    }
}
