/* Projects of the watchlist: what is known of each, how a reading changes it, and how it is named in
 * sentences. Found by id (project_index.c). Texts are cleaned. */
#ifndef STENO_APP_PROJECT_H
#define STENO_APP_PROJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"
#include "steno/core/expiry.h"

struct app;
struct filter;
struct project;
struct store_row;

/* Of the transcription of a project, what this session sent or has seen of it. */
enum app_job {
    JOB_NOT_READ,
    JOB_NONE,
    JOB_LOST, /* sent, and it is not known whether the server took it */
    JOB_SENT, /* taken, and not seen to be worked on yet */
    JOB_SEEN  /* worked on, whoever sent it */
};

struct app_project {
    int64_t id;
    char *note;                         /* may be NULL */
    bool known;                         /* read once, now or in an earlier session */
    bool fresh;                         /* read in this session; otherwise "as of" fetched_ms */
    bool reading;                       /* a read is under way */
    bool asked;                         /* the operator asked for it and waits for a word */
    bool awaited;                       /* a batch waits for its next reading, good or not */
    char *unanswered;                   /* "Enqueue sent 11:02 CEST has no answer yet"; NULL for none */
    int64_t open_enqueue;               /* the last row of an enqueue among them, 0 for none */
    bool maybe_enqueued;                /* the same of one that could not be recorded */
    char *state, *name, *length, *tags; /* "" when not known */
    char *label, *lang, *author;        /* of its transcript, and of the recording; "" when not known */
    int64_t version;                    /* -1 when not known */
    int64_t length_ms;                  /* -1 when it does not parse */
    struct expiry expiry;
    int64_t updated_ms;           /* wall clock: the server's; 0 when not known */
    bool has_no_media;            /* the server says so */
    int64_t fetched_ms;           /* wall clock; 0 never */
    int64_t state_since_ms;       /* as in core/since.h */
    enum app_job job;             /* of credit.c */
    int64_t job_version;          /* when it was sent: another one is its end */
    int64_t job_ms;               /* wall clock: this session saw its transcription begin; 0: not */
    int64_t saved_ms;             /* when it was last written to the store */
    uint64_t added_serial;        /* store operation that added it */
    char *told_state;             /* as this session last had it from the server itself; NULL never */
    int64_t told_sent_ms;         /* wall clock: when the reading that last showed it was sent */
    int64_t sent_ms;              /* the same of the last reading that was sent at all */
    char *trouble;                /* sentence of the last failed read, NULL when it went well */
    enum error_kind trouble_kind; /* what it was, */
    int trouble_status;           /* and its HTTP status, 0 without one */
    struct project *full;         /* whole project, where it is needed; NULL otherwise */
};

/* What a reading brought: nothing, something, another state (which has been said). */
enum project_news { PROJECT_SAME, PROJECT_CHANGED, PROJECT_STATE };

/* When the reading that showed its state was sent, by the wall clock; 0 never. */
int64_t app_project_state_ms(const struct app_project *project);
struct app_project *app_project_find(const struct app *app, int64_t id); /* NULL when not watched */
/* A mark for a state beside its word: '*' active, '+' done, '!' failed or canceled, ' ' else. */
char app_state_mark(const struct app *app, const char *state);
struct app_project *app_project_add(struct app *app, int64_t id);    /* unless it is there */
struct app_project *app_project_append(struct app *app, int64_t id); /* known not to be there */
void app_project_drop(struct app *app, int64_t id); /* the project alone: app_watchlist_arrange after */
void app_project_clear(struct app_project *project);
/* Takes over a project that the server gave and says when its state changed. is_kept: a receipt has the rows
 * of the store. */
enum project_news app_project_update(struct app *app, const struct project *fresh, bool is_kept);
/* Takes over what the store has of a project; `is_new`: known not to be there yet. True when another session
 * has read another state than this one, which has only said so: a reading of its own must follow, and
 * notifies. */
bool app_project_take_row(struct app *app, const struct store_row *row, bool is_new);
bool app_project_is_active(const struct app *app, const char *state);
bool app_project_is_completed(const struct app *app, int64_t id); /* watched, and read as that */
bool app_project_is_settled(const struct app *app, const char *state);
/* Is the text in its id, name, state or tags, whatever its case? */
bool app_project_holds(const struct app_project *project, const char *text);
/* Does it match a filter? */
bool app_project_matches(const struct app *app, const struct app_project *project,
                         const struct filter *filter);
/* Its length as lists have it: in hours, minutes, seconds where it can be read, else as it came; that it has
 * no media; or nothing. */
void app_project_length(const struct app_project *project, char *out, size_t size);
/* "1, Council meeting" for sentences. Caller frees. */
char *app_project_title(const struct app *app, int64_t id);
void app_index_added(struct app *app); /* a row was appended */
void app_index_moved(struct app *app); /* rows have moved or gone */

#endif
