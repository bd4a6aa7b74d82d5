/* The outbox: a mailbox for threads that may outlive it.
 *
 * Whoever ends the threads closes it; what is posted after that is dropped. It is counted: each user leaves
 * once.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_OUTBOX_H
#define STENO_WORK_OUTBOX_H

#include "mailbox.h"

struct outbox;

struct outbox *outbox_new(struct mailbox *box); /* for one user; the mailbox is borrowed until it is closed */
void outbox_join(struct outbox *outbox);        /* one user more */
void outbox_leave(struct outbox *outbox);       /* one user less; freed behind the last */
void outbox_close(struct outbox *outbox);

/* As mailbox_post. */
void outbox_post(struct outbox *outbox, struct mail *mail);

#endif
