/* The service with its faults, its counts, and what it received: what requests and steering work on. */
#ifndef STENO_SANDBOX_CONTROL_STATE_H
#define STENO_SANDBOX_CONTROL_STATE_H

#include "fault.h"
#include "received.h"
#include "service.h"

struct control {
    struct service service;
    struct faults faults;
    struct received received;
    int64_t counts[ENDPOINT_COUNT];
    int64_t others;
};

#endif
