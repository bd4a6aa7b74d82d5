/* What can be said before and during a transcription: when it will be done, out of jobs that were done
 * before. Nothing is said that those jobs do not show. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_ESTIMATE_H
#define STENO_CORE_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/when.h"

/* Fewer finished jobs than these tell nothing. */
#define ESTIMATE_JOBS_MIN 5

/* A transcription that was seen from its begin to its end. */
struct estimate_job {
    int64_t work_ms;   /* it took */
    int64_t length_ms; /* for a recording of this length */
};

struct estimate {
    size_t jobs;            /* it is made from; 0: nothing can be said */
    int64_t from_ms, to_ms; /* wall clock */
    bool is_over;           /* the reading is later than to_ms */
};

/* The middle 80 % of minutes of work per minute of recording, for a transcription that began at start_ms and
 * was last read at read_ms. Jobs may come in any order; those without a length do not count. */
struct estimate estimate_make(const struct estimate_job *jobs, size_t count, int64_t length_ms,
                              int64_t start_ms, int64_t read_ms);

/* "done about 19:10 to 19:16 (from 9 jobs)", "longer than usual (from 9 jobs)", or "" when nothing can be
 * said. */
void estimate_text(char *out, size_t size, const struct estimate *estimate, int64_t now_ms,
                   enum date_zone zone);
/* As a sentence without its full stop: "Done about 19:10 to 19:16, from 9 jobs in en-US", "Longer than usual,
 * from 9 jobs in en-US". */
void estimate_sentence(char *out, size_t size, const struct estimate *estimate, const char *language,
                       int64_t now_ms, enum date_zone zone);
/* The bytes that hold the former. */
#define ESTIMATE_TEXT_SIZE 96

#endif
