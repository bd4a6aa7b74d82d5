/* What only the client calls of steno/client/session.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_SESSION_PRIVATE_H
#define STENO_CLIENT_SESSION_PRIVATE_H

#include "steno/client/session.h"

struct call_result;

/* Of client_new and client_free. */
void session_begin(struct client *client);
void session_end(struct client *client);
/* What an answer says of the token, before who sent the call takes it. */
void session_hear(struct client *client, const struct call_result *result);
/* EVENT_TOKEN: what the token's source gave now, or why it gave none. */
void session_take_token(struct client *client, const char *token, const char *why);

#endif
