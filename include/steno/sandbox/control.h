/* Control: the service with its faults, its counts, and what it received; steer.h has the paths under
 * /__sandbox that steer them. */
#ifndef STENO_SANDBOX_CONTROL_H
#define STENO_SANDBOX_CONTROL_H

#include "steno/sandbox/fault.h"
#include "steno/sandbox/received.h"
#include "steno/sandbox/service.h"

struct control {
    struct service service;
    const char *url; /* where it is served, for the page at `/`; borrowed, or NULL */
    struct faults faults;
    struct received received;
    int64_t counts[ENDPOINT_COUNT];
    int64_t others;
};

/* Fills an initialised reply; returns the endpoint, or NULL when it was for none. */
const struct endpoint *control_answer(struct control *control, const struct service_request *request,
                                      int64_t now_ms, struct reply *reply);
void control_free(struct control *control);

#endif
