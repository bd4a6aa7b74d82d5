/* Reads SubRip from memory.
 *
 * Any bytes give captions: a damaged part never affects the captions around it.  Texts are cleaned for a
 * terminal. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_SRT_H
#define STENO_CAPTION_SRT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"

#define CAPTION_BYTES_MAX ((size_t)8 << 20) /* a larger file is refused */

struct caption {
    uint32_t line; /* number of its first line in the file, from 1 */
    int64_t start_ms, end_ms;
    bool is_timed;   /* false: its times are unreadable and set to 0 */
    bool has_markup; /* the text has tags, overrides or references that do not belong to SubRip */
    char *text;      /* lines separated by newlines, without the tags of SubRip */
};

struct caption_file {
    struct caption *captions;
    size_t count;
    bool is_utf8; /* false: invalid bytes are U+FFFD in the texts */
};

/* Reads captions. False if the data are too large. Call caption_file_free in any case. */
bool caption_read(struct caption_file *file, const char *data, size_t len, struct error *err);
void caption_file_free(struct caption_file *file);

/* "00:01:02,345", the form of SubRip. */
#define CAPTION_TIME_SIZE 32
void caption_time(char out[CAPTION_TIME_SIZE], int64_t ms);

#endif
