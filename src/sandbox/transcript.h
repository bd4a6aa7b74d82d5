/* Transcripts: words with times, speakers, noises and gaps, made from a script by what was enqueued. Pure.
 *
 * Equal options always give an equal transcript, so none is stored. A word has the same time whatever was
 * enqueued: it is the recording's.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_TRANSCRIPT_H
#define STENO_SANDBOX_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "script.h"
#include "steno/api/param.h"
#include "steno/base/mem.h"

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

/* The transcript of a recording of this length in which the script is read, transcribed with `run` (of
 * params_enqueue). All tokens lie within the recording. */
void transcript_make(struct transcript *transcript, const struct param_set *run, int64_t length_ms);
void transcript_free(struct transcript *transcript);

const char *transcript_text(const struct transcript *transcript, size_t index);

/* "Speaker 2", or the speaker's name when speakers were recognised. */
void transcript_speaker(char *out, size_t size, const struct transcript *transcript, int speaker);

/* Appends a text with all its letters in capitals or in small ones, by code point. */
void transcript_letters(struct buffer *out, const char *text, size_t len, bool capitals);

/* The part of the recording that `run` asks for, in ms; *end_ms is INT64_MAX when it has no end. Also the
 * older twins, which the sandbox reads as seconds too. */
void transcript_part(const struct param_set *run, int64_t *start_ms, int64_t *end_ms);

#endif
