/* Numbers of captions, for lists and summaries: the same that the checks compare with limits. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_MEASURE_H
#define STENO_CAPTION_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/caption/count.h"

struct caption_measure {
    int64_t characters, words; /* by the count rule; words 0 where the language has none */
    int64_t longest;           /* of its lines */
    int64_t duration_ms;       /* 0: no times that can be checked; then there is no speed */
    int64_t gap_ms;            /* to the next caption in time; negative: it overlaps */
    bool has_gap;
};

/* One row for each caption of the file. Caller frees. */
struct caption_measure *caption_measure(const struct caption_file *file, enum count_rule rule,
                                        const char *language);

/* Sums over the captions whose times can be checked: speed of a file is the sum of its characters over the
 * sum of its durations, not the mean of rates. */
struct caption_sums {
    int64_t characters, words, ms;
};
struct caption_sums caption_sum(const struct caption_measure *rows, size_t count);

/* Rounded half up: characters a second in tenths, words a minute. 0 without a duration. */
int64_t caption_cps10(int64_t characters, int64_t ms);
int64_t caption_wpm(int64_t words, int64_t ms);

#endif
