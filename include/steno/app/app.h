/* The application: the state that its parts share, its start and end, and its turns. A turn handles one
 * event: (state, event, now) -> (state, effects, next deadline).
 *
 * The application uses the store, but no file, network, clock or terminal. Unit tests can therefore cover all
 * of it. Data that only one part uses is in a struct of that part. Views only read the state. Texts from a
 * server or the store are kept here without control characters. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_APP_H
#define STENO_APP_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/panes.h"
#include "steno/base/error.h"
#include "steno/base/when.h"
#include "steno/core/forms.h"
#include "steno/base/mem.h"
#include "steno/core/rows.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/widget/key.h"
#include "steno/widget/page.h"
#include "steno/widget/overlay.h"

struct action;
struct app;
struct app_call;
struct caption_style;
struct json_t;
struct keymap;
struct part;
struct settings;
struct store;

#define PANE_LIST 0 /* index of the project list in app->panes */

enum session {
    SESSION_NONE, /* there is no token: the user has to log in */
    SESSION_UP,
    SESSION_CHECKING, /* after a 401: the command that prints the token runs again */
    SESSION_EXPIRED   /* after a 401: the user has to log in again; no data is lost */
};

struct app {
    const struct settings *settings; /* borrowed */
    struct store *store;             /* borrowed; must stay open until app_free() */
    struct keymap *keymap;

    /* session */
    enum session session;
    char *url, *api_path, *email; /* never NULL */
    struct login *login;          /* the account; NULL: not yet known */
    int64_t login_ms;             /* wall clock: when the values in `login` were requested */
    enum date_zone zone;          /* time zone of all times that are shown */
    bool quitting;                /* the program is ending and starts nothing new */

    /* calls to the server, and readings of projects */
    uint64_t next_serial;
    struct app_call *calls; /* the calls under way; managed by calls.c */
    size_t call_count, call_capacity;
    const struct app_call *answering;  /* the call whose answer is being delivered, or NULL */
    int64_t answer_ms, answer_took_ms; /* wall clock time of the last answer (0: none); its duration */
    uint64_t refusals;       /* highest call_result.refusals so far: reads refused with 429 or 401 */
    struct refresh *refresh; /* decides when projects are read again; managed by reads.c */
    bool is_saving;          /* a transaction is open that saves the readings of this turn */
    bool readings_are_lost;  /* the last readings could not be saved, and this was reported */
    int64_t looked_ms;       /* monotonic: when the store was last checked for changes by other programs */
    int64_t rings_ms;        /* monotonic: when the bell is due; 0: not due */

    /* screen */
    int cols, rows;
    struct layout layout;
    struct pane *panes; /* panes[PANE_LIST] is the list; an int `pane` is an index in this array */
    int pane_count;
    int place[LAYOUT_PLACES_MAX]; /* index of the pane in each place of the layout */
    int focus;
    struct {
        int focus, side;
    } back[16]; /* stack of earlier panes, to which `q` returns */
    int back_count;
    struct pane_over over;
    bool zoomed;          /* the pane with the focus fills the body of the screen */
    int side;             /* index of the pane in the lower place, below the list */
    const void *lower;    /* pane or overlay last shown in the lower place; the address is only compared */
    int64_t lower_due_ms; /* monotonic: when the blank lower place is drawn again; a key postpones this time.
                             0: not blank; INT64_MAX: drawn when its pane gets the keys */

    /* the list of projects */
    struct app_project *projects; /* in the order of the store */
    size_t project_count;
    size_t project_capacity;
    struct id_map index;  /* maps an id to an index in `projects` */
    int64_t highest;      /* highest id of the whole list, loaded or not */
    struct list list;     /* ids of the projects that are shown, sorted; the selection; the marks */
    int64_t current;      /* id of the project in the details; 0: none */
    int64_t follow_at_ms; /* monotonic: when the details will show the selected project; INT64_MAX: never */
    enum column sort;
    bool sort_down;
    char *filter;          /* NULL: none */
    size_t match_count;    /* number of rows that match the filter now; the other rows matched it earlier */
    bool order_may_differ; /* the list must be sorted and filtered again when the turn ends */
    char *search;          /* NULL: none */
    bool loaded;           /* false: only the first rows are loaded; the counts of states are not shown */
    bool is_unseen;        /* nothing has been drawn; INPUT_DRAW will build the lines of panes */

    /* Overlays lie over the panes and get the keys. With each key, the front end passes the
     * overlays.generation that was on the screen when the key was read. */
    struct overlay_stack overlays;
    struct app_form *forms; /* open forms, the top one last; room for APP_FORMS_MAX */
    int form_count;
    struct app_menu *menu;
    struct page preview;               /* page over a pane or form: a request, keys, or an activity entry */
    bool preview_covers;               /* `preview` fills the body of the screen */
    const struct caption_style *style; /* house style that sets caption limits; NULL: the form sets them */
    struct app_prompt *prompt;
    struct question *question; /* question->text is NULL: no question is open */
    struct app_asker *asker;   /* the functions that handle the answer; managed by ask.c */

    char *status; /* the last message, such as "1: now Completed"; never NULL */
    bool status_is_bad;
    bool outcome_stands;   /* `status` is an outcome (see say.h) and is still shown */
    char *failure;         /* the last failure that is still shown; NULL: none */
    uint64_t failure_said; /* said_count when the failure was reported */
    struct app_act {
        const void *what; /* the table row of an endpoint or an action, only compared; NULL: none */
        int64_t id;
    } act, failure_act;     /* act: the action that runs now; failure_act: what `failure` is about */
    uint64_t said_count;    /* number of messages since the start */
    uint64_t answered;      /* value of said_count when a running batch last refused a key; 0: never */
    size_t failures_unseen; /* failures since the activity was last opened */

    struct batch *batch;    /* the batch under way or, after its end, the last one; managed by batch.c */
    struct batch *prepared; /* the batch that the open question is about */

    int64_t interrupt_ms; /* monotonic: when ^C was last pressed; a second one within 2 s quits */
    int64_t closed_ms;    /* monotonic: when an answer last closed a form; soon after, `q` does not quit */

    /* the current turn: app_handle() sets these for the functions that it calls */
    int64_t now_ms, wall_ms;
    struct effects *out;
    struct key key; /* the last key pressed */
    bool early;     /* `key` was typed before its target was on the screen. It must not answer a question or
                       start a write */

    void **part_states; /* the private state of each part, in the order of app_parts */
};

/* Writes "11:02 CEST"; adds the date to a time half a day away or more. `out` needs DATE_TEXT_SIZE bytes. */
void app_time_text(const struct app *app, char *out, size_t size, int64_t wall_ms);
/* Returns the key of an action, written as in messages; see keymap_key_of(). */
const char *app_key_of(const struct app *app, const char *action);
/* Returns the server's address without its scheme: "127.0.0.1:8321". "": no server is set. */
const char *app_host(const struct app *app);
const struct overlay_ops *app_top(const struct app *app);

/* Returns how many rows below a pane's list are for details of the line under the cursor. */
int app_detail_rows(const struct app *app, int pane);
/* True if a pane opened from a form stands beside that form. */
bool app_over_is_beside(const struct app *app);

struct effect *app_emit(struct app *app, enum effect_kind kind);

/* Returns the index of the place that shows a pane, or -1. */
int app_pane_place(const struct app *app, int pane);
/* Returns how many rows a pane's list has, without title, column headings and detail. 0: it is not shown. */
size_t app_pane_height(const struct app *app, int pane);
/* Returns the height in rows of a page over the panes or over a form, without its title. */
size_t app_lower_height(const struct app *app);
/* Returns how many rows a form has for its fields, at least 1. */
size_t app_form_height(const struct app *app);
/* Returns the IN_ bit (keys.h) of the form or pane that gets the keys. */
unsigned app_where(const struct app *app);

/* Returns the actions of all parts, in the order of the help. Caller frees. */
struct action *app_actions(size_t *count);
/* Creates the table of all actions and keys, including `[keys]` of the config. If `[keys]` is invalid or a
 * key has two actions, returns NULL and sets `err`. */
struct keymap *app_keymap(const struct settings *settings, struct error *err);

/* Creates the application. `settings` and `store` must outlive it. If app_keymap() fails, returns NULL and
 * sets `err`. */
struct app *app_new(const struct settings *settings, struct store *store, struct error *err);

void app_free(struct app *app);

/* Handles one event: the `handle` of struct engine_user. `self` is the struct app. The first event must be
 * INPUT_START. Sets effects->deadline_ms to the time of the next EVENT_TICK that is needed. */
void app_handle(void *self, const struct event *event, int64_t now_ms, struct effects *effects);

enum input_kind {
    INPUT_NONE,  /* no input is waiting */
    INPUT_START, /* the first event. cols, rows: size of the screen; ids: projects to add (the first is
                    shown); draws_later: INPUT_DRAW will build the panes */
    INPUT_KEY,   /* key; seen: the overlays.generation that was on the screen when the key was read */
    INPUT_PASTE, /* text: bytes of a bracketed paste, never run as keys; lost: number of dropped characters */
    INPUT_DRAW,  /* the first picture is about to be drawn */
    INPUT_DRAWN, /* the first picture is on the screen */
    INPUT_RESIZE /* the new size of the screen: cols, rows */
};

struct app_input {
    enum input_kind kind;
    struct key key;
    uint64_t seen;
    const char *text;
    size_t lost;
    int cols, rows;
    const int64_t *ids;
    size_t id_count;
    bool draws_later;
};

struct credit app_credit(const struct app *app);
void app_credit_text(const struct app *app, char *out, size_t size); /* writes "37 min left", or "" */
/* Call when the credit may have changed. The account is read 2 s after the last call of this function. During
 * a batch of enqueues the read is put off. */
void app_credit_read_soon(struct app *app);

void app_quit(struct app *app, int code);

/* Loads the end time of the last session, for the heading "since your last session" in the activity. */
void app_activity_start(struct app *app);
/* Saves the present time as the end of this session. */
void app_activity_leave(struct app *app);

#endif
