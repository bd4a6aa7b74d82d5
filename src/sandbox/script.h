/* Scripts: what is said in the recordings. Rows only, made of src/sandbox/scripts/ (its README tells the
 * form) when the program is built.
 *
 * Markup within a text: {written|spoken} is formatted by post-processing, [replaced|heard] by the user's
 * replacement rules, <noise> and <noise 2.5> are noises (of so many seconds), ~ a pause within a sentence,
 * @label(words) a keyword.
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
    SCRIPT_ROOM,  /* what a microphone hears when nobody speaks: only without voice detection */
    SCRIPT_PAUSE,
};

struct script_line {
    enum script_kind kind;
    int speaker; /* who says or sings it, or -1 */
    int pace;    /* percent of the usual time of a word */
    int64_t ms;  /* of a pause */
    const char *text;
};

struct script_keyword {
    const char *label;
    int list;                                /* which list of KeywordsHighlight.TextList it stands in */
    const char *category, *type, *highlight; /* NULL: no member */
    bool timed;
};

struct script {
    const char *name;            /* of the file, such as "council" */
    const char *language;        /* a tag, such as "cs-CZ" */
    const char *const *speakers; /* names */
    size_t speaker_count;
    const char *breath, *music; /* how those noises are written in its language */
    const char *draft;          /* unstable words at the end */
    const struct script_line *lines;
    size_t line_count;
    const struct script_keyword *keywords;
    size_t keyword_count;
};

extern const struct script script_rows[];
extern const size_t script_count;

/* The script of a name; one that does not exist ends the program. */
const struct script *script_find(const char *name);

#endif
