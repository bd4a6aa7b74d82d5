/* Forms on top of the panes: the stack of them, what is said in them, their drafts and presets, and what lies
 * over them. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_FORMS_H
#define STENO_APP_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/request.h"
#include "steno/app/panes.h"
#include "steno/widget/form.h"
#include "steno/widget/page.h"

struct app;
struct app_form;
struct app_reply;
struct batch_ops;
struct call;
struct error;
struct json_t;

/* What a form asks for and what becomes of it: one constant a form, in the file of its topic. */
struct form_ops {
    const char *title;               /* "Enqueue": the project, or how many there are, is named behind it */
    const struct param_table *table; /* its fields; draft, presets and used values go by the table's name */
    void (*send)(struct app *app, struct app_form *form); /* all values are good, and no call is under way */
    const struct batch_ops *batch; /* what is done to each project; NULL where it is never about many */
    void (*left)(struct app *app); /* it was left; a call under way goes on. NULL: nothing is said of it */
    /* An export's file for a project by what is in the form, {ext} still in it; to be freed. NULL: the form
     * makes no file. */
    char *(*path)(struct app *app, const struct app_form *form, int64_t id);
    /* Says what is known of the values before they are sent (form_set_notes, form_set_facts,
     * form_set_default), at the end of each turn. NULL: nothing. */
    void (*check)(struct app *app, struct app_form *form);
    /* Adds to the command line what is no parameter: takes it, and returns it to be freed. NULL: nothing. */
    char *(*command)(const struct app *app, const struct app_form *form, char *command);
    const char *sends; /* the word of the key that sends; NULL: "Send" */
    /* The request that its values are the parameters of, which its preview, its command and its presets show;
     * of a form without one, whose table says what it needs, ENDPOINT_LOGIN, which none shows. */
    enum endpoint_id op;
};

struct app_form {
    const struct form_ops *ops;
    int64_t project_id; /* 0: none */
    int64_t *ids;       /* of a batch: all that it is about; NULL for one project */
    size_t id_count;
    bool zoomed;               /* it has all of the body */
    bool was_short;            /* when its place was last looked at */
    char *title;               /* "Enqueue 1, Council meeting, 14 May" */
    struct form *form;         /* the widget */
    uint64_t serial;           /* its call in progress, 0 for none */
    char *message;             /* what came of the last attempt, until the next one; NULL for none */
    bool message_is_bad;       /* it is a failure */
    struct param_set *start;   /* what it opens with, where there is no draft */
    struct json_t *draft;      /* as the store has it; NULL: none */
    bool is_given_up;          /* its draft could not be saved: left once more, it goes */
    struct project *opened_on; /* the project as it was shown then; NULL: not read whole, or not about one */
    int64_t opened_ms;         /* wall clock: when that was read */
};
#define APP_FORMS_MAX 4

/* The form on top, or NULL. */
struct app_form *app_form_top(const struct app *app);

/* --- the stack --- */

/* The form whose call has this serial, or NULL. */
struct app_form *app_form_find(const struct app *app, uint64_t serial);
/* The open form with these operations about this project alone (0: none), or NULL. */
struct app_form *app_form_about(const struct app *app, const struct form_ops *ops, int64_t project_id);
/* Does something lie over the form on top: its preview, a menu, a prompt, a question? */
bool app_form_is_covered(const struct app *app);
/* Opens a form about a project (0: none); NULL when there is no room for another. What the caller fills in is
 * a part of how it opens once app_draft_restore was called. */
struct app_form *app_form_open(struct app *app, const struct form_ops *ops, int64_t project_id);
/* Opens a long form with its warnings and these values, which are taken; its draft goes over them. In the
 * list it is about the marked projects, where there are some. NULL when there is no room for another form. */
struct app_form *app_long_form_open(struct app *app, const struct form_ops *ops, struct param_set *start);
/* Closes this form, wherever it lies. What is in it is lost, but for its draft. Pointers to other forms are
 * no longer good. */
void app_form_close(struct app *app, struct app_form *form);

/* Are its values the parameters of a request? Then it has a preview, a command, presets, a right part, and a
 * draft that outlives it. */
bool app_form_has_request(const struct app_form *form);

/* --- sending --- */

/* Sends the call of a form; `doing` ("Sending…") is shown in it until the answer is there. The call is taken.
 */
void app_form_send(struct app *app, struct app_form *form, struct call *call, const struct app_reply *reply,
                   const char *doing);
/* The call has failed: shows why, beside the field that it is about, if there is one. */
void app_form_failed(struct app *app, struct app_form *form, const struct error *error);
/* The command line that would send the same. Caller frees. */
char *app_form_command(const struct app *app, const struct app_form *form);
/* Notes beside values that the config sets where they come from, unless something else is noted. */
void app_form_note_config(struct app *app, struct app_form *form);

/* About the form on top; does nothing while something lies over it. */
void app_form_do(struct app *app, enum form_action act);
/* The hints of the form on top, in their order; of a row that names no action there is none. */
#define FORM_HINTS_MAX 13
void app_form_hints(const struct app *app, struct pane_hint rows[FORM_HINTS_MAX]);

/* --- drafts: what was changed in a form outlives it, and the program; never a secret --- */

/* What the form shows now is what it opens with. */
void app_form_take_start(struct app_form *form);
/* Takes what the form shows as what it opens with, and restores its draft, where there is one. */
void app_draft_restore(struct app *app, struct app_form *form);
/* Saves what was changed since it opened, of one form or of all; false, and said, where that failed. */
bool app_draft_save(struct app *app, struct app_form *form);
bool app_drafts_save(struct app *app);
/* A short form was sent or given up: there is no draft any more. */
void app_draft_discard(struct app *app, struct app_form *form);
/* What a long form sent was accepted: its draft goes, and it closes. `form` is NULL when it was closed
 * before; then a form that was opened since about the same project keeps the draft. */
void app_form_accepted(struct app *app, const struct form_ops *ops, struct app_form *form, int64_t id);
/* The rows of another server or login are used from now on: there are no drafts of the open forms yet. */
void app_drafts_moved(struct app *app);

/* --- over a form --- */

/* A menu, a list to choose from: presets and house styles. */
struct app_menu {
    const char *title;
    char **items;     /* lines as they are shown */
    char **names;     /* what each stands for; NULL for the line that saves */
    size_t count;     /* 0: none is open */
    struct list list; /* its ids are the numbers of the items */
};
/* Opens it over the form on top. */
void app_presets_open(struct app *app);
/* Opens a page over the form once its lines are in app->preview. */
void app_preview_show(struct app *app, bool covers);

/* --- messages --- */

/* Shows a message in the form, and on the status line where the form is not in sight. */
void app_form_message(struct app *app, struct app_form *form, bool bad, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Shows it in the form alone; NULL clears what stands there. Copied. */
void app_form_tell(struct app_form *form, bool bad, const char *text);
/* Shows it in the form on top, where there is one, else on the status line. */
void app_form_say(struct app *app, bool bad, const char *text);

#endif
