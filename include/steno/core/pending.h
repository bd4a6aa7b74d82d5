/* A write that was sent, or is about to be, and has no answer yet: what the store keeps of it, and what a
 * reading of its project proves.
 *
 * It is committed before the first byte leaves and goes with the rows of its receipt, so that one that its
 * sender did not live to see answered is found by the next program.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_PENDING_H
#define STENO_CORE_PENDING_H

#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/api/endpoint.h"
#include "steno/api/record.h"
#include "steno/base/owner.h"
#include "steno/core/act.h"

struct call;
struct settings;

/* The number behind that of all rows, for pending.asked_row. */
#define PENDING_ALL_ROWS INT64_MAX

struct pending {
    int64_t row; /* given by the store; 0 before */
    int64_t id;
    enum endpoint_id op;
    char *key;        /* of metadata, or NULL */
    char *value;      /* of metadata, or the tag; or NULL */
    json_t *params;   /* as param_set_to_json makes them, or NULL */
    char *state;      /* of the project when it was last seen, or NULL */
    int64_t version;  /* the same; -1 when it is not known */
    int64_t when_ms;  /* wall clock */
    int64_t until_ms; /* when its sender has given up: until then it is the sender's to find out */
    /* Of an enqueue that is to be recorded: open enqueues of the project up to this row do not stand in its
     * way, because the operator was asked about them; 0: all do. */
    int64_t asked_row;
    struct act_key act; /* that it is one of; of a row of the list zero */
    /* What the store fills in: who sent it, and what became of that program. */
    struct owner owner;
    enum owner_life life;
};

/* Frees what it holds. */
void pending_clear(struct pending *pending);

/* May another program find out what became of the write: is its sender gone, or beyond its time, as one that
 * is suspended? */
bool pending_is_orphan(const struct pending *pending, int64_t wall_ms);

/* The project as it was seen before the write: id, state, version. NULL when nothing was known. Caller
 * frees. */
struct project *pending_seen(const struct pending *pending);

/* Until when the server may still carry it out: the setting settle_after behind the end of the request. One
 * that is dated in the future, by a clock that ran ahead, counts as sent now. */
int64_t pending_open_until(const struct pending *pending, const struct settings *settings, int64_t wall_ms);

struct look; /* api/look.h */

enum pending_finding {
    PENDING_OPEN,     /* the reading proves nothing: it may have been done, or may be done yet */
    PENDING_DONE,     /* its effect is there */
    PENDING_NO_EFFECT /* its effect was not there when the time above was over */
};

/* What a reading that was sent at `read_ms` (wall clock), after the write, proves.
 *
 * An enqueue was done when the state is another one, in progress or ended. Another version proves nothing:
 * somebody may have set a tag, or a short transcription may have ended; so it stays open for good, as does
 * one of a project that has ended and of which nothing was seen before. */
enum pending_finding pending_judge(const struct pending *pending, const struct project *now, int64_t read_ms,
                                   const struct settings *settings);

#endif
