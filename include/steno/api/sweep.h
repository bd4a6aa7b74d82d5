/* A sweep: reads of many projects through one connection, several at a time, on one thread.
 *
 * Each read goes by the rules of api_project_get(): its tries, waits, time limit and errors are those of
 * operation.c. What has ended is handed over by the handful, as fetched: whoever takes it decodes it, here or
 * on another thread. A failure, and what leaves nothing to be sent,
 * is handed over at once. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_SWEEP_H
#define STENO_API_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/connection.h"
#include "steno/base/buffer.h"

#define SWEEP_HANDFUL 64

/* One read. */
struct sweep_read {
    uint64_t serial; /* the caller's */
    int64_t project_id;
    bool timed;         /* as connection_hand_back_waits() */
    int64_t limit_ms;   /* as connection_limit_time() */
    bool ok;            /* there is a body; else an error */
    int status;         /* of the answer */
    struct buffer body; /* whoever takes it frees it */
    uint64_t reply;     /* as in struct project */
    struct error error;
};

/* Each function is called on the thread of the sweep. */
struct sweep_user {
    void *arg;
    /* Fills in serial, project, `timed` and limit of the next read, while so many are under way; false: there
     * is none now. */
    bool (*next)(void *arg, size_t under_way, struct sweep_read *read);
    /* Is this one, which is under way, still wanted? Asked after sweep_wake(). */
    bool (*is_wanted)(void *arg, uint64_t serial);
    /* Takes up to SWEEP_HANDFUL reads that have ended, in the order of their ends. */
    void (*take)(void *arg, struct sweep_read *reads, size_t count);
    /* Tells of a wait before another try; may be NULL. */
    void (*notice)(void *arg, uint64_t serial, const char *text);
};

/* Reads until nothing is under way and `next` has none, up to `at_once` at a time, each through a connection
 * to the server of its own. */
void sweep_run(struct connection *connection, size_t at_once, const struct sweep_user *user);

/* Has the sweep that runs ask for reads, and for those that are not wanted any more. Any thread. */
void sweep_wake(struct connection *connection);

/* The body of a read is of no use. */
void sweep_drop(struct sweep_read *read);
/* The project of a read that is `ok`; NULL with the error when its body is none, or another one. The body is
 * freed. */
struct project *sweep_project(const struct connection *connection, struct sweep_read *read,
                              struct error *err);

#endif
