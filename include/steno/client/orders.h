/* Standing orders of this server and account, carried out: each is claimed in the store, exported, noted
 * there, named, and ended. When one is due core/order.h says.
 *
 * A client does nothing of this before client_orders_carry_out(). Then it watches the projects of all orders;
 * who embeds it calls orders_turn() once in each turn, and comes back at orders_deadline(). The end of
 * each is told to the hook; that of an act to whom the client rings for. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_ORDERS_H
#define STENO_CLIENT_ORDERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/client/store_calls.h"
#include "steno/core/order.h"

struct client;

void client_orders_carry_out(struct client *client);
/* All of them, also those that have ended without a file, or with one whose captions fail, oldest first;
 * until CHANGED_ORDERS. */
const struct order *client_orders(const struct client *client, size_t *count);
/* Gives orders, or does something to one: hands the operation to the store, and lists them then. `done` takes
 * the answer as that of client_store_hand_over() does; NULL: nobody. */
void client_orders_do(struct client *client, struct store_op *op, client_store_reply *done);
/* Why they could not be listed when they were last asked for, or why none is carried out any more, as nothing
 * is saved; NULL: they could, and are. It is said by the client, or told with an order. */
const struct error *client_orders_trouble(const struct client *client);
/* Does a reading of its project that failed so end an order? Then the order tells of it. */
bool client_orders_end_by(const struct client *client, const struct error *error);
/* Orders that have not ended. */
size_t client_orders_left(const struct client *client);
/* Are they listed, the project of each read once, and is nothing due or under way? */
bool client_orders_are_idle(const struct client *client);
/* Is that so of the orders of this project? */
bool client_orders_of_are_idle(const struct client *client, int64_t id);

/* Claims what is due, and renews claims. */
void orders_turn(struct client *client);
int64_t orders_deadline(const struct client *client);

#endif
