/* Questions on the last line: one at a time, about one thing, default No. Who asks gives the functions that
 * take the answer. */
#ifndef STENO_APP_ASK_H
#define STENO_APP_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/state.h"
#include "steno/widget/question.h"

/* Who takes the answer to the open question. */
struct app_asker {
    app_answer *yes, *no; /* no may be NULL */
    const char *refused;  /* what is said at No; NULL: nothing */
    int64_t id;           /* the project that the answer is about, 0 for none */
    char *arg;            /* tag, key, path, preset; NULL for none */
};

/* A part of the sentence: words, which stay, or what it is about, which is cut where room is short. */
struct app_question_part {
    const char *words;
    const char *piece;
    int64_t project; /* "1, Council meeting (Completed)": its name and its state may be cut */
    bool keeps_tail; /* of a piece */
};
struct app_question_ask {
    struct app_question_part parts[5]; /* up to the first empty one */
    size_t count;                      /* the number that confirms; 0: y/N */
    app_answer *yes, *no;
    const char *refused;
    int64_t id;
    const char *arg;
};

/* Asks, in place of what may be asked already; copies what it is given, but `refused`. */
void app_ask(struct app *app, const struct app_question_ask *ask);
/* Puts a sentence before the end of the open question, if there is one; `text` is copied. */
void app_question_remark(struct app *app, const char *text);
void app_question_close(struct app *app);

#endif
