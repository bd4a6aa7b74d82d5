/* Reads SubRip: bytes in, captions out.  No file, no clock, no limit.
 *
 * Whatever the bytes are, captions come of them: what cannot be read costs only itself.  Texts are cleaned
 * for a terminal. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CAPTION_SRT_H
#define STENO_CAPTION_SRT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"

#define CAPTION_BYTES_MAX ((size_t)8 << 20) /* a larger file is refused */

struct caption {
    uint32_t line; /* of the file, from 1, where it begins */
    int64_t start_ms, end_ms;
    bool is_timed;   /* false: its times cannot be read, and are 0 */
    bool has_markup; /* tags, overrides or references that are not those of SubRip are left in its text */
    char *text;      /* its lines, parted by newlines, without the tags of SubRip */
};

struct caption_file {
    struct caption *captions;
    size_t count;
    bool is_utf8; /* false: what is not stands in the texts as U+FFFD */
};

/* Reads captions, to be freed in any case. False for a file that is too large. */
bool caption_read(struct caption_file *file, const char *data, size_t len, struct error *err);
void caption_file_free(struct caption_file *file);

/* "00:01:02,345", as the file has it. */
#define CAPTION_TIME_SIZE 32
void caption_time(char out[CAPTION_TIME_SIZE], int64_t ms);

#endif
