/* A write that was sent, or is about to be, and has no answer yet: what the store keeps of it.
 *
 * It is committed before the first byte leaves and goes with the rows of its receipt, so that one that its
 * sender did not live to see answered is found by the next program.
 */
#ifndef STENO_CORE_PENDING_H
#define STENO_CORE_PENDING_H

#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/api/endpoint.h"
#include "steno/api/record.h"
#include "steno/base/owner.h"

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
    int64_t until_ms; /* when its sender has given up: one elsewhere counts as alive until then */
    /* What the store fills in: who sent it, and what became of that program. */
    struct owner owner;
    enum owner_life life;
};

/* Frees what it holds. */
void pending_clear(struct pending *pending);
void pending_free(struct pending *pending); /* and itself; NULL is fine */

/* Is its sender gone, so that another program may find out what became of the write? */
bool pending_is_orphan(const struct pending *pending, int64_t wall_ms);

/* The project as it was seen before the write: id, state, version. NULL when nothing was known. Caller
 * frees. */
struct project *pending_seen(const struct pending *pending);

/* Does a reading show the project as it was seen before the write? False too when that is not known. */
bool pending_is_unchanged(const struct pending *pending, const struct project *now);

#endif
