/* What a person is told of changes of state: one notice at the end of an act, one for the changes of two
 * seconds that belong to none. Of several programs that see a change one tells of it, as the store decides;
 * the hook of each is another matter (EFFECT_NOTIFY). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_NOTICES_H
#define STENO_CLIENT_NOTICES_H

#include <stdint.h>

struct client;

/* A change that a reading has shown, once that was handed to the store. `since_ms`: wall clock, when the
 * reading that last showed the old state was sent. */
struct notice {
    int64_t id;
    const char *from, *to, *name; /* "": a state that is not given */
    int64_t since_ms;
};

/* Has the hook of a change run, and, where `rings` of the client says that there is somebody to hear of it,
 * tells of it in its time. */
void notices_take(struct client *client, const struct notice *notice);
/* Once in each turn: tells of what is due. */
void notices_turn(struct client *client);
/* When that is; INT64_MAX for never. */
int64_t notices_deadline(const struct client *client);
/* Tells of what waits: the end has come. */
void notices_flush(struct client *client);

#endif
