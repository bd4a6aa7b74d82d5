/* What the files of the refresh machine share with one another and with its tests. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_REFRESH_PRIVATE_H
#define STENO_CORE_REFRESH_PRIVATE_H

#include "steno/base/id_map.h"
#include "steno/core/refresh.h"

/* What happens to the due time. */
enum refresh_act {
    REFRESH_ACT_KEEP,     /* nothing */
    REFRESH_ACT_NOW,      /* due at once */
    REFRESH_ACT_PLAN,     /* due by its ProcessingState and the time of its last read */
    REFRESH_ACT_DONE,     /* what was asked for is answered; then as PLAN */
    REFRESH_ACT_BACK_OFF, /* due after the backoff */
    REFRESH_ACT_FORGET    /* taken out of the set */
};

/* As `next`: IDLE when settled and off the screen, else WAITING. */
#define REFRESH_PLACED REFRESH_STATE_COUNT

struct refresh_rule {
    unsigned char next; /* enum refresh_state or REFRESH_PLACED */
    unsigned char act;  /* enum refresh_act */
    bool legal;         /* false: cannot happen; the event is ignored */
};
extern const struct refresh_rule refresh_rules[REFRESH_STATE_COUNT][REFRESH_EVENT_COUNT];

/* What a ProcessingState means for polling. */
enum refresh_kind { KIND_OTHER, KIND_ACTIVE, KIND_SETTLED };

/* The order among those that are due. */
enum refresh_class { CLASS_AT_ONCE, CLASS_ENQUEUED, CLASS_SHOWN, CLASS_ACTIVE, CLASS_REST };

struct refresh_project {
    int64_t id;
    enum refresh_state state;
    enum refresh_kind kind;
    char *word; /* last ProcessingState, NULL when never read */
    bool shown;
    bool asked;         /* the operator wants it now */
    bool at_once;       /* and in a pause */
    bool enqueued;      /* an enqueue was accepted, not read since */
    int64_t first_ms;   /* enqueued: the first read */
    int64_t base_ms;    /* last read, or read given up */
    int64_t changed_ms; /* last change of the word */
    int unchanged;      /* replies without a change in a row, off the screen */
    int errors;         /* in a row */
    uint64_t sent_in;   /* number of the pause during which its last read was sent, or the last one before */
    uint64_t refused;   /* when a 429 or a failed probe refused it, counted; 0 since a good answer */
    int64_t due_ms;     /* WAITING, BACKING_OFF, and since when READY */
    uint64_t shown_in;  /* round of refresh_set_shown */
    uint64_t ticket;    /* READY: the take by which it must have had its turn */
    /* places in the structures of refresh_queue.c */
    size_t at; /* in the set */
    size_t heap_at;
    struct refresh_project *older, *newer; /* READY: line by age */
    bool in_line;
};

/* A binary heap; the least stands first. */
struct refresh_heap {
    struct refresh_project **items;
    size_t count, room;
    bool (*less)(const struct refresh_project *a, const struct refresh_project *b);
};

/* The last `cap` requests, in a ring. */
struct refresh_gate {
    int64_t *times;
    size_t cap, count, next;
};

/* The pause of all projects after a 429. */
struct refresh_pause {
    bool active;
    int64_t until_ms;
    uint64_t number;   /* of this pause, or of the last one */
    uint64_t refusals; /* ever */
    bool probing;
    int64_t probe_id;
    int probes_failed; /* in this pause */
};

struct refresh {
    char *active_states, *settled_states;
    int64_t fast_ms, slow_ms;
    int64_t interval_ms; /* 0: by the state */
    int max_in_flight;
    struct refresh_gate gate;
    struct refresh_project **projects; /* the set, in no order */
    size_t count, room;
    struct id_map places;                    /* of the ids in it */
    struct refresh_heap waiting;             /* WAITING and BACKING_OFF, by due time */
    struct refresh_heap ready;               /* READY, by class and due time */
    struct refresh_heap idle;                /* IDLE, by last read */
    struct refresh_project *oldest, *newest; /* the line of READY */
    uint64_t takes;
    int in_flight;
    int64_t sweep_ms; /* when the next idle one may be read */
    int backing_off;  /* how many of `waiting` */
    struct refresh_pause pause;
    bool stopped;
    uint64_t shown_round;
    int64_t *shown_ids;
    size_t shown_count;
};

/* refresh_queue.c: the set by id, the heaps, the gate. */
struct refresh_project *refresh_find(const struct refresh *refresh, int64_t id);
struct refresh_project *refresh_insert(struct refresh *refresh, int64_t id);
void refresh_forget(struct refresh *refresh, struct refresh_project *project); /* frees it */
void refresh_queue_init(struct refresh *refresh, int rate_cap);
void refresh_queue_free(struct refresh *refresh);
/* Takes a project out of the heap of its state, and puts it into the one of its new state. In between its
 * data may change. */
void refresh_leave(struct refresh *refresh, struct refresh_project *project);
void refresh_enter(struct refresh *refresh, struct refresh_project *project);
struct refresh_project *refresh_first(const struct refresh_heap *heap); /* NULL when empty */
/* The READY one whose turn it is. */
struct refresh_project *refresh_choose(const struct refresh *refresh);
int64_t refresh_gate_opens(const struct refresh_gate *gate); /* INT64_MIN: open */
void refresh_gate_pass(struct refresh_gate *gate, int64_t now_ms);

/* refresh_due.c: what a 429 does to all. */
/* What an answer means to the pause; before the project's transition. NULL: of no project that is known. */
void refresh_pause_event(struct refresh *refresh, struct refresh_project *project,
                         const struct refresh_event *event, int64_t now_ms);
/* The project to probe with, NULL when it is not the time or there is none. */
struct refresh_project *refresh_pause_probe(const struct refresh *refresh, int64_t now_ms);
void refresh_pause_sent(struct refresh *refresh, struct refresh_project *project, bool is_probe);
int64_t refresh_pause_deadline(const struct refresh *refresh);

/* refresh_due.c: due times. */
bool refresh_is_active(const struct refresh *refresh, const char *state);
enum refresh_kind refresh_kind_of(const struct refresh *refresh, const char *word);
bool refresh_is_sweep(const struct refresh_project *project); /* settled, off the screen, wanted by nobody */
int64_t refresh_plan(const struct refresh *refresh, const struct refresh_project *project, int64_t now_ms);
int64_t refresh_first_after(const struct refresh *refresh);
int64_t refresh_backoff(const struct refresh_project *project, const struct refresh_event *event);

#endif
