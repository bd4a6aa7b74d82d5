/* Questions to the operator. One is open at a time; its default answer is No. The caller passes the functions
 * that handle the answer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_ASK_H
#define STENO_APP_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/app.h"
#include "steno/widget/overlay.h"

/* Handles the answer to a question. id: the project in question. arg: the tag, key or path in question. */
typedef void app_answer(struct app *app, int64_t id);
typedef void app_answer_with(struct app *app, int64_t id, const char *arg);

/* How the answer to the open question is handled. */
struct app_asker {
    app_answer *yes, *no;      /* NULL: nothing to do */
    app_answer_with *yes_with; /* called instead of `yes` if there is an arg */
    const char *refused;       /* message after No; NULL: none */
    int64_t id;                /* project in question, 0 for none */
    char *arg;                 /* tag, key, path or preset in question; NULL for none */
};

/* A part of the question's sentence. A `piece` and a project's name are cut to three fifths of a row. */
struct app_question_part {
    const char *words;
    const char *piece;
    int64_t project; /* "1  Council meeting" */
    bool with_state; /* "1  Council meeting (Completed)" */
};

struct app_question_ask {
    struct app_question_part parts[5]; /* empty ones at the end */
    const char *note;                  /* lines below the question, separated by \n; copied */
    struct question_choice verb;       /* what Yes does: "Delete"; key '\0': y */
    const char *spares;                /* what No does: "keeps it"; NULL: not shown */
    size_t count;                      /* Yes is typed as this number; 0: as a key */
    bool is_list;                      /* the note is a list */
    bool of_marked;                    /* the note first names the marked projects that have no row */
    app_answer *yes, *no;
    app_answer_with *yes_with;
    const char *refused;
    int64_t id;
    const char *arg;
};

/* Opens the question and closes an earlier one. Copies all of `ask` except `refused` and the words of the
 * answers: these must live as long as the question. */
void app_ask(struct app *app, const struct app_question_ask *ask);
/* "12 15 20-30 and 4 more": as many ids as fit in a row of the screen. Caller frees. */
char *app_ask_ids(const struct app *app, const int64_t *ids, size_t count);
/* Shows a remark in the open question, if there is one; `text` is copied. */
void app_question_remark(struct app *app, const char *text);
void app_question_close(struct app *app);

/* Note of the question before a tag is deleted. */
extern const char app_ask_tag_note[];

#endif
