/* An act: what was sent or exported at once, of one project or of many, with a row for each of them.
 *
 * The first write of an act begins it in the store, in the transaction of its row. A row without an outcome
 * is a write without an answer (core/pending.h). An enqueue that was accepted is followed until its project
 * has ended: a final state seen after another one, or with another version. An act has ended when no row is
 * open.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_ACT_H
#define STENO_CORE_ACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/api/endpoint.h"
#include "steno/base/owner.h"

/* Which act a row belongs to, as its sender knows it before the store has numbered it. */
struct act_key {
    uint64_t key;     /* with begun_ms no other act of this process has it; 0: an act of one */
    int64_t count;    /* projects, also those that are not sent */
    int64_t begun_ms; /* wall clock */
    bool follows;     /* the sender follows its projects, on the watchlist or not */
};

enum act_outcome {
    ACT_ROW_OPEN,       /* sent, or about to be: there is no answer */
    ACT_ROW_DONE,       /* accepted; of an enqueue `after` and `ended_ms` say what became of it */
    ACT_ROW_PROBABLY,   /* its answer was lost; a reading shows that it was done */
    ACT_ROW_REFUSED,    /* by the server: status and reason */
    ACT_ROW_FAILED,     /* it was tried and was not done: reason */
    ACT_ROW_UNSENT,     /* not sent: reason */
    ACT_ROW_SKIPPED,    /* nothing had to be done: reason */
    ACT_ROW_UNFOLLOWED, /* accepted; its project is not on the watchlist, or was taken from it */
    ACT_ROW_NO_EFFECT,  /* without an answer, and no effect was there when the time was over */
    ACT_ROW_UNKNOWN,    /* without an answer; the operator has decided not to ask any more */
    ACT_ROW_OUTCOMES
};

struct act_row {
    int64_t row, id;
    enum act_outcome outcome;
    int status;           /* HTTP; 0 for none */
    char *reason;         /* one clean line; NULL for none */
    json_t *params;       /* as param_set_to_json makes them, where they differ from the act's; or NULL */
    char *name;           /* the tag, the key of metadata, or the file of an export; or NULL; clean */
    char *before, *after; /* the state when it was sent, and the last one seen since; NULL: not known */
    int64_t version;      /* when it was sent; -1: not known */
    int64_t bytes;        /* of the file */
    int64_t when_ms;      /* wall clock: sent, */
    int64_t until_ms;     /* its sender waits until then */
    int64_t ended_ms;     /* and ended; 0: open, or followed */
    bool is_followed;     /* of one that is about to end: its sender follows its project */
    enum owner_life life; /* of the sender of one that is open */
};

struct act {
    int64_t act;
    enum endpoint_id op;
    json_t *options;            /* as param_set_to_json makes them; NULL for none */
    int64_t count;              /* projects: there may be fewer rows while it is being sent */
    int64_t begun_ms, ended_ms; /* wall clock; 0: not ended */
    bool seen;                  /* in the activity */
    struct act_row *rows;       /* in the order in which they were sent */
    size_t row_count;
};

/* Frees what it holds. */
void act_clear(struct act *act);

/* "done": as the store and JSON have it; NULL for ACT_ROW_OPEN. */
const char *act_outcome_name(enum act_outcome outcome);
/* ACT_ROW_OPEN for NULL; ACT_ROW_UNKNOWN for a word of a later program. */
enum act_outcome act_outcome_find(const char *name);

#endif
