/* Refresh: when to read which project again. Pure: no clock, no I/O, no randomness of its own. All times are
 * `now_ms` of the caller's monotonic clock, which is above zero. A project carries flags; when it is due is a
 * function of them:
 *   active (InProgress)  first after 3 s, then every `fast`, 30 s after 5 min without a change
 *   other, None          every `slow`; off the screen backing off to 5 min
 *   settled              on the screen every 5 min; off it they share one read every 2 s, longest unread
 * first after an error       backing off to 5 min with jitter, a 503 at least as long as the server asked
 * One cap of reads a second is over all. Order: wanted at once, has seen as many reads go by as there are
 * projects, just enqueued, on the screen, active, the rest. A 401 stops everything until REFRESH_LOGGED_IN.
 *
 * A 429 pauses all projects as long as the server asked, 5 min at most (asked for no time: 1 s, doubled with
 * each probe that fails). Then one read probes, of a project that did not ask if there is one, due or not: a
 * good answer of a read sent since ends the pause, anything else prolongs it. A project that asks again
 * though another's good answer ended the pause waits alone. What the operator wants at once is sent all the
 * same. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_REFRESH_H
#define STENO_CORE_REFRESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/mem.h"

#define REFRESH_NEVER    INT64_MAX
#define REFRESH_FLOOR_MS 2000
#define REFRESH_PAUSE_MS (INT64_C(5) * 60 * 1000) /* the longest pause */

enum refresh_event_kind {
    REFRESH_SAME,    /* a reply, nothing changed */
    REFRESH_CHANGED, /* a reply with another ProcessingState, or the first */
    REFRESH_LEARNED, /* the answer of a write showed the project: no read was answered */
    REFRESH_ERROR,
    REFRESH_RATE_LIMITED, /* 429: pauses all; a 503 is an ERROR, of that project alone */
    REFRESH_CANCELLED,    /* the read was given up without an answer */
    REFRESH_UNAUTHORIZED, /* 401, for this project or (id 0) any other call: stops all */
    REFRESH_USER,         /* the operator asked */
    REFRESH_REMOVED,
    REFRESH_ENQUEUED,  /* an enqueue was accepted */
    REFRESH_LOGGED_IN, /* for all */
    REFRESH_EVENT_COUNT
};

struct refresh_event {
    enum refresh_event_kind kind;
    int64_t id;
    const char *state;      /* SAME, CHANGED, LEARNED: the ProcessingState that was seen */
    int64_t retry_after_ms; /* ERROR, RATE_LIMITED: what the server asked for, 0 or less when it did not */
    bool at_once;           /* USER: sent even in a pause */
    uint32_t random;        /* ERROR, RATE_LIMITED: any number, for the jitter */
};

struct refresh_config {
    const char *active_states, *settled_states; /* words, compared exactly; borrowed */
    int64_t fast_ms, slow_ms;                   /* never below the floor */
    int64_t interval_ms; /* every project so long after its last read; 0: by the state, as above */
    int rate_cap;        /* reads in any second; 0 for no cap */
    int max_in_flight;
};

struct refresh_project {
    int64_t id;
    char *word; /* last ProcessingState, NULL when never read */
    bool is_active, is_settled;
    bool at_once;       /* wanted by the operator in a pause too */
    bool out;           /* its read is under way, */
    bool again;         /* and was sent before an enqueue or a login: it answers no wish, */
    bool gone;          /* or it was removed since */
    int errors;         /* in a row */
    uint64_t view;      /* the last one that it was in */
    int64_t wanted_ms;  /* by the operator since; REFRESH_NEVER */
    int64_t first_ms;   /* the first read after an enqueue; 0: none is due */
    int64_t retry_ms;   /* backing off until; 0: it is not */
    int64_t read_ms;    /* last read, or read given up */
    int64_t changed_ms; /* last change of the word */
    uint64_t sent_in;   /* number of the pause during which its last read was sent, or of the one before */
    int64_t refused_ms; /* by a 429 or a failed probe; 0 since a good answer */
    int64_t ticket;     /* due: the take by which it must have had its turn; 0 */
};

struct refresh {
    struct refresh_config config;
    struct refresh_project *projects; /* in no order */
    size_t count, room;
    struct id_map places; /* of the ids in it */
    int in_flight;
    int64_t takes;           /* reads handed out, ever */
    int64_t *sent_ms;        /* the last `rate_cap` requests, a ring */
    size_t sent_next;        /* the oldest of them */
    uint64_t view;           /* what is on the screen, counted */
    int64_t sweep_ms;        /* when the next settled one may be read */
    int64_t next_ms;         /* when something falls due, cap aside; 0: to be found */
    bool stopped;            /* by a 401 */
    int64_t paused_until_ms; /* by a 429; 0: not */
    uint64_t pause;          /* number of this one, or of the last */
    int64_t probe_id;        /* under way; 0: none */
    int probes_failed;       /* in this pause */
};

struct refresh *refresh_new(const struct refresh_config *config);
void refresh_free(struct refresh *refresh);

/* Known already is fine. `state` is the last one seen, NULL when never read; `read_ms` when (also below
 * zero). */
void refresh_add(struct refresh *refresh, int64_t id, const char *state, int64_t read_ms, int64_t now_ms);

/* An unknown id is ignored. */
void refresh_event(struct refresh *refresh, const struct refresh_event *event, int64_t now_ms);

/* A reply came: SAME or CHANGED by comparing with the last state. */
void refresh_reply(struct refresh *refresh, int64_t id, const char *state, int64_t now_ms);
/* A project came with the answer of a write: a read under way stays one. */
void refresh_learn(struct refresh *refresh, int64_t id, const char *state, int64_t now_ms);

/* These ids are on the screen now, all others are not. */
void refresh_set_shown(struct refresh *refresh, const int64_t *ids, size_t count, int64_t now_ms);

/* The operator wants all; in a pause, one probe at once, and the rest when that goes well. */
void refresh_ask_all(struct refresh *refresh, int64_t now_ms);

/* A write that left at this time was answered well: it has probed, where it left after the pause's time. */
void refresh_take_write(struct refresh *refresh, int64_t sent_ms);

/* Counts a request that others sent in the cap. */
void refresh_count_request(struct refresh *refresh, int64_t now_ms);
/* When the cap lets the next one go; in the past: now. */
int64_t refresh_next_request(const struct refresh *refresh);

/* Up to `max` ids to read now, in order; each is in flight until its reply, error or cancel. */
size_t refresh_take_due(struct refresh *refresh, int64_t now_ms, int64_t *ids, size_t max);

/* When refresh_take_due has something to hand out if no event comes before; REFRESH_NEVER; in the past: now.
 */
int64_t refresh_next_deadline(struct refresh *refresh);

/* How long after so many failures in a row it is asked again: doubled with each, 5 min at most, `random` (any
 * number) spreads it; at least what the server asked for. */
int64_t refresh_wait_ms(int failures, int64_t asked_ms, uint32_t random);

/* NULL when unknown; until the next refresh_add() or event. */
struct refresh_project *refresh_find(const struct refresh *refresh, int64_t id);
/* When the next probe is sent, in the past while one is out; 0: no pause. */
int64_t refresh_paused_until(const struct refresh *refresh);
#define REFRESH_PAUSE_SENTENCE "The server is busy: next try in %s"
/* When the project is read next; REFRESH_NEVER while it has no time of its own. */
int64_t refresh_due(const struct refresh *refresh, int64_t id);
bool refresh_is_settled(const struct refresh *refresh, const char *state);

#endif
