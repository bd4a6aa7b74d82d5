/* Captions: makes a transcript from the enqueue parameters, cuts it into captions by the export parameters,
 * and writes them as a file. Pure.
 *
 * Equal parameters always give equal bytes, so no file is stored. The times of words depend on the recording
 * only, not on the enqueue parameters. */
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
    bool noise;     /* a text such as [laughter], not speech */
    bool song;      /* a word of a song paragraph */
    bool utterance; /* first token of an utterance: the speaker or the paragraph changes */
    bool sentence_end;
};

struct transcript {
    struct transcript_token *tokens;
    size_t count;
    struct buffer texts;
    const char *const *names; /* the speakers' names; NULL: speakers were not recognised */
    int64_t length_ms;        /* length of the recording */
};

/* Transcribes a recording of this length with the parameters `run` (table params_enqueue). All tokens lie
 * within the recording. */
void transcript_make(struct transcript *transcript, const struct param_set *run, int64_t length_ms);
void transcript_free(struct transcript *transcript);

const char *transcript_text(const struct transcript *transcript, size_t index);

/* The part of the recording that `run` asks for, in ms; *end_ms is INT64_MAX when `run` sets no end. Also
 * reads the older StartTranscriptionAt and TranscriptionDuration, as seconds. */
void transcript_part(const struct param_set *run, int64_t *start_ms, int64_t *end_ms);

/* --- the export parameters --- */

enum sign_placement { SIGN_UTTERANCE, SIGN_CAPTION, SIGN_LINE };

struct format {
    const char *id;   /* FileFormatId, and the file's extension */
    const char *type; /* media type */
    enum { FILE_SRT, FILE_VTT, FILE_TXT, FILE_FIXED } kind;
    const char *file; /* bytes of a FILE_FIXED format, which ignores project and parameters */
    size_t size;
};

/* The export parameters, decoded. Texts are borrowed from the parameter set. */
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
    bool crlf; /* VariantId crlf: a byte order mark, and CR LF at the end of lines */
    bool right_to_left;
    bool italics;                   /* FormattingMode Tags: noises and songs in italics */
    bool highlight;                 /* HighlightingMode Words: each word is highlighted when spoken */
    const char *color, *background; /* of text that is not highlighted: one of the eight names */
};

/* Reads the set (table params_export). Returns the name of the first parameter with an invalid value, or
 * NULL. Values that may be valid but that the sandbox does not know are noted in *note and read as unset. The
 * captions' language is `language` unless the set has another. */
const char *caption_options_read(struct caption_options *options, const struct param_set *set,
                                 const char *language, char **note);

/* --- captions: the lines of all captions share one array, and so do the words of all lines --- */

struct cue_word {
    size_t text;      /* offset in `texts` of the final NUL-ended text: capitals and ellipsis applied */
    int64_t start_ms; /* a speaker sign or name has the time of the word after it */
};

struct cue_line {
    size_t first, count; /* words; count 0: a line whose noise was removed, kept empty */
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

/* Appends the captions to `out` in the format of the options. */
void cues_write(struct buffer *out, const struct cues *cues, const struct caption_options *options);

#endif
