/* Forms on top of the panes: what one is, and the one on top. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_FORMS_H
#define STENO_APP_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/endpoint.h"
#include "steno/widget/draft.h"
#include "steno/widget/form.h"

struct app;
struct app_form;

/* What a form asks for and what becomes of it: one constant a form, in the file of its topic. */
struct form_ops {
    const char *title;               /* "Enqueue": the project, or how many there are, is named behind it */
    const struct param_table *table; /* its fields; draft, presets and used values go by the table's name */
    void (*send)(struct app *app, struct app_form *form); /* all values are good, and no call is under way */
    void (*left)(struct app *app); /* it was left; a call under way goes on. NULL: nothing is said of it */
    /* An export's file for a project by what is in the form, {ext} still in it; to be freed. NULL: the form
     * makes no file. */
    char *(*path)(struct app *app, const struct app_form *form, int64_t id);
    /* Says what is known of the values before they are sent (form_set_notes, form_set_facts,
     * form_set_default): called when the form opens, when a value was changed, and when the topic hears of
     * something else. NULL: nothing. */
    void (*check)(struct app *app, struct app_form *form);
    /* Adds to the command line what is no parameter: takes it, and returns it to be freed. NULL: nothing. */
    char *(*command)(const struct app *app, const struct app_form *form, char *command);
    const char *sends; /* the word of the key that sends; NULL: "Send" */
    /* The request that its values are the parameters of, which its preview, its command and its presets show;
     * of a form without one, whose table says what it needs, ENDPOINT_LOGIN, which none shows. */
    enum endpoint_id op;
};

/* What the store has of a form; kept by form_draft.c. */
struct app_draft {
    struct param_set *stored; /* the draft there, as far as is known; NULL until it has answered */
    uint64_t failed;          /* fields that it could not save, a bit a row */
    uint64_t serial;          /* the last operation about it: only its answer tells what is there now */
    bool loaded;              /* it has answered */
    bool handed_over;         /* it was given something */
};

struct app_form {
    const struct form_ops *ops;
    int64_t project_id; /* 0: none */
    int64_t *ids;       /* of a batch: all that it is about; NULL for one project */
    size_t id_count;
    bool zoomed;             /* it has all of the body */
    bool was_short;          /* when its place was last looked at */
    char *title;             /* "Enqueue 1, Council meeting, 14 May" */
    struct form *form;       /* the widget */
    uint64_t serial;         /* its call in progress, 0 for none */
    char *message;           /* what came of the last attempt, until the next one; NULL for none */
    bool message_is_bad;     /* it is a failure */
    struct param_set *start; /* what it opens with, where there is no draft */
    struct draft edited;     /* what was changed since it was opened or saved */
    struct app_draft draft;
    struct project *opened_on; /* the project as it was shown then; NULL: not read whole, or not about one */
    int64_t opened_ms;         /* wall clock: when that was read */
};
#define APP_FORMS_MAX 4

/* The form on top, or NULL. */
struct app_form *app_form_top(const struct app *app);

#endif
