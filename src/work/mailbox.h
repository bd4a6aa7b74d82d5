/* The mailbox: what the workers have to tell the loop, and a descriptor to poll for it.
 *
 * Any thread posts; one thread takes.  All contents are owned by the mail.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_MAILBOX_H
#define STENO_WORK_MAILBOX_H

#include <stdbool.h>

#include "steno/base/error.h"
#include "steno/core/write.h"

enum mail_kind {
    MAIL_CALL,     /* call: an API operation ended */
    MAIL_PROGRESS, /* progress: an export goes on, or a retry waits */
    MAIL_TOKEN,    /* secret: what a token's command has printed; NULL: nothing, for the reason in `text` */
    MAIL_NOTICE,   /* text: a sentence for the operator, said once */
    MAIL_PROGRAM,  /* a program that tells its end has ended */
    MAIL_COPY      /* text: to be copied by the terminal, because a program could not */
};

struct mail {
    enum mail_kind kind;
    struct call_result *call;
    struct call_progress progress;
    char *text;
    char *secret; /* wiped */
    bool good;    /* the notice tells of no failure */
};

struct mailbox;

struct mailbox *mailbox_new(struct error *err);
void mailbox_free(struct mailbox *box);

/* Readable while mail waits. For poll(); never read it. */
int mailbox_fd(const struct mailbox *box);

/* Fills *mail with the oldest; false when none waits. Free its contents with mail_clear. */
bool mailbox_take(struct mailbox *box, struct mail *mail);
void mail_clear(struct mail *mail);

/* Takes the contents over and empties the mail.  Byte counts of one call that nobody has taken yet are
 * replaced: the queue stays short. */
void mailbox_post(struct mailbox *box, struct mail *mail);

#endif
