/* A write: what is sent to one project, what became of it, and what a reading of the project proves of it.
 *
 * It is a row of state.db that is committed before the first byte leaves, and ends by its answer or by a
 * reading. An export is a row, too, that begins with its outcome. Several rows of one command or one question
 * are an act.
 *
 *   under way   no answer, and its time limit is not over: the sender waits
 *   lost        no answer, and nobody waits: a reading tells, or the operator decides
 *   taken       an enqueue that was accepted and is not seen to have begun
 *   over        nothing is open any more
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_WRITE_H
#define STENO_CORE_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/api/endpoint.h"
#include "steno/api/look.h"
#include "steno/base/when.h"

struct call;
struct call_result;
struct project;
struct settings;

enum write_outcome {
    WRITE_OPEN,      /* no answer: under way until `until_ms`, lost after that */
    WRITE_DONE,      /* accepted; of an enqueue `after` and `ended_ms` say what became of it */
    WRITE_PROBABLY,  /* its answer was lost, and a reading shows its effect */
    WRITE_REFUSED,   /* by the server: status and reason */
    WRITE_FAILED,    /* tried, and not done: reason */
    WRITE_UNSENT,    /* never left: reason */
    WRITE_SKIPPED,   /* nothing had to be done: reason */
    WRITE_NO_EFFECT, /* no reading showed it before the time was over */
    WRITE_UNKNOWN,   /* no answer; the operator has decided, or the project is gone */
    WRITE_OUTCOMES
};

struct write {
    int64_t row;       /* given by the store; 0 before */
    int64_t act;       /* the same; 0: it begins an act */
    int64_t act_count; /* projects of the act that it begins, also those that are not sent; 0 counts as 1 */
    int64_t id;
    enum endpoint_id op;
    char *key;       /* of metadata, or NULL */
    char *value;     /* of metadata, or the tag; or NULL. Not in lists for people: it may be a secret */
    char *name;      /* the tag, the key of metadata, or the file of an export; or NULL; clean */
    json_t *params;  /* as param_set_to_json makes them, or NULL */
    char *before;    /* the state that it rests on; NULL: not known */
    int64_t version; /* the same; -1: not known */
    int64_t
        rests_ms;    /* wall clock: when the request of the reading began that an enqueue rests on; 0: none */
    int64_t when_ms; /* wall clock: recorded, */
    int64_t until_ms;    /* its sender has given up then, */
    int64_t answered_ms; /* and its answer came; 0: none */
    /* Of an enqueue that is to be recorded: rows up to this one do not stand in its way, because the operator
     * was asked about them; 0: all do. */
    int64_t asked_row;
    enum write_outcome outcome;
    bool is_over;      /* nothing is open any more */
    bool is_elsewhere; /* of another login or API path of this server */
    int status;        /* HTTP; 0 for none */
    char *reason;      /* one clean line; NULL for none */
    char *after;       /* the last state seen since; NULL: none */
    int64_t bytes;     /* of the file */
    int64_t ended_ms;  /* wall clock: it, or the transcription that it began, has ended; 0: not yet */
};

struct write_list {
    struct write *rows; /* oldest first */
    size_t count;
};

/* What was sent or exported at once. */
struct act {
    int64_t act;
    enum endpoint_id op;
    json_t *options;            /* as param_set_to_json makes them; NULL for none */
    int64_t count;              /* projects: there may be fewer rows while it is being sent */
    int64_t begun_ms, ended_ms; /* wall clock; 0: a row is open */
    bool seen;                  /* in the activity */
    struct write *rows;         /* in the order in which they were sent */
    size_t row_count;
};

/* What is recorded of a call that is about to be sent at this time (wall clock): without outcome, nor secrets
 * of a login. The caller clears it. */
struct write write_new(const struct call *call, const struct settings *settings, int64_t when_ms);
void write_clear(struct write *write); /* frees what it holds */
void write_list_clear(struct write_list *list);
void act_clear(struct act *act);

/* "done": as the store and JSON have it; NULL for WRITE_OPEN. */
const char *write_outcome_name(enum write_outcome outcome);
/* WRITE_OPEN for NULL; WRITE_UNKNOWN for a word of a later program. */
enum write_outcome write_outcome_find(const char *name);

/* What an answer is: WRITE_OPEN: it may have been done; WRITE_UNSENT: it never left, or a read that was
 * cancelled. Of an answer that refuses WRITE_REFUSED, of any other failure WRITE_FAILED. */
enum write_outcome write_outcome_of(const struct call_result *result);

/* Has it no answer, and does nobody wait for one? */
bool write_is_lost(const struct write *write, int64_t now_ms);
bool write_is_taken(const struct write *write);
/* Until when the server may still carry it out: the setting settle_after behind its time limit, of one that
 * is taken behind its answer. One that is dated in the future, by a clock that ran ahead, counts as sent now.
 */
int64_t write_open_until(const struct write *write, const struct settings *settings, int64_t now_ms);
/* The project as it was seen before the write: id, state, version. NULL when nothing was known. Caller frees.
 */
struct project *write_seen(const struct write *write);

/* How a reading is looked at for what the write has made; texts are the write's and the settings'. */
struct look write_look(const struct write *write, const struct project *before, const struct project *now,
                       const struct settings *settings);

/* What a reading whose request began at `read_ms` (wall clock) proves; `now` NULL: the server answered 404 or
 * 410. WRITE_OPEN: nothing, it stays. WRITE_PROBABLY, of one that is taken WRITE_DONE: it took effect.
 * WRITE_NO_EFFECT: the time was over, and nothing had changed. WRITE_UNKNOWN: the project is gone. */
enum write_outcome write_judge(const struct write *write, const struct project *now, int64_t read_ms,
                               const struct settings *settings);

/* "an enqueue sent 15:03 has no answer", "was enqueued 15:03 by another login of this computer and is not
 * seen to start": why another enqueue is not sent. Caller frees. */
char *write_words(const struct write *write, int64_t now_ms, enum date_zone zone);

#endif
