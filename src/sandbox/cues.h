/* Cues: a transcript cut into captions, their lines and times by the export parameters. Pure. How a file
 * writes them: format.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_CUES_H
#define STENO_SANDBOX_CUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query.h"
#include "steno/api/param.h"
#include "transcript.h"

enum sign_placement { SIGN_UTTERANCE, SIGN_CAPTION, SIGN_LINE };

/* What the export parameters ask for; texts are borrowed from their set. */
struct cue_options {
    int64_t line_length; /* characters */
    size_t max_lines;
    bool keep_stripped, keep_inner_stripped, remove_noises;
    bool use_speaker_name, capitals;
    enum sign_placement placement;
    const char *sign, *ellipsis;
    int64_t gap_ms, pause_ms, autofill_ms, min_ms;
    double chars_per_second;
};

/* Reads the set (of params_export); the name of the first parameter with a value that cannot be, or NULL.
 * Values that are only not known here are noted, and read as unset. */
const char *cues_options_read(struct cue_options *options, const struct param_set *set,
                              struct value_unknown *unknown);

struct cue_word {
    char *text;               /* owned; already in capitals, with its ellipsis */
    int64_t start_ms, end_ms; /* a sign or a name has those of the word behind it */
};

struct cue_line {
    struct cue_word *words; /* none: a line that was stripped of its noise and kept */
    size_t count;
    bool noise; /* the line is a noise */
    bool song;
};

struct cue {
    struct cue_line *lines;
    size_t count;
    int64_t start_ms, end_ms;
};

struct cues {
    struct cue *rows;
    size_t count;
};

void cues_make(struct cues *cues, const struct transcript *transcript, const struct cue_options *options);
void cues_free(struct cues *cues);

/* Characters (code points) of a text. */
size_t cues_length(const char *text);

#endif
