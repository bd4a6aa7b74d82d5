/* The checks of gaps, overlaps and order, with the step of the format as tolerance. */
/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "steno/caption/style.h"
#include "support/asserts.h"
#include "unit/caption_help.h"

/* --- gaps --- */

/* Pairs of captions whose gaps are these, 10 s apart from the next pair. */
static void read_gaps(struct caption_file *file, const int *gaps, size_t count)
{
    struct row rows[40];
    for (size_t i = 0; i < count; i++) {
        int start = (int)i * 10000;
        rows[2 * i] = (struct row){start, start + 1000, "a"};
        rows[2 * i + 1] = (struct row){start + 1000 + gaps[i], start + 2500, "b"};
    }
    read_rows(file, rows, 2 * count);
}

#define GAPS(file, ...)                                                                                      \
    read_gaps(file, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

Test(caption_check, a_gap_of_the_bbc_is_none_or_a_pause)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.gap = (struct caption_gap_limit){
        .checked = true, .touch = true, .min = {.ms = 800}, .free = {.ms = 1200}, .min_level = LEVEL_ERROR};
    GAPS(&file, 0, 1, 799, 800, 1199, 1200);
    EXPECT_FOUND(&file, &check, "3 gap error 1/800 ms", "5 gap error 799/800 ms", "7 gap warning 800/1200 ms",
                 "9 gap warning 1199/1200 ms");
    caption_file_free(&file);
}

Test(caption_check, a_gap_of_netflix_is_two_frames_or_twelve)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.rate1000 = 24000; /* 2 frames are 83 ms, 12 are 500 */
    check.style.gap = (struct caption_gap_limit){.checked = true,
                                                 .house = true,
                                                 .min = {.frames = 2},
                                                 .free = {.frames = 12},
                                                 .min_level = LEVEL_WARNING};
    GAPS(&file, 0, 82, 83, 84, 85, 499, 500);
    EXPECT_FOUND(&file, &check, "1 gap warning 0/83 ms", "3 gap warning 82/83 ms", "9 gap warning 85/500 ms",
                 "11 gap warning 499/500 ms");
    caption_file_free(&file);
}

Test(caption_check, a_gap_of_one_frame_is_right_from_there_on)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.gap =
        (struct caption_gap_limit){.checked = true, .min = {.frames = 1}, .min_level = LEVEL_WARNING};
    GAPS(&file, 0, 39, 40, 41, 900);
    EXPECT_FOUND(&file, &check, "1 gap warning 0/40 ms", "3 gap warning 39/40 ms");
    caption_file_free(&file);
}

/* The finding of subtitles asked with 83 ms and written in hundredths: 80 ms accuse nobody, 70 do. */
Test(caption_check, what_the_format_rounds_down_is_no_fault)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    check.style.min_ms = 1433;
    check.style.gap =
        (struct caption_gap_limit){.checked = true, .min = {.ms = 83}, .min_level = LEVEL_WARNING};
    read_text(&file,
              "[Script Info]\n[V4+ Styles]\n[Events]\nFormat: Start, End, Text\n"
              "Dialogue: 0:00:00.00,0:00:01.43,a\nDialogue: 0:00:01.51,0:00:02.93,b\n"
              "Dialogue: 0:00:03.00,0:00:05.00,c\n",
              CAPTION_ASS);
    EXPECT_FOUND(&file, &check, "2 min-duration warning 1420/1433 ms", "2 gap warning 70/83 ms");
    caption_file_free(&file);
}

Test(caption_check, the_rate_of_the_file_comes_before_that_of_the_style)
{
    struct caption_file file = {.rate_num = 30000, .rate_den = 1001};
    struct caption_limits limits = {.rate1000 = 24000};
    cr_assert_eq(caption_span_ms(&file, &limits, (struct caption_span){.frames = 2}), 66);
    file.rate_num = 0;
    cr_assert_eq(caption_span_ms(&file, &limits, (struct caption_span){.frames = 2}), 83);
    limits.rate1000 = 0;
    cr_assert_eq(caption_span_ms(&file, &limits, (struct caption_span){.frames = 2}), 80);
    cr_assert_eq(caption_span_ms(&file, &limits, (struct caption_span){.ms = 7}), 7);
}

Test(caption_check, half_a_second_is_in_whole_frames_of_the_rate)
{
    static const struct {
        int64_t num, den, ms;
    } rates[] = {{24, 1, 500}, {24000, 1001, 500}, {25, 1, 480},
                 {30, 1, 500}, {30000, 1001, 500}, {50, 1, 500}};
    struct caption_limits limits = {.rate1000 = 24000};
    struct caption_span half = {.half_second = true};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        struct caption_file file = {.rate_num = rates[i].num, .rate_den = rates[i].den};
        cr_expect_eq(caption_span_ms(&file, &limits, half), rates[i].ms, "%zu", i);
    }
    cr_assert_eq(caption_span_ms(&(struct caption_file){0}, &limits, half), 500);
    limits.rate1000 = 29970; /* 15 frames */
    cr_assert_eq(caption_span_ms(&(struct caption_file){0}, &limits, half), 500);
    cr_assert_eq(caption_style_find("netflix-en")->limits.gap.free.half_second, true);
}

/* --- order, overlaps, the recording --- */

Test(caption_check, overlaps_are_found_in_the_order_of_time_against_the_greatest_end)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {0, 10000, "a"}, {2000, 3000, "b"}, {10000, 11000, "c"}, {10999, 12000, "d"});
    EXPECT_FOUND(&file, &check, "1 overlap error -8000/0 ms", "3 overlap error -1/0 ms");
    caption_file_free(&file);
}

Test(caption_check, an_overlap_on_another_layer_is_a_warning)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    read_text(&file,
              "[Script Info]\n[V4+ Styles]\n[Events]\nFormat: Layer, Start, End, Text\n"
              "Dialogue: 0,0:00:00.00,0:00:02.00,a\nDialogue: 1,0:00:01.00,0:00:03.00,b\n"
              "Dialogue: 1,0:00:02.00,0:00:05.00,c\n",
              CAPTION_ASS);
    EXPECT_FOUND(&file, &check, "1 overlap warning -1000/0 ms", "2 overlap error -1000/0 ms");
    caption_file_free(&file);
}

Test(caption_check, captions_out_of_order_are_errors_of_the_later_one_in_the_file)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {5000, 6000, "a"}, {1000, 2000, "b"}, {1000, 1500, "c"});
    /* by time: c 1000 to 1500, b 1000 to 2000, a; c and b overlap */
    EXPECT_FOUND(&file, &check, "2 order error -4000/0 ms", "3 overlap error -500/0 ms");
    caption_file_free(&file);
}

Test(caption_check, captions_outside_the_recording)
{
    struct caption_file file;
    struct caption_check check = check_nothing();
    ROWS(&file, {8000, 11000, "a"}, {9999, 11001, "b"}, {10000, 11001, "c"});
    check.length_ms = 10000;
    check.style.only = RULE_BIT(RULE_BEYOND);
    EXPECT_FOUND(&file, &check, "2 beyond warning 11001/10000 ms", "3 beyond error 10000/10000 ms");
    cr_assert(caption_is_checked(&file, &check, RULE_BEYOND));
    check.length_ms = -1;
    EXPECT_NOTHING(&file, &check);
    cr_assert(!caption_is_checked(&file, &check, RULE_BEYOND));
    caption_file_free(&file);
}
