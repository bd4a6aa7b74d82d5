/* Forms over the panes: the stack of forms, their messages, drafts and presets; also menus and pages over a
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
    const char *title;               /* "Enqueue"; the project, or the number of projects, is added */
    const struct param_table *table; /* the fields; its name identifies drafts and presets in the store */
    void (*send)(struct app *app, struct app_form *form); /* called if values are valid and no call runs */
    const struct batch_ops *batch; /* how marked projects are sent; NULL: a form for one project */
    void (*left)(struct app *app); /* shows a message when the user has left the form; NULL: none */
    /* Returns the path that an export of the project would write; {ext} stays in it. Caller frees.
     * NULL: the form writes no file. */
    char *(*path)(struct app *app, const struct app_form *form, int64_t id);
    /* Called at the end of each turn: shows in the form what is known about its values before they are sent
     * (form_set_notes, form_set_facts, form_set_default). NULL: nothing is shown. */
    void (*check)(struct app *app, struct app_form *form);
    /* Adds to the command line of the form the options that `table` lacks. Takes ownership of `command`;
     * caller frees the result. NULL: no such options. */
    char *(*command)(const struct app *app, const struct app_form *form, char *command);
    const char *sends; /* word in the key bar for the key that sends; NULL: "Send" */
    /* The request whose parameters are the fields of the form, for its preview, command and presets.
     * ENDPOINT_LOGIN: no preview, command or presets; the form's table says which fields are required. */
    enum endpoint_id op;
};

struct app_form {
    const struct form_ops *ops;
    int64_t project_id; /* 0: no project, or several */
    int64_t *ids;       /* the projects of a batch; NULL for one project */
    size_t id_count;
    bool zoomed;    /* the form fills the body of the screen */
    bool was_short; /* form_is_short() as it was when `zoomed` was set */
    char *title;    /* "Enqueue 1  Council meeting" */
    struct form *form;
    uint64_t serial; /* serial number of the form's call under way; 0: none */
    char *message;   /* shown in the form, such as the result of the last try to send; NULL: none */
    bool message_is_bad;
    struct param_set *start; /* values when the form opened, without the draft */
    struct json_t *draft;    /* the form's draft as saved in the store; NULL: none */
    bool is_given_up; /* saving the draft failed: leaving the form once more closes it without a draft */
    struct project *opened_on; /* the project when the form opened; NULL: no project, or not fully read */
    int64_t opened_ms;         /* when the project in opened_on was read, wall clock */
};
#define APP_FORMS_MAX 4

/* Returns the form on top, or NULL. */
struct app_form *app_form_top(const struct app *app);
/* Returns the form whose call has this serial number, or NULL. */
struct app_form *app_form_find(const struct app *app, uint64_t serial);
/* Returns the open form of this kind for a single project (0: for none), or NULL. */
struct app_form *app_form_about(const struct app *app, const struct form_ops *ops, int64_t project_id);
/* True if a pane, preview, menu, prompt or question lies over the form on top. */
bool app_form_is_covered(const struct app *app);
/* Opens a form for a project (0: none). Returns NULL if APP_FORMS_MAX forms are open. The caller fills in
 * values, then calls app_draft_restore(). */
struct app_form *app_form_open(struct app *app, const struct form_ops *ops, int64_t project_id);
/* Opens a long form (enqueue, export) for the marked projects, or if none are marked, for
 * app_project_at_hand(). Sets its warnings, then the values of `start` (takes ownership), then those of
 * its draft, which override them. Returns NULL if APP_FORMS_MAX forms are open. */
struct app_form *app_long_form_open(struct app *app, const struct form_ops *ops, struct param_set *start);
/* Closes a form, which need not be on top. Its values are lost, except those of a saved draft. Pointers to
 * other forms become invalid. */
void app_form_close(struct app *app, struct app_form *form);

/* True if the form's values are the parameters of a request. The form then has a preview, a command and
 * presets, and its draft is kept when the user leaves the form. */
bool app_form_has_request(const struct app_form *form);

/* --- sending --- */

/* Sends a call for a form and takes ownership of the call. The form shows `doing` ("Sending…") until the
 * answer comes. */
void app_form_send(struct app *app, struct app_form *form, struct call *call, const struct app_reply *reply,
                   const char *doing);
/* Call when the form's call has failed: shows the error in the form, also beside the field that is wrong. */
void app_form_failed(struct app *app, struct app_form *form, const struct error *error);
/* Returns the command line that would send the same request. Caller frees. */
char *app_form_command(const struct app *app, const struct app_form *form);
/* Shows "from the config" or "from the profile" beside each value that comes from there. */
void app_form_note_config(struct app *app, struct app_form *form);

/* Runs an action in the form on top; does nothing if something covers the form. */
void app_form_do(struct app *app, enum form_action act);
/* Writes the key hints of the form on top, in order. A row whose action is "" is not shown. */
#define FORM_HINTS_MAX 13
void app_form_hints(const struct app *app, struct pane_hint rows[FORM_HINTS_MAX]);

/* --- drafts: changed values, without secrets, that outlive the form and the program --- */

/* Sets form->start to the present values. A draft contains what differs from form->start. */
void app_form_take_start(struct app_form *form);
/* Calls app_form_take_start(), then fills in the draft, if the store has one. */
void app_draft_restore(struct app *app, struct app_form *form);
/* Save the draft of one form, or of all forms. If saving fails, show a message and return false. */
bool app_draft_save(struct app *app, struct app_form *form);
bool app_drafts_save(struct app *app);
void app_draft_discard(struct app *app, struct app_form *form);
/* Call when the server accepted what a long form sent: deletes the draft and closes the form. `form` is NULL
 * if the form was closed before; the draft then stays if another form for the same project is open. */
void app_form_accepted(struct app *app, const struct form_ops *ops, struct app_form *form, int64_t id);
/* Call after a change of server or account: clears `draft` of open forms (it belongs to the old account). */
void app_drafts_moved(struct app *app);

/* --- over a form --- */

/* The menu of presets and house styles. */
struct app_menu {
    const char *title;
    char **items;
    char **names;     /* name of the preset or style in each line; NULL for the line that saves a preset */
    size_t count;     /* number of lines; 0: the menu is closed */
    struct list list; /* its ids are indexes of `items` */
};
void app_presets_open(struct app *app);
/* Shows app->preview, which the caller has filled, as a page. `covers`: the page fills the body of the
 * screen; else it lies in the lower place. */
void app_preview_show(struct app *app, bool covers);

/* --- messages --- */

/* Shows a message in the form and on the message line. */
void app_form_message(struct app *app, struct app_form *form, bool bad, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Shows a message only in the form, not on the message line. The text is copied; NULL removes the message. */
void app_form_tell(struct app_form *form, bool bad, const char *text);
/* Calls app_form_message() for the form on top; without a form, shows the message on the message line. */
void app_form_say(struct app *app, bool bad, const char *text);

#endif
