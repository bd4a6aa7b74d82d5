/* What only this layer calls of steno/api/reply_message.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_REPLY_MESSAGE_PRIVATE_H
#define STENO_API_REPLY_MESSAGE_PRIVATE_H

#include <stddef.h>
#include <stdint.h>

#include "steno/api/config.h"
#include "steno/api/endpoint.h"
#include "steno/api/reply_message.h"

/* What sentences about a call need to know of it. */
struct reply_context {
    const struct api_config *config;
    const struct endpoint *endpoint;
    int64_t project_id;
    const char *url;       /* that was called, without secrets; or NULL */
    const char *password;  /* never to stand in a message; or NULL */
    int64_t time_limit_ms; /* that the failed exchange had */
};

/* The server's own words in a body: Message, else title and detail, errors, error, else plain text, cut and
 * cleaned, without our secrets. *field gets a blamed parameter or "". Both sizes are those of struct error.
 */
void reply_message_read(struct error *err, const struct reply_context *context, const char *body, size_t len);

/* A text of the server with our token and password, which it may echo, as [hidden]. Caller frees. */
char *reply_message_hide_secrets(const struct reply_context *context, const char *text);

#endif
