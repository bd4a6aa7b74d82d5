/* Owns the queue from the workers to the loop. Knows nothing of what the mail means. */
/* SPDX-License-Identifier: MIT */
#include "mailbox.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "steno/base/mem.h"

struct letter {
    struct letter *next;
    struct mail mail;
};

struct mailbox {
    pthread_mutex_t lock;
    struct letter *first, **end;
    int fd;
};

struct mailbox *mailbox_new(struct error *err)
{
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (fd < 0) {
        error_set(err, ERROR_IO, "Cannot create an event descriptor: %s", strerror(errno));
        return NULL;
    }
    struct mailbox *box = mem_zero(1, sizeof *box);
    pthread_mutex_init(&box->lock, NULL);
    box->end = &box->first;
    box->fd = fd;
    return box;
}

void mailbox_free(struct mailbox *box)
{
    if (!box)
        return;
    struct mail mail;
    while (mailbox_take(box, &mail))
        mail_clear(&mail);
    close(box->fd);
    pthread_mutex_destroy(&box->lock);
    free(box);
}

int mailbox_fd(const struct mailbox *box)
{
    return box->fd;
}

/* Lets a letter that waits stand for the new one. Locked. */
static bool mailbox_merge(struct mailbox *box, struct mail *mail)
{
    if (mail->kind != MAIL_PROGRESS || *mail->progress.notice)
        return false;
    for (struct letter *letter = box->first; letter; letter = letter->next) {
        if (letter->mail.kind != mail->kind)
            continue;
        struct call_progress *old = &letter->mail.progress;
        if (old->serial == mail->progress.serial && !*old->notice) {
            *old = mail->progress;
            return true;
        }
    }
    return false;
}

/* Makes the descriptor readable. Locked. */
static void mailbox_wake(struct mailbox *box)
{
    uint64_t one = 1;
    ssize_t ignored = write(box->fd, &one, sizeof one);
    (void)ignored;
}

void mailbox_post(struct mailbox *box, struct mail *mail)
{
    pthread_mutex_lock(&box->lock);
    bool was_empty = !box->first;
    if (!mailbox_merge(box, mail)) {
        struct letter *letter = mem_zero(1, sizeof *letter);
        letter->mail = *mail;
        *box->end = letter;
        box->end = &letter->next;
    }
    *mail = (struct mail){0};
    if (was_empty && box->first) /* the descriptor stays readable until the last letter is taken */
        mailbox_wake(box);
    pthread_mutex_unlock(&box->lock);
}

bool mailbox_take(struct mailbox *box, struct mail *mail)
{
    pthread_mutex_lock(&box->lock);
    struct letter *letter = box->first;
    if (letter) {
        box->first = letter->next;
        if (!box->first) {
            box->end = &box->first;
            uint64_t count;
            ssize_t ignored = read(box->fd, &count, sizeof count);
            (void)ignored;
        }
    }
    pthread_mutex_unlock(&box->lock);
    *mail = letter ? letter->mail : (struct mail){0};
    bool found = letter != NULL;
    free(letter);
    return found;
}

void mail_clear(struct mail *mail)
{
    if (mail->call)
        call_result_free(mail->call);
    free(mail->text);
    mem_wipe_free(mail->secret);
    *mail = (struct mail){0};
}
