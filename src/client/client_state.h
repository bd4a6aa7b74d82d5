/* What only the client calls of steno/client/client_state.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_CLIENT_STATE_PRIVATE_H
#define STENO_CLIENT_CLIENT_STATE_PRIVATE_H

#include "steno/client/client_state.h"

void client_say(struct client *client, unsigned how, int64_t id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
