/* Two files compared: which captions belong together, and what is different about them. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caption_help.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/caption/diff.h"
#include "support/asserts.h"

/* The rows as "A-A B-B kind" with captions from 1, "." for none, and the changes of times in ms. Caller
 * frees. */
static char *rows_of(const struct caption_diff *diff)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < diff->count; i++) {
        const struct caption_diff_row *row = &diff->rows[i];
        const size_t sides[2][2] = {{row->a, row->a_count}, {row->b, row->b_count}};
        for (int side = 0; side < 2; side++) {
            if (sides[side][1] == 0)
                buffer_append_text(&out, ". ");
            else if (sides[side][1] == 1)
                buffer_printf(&out, "%zu ", sides[side][0] + 1);
            else
                buffer_printf(&out, "%zu-%zu ", sides[side][0] + 1, sides[side][0] + sides[side][1]);
        }
        buffer_append_text(&out, caption_diff_kind_name(row->kind));
        if (row->start_ms || row->end_ms)
            buffer_printf(&out, " %+d %+d", (int)row->start_ms, (int)row->end_ms);
        buffer_append_char(&out, '\n');
    }
    return buffer_take(&out);
}

/* Compares two texts, and them mirrored; the rows must be these. */
static void expect_rows_of(const char *a, enum caption_format a_format, const char *b,
                           enum caption_format b_format, const char *wanted)
{
    struct caption_file files[2];
    struct caption_diff diff, back;
    read_text(&files[0], a, a_format);
    read_text(&files[1], b, b_format);
    const struct caption_diff_side sides[2] = {
        {.file = &files[0], .data = a, .len = strlen(a), .sign = "-", .ellipsis = "…"},
        {.file = &files[1], .data = b, .len = strlen(b), .sign = "-", .ellipsis = "…"}};
    caption_diff_make(&diff, &sides[0], &sides[1]);
    caption_diff_make(&back, &sides[1], &sides[0]);
    char *rows = rows_of(&diff);
    cr_expect_str_eq(rows, wanted, "got:\n%swanted:\n%s", rows, wanted);
    free(rows);
    cr_assert_eq(diff.count, back.count);
    for (size_t i = 0; i < diff.count; i++) {
        const struct caption_diff_row *one = &diff.rows[i], *two = &back.rows[i];
        cr_expect(one->a == two->b && one->b_count == two->a_count && one->start_ms == -two->start_ms,
                  "row %zu", i);
    }
    caption_diff_free(&diff);
    caption_diff_free(&back);
    caption_file_free(&files[0]);
    caption_file_free(&files[1]);
}

static void expect_rows(const char *a, const char *b, const char *wanted)
{
    expect_rows_of(a, CAPTION_SRT, b, CAPTION_SRT, wanted);
}

#define T1  "00:00:01,000 --> 00:00:02,000\n"
#define T2  "00:00:03,000 --> 00:00:04,000\n"
#define T3  "00:00:05,000 --> 00:00:06,000\n"
#define T12 "00:00:01,000 --> 00:00:04,000\n"

Test(caption_diff, a_file_is_the_same_as_itself_whatever_its_numbers)
{
    expect_rows("1\n" T1 "One two\n\n2\n" T2 "three\n", "7\n" T1 "One two\n\n8\n" T2 "three\n",
                "1 1 same\n2 2 same\n");
    expect_rows("1\n" T1 "One\r\ntwo\n", "1\r\n" T1 "One\ntwo\r\n", "1 1 same\n");
    expect_rows("", "", "");
}

Test(caption_diff, the_kinds_of_one_against_one)
{
    expect_rows("1\n" T1 "One two\nthree\n", "1\n" T1 "One\ntwo three\n", "1 1 wrap\n");
    expect_rows("1\n" T1 "One two\n", "1\n00:00:00,999 --> 00:00:02,500\nOne two\n", "1 1 time -1 +500\n");
    expect_rows("1\n" T1 "One two\n", "1\n" T1 "One too\n", "1 1 text\n");
    expect_rows("1\n" T1 "One <i>two</i>\n", "1\n" T1 "One two\n", "1 1 markup\n");
    expect_rows("1\n" T1 "<i>One two</i>\n", "1\n" T1 "<b>One two</b>\n", "1 1 markup\n");
    expect_rows("1\n" T1 "One\n", "1\n" T1 "One\n\n2\n" T2 "two\n", "1 1 same\n. 2 only-b\n");
    expect_rows("1\n" T1 "Hello\n", "1\n" T1 "Goodbye\n", "1 1 text\n");
    expect_rows("1\n" T1 "Hello\n", "1\n" T3 "Goodbye\n", "1 . only-a\n. 1 only-b\n");
}

Test(caption_diff, captions_that_are_split_joined_and_shifted_share_their_words)
{
    expect_rows("1\n" T12 "One two\nthree four\n", "1\n" T1 "One two\n\n2\n" T2 "three four\n",
                "1 1-2 split\n");
    expect_rows("1\n" T1 "One two\n\n2\n" T2 "three four\n\n3\n" T3 "five\n",
                "1\n" T12 "One two\nthree four\n\n2\n" T3 "five\n", "1-2 1 join\n3 2 same\n");
    expect_rows("1\n" T1 "One two\n\n2\n" T2 "three four\n", "1\n" T1 "One\n\n2\n" T2 "two three four\n",
                "1-2 1-2 shift\n");
}

Test(caption_diff, signs_and_ellipses_of_an_export_align_no_words)
{
    /* without them the dash of the second caption would be aligned with that of the third */
    expect_rows("1\n" T1 "- One\n\n2\n" T2 "- two\n", "1\n" T1 "One…\n\n2\n" T2 "…two\n",
                "1 1 text\n2 2 text\n");
}

Test(caption_diff, of_equal_words_the_one_nearer_in_time_is_matched)
{
    expect_rows("1\n" T1 "Yes\n\n2\n" T2 "Yes\n\n3\n" T3 "Yes\n", "1\n" T2 "Yes\n",
                "1 . only-a\n2 1 same\n3 . only-a\n");
    expect_rows("1\n" T1 "Yes\n\n2\n" T3 "Yes\n", "1\n" T3 "Yes\n", "1 . only-a\n2 1 same\n");
    expect_rows("1\n" T1 "Yes\n\n2\n" T3 "Yes\n", "1\n" T1 "Yes\n", "1 1 same\n2 . only-a\n");
}

Test(caption_diff, times_that_the_coarser_format_cannot_write_are_equal)
{
    static const char ssa[] =
        "[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, "
        "Name, MarginL, MarginR, MarginV, Effect, Text\n"
        "Dialogue: 0,0:00:01.00,0:00:02.%s,Default,,0,0,0,,One, two\n";
    char text[400];
    snprintf(text, sizeof text, ssa, "00");
    expect_rows_of("1\n00:00:01,009 --> 00:00:02,000\nOne, two\n", CAPTION_SRT, text, CAPTION_ASS,
                   "1 1 same\n");
    expect_rows_of("1\n00:00:01,010 --> 00:00:02,000\nOne, two\n", CAPTION_SRT, text, CAPTION_ASS,
                   "1 1 time -10 +0\n");
    expect_rows_of(text, CAPTION_ASS, text, CAPTION_ASS, "1 1 same\n");
    char again[400];
    snprintf(again, sizeof again, ssa, "10");
    expect_rows_of(text, CAPTION_ASS, again, CAPTION_ASS, "1 1 time +0 +100\n");
}

Test(caption_diff, encodings_are_no_markup)
{
    /* "1", the times, "<i>a</i>" or "a" in UTF-16, and the same in UTF-8 */
    static const char text[] = "1\n" T1 "%s\n";
    static const char *const words[] = {"a", "<i>a</i>"};
    struct caption_file files[4];
    struct caption_diff_side sides[4];
    struct caption_diff diff;
    char bytes[4][400];
    for (int i = 0; i < 4; i++) {
        size_t len = (size_t)snprintf(bytes[i], 200, text, words[i % 2]);
        if (i >= 2) {
            for (size_t at = len; at-- > 0;) {
                bytes[i][2 + 2 * at] = bytes[i][at];
                bytes[i][3 + 2 * at] = '\0';
            }
            memcpy(bytes[i], "\xFF\xFE", 2);
            len = 2 + 2 * len;
        }
        read_bytes(&files[i], bytes[i], len, CAPTION_SRT);
        sides[i] = (struct caption_diff_side){.file = &files[i], .data = bytes[i], .len = len};
    }
    static const struct {
        int a, b;
        enum caption_diff_kind kind;
    } rows[] = {{0, 2, DIFF_SAME}, {0, 3, DIFF_SAME}, {2, 3, DIFF_MARKUP}, {0, 1, DIFF_MARKUP}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        caption_diff_make(&diff, &sides[rows[i].a], &sides[rows[i].b]);
        cr_expect(diff.count == 1 && diff.rows[0].kind == rows[i].kind, "%zu", i);
        caption_diff_free(&diff);
    }
    for (int i = 0; i < 4; i++)
        caption_file_free(&files[i]);
}

Test(caption_diff, a_text_without_times_is_compared_by_its_words)
{
    expect_rows_of("1\n" T1 "One two\n\n2\n" T2 "three\n", CAPTION_SRT, "One two\n\nthree\n", CAPTION_TXT,
                   "1 1 same\n2 2 same\n");
}

Test(caption_diff, writing_without_blanks_is_compared_by_its_signs)
{
    expect_rows("1\n" T1 "你好世\n界\n", "1\n" T1 "你好\n世界\n", "1 1 wrap\n");
    expect_rows("1\n" T12 "你好世界\n", "1\n" T1 "你好\n\n2\n" T2 "世界\n", "1 1-2 split\n");
}

Test(caption_diff, captions_without_a_word_are_paired_by_time)
{
    expect_rows("1\n" T1 "…\n\n2\n" T1 "…\n\n3\n" T2 "-\n", "1\n" T1 "…\n\n2\n" T1 "…\n\n3\n" T2 "-\n",
                "1 1 same\n2 2 same\n3 3 same\n");
    expect_rows("1\n00:00:01,000 --> 00:00:01,000\n…\n", "1\n00:00:01,000 --> 00:00:01,000\n…\n",
                "1 1 same\n");
}

Test(caption_diff, the_words_of_a_row_are_those_of_the_text)
{
    struct caption_file a, b;
    struct caption_diff diff;
    struct caption_diff_word *words;
    read_text(&a, "1\n" T1 "- One two three\n", CAPTION_SRT);
    read_text(&b, "1\n" T1 "One too three…\n", CAPTION_SRT);
    caption_diff_make(&diff, &(struct caption_diff_side){.file = &a},
                      &(struct caption_diff_side){.file = &b});
    cr_assert_eq(diff.count, 1);
    size_t count = caption_diff_words(&diff.rows[0], &a, &b, &words);
    char line[200] = "";
    for (size_t i = 0; i < count; i++)
        snprintf(line + strlen(line), sizeof line - strlen(line), "%s%.*s ",
                 words[i].side < 0   ? "-"
                 : words[i].side > 0 ? "+"
                                     : "=",
                 (int)words[i].len, words[i].s);
    cr_expect_str_eq(line, "-- =One -two -three +too +three… ");
    free(words);
    caption_diff_free(&diff);
    caption_file_free(&a);
    caption_file_free(&b);
}

/* A file of many captions; every word is its number, or the same. Caller frees. */
static char *many(int count, int first, bool equal)
{
    struct buffer out;
    buffer_init(&out, CAPTION_BYTES_MAX);
    for (int i = 0; i < count; i++) {
        buffer_printf(&out, "%d\n%02d:%02d:%02d,000 --> %02d:%02d:%02d,900\n", i + 1, i / 3600, i / 60 % 60,
                      i % 60, i / 3600, i / 60 % 60, i % 60);
        for (int j = 0; j < 8; j++)
            buffer_printf(&out, "w%d ", equal ? 0 : first + i * 8 + j);
        buffer_append_text(&out, "\n\n");
    }
    return buffer_take(&out);
}

/* How two texts are aligned. */
static void compare_many(char *a, char *b, struct caption_diff *diff)
{
    struct caption_file files[2];
    read_text(&files[0], a, CAPTION_SRT);
    read_text(&files[1], b, CAPTION_SRT);
    caption_diff_make(diff, &(struct caption_diff_side){.file = &files[0]},
                      &(struct caption_diff_side){.file = &files[1]});
    caption_file_free(&files[0]);
    caption_file_free(&files[1]);
    free(a);
    free(b);
}

Test(caption_diff, with_too_many_differences_times_pair_the_captions)
{
    struct caption_diff diff;
    compare_many(many(124, 0, false), many(124, 100000, false), &diff); /* 992 words each: 1984 */
    cr_expect_not(diff.by_time);
    cr_expect_eq(diff.by_kind[DIFF_TEXT], 124);
    caption_diff_free(&diff);
    compare_many(many(126, 0, false), many(126, 100000, false), &diff); /* 2016 */
    cr_expect(diff.by_time);
    cr_expect_eq(diff.by_kind[DIFF_TEXT], 126);
    caption_diff_free(&diff);
}

Test(caption_diff, hours_and_hostile_files_come_to_an_end)
{
    struct caption_diff diff;
    compare_many(many(4000, 0, false), many(4000, 8, false), &diff); /* all but the first and the last */
    cr_expect_not(diff.by_time);
    cr_expect_eq(diff.by_kind[DIFF_TIME], 3999);
    caption_diff_free(&diff);
    compare_many(many(60000, 0, true), many(59900, 0, true), &diff); /* one word, half a million times */
    cr_expect_eq(diff.rows[diff.count - 1].a + diff.rows[diff.count - 1].a_count, 60000);
    caption_diff_free(&diff);
    compare_many(many(130000, 0, false), many(130000, 0, false), &diff); /* over a million words */
    cr_expect(diff.by_time && caption_diff_is_empty(&diff));
    caption_diff_free(&diff);
}
