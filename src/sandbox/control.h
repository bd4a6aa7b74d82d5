/* Control: what a request gets, of the service, of its faults, or of the paths under /__sandbox, by which a
 * test or a person changes the world from outside. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_CONTROL_H
#define STENO_SANDBOX_CONTROL_H

#include "fault.h"
#include "service.h"

#define RECEIVED_MAX 100

/* The last requests as they came, secrets masked, for the author of a client to look at. All zero is
 * empty.
 */
struct received {
    json_t *rows;  /* an array, oldest first */
    int64_t count; /* how many there ever were; the next one's number less one */
};

/* Appends what was noted last as one line for a log:
 * TIME #NUMBER METHOD ENDPOINT STATUS PATH[?QUERY] [refused=FIELD] [fault=FAULT][: NOTE]. `endpoint` is "-"
 * for none. Bytes that a terminal must not get are replaced, and secrets masked. */
void received_log(const struct received *received, const char *endpoint, struct buffer *out);

/* The service with its faults, its counts, and what it received. */
struct control {
    struct service service;
    struct faults faults;
    struct received received;
    int64_t counts[ENDPOINT_COUNT];
    int64_t others;
};

/* Fills an initialised reply; returns the endpoint, or NULL when it was for none. One that becomes REPLY_LATE
 * is to be filled by a second call after its delay, which does what was asked. */
const struct endpoint *control_answer(struct control *control, const struct service_request *request,
                                      int64_t now_ms, struct reply *reply);
void control_free(struct control *control);

/* Is this path one of steering? */
bool control_is_steering(const char *path);

#endif
