/* What only the client calls of steno/client/offline.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_OFFLINE_PRIVATE_H
#define STENO_CLIENT_OFFLINE_PRIVATE_H

#include "steno/client/offline.h"

struct call_result;

/* Of client_new and client_free. */
void offline_begin(struct client *client);
void offline_end(struct client *client);
/* An answer, or what came instead of one. */
void offline_hear(struct client *client, const struct call_result *result);
/* Another server from now on: nothing is known of it, whatever answers come late. */
void offline_forget(struct client *client);

#endif
