/* Owns the short-lived threads that run token_command, look for files or compute, and the mailbox that may
 * close before they end. */
#include "aside.h"

#include <stdlib.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/store/config.h"
#include "steno/store/store.h"
#include "thread.h"

struct aside {
    struct outbox *outbox;
    char *credentials_path; /* NULL: the default */
    struct store_op *op;    /* NULL: it computes */
    struct computation *computation;
};

struct outbox *outbox_new(struct mailbox *box)
{
    struct outbox *outbox = mem_zero(1, sizeof *outbox);
    pthread_mutex_init(&outbox->lock, NULL);
    thread_cond_init(&outbox->left);
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
    pthread_cond_signal(&outbox->left);
    pthread_mutex_unlock(&outbox->lock);
    if (!last)
        return;
    pthread_mutex_destroy(&outbox->lock);
    pthread_cond_destroy(&outbox->left);
    free(outbox);
}

void outbox_wait(struct outbox *outbox, int limit_ms)
{
    int64_t deadline = clock_mono_ms() + limit_ms;
    pthread_mutex_lock(&outbox->lock);
    while (outbox->users > 1 && thread_cond_wait_until(&outbox->left, &outbox->lock, deadline))
        ;
    pthread_mutex_unlock(&outbox->lock);
}

/* Reads what the operation asks for. */
static void aside_answer(const struct aside *aside, struct store_result *result)
{
    const struct store_op *op = aside->op;
    if (op->kind == STORE_FILES_FIND)
        store_find_files(op, result);
    else
        result->ok = config_read_token(aside->credentials_path, op->name, op->text2 ? op->text2 : "",
                                       op->text3 ? op->text3 : "", op->text ? op->text : "", &result->secret,
                                       &result->error);
}

/* The thread: works, answers, frees. */
static void *aside_run(void *arg)
{
    struct aside *aside = arg;
    struct mail mail = {.kind = MAIL_COMPUTED, .computation = aside->computation};
    if (aside->op) {
        mail = (struct mail){.kind = MAIL_STORE, .store = store_result_new(aside->op)};
        aside_answer(aside, mail.store);
    } else {
        computation_run(aside->computation);
    }
    outbox_post(aside->outbox, &mail);
    outbox_leave(aside->outbox);
    store_op_free(aside->op);
    free(aside->credentials_path);
    free(aside);
    return NULL;
}

/* Starts the thread; without one it is done at once. */
static void aside_start(const struct aside *what)
{
    struct aside *aside = mem_alloc(sizeof *aside);
    struct error err;
    pthread_t thread;
    *aside = *what;
    pthread_mutex_lock(&aside->outbox->lock);
    aside->outbox->users++;
    pthread_mutex_unlock(&aside->outbox->lock);
    if (thread_start(&thread, aside_run, aside, &err))
        pthread_detach(thread);
    else
        aside_run(aside);
}

void aside_read(struct outbox *outbox, const char *credentials_path, struct store_op *op)
{
    aside_start(&(struct aside){outbox, mem_copy_or_null(credentials_path), op, NULL});
}

void aside_compute(struct outbox *outbox, struct computation *computation)
{
    aside_start(&(struct aside){outbox, NULL, NULL, computation});
}
