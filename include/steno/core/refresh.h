/* Decides when to read which project again. It has no clock, I/O or random numbers of its own: the caller
 * passes its monotonic time, above zero, as `now_ms`. The state of a project decides when it is read:
 *    active (InProgress)  3 s after a change, then every `fast`; after 5 min without a change every 30 s
 *    other, such as None  every `slow`; off the screen the interval grows to 5 min
 *    settled              every 5 min; off the screen: every 2 s one of these projects, longest unread first
 *    after an error       after a growing time, up to 5 min, with jitter; after a 503 at least Retry-After
 * `rate_cap` limits all reads together. Due projects are read in this order: wanted at once by the operator;
 * overdue (since the project became due, as many reads were sent as there are projects); just enqueued; on
 * the screen; active; the rest. A 401 stops all reads until a login.
 *
 * A 429 pauses all reads for the time that the server names, at most 5 min. If the server names no time, the
 * pause is 1 s, doubled after each failed probe. A probe is one read at the end of the pause, if possible of
 * a project without a 429; the project need not be due. A good answer to a read sent since the 429 ends the
 * pause; a failed probe prolongs it. If a project gets a second 429 after a good answer about another project
 * ended the pause, only this project waits. What the operator wants at once is read even in a pause. */
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
    REFRESH_SAME,    /* a read was answered with the same state */
    REFRESH_CHANGED, /* a read was answered with another ProcessingState, or for the first time */
    REFRESH_LEARNED, /* the project was in the answer of a write, not of a read */
    REFRESH_ERROR,
    REFRESH_RATE_LIMITED, /* a 429: pauses all reads; a 503 is a REFRESH_ERROR of one project */
    REFRESH_CANCELLED,    /* the read ended without an answer */
    REFRESH_UNAUTHORIZED, /* a 401 to a read of this project, or (id 0) to another call: stops all reads */
    REFRESH_USER,         /* the operator wants a read */
    REFRESH_REMOVED,
    REFRESH_ENQUEUED,  /* an enqueue was accepted */
    REFRESH_LOGGED_IN, /* concerns all projects */
    REFRESH_EVENT_COUNT
};

struct refresh_event {
    enum refresh_event_kind kind;
    int64_t id;
    const char *state;      /* SAME, CHANGED, LEARNED: the ProcessingState */
    int64_t retry_after_ms; /* ERROR, RATE_LIMITED: the server's Retry-After; 0 or less for none */
    bool at_once;           /* USER: send the read even in a pause */
    uint32_t random;        /* ERROR, RATE_LIMITED: any number, for the jitter */
};

struct refresh_config {
    const char *active_states, *settled_states; /* words, compared exactly; borrowed */
    int64_t fast_ms, slow_ms;                   /* smaller values are raised to REFRESH_FLOOR_MS */
    int64_t interval_ms; /* the same interval for every project; 0: by the state, see above */
    int rate_cap;        /* maximum number of requests in any second; 0: no cap */
    int max_in_flight;
};

struct refresh_project {
    int64_t id;
    char *word; /* last ProcessingState, NULL when never read */
    bool is_active, is_settled;
    bool at_once;       /* the operator wants a read even in a pause */
    bool out;           /* a read is under way */
    bool again;         /* an enqueue or a login came during the read under way: read again */
    bool gone;          /* the project was removed during the read, and is freed when the read ends */
    int errors;         /* number of failed reads in a row */
    uint64_t view;      /* value of refresh.view when the project was last on the screen */
    int64_t wanted_ms;  /* time since which the operator wants a read; REFRESH_NEVER: none wanted */
    int64_t first_ms;   /* when the first read after an enqueue is due; 0: none is planned */
    int64_t retry_ms;   /* after an error: time of the next try; 0: no error */
    int64_t read_ms;    /* when the last read was answered or cancelled */
    int64_t changed_ms; /* last change of `word` */
    uint64_t sent_in;   /* value of refresh.pause when the last read was sent */
    int64_t refused_ms; /* when the project last got a 429 or failed as the probe; 0 after a good answer */
    int64_t ticket;     /* 0: not due; else the value of refresh.takes from which on the read is overdue */
};

struct refresh {
    struct refresh_config config;
    struct refresh_project *projects; /* unordered */
    size_t count, room;
    struct id_map places; /* index of each id in `projects` */
    int in_flight;
    int64_t takes;    /* number of reads begun so far */
    int64_t *sent_ms; /* ring buffer: times of the last `rate_cap` requests */
    size_t sent_next; /* index of the oldest of these times */
    uint64_t view;    /* number of refresh_set_shown() calls */
    int64_t sweep_ms; /* when the next settled project off the screen may be read */
    int64_t next_ms;  /* when the next project is due, without regard to rate_cap; 0: not computed yet */
    bool stopped;     /* after a 401 */
    int64_t paused_until_ms; /* end of the pause after a 429; 0: no pause */
    uint64_t pause;          /* serial number of the present or last pause */
    int64_t probe_id;        /* project of the probe under way; 0: none */
    int probes_failed;       /* number of failed probes in this pause */
};

struct refresh *refresh_new(const struct refresh_config *config);
void refresh_free(struct refresh *refresh);

/* Adds a project, if it is new. `state` is its last known state, or NULL. `read_ms` is when it was read, on
 * the clock of `now_ms`; negative: before that clock began. */
void refresh_add(struct refresh *refresh, int64_t id, const char *state, int64_t read_ms, int64_t now_ms);

/* Handles an event. If its id is unknown, does only what concerns all projects. */
void refresh_event(struct refresh *refresh, const struct refresh_event *event, int64_t now_ms);

/* Handles the answer of a read: REFRESH_SAME if `state` is the last known state, else REFRESH_CHANGED. */
void refresh_reply(struct refresh *refresh, int64_t id, const char *state, int64_t now_ms);
/* Handles the answer of a write as REFRESH_LEARNED. Does not end a read under way. */
void refresh_learn(struct refresh *refresh, int64_t id, const char *state, int64_t now_ms);

void refresh_set_shown(struct refresh *refresh, const int64_t *ids, size_t count, int64_t now_ms);

/* Marks all projects as wanted by the operator. In a pause, one probe is sent at once; the other
 * reads follow if it succeeds. */
void refresh_ask_all(struct refresh *refresh, int64_t now_ms);

/* Call when a write succeeded. This ends the pause, unless the write was sent (`sent_ms`) before
 * refresh_paused_until(). */
void refresh_take_write(struct refresh *refresh, int64_t sent_ms);

/* Counts a request towards rate_cap. Reads from refresh_take_due() are counted already. */
void refresh_count_request(struct refresh *refresh, int64_t now_ms);
/* Returns when rate_cap allows the next request; a time in the past means now. */
int64_t refresh_next_request(const struct refresh *refresh);

/* Fills `ids` with up to `max` projects to read now, in order, and returns their number. Each of these reads
 * is under way until its reply, error or cancel event. */
size_t refresh_take_due(struct refresh *refresh, int64_t now_ms, int64_t *ids, size_t max);

/* Returns when refresh_take_due() will have an id if no event comes before. A time in the past means now;
 * REFRESH_NEVER means that only an event can make a project due. */
int64_t refresh_next_deadline(struct refresh *refresh);

/* Returns how many ms to wait after `failures` failures in a row. The time doubles with each failure, is
 * spread by `random` (any number), and is at least `asked_ms` (the server's Retry-After), at most 5 min. */
int64_t refresh_wait_ms(int failures, int64_t asked_ms, uint32_t random);

/* Returns the project with this id, or NULL. The pointer is valid until the next refresh_add() or event. */
struct refresh_project *refresh_find(const struct refresh *refresh, int64_t id);
/* Returns when the next probe may be sent (in the past while a probe is under way); 0: no pause. */
int64_t refresh_paused_until(const struct refresh *refresh);
#define REFRESH_PAUSE_SENTENCE "The server is busy: next try in %s"
/* Returns when a project is read next. REFRESH_NEVER: it is being read, it is settled and off the screen, or
 * all reads are stopped. */
int64_t refresh_due(const struct refresh *refresh, int64_t id);
bool refresh_is_settled(const struct refresh *refresh, const char *state);

#endif
