/* Reads subtitles in the SubRip format (.srt) from memory. A damaged caption gives no error, and the captions
 * around it stay intact. Texts are cleaned for a terminal. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_SRT_H
#define STENO_CAPTION_SRT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"

#define CAPTION_BYTES_MAX ((size_t)8 << 20) /* a larger file is refused */

struct caption {
    uint32_t line; /* number of the caption's first line in the file, from 1 */
    int64_t start_ms, end_ms;
    bool is_timed;   /* false: the times are unreadable and set to 0 */
    bool has_markup; /* the text has markup that SubRip does not know, such as {\pos(1,2)} or &amp; */
    char *text;      /* lines separated by newlines, without SubRip's own tags */
};

struct caption_file {
    struct caption *captions;
    size_t count;
    bool is_utf8; /* false: U+FFFD replaces invalid bytes in the texts */
};

/* Reads captions. False if the data are too large. Call caption_file_free in both cases. */
bool caption_read(struct caption_file *file, const char *data, size_t len, struct error *err);
void caption_file_free(struct caption_file *file);

/* Writes a time in the form of SubRip: "00:01:02,345". */
#define CAPTION_TIME_SIZE 32
void caption_time(char out[CAPTION_TIME_SIZE], int64_t ms);

#endif
