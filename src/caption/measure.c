/* Owns the numbers of captions for lists. Knows no limit. */
/* SPDX-License-Identifier: MIT */
#include "steno/caption/measure.h"

#include <stdlib.h>

#include "caption.h"
#include "count.h"
#include "language.h"
#include "steno/base/mem.h"

int64_t caption_cps10(int64_t characters, int64_t ms)
{
    return ms > 0 ? (characters * 20000 + ms) / (2 * ms) : 0;
}

int64_t caption_wpm(int64_t words, int64_t ms)
{
    return ms > 0 ? (words * 120000 + ms) / (2 * ms) : 0;
}

/* The gap of each caption that has the greatest end so far to the next one in time. */
static void measure_gaps(const struct caption_file *file, struct caption_measure *rows)
{
    size_t count, last = 0;
    size_t *order = caption_order(file, &count);
    for (size_t i = 0; i < count; i++) {
        const struct caption *caption = &file->captions[order[i]];
        if (i > 0 &&
            !(rows[last].has_gap && rows[last].gap_ms < 0)) { /* the first overlap of a long one stays */
            rows[last].gap_ms = caption->start_ms - file->captions[last].end_ms;
            rows[last].has_gap = true;
        }
        if (i == 0 || caption->end_ms >= file->captions[last].end_ms)
            last = order[i];
    }
    free(order);
}

struct caption_measure *caption_measure(const struct caption_file *file, enum count_rule rule,
                                        const char *language)
{
    struct caption_measure *rows = mem_zero(file->count, sizeof *rows);
    bool has_words = language_has_words(language);
    for (size_t i = 0; i < file->count; i++) {
        const struct caption *caption = &file->captions[i];
        rows[i].words = has_words ? count_words(caption) : 0;
        for (size_t j = 0; j < caption->count; j++) {
            int64_t length = count_line(&caption->lines[j], rule);
            rows[i].characters += length;
            if (length > rows[i].longest)
                rows[i].longest = length;
        }
        if (caption_has_times(caption))
            rows[i].duration_ms = caption->end_ms - caption->start_ms;
    }
    measure_gaps(file, rows);
    return rows;
}

struct caption_sums caption_sum(const struct caption_measure *rows, size_t count)
{
    struct caption_sums sums = {0};
    for (size_t i = 0; i < count; i++) {
        if (rows[i].duration_ms == 0)
            continue;
        sums.characters += rows[i].characters;
        sums.words += rows[i].words;
        sums.ms += rows[i].duration_ms;
    }
    return sums;
}
