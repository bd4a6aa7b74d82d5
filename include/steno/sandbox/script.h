/* Scripts: what is said in the recordings. Rows only.
 *
 * Markup: {written|spoken} is formatted by post-processing, [replaced|heard] by the user's replacement rules,
 * <noise> is a noise, ~ a pause within a sentence; a line of speaker -1 is a song.
 */
#ifndef STENO_SANDBOX_SCRIPT_H
#define STENO_SANDBOX_SCRIPT_H

#include <stddef.h>

struct script_line {
    int speaker;
    const char *text;
};

struct script {
    const char *language; /* first part of a tag, such as "cs" */
    const struct script_line *lines;
    size_t count;
    const char *const *speakers; /* names, SCRIPT_SPEAKERS of them */
    const char *draft;           /* unstable words at the end */
};

#define SCRIPT_SPEAKERS 3

/* The script of a language tag; the English one for a language without one. */
const struct script *script_for(const char *language);

#endif
