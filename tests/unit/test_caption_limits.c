/* The keys by which a style of one's own changes limits: what each takes, and where the limit lies. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/caption/style.h"
#include "caption_help.h"
#include "support/asserts.h"

/* Sets a key that must be taken. */
static void put(struct caption_limits *limits, const char *key, const char *value)
{
    struct error err;
    bool known;
    error_clear(&err);
    cr_assert(style_limit_put(limits, key, value, &known, &err), "%s = %s: %s", key, value, err.text);
}

/* Fails unless the value is refused with this sentence. */
static void refuse(const char *key, const char *value, const char *sentence)
{
    struct caption_limits limits = {0};
    struct error err;
    bool known;
    error_clear(&err);
    cr_expect_not(style_limit_put(&limits, key, value, &known, &err), "%s = %s", key, value);
    cr_expect(known);
    cr_expect_str_eq(err.text, sentence);
}

Test(caption_limits, a_value_that_is_none_is_refused_with_what_is_right)
{
    refuse("cps", "fast", "cps: “fast” is invalid: give a whole number from 0 (no limit) to 1000000");
    refuse("cps", "-1", "cps: “-1” is invalid: give a whole number from 0 (no limit) to 1000000");
    refuse("lines", "1000001",
           "lines: “1000001” is invalid: give a whole number from 0 (no limit) to 1000000");
    refuse("lines", "", "lines: “” is invalid: give a whole number from 0 (no limit) to 1000000");
    refuse("gap", "2 fields",
           "gap: “2 fields” is invalid: give milliseconds as in 80, or frames as in 2 frames");
    refuse("gap", "9999999999",
           "gap: “9999999999” is invalid: give milliseconds as in 80, or frames as in 2 frames");
    refuse("gap", "frames", "gap: “frames” is invalid: give milliseconds as in 80, or frames as in 2 frames");
    refuse("balance", "yes", "balance: “yes” is invalid: give true or false");
    refuse("sign", "third", "sign: “third” is invalid: give any, both or second");
    refuse("count", "bytes", "count: “bytes” is invalid: give all, no-space, half or cells");
    refuse("frame-rate", "0",
           "frame-rate: “0” is invalid: give a number from 1 to 1000, such as 25 or 23.976");
    refuse("level.gap", "fatal", "level.gap: “fatal” is invalid: give error, warning, note or off");
    refuse("level.speed", "note", "no rule is named “speed”");
}

Test(caption_limits, a_key_that_is_none_is_not_known)
{
    struct caption_limits limits = {0};
    struct error err;
    bool known;
    cr_assert_not(style_limit_put(&limits, "gaps", "80", &known, &err));
    cr_assert_not(known);
}

/* Times one below the limit, at it, and one above it. */
Test(caption_limits, limits_are_found_one_beyond_and_not_at_them)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    put(&check.style, "min-duration", "1000");
    put(&check.style, "max-duration", "2000");
    put(&check.style, "gap", "80");
    ROWS(&file, {0, 999, "aa"}, {1079, 2079, "bb"}, {2159, 4159, "cc"}, {4238, 6239, "dd"});
    EXPECT_FOUND(&file, &check, "1 min-duration warning 999/1000 ms", "3 gap warning 79/80 ms",
                 "4 max-duration warning 2001/2000 ms");
    caption_file_free(&file);
    check = check_nothing();
    put(&check.style, "line-length", "3");
    put(&check.style, "lines", "1");
    ROWS(&file, {0, 999, "ab"}, {1079, 2079, "abc"}, {2159, 4159, "abcd"}, {4238, 6239, "ab\ncd"});
    EXPECT_FOUND(&file, &check, "3 line-length error 4/3 characters", "4 lines error 2/1 lines");
    caption_file_free(&file);
}

Test(caption_limits, frames_are_those_of_the_rate)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    put(&check.style, "gap", "2 frames");
    put(&check.style, "frame-rate", "50");
    ROWS(&file, {0, 1000, "aa"}, {1039, 2000, "bb"}, {2040, 3000, "cc"}, {3041, 4000, "dd"});
    EXPECT_FOUND(&file, &check, "1 gap warning 39/40 ms");
    caption_file_free(&file);
}

Test(caption_limits, a_rate_may_have_three_digits_behind_its_point)
{
    static const char *const wrong[] = {"0.999", "1000.001", "1001",   "23.9760", "23.",
                                        ".5",    "-25",      "25 fps", "",        "1e2"};
    struct caption_limits limits = {0};
    struct error err;
    char text[CAPTION_RATE_SIZE];
    bool known;
    put(&limits, "frame-rate", "23.976");
    cr_assert_eq(limits.rate1000, 23976);
    caption_rate_text(text, limits.rate1000);
    cr_assert_str_eq(text, "23.976");
    put(&limits, "frame-rate", "29.97");
    caption_rate_text(text, limits.rate1000);
    cr_assert_str_eq(text, "29.97");
    put(&limits, "frame-rate", "1");
    put(&limits, "frame-rate", "1000");
    caption_rate_text(text, limits.rate1000);
    cr_assert_str_eq(text, "1000");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        cr_expect(!style_limit_put(&limits, "frame-rate", wrong[i], &known, &err), "%s", wrong[i]);
    cr_assert(caption_limit_put(&limits, "frame-rate", "25", &err) && limits.rate1000 == 25000);
    cr_assert(!caption_limit_put(&limits, "frame-rate", "0", &err));
    cr_assert_str_has(err.text, "23.976");
}

Test(caption_limits, the_parts_of_the_gap_are_changed_one_by_one)
{
    struct caption_limits limits = caption_style_find("bbc")->limits;
    put(&limits, "gap", "500");
    cr_expect(limits.gap.touch && limits.gap.min.ms == 500 && limits.gap.free.ms == 1500);
    cr_expect_eq(limits.gap.min_level, LEVEL_ERROR);
    put(&limits, "gap-none", "false");
    cr_expect_not(limits.gap.touch);
    put(&limits, "gap", "1600"); /* above the pause, which means nothing then */
    cr_expect(limits.gap.min.ms == 1600 && limits.gap.free.ms == 0);
    put(&limits, "gap", "0");
    cr_expect_not(limits.gap.checked);
    put(&limits, "gap-pause", "12 frames");
    cr_expect(limits.gap.checked && limits.gap.free.frames == 12 && limits.gap.min_level == LEVEL_WARNING);
}

Test(caption_limits, the_time_for_a_word_and_the_fixed_one_replace_each_other)
{
    struct caption_limits limits = caption_style_find("bbc")->limits;
    put(&limits, "min-duration", "900");
    cr_expect(limits.min_ms == 900 && limits.min_word_ms == 0);
    put(&limits, "min-duration-word", "250");
    cr_expect(limits.min_ms == 0 && limits.min_word_ms == 250);
}

Test(caption_limits, levels_change_the_findings_of_reader_and_checks)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    put(&check.style, "cps", "20");
    put(&check.style, "cps-note", "10");
    put(&check.style, "level.cps", "error");
    put(&check.style, "level.tags", "note");
    put(&check.style, "level.overlap", "warning");
    ROWS(&file, {0, 1000, "<i>abcdefghijk"}, {900, 1900, "abcdefghijklmnopqrstu"});
    EXPECT_FOUND(&file, &check, "1 cps note 110/100 characters/s", "1 overlap warning -100/0 ms",
                 "1 tags note", "2 cps error 210/200 characters/s");
    put(&check.style, "level.tags", "off");
    put(&check.style, "level.cps", "off");
    EXPECT_FOUND(&file, &check, "1 overlap warning -100/0 ms");
    put(&check.style, "level.cps", "note"); /* on again */
    EXPECT_FOUND(&file, &check, "1 cps note 110/100 characters/s", "1 overlap warning -100/0 ms",
                 "2 cps note 210/200 characters/s");
    caption_file_free(&file);
}

Test(caption_limits, all_rules_can_be_off)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    char key[64];
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        snprintf(key, sizeof key, STYLE_LEVEL_KEY "%s", caption_rules[rule].name);
        put(&check.style, key, "off");
    }
    ROWS(&file, {0, 1000, "<i>a"}, {900, 800, "b"});
    EXPECT_NOTHING(&file, &check);
    caption_file_free(&file);
}

Test(caption_limits, a_mark_is_allowed_or_not)
{
    struct caption_check check = check_nothing();
    put(&check.style, "mark", "false");
    cr_assert(check.style.no_mark);
    put(&check.style, "mark", "true");
    cr_assert(!check.style.no_mark);
}

/* The longest time that is read, with the highest limit. */
Test(caption_limits, speeds_of_hostile_times_do_not_overflow)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    put(&check.style, "cps", "1000000");
    put(&check.style, "wpm", "1000000");
    put(&check.style, "count", "half");
    check.language = "en";
    read_text(&file, "1\n00:00:00,000 --> 99999:00:00,000\nab cd\n", CAPTION_SRT);
    EXPECT_NOTHING(&file, &check);
    caption_file_free(&file);
}
