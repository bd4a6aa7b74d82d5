/* Forms over the panes: the stack of forms, their messages, drafts and presets, and menus and pages over a
 * form. */
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

/* Definition of a form: one constant for each, in the file of its topic. */
struct form_ops {
    const char *title;               /* "Enqueue"; the project, or the number of projects, follows it */
    const struct param_table *table; /* fields; drafts, presets and used values are stored under its name */
    void (*send)(struct app *app, struct app_form *form); /* all values are valid, no call is under way */
    const struct batch_ops *batch; /* the action on each marked project; NULL: the form takes only one */
    void (*left)(struct app *app); /* the user left the form; a call under way goes on. NULL: no message */
    /* The file that an export of the project would write, {ext} still in it; caller frees. NULL: the form
     * writes no file. */
    char *(*path)(struct app *app, const struct app_form *form, int64_t id);
    /* At the end of each turn: shows what is known of the values before they are sent (form_set_notes,
     * form_set_facts, form_set_default). NULL: nothing. */
    void (*check)(struct app *app, struct app_form *form);
    /* Adds to the command line the options that `table` lacks; takes `command`, caller frees. NULL: none. */
    char *(*command)(const struct app *app, const struct app_form *form, char *command);
    const char *sends; /* label of the key that sends; NULL: "Send" */
    /* The request whose parameters the form sets, for its preview, command and presets. ENDPOINT_LOGIN: the
     * form has none of these, and its table says which fields are required. */
    enum endpoint_id op;
};

struct app_form {
    const struct form_ops *ops;
    int64_t project_id; /* 0: none */
    int64_t *ids;       /* the projects of a batch; NULL for one project */
    size_t id_count;
    bool zoomed;               /* the form has all of the body */
    bool was_short;            /* the form was short when its size was last decided */
    char *title;               /* "Enqueue 1  Council meeting" */
    struct form *form;         /* the widget */
    uint64_t serial;           /* its call in progress, 0 for none */
    char *message;             /* result of the last attempt, until the next one; NULL for none */
    bool message_is_bad;       /* the message is a failure */
    struct param_set *start;   /* values at opening, without a draft */
    struct json_t *draft;      /* as saved in the store; NULL: none */
    bool is_given_up;          /* saving the draft failed: leaving once more closes the form without it */
    struct project *opened_on; /* the project as shown at opening; NULL: not fully read, or no project */
    int64_t opened_ms;         /* wall clock: when opened_on was read */
};
#define APP_FORMS_MAX 4

/* The form on top, or NULL. */
struct app_form *app_form_top(const struct app *app);

/* --- the stack --- */

/* The form whose call has this serial, or NULL. */
struct app_form *app_form_find(const struct app *app, uint64_t serial);
/* The open form with these operations for this single project (0: none), or NULL. */
struct app_form *app_form_about(const struct app *app, const struct form_ops *ops, int64_t project_id);
/* Does a preview, a menu, a prompt or a question lie over the form on top? */
bool app_form_is_covered(const struct app *app);
/* Opens a form for a project (0: none); NULL: APP_FORMS_MAX are open. The caller fills in values, then calls
 * app_draft_restore. */
struct app_form *app_form_open(struct app *app, const struct form_ops *ops, int64_t project_id);
/* Opens a long form (enqueue, export) with its warnings and the values of `start` (taken), which its draft
 * overrides. It is for the marked projects, if there are any. NULL: APP_FORMS_MAX are open. */
struct app_form *app_long_form_open(struct app *app, const struct form_ops *ops, struct param_set *start);
/* Closes a form at any place of the stack. Its values are lost, except for a saved draft. Pointers to other
 * forms become invalid. */
void app_form_close(struct app *app, struct app_form *form);

/* Are the values the parameters of a request? Then the form has a preview, a command, presets, and a draft
 * that outlives it. */
bool app_form_has_request(const struct app_form *form);

/* --- sending --- */

/* Sends the call of a form (taken); the form shows `doing` ("Sending…") until the answer comes. */
void app_form_send(struct app *app, struct app_form *form, struct call *call, const struct app_reply *reply,
                   const char *doing);
/* The call has failed: shows the error in the form, and also beside the field that it is about. */
void app_form_failed(struct app *app, struct app_form *form, const struct error *error);
/* The command line that would send the same request. Caller frees. */
char *app_form_command(const struct app *app, const struct app_form *form);
/* Notes "from the config" or "from the profile" beside the values that come from there. */
void app_form_note_config(struct app *app, struct app_form *form);

/* Runs an action in the form on top, unless something lies over it. */
void app_form_do(struct app *app, enum form_action act);
/* The key hints of the form on top, in order; a row whose action is "" is not shown. */
#define FORM_HINTS_MAX 13
void app_form_hints(const struct app *app, struct pane_hint rows[FORM_HINTS_MAX]);

/* --- drafts: changed values, without secrets, that outlive the form and the program --- */

/* Makes the values shown now the values at opening. */
void app_form_take_start(struct app_form *form);
/* Calls app_form_take_start(), then restores the draft, if there is one. */
void app_draft_restore(struct app *app, struct app_form *form);
/* Saves what was changed since the opening, of one form or of all; false, and reported, on failure. */
bool app_draft_save(struct app *app, struct app_form *form);
bool app_drafts_save(struct app *app);
/* Deletes the draft of a form. */
void app_draft_discard(struct app *app, struct app_form *form);
/* The server accepted what a long form sent: deletes the draft and closes the form. `form` NULL: it was
 * closed before; the draft stays if another form for the same project is open. */
void app_form_accepted(struct app *app, const struct form_ops *ops, struct app_form *form, int64_t id);
/* The server or account changed: its rows of the store have no drafts of the open forms yet. */
void app_drafts_moved(struct app *app);

/* --- over a form --- */

/* The menu of presets and house styles. */
struct app_menu {
    const char *title;
    char **items;     /* lines as shown */
    char **names;     /* name of each preset or style; NULL for the line that saves a preset */
    size_t count;     /* 0: the menu is closed */
    struct list list; /* the ids are indexes of items */
};
/* Opens the menu over the form on top. */
void app_presets_open(struct app *app);
/* Opens the page app->preview, already filled, over the form. `covers`: it has all of the body. */
void app_preview_show(struct app *app, bool covers);

/* --- messages --- */

/* Shows a message in the form and on the message line. */
void app_form_message(struct app *app, struct app_form *form, bool bad, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Shows a message in the form alone; NULL clears it. Copied. */
void app_form_tell(struct app_form *form, bool bad, const char *text);
/* Shows a message in the form on top, as app_form_message; without a form, on the message line alone. */
void app_form_say(struct app *app, bool bad, const char *text);

#endif
