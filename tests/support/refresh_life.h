/* A life of the refresh machine in simulated time: a server that answers late, fails, refuses and goes down,
 * an operator who scrolls, asks and enqueues. Beside the machine stands a book of what each project was told
 * and when; each read is held against it. There is no clock, no network and no thread. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_REFRESH_LIFE_H
#define TESTS_SUPPORT_REFRESH_LIFE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/refresh.h"

struct refresh_life {
    struct refresh_config config;
    int projects;
    int active_per_mille, other_per_mille; /* of them in progress, and in None; the rest is settled */
    int64_t length_ms;
    int latency_ms; /* an answer takes this long, give or take a half */
    /* What came of it. */
    char broken[200]; /* the first promise that was not held; "" */
    int64_t reads, reads_in_the_second_half, failures, refusals, turns;
    int64_t late_active_ms, late_other_ms; /* longest wait of a project behind its due time, in pauses too */
    int64_t oldest_settled_ms;             /* longest time since a settled one was read, at the end */
    int most_in_flight;
    double bytes_each; /* memory of the machine by project, at its largest */
    double cpu_us, worst_turn_us;
};

/* Lives it through; false when a promise was broken:
 * - in any second no more reads than the cap, and no more out than allowed
 * - nothing is read before its time by state, sight and errors, unless the operator asked or a pause probes
 * - after an error at least half the backoff, and what the server asked for
 * - who is due waits for at most twice as many reads as there are projects; the sweep comes round
 * - a deadline that has come has something to hand out: the caller never spins
 * - at most REFRESH_LIFE_BYTES of memory for a project, however long it goes on */
bool refresh_life_run(struct refresh_life *life);

#define REFRESH_LIFE_BYTES 400

#endif
