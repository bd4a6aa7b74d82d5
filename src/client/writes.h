/* What only the client calls of steno/client/writes.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_WRITES_PRIVATE_H
#define STENO_CLIENT_WRITES_PRIVATE_H

#include "steno/client/writes.h"

/* The operation that records it; NULL for a call that is no write, which may leave at once. */
struct store_op *writes_record(const struct write *write, const struct settings *settings);
/* Takes the answer to that operation. False: nothing may be sent; `why` has the reason, in which `what` names
 * the write: without a record nobody would know of one whose answer is lost, or another enqueue is open that
 * nobody was asked about (then open_row is set). */
bool writes_recorded(struct write *write, const struct store_result *result, int64_t wall_ms,
                     enum date_zone zone, const char *what, struct error *why);

/* Takes an answer. The call that is to be sent next, with the same serial: after a conflict a reading, after
 * that perhaps the write with its version; never a third try, and none of a version that was given by hand or
 * of a write that `stops`: it was cancelled, or the program ends. NULL: `result` is what the write came to,
 * with the reading and what changed. */
struct call *writes_answered(struct write *write, struct call_result *result, bool stops);

#endif
