/* What the store was asked to keep for the operator: the sentence that its answer allows, and what is unsaved
 * until then. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_SAVES_H
#define STENO_CLIENT_SAVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/store_op.h"

struct client;

/* What the store was asked to keep: until it has answered, and longer when it could not. */
struct unsaved {
    uint64_t serial;
    struct store_op *op; /* to be filled in the turn in which it was made */
    void (*done)(struct client *client, const struct store_result *result, uint64_t fields); /* or NULL */
    uint64_t fields;                                       /* of a draft, a bit a row */
    void (*tell)(struct client *client, const char *text); /* says that it is kept; NULL: the status line */
    char *what;                                            /* "draft of enqueue 1" */
    char *said;          /* what may be said once it is kept; NULL: nothing */
    char *said_replaced; /* instead, where the answer's number is 1; NULL: said */
    char *deed; /* the write that it records, which was done: where it is not kept the row stays open,
                 * and nothing is lost; NULL: none */
    char *why;  /* it was not kept; NULL: no answer yet */
};

/* What the store was asked to keep and has not: each is named, `*why` is NULL where no answer came yet. */
size_t saves_unsaved_count(const struct client *client);
const char *saves_unsaved(const struct client *client, size_t index, const char **why);
/* Were there more than are named, of which nobody knows how many were kept in the end? */
bool saves_unsaved_is_part(const struct client *client);
/* Appends an operation that keeps something for the operator. `what` names it in sentences, `said` may be
 * said once it is kept (NULL: nothing); both are taken. The op of what it returns is to be filled at once. */
struct unsaved *saves_keep(struct client *client, enum store_op_kind kind, int64_t id, char *what,
                           char *said);
/* Like saves_keep() with an operation that is filled already; taken, as are `what` and `deed`. */
void saves_op(struct client *client, struct store_op *op, char *what, char *deed);
/* The newest operation under this name that has no answer, or none that kept it; NULL when all is kept. */
struct unsaved *saves_find(const struct client *client, const char *what);
/* What is kept under this name is done with: nothing is lost without it. */
void saves_waive(struct client *client, const char *what);

#endif
