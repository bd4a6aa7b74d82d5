/* A write from the wish to its receipt, whoever sends it: recorded before it leaves, sent once, and once more
 * after a stale version (409) where a reading shows that this covers nobody's change. An enqueue, which has
 * no version, is refused with the state that the reading shows.
 *
 * No I/O and no clock: what is to be done next is handed to calls.h, which has it carried out and brings
 * the answer. What nobody can be asked about, the front end decides.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_WRITES_H
#define STENO_CLIENT_WRITES_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/receipt.h"
#include "steno/core/store_op.h"

#define WRITES_NOT_RECORDED "Not sent: steno cannot record it" /* the reason follows in brackets */

/* Of a read or an export only what the receipt needs is kept. */
struct write {
    struct call *asked; /* what was asked, without secrets; NULL: nobody wants a receipt */
    int64_t asked_ms;   /* wall clock: when that was */
    int64_t row;        /* of the store, 0 for none */
    int64_t open_row;   /* of the open enqueue for which this one was not sent; 0 for none */
    /* The end of the open enqueues that this one was decided to follow, or NULL. */
    struct store_op *overruled;
    struct error *stale;    /* the first conflict; NULL: there was none */
    struct project *reread; /* the reading after it */
    char *said;             /* what that reading shows to have changed; NULL for nothing */
};

/* Remembers a call that is to be sent at this wall clock. */
void writes_begin(struct write *write, const struct call *call, int64_t wall_ms);
void writes_clear(struct write *write);

/* What follows from the end, once. Of `context` the front end fills in what is not the write's. Caller frees.
 */
struct receipt *writes_receipt(const struct write *write, const struct call_result *result,
                               struct receipt_context context);

#endif
