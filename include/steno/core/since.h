/* Since when a project is in its state.
 *
 * Positive: the wall clock at which the change to it was seen.  Negative: nobody saw it; the time, without
 * its sign, is what the server gave as Updated in the first reading with that state, so that it began then or
 * earlier.  0: not known.  Changes of anything else leave it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_SINCE_H
#define STENO_CORE_SINCE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Readings that are farther apart only find a change of state: what happened between them nobody saw. */
#define SINCE_APART_MS INT64_C(600000)

/* After a reading (its resource): `is_same` tells whether the state's word is that of the reading before, and
 * `is_seen` whether that one was so near that a change was seen; it then began at `now_ms`. */
int64_t since_next(int64_t before, bool is_same, bool is_seen, int64_t now_ms, const json_t *resource);
/* The time without its sign. */
int64_t since_time(int64_t since);

#endif
