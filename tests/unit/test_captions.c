/* Captions of an export in memory: rows, findings by caption, times, the few that are kept. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "caption_list.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

static const char three[] = "1\n00:00:01,000 --> 00:00:03,000\n- One\nline\n\n"
                            "2\n00:00:03,080 --> 00:00:05,000\nTwo\n\n"
                            "3\n00:00:06,000 --> 00:00:06,200\nA caption that nobody can read in time\n";

/* Captions of a text by a style, with SubtitleLineLength where there is one. */
static struct caption_list *make(const char *text, const char *style)
{
    struct param_set *params = param_set_new(&params_export);
    struct export_info info = {.bytes = (int64_t)strlen(text)};
    struct caption_list *captions =
        caption_list_new(&(struct caption_list_source){.data = text,
                                                       .len = strlen(text),
                                                       .params = params,
                                                       .info = &info,
                                                       .style = caption_style_find(style),
                                                       .length_ms = 60000});
    param_set_free(params);
    return captions;
}

Test(captions, rows_have_text_numbers_and_letters_of_what_is_wrong)
{
    struct caption_list *captions = make(three, "bbc");
    struct caption_list_cells cells;
    cr_assert_eq(captions->file.count, 3);
    cr_assert_str_eq(captions->rows[0].text, "- One\nline");
    cr_assert_eq(captions->rows[0].flags[0], 'G', "%s", captions->rows[0].flags); /* 80 ms: an error there */
    cr_assert_eq(captions->rows[0].worst, 1 + LEVEL_ERROR);
    caption_list_cells(captions, 0, &cells);
    cr_assert_str_eq(cells.cue, "1");
    cr_assert_str_eq(cells.start, "00:01.00");
    cr_assert_str_eq(cells.dur, "2.00");
    cr_assert_str_eq(cells.cps, "4.5");
    cr_assert_str_eq(cells.len, "5");
    cr_assert_str_eq(cells.gap, "80");
    caption_list_cells(captions, 2, &cells);
    cr_assert_str_eq(cells.gap, "");
    caption_list_drop(captions);
}

Test(captions, findings_stand_by_their_captions)
{
    struct caption_list *captions = make(three, "bbc");
    size_t sum = 0;
    for (size_t n = 0; n <= captions->file.count; n++) {
        cr_assert_leq(captions->first[n], captions->first[n + 1]);
        for (size_t i = captions->first[n]; i < captions->first[n + 1]; i++, sum++)
            cr_assert_eq(captions->found.rows[i].caption, n);
    }
    cr_assert_eq(sum, captions->found.count);
    cr_assert_gt(captions->first[4], captions->first[3], "the third is too short and too fast");
    caption_list_drop(captions);
}

Test(captions, the_worst_finding_of_a_caption_stands_first)
{
    /* the tag; speed and duration, each over the limits of style and options; the number */
    static const enum caption_level wanted[] = {LEVEL_ERROR,   LEVEL_WARNING, LEVEL_WARNING,
                                                LEVEL_WARNING, LEVEL_WARNING, LEVEL_NOTE};
    struct caption_list *captions =
        make("7\n00:00:01,000 --> 00:00:01,200\nNobody can read this in time: <i>no\n", "netflix-en");
    cr_assert_eq(captions->found.count, 6, "%zu findings", captions->found.count);
    for (size_t i = 0; i < 6; i++)
        cr_assert_eq(captions->found.rows[i].level, wanted[i], "%zu: %s", i, captions->found.rows[i].text);
    cr_assert_str_eq(captions->rows[0].flags, "Tc+");
    caption_list_drop(captions);
}

Test(captions, text_of_a_hostile_server_is_cleaned_in_what_is_shown_and_kept_in_the_bytes)
{
    static const char hostile[] = "1\n00:00:01,000 --> 00:00:03,000\nred \xE2\x80\xAEhat\n";
    struct caption_list *captions = make(hostile, "asked");
    cr_assert_str_lacks(captions->rows[0].text, "\xE2\x80\xAE");
    cr_assert_str_has(captions->rows[0].text, "hat");
    cr_assert_eq(captions->len, sizeof hostile - 1);
    cr_assert_arr_eq(captions->data, hostile, captions->len);
    caption_list_drop(captions);
}

Test(captions, what_is_no_captions_says_so_and_has_no_row)
{
    struct caption_list *captions = make("{\"error\": 1}", "bbc");
    cr_assert_not_null(captions->trouble);
    cr_assert_eq(captions->file.count, 0);
    cr_assert_eq(captions->len, 12);
    caption_list_drop(captions);
    captions = make("", "bbc");
    cr_assert_eq(captions->file.count, 0);
    caption_list_drop(captions);
}

Test(captions, a_time_leads_to_the_caption_that_is_shown_then_or_next)
{
    struct caption_list *captions = make(three, "asked");
    cr_assert_eq(caption_list_at_time(captions, 0), 0);
    cr_assert_eq(caption_list_at_time(captions, 2999), 0);
    cr_assert_eq(caption_list_at_time(captions, 3000), 1);
    cr_assert_eq(caption_list_at_time(captions, 5500), 2);
    cr_assert_eq(caption_list_at_time(captions, 999999), 2);
    caption_list_drop(captions);
}

Test(captions, times_have_hours_from_the_first_hour_on)
{
    char text[24];
    caption_list_time(text, sizeof text, 38255, false);
    cr_assert_str_eq(text, "00:38.25");
    caption_list_time(text, sizeof text, 38255, true);
    cr_assert_str_eq(text, "0:00:38.25");
    caption_list_time(text, sizeof text, 93784500, false);
    cr_assert_str_eq(text, "26:03:04.50");
}

Test(captions, a_comparison_is_of_what_the_bytes_say)
{
    struct caption_list *a = make(three, "asked");
    char *other = mem_copy(three);
    memcpy(strstr(other, "Two"), "Too", 3);
    struct caption_list *b = make(other, "asked");
    struct caption_diff *diff = caption_list_compare(a, a);
    cr_assert(caption_diff_is_empty(diff));
    caption_list_diff_free(diff);
    diff = caption_list_compare(a, b);
    cr_assert_eq(diff->by_kind[DIFF_SAME], 2);
    cr_assert_eq(diff->count, 3);
    caption_list_diff_free(diff);
    caption_list_drop(a);
    caption_list_drop(b);
    free(other);
}

/* A cache with one entry a letter, used in their order. */
static void fill(struct caption_list_cache *cache, const char *letters)
{
    for (; *letters; letters++) {
        char key[2] = {*letters, '\0'};
        struct caption_list *captions = make(three, "asked");
        caption_list_cache_put(cache, key, captions);
        caption_list_drop(captions);
    }
}

Test(captions, the_eight_used_last_are_kept)
{
    struct caption_list_cache cache = {0};
    fill(&cache, "abcdefgh");
    cr_assert_not_null(caption_list_cache_find(&cache, "a"));
    fill(&cache, "i"); /* "b" was used longest ago */
    cr_assert_eq(cache.count, 8);
    cr_assert_null(caption_list_cache_find(&cache, "b"));
    cr_assert_not_null(caption_list_cache_find(&cache, "a"));
    cr_assert_not_null(caption_list_cache_find(&cache, "i"));
    fill(&cache, "aa"); /* the same key is one entry */
    cr_assert_eq(cache.count, 8);
    caption_list_cache_clear(&cache);
    cr_assert_eq(cache.count, 0);
}

Test(captions, large_ones_push_others_out_and_may_be_too_large_to_keep)
{
    struct caption_list_cache cache = {0};
    char *text = mem_alloc(CAPTION_LIST_BYTES_MAX);
    memset(text, 'x', CAPTION_LIST_BYTES_MAX - 1);
    text[CAPTION_LIST_BYTES_MAX - 1] = '\0';
    struct caption_list *large = make(text, "asked");
    fill(&cache, "ab");
    caption_list_cache_put(&cache, "large", large);
    size_t memory = 0;
    for (size_t i = 0; i < cache.count; i++)
        memory += cache.entries[i].captions->memory;
    cr_assert_leq(memory, CAPTION_LIST_CACHE_BYTES);
    cr_assert_null(caption_list_cache_find(&cache, "large"));
    cr_assert_eq(large->users, 1, "who looks at them still has them");
    caption_list_cache_clear(&cache);
    caption_list_drop(large);
    free(text);
}
