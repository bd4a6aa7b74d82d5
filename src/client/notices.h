/* What only the client calls of steno/client/notices.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_NOTICES_PRIVATE_H
#define STENO_CLIENT_NOTICES_PRIVATE_H

#include "steno/client/notices.h"
#include "steno/core/store_op.h"

void notices_begin(struct client *client);
void notices_end(struct client *client);
/* Tells of an act that has ended with a row which no change of state tells of. */
void notices_settled(struct client *client, const struct store_result *result);

#endif
