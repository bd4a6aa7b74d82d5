/* Time expressions of TTML. Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_CAPTION_TTML_TIME_H
#define STENO_SRC_CAPTION_TTML_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ttml_clock {
    bool by_frames; /* timeBase smpte: clock times count frames from 0 on */
    int64_t rate, multiplier_num, multiplier_den, tick_rate;
    int64_t step; /* the finest time seen */
};

/* Digits into *value; how many there are. More than 15 give no value: 10^15 ticks of 10 MHz are 27,777 hours.
 */
size_t ttml_time_digits(const char *s, int64_t *value);
/* Reads a time expression; false when it is none, or beyond READING_MS_MAX. */
bool ttml_time_read(struct ttml_clock *clock, const char *s, int64_t *ms);

#endif
