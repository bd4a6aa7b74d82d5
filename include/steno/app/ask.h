/* Questions on the last line: one at a time, about one thing, default No. Who asks gives the functions that
 * take the answer. */
#ifndef STENO_APP_ASK_H
#define STENO_APP_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/state.h"

/* A piece of a question that says what it is about; where room is short, it is cut, and nothing else. */
struct app_piece {
    size_t at, len;  /* bytes of the text; len 0: none */
    bool keeps_tail; /* a path: its end tells more than its beginning */
};
#define APP_PIECES_MAX 3

#define APP_TYPED_SIZE 24

/* Asked as `text y/N`: only y or Y confirms. What deletes from many projects wants their number instead,
 * typed and followed by Enter. Enter alone never confirms. */
struct app_question {
    char *text; /* without what app_question_tail gives; NULL: nothing is asked */
    struct app_piece pieces[APP_PIECES_MAX]; /* in their order */
    size_t count;                            /* the number that must be typed; 0: y/N */
    char typed[APP_TYPED_SIZE];              /* of it so far */
    char *remark;                            /* why what came was no answer; NULL for none */
    app_answer *yes, *no;                    /* no may be NULL */
    const char *refused;                     /* what is said at No; NULL: nothing */
    int64_t id;                              /* the project that the answer is about, 0 for none */
    char *arg;                               /* tag, key, path, preset; NULL for none */
};

/* A part of the sentence: words, which stay, or what it is about, which is cut where room is short. */
struct app_question_part {
    const char *words;
    const char *piece;
    int64_t project; /* "1, Council meeting (Completed)": its name and its state may be cut */
    bool keeps_tail; /* of a piece: app_piece */
};
struct app_question_ask {
    struct app_question_part parts[5]; /* up to the first empty one */
    size_t count;
    app_answer *yes, *no;
    const char *refused;
    int64_t id;
    const char *arg;
};

/* What follows the text of the question: " y/N ", or the number to type and what of it was typed. Returns its
 * cells. */
int app_question_tail(const struct app *app, char *out, size_t size);
/* Asks, in place of what may be asked already; copies what it is given, but `refused`. */
void app_ask(struct app *app, const struct app_question_ask *ask);
/* Puts a sentence before the end of the open question, if there is one; `text` is copied. */
void app_question_remark(struct app *app, const char *text);
void app_question_close(struct app *app);

#endif
