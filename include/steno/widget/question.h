/* A question: its sentence, what follows from it, and which keys and lines answer it. The default is always
 * No.
 *
 * The sentence is of words, which are always shown whole, and of pieces that say what it is about: where room
 * is short, these are cut, and nothing else. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_QUESTION_H
#define STENO_WIDGET_QUESTION_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/widget/key.h"

struct question_piece {
    size_t at, len; /* bytes of the text; len 0: none */
};
#define PIECES_MAX 3

#define NUMBER_SIZE 24

/* What one more key than y or N does. */
struct question_choice {
    char key;         /* a lowercase letter; '\0': there is none */
    const char *word; /* "Skip" */
};

/* Only its key confirms: y or Y, or the key of `yes`. What acts on many things may want their number instead,
 * typed and followed by Enter. Enter alone never confirms. */
struct question {
    char *text;                               /* the sentence; NULL: nothing is asked */
    char *note;                               /* what follows from it; lines parted by \n; NULL for none */
    struct question_piece pieces[PIECES_MAX]; /* in their order */
    struct question_choice yes;               /* "Delete"; word NULL: "Yes", key '\0': y */
    const char *no;                           /* "keeps it": what any other key does; NULL: nothing */
    bool is_list;                             /* the note is a list, which may take more rows */
    size_t count;                             /* the number that must be typed; 0: a key */
    char typed[NUMBER_SIZE];                  /* of it so far */
    char *remark;                             /* why what came was no answer; NULL for none */
};

enum answer {
    ANSWER_NONE, /* the question stays open */
    ANSWER_NO,
    ANSWER_YES
};

/* Append to the text of a question that is zeroed at first; copied. */
void question_add_words(struct question *question, const char *words);
void question_add_piece(struct question *question, const char *piece);
void question_free(struct question *question);

/* A key: any that is none of those named means No. Where a number is wanted a digit becomes part of it, and
 * only n, q, Esc, Enter and ^G mean No. */
enum answer question_key(struct question *question, struct key key);

/* Shows a sentence between the text and the tail; copied. */
void question_set_remark(struct question *question, const char *remark);
/* What the key bar shows: "y Delete   any other key keeps it". */
void question_bar(const struct question *question, char *out, size_t size);

#endif
