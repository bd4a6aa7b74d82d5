/* One operation over many projects: which one is next, how many go at once, and what ends it. Places are
 * counted from 0, in the order of the ids: they start in it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_BATCH_ORDER_H
#define STENO_CORE_BATCH_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/error.h"

struct batch {
    size_t count;
    size_t at_once; /* how many may be under way */
    size_t started; /* the places before this one were */
    size_t ended;
    bool *has_ended;
    bool stopped; /* nothing more is started */
};

/* at_once 0 counts as 1. */
void batch_init(struct batch *batch, size_t count, size_t at_once);
void batch_free(struct batch *batch);

/* May another one start now? */
bool batch_may_start(const struct batch *batch);
/* Starts the next one, when it may. */
bool batch_start(struct batch *batch, size_t *place);

/* One that was started has ended. */
void batch_end(struct batch *batch, size_t place);

/* Starts nothing more: the operator wants that, or nobody takes the results. */
void batch_stop(struct batch *batch);
/* Would every other one fail in the same way: no login any more, or cancelled? */
bool batch_is_stopped_by(const struct error *err);
/* Does a batch of writes end with this failure: the server asks for a longer wait than one takes, or the
 * write could not be recorded? */
bool batch_is_put_off_by(const struct error *err);

/* Has all that was started ended, and does nothing start any more? */
bool batch_is_over(const struct batch *batch);

#endif
