/* Projects of the watchlist: what is known of each. Texts are cleaned. */
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

/* What a project is and what could be done to it, as far as is known here. */
enum project_can {
    PROJECT_HAS_CAPTIONS = 1, /* one that is being transcribed may have those of the time before */
    PROJECT_CAN_BE_SENT = 2,
};

#define PROJECT_GONE SIZE_MAX

struct app_project {
    int64_t id;
    char *note;           /* may be NULL */
    bool known;           /* read once, now or in an earlier session */
    bool fresh;           /* read in this session; otherwise "as of" fetched_ms */
    bool matches;         /* the filter, now */
    bool is_listed;       /* in the list: it matches, or has since the filter was set */
    bool reading;         /* a read is under way */
    uint64_t outdated;    /* readings up to this serial are older than what is known */
    bool asked;           /* the operator asked for it and waits for a word */
    char *unanswered;     /* "Enqueue sent 11:02 CEST has no answer yet"; NULL for none */
    int64_t enqueued_ms;  /* of the same: when, where it is under way elsewhere or was accepted */
    bool is_taken;        /* it was accepted, and is not seen to start */
    int64_t open_enqueue; /* the last row of an enqueue among them, 0 for none */
    bool in_act;          /* of several: that tells what becomes of its transcription */
    char *state, *name, *length, *tags; /* "" when not known */
    char mark;                          /* app_state_mark() of its state */
    char *label, *lang, *author;        /* of its transcript, and of the recording; "" when not known */
    int64_t version;                    /* -1 when not known */
    int64_t length_ms;                  /* -1 when it does not parse */
    struct expiry expiry;
    struct exported exported;     /* its last export; what that is now: ledger_age() */
    int64_t updated_ms;           /* wall clock: the server's; 0 when not known */
    bool has_no_media;            /* the server says so */
    bool is_read_only;            /* the same */
    int64_t fetched_ms;           /* wall clock; 0 never */
    int64_t state_since_ms;       /* as in core/rows.h */
    int64_t saved_ms;             /* when it was last written to the store */
    size_t place;                 /* as the store last had it; PROJECT_GONE: not there any more */
    char *reported_state;         /* as this session last had it from the server itself; NULL never */
    int64_t reported_sent_ms;     /* wall clock: when the reading that last showed it was sent */
    int64_t rests_ms;             /* the same of the reading, of this session, that is shown; 0: none is */
    char *trouble;                /* sentence of the last failed read, NULL when it went well */
    enum error_kind trouble_kind; /* what it was, */
    int trouble_status;           /* and its HTTP status, 0 without one */
    struct project *full;         /* whole project, where it is needed; NULL otherwise */
};

struct app_project *app_project_find(const struct app *app, int64_t id); /* NULL when not watched */
/* A mark for a state beside its word: '*' active, '+' done, '!' failed or canceled, ' ' else. */
char app_state_mark(const struct app *app, const char *state);
/* Its length as lists have it: in hours, minutes, seconds where it can be read, else as it came; that it has
 * no media; or nothing. */
void app_project_length(const struct app_project *project, char *out, size_t size);

/* What a reading brought: nothing, something, another state (which has been said). */
enum project_news { PROJECT_SAME, PROJECT_CHANGED, PROJECT_STATE };

struct app_project *app_project_add(struct app *app, int64_t id); /* unless it is there */
void app_project_clear(struct app_project *project);
/* The project is in another state: its mark, and the counts of all. */
void app_project_set_state(struct app *app, struct app_project *project, const char *state);
/* Takes over a project that the server gave and says when its state changed; its request began at that
 * time (wall clock). is_kept: a receipt has the rows of the store. */
enum project_news app_project_update(struct app *app, const struct project *fresh, int64_t sent_ms,
                                     bool is_kept);
/* Readings that were taken over are one transaction until this is called: before anything that is said to be
 * saved, and when what has come at once was taken. */
void app_readings_commit(struct app *app);
/* Takes over what the store has of a project. True when another session has read another state than this one,
 * which has only said so: a reading of its own must follow, and notifies. */
bool app_project_take_row(struct app *app, const struct store_row *row);
bool app_project_is_active(const struct app *app, const char *state);
bool app_project_is_settled(const struct app *app, const char *state);
/* What it is, and what could be done to it: a set of enum project_can. */
unsigned app_project_can(const struct app *app, const struct app_project *project);
/* Is the text in its id, name, state or tags, whatever its case? */
bool app_project_holds(const struct app_project *project, const char *text);
/* What filter and order look at; borrowed from the project. */
void app_project_listed(const struct app *app, const struct app_project *project, struct listed *listed);
/* "1, Council meeting" for sentences. Caller frees. */
char *app_project_title(const struct app *app, int64_t id);
/* The lines of the details pane as text, for a command: of the session only what `project` says. Of that its
 * texts, times, note and export are used. `store`: NULL for none. */
void app_details_write(struct buffer *out, struct store *store, int64_t wall_ms,
                       const struct app_project *project, const json_t *shown);
void app_projects_moved(struct app *app); /* rows have moved or gone */

#endif
