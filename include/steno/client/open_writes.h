/* Writes without an answer, of this program and of others, as the store lists them: marked while their sender
 * waits for it, then looked at, until a reading that began later settles them (core/pending.h). Of several
 * programs the first to save that tells of it.
 *
 * Whoever makes the store have others says CHANGED_PENDING: they are listed in the turn. CHANGED_OPEN says
 * that the rows are others, or more is known of them: the first time when the store has listed them. What is
 * told of one is said with SAY_OUTCOME. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_OPEN_WRITES_H
#define STENO_CLIENT_OPEN_WRITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/act.h"
#include "steno/core/pending.h"

struct client;
struct receipt;

struct open_write {
    struct pending pending;
    bool is_open;      /* nobody waits for its answer any more: readings are judged */
    bool said;         /* that it is open */
    uint64_t since;    /* calls after this serial began later than it was known to be open */
    int64_t opened_ms; /* monotonic: when that was */
    int64_t next_ms;   /* monotonic: the next look; INT64_MAX for none */
    /* The store was asked to settle it: by this operation, which is told of once it has. */
    uint64_t settling;
    struct receipt *told;
    enum act_outcome came; /* to which that is */
};

/* All of them, until they change. */
const struct open_write *open_writes(const struct client *client, size_t *count);
/* Once in each turn: lists them, and sends the looks that are due: at the projects that are watched, or all
 * (`looks_at_all` of the client). */
void open_writes_turn(struct client *client);
/* When that has something to do next; INT64_MAX for never. */
int64_t open_writes_deadline(const struct client *client);

#endif
