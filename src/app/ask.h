/* Questions: one at a time, about one thing, default No. Who asks gives the functions that
 * take the answer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_ASK_H
#define STENO_APP_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/app.h"
#include "steno/widget/overlay.h"

/* Takes the answer to a question, with the project it was about; Yes also with a tag, a key, a path. */
typedef void app_answer(struct app *app, int64_t id);
typedef void app_answer_with(struct app *app, int64_t id, const char *arg);

/* Who takes the answer to the open question. */
struct app_asker {
    app_answer *yes, *no;      /* NULL: does nothing */
    app_answer_with *yes_with; /* in place of yes where there is an arg */
    const char *refused;       /* what is said at No; NULL: nothing */
    int64_t id;                /* the project that the answer is about, 0 for none */
    char *arg;                 /* tag, key, path, preset; NULL for none */
};

/* A part of the sentence: words, or what it is about, of which three fifths of a row are shown. */
struct app_question_part {
    const char *words;
    const char *piece;
    int64_t project; /* "1  Council meeting" */
    bool with_state; /* "1  Council meeting (Completed)" */
};

struct app_question_ask {
    struct app_question_part parts[5]; /* up to the first empty one */
    const char *note;                  /* what follows from it, lines parted by \n; copied */
    struct question_choice verb;       /* what `yes` does: "Delete"; key '\0': y */
    const char *spares;                /* what No does: "keeps it"; NULL: nothing is said of it */
    size_t count;                      /* the number that confirms; 0: a key */
    bool is_list;                      /* the note is a list */
    bool of_marked;                    /* the note begins with those of them that are not shown */
    app_answer *yes, *no;
    app_answer_with *yes_with;
    const char *refused;
    int64_t id;
    const char *arg;
};

/* Asks, in place of what may be asked already; copies what it is given, but `refused`
 * and the words of the answers. */
void app_ask(struct app *app, const struct app_question_ask *ask);
/* "12 15 20-30 and 4 more": as many as a row of the screen holds. Caller frees. */
char *app_ask_ids(const struct app *app, const int64_t *ids, size_t count);
/* Puts a sentence before the end of the open question, if there is one; `text` is copied. */
void app_question_remark(struct app *app, const char *text);
void app_question_close(struct app *app);

/* What follows from deleting a tag. */
extern const char app_ask_tag_note[];

#endif
