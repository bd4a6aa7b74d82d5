/* The golden table of counts: what is one character, and what is one word. Worked out by hand from UAX 29. */
#include <criterion/criterion.h>
#include <string.h>

#include "unit/caption_help.h"
#include "steno/caption/count.h"

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
