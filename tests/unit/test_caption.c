/* Reading SubRip: valid files, damaged files and similar formats; the rules, each at its limit and beyond it;
 * the house styles. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/caption/styles.h"
#include "support/asserts.h"

#define COUNT(of) (sizeof(of) / sizeof *(of))

/* The captions as "LINE START-END text|text; …"; "LINE ? text": without times; "!": with unknown markup.
 * Caller frees. */
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

Test(caption_srt, files_are_read_leniently)
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
        /* invalid times affect only their own caption */
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
        /* SubRip tags are removed from the text; other tags stay */
        {T1 "<i>a</i> <font color=\"red\">b</font> {\\an8}c", "1 1000-2500 a b c; "},
        {T1 "<c.red>a</c>", "1 1000-2500! <c.red>a</c>; "},
        {T1 "{\\pos(1,2)}a", "1 1000-2500! {\\pos(1,2)}a; "},
        {T1 "a &amp; b", "1 1000-2500! a &amp; b; "},
        {T1 "1 < 2 > 1, AT&T; x <3 {} <", "1 1000-2500! 1 < 2 > 1, AT&T; x <3 {} <; "},
        {T1 "1 < 2 > 1 & so <3 {} <", "1 1000-2500 1 < 2 > 1 & so <3 {} <; "},
        /* control characters are replaced */
        {T1 "a\x1B[2J", "1 1000-2500 a\xE2\x90\x9B[2J; "},
        {T1 "caf\xE9", "bad; 1 1000-2500 caf\xEF\xBF\xBD; "},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
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

/* --- rules --- */

/* The findings as "CAPTION rule value/limit; …". Caller frees. */
static char *found_as_text(const char *data, const struct caption_limits *limits)
{
    struct caption_file file;
    struct caption_findings found;
    struct buffer out;
    cr_assert(caption_read(&file, data, strlen(data), NULL));
    caption_check(&file, limits, &found);
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < found.count; i++) {
        const struct caption_finding *row = &found.rows[i];
        buffer_printf(&out, "%zu %s", row->caption, caption_rules[row->rule].name);
        if (caption_rules[row->rule].unit)
            buffer_printf(&out, " %" PRId64 "/%" PRId64, row->value, row->limit);
        buffer_append_text(&out, "; ");
    }
    caption_findings_free(&found);
    caption_file_free(&file);
    return buffer_take(&out);
}

#define LIMIT(rule, value)                                                                                   \
    {                                                                                                        \
        .source = "test", .limit = { [rule] = value }                                                        \
    }
#define AT(start, end) "00:00:0" start " --> 00:00:0" end "\n"

static void begin(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
}

TestSuite(caption_check, .init = begin);

Test(caption_check, each_rule_finds_what_is_beyond_its_limit_alone)
{
    static const struct {
        const char *data, *expected;
        struct caption_limits limits;
    } cases[] = {
        {"", "0 empty; ", {0}},
        {AT("1,000", "2,000") "a", "", {0}},
        {AT("1,000", "2,000") "caf\xE9", "0 encoding; ", {0}},
        {AT("1,000", "2,000") "<i> </i>", "1 empty; ", {0}},
        {AT("1,000", "2,000") "&amp;", "1 tags; ", {0}},
        {"1\n00:00:01.000 --> 00:00:02,000\na", "1 bad-times; ", {0}},
        {AT("2,000", "2,000") "a", "1 bad-times; ", {0}},
        {AT("2,000", "1,000") "a", "1 bad-times; ", {0}},
        {AT("3,000", "4,000") "a\n\n" AT("1,000", "2,000") "b", "2 order -2000/0; ", {0}},
        {AT("1,000", "3,000") "a\n\n" AT("2,000", "4,000") "b", "1 overlap -1000/0; ", {0}},
        {AT("1,000", "3,000") "a\n\n" AT("3,000", "4,000") "b", "", {0}},
        {AT("1,000", "2,000") "a\n\n" AT("5,000", "4,000") "b\n\n" AT("1,500", "2,000") "c",
         "1 overlap -500/0; 2 bad-times; ",
         {0}},
        {AT("1,000", "2,000") "a", "", LIMIT(RULE_MIN_DURATION, 1000)},
        {AT("1,000", "2,000") "a", "1 min-duration 1000/1001; ", LIMIT(RULE_MIN_DURATION, 1001)},
        {AT("1,000", "2,000") "a", "", LIMIT(RULE_MAX_DURATION, 1000)},
        {AT("1,000", "2,000") "a", "1 max-duration 1000/999; ", LIMIT(RULE_MAX_DURATION, 999)},
        {AT("1,000", "2,000") "a\n\n" AT("2,080", "3,000") "b", "", LIMIT(RULE_GAP, 80)},
        {AT("1,000", "2,000") "a\n\n" AT("2,080", "3,000") "b", "1 gap 80/81; ", LIMIT(RULE_GAP, 81)},
        {AT("1,000", "2,000") "a\n\n" AT("2,000", "3,000") "b", "1 gap 0/81; ", LIMIT(RULE_GAP, 81)},
        {AT("1,000", "2,000") "a\n\n" AT("2,000", "3,000") "b",
         "",
         {.limit = {[RULE_GAP] = 81}, .may_touch = true}},
        {AT("1,000", "2,000") "1234 6789\n1", "", LIMIT(RULE_CPS, 100)},
        {AT("1,000", "2,000") "1234 6789\n12", "1 cps 110/100; ", LIMIT(RULE_CPS, 100)},
        {AT("1,000", "1,999") "1234 6789\n1", "1 cps 101/100; ", LIMIT(RULE_CPS, 100)},
        {AT("1,000", "2,000") "one two\nthree", "", LIMIT(RULE_WPM, 180)},
        {AT("1,000", "2,000") "one two\nthree four", "1 wpm 240/180; ", LIMIT(RULE_WPM, 180)},
        {AT("1,000", "2,000") "12345\n123", "", LIMIT(RULE_LINE_LENGTH, 5)},
        {AT("1,000", "2,000") "123\n123456\n1234567", "1 line-length 7/5; ", LIMIT(RULE_LINE_LENGTH, 5)},
        {AT("1,000", "2,000") "\xE6\x97\xA5\xE6\x9C\xAC", "1 line-length 4/3; ", LIMIT(RULE_LINE_LENGTH, 3)},
        {AT("1,000", "2,000") "a\nb", "", LIMIT(RULE_LINES, 2)},
        {AT("1,000", "2,000") "a\n\nb", "1 lines 3/2; ", LIMIT(RULE_LINES, 2)},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *text = found_as_text(cases[i].data, &cases[i].limits);
        cr_expect_str_eq(text, cases[i].expected, "case %zu: %s", i, text);
        free(text);
    }
}

Test(caption_check, a_finding_is_told_with_its_value_and_its_limit)
{
    static const struct {
        struct caption_finding finding;
        bool may_touch;
        const char *expected;
    } cases[] = {
        {{1, RULE_CPS, LEVEL_WARNING, 172, 170}, false, "17.2 characters/s; limit 17"},
        {{1, RULE_CPS, LEVEL_WARNING, 172, 175}, false, "17.2 characters/s; limit 17.5"},
        {{1, RULE_GAP, LEVEL_WARNING, 80, 800},
         true,
         "80 ms to the next caption; minimum 800 (or exactly 0)"},
        {{1, RULE_MIN_DURATION, LEVEL_WARNING, 500, 1000}, false, "shown for 500 ms; minimum 1000"},
        {{1, RULE_MAX_DURATION, LEVEL_WARNING, 9000, 7000}, false, "shown for 9000 ms; maximum 7000"},
        {{1, RULE_OVERLAP, LEVEL_ERROR, -40, 0}, false, "still shown 40 ms after the next caption starts"},
        {{0, RULE_EMPTY, LEVEL_ERROR, 0, 0}, false, "there are no captions"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[CAPTION_FINDING_SIZE];
        const struct caption_limits limits = {.may_touch = cases[i].may_touch};
        caption_finding_text(text, &cases[i].finding, &limits);
        cr_expect_str_eq(text, cases[i].expected);
    }
}

Test(caption_check, every_style_sends_values_that_an_export_takes_and_another_one_is_refused_with_their_names)
{
    for (size_t i = 0; i < caption_style_count; i++) {
        const struct caption_style *style = &caption_styles[i];
        struct error err;
        error_clear(&err);
        cr_expect_null(caption_style_find("bcc", &err));
        cr_expect_str_has(err.text, style->name);
        cr_expect_eq(caption_style_find(style->name, &err), style);
        for (const struct style_value *value = style->sends; value->name; value++) {
            int row = param_find(&params_export, value->name);
            cr_assert_geq(row, 0, "%s", value->name);
            cr_expect(param_check(&params_export.rows[row], value->value, &err), "%s: %s", value->name,
                      err.text);
        }
        cr_expect(style->limits.source && style->limits.limit[RULE_LINE_LENGTH] > 0, "%s", style->name);
        cr_expect(style->limits.limit[RULE_CPS] || style->limits.limit[RULE_WPM], "%s", style->name);
    }
}
