/* The projects of the list, and what is known of each. Texts are cleaned of control characters. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PROJECT_H
#define STENO_APP_PROJECT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"
#include "steno/core/rows.h"

struct app;
struct buffer;
struct listed;
struct project;
struct store;
struct store_row;

/* What can be done to a project, as far as is known here. */
enum project_can {
    PROJECT_HAS_CAPTIONS = 1, /* while being transcribed: perhaps those of the last transcription */
    PROJECT_CAN_BE_SENT = 2,
};

#define PROJECT_GONE SIZE_MAX

struct app_project {
    int64_t id;
    char *note;           /* may be NULL */
    bool known;           /* read at least once, in this or an earlier session */
    bool fresh;           /* read in this session; otherwise shown "as of" fetched_ms */
    bool matches;         /* it matches the filter now */
    bool is_listed;       /* in the list: it has matched at some time since the filter was set */
    bool reading;         /* a read is under way */
    uint64_t outdated;    /* readings up to this serial are older than what is known */
    bool asked;           /* the operator asked for a reading and waits for its result */
    char *unanswered;     /* the open write: "Enqueue sent 11:02 CEST has no answer yet"; NULL: none */
    int64_t enqueued_ms;  /* when it was sent; 0 unless it was accepted or another program waits for it */
    bool is_taken;        /* the open write is an enqueue, accepted but not seen to start */
    int64_t open_enqueue; /* store row of the open enqueue, 0 for none */
    bool in_act;          /* in a batch of several projects, which reports the end of its transcription */
    char *state, *name, *length, *tags; /* "" when not known */
    char mark;                          /* app_state_mark() of the state */
    char *label, *lang, *author;        /* of the transcript, and of the recording; "" when not known */
    int64_t version;                    /* -1 when not known */
    int64_t length_ms;                  /* -1 when it does not parse */
    struct expiry expiry;
    struct exported exported;     /* the last export; ledger_age() says if it is current */
    int64_t updated_ms;           /* wall clock of the server: Updated; 0 when not known */
    bool has_no_media;            /* the server says so */
    bool is_read_only;            /* the server says so */
    int64_t fetched_ms;           /* wall clock: last reading; 0: never */
    int64_t state_since_ms;       /* as in core/rows.h */
    int64_t saved_ms;             /* when it was last written to the store */
    size_t place;                 /* position in the store's list; PROJECT_GONE: removed there */
    char *reported_state;         /* the state that the server last gave to this session; NULL: never */
    int64_t reported_sent_ms;     /* wall clock: when the request for that state was sent */
    int64_t rests_ms;             /* wall clock: when this session's last reading was sent; 0: never */
    char *trouble;                /* error of the last read; NULL: it succeeded */
    enum error_kind trouble_kind; /* kind of that error */
    int trouble_status;           /* HTTP status of that error, 0 without one */
    struct project *full;         /* the whole project, for the details; else NULL */
};

struct app_project *app_project_find(const struct app *app, int64_t id); /* NULL: not on the list */
/* The sign of a state: '*' active, '+' done, '!' failed or canceled, ' ' other. */
char app_state_mark(const struct app *app, const char *state);
/* The length for lists: hours, minutes and seconds if it parses, else as it came; "no media"; or "". */
void app_project_length(const struct app_project *project, char *out, size_t size);

/* What a reading changed; a new state (PROJECT_STATE) has already been reported. */
enum project_news { PROJECT_SAME, PROJECT_CHANGED, PROJECT_STATE };

struct app_project *app_project_add(struct app *app, int64_t id); /* returns the existing one, if any */
void app_project_clear(struct app_project *project);
/* Sets the state and its sign. */
void app_project_set_state(struct app *app, struct app_project *project, const char *state);
/* Takes a project from the server; reports a change of state. sent_ms: wall clock, when the request began;
 * is_kept: a receipt has already saved it in the store. */
enum project_news app_project_update(struct app *app, const struct project *fresh, int64_t sent_ms,
                                     bool is_kept);
/* Commits the readings, which share a transaction until then. Called before reporting anything as saved, and
 * after answers that came together. */
void app_readings_commit(struct app *app);
/* Takes a project's row from the store. True when another session has read a new state: that was reported,
 * but the hook runs only once this session reads the project itself: the caller must ask for a reading. */
bool app_project_take_row(struct app *app, const struct store_row *row);
bool app_project_is_active(const struct app *app, const char *state);
bool app_project_is_settled(const struct app *app, const char *state);
/* A set of enum project_can. */
unsigned app_project_can(const struct app *app, const struct app_project *project);
/* Does the id, name, state or tags contain the text, ignoring case? */
bool app_project_holds(const struct app_project *project, const char *text);
/* The values for filter and sort; borrowed from the project. */
void app_project_listed(const struct app *app, const struct app_project *project, struct listed *listed);
/* "1, Council meeting" for sentences. Caller frees. */
char *app_project_title(const struct app *app, int64_t id);
/* Writes the lines of the details pane, for a command. `project` needs its texts, times, note and export.
 * `store` may be NULL. */
void app_details_write(struct buffer *out, struct store *store, int64_t wall_ms,
                       const struct app_project *project, const json_t *shown);
void app_projects_moved(struct app *app); /* call after moving or removing rows of app->projects */

#endif
