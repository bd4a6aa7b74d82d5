/* Control: the service with its faults and counts, and the paths under /__sandbox that steer them.
 *
 * POST /__sandbox/fault      body: faults, one a line
 * GET /__sandbox/fault       the active faults
 * DELETE /__sandbox/fault    no more faults
 * GET /__sandbox/requests    {"login":0,...,"other":0}: requests by endpoint, faulted ones among them
 * DELETE /__sandbox/requests all counts 0
 */
#ifndef STENO_SANDBOX_CONTROL_H
#define STENO_SANDBOX_CONTROL_H

#include "steno/sandbox/fault.h"
#include "steno/sandbox/service.h"

struct control {
    struct service service;
    struct faults faults;
    int64_t counts[ENDPOINT_COUNT];
    int64_t others;
};

/* Fills an initialised reply; returns the endpoint, or NULL when it was for none. */
const struct endpoint *control_answer(struct control *control, const struct service_request *request,
                                      int64_t now_ms, struct reply *reply);
void control_free(struct control *control);

#endif
