/* Control: what a request gets, of the service, of its faults, or of the paths under /__sandbox, by which a
 * test or a person changes the world from outside. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_CONTROL_H
#define STENO_SANDBOX_CONTROL_H

#include "fault.h"
#include "received.h"
#include "service.h"

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
