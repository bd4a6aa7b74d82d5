/* What only the client calls of steno/client/orders.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_ORDERS_PRIVATE_H
#define STENO_CLIENT_ORDERS_PRIVATE_H

#include "steno/client/orders.h"

void orders_begin(struct client *client);
void orders_end(struct client *client);
/* Another program has changed the store: perhaps an order. */
void orders_look(struct client *client);
#endif
