/* The projects that are read again: which ones, when, and what their answers mean for the next time.
 *
 * A client reads by itself what it was told to watch, when core/refresh.h says so: one that is on the screen,
 * or waited for, more often. A 429 pauses all: CHANGED_PAUSE. Each reading is handed to its user twice
 * (client_state.h): before it is sent (`reads`), and when it has ended and the client has drawn its
 * conclusions (`read`), in which the user may stop watching the project. Who embeds a client calls
 * reads_turn() once in each turn, and comes back at reads_deadline(). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_READS_H
#define STENO_CLIENT_READS_H

#include <stddef.h>
#include <stdint.h>

struct client;
struct error;
struct project;

/* A reading that has ended. */
struct reading {
    int64_t id;                /* that was asked for, whatever the answer says */
    uint64_t serial;           /* of its call */
    int64_t sent_ms;           /* wall clock */
    struct project *project;   /* as it is now; NULL where it was not read, */
    const struct error *error; /* and why. ERROR_CANCELLED: nothing was learned, and it is read again */
};

/* How a project is asked for. */
enum read_how {
    READ_SOON,    /* now, but not while all is paused */
    READ_AT_ONCE, /* somebody waits for it: also while all is paused */
    READ_ENQUEUED /* an enqueue was accepted: when a first state can be seen */
};

/* Each project so long after its last reading, instead of by its state (0). Where the settings have no cap on
 * requests, so many readings may wait for a connection, or be under way. Before the first one is watched. */
void client_read_every(struct client *client, int64_t interval_ms, int ahead);

/* A project is read from now on; watched already is fine. `state`: the last one known, of a reading at
 * `read_ms` by the wall clock; NULL when it was never read, which makes it due. */
void client_watch(struct client *client, int64_t id, const char *state, int64_t read_ms);
/* No more; an answer on its way still tells of the server, and nobody is handed it. */
void client_unwatch(struct client *client, int64_t id);
/* These are on the screen or waited for, all others are not. */
void client_show(struct client *client, const int64_t *ids, size_t count);

/* Asks for one project, or all; one that is not watched is ignored. */
void client_read(struct client *client, int64_t id, enum read_how how);
void client_read_all(struct client *client);
/* A request that was sent otherwise, and counts in what may be sent in a second. */
void client_count_request(struct client *client);
/* How long until one more may be sent by the cap on requests; 0: now. */
int64_t client_request_wait(const struct client *client);
/* How long until a batch that has so many writes under way may send one more: a 429 pauses it as it does the
 * readings, then one tries. 0: now; INT64_MAX: when one of them has ended. */
int64_t client_batch_wait(const struct client *client, size_t under_way);

/* What is known otherwise: the answer of a write showed the project in this state. */
void client_learn(struct client *client, int64_t id, const char *state);
/* Readings that were sent until now may be older than what is known: they are dropped. */
void client_outdate(struct client *client, int64_t id);

/* Sends what is due, while there is a good token. Nothing is, before the deadline or CHANGED_READS or
 * CHANGED_SESSION comes; in a pause each turn looks whether the wall clock still tells its end. */
void reads_turn(struct client *client);
/* When that has something to do next; INT64_MAX for never. */
int64_t reads_deadline(const struct client *client);

#endif
