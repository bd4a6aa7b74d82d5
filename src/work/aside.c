/* Owns the short-lived threads that run token_command or look for files, and the mailbox that may close
 * before they end. */
#include "aside.h"

#include <stdlib.h>

#include "steno/base/mem.h"
#include "steno/store/config.h"
#include "steno/store/store.h"
#include "thread.h"

struct aside {
    struct outbox *outbox;
    char *credentials_path; /* NULL: the default */
    struct store_op *op;
};

struct outbox *outbox_new(struct mailbox *box)
{
    struct outbox *outbox = mem_zero(1, sizeof *outbox);
    pthread_mutex_init(&outbox->lock, NULL);
    outbox->box = box;
    outbox->users = 1;
    return outbox;
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

/* The thread: reads, answers, frees. */
static void *aside_run(void *arg)
{
    struct aside *reader = arg;
    const struct store_op *op = reader->op;
    struct mail mail = {.kind = MAIL_STORE, .store = store_result_new(op)};
    if (op->kind == STORE_FILES_FIND)
        store_find_files(op, mail.store);
    else
        mail.store->ok = config_read_token(reader->credentials_path, op->name, op->text2 ? op->text2 : "",
                                           op->text3 ? op->text3 : "", op->text ? op->text : "",
                                           &mail.store->secret, &mail.store->error);
    outbox_post(reader->outbox, &mail);
    outbox_leave(reader->outbox);
    store_op_free(reader->op);
    free(reader->credentials_path);
    free(reader);
    return NULL;
}

void aside_start(struct outbox *outbox, const char *credentials_path, struct store_op *op)
{
    struct aside *reader = mem_zero(1, sizeof *reader);
    struct error err;
    pthread_t thread;
    *reader = (struct aside){outbox, mem_copy_or_null(credentials_path), op};
    pthread_mutex_lock(&outbox->lock);
    outbox->users++;
    pthread_mutex_unlock(&outbox->lock);
    if (thread_start(&thread, aside_run, reader, &err))
        pthread_detach(thread);
    else
        aside_run(reader);
}
