/* SubRip as it is read: good files, damaged ones, and what only looks like it. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/caption/srt.h"
#include "support/asserts.h"

/* "LINE START-END text|text; …", "LINE ? text" without times, and "!" where markup is left. Caller frees. */
static char *read_as_text(const char *data, size_t len)
{
    struct caption_file file;
    struct buffer out;
    cr_assert(caption_read(&file, data, len, NULL));
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_append_text(&out, file.is_utf8 ? "" : "bad; ");
    for (size_t i = 0; i < file.count; i++) {
        const struct caption *caption = &file.captions[i];
        buffer_printf(&out, "%u ", caption->line);
        if (caption->is_timed)
            buffer_printf(&out, "%" PRId64 "-%" PRId64, caption->start_ms, caption->end_ms);
        else
            buffer_append_text(&out, "?");
        buffer_printf(&out, "%s %s; ", caption->has_markup ? "!" : "", caption->text);
    }
    caption_file_free(&file);
    char *text = buffer_take(&out);
    for (char *at = text; (at = strchr(at, '\n'));)
        *at = '|';
    return text;
}

#define T1 "00:00:01,000 --> 00:00:02,500\n"
#define T2 "00:00:03,000 --> 00:00:04,000\n"

Test(caption_srt, files_are_read_as_they_are_meant)
{
    static const struct {
        const char *data, *expected;
    } cases[] = {
        {"", ""},
        {"\n\n", ""},
        {"1\n" T1 "One\n\n2\n" T2 "Two\nlines\n", "1 1000-2500 One; 5 3000-4000 Two|lines; "},
        {"\xEF\xBB\xBF"
         "1\r\n00:00:01,000 --> 00:00:02,500\r\nOne\r\n\r\n",
         "1 1000-2500 One; "},
        {"100:00:00,000 --> 100:00:01,000\nlong", "1 360000000-360001000 long; "},
        {T1 "no number\n" T2 "no empty line", "1 1000-2500 no number; 3 3000-4000 no empty line; "},
        {"1\n" T1 "Two\n2\n" T2 "more", "1 1000-2500 Two; 4 3000-4000 more; "},
        {"1\n" T1 "a\n\n\nb\n\n2\n" T2 "c", "1 1000-2500 a|||b; 8 3000-4000 c; "},
        {"1\n" T1 "In 1999\n2000\nit was", "1 1000-2500 In 1999|2000|it was; "},
        {"1\n" T1 "\n2\n" T2 "x", "1 1000-2500 ; 4 3000-4000 x; "},
        /* times that cannot be read cost their own caption alone */
        {"1\n00:00:01.000 --> 00:00:02,500\na\n\n2\n" T2 "b", "1 ? a; 5 3000-4000 b; "},
        {"1\n00:00:01,000 -> 00:00:02,500\na\n\n2\n" T2 "b",
         "1 ? 00:00:01,000 -> 00:00:02,500|a; 5 3000-4000 b; "},
        {"1\n0:00:01,000 --> 00:00:02,500\na", "1 ? a; "},
        {"1\n00:60:01,000 --> 00:61:02,500\na", "1 ? a; "},
        {"1\n00:00:01,000 --> 00:00:02,500 X1:0\na", "1 ? a; "},
        {"1\n00:00:01,000 -->\na", "1 ? a; "},
        {"1\nno times\n\n2\n" T2 "b", "1 ? no times; 4 3000-4000 b; "},
        {"words alone\nmore", "1 ? words alone|more; "},
        {"99999999999999999999\n" T1 "a", "1 ? 99999999999999999999; 2 1000-2500 a; "},
        /* tags of SubRip are no text; others are left in it */
        {T1 "<i>a</i> <font color=\"red\">b</font> {\\an8}c", "1 1000-2500 a b c; "},
        {T1 "<c.red>a</c>", "1 1000-2500! <c.red>a</c>; "},
        {T1 "{\\pos(1,2)}a", "1 1000-2500! {\\pos(1,2)}a; "},
        {T1 "a &amp; b", "1 1000-2500! a &amp; b; "},
        {T1 "1 < 2 > 1, AT&T; x <3 {} <", "1 1000-2500! 1 < 2 > 1, AT&T; x <3 {} <; "},
        {T1 "1 < 2 > 1 & so <3 {} <", "1 1000-2500 1 < 2 > 1 & so <3 {} <; "},
        /* what could drive a terminal does not */
        {T1 "a\x1B[2J", "1 1000-2500 a\xE2\x90\x9B[2J; "},
        {T1 "caf\xE9", "bad; 1 1000-2500 caf\xEF\xBF\xBD; "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = read_as_text(cases[i].data, strlen(cases[i].data));
        cr_expect_str_eq(text, cases[i].expected, "case %zu: %s", i, text);
        free(text);
    }
}

Test(caption_srt, a_zero_byte_is_a_character_like_others)
{
    static const char data[] = T1 "a\0b";
    char *text = read_as_text(data, sizeof data - 1);
    cr_expect_str_eq(text, "1 1000-2500 a\xE2\x90\x80"
                           "b; ");
    free(text);
}

Test(caption_srt, every_beginning_of_a_file_is_read)
{
    static const char data[] = "\xEF\xBB\xBF"
                               "1\r\n" T1 "<i>a {\\an8} &amp;\n\n2\n" T2 "<font";
    for (size_t len = 0; len < sizeof data; len++)
        free(read_as_text(data, len));
}

Test(caption_srt, a_file_of_more_than_8_MiB_is_refused_and_one_of_8_is_not)
{
    struct caption_file file;
    struct error err;
    char *data = mem_zero(CAPTION_BYTES_MAX + 1, 1);
    memset(data, '\n', CAPTION_BYTES_MAX + 1);
    error_clear(&err);
    cr_expect_not(caption_read(&file, data, CAPTION_BYTES_MAX + 1, &err));
    cr_expect_str_has(err.text, "8 MiB");
    cr_expect(caption_read(&file, data, CAPTION_BYTES_MAX, &err));
    cr_expect_eq(file.count, 0);
    caption_file_free(&file);
    free(data);
}
