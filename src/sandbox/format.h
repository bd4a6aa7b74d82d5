/* Subtitle formats: captions as the bytes of a file. One table of formats. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_FORMAT_H
#define STENO_SANDBOX_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "cues.h"
#include "steno/base/mem.h"

/* What a file wants to know beside its captions; texts are borrowed. */
struct format_options {
    const char *language;
    bool crlf; /* VariantId crlf: a byte order mark, lines ended by CR LF */
    bool right_to_left;
    bool italics;                   /* FormattingMode Tags: noises and songs in italics */
    bool highlight;                 /* HighlightingMode Words: words light up as they are spoken */
    const char *color, *background; /* of what is not highlighted: one of the eight names */
};

struct format {
    const char *id;   /* FileFormatId, and the file's extension */
    const char *type; /* media type */
    /* Writes a file with a line feed at the end of each line; NULL: the file is always the same one. */
    void (*write)(struct buffer *out, const struct cues *cues, const struct format_options *options);
    const char *file; /* of `size` bytes */
    size_t size;
};

/* The format of a FileFormatId, whatever its case; "" is the first. NULL when there is none. */
const struct format *format_find(const char *id);

/* Appends the captions as a file, in the variant that was asked for. */
void format_write(const struct format *format, struct buffer *out, const struct cues *cues,
                  const struct format_options *options);

/* Reads the set (of params_export); the name of the first parameter with a
 * value that cannot be, or NULL. Values that are only not known here are noted, and read as unset. The
 * captions' language is `language` unless the set has another. */
const char *format_options_read(struct format_options *options, const struct param_set *set,
                                const char *language, struct value_unknown *unknown);

/* --- for the writers --- */

/* Appends a line's text, its words parted by blanks; line ends within them become blanks. */
void format_line(struct buffer *out, const struct cue_line *line);

/* Appends h:mm:ss with fraction: "00:01:02,345". `hours` digits for the hours, `digits` (2 or 3) behind
 * `point`. */
void format_time(struct buffer *out, int64_t ms, int hours, char point, int digits);

/* Appends a text with the characters escaped that have a meaning in WebVTT; without controls. */
void format_xml(struct buffer *out, const char *text);

/* Appends the marks that begin and end a line written from right to left; nothing otherwise. */
void format_begin_direction(struct buffer *out, const struct format_options *options);
void format_end_direction(struct buffer *out, const struct format_options *options);

void format_srt(struct buffer *out, const struct cues *cues, const struct format_options *options);
void format_vtt(struct buffer *out, const struct cues *cues, const struct format_options *options);
void format_txt(struct buffer *out, const struct cues *cues, const struct format_options *options);

#endif
