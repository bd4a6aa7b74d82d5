/* The application: its state as all its parts see it, its life, and one turn of it:
 * (state, event, now) -> (state, effects, next deadline).
 *
 * No request, no clock, no terminal, and of files the store alone: every behaviour is a unit test. What
 * several parts need of the state stands here, what belongs to one is a struct of that part. Views read it
 * and decide nothing. All texts in it that came from a server or a store are cleaned. */
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

#define PANE_LIST 0 /* the watchlist, in app->panes */

enum session {
    SESSION_NONE, /* no token: log in */
    SESSION_UP,
    SESSION_CHECKING, /* 401: the token's command is being run again */
    SESSION_EXPIRED   /* 401: log in again; everything is kept */
};

struct app {
    const struct settings *settings; /* borrowed */
    struct store *store;             /* borrowed: open as long as the application lives */
    struct keymap *keymap;

    /* session */
    enum session session;
    char *url, *api_path, *email; /* never NULL */
    struct login *login;          /* its account; NULL until known */
    int64_t login_ms;             /* wall clock: when the reading of it began */
    enum date_zone zone;          /* of all times in sentences */
    bool quitting;                /* nothing is begun any more */

    /* calls, readings, open writes */
    uint64_t next_serial;
    struct app_call *calls; /* of calls.c: under way */
    size_t call_count, call_capacity;
    const struct app_call *answering;  /* the one whose answer is handed on now, or NULL */
    int64_t answer_ms, answer_took_ms; /* wall clock of the last answer of the server, 0 for none; its time */
    uint64_t refusals;                 /* as in struct call_result: the last one that was heard of */
    struct refresh *refresh;           /* of reads.c: when projects are read again */
    bool is_saving;                    /* readings of this turn are in a transaction that is not committed */
    bool readings_are_lost;            /* the last such one failed, which was said */
    int64_t looked_ms;                 /* monotonic: at the store, for what another program has changed */
    int64_t rings_ms;                  /* monotonic: the bell is due; 0: it is not */

    /* screen */
    int cols, rows;
    struct layout layout;
    struct pane *panes; /* the first is the list (PANE_LIST); an int for a pane is its place here */
    int pane_count;
    int place[LAYOUT_PLACES_MAX]; /* the pane in each place of the layout */
    int focus;
    struct {
        int focus, side;
    } back[16]; /* where `q` leads */
    int back_count;
    struct pane_over over;
    bool zoomed;          /* the pane with the focus has all of the body */
    int side;             /* the pane in the lower place */
    const void *lower;    /* what had that last: a pane, or what lay over it; only to be compared */
    int64_t lower_due_ms; /* it stays cleared until then, for keys to rest; 0: it is not; INT64_MAX: until it
                             has the keys */

    /* watchlist */
    struct app_project *projects; /* own order */
    size_t project_count;
    size_t project_capacity;
    struct id_map index;  /* the place of each among them, by its id */
    int64_t highest;      /* id of the whole list, also while only some are here */
    struct list list;     /* ids after filter and sort, the selection, the marks */
    int64_t current;      /* project in the details, follows after 150 ms of rest; 0 for none */
    int64_t follow_at_ms; /* when it does, INT64_MAX for never */
    enum column sort;
    bool sort_down;
    char *filter;          /* NULL for none */
    size_t match_count;    /* of the rows of the list; the others matched before, and stay */
    bool order_may_differ; /* of the list, or what its filter leaves: looked at when the turn ends */
    char *search;          /* NULL for none */
    bool loaded;    /* the list is whole: before that the first rows are there, and nothing is counted */
    bool is_unseen; /* until INPUT_DRAW: no pane is built */

    /* What lies over the panes, and has the keys. A front end hands back with each key the generation of
     * these that it had drawn. */
    struct overlay_stack overlays;
    struct app_form *forms; /* APP_FORMS_MAX */
    int form_count;
    struct app_menu *menu;
    struct page preview; /* request or keys of the form on top, while it is among the overlays */
    bool preview_covers; /* it has all of the body */
    const struct caption_style *style; /* captions are checked by the one chosen last; NULL: by the options */
    struct app_prompt *prompt;
    struct question *question; /* text NULL: none is asked */
    struct app_asker *asker;   /* of ask.c: who takes its answer */

    char *status; /* the last sentence, "1: now Completed"; never NULL */
    bool status_is_bad;
    bool outcome_stands;   /* it is an outcome that has not ended */
    char *failure;         /* the last failure that has not ended; NULL for none */
    uint64_t failure_said; /* said_count with it */
    struct app_act {
        const void *what; /* its row in a table: of endpoints, of actions; NULL: none */
        int64_t id;
    } act, failure_act;  /* the action that is run, and what the failure is about: that or an answer */
    uint64_t said_count; /* sentences that there ever were */
    uint64_t answered;   /* said_count with the refusal of a key amid a batch; 0: none, or another key came */
    size_t failures_unseen; /* in the activity, since it was last looked at */

    struct batch *batch;    /* of batch.c: the one under way, or the last one */
    struct batch *prepared; /* the one that is asked about */

    int64_t interrupt_ms; /* last ^C, for "twice within 2 s" */
    int64_t closed_ms;    /* when an answer closed a form */

    /* the turn in hand, set by app_handle for its handlers */
    int64_t now_ms, wall_ms;
    struct effects *out;
    struct key key; /* the last one that was pressed */
    bool early;     /* it was read before what it acts on was on the screen: it answers no question and starts
                       no write */

    void **part_states; /* beside the table of app.c */
};

/* "11:02 CEST", or with its date when that is half a day away or more: an hour alone would mislead.
 * DATE_TEXT_SIZE bytes. */
void app_time_text(const struct app *app, char *out, size_t size, int64_t wall_ms);
/* How sentences name the key of an action: keymap_key_of. */
const char *app_key_of(const struct app *app, const char *action);
/* The address without its scheme: "127.0.0.1:8321"; "" without one. */
const char *app_host(const struct app *app);
/* Who has the keys. */
const struct overlay_ops *app_top(const struct app *app);

/* Rows below the list of a pane, for what is known of the line with the cursor. */
int app_detail_rows(const struct app *app, int pane);
/* Does the pane that is opened over a form stand beside it? */
bool app_over_is_beside(const struct app *app);

struct effect *app_emit(struct app *app, enum effect_kind kind);

/* --- the places of the screen --- */

/* The place that shows a pane, or -1. */
int app_pane_place(const struct app *app, int pane);
/* Rows that the list of a pane has on the screen: without its title, its head and the detail below it; 0 when
 * it is not shown. */
size_t app_pane_height(const struct app *app, int pane);
/* Rows below the title of what opens over the panes or over a form. */
size_t app_lower_height(const struct app *app);
/* Rows for the fields of a form: layout_form_rows of its place. */
size_t app_form_height(const struct app *app);
/* Where keys are: the IN_ bit of the form or of the pane in focus. */
unsigned app_where(const struct app *app);

/* Everything an operator can do: the rows of all topics, joined. Caller frees. */
struct action *app_actions(size_t *count);
/* The keys of all actions, with the `[keys]` of the config; NULL with the reason when they clash. */
struct keymap *app_keymap(const struct settings *settings, struct error *err);

/* A new application; settings and store must live as long. NULL with the reason when the `[keys]` of the
 * config clash. */
struct app *app_new(const struct settings *settings, struct store *store, struct error *err);

void app_free(struct app *app);

/* One turn of the application `self`, the first one with INPUT_START: what struct engine_user wants.
 * effects->deadline_ms is set to when EVENT_TICK is wanted next. */
void app_handle(void *self, const struct event *event, int64_t now_ms, struct effects *effects);

enum input_kind {
    INPUT_NONE,  /* nothing waits */
    INPUT_START, /* the first turn: cols, rows; ids: projects to be added, the first one opened;
                    draws_later: no pane is built before INPUT_DRAW */
    INPUT_KEY,   /* key; seen: generation of app->overlays as it was on the screen when the key was read */
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
void app_credit_text(const struct app *app, char *out, size_t size); /* "37 min"; "": not known */
/* It may be another: the account is read 2 s after the last of such reasons, and after a batch of enqueues.
 */
void app_credit_read_soon(struct app *app);

void app_quit(struct app *app, int code);

/* The session begins: the line "since your last session" stands where the last one has ended, */
void app_activity_start(struct app *app);
/* and that of the next one where this one does. */
void app_activity_leave(struct app *app);

#endif
