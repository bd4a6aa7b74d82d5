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

/* What can be done with a project, as far as this program knows. */
enum project_can {
    PROJECT_HAS_CAPTIONS = 1, /* can be exported; during a transcription perhaps only old captions */
    PROJECT_CAN_BE_SENT = 2,
};

#define PROJECT_GONE SIZE_MAX

struct app_project {
    int64_t id;
    char *note;           /* may be NULL */
    bool known;           /* read at least once, in this or an earlier session */
    bool fresh;           /* read in this session; else it is shown "as of" fetched_ms */
    bool matches;         /* the project matches the filter now */
    bool is_listed;       /* shown in the list: the project matched at some time since the filter was set */
    bool reading;         /* a read is under way */
    uint64_t outdated;    /* readings with this serial number or a lower one can be too old and are ignored */
    bool asked;           /* the operator asked for a reading and waits for its result */
    char *unanswered;     /* sentence about a write without a known outcome: "Enqueue sent 11:02 CEST has no
                             answer yet"; NULL: there is no such write */
    int64_t enqueued_ms;  /* when the write of `unanswered` was sent; 0: no write, or a lost answer */
    bool is_taken;        /* the write of `unanswered` is an enqueue, accepted but not seen to start */
    int64_t open_enqueue; /* row in the store of an enqueue without a known outcome; 0: none */
    bool in_act;          /* in a batch of several enqueues: no message is shown for each new state */
    char *state, *name, *length, *tags; /* "" when not known */
    char mark;                          /* app_state_mark() of the state */
    char *label, *lang, *author; /* label, transcript's language, author of the recording; "": not known */
    int64_t version;             /* -1 when not known */
    int64_t length_ms;           /* `length` in ms; -1 if it cannot be parsed */
    struct expiry expiry;
    struct exported exported; /* the last export; ledger_age() says if it is current */
    int64_t updated_ms;       /* the field Updated, by the server's clock; 0 when not known */
    bool has_no_media;        /* the server says that there is no recording */
    bool is_read_only;        /* the server says that the project cannot be changed */
    int64_t fetched_ms;       /* wall clock: when the project was last read; 0: never */
    int64_t state_since_ms;   /* when its state began, from since_next() (core/rows.h) */
    int64_t saved_ms;         /* wall clock: when it was last saved in the store */
    size_t place;             /* position in the store's list; PROJECT_GONE: no longer in that list */
    char *reported_state;     /* state in this session's last reading, to notice a change; NULL: no reading */
    int64_t reported_sent_ms; /* wall clock: when the reading with reported_state was requested */
    int64_t rests_ms;         /* wall clock: when this session's last reading was requested; 0: never */
    char *trouble;            /* error of the last reading; NULL: no error */
    enum error_kind trouble_kind;
    int trouble_status;   /* HTTP status of `trouble`; 0: none */
    struct project *full; /* the whole project, while the details show it; else NULL */
};

struct app_project *app_project_find(const struct app *app, int64_t id); /* NULL: not on the list */
/* Returns the sign of a state: '*' active, '+' done, '!' failed or canceled, ' ' other. */
char app_state_mark(const struct app *app, const char *state);
/* Writes the length in hours, minutes and seconds. If it cannot be parsed, writes it as the server sent it.
 * Writes "no media" if there is no recording, "" if nothing is known. */
void app_project_length(const struct app_project *project, char *out, size_t size);

/* What a reading changed: nothing, a value, or the state. A new state has been reported. */
enum project_news { PROJECT_SAME, PROJECT_CHANGED, PROJECT_STATE };

struct app_project *app_project_add(struct app *app, int64_t id); /* returns the project, new or not */
void app_project_clear(struct app_project *project);
/* Sets the state and its sign (`mark`). */
void app_project_set_state(struct app *app, struct app_project *project, const char *state);
/* Takes over the values of a project that the server sent, and reports a change of state. sent_ms: wall
 * clock, when the request was sent. is_kept: the values were already saved, with a write's outcome. */
enum project_news app_project_update(struct app *app, const struct project *fresh, int64_t sent_ms,
                                     bool is_kept);
/* Commits the transaction that saves readings, if it is open. Call before a message says that values are
 * saved, and after several answers that came together. */
void app_readings_commit(struct app *app);
/* Takes over the values of a project's row in the store. If another session has read a new state, reports the
 * state and returns true. The caller must then ask for a reading: only a reading of this session runs the
 * hook. */
bool app_project_take_row(struct app *app, const struct store_row *row);
bool app_project_is_active(const struct app *app, const char *state);
bool app_project_is_settled(const struct app *app, const char *state);
/* Returns a set of enum project_can. */
unsigned app_project_can(const struct app *app, const struct app_project *project);
/* True if the id, name, state or tags contain the text, ignoring case. */
bool app_project_holds(const struct app_project *project, const char *text);
/* Fills `listed` with the values for filter and sort. The texts still belong to the project. */
void app_project_listed(const struct app *app, const struct app_project *project, struct listed *listed);
/* Returns "1, Council meeting", for messages. Caller frees. */
char *app_project_title(const struct app *app, int64_t id);
/* Writes the lines of the details pane as text, for a command. The caller has set texts, times, note and
 * `exported` of `project`. `store` may be NULL. */
void app_details_write(struct buffer *out, struct store *store, int64_t wall_ms,
                       const struct app_project *project, const json_t *shown);
void app_projects_moved(struct app *app); /* call after moving or removing rows of app->projects */

#endif
