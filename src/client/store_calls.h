/* What only the client calls of steno/client/store_calls.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_STORE_CALLS_PRIVATE_H
#define STENO_CLIENT_STORE_CALLS_PRIVATE_H

#include "steno/client/store_calls.h"

/* Says that the store could not, on the status line and among the activities. */
void client_store_say_failed(struct client *client, const struct store_result *result);
void client_store_done(struct client *client, struct store_result *result);
void client_store_begin(struct client *client);
void client_store_end(struct client *client);

#endif
