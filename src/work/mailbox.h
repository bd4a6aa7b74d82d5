/* What only this layer calls of steno/work/mailbox.h. */
#ifndef STENO_WORK_MAILBOX_PRIVATE_H
#define STENO_WORK_MAILBOX_PRIVATE_H

#include "steno/work/mailbox.h"

/* Takes the contents over and empties *mail.  Byte counts of one call that nobody has taken yet are replaced,
 * and MAIL_STORE_CHANGED waits once only: the queue stays short. */
void mailbox_post(struct mailbox *box, struct mail *mail);

#endif
