/* Decides when to read which project again. The caller passes its monotonic time, above zero, as `now_ms`.
 * The state of a project decides when the project is read:
 *    active (InProgress)  3 s after a change, later every `fast`; 5 min after a change every 30 s
 *    other, such as None  every `slow`; off the screen the interval grows to 5 min
 *    settled              every 5 min; off the screen: every 2 s one of these projects, longest unread first
 *    after an error       after a time that grows to 5 min, with jitter; after a 503 at least Retry-After
 * `rate_cap` limits all reads together. Due projects are read in this order: wanted at once by the operator,
 * overdue, just enqueued, on the screen, active, others. Among N projects, a project is overdue when N reads
 * were sent after it became due. A 401 stops all reads until a login.
 *
 * A 429 pauses all reads for the time that the server names, at most 5 min. If the server names no time, the
 * pause is 1 s, and doubles after each failed probe. A probe is one read at the end of the pause. It prefers
 * a project that got no 429; this project need not be due. A good answer to a read sent after the 429 ends
 * the pause. A failed probe prolongs the pause. If the good answer was about another project, a second 429 to
 * the same project delays this project alone. A read that the operator wants at once ignores the pause. */
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
    REFRESH_CHANGED, /* a read was answered with a new ProcessingState, or for the first time */
    REFRESH_LEARNED, /* the project was in the answer to a write */
    REFRESH_ERROR,
    REFRESH_RATE_LIMITED, /* a 429, which pauses all reads; a 503 is a REFRESH_ERROR */
    REFRESH_CANCELLED,    /* the read ended without an answer */
    REFRESH_UNAUTHORIZED, /* a 401 to a read of this project, or (id 0) to another call; stops all reads */
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
    int64_t retry_after_ms; /* ERROR, RATE_LIMITED: the server's Retry-After; 0 or less: none */
    bool at_once;           /* USER: send the read even in a pause */
    uint32_t random;        /* ERROR, RATE_LIMITED: any number, for the jitter */
};

struct refresh_config {
    const char *active_states, *settled_states; /* lists of words, letter case counts; borrowed */
    int64_t fast_ms, slow_ms;                   /* smaller values are raised to REFRESH_FLOOR_MS */
    int64_t interval_ms;                        /* one interval for all projects; 0: the state decides */
    int rate_cap;                               /* maximum number of requests in any second; 0: no cap */
    int max_in_flight;
};

struct refresh_project {
    int64_t id;
    char *word; /* last ProcessingState; NULL: never read */
    bool is_active, is_settled;
    bool at_once;       /* the operator wants a read even in a pause */
    bool out;           /* a read is under way */
    bool again;         /* read again, because an enqueue or a login came during the read */
    bool gone;          /* the project was removed during a read; it is freed after this read */
    int errors;         /* number of failed reads in a row */
    uint64_t view;      /* value of refresh.view when the project was last on the screen */
    int64_t wanted_ms;  /* since when the operator wants a read; REFRESH_NEVER: no read is wanted */
    int64_t first_ms;   /* when the first read after an enqueue is due; 0: none is planned */
    int64_t retry_ms;   /* when to try again after an error; 0: no error */
    int64_t read_ms;    /* when the last read was answered or cancelled */
    int64_t changed_ms; /* when `word` last changed */
    uint64_t sent_in;   /* value of refresh.pause when the last read was sent */
    int64_t refused_ms; /* when the project last got a 429 or failed as the probe; 0 after a good answer */
    int64_t ticket;     /* value of refresh.takes at which the read becomes overdue; 0: not due */
};

struct refresh {
    struct refresh_config config;
    struct refresh_project *projects; /* unordered */
    size_t count, room;
    struct id_map places; /* index of each id in `projects` */
    int in_flight;
    int64_t takes;    /* number of reads that were sent */
    int64_t *sent_ms; /* ring buffer: times of the last `rate_cap` requests */
    size_t sent_next; /* index of the oldest time in sent_ms */
    uint64_t view;    /* number of refresh_set_shown() calls */
    int64_t sweep_ms; /* when the next project can be read that is in a final state and not on the screen */
    int64_t next_ms;  /* when the next project is due, rate_cap ignored; 0: not computed yet */
    bool stopped;     /* true after a 401: all reads are stopped */
    int64_t paused_until_ms; /* end of the pause after a 429; 0: no pause */
    uint64_t pause;          /* serial number of the present or last pause */
    int64_t probe_id;        /* project of the probe under way; 0: none */
    int probes_failed;       /* number of failed probes in this pause */
};

struct refresh *refresh_new(const struct refresh_config *config);
void refresh_free(struct refresh *refresh);

/* Adds a project, if it is new. `state`: its last known state, or NULL. `read_ms`: when the project was read,
 * by the clock of `now_ms`; negative: before this clock began. */
void refresh_add(struct refresh *refresh, int64_t id, const char *state, int64_t read_ms, int64_t now_ms);

/* Handles an event. If the id is unknown, the event changes only what concerns all projects. */
void refresh_event(struct refresh *refresh, const struct refresh_event *event, int64_t now_ms);

/* Handles the answer to a read: REFRESH_SAME if `state` is the last known state, else REFRESH_CHANGED. */
void refresh_reply(struct refresh *refresh, int64_t id, const char *state, int64_t now_ms);
/* Handles the answer to a write: REFRESH_LEARNED. A read under way goes on. */
void refresh_learn(struct refresh *refresh, int64_t id, const char *state, int64_t now_ms);

void refresh_set_shown(struct refresh *refresh, const int64_t *ids, size_t count, int64_t now_ms);

/* Notes that the operator wants reads of all projects. In a pause, one probe is sent at once. If the probe
 * succeeds, the other reads follow. */
void refresh_ask_all(struct refresh *refresh, int64_t now_ms);

/* Call this when a write succeeded. If the write was sent (`sent_ms`) at refresh_paused_until() or later,
 * this ends the pause. */
void refresh_take_write(struct refresh *refresh, int64_t sent_ms);

/* Counts a request towards rate_cap. refresh_take_due() itself counts its reads. */
void refresh_count_request(struct refresh *refresh, int64_t now_ms);
/* Returns when rate_cap allows the next request; a time in the past means now. */
int64_t refresh_next_request(const struct refresh *refresh);

/* Fills `ids` with up to `max` projects to read now, in order, and returns their number. Each read is under
 * way until refresh_reply(), or until an event that ends it: an error or REFRESH_CANCELLED. */
size_t refresh_take_due(struct refresh *refresh, int64_t now_ms, int64_t *ids, size_t max);

/* Returns when refresh_take_due() will next have an id. A time in the past means now. REFRESH_NEVER: only an
 * event can make a project due. */
int64_t refresh_next_deadline(struct refresh *refresh);

/* Returns how many ms to wait after `failures` failures in a row. The time doubles with each failure, up to
 * 5 min. `random` varies the time. If `asked_ms` (Retry-After) is longer, it is used, but at most 5 min. */
int64_t refresh_wait_ms(int failures, int64_t asked_ms, uint32_t random);

/* Returns the project with this id, or NULL. The pointer is valid until the next refresh_add() or event. */
struct refresh_project *refresh_find(const struct refresh *refresh, int64_t id);
/* Returns when the next probe can be sent; 0: no pause. While a probe is under way, this is in the past. */
int64_t refresh_paused_until(const struct refresh *refresh);
#define REFRESH_PAUSE_SENTENCE "The server is busy: next try in %s"
/* Returns when a project is read next. REFRESH_NEVER: the project is being read, or is settled and off the
 * screen, or all reads are stopped. */
int64_t refresh_due(const struct refresh *refresh, int64_t id);
bool refresh_is_settled(const struct refresh *refresh, const char *state);

#endif
