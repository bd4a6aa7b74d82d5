/* A server as bad as the API allows: it accepts every enqueue, also a second one of the same project,
 * answers late, and may show the new state even later.
 *
 * Under /API and /XAPI it has the projects 1 to 9999, which were never enqueued unless the test changes
 * that. Any email and any token can log in. Functions name a request by a part of its first line, such as
 * "/5/Enqueue" or "GET /XAPI". */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_LAGGING_SERVER_H
#define STENO_TESTS_SUPPORT_LAGGING_SERVER_H

#include <stdbool.h>

#define LAGGING_NEVER (-1)

struct lagging_rules {
    int answer_ms;   /* delay of the answer to an enqueue; the enqueue itself takes effect at once */
    int lag_ms;      /* reads show the old state this long after the enqueue; LAGGING_NEVER: for good */
    int active_ms;   /* then reads show InProgress this long; LAGGING_NEVER: for good */
    const char *end; /* then reads show this state; NULL: Completed */
};

/* What goes wrong with a request: one of these, or an HTTP status. With a status the request is refused and
 * nothing is done (429 has Retry-After: 2). */
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
/* Sets the state of a project; reads show the state at once. NULL: the project does not exist (404). */
void lagging_set_state(struct lagging *server, int id, const char *state);
/* Sets the fault (a status or LAGGING_...) for the next request with this part in its first line. */
void lagging_fault(struct lagging *server, const char *part, int fault);
void lagging_release(struct lagging *server);

/* Returns how many enqueues of a project were accepted. */
int lagging_jobs(struct lagging *server, int id);
/* Returns how many requests with this part were received, answered or not. */
int lagging_requests(struct lagging *server, const char *part);
/* Waits until `count` requests with this part were received. Returns false after 20 s. */
bool lagging_wait(struct lagging *server, const char *part, int count);

#endif
