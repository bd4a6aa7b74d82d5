/* The traps of EBU STL: blocks, letters, frames, the start of the programme, and the header's counts. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/asserts.h"
#include "unit/caption_help.h"

#define BLOCKS_MAX 8

/* A file that is built block by block. */
struct stl_file {
    unsigned char bytes[1024 + BLOCKS_MAX * 128 + 16];
    size_t len;
};

/* A header for 25 frames a second and Latin letters; the counts are the test's. */
static void begin(struct stl_file *stl, const char *blocks, const char *captions, const char *tcp)
{
    memset(stl->bytes, ' ', 1024);
    memcpy(stl->bytes, "850STL25.0110006", 16);
    memcpy(stl->bytes + 238, blocks, 5);
    memcpy(stl->bytes + 243, captions, 5);
    memcpy(stl->bytes + 256, tcp, 8);
    stl->len = 1024;
}

/* Adds a block: number, extension, from second:frame to second:frame of an hour and a minute 0. */
static void block(struct stl_file *stl, int number, int extension, int hour, const unsigned char from[2],
                  const unsigned char to[2], const char *text)
{
    unsigned char *b = stl->bytes + stl->len;
    memset(b, 0, 16);
    memset(b + 16, 0x8F, 112);
    b[1] = (unsigned char)number;
    b[2] = (unsigned char)(number >> 8);
    b[3] = (unsigned char)extension;
    b[13] = 20; /* the row of a teletext page */
    b[5] = b[9] = (unsigned char)hour;
    memcpy(b + 7, from, 2);
    memcpy(b + 11, to, 2);
    memcpy(b + 16, text, strlen(text));
    stl->len += 128;
}

#define AT(second, frame) ((const unsigned char[]){second, frame})

Test(caption_stl, frames_are_milliseconds_rounded_down)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00002", "00002", "00000000");
    block(&stl, 0, 0xFF, 0, AT(1, 1), AT(2, 24),
          "a\x8A"
          "b");
    block(&stl, 1, 0xFF, 1, AT(3, 0), AT(4, 0), "c");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_FORMAT_COUNT);
    cr_assert_eq(file.format, CAPTION_STL);
    cr_assert_eq(file.step_ms, 40);
    EXPECT_CAPTIONS(&file, "1040 2960 a / b", "3603000 3604000 c");
    EXPECT_NO_FINDINGS(&file.findings);
    cr_assert_eq(file.captions[1].at.line, 10); /* 8 of the header, the first block is 9 */
    cr_assert_eq(file.captions[0].lines[1].at.byte, 1024 + 16 + 2);
    caption_file_free(&file);
}

Test(caption_stl, thirty_frames_are_rounded_down_too)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00001", "00001", "00000000");
    memcpy(stl.bytes + 3, "STL30.01", 8);
    block(&stl, 0, 0xFF, 0, AT(0, 1), AT(0, 29), "a");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "33 966 a");
    cr_assert_eq(file.step_ms, 34);
    caption_file_free(&file);
}

Test(caption_stl, the_mark_stands_before_the_letter)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00001", "00001", "00000000");
    /* caron r, acute i, ring u, umlaut U, acute x (no such letter: combining), sharp s, the dollar */
    block(&stl, 0, 0xFF, 0, AT(1, 0), AT(2, 0), "\xCFr\xC2i\xCAu\xC8U \xC2x\xFB$");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "1000 2000 říůÜ x\xCC\x81ß$");
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

Test(caption_stl, a_mark_before_no_letter_is_reported)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00003", "00002", "00000000");
    block(&stl, 0, 0xFF, 0, AT(1, 0), AT(2, 0),
          "a\xC2\x8A"
          "e\xC2\x07"
          "e\xC8\xC2"
          "e\xCF");
    block(&stl, 1, 0x00, 0, AT(3, 0), AT(4, 0), "b\xC2");
    block(&stl, 2, 0xFF, 0, AT(5, 0), AT(6, 0), "e");
    memcpy(stl.bytes + 243, "00003", 5);
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "1000 2000 a / e eé", "3000 4000 b", "5000 6000 e");
    EXPECT_FINDINGS(&file.findings, "9:18+1041 1 encoding error", "9:21+1044 1 encoding error",
                    "9:24+1047 1 encoding error", "9:27+1050 1 encoding error", "10:18+1169 2 encoding error",
                    "11:1+1280 2 index note");
    caption_file_free(&file);
}

Test(caption_stl, the_table_of_letters_is_that_of_the_header_and_others_are_reported)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00001", "00001", "00000000");
    memcpy(stl.bytes + 12, "01", 2);
    block(&stl, 0, 0xFF, 0, AT(1, 0), AT(2, 0), "\xBF\xD8\x86");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "1000 2000 Пи\xEF\xBF\xBD");
    EXPECT_FINDINGS(&file.findings, "9:19+1042 1 encoding error");
    caption_file_free(&file);
    memcpy(stl.bytes + 12, "09", 2);
    stl.bytes[1024 + 18] = 0x8F;
    stl.bytes[1024 + 16] = stl.bytes[1024 + 17] = 'a';
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_FINDINGS(&file.findings, "1:13+12 0 encoding error");
    caption_file_free(&file);
}

Test(caption_stl, codes_of_the_page_take_cells_and_are_no_text)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00001", "00001", "00000000");
    block(&stl, 0, 0xFF, 0, AT(1, 0), AT(2, 0), "\x0D\x0B\x0BHi\x03you\x0A\x0A\x8A\x8A\x0D\x80no\x81");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "1000 2000 Hi you / no");
    cr_assert_eq(file.captions[0].lines[0].cells, 11); /* 3 + 2 + 1 + 3 + 2 */
    cr_assert_eq(file.captions[0].lines[1].cells, 3);
    cr_assert(file.captions[0].coloured);
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

Test(caption_stl, a_caption_may_take_several_blocks_and_a_missing_one_is_reported)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00005", "00003", "00000000");
    block(&stl, 1, 0x00, 0, AT(1, 0), AT(2, 0), "a\xCF");
    block(&stl, 1, 0xFE, 0, AT(1, 0), AT(2, 0), "user data");
    block(&stl, 1, 0xFF, 0, AT(1, 0), AT(2, 0), "c b");
    block(&stl, 2, 0x00, 0, AT(3, 0), AT(4, 0), "x");
    block(&stl, 3, 0xFF, 0, AT(5, 0), AT(6, 0), "y");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "1000 2000 ač b", "3000 4000 x", "5000 6000 y");
    EXPECT_FINDINGS(&file.findings, "13:1+1536 2 index note"); /* 1024 + 4 * 128 */
    caption_file_free(&file);
}

Test(caption_stl, the_start_of_the_programme_is_subtracted_and_earlier_blocks_are_no_captions)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00004", "00002", "10000000");
    block(&stl, 0, 0xFF, 0, AT(0, 0), AT(0, 0), "STORY: x");
    block(&stl, 0, 0xFF, 10, AT(0, 1), AT(2, 0), "a");
    block(&stl, 1, 0xFF, 10, AT(3, 0), AT(4, 0), "b");
    block(&stl, 7, 0xFF, 10, AT(3, 0), AT(4, 0), "comment");
    stl.bytes[1024 + 3 * 128 + 15] = 1;
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "40 2000 a", "3000 4000 b");
    EXPECT_FINDINGS(&file.findings, "9:1+1024 0 beyond note");
    caption_file_free(&file);
}

Test(caption_stl, a_caption_that_begins_before_the_start_has_a_negative_time)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00001", "00001", "00000100");
    block(&stl, 0, 0xFF, 0, AT(0, 24), AT(2, 0), "a");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "-40 1000 a");
    caption_file_free(&file);
}

Test(caption_stl, a_frame_that_does_not_exist_is_a_warning_one_further_an_error)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00002", "00002", "00000000");
    block(&stl, 0, 0xFF, 0, AT(1, 25), AT(3, 0), "a");
    block(&stl, 1, 0xFF, 0, AT(4, 26), AT(6, 0), "b");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "2000 3000 a", "- - b");
    EXPECT_FINDINGS(&file.findings, "9:6+1029 1 bad-times warning", "10:6+1157 2 bad-times error");
    caption_file_free(&file);
}

/* Sets the time at which block `index` begins: hour, minute, second, frame. */
static void set_start(struct stl_file *stl, size_t index, int hour, int minute, int second, int frame)
{
    const unsigned char time[4] = {(unsigned char)hour, (unsigned char)minute, (unsigned char)second,
                                   (unsigned char)frame};
    memcpy(stl->bytes + 1024 + index * 128 + 5, time, 4);
}

Test(caption_stl, hours_end_at_23_minutes_and_seconds_at_59)
{
    static const struct {
        int hour, minute, second;
        bool timed;
    } times[] = {{23, 59, 59, true}, {24, 0, 0, false}, {0, 60, 0, false}, {0, 0, 60, false}};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        struct stl_file stl;
        struct caption_file file;
        begin(&stl, "00001", "00001", "00000000");
        block(&stl, 0, 0xFF, 23, AT(59, 0), AT(59, 24), "a");
        set_start(&stl, 0, times[i].hour, times[i].minute, times[i].second, 0);
        read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
        cr_expect_eq(file.captions[0].timed, times[i].timed, "time %zu", i);
        cr_expect_eq(file.findings.by_rule[RULE_BAD_TIMES], times[i].timed ? 0 : 1, "time %zu", i);
        caption_file_free(&file);
    }
}

Test(caption_stl, another_rate_is_read_with_a_warning)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00001", "00001", "00000000");
    memcpy(stl.bytes + 3, "STL50.01", 8);
    block(&stl, 0, 0xFF, 0, AT(0, 25), AT(0, 49), "a");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "500 980 a");
    EXPECT_FINDINGS(&file.findings, "1:4+3 0 bad-times warning");
    caption_file_free(&file);
}

Test(caption_stl, a_block_that_ends_at_the_start_of_the_programme_is_no_caption)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00002", "00001", "10000000");
    block(&stl, 0, 0xFF, 10, AT(0, 0), AT(0, 0), "data");
    set_start(&stl, 0, 9, 0, 0, 0);
    block(&stl, 0, 0xFF, 10, AT(0, 0), AT(0, 1), "a");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "0 40 a");
    EXPECT_FINDINGS(&file.findings, "9:1+1024 0 beyond note");
    caption_file_free(&file);
}

Test(caption_stl, numbers_begin_at_0_or_1_and_blocks_of_a_caption_count_on)
{
    for (int first = 0; first <= 2; first++) {
        struct stl_file stl;
        struct caption_file file;
        begin(&stl, "00004", "00001", "00000000");
        block(&stl, first, 0x00, 0, AT(1, 0), AT(2, 0), "a");
        block(&stl, first, 0xF0, 0, AT(1, 0), AT(2, 0), "reserved");
        block(&stl, first, 0x02, 0, AT(1, 0), AT(2, 0), "b");
        block(&stl, first, 0xFF, 0, AT(1, 0), AT(2, 0), "c");
        read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
        EXPECT_CAPTIONS(&file, "1000 2000 abc");
        /* the reserved block, the one that is missing before block 2, and a first number of 2 */
        cr_expect_eq(file.findings.by_rule[RULE_INDEX], (size_t)(2 + (first == 2)), "first %d", first);
        caption_file_free(&file);
    }
}

Test(caption_stl, blocks_of_a_caption_that_count_on_have_no_finding)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00003", "00001", "00000000");
    block(&stl, 1, 0x00, 0, AT(1, 0), AT(2, 0), "a");
    block(&stl, 1, 0x01, 0, AT(1, 0), AT(2, 0), "b");
    block(&stl, 1, 0xFF, 0, AT(1, 0), AT(2, 0), "c");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "1000 2000 abc");
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

Test(caption_stl, a_new_background_is_seen_as_a_blank_and_underline_ends_without_a_letter)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00001", "00001", "00000000");
    memcpy(stl.bytes + 12, "04", 2);
    block(&stl, 0, 0xFF, 0, AT(1, 0), AT(2, 0), "a\x1D\x84\xE0\x85\x1C\xE1");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "1000 2000 a \u05D0 \u05D1"); /* the table 04 is Hebrew */
    EXPECT_NO_FINDINGS(&file.findings);
    caption_file_free(&file);
}

Test(caption_stl, counts_that_are_wrong_or_blank_and_a_torn_end_are_reported)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00009", "     ", "        ");
    block(&stl, 0, 0xFF, 0, AT(1, 0), AT(2, 0), "a");
    memset(stl.bytes + stl.len, 'x', 5);
    read_bytes(&file, stl.bytes, stl.len + 5, CAPTION_STL);
    EXPECT_CAPTIONS(&file, "1000 2000 a");
    EXPECT_FINDINGS(&file.findings, "2:111+238 0 index note", "2:116+243 0 index note",
                    "3:1+256 0 bad-times note", "10:1+1152 0 encoding error");
    caption_file_free(&file);
}

Test(caption_stl, a_header_that_is_too_short_is_one_finding)
{
    struct stl_file stl;
    struct caption_file file;
    begin(&stl, "00000", "00000", "00000000");
    read_bytes(&file, stl.bytes, 1023, CAPTION_STL);
    cr_assert_eq(file.count, 0);
    EXPECT_FINDINGS(&file.findings, "1:1+0 0 encoding error");
    caption_file_free(&file);
}

Test(caption_stl, more_blocks_than_captions_are_allowed_are_refused_by_their_size)
{
    for (size_t over = 0; over <= 1; over++) {
        struct stl_file stl;
        struct caption_file file;
        struct error err;
        size_t len = 1024 + (CAPTION_COUNT_MAX + over) * 128;
        unsigned char *data = mem_zero(1, len);
        begin(&stl, "99999", "00001", "00000000");
        memcpy(data, stl.bytes, 1024);
        for (size_t at = 1024; at < len; at += 128) /* none is a caption: data of somebody's own */
            data[at + 3] = 0xFE;
        cr_assert_eq(caption_read(&file, data, len, CAPTION_STL, &err), !over, "%zu over", over);
        cr_assert_eq(file.count, 0, "%zu captions", file.count);
        cr_assert(!over || strstr(err.text, "more than 200000 captions"), "%s", err.text);
        caption_file_free(&file);
        free(data);
    }
}

/* The block that was added last: its row, and its part in a set that is cumulative. */
static void place(struct stl_file *stl, int row, int cumulative)
{
    unsigned char *b = stl->bytes + stl->len - 128;
    b[13] = (unsigned char)row;
    b[4] = (unsigned char)cumulative;
}

Test(caption_stl, cumulative_captions_do_not_overlap_each_other)
{
    for (int cumulative = 0; cumulative <= 1; cumulative++) {
        struct stl_file stl;
        struct caption_file file;
        struct caption_check check = check_nothing();
        begin(&stl, "00004", "00004", "00000000");
        for (int i = 0; i < 3; i++) {
            block(&stl, i, 0xFF, 0, AT((unsigned char)(1 + i), 0), AT(9, 0),
                  i == 0   ? "a"
                  : i == 1 ? "b"
                           : "c");
            place(&stl, 20, cumulative ? 1 + i : 0);
        }
        block(&stl, 3, 0xFF, 0, AT(8, 0), AT(10, 0), "d");
        place(&stl, 20, cumulative ? 1 : 0);
        read_bytes(&file, stl.bytes, stl.len, CAPTION_FORMAT_COUNT);
        if (cumulative)
            EXPECT_FOUND(&file, &check,
                         "3 overlap error -1000/0 ms"); /* with the set that begins behind it */
        else
            cr_assert_eq(file.count, 4);
        struct caption_findings found = {0};
        caption_check(&file, &check, &found);
        cr_assert_eq(found.by_rule[RULE_OVERLAP], cumulative ? 1 : 3);
        caption_findings_free(&found);
        caption_file_free(&file);
    }
}

Test(caption_stl, captions_in_other_rows_may_be_meant)
{
    static const struct {
        int first, second;
        const char *text, *found;
    } rows[] = {{22, 20, "a", "1 overlap warning -1000/0 ms"},
                {22, 21,
                 "a\x8A"
                 "b",
                 "1 overlap error -1000/0 ms"}, /* rows 21 and 22 */
                {22, 20,
                 "a\x8A"
                 "b",
                 "1 overlap warning -1000/0 ms"}, /* 20 and 21 */
                {21, 20,
                 "\x0D"
                 "a",
                 "1 overlap error -1000/0 ms"}, /* as high as two */
                {22, 20,
                 "\x0D"
                 "a",
                 "1 overlap warning -1000/0 ms"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct stl_file stl;
        struct caption_file file;
        struct caption_check check = check_nothing();
        begin(&stl, "00002", "00002", "00000000");
        block(&stl, 0, 0xFF, 0, AT(1, 0), AT(3, 0), "c");
        place(&stl, rows[i].first, 0);
        block(&stl, 1, 0xFF, 0, AT(2, 0), AT(4, 0), rows[i].text);
        place(&stl, rows[i].second, 0);
        read_bytes(&file, stl.bytes, stl.len, CAPTION_FORMAT_COUNT);
        EXPECT_FOUND(&file, &check, rows[i].found);
        caption_file_free(&file);
    }
}

Test(caption_stl, rows_of_a_teletext_page_are_1_to_23)
{
    static const struct {
        int row;
        const char *text;
        char display;
        size_t errors;
    } rows[] = {{0, "a", '1', 1},
                {1, "a", '1', 0},
                {23, "a", '2', 0},
                {24, "a", '2', 1},
                {24, "a", '0', 0},
                {24, "a", ' ', 0},
                {22,
                 "a\x8A"
                 "b",
                 '1', 0},
                {23,
                 "a\x8A"
                 "b",
                 '1', 1},
                {23, "a\x8A", '1', 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct stl_file stl;
        struct caption_file file;
        begin(&stl, "00001", "00001", "00000000");
        stl.bytes[11] = (unsigned char)rows[i].display;
        block(&stl, 0, 0xFF, 0, AT(1, 0), AT(3, 0), rows[i].text);
        place(&stl, rows[i].row, 0);
        read_bytes(&file, stl.bytes, stl.len, CAPTION_FORMAT_COUNT);
        cr_assert_eq(file.findings.by_rule[RULE_LINES], rows[i].errors, "row %zu", i);
        cr_assert_eq(file.findings.count, rows[i].errors, "row %zu", i);
        caption_file_free(&file);
    }
}

Test(caption_stl, a_caption_is_named_by_its_number_and_the_time_in_the_file)
{
    struct stl_file stl;
    struct caption_file file;
    char name[CAPTION_NAME_SIZE];
    begin(&stl, "00001", "00001", "10000000");
    block(&stl, 102, 0xFF, 10, AT(3, 24), AT(5, 0), "a");
    read_bytes(&file, stl.bytes, stl.len, CAPTION_FORMAT_COUNT);
    cr_assert_eq(file.captions[0].start_ms, 3960);
    caption_name(&file, 0, name);
    cr_assert_str_eq(name, "102 at 10:00:03:24");
    caption_file_free(&file);
}
