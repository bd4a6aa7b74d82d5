/* Reading a token's source again, beside the store: a command may take its time, and drafts must not wait for
 * it. */
#ifndef STENO_WORK_TOKEN_READER_H
#define STENO_WORK_TOKEN_READER_H

#include <pthread.h>

#include "steno/work/mailbox.h"

/* A mailbox that threads may outlive: once it is closed, mail is dropped. Counted. */
struct outbox {
    pthread_mutex_t lock;
    struct mailbox *box; /* NULL when closed */
    int users;
};

struct outbox *outbox_new(struct mailbox *box); /* for one user */
void outbox_post(struct outbox *outbox, struct mail *mail);
void outbox_close(struct outbox *outbox);
void outbox_leave(struct outbox *outbox); /* one user less; freed behind the last */

/* Takes a STORE_TOKEN_READ over and answers it from a thread of its own. */
void token_reader_start(struct outbox *outbox, const char *credentials_path, struct store_op *op);

#endif
