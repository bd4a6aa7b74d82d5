/* A bad server that the API still allows: it accepts every enqueue, also a second one of the same project,
 * answers late, and shows the new state later still.
 *
 * Projects 1 to 9999 exist and were never enqueued, unless the test changes that, under /API and /XAPI. Any
 * email and any token can log in. A request is named by a part of its first line, such as "/5/Enqueue" or
 * "GET /XAPI". */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_LAGGING_SERVER_H
#define STENO_TESTS_SUPPORT_LAGGING_SERVER_H

#include <stdbool.h>

#define LAGGING_NEVER (-1)

struct lagging_rules {
    int answer_ms;   /* delay of the answer to an enqueue, which takes effect when it comes */
    int lag_ms;      /* then the project keeps its old state this long; LAGGING_NEVER: for good */
    int active_ms;   /* then it is InProgress this long; LAGGING_NEVER: for good */
    const char *end; /* then it has this state; NULL: Completed */
};

/* The fault of a request: an HTTP status that refuses it, so that nothing is done (429 has Retry-After: 2),
 * or one of these. */
enum {
    LAGGING_LOSE,    /* carried out, but the connection ends without an answer */
    LAGGING_SWALLOW, /* not carried out, and the connection ends without an answer */
    LAGGING_HOLD     /* carried out at once, but the answer waits for lagging_release() */
};

struct lagging;

struct lagging *lagging_start(const struct lagging_rules *rules);
void lagging_stop(struct lagging *server);
const char *lagging_url(const struct lagging *server); /* http://127.0.0.1:PORT */

/* Sets the rules for enqueues from now on. */
void lagging_set_rules(struct lagging *server, const struct lagging_rules *rules);
/* Sets the state of a project, which reads show at once; NULL: the project does not exist (404). */
void lagging_set_state(struct lagging *server, int id, const char *state);
/* The next such request gets this fault: a status or one of the above. */
void lagging_fault(struct lagging *server, const char *part, int fault);
void lagging_release(struct lagging *server);

/* The number of accepted enqueues of a project. */
int lagging_jobs(struct lagging *server, int id);
/* The number of received requests, answered or not. */
int lagging_requests(struct lagging *server, const char *part);
/* Waits for this number of requests; false after 20 s. */
bool lagging_wait(struct lagging *server, const char *part, int count);

#endif
