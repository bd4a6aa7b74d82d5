/* Computations: what takes long enough to be a worker's, and needs no server. Plain values.
 *
 * A computation is no call: nothing that is concluded from answers of the server (offline, the last answer,
 * the cap on requests, the log) can hear of one.  It holds copies of all that it needs, and its answer once
 * it has run.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_COMPUTATION_H
#define STENO_CORE_COMPUTATION_H

#include <stdint.h>

#include "steno/core/caption_list.h"

enum computation_kind {
    COMPUTE_CHECK,  /* `a` is checked by another style: captions */
    COMPUTE_COMPARE /* `a` with `b`: diff */
};

struct computation {
    uint64_t serial;
    enum computation_kind kind;
    const struct caption_style *style; /* borrowed */
    int64_t length_ms;                 /* of the recording; negative: not known */
    struct caption_list_copy a, b;
    /* the answer */
    struct caption_list *captions; /* one user: who takes them */
    struct caption_diff *diff;
};

/* Of these captions; `b` NULL for none. */
struct computation *computation_new(enum computation_kind kind, const struct caption_list *a,
                                    const struct caption_list *b);
/* Fills in the answer. On any thread. */
void computation_run(struct computation *computation);
void computation_free(struct computation *computation);

#endif
