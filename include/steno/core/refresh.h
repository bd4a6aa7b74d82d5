/* Refresh: when to read which project again. Pure: no clock, no I/O, no randomness of its own.
 *
 * Events in, ids to read out, and one absolute monotonic deadline (all times are
 * `now_ms` of the caller's monotonic clock).  A transition table says
 * what each event does in each state; due times come from the project's
 * ProcessingState and from whether it is on the screen:
 *   active (InProgress)  first after 3 s, then every `fast`, 30 s after 5 min without a change
 *   other, None          every `slow`; off the screen backing off to 5 min
 *   settled              on the screen every 5 min; off it they share one read every 2 s,
 *                        longest unread first, each at most every 2 s
 *
 * One cap of reads a second is over all.  Order: just enqueued, on the screen,
 * active, the rest; but one that has seen as many reads go by as there are projects
 * comes first.  Errors back off to 5 min with jitter, a 503 at least as long as the
 * server asked (5 min at most); a 401 stops everything until REFRESH_LOGGED_IN.
 *
 * A 429 pauses all projects as long as the server asked, 5 min at most (asked for no
 * time: 1 s, doubled with each probe that fails).  Then one read probes, of another
 * project than those that asked if there is one, due or not: a good answer of a read
 * sent since ends the pause, anything else prolongs it.  A project that asks again
 * though another's good answer ended the pause waits alone.  What the operator wants
 * at once (REFRESH_USER with at_once) is sent all the same.
 *
 * Costs: O(log n) an event or read, O(n) only for a stop, a login and a probe.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_REFRESH_H
#define STENO_CORE_REFRESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REFRESH_NEVER    INT64_MAX
#define REFRESH_FLOOR_MS 2000
#define REFRESH_PAUSE_MS (INT64_C(5) * 60 * 1000) /* the longest pause */

enum refresh_state {
    REFRESH_IDLE,    /* settled and off the screen: shares the sweep */
    REFRESH_WAITING, /* has a due time */
    REFRESH_READY,   /* due: waits for its turn */
    REFRESH_IN_FLIGHT,
    REFRESH_AGAIN,       /* in flight, and wanted once more after */
    REFRESH_BACKING_OFF, /* has a due time after an error */
    REFRESH_STOPPED,     /* not logged in */
    REFRESH_DRAINING,    /* in flight, stopped after */
    REFRESH_GONE,        /* in flight, forgotten after */
    REFRESH_STATE_COUNT
};

enum refresh_event_kind {
    REFRESH_TICK,    /* internal: its due time has come */
    REFRESH_TAKEN,   /* internal: handed out by refresh_take_due */
    REFRESH_SAME,    /* a reply, nothing changed */
    REFRESH_CHANGED, /* a reply with another ProcessingState, or the first */
    REFRESH_LEARNED, /* the answer of a write showed the project: no read was answered */
    REFRESH_ERROR,
    REFRESH_RATE_LIMITED, /* 429: pauses all; a 503 is an ERROR, of that project alone */
    REFRESH_CANCELLED,    /* the read was given up without an answer */
    REFRESH_UNAUTHORIZED, /* 401, for this project or (id 0) any other call: stops all */
    REFRESH_STOP,         /* internal: another one met a 401 */
    REFRESH_USER,         /* the operator asked */
    REFRESH_SHOWN,
    REFRESH_HIDDEN,
    REFRESH_REMOVED,
    REFRESH_ENQUEUED,  /* an enqueue was accepted */
    REFRESH_LOGGED_IN, /* for all */
    REFRESH_ADDED,     /* internal: added, or added again */
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

/* Its defaults are those of the settings: settings_to_refresh. Words are parted by blanks or commas, compared
 * exactly. */
struct refresh_config {
    const char *active_states, *settled_states;
    int64_t fast_ms, slow_ms; /* never below the floor */
    int64_t interval_ms;      /* every project so long after its last read; 0: by the state, as above */
    int rate_cap;             /* reads in any second; 0 for no cap */
    int max_in_flight;
};

struct refresh;

/* Copies the config. Free with refresh_free; NULL is fine. */
struct refresh *refresh_new(const struct refresh_config *config);
void refresh_free(struct refresh *refresh);

/* Adds a project, off the screen; known already is fine. `state` is the last one seen, NULL when never read;
 * `read_ms` when that was (may lie in the past, also below zero). */
void refresh_add(struct refresh *refresh, int64_t id, const char *state, int64_t read_ms, int64_t now_ms);

/* Takes one event. An unknown id is ignored. */
void refresh_event(struct refresh *refresh, const struct refresh_event *event, int64_t now_ms);

/* A reply came: SAME or CHANGED by comparing with the last state. True when it had one and this
 * is another. */
bool refresh_reply(struct refresh *refresh, int64_t id, const char *state, int64_t now_ms);
/* Like refresh_reply() for a project that came with the answer of a write: a read under way stays one. */
bool refresh_learn(struct refresh *refresh, int64_t id, const char *state, int64_t now_ms);

/* These ids are on the screen now, all others are not: sends SHOWN and HIDDEN for the difference. */
void refresh_set_shown(struct refresh *refresh, const int64_t *ids, size_t count, int64_t now_ms);

/* The operator wants all of them: REFRESH_USER for each; in a pause, one probe at once, and the rest
 * when that goes well. */
void refresh_ask_all(struct refresh *refresh, int64_t now_ms);

/* A write that left at this time was answered well: it has probed, where it left after the pause's time. */
void refresh_take_write(struct refresh *refresh, int64_t sent_ms);

/* Counts a request that others sent in the cap. */
void refresh_count_request(struct refresh *refresh, int64_t now_ms);
/* When the cap lets the next one go; in the past: now. */
int64_t refresh_next_request(const struct refresh *refresh);

/* Hands out up to `max` ids to read now, in order; each is in flight until its reply, error or
 * cancel comes. */
size_t refresh_take_due(struct refresh *refresh, int64_t now_ms, int64_t *ids, size_t max);

/* When refresh_take_due next has something to hand out if no event comes before; REFRESH_NEVER for never. A
 * time that has passed, such as 0, means at once. */
int64_t refresh_next_deadline(const struct refresh *refresh);

/* How long after so many failures in a row it is asked again: doubled with each, 5 min at most, `random` (any
 * number) spreads it; not before the time that the server asked for (0 or less: none). */
int64_t refresh_wait_ms(int failures, int64_t asked_ms, uint32_t random);

/* --- what it knows --- */

/* A 429 has paused all: when the next probe is sent, in the past while one is out. 0: no pause. */
int64_t refresh_paused_until(const struct refresh *refresh);
/* The sentence for that; `when` is that time for people. One wording for screen, lines, wait and watch. */
#define REFRESH_PAUSE_SENTENCE "Waiting till %s: the server asked for it"
/* REFRESH_STATE_COUNT when unknown. */
enum refresh_state refresh_state(const struct refresh *refresh, int64_t id);
/* When the project is read next; REFRESH_NEVER while it has no time of its own. */
int64_t refresh_due(const struct refresh *refresh, int64_t id);
bool refresh_is_settled(const struct refresh *refresh, const char *state);

#endif
