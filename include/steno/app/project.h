/* Projects of the watchlist: what is known of each. Texts are cleaned. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PROJECT_H
#define STENO_APP_PROJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/error.h"
#include "steno/core/expiry.h"
#include "steno/core/ledger.h"

struct app;
struct project;

/* What a project is and what could be done to it, as far as is known here. */
enum project_can {
    PROJECT_HAS_CAPTIONS = 1, /* one that is being transcribed may have those of the time before */
    PROJECT_CAN_BE_SENT = 2,
};

struct app_project {
    int64_t id;
    char *note;                         /* may be NULL */
    bool known;                         /* read once, now or in an earlier session */
    bool fresh;                         /* read in this session; otherwise "as of" fetched_ms */
    bool matches;                       /* the filter, now */
    bool is_listed;                     /* in the list: it matches, or has since the filter was set */
    bool reading;                       /* a read is under way */
    bool asked;                         /* the operator asked for it and waits for a word */
    bool awaited;                       /* a batch waits for its next reading, good or not */
    char *unanswered;                   /* "Enqueue sent 11:02 CEST has no answer yet"; NULL for none */
    int64_t elsewhere_ms;               /* of the same: when, while another window waits for it; 0 else */
    int64_t open_enqueue;               /* the last row of an enqueue among them, 0 for none */
    bool in_act;                        /* of several: that tells what becomes of its transcription */
    bool maybe_enqueued;                /* the same of one that could not be recorded */
    char *state, *name, *length, *tags; /* "" when not known */
    char mark;                          /* app_state_mark() of its state */
    unsigned char counted;              /* app_counts_add() of its state */
    size_t row;                         /* of the list, as of the last look; others may have moved since */
    char *label, *lang, *author;        /* of its transcript, and of the recording; "" when not known */
    int64_t version;                    /* -1 when not known */
    int64_t length_ms;                  /* -1 when it does not parse */
    struct expiry expiry;
    struct exported exported;     /* its last export; what that is now: ledger_age() */
    int64_t updated_ms;           /* wall clock: the server's; 0 when not known */
    bool has_no_media;            /* the server says so */
    bool is_read_only;            /* the same */
    int64_t fetched_ms;           /* wall clock; 0 never */
    int64_t state_since_ms;       /* as in core/since.h */
    bool is_refused;              /* its last enqueue from here was */
    bool is_sent;                 /* an enqueue was taken, and it is not seen to be worked on yet */
    int64_t sent_version;         /* of the enqueue; a settled state of another version ends is_sent */
    int64_t saved_ms;             /* when it was last written to the store */
    uint64_t added_serial;        /* store operation that added it */
    uint64_t loaded;              /* as which row it was last loaded, of all that ever were; 0: never */
    char *reported_state;         /* as this session last had it from the server itself; NULL never */
    int64_t reported_sent_ms;     /* wall clock: when the reading that last showed it was sent */
    int64_t sent_ms;              /* the same of the last reading that was sent at all */
    char *trouble;                /* sentence of the last failed read, NULL when it went well */
    enum error_kind trouble_kind; /* what it was, */
    int trouble_status;           /* and its HTTP status, 0 without one */
    struct project *full;         /* whole project, where it is needed; NULL otherwise */
};

struct app_project *app_project_find(const struct app *app, int64_t id); /* NULL when not watched */
int64_t app_project_highest(const struct app *app);                      /* id of all; 0 without projects */
/* A mark for a state beside its word: '*' active, '+' done, '!' failed or canceled, ' ' else. */
char app_state_mark(const struct app *app, const char *state);
/* Its length as lists have it: in hours, minutes, seconds where it can be read, else as it came; that it has
 * no media; or nothing. */
void app_project_length(const struct app_project *project, char *out, size_t size);

#endif
