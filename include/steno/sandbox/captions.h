/* Captions: a transcript cut into lines and times by the export parameters. Pure. How a file writes them:
 * format.h. */
#ifndef STENO_SANDBOX_CAPTIONS_H
#define STENO_SANDBOX_CAPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/param.h"
#include "steno/sandbox/query.h"
#include "steno/sandbox/transcript.h"

struct caption_word {
    char *text;               /* owned; already in capitals, with its ellipsis */
    int64_t start_ms, end_ms; /* a sign or a name has those of the word behind it */
};

struct caption_line {
    struct caption_word *words; /* none: a line that was stripped of its noise and kept */
    size_t count;
    bool noise; /* the line is a noise */
    bool song;
};

struct caption {
    struct caption_line *lines;
    size_t count;
    int64_t start_ms, end_ms;
};

struct captions {
    struct caption *rows;
    size_t count;
};

enum sign_placement { SIGN_UTTERANCE, SIGN_CAPTION, SIGN_LINE };

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
};

/* Reads the set (of params_export); the name of the first parameter with a value that cannot be, or NULL.
 * Values that are only not known here are noted, and read as unset. */
const char *caption_options_read(struct caption_options *options, const struct param_set *set,
                                 struct value_unknown *unknown);

void captions_make(struct captions *captions, const struct transcript *transcript,
                   const struct caption_options *options);
void captions_free(struct captions *captions);

/* Characters (code points) of a text. */
size_t captions_length(const char *text);

#endif
