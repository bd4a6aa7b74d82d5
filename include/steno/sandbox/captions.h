/* Captions: a transcript cut into lines and times by the export parameters. Pure. How a file writes them:
 * format.h. */
#ifndef STENO_SANDBOX_CAPTIONS_H
#define STENO_SANDBOX_CAPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/sandbox/caption_options.h"
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

void captions_make(struct captions *captions, const struct transcript *transcript,
                   const struct caption_options *options);
void captions_free(struct captions *captions);

/* Characters (code points) of a text. */
size_t captions_length(const char *text);

#endif
