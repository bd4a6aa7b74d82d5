/* The traffic with the store: operations out, answers back to who asked. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_STORE_CALLS_H
#define STENO_CLIENT_STORE_CALLS_H

#include <stddef.h>
#include <stdint.h>

#include "steno/core/store_op.h"

struct client;

/* Takes the answer of the store, good or not: that it failed has been said (but for
 * client_store_must_answer). */
typedef void client_store_reply(struct client *client, const struct store_result *result);

/* Appends a store effect, for whose answer nobody waits, and returns its op to be filled. */
struct store_op *client_store(struct client *client, enum store_op_kind kind, int64_t id);
/* Like client_store() with the function that takes the answer; none comes once the program ends. */
struct store_op *client_store_ask(struct client *client, enum store_op_kind kind, int64_t id,
                                  client_store_reply *done);
/* Like client_store_ask() for what must be kept: the answer is handed on while the program ends, too, and
 * that it is no good is for `done` to say. */
struct store_op *client_store_must_answer(struct client *client, enum store_op_kind kind, int64_t id,
                                          client_store_reply *done);
/* Like client_store_must_answer() with an operation that is filled already; taken. */
void client_store_hand_over(struct client *client, struct store_op *op, client_store_reply *done);

#endif
