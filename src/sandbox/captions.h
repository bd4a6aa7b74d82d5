/* Captions: makes a transcript from the enqueue parameters, cuts the transcript into captions by the export
 * parameters, and writes the captions in a file format into a buffer. Pure: no files, no clock.
 *
 * Equal parameters always give equal bytes, so that no subtitles have to be stored. The times of words do not
 * depend on the enqueue parameters. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_CAPTIONS_H
#define STENO_SANDBOX_CAPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "message.h"

/* --- transcripts --- */

struct transcript_token {
    size_t text; /* offset of the token's text (UTF-8, NUL-ended) in transcript.texts */
    int64_t start_ms, end_ms;
    int speaker;
    bool noise; /* the token is a noise such as [laughter], not a word */
    bool song;
    bool utterance; /* the token begins an utterance: the speaker or the paragraph changes */
    bool sentence_end;
};

struct transcript {
    struct transcript_token *tokens;
    size_t count;
    struct buffer texts;
    const char *const *names; /* the name of each speaker number; NULL: WithSpeakerId is false */
    int64_t length_ms;        /* length of the recording */
};

/* Makes the transcript of a recording of `length_ms` with the enqueue parameters `run` (table
 * params_enqueue). All tokens lie within the recording. */
void transcript_make(struct transcript *transcript, const struct param_set *run, int64_t length_ms);
void transcript_free(struct transcript *transcript);

const char *transcript_text(const struct transcript *transcript, size_t index);

/* Reads from `run` which part of the recording to transcribe. Converts seconds to ms. *end_ms becomes
 * INT64_MAX if `run` sets no end. Also accepts the older names StartTranscriptionAt and
 * TranscriptionDuration. */
void transcript_part(const struct param_set *run, int64_t *start_ms, int64_t *end_ms);

/* --- the export parameters --- */

enum sign_placement { SIGN_UTTERANCE, SIGN_CAPTION, SIGN_LINE };

struct format {
    const char *id;   /* value of FileFormatId, and extension of the file */
    const char *type; /* media type */
    enum { FILE_SRT, FILE_VTT, FILE_TXT, FILE_FIXED } kind;
    const char *file; /* contents of all files in a FILE_FIXED format; NULL in other formats */
    size_t size;
};

/* The export parameters, decoded. Texts are not copied: they belong to the parameter set. */
struct caption_options {
    int64_t line_length; /* characters that fit into a line */
    size_t max_lines;
    bool keep_stripped, keep_inner_stripped, remove_noises;
    bool use_speaker_name, capitals;
    enum sign_placement placement;
    const char *sign, *ellipsis;
    int64_t gap_ms, pause_ms, autofill_ms, min_ms;
    double chars_per_second;

    const struct format *format;
    const char *language;
    bool crlf; /* VariantId is crlf: the file begins with a byte order mark, lines end with CR LF */
    bool right_to_left;
    bool italics;   /* FormattingMode is Tags: noises and songs are written in italics */
    bool highlight; /* HighlightingMode is Words: each word is highlighted when it is spoken */
    const char *color, *background; /* names of colors, such as White, for text that is not highlighted */
};

/* Decodes the export parameters in `set` (table params_export). Returns the name of the first parameter with
 * an invalid value, or NULL. A value that only the real service can know is ignored, and its parameter is
 * named in *note (see value_note_unknown()). If `set` has no language, the captions are in `language`. */
const char *caption_options_read(struct caption_options *options, const struct param_set *set,
                                 const char *language, char **note);

/* --- captions; all lines are in one array, all words in another --- */

struct cue_word {
    size_t text;      /* offset in cues.texts of the word's final text, NUL-ended */
    int64_t start_ms; /* a SpeakerSign or a speaker's name has the time of the next word */
};

struct cue_line {
    size_t first, count; /* first word and number of words; 0 words: the noise in the line was removed */
    bool noise;          /* the line begins with a noise; if RemoveNoises is set, it has noises only */
    bool song;
};

struct cue {
    size_t first, count; /* first line and number of lines */
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

/* Appends the captions to `out`, in the file format that the options name. */
void cues_write(struct buffer *out, const struct cues *cues, const struct caption_options *options);

#endif
