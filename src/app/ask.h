/* Questions to the operator. Only one question is open at a time. Its default answer is No. The caller
 * provides the functions that handle the answer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_ASK_H
#define STENO_APP_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/app.h"
#include "steno/widget/overlay.h"

/* Handles the answer to a question. id: the project. arg: the tag, key, path or preset. */
typedef void app_answer(struct app *app, int64_t id);
typedef void app_answer_with(struct app *app, int64_t id, const char *arg);

struct app_asker {
    app_answer *yes, *no;      /* called after Yes, called after No; NULL: not called */
    app_answer_with *yes_with; /* called after Yes with `arg`, in place of `yes`; NULL: `yes` is called */
    const char *refused;       /* message after No; NULL: none */
    int64_t id;                /* project that the question is about; 0: none */
    char *arg;                 /* tag, key, path or preset for `yes_with`; NULL: none */
};

/* A piece of the question's sentence: `words`, `piece` and the project, in this order. Each of them is
 * optional. `piece` and the project's name are cut to three fifths of the screen width. */
struct app_question_part {
    const char *words;
    const char *piece;
    int64_t project; /* id, shown as "#1  Council meeting"; 0: none */
    bool with_state; /* the state is added: "#1  Council meeting (Completed)" */
};

struct app_question_ask {
    struct app_question_part parts[5]; /* the sentence in the question; unused parts are zero */
    const char *note;                  /* lines below the question, separated by \n; copied */
    struct question_choice verb;       /* what Yes does, such as "Delete"; key '\0': the key is y */
    const char *spares;                /* what No does, such as "keeps it"; NULL: not shown */
    size_t count;                      /* number that the operator types for Yes; 0: Yes is one key */
    bool is_list;                      /* the note is a list with signs (such as !) in column 1 */
    bool of_marked;                    /* the note begins with the marked projects that the filter hides */
    app_answer *yes, *no;
    app_answer_with *yes_with;
    const char *refused;
    int64_t id;
    const char *arg;
};

/* Opens a question. A question that is still open is closed first. Copies the texts in `ask`. But `refused`
 * and the words for Yes and No must outlive the question. */
void app_ask(struct app *app, const struct app_question_ask *ask);
/* Returns the ids that fit in one row of the screen: "12 15 20-30 and 4 more". Caller frees. */
char *app_ask_ids(const struct app *app, const int64_t *ids, size_t count);
/* Shows a remark in the open question, if there is one. `text` is copied. */
void app_question_remark(struct app *app, const char *text);
void app_question_close(struct app *app);

/* Note below the question "Delete the tag …?". */
extern const char app_ask_tag_note[];

#endif
