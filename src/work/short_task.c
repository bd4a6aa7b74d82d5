/* Owns the short-lived threads that run token_command, look for files or compute, and the mailbox that may
 * close before they end. */
/* SPDX-License-Identifier: MIT */
#include "short_task.h"

#include <stdlib.h>

#include "export_look.h"
#include "mailbox.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/store/config.h"
#include "thread.h"

struct short_task {
    struct outbox *outbox;
    char *credentials_path; /* NULL: the default */
    struct store_op *op;    /* NULL: it computes */
    struct store_result *result;
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
static void short_task_answer(const struct short_task *task, struct store_result *result)
{
    const struct store_op *op = task->op;
    if (op->kind == STORE_EXPORTS_LOOK)
        export_look_run(result->look);
    else
        result->ok = config_read_token(task->credentials_path, op->name, op->text2 ? op->text2 : "",
                                       op->text3 ? op->text3 : "", op->text ? op->text : "", &result->secret,
                                       &result->error);
}

/* The thread: works, answers, frees. */
static void *short_task_run(void *arg)
{
    struct short_task *task = arg;
    struct mail mail = {.kind = MAIL_COMPUTED, .computation = task->computation};
    if (task->op) {
        mail = (struct mail){.kind = MAIL_STORE, .store = task->result};
        short_task_answer(task, mail.store);
    } else {
        computation_run(task->computation);
    }
    outbox_post(task->outbox, &mail);
    outbox_leave(task->outbox);
    store_op_free(task->op);
    free(task->credentials_path);
    free(task);
    return NULL;
}

/* Starts the thread; without one it is done at once. */
static void short_task_start(const struct short_task *what)
{
    struct short_task *task = mem_alloc(sizeof *task);
    struct error err;
    pthread_t thread;
    *task = *what;
    pthread_mutex_lock(&task->outbox->lock);
    task->outbox->users++;
    pthread_mutex_unlock(&task->outbox->lock);
    if (thread_start(&thread, short_task_run, task, &err))
        pthread_detach(thread);
    else
        short_task_run(task);
}

void short_task_read(struct outbox *outbox, const char *credentials_path, struct store_op *op)
{
    short_task_start(&(struct short_task){.outbox = outbox,
                                          .credentials_path = mem_copy_or_null(credentials_path),
                                          .op = op,
                                          .result = store_result_new(op)});
}

void short_task_look(struct outbox *outbox, struct store_op *op, struct store_result *result)
{
    result->look = op->look;
    op->look = NULL;
    result->look->ledger = result->ledger;
    result->ledger = (struct ledger){0};
    result->ok = true; /* without a ledger no file is steno's */
    short_task_start(&(struct short_task){.outbox = outbox, .op = op, .result = result});
}

void short_task_compute(struct outbox *outbox, struct computation *computation)
{
    short_task_start(&(struct short_task){.outbox = outbox, .computation = computation});
}
