/* Captions whose line of times is damaged: each is one of its own, and an error. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "support/asserts.h"
#include "unit/caption_help.h"

#define FIRST "1\n00:00:01,000 --> 00:00:02,000\na\n\n" /* 35 bytes, 4 lines */
#define LAST  "\n3\n00:00:07,000 --> 00:00:08,000\nc\n"

ParameterizedTestParameters(caption_damage, a_damaged_line_of_times_below_a_number_is_an_error_there)
{
    static char lines[][48] = {
        "00:00:03,000 -> 00:00:04,000",
        "00:00:03,000 - -> 00:00:04,000",
        "00:00:03,000",
        "--> 00:00:04,000",
        "00;00;03,000 --> 00:00:04,000",
        "O0:00:03,000 --> 00:00:04,000",
        "00:00:03, 000 --> 00:00:04,000",
        "00 : 00 : 03,000 > 00:00:04,000",
        "-->",
        "00.00.03.000 -> 00.00.04.000",
        "00:00:03,000 00:00:04,000",
    };
    return cr_make_param_array(char[48], lines, sizeof lines / sizeof lines[0]);
}

ParameterizedTest(char (*line)[48], caption_damage, a_damaged_line_of_times_below_a_number_is_an_error_there)
{
    struct caption_file file;
    char text[256];
    snprintf(text, sizeof text, FIRST "2\n%s\nb\n" LAST, *line);
    read_text(&file, text, CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "- - b", "7000 8000 c");
    EXPECT_FINDINGS(&file.findings, "6:1+37 2 bad-times error");
    caption_file_free(&file);
}

Test(caption_damage, the_line_of_times_may_miss_its_number_too)
{
    struct caption_file file;
    read_text(&file, FIRST "00:00:03,000 -> 00:00:04,000\nb\n" LAST, CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "- - b", "7000 8000 c");
    EXPECT_FINDINGS(&file.findings, "5:1+35 2 bad-times error", "5:1+35 2 index note");
    caption_file_free(&file);
}

Test(caption_damage, a_number_without_times_below_it_is_an_error)
{
    struct caption_file file;
    read_text(&file, FIRST "2\nb\n" LAST, CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "- - b", "7000 8000 c");
    EXPECT_FINDINGS(&file.findings, "5:1+35 2 bad-times error");
    caption_file_free(&file);
}

Test(caption_damage, an_empty_line_between_number_and_times_is_an_error_and_the_times_are_read)
{
    struct caption_file file;
    read_text(&file, FIRST "2\n\n00:00:03,000 --> 00:00:04,000\nb\n" LAST, CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "3000 4000 b", "7000 8000 c");
    EXPECT_FINDINGS(&file.findings, "5:1+35 2 bad-times error");
    caption_file_free(&file);
    read_text(&file, FIRST "2\n\n00:00:03,000 -> 00:00:04,000\nb\n" LAST, CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "- - b", "7000 8000 c");
    EXPECT_FINDINGS(&file.findings, "5:1+35 2 bad-times error", "7:1+38 2 bad-times error");
    caption_file_free(&file);
}

Test(caption_damage, the_last_number_of_a_file_is_an_error_when_nothing_follows)
{
    struct caption_file file;
    read_text(&file, FIRST "2", CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "- -");
    EXPECT_FINDINGS(&file.findings, "5:1+35 2 bad-times error");
    caption_file_free(&file);
}

Test(caption_damage, numbers_and_times_of_a_text_stay_text)
{
    struct caption_file file;
    read_text(&file,
              "1\n00:00:01,000 --> 00:00:02,000\n2\n10:30:00 sharp\n\n7\nyears -> later\n10:30 -> 11:00\n",
              CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 2 / 10:30:00 sharp /  / 7 / years -> later / 10:30 -> 11:00");
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

ParameterizedTestParameters(caption_damage, what_looks_like_times_below_a_number_out_of_order_is_an_error)
{
    static char lines[][48] = {
        "00:07 -> 00:09",
        "0:04 - 0:09",
        "00:0l:04,000 -> 00:00:09,000",
        "00-00-04,000 -> 00:00:09,000",
        "00:00 04,000 -> 00:00:09,000",
        "00:00:04,000",
        "00.00.04.000",
        "00.00.04 - 00.00.09",
        "4->9",
    };
    return cr_make_param_array(char[48], lines, sizeof lines / sizeof lines[0]);
}

ParameterizedTest(char (*line)[48], caption_damage,
                  what_looks_like_times_below_a_number_out_of_order_is_an_error)
{
    struct caption_file file;
    char text[256];
    snprintf(text, sizeof text, FIRST "3\n%s\nb\n", *line);
    read_text(&file, text, CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "- - b");
    EXPECT_FINDINGS(&file.findings, "5:1+35 2 index note", "6:1+37 2 bad-times error");
    caption_file_free(&file);
}

ParameterizedTestParameters(caption_damage,
                            two_times_below_an_empty_line_are_an_error_without_arrow_or_number)
{
    static char lines[][48] = {
        "00:00:03,000 -- 00:00:04,000", "00:00:03,000 00:00:04,000",    "00:00:03,000 – 00:00:04,000",
        "00.00.03.000 - 00.00.04.000",  "00:00:0l,000 -> 00:00:04,000",
    };
    return cr_make_param_array(char[48], lines, sizeof lines / sizeof lines[0]);
}

ParameterizedTest(char (*line)[48], caption_damage,
                  two_times_below_an_empty_line_are_an_error_without_arrow_or_number)
{
    struct caption_file file;
    char text[256];
    snprintf(text, sizeof text, FIRST "%s\nb\n", *line);
    read_text(&file, text, CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a", "- - b");
    EXPECT_FINDINGS(&file.findings, "5:1+35 2 bad-times error", "5:1+35 2 index note");
    caption_file_free(&file);
}

ParameterizedTestParameters(caption_damage, dates_and_amounts_of_a_text_stay_text)
{
    static char lines[][64] = {
        "2024\n01.02.2024 was the day", "2024\n01.02.2024 - 05.02.2024", "2024\n10.30.15 sharp",
        "10\n1,000,000,000 dollars",    "10\n192.168.0.100 answers",     "10\n10.0.0.1 answers",
        "10\n1.5 - 2.5 metres",         "10\n10:30 - 11:00 is free",     "01.02.24 - 05.02.24",
        "10:30:15 sharp -> 5",
    };
    return cr_make_param_array(char[64], lines, sizeof lines / sizeof lines[0]);
}

ParameterizedTest(char (*lines)[64], caption_damage, dates_and_amounts_of_a_text_stay_text)
{
    struct caption_file file;
    char text[256];
    snprintf(text, sizeof text, FIRST "%s\n", *lines);
    read_text(&file, text, CAPTION_SRT);
    cr_assert_eq(file.count, 1, "%s: %zu captions", *lines, file.count);
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

Test(caption_damage, a_time_and_an_arrow_in_a_running_text_stay_text)
{
    struct caption_file file;
    read_text(&file, "1\n00:00:01,000 --> 00:00:02,000\na\n10.30.15 -> 5\n10:30:00 - 11:30:00\n",
              CAPTION_SRT);
    EXPECT_CAPTIONS(&file, "1000 2000 a / 10.30.15 -> 5 / 10:30:00 - 11:30:00");
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}
