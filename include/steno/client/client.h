/* What all front ends share, as a pure state: calls and operations of the store under way, and what the
 * answers mean.
 *
 * No I/O, no clock: its user hands it events within a turn, and it appends effects.  What it has to tell goes
 * to the functions of its user (client_state.h). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_CLIENT_H
#define STENO_CLIENT_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/client/client_state.h"
#include "steno/core/effect.h"
#include "steno/core/event.h"

struct client *client_new(const struct settings *settings, const struct client_user *user, void *self);
void client_free(struct client *client); /* NULL is fine */

/* A turn begins; of an event without a time (`wall_ms` 0) the last one counts. */
void client_turn(struct client *client, int64_t now_ms, int64_t wall_ms, struct effects *out);
/* Takes what is the client's in an event: an answer of the server, of the store or of the token's source, how
 * far a call is, that another program has changed the store. False where there is something in it for the
 * user, too. */
bool client_take(struct client *client, const struct event *event);

#endif
