/* Cues: a transcript cut into captions, their lines and times by the export parameters. Pure. How a file
 * writes them: format.h. */
#ifndef STENO_SANDBOX_CUES_H
#define STENO_SANDBOX_CUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cue_options.h"
#include "transcript.h"

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
