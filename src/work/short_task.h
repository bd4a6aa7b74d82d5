/* What runs in a thread of its own: reading a token's source again and looking for files may take their time,
 * and drafts must not wait for that; a computation waits for no call. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_SHORT_TASK_H
#define STENO_WORK_SHORT_TASK_H

#include <pthread.h>

#include "mailbox.h"

/* A mailbox that threads may outlive: once it is closed, mail is dropped. Counted. */
struct outbox {
    pthread_mutex_t lock;
    struct mailbox *box; /* NULL when closed */
    int users;
    pthread_cond_t left;
};

struct outbox *outbox_new(struct mailbox *box); /* for one user */
void outbox_post(struct outbox *outbox, struct mail *mail);
void outbox_close(struct outbox *outbox);
void outbox_leave(struct outbox *outbox); /* one user less; freed behind the last */
/* Waits at most limit_ms until the caller is its last user. */
void outbox_wait(struct outbox *outbox, int limit_ms);

/* Takes a STORE_TOKEN_READ over and answers it from a thread of its own. */
void short_task_read(struct outbox *outbox, const char *credentials_path, struct store_op *op);

/* Takes a STORE_EXPORTS_LOOK over, with the ledger that the store gave for it, and answers it in the same
 * way. */
void short_task_look(struct outbox *outbox, struct store_op *op, struct store_result *result);

/* Takes a computation over and answers it in the same way. */
void short_task_compute(struct outbox *outbox, struct computation *computation);

#endif
