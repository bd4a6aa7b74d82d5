/* Owns the count of those who post to a mailbox that may be gone before they end. */
/* SPDX-License-Identifier: MIT */
#include "outbox.h"

#include <pthread.h>
#include <stdlib.h>

#include "steno/base/mem.h"

struct outbox {
    pthread_mutex_t lock;
    struct mailbox *box; /* NULL when closed */
    int users;
};

struct outbox *outbox_new(struct mailbox *box)
{
    struct outbox *outbox = mem_zero(1, sizeof *outbox);
    pthread_mutex_init(&outbox->lock, NULL);
    outbox->box = box;
    outbox->users = 1;
    return outbox;
}

void outbox_join(struct outbox *outbox)
{
    pthread_mutex_lock(&outbox->lock);
    outbox->users++;
    pthread_mutex_unlock(&outbox->lock);
}

void outbox_post(struct outbox *outbox, struct mail *mail)
{
    pthread_mutex_lock(&outbox->lock);
    bool open = outbox->box != NULL;
    if (open)
        mailbox_post(outbox->box, mail);
    pthread_mutex_unlock(&outbox->lock);
    if (!open)
        mail_clear(mail);
}

void outbox_close(struct outbox *outbox)
{
    pthread_mutex_lock(&outbox->lock);
    outbox->box = NULL;
    pthread_mutex_unlock(&outbox->lock);
}

void outbox_leave(struct outbox *outbox)
{
    pthread_mutex_lock(&outbox->lock);
    bool last = --outbox->users == 0;
    pthread_mutex_unlock(&outbox->lock);
    if (!last)
        return;
    pthread_mutex_destroy(&outbox->lock);
    free(outbox);
}
