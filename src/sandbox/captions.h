/* Captions: what is said in a recording, transcribed by what was enqueued, cut into captions by the export
 * parameters, and written as a file. Pure.
 *
 * Equal values always give equal bytes, so none is stored. A word has the same time whatever was enqueued: it
 * is the recording's. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_CAPTIONS_H
#define STENO_SANDBOX_CAPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "message.h"

/* --- transcripts --- */

struct transcript_token {
    size_t text; /* offset of its NUL-ended UTF-8 text in `texts` */
    int64_t start_ms, end_ms;
    int speaker;
    bool noise;     /* a mark such as [laughter], not speech */
    bool song;      /* a word of a song paragraph */
    bool utterance; /* first of an utterance: the speaker or the paragraph changes */
    bool sentence_end;
};

struct transcript {
    struct transcript_token *tokens;
    size_t count;
    struct buffer texts;
    const char *const *names; /* of the speakers, when they were recognised; else NULL */
    int64_t length_ms;        /* of the recording */
};

/* The transcript of a recording of this length, transcribed with `run` (of params_enqueue). All tokens lie
 * within the recording. */
void transcript_make(struct transcript *transcript, const struct param_set *run, int64_t length_ms);
void transcript_free(struct transcript *transcript);

const char *transcript_text(const struct transcript *transcript, size_t index);

/* The part of the recording that `run` asks for, in ms; *end_ms is INT64_MAX when it has no end. Also the
 * older twins, which the sandbox reads as seconds too. */
void transcript_part(const struct param_set *run, int64_t *start_ms, int64_t *end_ms);

/* --- the export parameters --- */

enum sign_placement { SIGN_UTTERANCE, SIGN_CAPTION, SIGN_LINE };

struct format {
    const char *id;   /* FileFormatId, and the file's extension */
    const char *type; /* media type */
    enum { FILE_SRT, FILE_VTT, FILE_TXT, FILE_FIXED } kind;
    const char *file; /* of `size` bytes: a fixed file is always the same one */
    size_t size;
};

/* What the export parameters ask for; texts are borrowed from their set. */
struct caption_options {
    int64_t line_length; /* characters */
    size_t max_lines;
    bool keep_stripped, keep_inner_stripped, remove_noises;
    bool use_speaker_name, capitals;
    enum sign_placement placement;
    const char *sign, *ellipsis;
    int64_t gap_ms, pause_ms, autofill_ms, min_ms;
    double chars_per_second;

    const struct format *format;
    const char *language;
    bool crlf; /* VariantId crlf: a byte order mark, lines ended by CR LF */
    bool right_to_left;
    bool italics;                   /* FormattingMode Tags: noises and songs in italics */
    bool highlight;                 /* HighlightingMode Words: words light up as they are spoken */
    const char *color, *background; /* of what is not highlighted: one of the eight names */
};

/* Reads the set (of params_export); the name of the first parameter with a value that cannot be, or NULL.
 * Values that are only not known here are noted in *note, and read as unset. The captions' language is
 * `language` unless the set has another. */
const char *caption_options_read(struct caption_options *options, const struct param_set *set,
                                 const char *language, char **note);

/* --- captions: lines and words stand in arrays of their own, those of a caption or line side by side --- */

struct cue_word {
    size_t text;      /* offset of its NUL-ended text, already in capitals, with its ellipsis, in `texts` */
    int64_t start_ms; /* a sign or a name has that of the word behind it */
};

struct cue_line {
    size_t first, count; /* words; none: the line was stripped of its noise and kept */
    bool noise;          /* the line is a noise */
    bool song;
};

struct cue {
    size_t first, count; /* lines */
    int64_t start_ms, end_ms;
};

struct cues {
    struct cue *rows;
    size_t count;
    struct cue_line *lines;
    size_t line_count;
    struct cue_word *words;
    size_t word_count;
    struct buffer texts;
};

void cues_make(struct cues *cues, const struct transcript *transcript, const struct caption_options *options);
void cues_free(struct cues *cues);

/* Appends the captions as a file. */
void cues_write(struct buffer *out, const struct cues *cues, const struct caption_options *options);

#endif
