/* Checks of times: order, overlaps, gaps, durations, reading speed. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "count.h"
#include "language.h"
#include "steno/caption/measure.h"

#define BEYOND_TOLERANCE_MS 1000 /* the service corrects a project's Length by over a second */

int caption_rate(int64_t characters, int64_t ms, int limit10, int64_t *value)
{
    *value = caption_cps10(characters, ms);
    if (*value != limit10 || characters * 10000 == limit10 * ms)
        return 1;
    *value = (characters * 200000 + ms) / (2 * ms);
    return 2;
}

/* --- what needs no limit --- */

/* Times that are none, and captions out of order. */
static void check_order_of_file(struct checking *c)
{
    const struct caption *before = NULL;
    for (size_t i = 0; i < c->file->count; i++) {
        const struct caption *caption = &c->file->captions[i];
        if (caption->timed && caption->end_ms <= caption->start_ms) {
            struct found found = found_at(c, RULE_BAD_TIMES, i);
            found.value = caption->end_ms - caption->start_ms;
            found.limit = 1;
            found.unit = "ms";
            if (found.value < 0)
                checking_add(c, &found, "ends %" PRId64 " ms before it starts", -found.value);
            else
                checking_add(c, &found, "ends when it starts");
        }
        if (!caption_has_times(caption))
            continue;
        if (before && caption->start_ms < before->start_ms) {
            struct found found = found_at(c, RULE_ORDER, i);
            found.value = caption->start_ms - before->start_ms;
            found.unit = "ms";
            checking_add(c, &found, "starts %" PRId64 " ms before the previous caption of the file",
                         -found.value);
        }
        before = caption;
    }
}

/* Captions outside the recording. */
static void check_beyond(struct checking *c)
{
    int64_t length = c->check->length_ms;
    for (size_t i = 0; i < c->file->count; i++) {
        const struct caption *caption = &c->file->captions[i];
        struct found found = found_at(c, RULE_BEYOND, i);
        found.unit = "ms";
        if (!caption_has_times(caption))
            continue;
        if (caption->start_ms < 0) {
            found.value = caption->start_ms;
            checking_add(c, &found, "starts %" PRId64 " ms before the recording", -found.value);
        } else if (length >= 0 && caption->start_ms >= length) {
            found.value = caption->start_ms;
            found.limit = length;
            checking_add(c, &found, "starts %" PRId64 " ms after the end of the recording",
                         found.value - length);
        } else if (length >= 0 && caption->end_ms > length + BEYOND_TOLERANCE_MS) {
            found.level = LEVEL_WARNING;
            found.value = caption->end_ms;
            found.limit = length;
            checking_add(c, &found, "ends %" PRId64 " ms after the recording", found.value - length);
        }
    }
}

/* --- gaps --- */

/* What the band of a style allows: "0, or 800 and more". */
static void gap_wanted(char *out, size_t size, const struct caption_gap_limit *gap, int64_t min, int64_t from)
{
    char house[32] = "";
    if (gap->house && from > min)
        snprintf(house, sizeof house, "%" PRId64 ", or ", min);
    snprintf(out, size, "%s%s%" PRId64 " and more", gap->touch ? "0, or " : "", house, from);
}

/* A gap of 0 or more to the next caption. */
static void check_gap(struct checking *c, const struct caption_limits *limits, size_t index, int64_t value)
{
    const struct caption_gap_limit *gap = &limits->gap;
    int64_t q = c->file->step_ms, min = caption_span_ms(c->file, limits, gap->min);
    int64_t free = caption_span_ms(c->file, limits, gap->free);
    char wanted[64];
    struct found found = found_at(c, RULE_GAP, index);
    found.value = value;
    found.unit = "ms";
    found.source = limits_source(limits, RULE_GAP);
    if (value == 0 && gap->touch)
        return;
    if (value + q - 1 < min) {
        found.level = gap->min_level;
        found.limit = min;
    } else if ((gap->house && value <= min + q) || value + q - 1 >= free) {
        return;
    } else {
        found.level = LEVEL_WARNING;
        found.limit = free;
    }
    gap_wanted(wanted, sizeof wanted, gap, min, gap->house && free > min ? free : found.limit);
    checking_add(c, &found, "%" PRId64 " ms to the next caption; wanted %s", value, wanted);
}

/* Do both stand at different places of the picture? Rows say it exactly. */
static bool is_apart(const struct caption *one, const struct caption *two)
{
    if (one->row_first > 0 && two->row_first > 0)
        return one->row_last < two->row_first || two->row_last < one->row_first;
    return strcmp(one->area, two->area) != 0;
}

/* A caption that is still shown when the next one starts. */
static void check_overlap(struct checking *c, size_t index, size_t next, int64_t value)
{
    const struct caption *rows = c->file->captions;
    struct found found = found_at(c, RULE_OVERLAP, index);
    if (rows[index].set > 0 && rows[index].set == rows[next].set)
        return;
    if (is_apart(&rows[index], &rows[next]))
        found.level = LEVEL_WARNING;
    char name[CAPTION_NAME_SIZE];
    caption_name(c->file, next, name);
    found.value = value;
    found.unit = "ms";
    checking_add(c, &found, "still shown for %" PRId64 " ms when caption %s starts", -value, name);
}

/* Goes through the captions in the order of time with the greatest end so far; limits NULL: looks for
 * overlaps. */
static void check_neighbours(struct checking *c, const struct caption_limits *limits)
{
    const struct caption *rows = c->file->captions;
    for (size_t i = 1, last = 0; i < c->order_count; i++) {
        size_t index = c->order[last], next = c->order[i];
        int64_t value = rows[next].start_ms - rows[index].end_ms;
        if (value < 0 && !limits)
            check_overlap(c, index, next, value);
        else if (value >= 0 && limits)
            check_gap(c, limits, index, value);
        if (rows[next].end_ms >= rows[index].end_ms)
            last = i;
    }
}

void check_times(struct checking *c)
{
    check_order_of_file(c);
    check_beyond(c);
    check_neighbours(c, NULL);
}

/* --- durations and speed --- */

static void check_duration(struct checking *c, const struct caption_limits *limits, size_t index,
                           int64_t words)
{
    const struct caption *caption = &c->file->captions[index];
    int64_t q = c->file->step_ms, value = caption->end_ms - caption->start_ms, min = limits->min_ms;
    struct found found;
    if (limits->min_word_ms * words > min)
        min = limits->min_word_ms * words;
    if (value + q - 1 < min) {
        found = found_at(c, RULE_MIN_DURATION, index);
        found.limit = min;
    } else if (limits->max_ms > 0 && value - (q - 1) > limits->max_ms) {
        found = found_at(c, RULE_MAX_DURATION, index);
        found.limit = limits->max_ms;
    } else {
        return;
    }
    found.value = value;
    found.unit = "ms";
    found.source = limits_source(limits, found.rule);
    checking_add(c, &found, "shown for %" PRId64 " ms; wanted %s %" PRId64, value,
                 value < min ? "at least" : "at most", found.limit);
}

/* Characters a second, with one digit, or two where one would show the limit itself. */
static void check_cps(struct checking *c, const struct caption_limits *limits, size_t index)
{
    const struct caption *caption = &c->file->captions[index];
    int64_t q = c->file->step_ms, ms = caption->end_ms - caption->start_ms;
    int64_t characters = count_caption(caption, limits->count);
    int doubled = limits->count == COUNT_HALF ? 2 : 1;
    int limit = limits->cps10 * doubled, note = limits->cps10_note * doubled;
    bool over = limit > 0 && characters * 10000 > limit * (ms + q - 1);
    bool noted = note > 0 && characters * 10000 > note * (ms + q - 1);
    if (!over && !noted)
        return;
    struct found found = found_at(c, RULE_CPS, index);
    found.level = over ? found.level : LEVEL_NOTE;
    found.decimals = caption_rate(characters, ms, over ? limit : note, &found.value);
    found.limit = (over ? limit : note) * (found.decimals == 2 ? INT64_C(10) : 1);
    found.unit = limits->count == COUNT_HALF ? "half characters/s" : "characters/s";
    found.source = limits_source(limits, RULE_CPS);
    int64_t scale = found.decimals == 2 ? 100 : 10, part = found.limit % scale * 10 / scale;
    char tenth[8] = "";
    if (part > 0)
        snprintf(tenth, sizeof tenth, ".%d", (int)part);
    checking_add(c, &found, "%" PRId64 ".%0*" PRId64 " %s; limit %" PRId64 "%s", found.value / scale,
                 found.decimals, found.value % scale, found.unit, found.limit / scale, tenth);
}

static void check_wpm(struct checking *c, const struct caption_limits *limits, size_t index, int64_t words)
{
    const struct caption *caption = &c->file->captions[index];
    int64_t q = c->file->step_ms, ms = caption->end_ms - caption->start_ms;
    if (limits->wpm == 0 || words * 60000 <= limits->wpm * (ms + q - 1))
        return;
    struct found found = found_at(c, RULE_WPM, index);
    found.value = caption_wpm(words, ms);
    found.limit = limits->wpm;
    found.unit = "words/min";
    found.source = limits_source(limits, RULE_WPM);
    if (found.value > found.limit) {
        checking_add(c, &found, "%" PRId64 " words a minute; limit %d", found.value, limits->wpm);
        return;
    }
    found.decimals = 2; /* rounded to a whole number it would be the limit itself */
    found.value = (words * 12000000 + ms) / (2 * ms);
    found.limit *= 100;
    checking_add(c, &found, "%" PRId64 ".%02" PRId64 " words a minute; limit %d", found.value / 100,
                 found.value % 100, limits->wpm);
}

void check_time_limits(struct checking *c, const struct caption_limits *limits)
{
    bool words_count = language_has_words(c->check->language);
    for (size_t i = 0; i < c->file->count; i++) {
        const struct caption *caption = &c->file->captions[i];
        if (!caption_has_times(caption))
            continue;
        int64_t words = words_count && (limits->wpm || limits->min_word_ms) ? count_words(caption) : 0;
        check_duration(c, limits, i, words);
        check_cps(c, limits, i);
        check_wpm(c, limits, i, words);
    }
    if (limits->gap.checked)
        check_neighbours(c, limits);
}
