/* The checks of texts, words and durations: each one below, at and one above its limit. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/caption/style.h"
#include "support/asserts.h"
#include "unit/caption_help.h"

Test(caption_check, line_length_counts_each_line_and_the_limit_itself_is_right)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.line_length = 5;
    ROWS(&file, {0, 1000, "1234\n12345"},
         {2000, 3000,
          "123456\n<i>pr\xCC\x8C"
          "edk</i>\n1234567"});
    EXPECT_FOUND(&file, &check, "2 line-length error 6/5 characters", "2 line-length error 7/5 characters");
    check.style.count = COUNT_NO_SPACE;
    caption_file_free(&file);
    ROWS(&file, {0, 1000, "1 2 3 4 5"});
    EXPECT_NOTHING(&file, &check);
    caption_file_free(&file);
}

Test(caption_check, wide_characters_count_twice_and_the_limit_is_doubled)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.line_length = 2;
    check.style.count = COUNT_HALF;
    ROWS(&file, {0, 1000, "日本"}, {2000, 3000, "日本a"}, {4000, 5000, "abcd"});
    EXPECT_FOUND(&file, &check, "2 line-length error 5/4 half characters");
    caption_file_free(&file);
}

Test(caption_check, lines_over_the_limit_and_empty_ones_within_a_caption)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.lines = 2;
    ROWS(&file, {0, 1000, "a\nb"}, {2000, 3000, "a\nb\nc"}, {4000, 5000, "a\n\nb"});
    EXPECT_FOUND(&file, &check, "2 lines error 3/2 lines", "3 lines error 3/2 lines", "3 blank-line note");
    caption_file_free(&file);
}

Test(caption_check, characters_a_second_show_two_digits_where_one_would_show_the_limit)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.cps10 = 170;
    check.style.only = RULE_BIT(RULE_CPS);
    /* 17 in 1000 ms are 17.0: right. 17 in 998 ms are 17.034: 17.03. 17 in 950 ms are 17.89: 17.9. 18 in a
     * second. */
    ROWS(&file, {0, 1000, "12345678901234567"}, {2000, 2998, "12345678901234567"},
         {4000, 4950, "12345678901234567"}, {6000, 7000, "123456789012345678"},
         {8000, 9000, "1234567890123456"});
    EXPECT_FOUND(&file, &check, "2 cps warning 1703/1700 characters/s", "3 cps warning 179/170 characters/s",
                 "4 cps warning 180/170 characters/s");
    caption_file_free(&file);
}

Test(caption_check, a_second_limit_on_speed_is_a_note)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.cps10 = 170;
    check.style.cps10_note = 150;
    ROWS(&file, {0, 1000, "123456789012345"}, {2000, 3000, "1234567890123456"},
         {4000, 5000, "123456789012345678"});
    EXPECT_FOUND(&file, &check, "2 cps note 160/150 characters/s", "3 cps warning 180/170 characters/s");
    caption_file_free(&file);
}

Test(caption_check, a_lone_dash_is_no_word_and_words_need_blanks_between_them)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.wpm = 120;
    /* two words a second are 120; three are 180 */
    ROWS(&file, {0, 1000, "- a b"}, {2000, 3000, "a b c"}, {4000, 4999, "a b"});
    EXPECT_FOUND(&file, &check, "2 wpm warning 180/120 words/min", "3 wpm warning 12012/12000 words/min");
    check.language = "ja-JP";
    EXPECT_NOTHING(&file, &check);
    caption_file_free(&file);
}

Test(caption_check, durations_are_fixed_or_by_the_word)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.min_ms = 1000;
    check.style.min_word_ms = 400;
    check.style.max_ms = 2000;
    check.style.only = RULE_BIT(RULE_MIN_DURATION) | RULE_BIT(RULE_MAX_DURATION);
    ROWS(&file, {0, 999, "a"}, {2000, 3000, "a"}, {4000, 5199, "a b c"}, {6000, 7200, "a b c"},
         {10000, 12000, "a"}, {20000, 22001, "a"});
    EXPECT_FOUND(&file, &check, "1 min-duration warning 999/1000 ms", "3 min-duration warning 1199/1200 ms",
                 "6 max-duration warning 2001/2000 ms");
    caption_file_free(&file);
}

Test(caption_check, an_end_not_after_the_start_is_bad_times_and_nothing_else_is_said_of_its_duration)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.min_ms = 1000;
    check.style.cps10 = 10;
    ROWS(&file, {1000, 1000, "aaa"}, {3000, 2000, "aaa"}, {2000, 3001, "a"});
    EXPECT_FOUND(&file, &check, "1 bad-times error 0/1 ms", "2 bad-times error -1000/1 ms");
    caption_file_free(&file);
}

/* --- words --- */

Test(caption_check, words_hang_at_the_end_of_a_line_and_of_a_caption_that_goes_on)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.language = "cs-CZ";
    ROWS(&file, {0, 1000, "Sel k\nreci a"}, {2000, 3000, "potom V"}, {4001, 5000, "mel 5\nkm, a"},
         {6000, 7000, "5\nlidi"});
    /* caption 1 to 2: 1000 ms, goes on; 2 to 3: 1001, does not; 3 to 4: 1000 */
    EXPECT_FOUND(&file, &check, "1 hanging note", "1 hanging note", "3 hanging note", "3 hanging note");
    check.language = "en";
    EXPECT_FOUND(&file, &check, "1 hanging note", "3 hanging note"); /* “a” is English too */
    check.language = "fr";
    EXPECT_NOTHING(&file, &check);
    check.language = NULL;
    EXPECT_NOTHING(&file, &check);
    caption_file_free(&file);
}

Test(caption_check, two_lines_that_fit_in_one_and_lines_out_of_balance_are_notes_of_styles_that_want_them)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.line_length = 10;
    ROWS(&file, {0, 1000, "12345\n1234"}, {2000, 3000, "12345\n12345"}, {4000, 5000, "123456789\n1234"},
         {6000, 7000, "1234\n12345678"});
    EXPECT_NOTHING(&file, &check);
    check.style.one_line = check.style.balance = true;
    EXPECT_FOUND(&file, &check, "1 fits-one-line note 10/10 characters", "3 balance note 4/5 characters");
    caption_file_free(&file);
}

Test(caption_check, signs_of_speakers_by_the_style)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {0, 1000, "- One?\n- Two."}, {2000, 3000, "-Alone."}, {4000, 5000, "One. - Two."},
         {6000, 7000, "One\n- two"}, {8000, 9000, "a well-known - thing"});
    EXPECT_NOTHING(&file, &check);
    check.sign = "-";
    EXPECT_FOUND(&file, &check, "2 speaker-sign note", "3 speaker-sign note");
    check.style.dialogue = DIALOGUE_BOTH;
    EXPECT_FOUND(&file, &check, "2 speaker-sign note", "2 speaker-sign note", "3 speaker-sign note",
                 "4 speaker-sign note");
    check.style.dialogue = DIALOGUE_SECOND;
    EXPECT_FOUND(&file, &check, "1 speaker-sign note", "2 speaker-sign note", "2 speaker-sign note",
                 "3 speaker-sign note");
    caption_file_free(&file);
}

Test(caption_check, a_style_of_colours_cannot_check_signs_in_a_file_without_colours)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.sign = "-";
    ROWS(&file, {0, 1000, "- One"}, {2000, 3000, "<font color=\"yellow\">Two</font>"});
    cr_assert(caption_is_checked(&file, &check, RULE_SPEAKER_SIGN));
    check.style.colours = true;
    cr_assert(caption_is_checked(&file, &check, RULE_SPEAKER_SIGN));
    file.captions[1].coloured = false;
    cr_assert(!caption_is_checked(&file, &check, RULE_SPEAKER_SIGN));
    caption_file_free(&file);
}

Test(caption_check, empty_and_repeated_captions)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {0, 1000, "<i></i>"}, {2000, 3000, "a"}, {4000, 5000, "a"}, {6001, 7000, "a"},
         {7000, 8000, "A"});
    EXPECT_FOUND(&file, &check, "1 empty error", "3 repeat note");
    caption_file_free(&file);
}

Test(caption_check, a_file_without_captions_is_empty)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    read_text(&file, "\n\n", CAPTION_SRT);
    EXPECT_FOUND(&file, &check, "0 empty error");
    caption_file_free(&file);
}

Test(caption_check, findings_over_the_cap_are_counted)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    struct caption_findings found = {0};
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, "WEBVTT\n\n00:01.000 --> 00:02.000\n");
    for (int i = 0; i <= FINDING_COUNT_MAX; i++) /* one too many */
        buffer_append_text(&text, "&");
    read_text(&file, buffer_text(&text), CAPTION_VTT);
    caption_check(&file, &check, &found);
    cr_assert_eq(found.count, FINDING_COUNT_MAX);
    cr_assert_eq(file.findings.by_rule[RULE_TAGS], FINDING_COUNT_MAX + 1);
    cr_assert_eq(found.by_rule[RULE_TAGS], FINDING_COUNT_MAX + 1);
    cr_assert_eq(found.by_level[LEVEL_ERROR], FINDING_COUNT_MAX + 1);
    cr_assert_eq(found.dropped[RULE_TAGS][LEVEL_ERROR], 1);
    caption_findings_free(&found);
    caption_file_free(&file);
    buffer_free(&text);
}

Test(caption_check, letters_that_were_encoded_twice_or_lost)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {0, 1000, "\xC3\x83\xC2\xA9"}, {2000, 3000, "\xC3\xA9t\xC3\xA9 \xC2\xAB \xC3\x82 \xC2\xBB"},
         {4000, 5000, "what?"});
    EXPECT_FOUND(&file, &check, "1 encoding error");
    file.format = CAPTION_STL; /* which cannot write all letters */
    file.captions[2].lines[0].text[2] = '?';
    EXPECT_FOUND(&file, &check, "1 encoding error", "3 encoding error");
    caption_file_free(&file);
}

Test(caption_check, a_question_mark_before_a_closing_quote_stands_for_no_lost_letter)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {0, 1000, "\u201CIs it?\u201D"}, {2000, 3000, "\u2018Who?\u2019"},
         {4000, 5000, "Who?\u2014You?\u2026 so?\u266A"}, {6000, 7000, "\u010De?\u0161tina"});
    file.format = CAPTION_STL;
    EXPECT_FOUND(&file, &check, "4 encoding error");
    caption_file_free(&file);
}

Test(caption_check, a_mark_is_an_error_only_where_the_style_forbids_it)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    read_text(&file,
              "\xEF\xBB\xBF"
              "1\n00:00:00,000 --> 00:00:01,000\na\n",
              CAPTION_SRT);
    EXPECT_NOTHING(&file, &check);
    check.style.no_mark = true;
    EXPECT_FOUND(&file, &check, "0 encoding error");
    struct caption_findings found = {0};
    caption_check(&file, &check, &found);
    cr_assert_str_eq(found.rows[0].source, "test");
    caption_findings_free(&found);
    caption_file_free(&file);
}

/* --- plain text in UTF-8 --- */

#define ROW "1\n00:00:00,000 --> 00:00:01,000\n" /* 32 bytes */

Test(caption_check, a_style_of_plain_text_has_no_mark_and_no_utf16)
{
    struct caption_file file;
    struct caption_check check = {.style = caption_style_find("plain-upload")->limits, .length_ms = -1};
    char wide[128] = "\xFF\xFE";
    read_text(&file, "\xEF\xBB\xBF" ROW "a\n", CAPTION_SRT);
    EXPECT_FOUND(&file, &check, "0 encoding error");
    caption_file_free(&file);
    for (size_t i = 0; i < sizeof ROW "a"; i++)
        wide[2 + 2 * i] = (ROW "a")[i];
    read_bytes(&file, wide, 2 + 2 * (sizeof ROW "a" - 1), CAPTION_SRT);
    EXPECT_FOUND(&file, &check, "0 encoding error");
    check.style.plain = false;
    check.style.no_mark = false;
    EXPECT_NOTHING(&file, &check);
    caption_file_free(&file);
}

ParameterizedTestParameters(caption_check, a_style_of_plain_text_has_no_markup)
{
    static char texts[][40] = {"<i>a</i>", "{\\an8}a", "a &amp; b",       "a &#8230; b", "a &nbsp;b",
                               "<v Bob>a", "a </c>",   "<00:00:00.500>a", "<x>a"};
    return cr_make_param_array(char[40], texts, sizeof texts / sizeof texts[0]);
}

ParameterizedTest(char (*text)[40], caption_check, a_style_of_plain_text_has_no_markup)
{
    struct caption_file file;
    char all[128];
    struct caption_check check = {.style = caption_style_find("plain-upload")->limits, .length_ms = -1};
    snprintf(all, sizeof all, ROW "%s\n", *text);
    read_text(&file, all, CAPTION_SRT);
    EXPECT_FOUND(&file, &check, "1 tags error");
    check.style.plain = false;
    EXPECT_NOTHING(&file, &check);
    caption_file_free(&file);
}

Test(caption_check, signs_of_a_plain_text_are_no_markup)
{
    struct caption_file file;
    struct caption_check check = {.style = caption_style_find("plain-upload")->limits, .length_ms = -1};
    read_text(&file, ROW "I <3 R&B; 2 < 3 > 1 & 4; {a} <\n", CAPTION_SRT);
    EXPECT_FOUND(&file, &check, "1 tags error"); /* &B; looks like a reference */
    caption_file_free(&file);
    read_text(&file, ROW "I <3 R&B, 2 < 3 > 1 & 4; {a} <\n", CAPTION_SRT);
    EXPECT_NOTHING(&file, &check);
    caption_file_free(&file);
}

Test(caption_check, markup_of_other_formats_is_found_too)
{
    struct caption_file file;
    struct caption_check check = {.style = caption_style_find("plain-upload")->limits, .length_ms = -1};
    read_text(&file, "WEBVTT\n\n00:00.000 --> 00:01.000\n<b>a</b>\n\n00:01.000 --> 00:02.000\na &amp; b\n",
              CAPTION_VTT);
    EXPECT_FOUND(&file, &check, "1 tags error", "2 tags error");
    caption_file_free(&file);
}

/* --- what was asked, what counts --- */

Test(caption_check, one_fault_counts_once_where_style_and_options_have_one_limit)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.line_length = check.asked.line_length = 5;
    check.style.lines = check.asked.lines = 1;
    check.style.cps10 = check.asked.cps10 = 50;
    check.style.min_ms = 833;
    check.asked.min_ms = 834; /* 20 frames at 24 a second are 833.3 ms */
    check.style.rate1000 = 24000;
    check.style.gap =
        (struct caption_gap_limit){.checked = true, .min = {.frames = 2}, .min_level = LEVEL_ERROR};
    check.asked.gap =
        (struct caption_gap_limit){.checked = true, .min = {.ms = 84}, .min_level = LEVEL_WARNING};
    ROWS(&file, {0, 800, "123456\n1"}, {880, 2000, "2"});
    EXPECT_FOUND(&file, &check, "1 lines error 2/1 lines", "1 cps warning 88/50 characters/s",
                 "1 min-duration warning 800/833 ms", "1 gap error 80/83 ms",
                 "1 line-length error 6/5 characters");
    caption_file_free(&file);
}

Test(caption_check, limits_that_differ_are_both_found)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.line_length = 5;
    check.asked.line_length = 6;
    check.style.gap = (struct caption_gap_limit){.checked = true, .touch = true, .min = {.ms = 80}};
    check.asked.gap = (struct caption_gap_limit){.checked = true, .min = {.ms = 80}};
    ROWS(&file, {0, 1000, "1234567"}, {1000, 2000, "2"});
    EXPECT_FOUND(&file, &check, "1 gap note 0/80 ms", "1 line-length error 7/6 characters",
                 "1 line-length error 7/5 characters");
    caption_file_free(&file);
}

Test(caption_check, what_was_asked_is_a_second_limit_with_its_own_source)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.min_ms = 900;
    check.asked.min_ms = 1000;
    ROWS(&file, {0, 899, "a"}, {2000, 2950, "b"});
    EXPECT_FOUND(&file, &check, "1 min-duration warning 899/1000 ms", "1 min-duration warning 899/900 ms",
                 "2 min-duration warning 950/1000 ms");
    struct caption_findings found = {0};
    caption_check(&file, &check, &found);
    cr_assert_str_eq(found.rows[0].source, "asked");
    cr_assert_str_eq(found.rows[1].source, "test");
    cr_assert_str_eq(found.rows[0].text, "shown for 899 ms; wanted at least 1000");
    caption_findings_free(&found);
    caption_file_free(&file);
}

Test(caption_check, a_style_may_count_a_few_rules_only)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.line_length = 1;
    ROWS(&file, {0, 1000, "<b>long"}, {500, 2000, "b"});
    check.style.only = RULE_BIT(RULE_TAGS);
    EXPECT_FOUND(&file, &check, "1 tags error");
    cr_assert(!caption_is_checked(&file, &check, RULE_LINE_LENGTH));
    caption_file_free(&file);
}

Test(caption_check, of_plain_text_only_encoding_and_line_length_are_checked)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.line_length = 3;
    check.style.lines = 1;
    check.style.cps10 = 10;
    read_text(&file, "1234\n12\n\n\xC2\xAD\n", CAPTION_TXT); /* the second has nothing that is seen */
    EXPECT_FOUND(&file, &check, "1 line-length error 4/3 characters");
    cr_assert(caption_is_checked(&file, &check, RULE_LINE_LENGTH));
    cr_assert(!caption_is_checked(&file, &check, RULE_CPS));
    cr_assert(!caption_is_checked(&file, &check, RULE_LINES));
    caption_file_free(&file);
}

Test(caption_check, limits_are_set_by_the_name_of_their_rule)
{
    struct caption_limits limits = {.min_word_ms = 300, .cps10_note = 150};
    struct error err;
    cr_assert(caption_limit_put(&limits, "cps", "17", &err) && limits.cps10 == 170 && limits.cps10_note == 0);
    cr_assert(caption_limit_put(&limits, "min-duration", "834", &err) && limits.min_ms == 834 &&
              limits.min_word_ms == 0);
    cr_assert(caption_limit_put(&limits, "gap", "80", &err) && limits.gap.checked && limits.gap.min.ms == 80);
    cr_assert(caption_limit_put(&limits, "gap", "0", &err) && !limits.gap.checked);
    cr_assert(caption_limit_put(&limits, "line-length", "1000000", &err));
    cr_assert(!caption_limit_put(&limits, "line-length", "1000001", &err));
    cr_assert(!caption_limit_put(&limits, "line-length", "-1", &err));
    cr_assert(limits.only == 0);
    limits.only = RULE_BIT(RULE_TAGS);
    cr_assert(caption_limit_put(&limits, "lines", "2", &err));
    cr_assert(limits.only == (RULE_BIT(RULE_TAGS) | RULE_BIT(RULE_LINES))); /* it is not left out */
    cr_assert(!caption_limit_put(&limits, "tags", "1", &err));
    cr_assert_str_has(err.text, "no limit");
    cr_assert(!caption_limit_put(&limits, "speed", "1", &err));
    cr_assert_str_has(err.text, "no rule");
}
