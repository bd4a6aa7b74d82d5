/* The store worker: one thread that owns the store and carries operations out in order.
 *
 * Every operation submitted ends in one MAIL_STORE; reading a token's source again
 * goes on beside the others, for a command may take its time, and ends unheard when
 * the worker stops first.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_STORE_WORKER_H
#define STENO_WORK_STORE_WORKER_H

#include <stdbool.h>

#include "mailbox.h"
#include "steno/core/store_op.h"
#include "steno/store/store.h"

struct store_worker;

/* Opens the store and starts the thread. The mailbox is borrowed until it is stopped. Where the store cannot
 * be opened, that is an error if `needs_file`, else what each operation is answered. */
struct store_worker *store_worker_new(struct mailbox *box, const struct store_config *config, bool needs_file,
                                      struct error *err);

/* Takes the operation over. */
void store_worker_submit(struct store_worker *worker, struct store_op *op);

/* Carries out what waits, then ends; waits at most limit_ms.  False: the thread was left behind; it goes on,
 * posts no more and frees itself. */
bool store_worker_stop(struct store_worker *worker, int limit_ms);

#endif
