/* The application: the state that its parts share, how it starts and ends, and one turn of it:
 * (state, event, now) -> (state, effects, next deadline).
 *
 * It uses no network, no clock, no terminal and no file but the store, so unit tests can cover all of it. The
 * state of a single part is a struct of that part. Views read the state and decide nothing. All texts from a
 * server or the store are stored here cleaned of control characters. */
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
    SESSION_NONE, /* no token: log in */
    SESSION_UP,
    SESSION_CHECKING, /* after a 401: the token's command is being run again */
    SESSION_EXPIRED   /* after a 401: the user has to log in again; nothing is lost */
};

struct app {
    const struct settings *settings; /* borrowed */
    struct store *store;             /* borrowed; must stay open until app_free() */
    struct keymap *keymap;

    /* session */
    enum session session;
    char *url, *api_path, *email; /* never NULL */
    struct login *login;          /* the account; NULL until known */
    int64_t login_ms;             /* wall clock: when the request that read the account began */
    enum date_zone zone;          /* of all times in sentences */
    bool quitting;                /* nothing new is started */

    /* calls, readings, open writes */
    uint64_t next_serial;
    struct app_call *calls; /* of calls.c: calls under way */
    size_t call_count, call_capacity;
    const struct app_call *answering;  /* the call whose answer is being delivered, or NULL */
    int64_t answer_ms, answer_took_ms; /* the server's last answer: wall clock (0: none), and its duration */
    uint64_t refusals;                 /* the highest call_result.refusals so far */
    struct refresh *refresh;           /* of reads.c: when projects are read again */
    bool is_saving;                    /* readings of this turn are in a transaction not yet committed */
    bool readings_are_lost;            /* saving the last readings failed, and that was reported */
    int64_t looked_ms;                 /* monotonic: last check of the store for changes by other programs */
    int64_t rings_ms;                  /* monotonic: when the bell is due; 0: not due */

    /* screen */
    int cols, rows;
    struct layout layout;
    struct pane *panes; /* the first is the list (PANE_LIST); an int that names a pane is its index here */
    int pane_count;
    int place[LAYOUT_PLACES_MAX]; /* the pane in each place of the layout */
    int focus;
    struct {
        int focus, side;
    } back[16]; /* stack of earlier panes, to which `q` returns */
    int back_count;
    struct pane_over over;
    bool zoomed;          /* the pane with the focus has all of the body */
    int side;             /* the pane in the lower place */
    const void *lower;    /* the pane or overlay last shown in the lower place; for comparison only */
    int64_t lower_due_ms; /* when the cleared lower place is drawn, if no key comes before; 0: it is not
                             cleared; INT64_MAX: it stays cleared until its pane has the keys */

    /* the list of projects */
    struct app_project *projects; /* in the order of the store */
    size_t project_count;
    size_t project_capacity;
    struct id_map index;  /* index of an id in projects */
    int64_t highest;      /* highest id of the whole list, even while only a part is loaded */
    struct list list;     /* ids after filter and sort, the selection, the marks */
    int64_t current;      /* project in the details; follows the cursor after 150 ms of rest; 0: none */
    int64_t follow_at_ms; /* when the details follow the cursor; INT64_MAX: never */
    enum column sort;
    bool sort_down;
    char *filter;          /* NULL for none */
    size_t match_count;    /* listed rows that match the filter now; the others matched earlier and stay */
    bool order_may_differ; /* the list must be sorted and filtered again when the turn ends */
    char *search;          /* NULL for none */
    bool loaded;    /* the whole list is loaded; until then only its first rows are, and nothing is counted */
    bool is_unseen; /* no pane is built before INPUT_DRAW */

    /* Overlays lie over the panes and have the keys. With each key, the front end returns the generation of
     * the overlays that it had drawn. */
    struct overlay_stack overlays;
    struct app_form *forms; /* APP_FORMS_MAX */
    int form_count;
    struct app_menu *menu;
    struct page preview;               /* the overlay with the request or the keys of the form on top */
    bool preview_covers;               /* the preview has all of the body */
    const struct caption_style *style; /* the last one chosen, to check captions; NULL: the form's options */
    struct app_prompt *prompt;
    struct question *question; /* text NULL: no question is open */
    struct app_asker *asker;   /* of ask.c: who takes the answer */

    char *status; /* the last message, such as "1: now Completed"; never NULL */
    bool status_is_bad;
    bool outcome_stands;   /* the status is an outcome that is still shown */
    char *failure;         /* the last failure that is still shown; NULL for none */
    uint64_t failure_said; /* said_count when the failure was reported */
    struct app_act {
        const void *what; /* an endpoint's or an action's table row; NULL: none */
        int64_t id;
    } act, failure_act;  /* the action being run; the action or call that the failure is about */
    uint64_t said_count; /* number of messages since the start */
    uint64_t answered;   /* said_count of a message that refused a key during a batch; 0 after the next key */
    size_t failures_unseen; /* failures since the activity was last opened */

    struct batch *batch;    /* of batch.c: the batch under way, or the last one */
    struct batch *prepared; /* the batch that a question is about */

    int64_t interrupt_ms; /* last ^C, for "twice within 2 s" */
    int64_t closed_ms;    /* when an answer closed a form */

    /* the current turn; app_handle sets these for its handlers */
    int64_t now_ms, wall_ms;
    struct effects *out;
    struct key key; /* the last key pressed */
    bool early;     /* the key was read before its target was on the screen: it may not answer a question or
                       start a write */

    void **part_states; /* in the order of app_parts */
};

/* "11:02 CEST"; with its date when it is at least half a day away. DATE_TEXT_SIZE bytes. */
void app_time_text(const struct app *app, char *out, size_t size, int64_t wall_ms);
/* The key of an action, as a sentence names it; see keymap_key_of(). */
const char *app_key_of(const struct app *app, const char *action);
/* The address without its scheme: "127.0.0.1:8321"; "" without one. */
const char *app_host(const struct app *app);
/* The overlay that has the keys. */
const struct overlay_ops *app_top(const struct app *app);

/* Rows below the list of a pane for the details of the line under the cursor. */
int app_detail_rows(const struct app *app, int pane);
/* Is the pane that was opened over a form shown beside the form? */
bool app_over_is_beside(const struct app *app);

struct effect *app_emit(struct app *app, enum effect_kind kind);

/* --- the places of the screen --- */

/* Index of the place that shows a pane, or -1. */
int app_pane_place(const struct app *app, int pane);
/* Rows of a pane's list on the screen, without the pane's title, head and detail; 0: it is not shown. */
size_t app_pane_height(const struct app *app, int pane);
/* Rows below the title of a page that opens over the panes or over a form. */
size_t app_lower_height(const struct app *app);
/* Rows for the fields of a form, at least 1. */
size_t app_form_height(const struct app *app);
/* The IN_ bit of what has the keys: the form, or the pane in focus. */
unsigned app_where(const struct app *app);

/* The actions of all topics, in the order of the help. Caller frees. */
struct action *app_actions(size_t *count);
/* The keys of all actions, after the `[keys]` of the config; NULL, and the reason, where keys clash. */
struct keymap *app_keymap(const struct settings *settings, struct error *err);

/* settings and store must outlive the application. NULL, and the reason, where keys clash. */
struct app *app_new(const struct settings *settings, struct store *store, struct error *err);

void app_free(struct app *app);

/* Runs one turn; the `handle` of struct engine_user. `self` is the struct app, the first event INPUT_START.
 * Sets effects->deadline_ms to when the next EVENT_TICK is wanted. */
void app_handle(void *self, const struct event *event, int64_t now_ms, struct effects *effects);

enum input_kind {
    INPUT_NONE,  /* no input is waiting */
    INPUT_START, /* the first turn: cols, rows; ids: projects to add, the first of which is opened;
                    draws_later: no pane is built before INPUT_DRAW */
    INPUT_KEY,   /* key; seen: generation of app->overlays on the screen when the key was read */
    INPUT_PASTE, /* text: bytes of a bracketed paste, never run as keys; lost: characters left out */
    INPUT_DRAW,  /* the first picture is about to be drawn */
    INPUT_DRAWN, /* the first picture is on the screen */
    INPUT_RESIZE /* cols, rows */
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
void app_credit_text(const struct app *app, char *out, size_t size); /* "37 min left"; "": not known */
/* The credit may have changed: reads the account 2 s after the last call, not during a batch of enqueues. */
void app_credit_read_soon(struct app *app);

void app_quit(struct app *app, int code);

/* Loads when the last session ended; the activity shows "since your last session" there. */
void app_activity_start(struct app *app);
/* Saves when this session ended. */
void app_activity_leave(struct app *app);

#endif
