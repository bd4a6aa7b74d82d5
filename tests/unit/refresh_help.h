/* What the tests of the refresh machine share. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_UNIT_REFRESH_HELP_H
#define TESTS_UNIT_REFRESH_HELP_H

#include "steno/core/refresh.h"
#include "support/asserts.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define START  (1000 * SECOND)

static inline struct refresh_config machine_config(void)
{
    return (struct refresh_config){.active_states = "InProgress",
                                   .settled_states = "Completed Failed Canceled",
                                   .fast_ms = 10 * SECOND,
                                   .slow_ms = 30 * SECOND,
                                   .rate_cap = 10,
                                   .max_in_flight = 4};
}

static inline struct refresh *machine(void)
{
    const struct refresh_config config = machine_config();
    return refresh_new(&config);
}

static inline void show(struct refresh *refresh, int64_t id, int64_t now)
{
    refresh_set_shown(refresh, &id, 1, now);
}

/* What else happens to a project, each by a function of its own. */
#define REFRESH_SHOWN  ((enum refresh_event_kind)(REFRESH_EVENT_COUNT + 1))
#define REFRESH_HIDDEN ((enum refresh_event_kind)(REFRESH_EVENT_COUNT + 2))

static inline void send(struct refresh *refresh, enum refresh_event_kind kind, int64_t id, int64_t now)
{
    struct refresh_event event = {.kind = kind, .id = id, .state = "InProgress", .retry_after_ms = -1};
    if (kind == REFRESH_SHOWN)
        show(refresh, id, now);
    else if (kind == REFRESH_HIDDEN)
        refresh_set_shown(refresh, NULL, 0, now);
    else
        refresh_event(refresh, &event, now);
}

/* Takes one id that must be there. */
static inline int64_t take(struct refresh *refresh, int64_t now)
{
    int64_t id = -1;
    cr_assert_eq(refresh_take_due(refresh, now, &id, 1), 1, "nothing to take at %lld", (long long)now);
    return id;
}

/* What its flags come to. */
enum state { IDLE, WAITING, READY, IN_FLIGHT, AGAIN, BACKING_OFF, STOPPED, DRAINING, GONE, STATE_COUNT };

static inline enum state state_of(const struct refresh *refresh, int64_t id, int64_t now)
{
    const struct refresh_project *project = refresh_find(refresh, id);
    if (!project || project->gone)
        return project ? GONE : STATE_COUNT;
    if (project->out)
        return refresh->stopped ? DRAINING : project->again ? AGAIN : IN_FLIGHT;
    if (refresh->stopped)
        return STOPPED;
    if (refresh_due(refresh, id) == REFRESH_NEVER)
        return IDLE;
    if (project->retry_ms > now)
        return BACKING_OFF;
    return refresh_due(refresh, id) <= now ? READY : WAITING;
}

#endif
