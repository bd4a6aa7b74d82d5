/* Transcriptions that this program has seen from their begin to their end, by language: kept in the store,
 * and what they tell of another one. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_JOBS_H
#define STENO_APP_JOBS_H

#include <stdint.h>

#include "steno/core/estimate.h"

struct app;
struct project;

/* At most so many of a language are kept: older ones go. */
#define JOBS_MAX 40

/* A transcription has ended well that was seen to begin at started_ms. Until seen_ms it was seen to run:
 * where that is too long ago, nobody knows when it ended, and nothing is kept. Wall clock. */
void app_job_done(struct app *app, const struct project *done, int64_t started_ms, int64_t seen_ms);

/* When a transcription in this language that began at start_ms and was last read at read_ms will be done. */
struct estimate app_job_estimate(const struct app *app, const char *language, int64_t length_ms,
                                 int64_t start_ms, int64_t read_ms);

/* Adds a transcription to those that are looked at together, from which `all` begins zeroed: it will tell
 * when the last of them is done. False where nothing can be said of this one. */
bool app_jobs_join(struct estimate *all, struct estimate one);
/* ", done about 16:10 to 16:40", of JOBS_WORDS_SIZE. */
void app_jobs_words(const struct app *app, char *out, const struct estimate *all);
#define JOBS_WORDS_SIZE (2 * DATE_TEXT_SIZE + 24)

/* Asks the store for them: at the start, and for another account. */
void app_jobs_load(struct app *app);

#endif
