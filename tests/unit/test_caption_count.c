/* The golden table of counts: what is one character, and what is one word. Worked out by hand from UAX 29. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "count.h"
#include "steno/caption/measure.h"
#include "support/asserts.h"
#include "unit/caption_help.h"

static const struct {
    const char *text;
    int all, no_space, half;
} counts[] = {
    {"", 0, 0, 0},
    {"a", 1, 1, 1},
    {"a b", 3, 2, 3},
    {"a\nb", 2, 2, 2},
    {"p\xC5\x99\xC3\xADklad", 7, 7, 7},                        /* příklad, composed */
    {"pr\xCC\x8Ci\xCC\x81klad", 7, 7, 7},                      /* the same, decomposed */
    {"\xF0\x9F\x98\x80", 1, 1, 2},                             /* a face */
    {"\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD", 1, 1, 2},             /* thumb and skin tone */
    {"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7", 1, 1, 2}, /* woman, joiner, girl */
    {"\xE2\x9D\xA4\xEF\xB8\x8F", 1, 1, 1},                     /* heart and variation selector */
    {"\xF0\x9F\x87\xA8\xF0\x9F\x87\xBF", 1, 1, 1},             /* one flag */
    {"\xF0\x9F\x87\xA8\xF0\x9F\x87\xBF\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA", 2, 2, 2}, /* two flags */
    {"\xED\x95\x9C\xEA\xB8\x80", 2, 2, 4},                                         /* Hangul syllables */
    {"\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB", 1, 1, 2}, /* the same as letters L V T */
    {"\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", 3, 3, 6}, /* CJK */
    {"\xEF\xBC\xA1\xE3\x80\x80\xEF\xBC\xA1", 3, 2, 6}, /* full-width A, ideographic space */
    {"\xD9\x85\xD9\x8E\xD8\xB1", 2, 2, 2},             /* Arabic with a vowel mark */
    {"\xE0\xA4\x95\xE0\xA4\xBE", 1, 1, 1},             /* Devanagari ka and vowel sign aa */
    {"\xE0\xB8\x81\xE0\xB8\xB3", 1, 1, 1},             /* Thai ko kai and sara am */
    {"a\u200Ab\u202Fc", 5, 3, 5},                      /* thin blanks are blanks */
    {"\uAC00\u11A8", 1, 1, 2},                         /* an open syllable and its last letter */
    {"\uAC1C\u1161", 1, 1, 2},                         /* an open syllable and a vowel */
    {"\uAC01\u1161", 2, 2, 3},                         /* a closed one ends before a vowel */
    {"\u2764\uFE0F\u200D\U0001F525", 1, 1, 1},         /* heart, selector, joiner, fire */
    {"\u0600\u0661", 1, 1, 1},                         /* an Arabic sign before a number */
    {"- Ano\xE2\x80\xA6", 6, 5, 6},                    /* sign, blank and ellipsis count */
};

Test(caption_count, characters_are_grapheme_clusters)
{
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        cr_expect_eq(count_text(counts[i].text, COUNT_ALL), counts[i].all, "row %zu all", i);
        cr_expect_eq(count_text(counts[i].text, COUNT_NO_SPACE), counts[i].no_space, "row %zu no-space", i);
        cr_expect_eq(count_text(counts[i].text, COUNT_HALF), counts[i].half, "row %zu half", i);
    }
}

Test(caption_count, words_have_a_letter_or_a_digit_and_are_parted_by_white_space)
{
    struct caption_file file;
    read_text(&file,
              "- Steno does that.\n\n\xE2\x80\xA6 - !\n\n3\xC2\xA0km, \xC5\xBE"
              "e\n\none\ntwo-three\n",
              CAPTION_TXT);
    cr_assert_eq(count_words(&file.captions[0]), 3);
    cr_assert_eq(count_words(&file.captions[1]), 0);
    cr_assert_eq(count_words(&file.captions[2]), 3);
    cr_assert_eq(count_words(&file.captions[3]), 2);
    cr_assert_eq(count_caption(&file.captions[3], COUNT_ALL), 12); /* line ends count nothing */
    caption_file_free(&file);
}

Test(caption_count, cells_are_those_of_the_row_or_characters_where_there_is_none)
{
    struct caption_line row = {.text = (char *)(uintptr_t) "Hi", .cells = 6};
    cr_assert_eq(count_line(&row, COUNT_CELLS), 6);
    cr_assert_eq(count_line(&row, COUNT_ALL), 2);
    row.cells = 0;
    cr_assert_eq(count_line(&row, COUNT_CELLS), 2);
}

Test(caption_measure, rows_have_the_numbers_that_checks_compare)
{
    struct caption_file file;
    read_text(
        &file,
        "1\n00:00:00,000 --> 00:00:04,000\nab cd\nefg\n\n2\n00:00:01,000 --> 00:00:02,000\n- x\n\n"
        "3\n00:00:06,000 --> 00:00:06,000\nnever shown\n\n4\n00:00:04,500 --> 00:00:06,500\nabcdefghi\n",
        CAPTION_SRT);
    struct caption_measure *rows = caption_measure(&file, COUNT_ALL, "cs");
    cr_assert(rows[0].characters == 8 && rows[0].words == 3 && rows[0].longest == 5 &&
              rows[0].duration_ms == 4000);
    cr_assert(rows[0].has_gap && rows[0].gap_ms == -3000); /* against the second, which it covers */
    cr_assert(rows[1].characters == 3 && rows[1].words == 1 && !rows[1].has_gap);
    cr_assert(rows[2].duration_ms == 0 && !rows[2].has_gap && rows[2].characters == 11);
    cr_assert(rows[3].characters == 9 && !rows[3].has_gap);
    struct caption_sums sums = caption_sum(rows, file.count);
    /* 8 + 3 + 9 characters, 3 + 1 + 1 words in 4 + 1 + 2 s: 2.857 a second, 42.86 words a minute */
    cr_assert(sums.characters == 20 && sums.words == 5 && sums.ms == 7000);
    cr_assert_eq(caption_cps10(sums.characters, sums.ms), 29);
    cr_assert_eq(caption_wpm(sums.words, sums.ms), 43);
    free(rows);
    rows = caption_measure(&file, COUNT_NO_SPACE, "ja");
    cr_assert(rows[0].characters == 7 && rows[0].words == 0);
    free(rows);
    caption_file_free(&file);
}

Test(caption_measure, rates_are_rounded_half_up_and_nothing_is_divided_by_0)
{
    cr_assert_eq(caption_cps10(1, 0), 0);
    cr_assert_eq(caption_wpm(1, 0), 0);
    cr_assert_eq(caption_cps10(49, 4000), 123); /* 12.25 */
    cr_assert_eq(caption_cps10(48, 4000), 120);
}
