/* The state that all parts of a client share, what they use of its user, and how they speak. */
#ifndef STENO_CLIENT_CLIENT_STATE_H
#define STENO_CLIENT_CLIENT_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/core/effect.h"

/* How something is said. */
#define SAY_LINE  (1u << 0) /* to whoever looks now */
#define SAY_LOG   (1u << 1) /* among the activities */
#define SAY_BAD   (1u << 2) /* a failure, */
#define SAY_COUNT (1u << 3) /* of something that was asked for */

struct client_user {
    void (*say)(void *self, unsigned how, int64_t id, const char *text); /* id 0: about no project */
};

struct client {
    const struct client_user *user;
    void *self; /* the user's state */
    uint64_t next_serial;
    bool quitting; /* nothing is begun any more */

    /* the turn in hand */
    int64_t now_ms, wall_ms;
    struct effects *out;

    struct client_awaits *awaits; /* of store_calls.c: who waits for which answer */
    struct saves *saves;          /* of saves.c: what the store was asked to keep */
};

struct effect *client_emit(struct client *client, enum effect_kind kind);
void client_say(struct client *client, unsigned how, int64_t id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
