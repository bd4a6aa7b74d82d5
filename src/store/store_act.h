/* Acts in the store: what writes, readings and the watchlist do to them. Within a transaction, but for the
 * list. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_ACT_H
#define STENO_STORE_ACT_H

#include "store_sql.h"

/* The operations. */
bool store_act_add(struct store *store, const struct store_op *op, struct store_result *result);
bool store_act_end(struct store *store, const struct store_op *op, struct store_result *result);
bool store_act_list(struct store *store, const struct store_op *op, struct store_result *result);
bool store_act_sent(struct store *store, const struct store_op *op, struct store_result *result);
bool store_act_seen(struct store *store, const struct store_op *op, struct store_result *result);

/* A row without an outcome; of the first one the act begins, too -> number. */
bool store_act_insert(struct store *store, const struct pending *pending, struct store_result *result);
/* Deletes a row of what never left, and an act without another one. -> changes */
bool store_act_drop_row(struct store *store, int64_t row, struct store_result *result);
/* How many projects of an act are open or followed, or were not sent yet by a sender that lives: with none it
 * has ended. */
bool store_act_count_left(struct store *store, int64_t act, int64_t *left, struct error *err);
/* Tells the rows that follow a project that a reading (STORE_PROJECT_SAVE) has moved its state or version.
 * -> act, acts */
bool store_act_follow(struct store *store, const struct store_op *op, const char *state,
                      struct store_result *result);
/* A project is taken from the watchlist. */
bool store_act_leave(struct store *store, int64_t id, struct error *err);
/* The act that a change (STORE_CHANGE_CLAIM) belongs to -> act, left */
bool store_act_of_change(struct store *store, const struct store_op *op, struct store_result *result);
/* One act with its rows -> acts */
bool store_act_load(struct store *store, int64_t act, struct store_result *result);
/* Deletes acts that are older than all that is left of the history. */
bool store_act_trim(struct store *store, struct error *err);
/* Deletes what they have of a scope, or of all with 0; of a project, or of all with 0. An act of which
 * nothing is left to come has ended then. */
bool store_act_forget(struct store *store, int64_t scope, int64_t id, struct error *err);

#endif
