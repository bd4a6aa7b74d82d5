/* Forms: their stack, messages, drafts and presets. Also the menus and pages that lie over a form. */
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

/* The definition of a form. Each form has one constant, in the file of its topic. */
struct form_ops {
    const char *title;               /* "Enqueue"; the project, or the number of projects, is added */
    const struct param_table *table; /* fields; the store keeps drafts and presets under the table's name */
    void (*send)(struct app *app, struct app_form *form); /* called if values are valid and no call runs */
    const struct batch_ops *batch; /* how marked projects are sent; NULL: a form for one project */
    void (*left)(struct app *app); /* called when the user has left the form, to show a message */
    /* Returns the path to which the project would be exported. {ext} in the path is not replaced. Caller
     * frees. NULL: the form writes no file. */
    char *(*path)(struct app *app, const struct app_form *form, int64_t id);
    /* Called at the end of each turn. Shows notes, facts and defaults beside the values (form_set_notes,
     * form_set_facts, form_set_default). NULL: nothing is shown. */
    void (*check)(struct app *app, struct app_form *form);
    /* Adds options that `table` lacks to the form's command line. Takes ownership of `command`. Caller frees
     * the result. NULL: there are no such options. */
    char *(*command)(const struct app *app, const struct app_form *form, char *command);
    const char *sends; /* word in the key bar for the key that sends; NULL: "Send" */
    /* The request that the form sends; the fields are its parameters. ENDPOINT_LOGIN: the form has no
     * preview, command or presets, and `table` says which fields are required. */
    enum endpoint_id op;
};

struct app_form {
    const struct form_ops *ops;
    int64_t project_id; /* 0: no project, or several */
    int64_t *ids;       /* the projects of a batch; NULL for one project */
    size_t id_count;
    bool zoomed;    /* the form fills the body of the screen */
    bool was_short; /* what form_is_short() returned when `zoomed` was set */
    char *title;    /* "Enqueue 1  Council meeting" */
    struct form *form;
    uint64_t serial; /* serial number of the form's call under way; 0: none */
    char *message;   /* shown in the form, such as the result of the last try to send; NULL: none */
    bool message_is_bad;
    struct param_set *start;   /* the values before the draft was filled in */
    struct json_t *draft;      /* the form's draft as saved in the store; NULL: none */
    bool is_given_up;          /* the draft could not be saved; if this fails again, the form closes anyway */
    struct project *opened_on; /* the project when the form opened; NULL: no project, or not fully read */
    int64_t opened_ms;         /* wall clock: when the project in opened_on was read */
};
#define APP_FORMS_MAX 4

/* Returns the form on top, or NULL. */
struct app_form *app_form_top(const struct app *app);
/* Returns the form whose call has this serial number, or NULL. */
struct app_form *app_form_find(const struct app *app, uint64_t serial);
/* Returns the open form of this kind for one project (0: for no project), or NULL. */
struct app_form *app_form_about(const struct app *app, const struct form_ops *ops, int64_t project_id);
/* True if a pane, preview, menu, prompt or question lies over the form on top. */
bool app_form_is_covered(const struct app *app);
/* Opens a form for a project (0: none). Returns NULL if APP_FORMS_MAX forms are open. The caller fills in
 * values, then calls app_draft_restore(). */
struct app_form *app_form_open(struct app *app, const struct form_ops *ops, int64_t project_id);
/* Opens a long form (enqueue, export) for the marked projects or, if none are marked, for
 * app_project_at_hand(). Fills in `start` (takes ownership) and then the draft, whose values have precedence.
 * Returns NULL if APP_FORMS_MAX forms are open. */
struct app_form *app_long_form_open(struct app *app, const struct form_ops *ops, struct param_set *start);
/* Closes a form, on top or below. Its values are lost, but a saved draft is kept. Pointers to other forms
 * become invalid. */
void app_form_close(struct app *app, struct app_form *form);

/* True if the form's values are the parameters of a request. The form then has a preview, a command and
 * presets, and its draft is kept when the user leaves the form. */
bool app_form_has_request(const struct app_form *form);

/* --- sending --- */

/* Sends a call for a form and takes ownership of the call. The form shows `doing` ("Sending…") until the
 * answer comes. */
void app_form_send(struct app *app, struct app_form *form, struct call *call, const struct app_reply *reply,
                   const char *doing);
/* Call when the form's call has failed. Shows the error in the form and beside the field that is wrong. */
void app_form_failed(struct app *app, struct app_form *form, const struct error *error);
/* Shows "from the config" beside each value that is set in the config file. */
void app_form_note_config(struct app *app, struct app_form *form);

/* Runs an action in the form on top. If the form is covered, does nothing. */
void app_form_do(struct app *app, enum form_action act);
/* Writes the key hints of the form on top, in order. A row whose action is "" is not shown. */
#define FORM_HINTS_MAX 13
void app_form_hints(const struct app *app, struct pane_hint rows[FORM_HINTS_MAX]);

/* --- drafts: changed values, without secrets, that outlive the form and the program --- */

/* Sets form->start to the present values. A draft contains the values that differ from form->start. */
void app_form_take_start(struct app_form *form);
/* Calls app_form_take_start(), then fills in the draft from the store, if there is one. */
void app_draft_restore(struct app *app, struct app_form *form);
/* Save the draft of one form, or of all forms. If saving fails, show a message and return false. */
bool app_draft_save(struct app *app, struct app_form *form);
bool app_drafts_save(struct app *app);
void app_draft_discard(struct app *app, struct app_form *form);
/* Call when the server has accepted the request of a long form. Deletes the draft and closes the form. `form`
 * is NULL if it was closed before. Then the draft stays if the project has another such form open. */
void app_form_accepted(struct app *app, const struct form_ops *ops, struct app_form *form, int64_t id);
/* Call after a change of server or account. Clears `draft` of open forms: it belongs to the old account. */
void app_drafts_moved(struct app *app);

/* --- over a form --- */

/* The menu of presets and house styles. */
struct app_menu {
    const char *title;
    char **items;
    char **names;     /* name of the preset or style in each line; NULL: this line saves a preset */
    size_t count;     /* number of lines; 0: the menu is closed */
    struct list list; /* its ids are indexes of `items` */
};
void app_presets_open(struct app *app);
/* Shows app->preview, filled by the caller, as a page. If `covers` is true, the page fills the body of the
 * screen. Otherwise the page lies in the lower place. */
void app_preview_show(struct app *app, bool covers);

/* --- messages --- */

/* Shows a message in the form and on the message line. */
void app_form_message(struct app *app, struct app_form *form, bool bad, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Shows a message only in the form. The text is copied. NULL removes the message. */
void app_form_tell(struct app_form *form, bool bad, const char *text);
/* Calls app_form_message() for the form on top. If no form is open, uses only the message line. */
void app_form_say(struct app *app, bool bad, const char *text);

#endif
