/* A server that is worse than the contract forbids: it accepts each enqueue, also a second one of the same
 * project, answers late, and shows the state later still.
 *
 * Projects 1 to 9999 exist, never enqueued unless the test says otherwise, below /API and /XAPI alike. Any
 * email and any token are accounts. A request is named by a part of its first line, such as "/5/Enqueue" or
 * "GET /XAPI". */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_LAGGING_SERVER_H
#define STENO_TESTS_SUPPORT_LAGGING_SERVER_H

#include <stdbool.h>

#define LAGGING_NEVER (-1)

struct lagging_rules {
    int answer_ms;   /* an enqueue is answered so late, though it is accepted when it comes; */
    int lag_ms;      /* its project keeps its state for so long after it came, or for good; */
    int active_ms;   /* then it is InProgress for so long, or for good, */
    const char *end; /* and then this; NULL: Completed */
};

/* What becomes of a request in place of its answer: a status, which refuses it, so that nothing was done (429
 * asks to wait for 2 s), or one of these. */
enum {
    LAGGING_LOSE,    /* it is carried out, and the connection ends without an answer */
    LAGGING_SWALLOW, /* it is not carried out, and the connection ends without an answer */
    LAGGING_HOLD     /* the answer is made when it comes, and held until lagging_release() */
};

struct lagging;

struct lagging *lagging_start(const struct lagging_rules *rules);
void lagging_stop(struct lagging *server);
const char *lagging_url(const struct lagging *server); /* http://127.0.0.1:PORT */

/* Of the enqueues from now on. */
void lagging_set_rules(struct lagging *server, const struct lagging_rules *rules);
/* The state of a project, as it is and as it is shown; NULL: there is no such project (404). */
void lagging_set_state(struct lagging *server, int id, const char *state);
/* The next such request meets this: a status or one of the above. */
void lagging_fault(struct lagging *server, const char *part, int fault);
void lagging_release(struct lagging *server);

/* Enqueues of a project that were accepted. */
int lagging_jobs(struct lagging *server, int id);
/* Requests that came, answered or not. */
int lagging_requests(struct lagging *server, const char *part);
/* Waits until so many have come; false after 20 s. */
bool lagging_wait(struct lagging *server, const char *part, int count);

#endif
