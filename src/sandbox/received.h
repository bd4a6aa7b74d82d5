/* What was received: the last requests as they came, secrets masked, for the author of a client to look at.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_RECEIVED_H
#define STENO_SANDBOX_RECEIVED_H

#include <stdint.h>
#include <jansson.h>

#include "reply.h"

#define RECEIVED_MAX      100
#define RECEIVED_BODY_MAX ((size_t)16 << 10)

/* All zero is empty. */
struct received {
    json_t *rows[RECEIVED_MAX]; /* a ring */
    int64_t count;              /* how many there ever were; the next one's number less one */
};

/* Notes a request, how it was answered, and the fault that it got (NULL for none). */
void received_note(struct received *received, const struct service_request *request,
                   const struct reply *reply, const char *fault, int64_t now_ms);

/* The noted ones, oldest first; caller owns the reference. */
json_t *received_json(const struct received *received);

/* Appends what was noted last as one line for a log:
 * TIME #NUMBER METHOD ENDPOINT STATUS PATH[?QUERY] [refused=FIELD] [fault=FAULT][: NOTE]. `endpoint` is "-"
 * for none. Bytes that a terminal must not get are replaced, and secrets masked. */
void received_log(const struct received *received, const char *endpoint, struct buffer *out);

/* Forgets them; their numbers go on. */
void received_clear(struct received *received);

#endif
