/* A question on the last line: its sentence, and which keys and lines answer it. The default is always No.
 *
 * The sentence is of words, which are always shown whole, and of pieces that say what it is about: where room
 * is short, these are cut, and nothing else. */
#ifndef STENO_WIDGET_QUESTION_H
#define STENO_WIDGET_QUESTION_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/widget/key.h"

struct question_piece {
    size_t at, len;  /* bytes of the text; len 0: none */
    bool keeps_tail; /* a path: its end tells more than its beginning */
};
#define PIECES_MAX 3

#define NUMBER_SIZE 24

/* Asked as `text y/N`: only y or Y confirms. What acts on many things wants their number instead, typed and
 * followed by Enter. Enter alone never confirms. */
struct question {
    char *text;                               /* without its tail; NULL: nothing is asked */
    struct question_piece pieces[PIECES_MAX]; /* in their order */
    size_t count;                             /* the number that must be typed; 0: y/N */
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
void question_add_piece(struct question *question, const char *piece, bool keeps_tail);
void question_free(struct question *question);

/* A key: y and Y confirm, or Enter after exactly the number; n, q, Esc, Enter and ^G mean No. Any other key
 * is no answer, but a digit may have become part of the number. */
enum answer question_key(struct question *question, struct key key);
/* A whole line (NULL: none): y, yes or exactly the number confirms, anything else means No. */
enum answer question_line(const struct question *question, const char *line);

/* Shows a sentence between the text and the tail; copied. */
void question_set_remark(struct question *question, const char *remark);
/* What follows the text: " y/N ", or the number to type and what of it was typed. Returns its cells. */
int question_tail(const struct question *question, char *out, size_t size);

#endif
