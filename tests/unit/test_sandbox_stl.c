/* STL files keep to EBU Tech 3264, byte by byte. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "support/asserts.h"
#include "unit/format_file.h"

TestSuite(stl, .init = export_setup, .fini = export_teardown);

/* --- EBU STL: the general subtitle information --- */

#define STL "FileFormatId=stl"

/* Is the header's field this text? */
static void expect_field(size_t at, const char *text)
{
    size_t len = strlen(text);
    cr_expect_arr_eq(file.data + at, text, len, "byte %zu: “%.*s”, not “%s”", at, (int)len, file.data + at,
                     text);
}

/* Are these bytes of the header blanks? */
static void expect_blank(size_t at, size_t end)
{
    for (; at < end; at++)
        cr_expect_eq(file.data[at], ' ', "byte %zu is %02X", at, (unsigned char)file.data[at]);
}

/* A number of the header. */
static size_t number_at(size_t at, size_t len)
{
    char text[8] = "";
    memcpy(text, file.data + at, len);
    cr_assert_eq(strspn(text, "0123456789"), len, "byte %zu: %s", at, text);
    return (size_t)strtoul(text, NULL, 10);
}

Test(stl, each_field_of_an_stl_header_has_its_place)
{
    export_recording("news", "", STL);
    size_t blocks = (file.len - 1024) / 128;
    expect_field(0, "850");      /* CPN */
    expect_field(3, "STL25.01"); /* DFC */
    expect_field(11, "0");       /* DSC: open subtitling */
    expect_field(12, "00");      /* CCT: Latin */
    expect_field(14, "06");      /* LC: Czech, of the language */
    expect_field(16,
                 "P\x72\xA1li\x73 \x82 \x9D\xE1 ?"); /* OPT, in code page 850: no r or s with a caron there */
    expect_blank(29, 48);
    expect_blank(48, 224);       /* OET, TPT, TET, TN, TCD, SLR */
    expect_field(224, "260514"); /* CD */
    expect_field(230, "260601"); /* RD */
    expect_field(236, "00");     /* RN */
    cr_expect_eq(number_at(238, 5), blocks);
    cr_expect_eq(number_at(243, 5), captions.count);
    expect_field(248, "001");      /* TNG */
    expect_field(251, "37");       /* MNC */
    expect_field(253, "23");       /* MNR */
    expect_field(255, "1");        /* TCS */
    expect_field(256, "00000000"); /* TCP */
    expect_field(264, "00000216"); /* TCF: 2640 ms, after the jingle */
    expect_field(272, "11");       /* TND, DSN */
    expect_blank(274, 1024);       /* CO, PUB, EN, ECD, spare, UDA */
}

Test(stl, stl_header_fields_follow_the_parameters)
{
    export_recording("interview", "",
                     STL "&CodePageNumber=437&DiskFormatCode=stl30.01&DisplayStandardCode=1&LanguageCode=0f&"
                         "SubtitleLineLength=60");
    expect_field(0, "437STL30.011000F");
    expect_field(16, "P\x72\xA1li\x73 \x82 ?\xE1 ?");
    expect_field(251, "60");
    expect_field(264, "00000024"); /* 800 ms are 24 frames of 30 */
    export_recording("interview", "", STL "&Language=de&CodePageNumber=865");
    expect_field(14, "08");
    expect_field(16, "P\x72\xA1li\x73 \x82 \x9D\xE1 ?");
    export_recording("interview", "", STL "&Language=tlh");
    expect_field(14, "00");
}

Test(stl, stl_rows_longer_than_asked_for_are_in_the_header)
{
    export_recording("interview", "", STL "&SubtitleLineLength=20");
    expect_field(251, "60"); /* the long word */
    export_word(
        "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123"
        "4567890",
        0, STL);
    expect_field(251, "99");
}

Test(stl, an_stl_file_without_captions_is_a_header)
{
    export_recording("studio", "AllowEmptyTranscription=true", STL);
    cr_assert_eq(file.len, 1024);
    expect_field(238, "0000000000001");
    expect_field(264, "00000000");
}

/* --- EBU STL: text and timing information --- */

/* A text in ISO 6937, by a table of the letters of Czech and German. */
static void append_6937(struct buffer *out, const char *text)
{
    static const char *const letters[][2] = {
        {"á", "\xC2\x61"}, {"é", "\xC2\x65"}, {"í", "\xC2\x69"}, {"ó", "\xC2\x6F"}, {"ú", "\xC2\x75"},
        {"ý", "\xC2\x79"}, {"Á", "\xC2\x41"}, {"Ú", "\xC2\x55"}, {"č", "\xCF\x63"}, {"ď", "\xCF\x64"},
        {"ě", "\xCF\x65"}, {"ň", "\xCF\x6E"}, {"ř", "\xCF\x72"}, {"š", "\xCF\x73"}, {"ť", "\xCF\x74"},
        {"ž", "\xCF\x7A"}, {"Č", "\xCF\x43"}, {"Ž", "\xCF\x5A"}, {"Š", "\xCF\x53"}, {"Ř", "\xCF\x52"},
        {"ů", "\xCA\x75"}, {"ä", "\xC8\x61"}, {"ö", "\xC8\x6F"}, {"ü", "\xC8\x75"}, {"Ö", "\xC8\x4F"},
        {"Ü", "\xC8\x55"}, {"ß", "\xFB"},     {"…", "..."},      {"–", "-"},        {"“", "\xAA"},
        {"”", "\xBA"},     {"„", "\""},
    };
    while (*text) {
        size_t i = 0, count = sizeof letters / sizeof letters[0];
        while (i < count && strncmp(text, letters[i][0], strlen(letters[i][0])) != 0)
            i++;
        if (i < count) {
            buffer_append_text(out, letters[i][1]);
            text += strlen(letters[i][0]);
        } else {
            cr_assert((unsigned char)*text < 0x80, "no letter for %s", text);
            buffer_append_char(out, *text++);
        }
    }
}

/* What the text field of a caption must have. */
static void append_caption(struct buffer *out, const struct cue *caption)
{
    for (size_t i = 0; i < caption->count; i++) {
        buffer_append_text(out, i > 0 ? "\x8A" : "");
        for (size_t j = 0; j < caption->lines[i].count; j++) {
            buffer_append_text(out, j > 0 ? " " : "");
            append_6937(out, caption->lines[i].words[j].text);
        }
    }
}

/* Frames of a time in four bytes. */
static int64_t frames_at(const unsigned char *time)
{
    cr_assert(time[0] < 24 && time[1] < 60 && time[2] < 60 && time[3] < 25);
    return ((time[0] * 60 + time[1]) * 60 + time[2]) * 25 + time[3];
}

/* Checks the head of a block of caption `index` that is its n-th; whether it is the last. */
static bool check_block(const unsigned char *block, size_t index, size_t n)
{
    const struct cue *caption = &captions.rows[index];
    cr_assert_eq(block[0], 0);                     /* SGN */
    cr_assert_eq(block[1] | block[2] << 8, index); /* SN, low byte first */
    cr_assert(block[3] == 0xFF || block[3] == n, "EBN %02X of block %zu", block[3], n);
    cr_assert_eq(block[4], 0); /* CS: not part of a set */
    cr_assert_eq(frames_at(block + 5), caption->start_ms / 40);
    cr_assert_eq(frames_at(block + 9), caption->end_ms / 40);
    cr_assert_eq(block[13], caption->count > 1 ? 21 : 22); /* VP: the rows end in row 22 */
    cr_assert_eq(block[14], 2);                            /* JC: centred */
    cr_assert_eq(block[15], 0);                            /* CF: no comment */
    return block[3] == 0xFF;
}

/* Appends the text of a block's field: all before the unused bytes, which end it. */
static void append_field(struct buffer *out, const unsigned char *field)
{
    size_t len = 0;
    while (len < 112 && field[len] != 0x8F)
        buffer_append_char(out, (char)field[len++]);
    for (; len < 112; len++)
        cr_assert_eq(field[len], 0x8F);
}

/* Reads all blocks back and compares them with the captions; how many captions have more than one block. */
static size_t check_blocks(void)
{
    const unsigned char *block = (const unsigned char *)file.data + 1024;
    const unsigned char *end = (const unsigned char *)file.data + file.len;
    size_t extended = 0;
    cr_assert_eq((file.len - 1024) % 128, 0);
    for (size_t i = 0; i < captions.count; i++) {
        struct buffer text, wanted;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        buffer_init(&wanted, BUFFER_MAX_DEFAULT);
        append_caption(&wanted, &captions.rows[i]);
        for (size_t n = 0, last = 0; !last; n++, block += 128) {
            cr_assert_lt(block, end);
            last = check_block(block, i, n);
            append_field(&text, block + 16);
            extended += n == 1;
        }
        cr_assert_str_eq(buffer_text(&text), buffer_text(&wanted));
        buffer_free(&text);
        buffer_free(&wanted);
    }
    cr_assert_eq(block, end);
    return extended;
}

Test(stl, stl_blocks_have_every_word_of_their_captions)
{
    export_recording("news", "", STL);
    cr_assert_eq(check_blocks(), 0);
    export_recording("news", "", STL "&SubtitleLineLength=100");
    cr_assert_gt(check_blocks(), 5);
    export_recording("phone-in", "WithSongParagraphs=true", STL "&SubtitleLineLength=150&RemoveNoises=false");
    cr_assert_gt(check_blocks(), 5);
}

/* A word of so many letters. */
static const char *word_of(size_t letters)
{
    static char word[400];
    memset(word, 'x', letters);
    word[letters] = '\0';
    return word;
}

Test(stl, an_stl_text_of_more_than_112_bytes_goes_on_in_extension_blocks)
{
    static const struct {
        size_t letters, blocks;
    } rows[] = {{1, 1}, {111, 1}, {112, 1}, {113, 2}, {224, 2}, {225, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        export_word(word_of(rows[i].letters), 0, STL);
        cr_expect_eq(file.len, 1024 + 128 * rows[i].blocks, "%zu letters", rows[i].letters);
        cr_expect_eq(number_at(238, 5), rows[i].blocks);
        cr_expect_eq(number_at(243, 5), 1);
        check_blocks();
    }
    cr_assert_eq(file.data[1024 + 3], 0);
    cr_assert_eq(file.data[1024 + 128 + 3], 1);
    cr_assert_eq((unsigned char)file.data[1024 + 256 + 3], 0xFF);
}

Test(stl, an_stl_mark_is_not_parted_from_its_letter)
{
    char word[410];
    snprintf(word, sizeof word, "%sčx", word_of(111)); /* mark and letter would be bytes 112 and 113 */
    export_word(word, 0, STL);
    check_blocks();
    cr_assert_eq((unsigned char)file.data[1024 + 127], 0x8F);
    cr_assert_arr_eq(file.data + 1024 + 128 + 16, "\xCF\x63x\x8F", 4);
    snprintf(word, sizeof word, "%sčx", word_of(110));
    export_word(word, 0, STL);
    check_blocks();
    cr_assert_arr_eq(file.data + 1024 + 126, "\xCF\x63", 2);
}

Test(stl, stl_hours_are_those_of_a_clock)
{
    export_word("late", INT64_C(86399960), STL);
    cr_assert_arr_eq(file.data + 1024 + 5, "\x17\x3B\x3B\x18\0\0\1\x18", 8);
    expect_field(264, "23595924");
    export_word("later", INT64_C(90000000), STL);
    cr_assert_arr_eq(file.data + 1024 + 5, "\1\0\0\0\1\0\2\0", 8);
}

Test(stl, stl_writes_boxes_and_italics_on_each_row)
{
    export_recording("interview", "", STL "&UseBoxAroundText=true");
    cr_assert_arr_eq(file.data + 1024 + 16,
                     "\x0B\x0B- Good evening, and thank you for\x0A\x0A\x8A\x0B\x0B"
                     "coming",
                     46);
    export_recording("interview", "", STL "&RemoveNoises=false&FormattingMode=Tags");
    cr_assert_not_null(memmem(file.data, file.len, "\x80[kettle]\x81", 10));
}

Test(stl, stl_writes_the_letters_of_its_alphabet)
{
    export_word("ŁódźåñçŸ½£$ŋ♪ğő東‘q’", 0, STL);
    static const char wanted[] =
        "\xE8\xC2\x6F\x64\xC2\x7A\xCA\x61\xC4\x6E\xCB\x63\xC8\x59\xBD\xA3\xA4\xFE\xD5\xC6\x67\xCD"
        "\x6F?\xA9q\xB9\x8F";
    cr_assert_arr_eq(file.data + 1024 + 16, wanted, sizeof wanted - 1);
}
