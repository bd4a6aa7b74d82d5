/* One read or export of many projects, for a program without a loop of its own: as many calls at once as there
 * are connections, no more a second than the rate cap, results in the order of the places.
 *
 * The functions of the user are called on the thread that runs the pool.
 */
#ifndef STENO_WORK_POOL_H
#define STENO_WORK_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/connection.h"
#include "steno/core/call.h"

struct pool_config {
    const struct api_config *api; /* server, token and limits */
    size_t count;                 /* of places */
    size_t connections;           /* calls that run at once */
    size_t queue;                 /* calls given to them before they are free, of cheap reads; 0: none */
    size_t ahead;                 /* answers that may wait for an earlier one; 0: any number */
    int64_t rate_cap;             /* calls a second; 0 for no cap */
};

struct pool_user {
    void *arg;
    /* The call of a place; or NULL and its result, when nothing is to be sent. Both are the pool's then. */
    struct call *(*make)(void *arg, size_t place, struct call_result **instead);
    /* The answer to a call has come, in whatever order: what is to be kept of it. May be NULL. */
    void (*answered)(void *arg, size_t place, struct call_result *result);
    /* The result of the next place in order. */
    void (*show)(void *arg, size_t place, struct call_result *result);
    /* Sleeps until the descriptor (-1: none) can be read or the time (-1: for ever) is over; false: the pool
     * is to end. */
    bool (*wait)(void *arg, int fd, int64_t ms);
    /* Does nobody take more results? */
    bool (*is_done)(void *arg);
    void (*say)(void *arg, const char *notice); /* of the connection, before a retry */
    void (*turned)(void *arg);                  /* what was to be shown just now was; may be NULL */
};

enum pool_end {
    POOL_ALL,         /* every place was shown */
    POOL_STOPPED,     /* there is no login any more, or nobody takes the results */
    POOL_INTERRUPTED, /* wait said so: what ran was cancelled and shown */
    POOL_FAILED       /* it did not start: err */
};

/* Runs until all is shown, or sooner. *begun is how many places were begun, from the first one on: each of
 * them was shown, but for a call that even an interrupt could not end. */
enum pool_end pool_run(const struct pool_config *config, const struct pool_user *user, size_t *begun,
                       struct error *err);

#endif
