/* The script: what is said in the recordings.
 *
 * Markup within a text: {written|spoken} is formatted by post-processing, [replaced|heard] by the user's
 * replacement rules, <noise> and <noise 2.5> are noises (of so many seconds), ~ a pause within a sentence.
 * After a line that ends with a dash the next speaker does not wait.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_SCRIPT_H
#define STENO_SANDBOX_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum script_kind {
    SCRIPT_SCENE, /* a paragraph begins */
    SCRIPT_SAY,
    SCRIPT_SONG,
    SCRIPT_NOISE, /* of nobody */
    SCRIPT_PAUSE,
};

struct script_line {
    enum script_kind kind;
    int speaker; /* who says or sings it */
    int pace;    /* percent of the usual time of a word */
    int64_t ms;  /* of a pause */
    const char *text;
};

struct script {
    const char *const *speakers; /* names */
    const char *breath, *music;  /* how those noises are written */
    const char *draft;           /* unstable words at the end */
    const struct script_line *lines;
    size_t line_count;
};

extern const struct script script;

#endif
