/* What only the client calls of steno/client/reads.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_READS_PRIVATE_H
#define STENO_CLIENT_READS_PRIVATE_H

#include "steno/client/reads.h"

struct call_result;

/* Of client_new and client_free. */
void reads_begin(struct client *client);
void reads_end(struct client *client);
/* The token is refused: nothing is read before there is a good one; and when there is. */
void reads_stop(struct client *client);
void reads_go_on(struct client *client);
/* Any answer: a 429 to a write begins the pause, too, and a good answer to one
 * that was sent after its time ends it. */
void reads_hear_write(struct client *client, const struct call_result *result);

#endif
