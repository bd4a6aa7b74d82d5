/* Operations beside the store: reading a token's source again and looking for files may take their time, and
 * drafts must not wait for that. */
#ifndef STENO_WORK_ASIDE_H
#define STENO_WORK_ASIDE_H

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

/* Takes a STORE_TOKEN_READ or STORE_FILES_FIND over and answers it from a thread of its own. */
void aside_start(struct outbox *outbox, const char *credentials_path, struct store_op *op);

#endif
