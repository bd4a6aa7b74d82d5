/* What only the client calls of steno/client/open_writes.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_OPEN_WRITES_PRIVATE_H
#define STENO_CLIENT_OPEN_WRITES_PRIVATE_H

#include "steno/client/open_writes.h"

/* Of client_new and client_free. */
void open_writes_begin(struct client *client);
void open_writes_end(struct client *client);
/* There is a good token: what could not be looked at is looked at now. */
void open_writes_look_now(struct client *client);

#endif
