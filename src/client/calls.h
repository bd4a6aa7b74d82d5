/* What only the client calls of steno/client/calls.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_CALLS_PRIVATE_H
#define STENO_CLIENT_CALLS_PRIVATE_H

#include "steno/client/calls.h"

struct client_call *client_call_find(const struct client *client, uint64_t serial);
void client_call_done(struct client *client, struct call_result *result);
void client_call_progress(struct client *client, const struct call_progress *progress);
/* Those under way are of a server or an account that is left: nothing more is sent for them. */
void client_calls_leave_account(struct client *client);
void client_calls_free(struct client *client);

#endif
