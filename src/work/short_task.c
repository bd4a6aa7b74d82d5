/* Owns the short-lived threads that run token_command, look for files. */
/* SPDX-License-Identifier: MIT */
#include "short_task.h"

#include <stdlib.h>

#include "export_look.h"
#include "steno/base/mem.h"
#include "steno/store/config.h"
#include "thread.h"

struct short_task {
    struct outbox *outbox;
    char *credentials_path; /* NULL: the default */
    struct store_op *op;
    struct store_result *result;
};

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
    struct mail mail = {.kind = MAIL_STORE, .store = task->result};
    short_task_answer(task, mail.store);
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
    outbox_join(task->outbox);
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
