/* The traps of srt, ssa and txt, and of the encoding: what is read, and what is said, with its place. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "unit/caption_help.h"

#define A "00:00:01,000 --> 00:00:02,000\n" /* 30 bytes */

/* --- srt --- */

Test(caption_srt, a_mark_and_crlf_are_no_fault_and_the_last_newline_may_be_missing)
{
    struct caption_file file;
    read_text(&file,
              "\xEF\xBB\xBF"
              "1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\n\r\n"
              "2\r\n100:00:03,000 --> 100:00:04,000\r\nTwo\r\nlines",
              CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2500 Hello", "360003000 360004000 Two / lines");
    EXPECT_NO_FINDINGS(&file.findings);
    cr_assert(file.has_mark);
    cr_assert_eq(file.captions[0].lines[0].at.byte, 37); /* 3 + 3 + 31 */
    cr_assert_eq(file.captions[0].lines[0].at.line, 3);
    caption_file_free(&file);
}

Test(caption_srt, text_of_digits_and_empty_lines_within_it_stay_text)
{
    struct caption_file file;
    read_text(&file, "1\n" A "1984\n\n5\n\n2\n00:00:03,000 --> 00:00:04,000\n5\n", CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 1984 /  / 5", "3000 4000 5");
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

Test(caption_srt, a_number_that_is_missing_repeated_or_not_rising_is_noted)
{
    struct caption_file file;
    read_text(&file, A "a\n\n1\n" A "b\n\n3\n" A "c\n", CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "1000 2000 b", "1000 2000 c");
    /* 30 + 3 = 33: the second; 33 + 2 + 30 + 3 = 68: the third */
    EXPECT_FINDINGS(&file.findings, "1:1+0 1 index note", "4:1+33 2 index note", "8:1+68 3 index note");
    caption_file_free(&file);
}

Test(caption_srt, a_number_of_too_many_digits_is_noted_and_the_next_one_counts_on)
{
    struct caption_file file;
    read_text(&file, "99999999999999999999\n" A "a\n\n2\n" A "b\n", CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "1000 2000 b");
    EXPECT_FINDINGS(&file.findings, "1:1+0 1 index note");
    caption_file_free(&file);
}

Test(caption_srt, digits_of_milliseconds_are_not_guessed_and_the_next_caption_is_read)
{
    struct caption_file file;
    read_text(&file, "1\n00:00:01,5 --> 00:00:02,000\na\n\n2\n" A "b\n", CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "- - a", "1000 2000 b");
    EXPECT_FINDINGS(&file.findings, "2:1+2 1 bad-times error");
    caption_file_free(&file);
}

Test(caption_srt, a_point_or_a_short_time_is_read_and_reported)
{
    struct caption_file file;
    read_text(&file,
              "1\n00:00:01.000 --> 0:0:2,000\na\n\n2\n00:00:03 --> 00:00:04,000 X1:1 X2:2 Y1:3 Y2:4\nb\n",
              CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "3000 4000 b");
    /* 2 + 27 + 3 + 2 = 34: the second line of times, the sixth line */
    EXPECT_FINDINGS(&file.findings, "2:1+2 1 bad-times warning", "2:18+19 1 bad-times warning",
                    "6:1+34 2 bad-times warning");
    cr_assert_str_eq(file.captions[1].area, "X1:1 X2:2 Y1:3 Y2:4");
    caption_file_free(&file);
}

Test(caption_srt, impossible_times_are_errors)
{
    struct caption_file file;
    read_text(&file, "1\n00:61:01,000 --> 00:00:0x,000\na\n\n2\n-00:00:01,000 --> 9999999999:00:00,000\nb\n",
              CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "- - a", "- - b");
    EXPECT_FINDINGS(&file.findings, "2:1+2 1 bad-times error", "2:18+19 1 bad-times error",
                    "6:1+37 2 bad-times error", "6:19+55 2 bad-times error");
    caption_file_free(&file);
}

Test(caption_srt, hours_end_below_100000)
{
    struct caption_file file;
    read_text(&file, "1\n99998:00:00,000 --> 99999:59:59,999\na\n\n2\n00:00:00,000 --> 100000:00:00,000\nb\n",
              CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "359992800000 359999999999 a", "- - b");
    EXPECT_FINDINGS(&file.findings, "6:18+60 2 bad-times error");
    caption_file_free(&file);
}

Test(caption_srt, more_digits_than_a_number_has_are_not_read_by_their_beginning)
{
    struct caption_file file;
    read_text(&file, "999999999\n0000000001:00:01,000 --> 00:00:02,000\na\n\n1000000000\n" A "b\n",
              CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "- - a", "1000 2000 b");
    cr_assert_str_eq(file.findings.rows[0].text, "number 999999999 where 1 comes next");
    EXPECT_FINDINGS(&file.findings, "1:1+0 1 index note", "2:1+10 1 bad-times error");
    caption_file_free(&file);
}

Test(caption_srt, minutes_and_seconds_end_at_59_and_have_two_digits)
{
    struct caption_file file;
    read_text(&file,
              "1\n00:59:59,000 --> 00:60:00,000\na\n\n2\n00:00:60,000 --> 01:00:00,000\nb\n\n"
              "3\n0:00:01,000 --> 00:1:02,000\nc\n",
              CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "- - a", "- - b", "1000 62000 c");
    EXPECT_FINDINGS(&file.findings, "2:18+19 1 bad-times error", "6:1+37 2 bad-times error",
                    "10:1+72 3 bad-times warning", "10:17+88 3 bad-times warning");
    caption_file_free(&file);
}

Test(caption_srt, a_file_of_a_mark_alone_has_no_captions)
{
    static const char *const marks[] = {"\xEF\xBB\xBF", "\xFF\xFE", "\xFE\xFF"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        struct caption_file file;
        read_text(&file, marks[i], CAPTION_SRT);
        cr_assert(file.has_mark && file.count == 0 && file.findings.count == 0);
        caption_file_free(&file);
    }
}

Test(caption_srt, what_is_no_time_line_is_text)
{
    struct caption_file file;
    read_text(&file, "stray\nmore\n\n1\n" A "1984: war --> peace\na --> b\n", CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 1984: war --> peace / a --> b");
    EXPECT_FINDINGS(&file.findings, "1:1+0 0 bad-times error");
    caption_file_free(&file);
}

Test(caption_srt, captions_without_an_empty_line_between_them_are_apart)
{
    struct caption_file file;
    read_text(&file, "1\n" A "a\n2\n" A "b\n", CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "1000 2000 b");
    EXPECT_FINDINGS(&file.findings, "4:1+34 2 blank-line note");
    caption_file_free(&file);
}

Test(caption_srt, tags_are_no_text_unknown_ones_are_and_their_order_is_checked)
{
    struct caption_file file;
    read_text(&file,
              "1\n" A "<i>a</i> <font color=\"red\">b</font> {\\an8}c <x>d\n\n" /* 2 + 30 = 32 */
              "2\n" A "<b><i>e</b></i> <u>f\n\n"
              "3\n" A "{g} h</s> 3 < 4\n",
              CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a b c <x>d", "1000 2000 e f", "1000 2000 {g} h 3 < 4");
    cr_assert(file.captions[0].coloured && !file.captions[1].coloured);
    cr_assert_str_eq(file.captions[0].area, "{\\an8}");
    /* first text: 8 + 1 + 18 + 1 + 7 + 1 + 6 + 1 + 1 + 3 + 1 = 48 and 2 newlines: the second begins at 82,
     * its text at 114; that is 20 long, so the third begins at 136 and its text at 168 */
    EXPECT_FINDINGS(&file.findings, "7:8+121 2 tags error", "7:17+130 2 tags error", "11:6+173 3 tags error");
    caption_file_free(&file);
}

Test(caption_srt, mixed_line_ends_bad_bytes_and_controls_are_errors_of_their_caption)
{
    struct caption_file file;
    read_text(&file, "1\n" A "caf\xE9 \x01\r\n\n2\n" A "\xEF\xBF\xBD", CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 caf\xEF\xBF\xBD", "1000 2000 \xEF\xBF\xBD");
    EXPECT_FINDINGS(&file.findings, "3:4+35 1 encoding error", "3:6+37 1 encoding error",
                    "3:7+38 1 encoding error", "7:1+73 2 encoding error");
    caption_file_free(&file);
}

Test(caption_srt, controls_beyond_ascii_are_reported_once_a_line)
{
    struct caption_file file;
    read_text(&file, "1\n" A "a\x7F\x7F\nd\xC2\x9F\nc\xC4\xC2\x80\n", CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a / d / c\xEF\xBF\xBD");
    EXPECT_FINDINGS(&file.findings, "3:2+33 1 encoding error", "4:2+37 1 encoding error",
                    "5:2+41 1 encoding error", "5:3+42 1 encoding error");
    caption_file_free(&file);
}

Test(caption_srt, a_colour_is_one_in_any_case)
{
    struct caption_file file;
    read_text(&file, "1\n" A "<FONT COLOR=\"#ffff00\">a</FONT>\n\n2\n" A "<font face=\"x\">b</font>\n",
              CAPTION_SRT);
    cr_assert(file.captions[0].coloured && !file.captions[1].coloured);
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

Test(caption_srt, tags_deeper_than_the_cap_are_reported)
{
    for (int over = 0; over <= 1; over++) {
        struct caption_file file;
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        buffer_append_text(&text, "1\n" A);
        for (int i = 0; i < 32 + over; i++)
            buffer_append_text(&text, "<i>");
        buffer_append_text(&text, "a");
        for (int i = 0; i < 32; i++)
            buffer_append_text(&text, "</i>");
        read_text(&file, buffer_text(&text), CAPTION_SRT);
        cr_assert_eq(file.findings.count, over);
        caption_file_free(&file);
        buffer_free(&text);
    }
}

Test(caption_srt, utf16_of_the_other_order_and_pairs_of_surrogates)
{
    static const char wide[] = "\xFE\xFF\0\x31\0\n\0\x30\0:\0\x30\0:\0\x31\0,\0\x30\0\x30\0\x30\0-\0-\0>"
                               "\0\x30\0:\0\x30\0:\0\x32\0,\0\x30\0\x30\0\x30\0\n"
                               "\xD8\x3D\xDE\0\0<\0b\0>\xDE\0\xDE\0\xD8\x3D";
    struct caption_file file;
    read_bytes(&file, wide, sizeof wide - 1, CAPTION_SRT);
    /* a face, then two second halves and the first half of another; 2 + 4 + 44 bytes before the text */
    EXPECT_CAPTIONS(&file, "1000 2000 \xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_FINDINGS(&file.findings, "2:1+6 1 bad-times warning", "2:13+30 1 bad-times warning",
                    "3:2+54 1 tags error", "3:5+60 1 encoding error");
    caption_file_free(&file);
}

Test(caption_srt, utf16_is_read_by_its_mark_and_bytes_are_those_of_the_file)
{
    struct caption_file file;
    static const char head[] = "1\n" A;
    char wide[256] = "\xFF\xFE";
    size_t len = 2;
    for (size_t i = 0; head[i]; i++) {
        wide[len++] = head[i];
        wide[len++] = 0;
    }
    memcpy(wide + len, "\x0B\x01<\0b\0>\0", 8); /* U+010B, <b> */
    read_bytes(&file, wide, len + 8, CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 \xC4\x8B");
    EXPECT_FINDINGS(&file.findings, "3:2+68 1 tags error"); /* 2 + 2 * 32 + 2 */
    caption_file_free(&file);
}

Test(caption_srt, an_empty_file_has_no_captions)
{
    struct caption_file file;
    read_text(&file, "", CAPTION_SRT);
    cr_assert_eq(file.count, 0);
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

Test(caption_srt, lines_of_a_caption_are_capped_and_that_is_said)
{
    struct caption_file file;
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, "1\n" A);
    for (int i = 0; i < CAPTION_LINES_MAX; i++)
        buffer_append_text(&text, "a\n");
    read_text(&file, buffer_text(&text), CAPTION_SRT);
    cr_assert_eq(file.captions[0].count, CAPTION_LINES_MAX);
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
    for (int i = 0; i < 5; i++)
        buffer_append_text(&text, "a\n");
    read_text(&file, buffer_text(&text), CAPTION_SRT);
    cr_assert_eq(file.captions[0].count, CAPTION_LINES_MAX);
    cr_assert_eq(file.findings.by_rule[RULE_LINES], 1);
    caption_file_free(&file);
    buffer_free(&text);
}

Test(caption_srt, one_caption_over_the_cap_is_refused)
{
    for (int over = 0; over <= 1; over++) {
        struct caption_file file;
        struct buffer text;
        struct error err;
        buffer_init(&text, CAPTION_BYTES_MAX);
        for (int i = 0; i < CAPTION_COUNT_MAX + over; i++)
            buffer_append_text(&text, "0:0:0,0-->0:0:0,0\n");
        cr_assert_eq(caption_read(&file, text.data, text.len, CAPTION_SRT, &err), !over);
        cr_assert_eq(file.count, CAPTION_COUNT_MAX);
        cr_assert_eq(file.findings.count, FINDING_COUNT_MAX);
        cr_assert_geq(file.findings.by_level[LEVEL_ERROR], CAPTION_COUNT_MAX);
        caption_file_free(&file);
        buffer_free(&text);
    }
}

/* --- ssa, ass --- */

#define EVENTS "[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Text\n"
/* 14 + 19 + 1 + 9 + 39 = 82 bytes, 5 lines */

Test(caption_ssa, columns_escapes_overrides_drawings_and_karaoke)
{
    struct caption_file file;
    read_text(
        &file,
        EVENTS
        "Dialogue: 0,0:00:01.00,0:00:02.50,Default,{\\i1}a, b{\\i0}\\Nc\\nd\\he\n"
        "Comment: 0,0:00:01.00,0:00:02.50,Default,not this\n"
        "Dialogue: 7,0:00:03.00,0:00:04.00,Default,{\\an8\\k20}one {\\k30}two{\\p1}m 0 0 l 9 9{\\p0}!\n",
        CAPTION_FORMAT_COUNT);
    cr_assert_eq(file.format, CAPTION_ASS);
    cr_assert_eq(file.step_ms, 10);
    EXPECT_CAPTIONS(&file, "1000 2500 a, b / c d e", "3000 4000 one two!");
    EXPECT_NO_FINDINGS(&file.findings);
    cr_assert_str_eq(file.captions[0].area, "0 an2");
    cr_assert_str_eq(file.captions[1].area, "7 an8");
    caption_file_free(&file);
}

Test(caption_ssa, columns_stand_in_the_order_of_the_format_line)
{
    struct caption_file file;
    read_text(&file,
              "[Script Info]\nScriptType: v4.00\n[Events]\nFormat: Marked, End, Start, Text\n"
              "Dialogue: Marked=0,0:00:02.00,0:00:01.00,a,b\n",
              CAPTION_SSA);
    cr_assert_eq(file.format, CAPTION_SSA);
    EXPECT_CAPTIONS(&file, "1000 2000 a,b");
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

Test(caption_ssa, bad_events_cost_only_themselves)
{
    struct caption_file file;
    read_text(&file,
              EVENTS "Dialogue: 0,0:00:01.0,0:00:02.00,D,a\n" /* at 82, the time at 94 */
                     "Dialogue: 0,0:00:01.00\n"               /* 82 + 37 = 119, the last column at 131 */
                     "Dialogue: 0,0:00:01.00,0:00:02.00,D,{open {two\n" /* 119 + 23 = 142, the text at 178 */
                     "Dialogue: 0,0:00:01.00,0:00:02.00,D,b",
              CAPTION_ASS);
    EXPECT_CAPTIONS(&file, "- - a", "- -", "1000 2000 {open {two", "1000 2000 b");
    EXPECT_FINDINGS(&file.findings, "6:13+94 1 bad-times error", "7:13+131 2 bad-times error",
                    "8:37+178 3 tags error");
    caption_file_free(&file);
}

Test(caption_ssa, the_usual_columns_of_v4_have_no_layer)
{
    struct caption_file file;
    read_text(&file,
              "[Script Info]\nScriptType: v4.00\n[Events]\n"
              "Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a\n",
              CAPTION_SSA);
    EXPECT_CAPTIONS(&file, "1000 2000 a");
    cr_assert_str_eq(file.captions[0].area, " an2");
    caption_file_free(&file);
}

Test(caption_ssa, a_line_that_is_no_event_is_reported)
{
    struct caption_file file;
    read_text(&file,
              EVENTS "Dialogue: 0,0:00:01.00,0:00:02.00,D,a\n" /* at 82, 38 bytes */
                     "Dialogu: 0,0:00:01.00,0:00:02.00,D,b\n"
                     "; a remark\nPicture: x\nSound: x\nMovie: x\nCommand: x\n[Fonts]\nanything\n",
              CAPTION_ASS);
    EXPECT_CAPTIONS(&file, "1000 2000 a");
    EXPECT_FINDINGS(&file.findings, "7:1+120 0 tags error");
    caption_file_free(&file);
}

Test(caption_ssa, times_are_written_with_a_point_and_hours)
{
    struct caption_file file;
    read_text(&file,
              EVENTS "Dialogue: 0,0:00:01,00,0:00:02.00,D,a\n"
                     "Dialogue: 0,00:03.00,0:00:04.00,D,b\n",
              CAPTION_ASS);
    cr_assert_eq(file.findings.by_rule[RULE_BAD_TIMES], 3); /* the comma ends a column, so both are wrong */
    cr_assert_eq(file.captions[1].start_ms, 3000);
    caption_file_free(&file);
}

Test(caption_ssa, a_drawing_is_no_empty_caption)
{
    struct caption_file file;
    read_text(&file,
              EVENTS "Dialogue: 0,0:00:01.00,0:00:02.00,D,{\\p1}m 0 0 l 1 1{\\p0}\n"
                     "Dialogue: 0,0:00:03.00,0:00:04.00,D,{\\p0}{\\i1}\n",
              CAPTION_ASS);
    cr_assert(file.captions[0].drawn && !file.captions[1].drawn);
    struct caption_check check = check_nothing();
    EXPECT_FOUND(&file, &check, "2 empty error");
    caption_file_free(&file);
}

Test(caption_ssa, an_event_without_a_format_line_is_read_by_the_usual_columns)
{
    struct caption_file file;
    read_text(&file,
              "[Script Info]\n[V4+ Styles]\n[Events]\n"
              "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a, b\n",
              CAPTION_ASS);
    EXPECT_CAPTIONS(&file, "1000 2000 a, b");
    EXPECT_FINDINGS(&file.findings, "4:1+36 1 tags error"); /* of the caption at its place */
    caption_file_free(&file);
}

/* --- txt, and what is no caption file --- */

Test(caption_txt, a_paragraph_is_a_caption_without_times)
{
    struct caption_file file;
    read_text(&file, "one\ntwo\n\n\n  three  \n", CAPTION_TXT);
    EXPECT_CAPTIONS(&file, "- - one / two", "- - three");
    cr_assert(!file.has_times);
    cr_assert_eq(file.captions[1].lines[0].at.byte, 12);
    cr_assert_eq(file.captions[1].lines[0].at.column, 3);
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

Test(caption_txt, controls_marks_of_direction_and_blanks_at_the_ends_are_not_visible)
{
    struct caption_file file;
    read_text(&file, "a\u061Cb\u200Ec\u2069d\u202Ee\u206Af", CAPTION_TXT);
    EXPECT_CAPTIONS(&file, "- - abcde\u206Af");
    caption_file_free(&file);
    read_text(&file, "\xE2\x80\xAB\xC2\xA0 a\xC2\xAD\xE2\x80\x8B b\xC2\xA0\xEF\xBB\xBF\n", CAPTION_TXT);
    EXPECT_CAPTIONS(&file, "- - a b");
    caption_file_free(&file);
}

Test(caption_read, the_content_says_the_format_before_the_name_does)
{
    struct caption_file file;
    read_text(&file, "WEBVTT\n\n00:01.000 --> 00:02.000\na\n", CAPTION_SRT);
    cr_assert_eq(file.format, CAPTION_VTT);
    caption_file_free(&file);
    read_text(&file, "\n [Script Info]\n", CAPTION_SRT);
    cr_assert_eq(file.format, CAPTION_ASS);
    caption_file_free(&file);
}

Test(caption_read, srt_without_a_name_is_known_by_its_first_line_of_times)
{
    struct caption_file file;
    read_text(&file, "1\r\n00:00:01,000 --> 00:00:02,000\r\na\r\n", CAPTION_FORMAT_COUNT);
    cr_assert_eq(file.format, CAPTION_SRT);
    caption_file_free(&file);
    read_text(&file, "\xEF\xBB\xBF" A "a\n", CAPTION_FORMAT_COUNT);
    cr_assert_eq(file.format, CAPTION_SRT);
    caption_file_free(&file);
    read_text(&file, "1\n" A "a\n", CAPTION_TXT);
    cr_assert_eq(file.format, CAPTION_TXT);
    caption_file_free(&file);
}

/* What must be refused, and a word of the reason. */
static void expect_refused(const char *text, const char *words)
{
    struct caption_file file;
    struct error err;
    cr_assert(!caption_read(&file, text, strlen(text), CAPTION_FORMAT_COUNT, &err));
    cr_assert_str_has(err.text, words, "%s: %s", text, err.text);
    caption_file_free(&file);
}

Test(caption_read, json_web_pages_and_unknown_files_are_refused_with_the_reason)
{
    expect_refused("{\"Message\": \"no\"}", "JSON");
    expect_refused("[{\"a\": 1}]", "JSON");
    expect_refused("{ }", "JSON");
    expect_refused("{0}{25}MicroDVD: a format that is not read", "unknown format");
    expect_refused("<!DOCTYPE html><p>no</p>", "web page");
    expect_refused("<?xml version=\"1.0\"?><a/>", "not TTML");
    expect_refused("", "empty");
    expect_refused("something", "unknown format");
}

Test(caption_read, a_byte_over_the_cap_is_refused)
{
    struct caption_file file;
    struct error err;
    char *data = mem_zero(CAPTION_BYTES_MAX + 1, 1);
    cr_assert(!caption_read(&file, data, CAPTION_BYTES_MAX + 1, CAPTION_TXT, &err));
    cr_assert_str_has(err.text, "64 MiB");
    caption_file_free(&file);
    cr_assert(caption_read(&file, data, CAPTION_BYTES_MAX, CAPTION_TXT, &err));
    caption_file_free(&file);
    free(data);
}
