/* Limits with the step of a format, in half characters, and where they apply: one below, at, one above. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "steno/base/buffer.h"
#include "steno/caption/measure.h"
#include "steno/caption/style.h"
#include "support/asserts.h"
#include "unit/caption_help.h"

/* Events of an ass file, whose times are hundredths of a second: its step is 10 ms. */
static void read_events(struct caption_file *file, const char *events)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, "[Script Info]\n[V4+ Styles]\n[Events]\nFormat: Start, End, Text\n");
    buffer_append_text(&text, events);
    read_text(file, buffer_text(&text), CAPTION_ASS);
    buffer_free(&text);
}

/* --- the step --- */

Test(caption_edges, a_pause_is_one_from_its_limit_less_the_step_on)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.gap = (struct caption_gap_limit){.checked = true, .touch = true, .free = {.ms = 1495}};
    read_events(&file, "Dialogue: 0:00:00.00,0:00:01.00,a\nDialogue: 0:00:02.48,0:00:03.00,b\n"
                       "Dialogue: 0:00:04.49,0:00:05.00,c\n");
    EXPECT_FOUND(&file, &check, "1 gap warning 1480/1495 ms");
    caption_file_free(&file);
}

Test(caption_edges, the_longest_duration_has_the_step_as_tolerance)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.max_ms = 2000;
    read_events(&file, "Dialogue: 0:00:00.00,0:00:02.00,a\nDialogue: 0:00:03.00,0:00:05.01,b\n");
    EXPECT_FOUND(&file, &check, "2 max-duration warning 2010/2000 ms");
    check.style.max_ms = 2001; /* 2010 may be 2001 with both ends rounded */
    EXPECT_NOTHING(&file, &check);
    caption_file_free(&file);
}

Test(caption_edges, speeds_have_the_step_as_tolerance)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    /* 15 characters at 17 a second take 882.4 ms, 2 words at 130 a minute 923.1 */
    read_events(&file, "Dialogue: 0:00:00.00,0:00:00.88,1234567 9012345\n"
                       "Dialogue: 0:00:01.00,0:00:01.87,1234567 901234x\n"
                       "Dialogue: 0:00:02.00,0:00:02.92,12 34\nDialogue: 0:00:03.00,0:00:03.91,12 35\n");
    check.style.cps10 = 170;
    EXPECT_FOUND(&file, &check, "2 cps warning 172/170 characters/s");
    check.style.cps10 = 0;
    check.style.cps10_note = 170;
    EXPECT_FOUND(&file, &check, "2 cps note 172/170 characters/s");
    check.style.cps10_note = 0;
    check.style.wpm = 130;
    check.style.only = RULE_BIT(RULE_WPM);
    file.count = 4;
    for (size_t i = 0; i < 2; i++)
        file.captions[i].timed = false;
    EXPECT_FOUND(&file, &check, "4 wpm warning 132/130 words/min");
    caption_file_free(&file);
}

/* --- half characters --- */

Test(caption_edges, speed_and_joined_lines_in_half_characters_have_doubled_limits)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.count = COUNT_HALF;
    check.style.cps10 = 30;
    ROWS(&file, {0, 1000, "日本語"}, {2000, 3000, "日本語a"}, {4000, 5000, "日\n本"});
    EXPECT_FOUND(&file, &check, "2 cps warning 70/60 half characters/s");
    check.style.cps10 = 0;
    check.style.one_line = true;
    check.style.line_length = 2; /* 4 halves; both lines and a blank are 5 */
    check.style.only = RULE_BIT(RULE_FITS_ONE_LINE);
    EXPECT_NOTHING(&file, &check);
    check.style.line_length = 3;
    EXPECT_FOUND(&file, &check, "3 fits-one-line note 5/6 half characters");
    caption_file_free(&file);
}

Test(caption_edges, the_blank_between_joined_lines_counts_only_where_blanks_do)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.one_line = true;
    check.style.line_length = 4;
    ROWS(&file, {0, 1000, "12\n34"});
    EXPECT_NOTHING(&file, &check);
    check.style.count = COUNT_NO_SPACE;
    EXPECT_FOUND(&file, &check, "1 fits-one-line note 4/4 characters");
    caption_file_free(&file);
}

/* --- what the sentences say --- */

/* The text of the only finding. */
static void expect_text(const struct caption_file *file, const struct caption_check *check, const char *text)
{
    struct caption_findings found = {0};
    caption_check(file, check, &found);
    cr_assert_eq(found.count, 1);
    cr_expect_str_eq(found.rows[0].text, text);
    caption_findings_free(&found);
}

Test(caption_edges, a_gap_says_all_that_the_style_allows)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {0, 1000, "a"}, {1040, 2000, "b"});
    check.style.gap = caption_style_find("netflix-en")->limits.gap;
    check.style.rate1000 = 24000;
    expect_text(&file, &check, "40 ms to the next caption; wanted 83, or 500 and more");
    check.style.gap = caption_style_find("bbc")->limits.gap;
    expect_text(&file, &check, "40 ms to the next caption; wanted 0, or 800 and more");
    check.style.gap.touch = false;
    expect_text(&file, &check, "40 ms to the next caption; wanted 800 and more");
    check.style.gap = (struct caption_gap_limit){
        .checked = true, .touch = true, .house = true, .min = {.ms = 80}, .free = {.ms = 500}};
    expect_text(&file, &check, "40 ms to the next caption; wanted 0, or 80, or 500 and more");
    caption_file_free(&file);
}

Test(caption_edges, a_limit_with_a_fraction_is_shown_with_it)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {0, 1000, "1234567890123456"});
    check.style.cps10 = 152;
    expect_text(&file, &check, "16.0 characters/s; limit 15.2");
    check.style.cps10 = 150;
    expect_text(&file, &check, "16.0 characters/s; limit 15");
    caption_file_free(&file);
}

Test(caption_edges, words_a_minute_show_two_digits_where_none_would_show_the_limit)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {0, 999, "a b"});
    check.style.wpm = 120;
    expect_text(&file, &check, "120.12 words a minute; limit 120");
    check.style.wpm = 119;
    expect_text(&file, &check, "120 words a minute; limit 119");
    caption_file_free(&file);
}

/* --- where a limit comes from --- */

Test(caption_edges, a_limit_that_was_given_is_not_the_documents)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    struct caption_findings found = {0};
    struct error err;
    check.style = caption_style_find("bbc")->limits;
    cr_assert(caption_limit_put(&check.style, "line-length", "5", &err));
    cr_assert(caption_limit_put(&check.style, "min-duration", "2000", &err));
    ROWS(&file, {0, 1000, "1234567\nb\nc"});
    caption_check(&file, &check, &found);
    cr_assert_eq(found.count, 3);
    cr_assert(found.rows[0].rule == RULE_LINES);
    cr_assert_str_starts(found.rows[0].source, "BBC");
    cr_assert(found.rows[1].rule == RULE_MIN_DURATION);
    cr_assert_str_eq(found.rows[1].source, "given");
    cr_assert(found.rows[2].rule == RULE_LINE_LENGTH);
    cr_assert_str_eq(found.rows[2].source, "given");
    caption_findings_free(&found);
    caption_file_free(&file);
}

Test(caption_edges, a_limit_of_an_own_style_counts_where_the_copied_one_left_its_rule_out)
{
    struct caption_limits limits = caption_style_find("plain-upload")->limits;
    struct error err;
    bool known;
    cr_assert(!(limits.only & RULE_BIT(RULE_CPS)));
    cr_assert(style_limit_put(&limits, "cps", "17", &known, &err));
    cr_assert(limits.only & RULE_BIT(RULE_CPS));
    cr_assert(style_limit_put(&limits, "level.cps", "off", &known, &err));
    cr_assert(!(limits.only & RULE_BIT(RULE_CPS)));
}

Test(caption_edges, captions_without_text_that_were_asked_for_are_notes)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {0, 1000, "<i></i>"});
    EXPECT_FOUND(&file, &check, "1 empty error");
    check.asked.keeps_empty = true;
    EXPECT_FOUND(&file, &check, "1 empty note");
    caption_file_free(&file);
}

Test(caption_edges, times_that_end_too_early_say_by_how_much)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {1000, 0, "a"});
    expect_text(&file, &check, "ends 1000 ms before it starts");
    caption_file_free(&file);
    ROWS(&file, {1000, 1000, "a"});
    expect_text(&file, &check, "ends when it starts");
    caption_file_free(&file);
}

/* --- ties and edges --- */

Test(caption_edges, of_two_captions_that_end_together_the_later_one_has_the_gap)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.gap =
        (struct caption_gap_limit){.checked = true, .min = {.ms = 600}, .min_level = LEVEL_WARNING};
    check.style.only = RULE_BIT(RULE_GAP);
    ROWS(&file, {0, 2000, "a"}, {1000, 2000, "b"}, {2500, 3000, "c"});
    EXPECT_FOUND(&file, &check, "2 gap warning 500/600 ms");
    struct caption_measure *rows = caption_measure(&file, COUNT_ALL, "en");
    cr_assert(rows[1].has_gap && rows[1].gap_ms == 500);
    free(rows);
    caption_file_free(&file);
}

Test(caption_edges, a_start_before_the_recording_is_beyond_0_is_not)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {0, 1000, "a"}, {2000, 3000, "b"});
    EXPECT_NOTHING(&file, &check);
    file.captions[0].start_ms = -1;
    EXPECT_FOUND(&file, &check, "1 beyond error -1/0 ms");
    caption_file_free(&file);
}

Test(caption_edges, a_rate_that_is_the_limit_has_one_digit)
{
    int64_t value;
    cr_assert(caption_rate(17, 1000, 170, &value) == 1 && value == 170);
    cr_assert(caption_rate(17, 998, 170, &value) == 2 && value == 1703);
    cr_assert(caption_rate(17, 1002, 170, &value) == 2 && value == 1697);
    cr_assert(caption_rate(17, 998, 0, &value) == 1 && value == 170);
}

Test(caption_edges, letters_encoded_twice_are_those_of_the_latin_scripts)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {0, 1000, "\u00C2\u00A9"}, {2000, 3000, "\u00C5\u00BE"}, {4000, 5000, "\u00C1\u00BE"},
         {6000, 7000, "\u00C6\u00BE"}, {8000, 9000, "\u00C5\u00C0"});
    EXPECT_FOUND(&file, &check, "1 encoding error", "2 encoding error");
    caption_file_free(&file);
}

Test(caption_edges, a_file_without_a_mark_is_right_where_none_is_wanted)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.no_mark = true;
    ROWS(&file, {0, 1000, "a"});
    EXPECT_NOTHING(&file, &check);
    caption_file_free(&file);
}

Test(caption_edges, a_speaker_begins_within_a_line_after_any_end_of_a_sentence)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.sign = "-";
    ROWS(&file, {0, 1000, "One? - Two"}, {2000, 3000, "One! - Two"}, {4000, 5000, "\u2026 - Two"},
         {6000, 7000, "One, - two"}, {8000, 9000, "One.- Two"});
    EXPECT_FOUND(&file, &check, "1 speaker-sign note", "2 speaker-sign note", "3 speaker-sign note");
    caption_file_free(&file);
}

/* --- what is checked at all --- */

static bool is_checked(const struct caption_file *file, const struct caption_check *check,
                       enum caption_rule rule)
{
    return caption_is_checked(file, check, rule);
}

Test(caption_edges, a_rule_without_its_limit_is_not_checked)
{
    static const enum caption_rule limited[] = {RULE_LINE_LENGTH, RULE_LINES,         RULE_CPS,
                                                RULE_WPM,         RULE_MIN_DURATION,  RULE_MAX_DURATION,
                                                RULE_GAP,         RULE_FITS_ONE_LINE, RULE_BALANCE,
                                                RULE_HANGING,     RULE_BEYOND,        RULE_SPEAKER_SIGN};
    struct caption_file file;
    struct caption_check check = check_nothing();
    size_t count = sizeof limited / sizeof limited[0];
    ROWS(&file, {0, 1000, "a"});
    for (size_t i = 0; i < count; i++)
        cr_expect(!is_checked(&file, &check, limited[i]), "%s", caption_rules[limited[i]].name);
    check.style.one_line = true;
    cr_expect(!is_checked(&file, &check, RULE_FITS_ONE_LINE));
    check.asked = (struct caption_limits){.line_length = 1,
                                          .lines = 1,
                                          .cps10 = 1,
                                          .wpm = 1,
                                          .min_ms = 1,
                                          .max_ms = 1,
                                          .gap = {.checked = true},
                                          .one_line = true,
                                          .balance = true};
    check.language = "de-DE";
    check.length_ms = 0;
    check.sign = "-";
    for (size_t i = 0; i < count; i++)
        cr_expect(is_checked(&file, &check, limited[i]), "%s", caption_rules[limited[i]].name);
    caption_file_free(&file);
}

Test(caption_edges, a_duration_by_the_word_is_checked_where_there_are_words)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.min_word_ms = 300;
    ROWS(&file, {0, 1000, "a"});
    cr_assert(is_checked(&file, &check, RULE_MIN_DURATION));
    check.language = "th";
    cr_assert(!is_checked(&file, &check, RULE_MIN_DURATION));
    check.style.min_ms = 1;
    cr_assert(is_checked(&file, &check, RULE_MIN_DURATION));
    caption_file_free(&file);
}

Test(caption_edges, numbers_and_tags_are_checked_in_formats_that_have_them)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {0, 1000, "a"});
    for (int format = 0; format < CAPTION_TXT; format++) {
        file.format = (enum caption_format)format;
        cr_expect_eq(is_checked(&file, &check, RULE_INDEX), format == CAPTION_SRT || format == CAPTION_STL);
        cr_expect_eq(is_checked(&file, &check, RULE_TAGS), format != CAPTION_STL);
    }
    caption_file_free(&file);
}

Test(caption_edges, languages_without_blanks_have_no_words)
{
    static const char *const none[] = {"th", "ja-JP", "zh_CN", "KO"}, *const some[] = {"cs", "thx", NULL};
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.wpm = 1;
    ROWS(&file, {0, 1000, "a"});
    for (size_t i = 0; i < 4; i++) {
        check.language = none[i];
        cr_expect(!is_checked(&file, &check, RULE_WPM), "%s", none[i]);
    }
    for (size_t i = 0; i < 3; i++) {
        check.language = some[i];
        cr_expect(is_checked(&file, &check, RULE_WPM));
    }
    caption_file_free(&file);
}

/* --- hanging words --- */

/* The words of a row that hang, of those given; each is the end of a line of its own caption. */
static void expect_hanging(const char *language, const char *const *words, bool hang)
{
    for (; *words; words++) {
        struct caption_file file;
        struct caption_check check = check_nothing();
        struct caption_findings found = {0};
        char text[64];
        snprintf(text, sizeof text, "x %s\nx", *words);
        check.language = language;
        ROWS(&file, {0, 1000, text});
        caption_check(&file, &check, &found);
        cr_expect_eq(found.count, (size_t)hang, "%s %s", language, *words);
        caption_findings_free(&found);
        caption_file_free(&file);
    }
}

Test(caption_edges, words_that_hang_by_language)
{
    static const char *const cs[] = {"k", "s", "v", "z", "o", "u", "a", "i", NULL};
    static const char *const en[] = {"a",  "an", "the", "of", "to",  "and",  "or",   "but",
                                     "in", "on", "at",  "by", "for", "with", "from", NULL};
    static const char *const de[] = {"der", "die", "das", "ein", "und", "oder",
                                     "in",  "im",  "an",  "am",  "zu",  NULL};
    static const char *const none[] = {"it", "k", "der", "do", NULL};
    expect_hanging("cs_CZ", cs, true);
    expect_hanging("en", en, true);
    expect_hanging("de-AT", de, true);
    expect_hanging("en", none, false);
}
