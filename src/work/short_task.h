/* What runs in a thread of its own: reading a token's source again and looking for files may take their time,
 * and drafts must not wait for that. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_SHORT_TASK_H
#define STENO_WORK_SHORT_TASK_H

#include "outbox.h"
#include "steno/core/store_op.h"

/* Takes a STORE_TOKEN_READ over and answers it from a thread of its own. */
void short_task_read(struct outbox *outbox, const char *credentials_path, struct store_op *op);

/* Takes a STORE_EXPORTS_LOOK over, with the ledger that the store gave for it, and answers it in the same
 * way. */
void short_task_look(struct outbox *outbox, struct store_op *op, struct store_result *result);

#endif
