/* Owns the running of a batch by the workers: what is sent when, what an answer ends, the end by a signal.
 * Knows no operation, and nothing of what is printed. */
#include "steno/work/pool.h"

#include <poll.h>
#include <stdlib.h>

#include "api_workers.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/core/batch_order.h"

#define POOL_STOP_MS 2000 /* for calls that were cancelled */
#define POOL_NAP_MS  2    /* with much queued still, answers are taken by the handful: fewer wake-ups */

struct pool {
    const struct pool_config *config;
    const struct pool_user *user;
    struct batch batch;
    struct call_result **results; /* by place; NULL until it has ended and after it was shown */
    struct mailbox *box;
    struct api_workers *workers;
    int64_t started_ms;
    struct error stop; /* what every other call would fail with too; ERROR_NONE while there is nothing */
};

/* How long until one more call may go out by the rate cap; 0 for now. */
static int64_t pool_pause(const struct pool *pool)
{
    if (pool->config->rate_cap == 0)
        return 0;
    int64_t due = pool->started_ms + (int64_t)pool->batch.started * 1000 / pool->config->rate_cap;
    int64_t pause = due - clock_mono_ms();
    return pause > 0 ? pause : 0;
}

/* Nothing more goes out, and what runs is of no use any more. */
static void pool_stop(struct pool *pool)
{
    if (pool->batch.stopped)
        return;
    batch_stop(&pool->batch);
    api_workers_cancel_all(pool->workers);
}

/* A place has its result. */
static void pool_end(struct pool *pool, size_t place, struct call_result *result)
{
    pool->results[place] = result;
    batch_end(&pool->batch, place);
}

/* Sends what may be sent now. */
static void pool_send(struct pool *pool)
{
    size_t place;
    while (batch_may_start(&pool->batch) && pool_pause(pool) == 0 && batch_start(&pool->batch, &place)) {
        struct call_result *instead = NULL;
        struct call *call = pool->user->make(pool->user->arg, place, &instead);
        if (!call) {
            pool_end(pool, place, instead);
            continue;
        }
        call->serial = place + 1;
        api_workers_submit(pool->workers, call);
    }
}

/* Takes one answer. Of a call that was cancelled because of another's failure that is the reason. */
static void pool_take(struct pool *pool, struct call_result *result)
{
    bool cancelled = result->error.kind == ERROR_CANCELLED && !result->error.sent;
    if (!result->ok && cancelled && pool->stop.kind != ERROR_NONE)
        result->error = pool->stop;
    if (pool->user->answered)
        pool->user->answered(pool->user->arg, (size_t)(result->serial - 1), result);
    if (!result->ok && !cancelled && pool->stop.kind == ERROR_NONE && batch_is_stopped_by(&result->error)) {
        pool->stop = result->error;
        pool_stop(pool);
    }
    pool_end(pool, (size_t)(result->serial - 1), result);
}

/* Takes the answers that have come. */
static void pool_receive(struct pool *pool)
{
    struct mail mail;
    while (mailbox_take(pool->box, &mail)) {
        if (mail.kind == MAIL_CALL) {
            pool_take(pool, mail.call);
            mail.call = NULL;
        } else if (mail.kind == MAIL_PROGRESS && mail.progress.notice[0]) {
            pool->user->say(pool->user->arg, mail.progress.notice);
        }
        mail_clear(&mail);
    }
}

/* Shows the results that are next in order. */
static void pool_show(struct pool *pool)
{
    size_t place;
    while (batch_show(&pool->batch, &place)) {
        pool->user->show(pool->user->arg, place, pool->results[place]);
        call_result_free(pool->results[place]);
        pool->results[place] = NULL;
    }
    if (pool->user->turned)
        pool->user->turned(pool->user->arg);
}

/* Ends what runs, and takes the answers to it. */
static void pool_interrupt(struct pool *pool)
{
    int64_t end_ms = clock_mono_ms() + POOL_STOP_MS, left_ms;
    struct pollfd mail = {.fd = mailbox_fd(pool->box), .events = POLLIN};
    batch_stop(&pool->batch);
    api_workers_cancel_all(pool->workers);
    while (!batch_is_over(&pool->batch) && (left_ms = end_ms - clock_mono_ms()) > 0) {
        poll(&mail, 1, (int)left_ms);
        pool_receive(pool);
    }
    pool_show(pool);
}

/* Sleeps until there is something to do; false: the pool is to end. */
static bool pool_wait(struct pool *pool)
{
    const struct pool_user *user = pool->user;
    int64_t pause = batch_may_start(&pool->batch) ? pool_pause(pool) : -1;
    if (!user->wait(user->arg, mailbox_fd(pool->box), pause))
        return false;
    return pool->batch.started - pool->batch.ended <= pool->config->queue / 2 || pool->config->queue == 0 ||
           user->wait(user->arg, -1, POOL_NAP_MS);
}

/* Sends, receives and shows until all is over. */
static enum pool_end pool_loop(struct pool *pool)
{
    for (;;) {
        if (pool->user->is_done(pool->user->arg))
            pool_stop(pool);
        pool_send(pool);
        pool_show(pool); /* also what was not sent */
        if (batch_is_over(&pool->batch))
            return pool->batch.stopped ? POOL_STOPPED : POOL_ALL;
        if (!pool_wait(pool)) {
            pool_interrupt(pool);
            return POOL_INTERRUPTED;
        }
        pool_receive(pool);
        pool_show(pool);
    }
}

/* Starts mailbox and workers. */
static bool pool_start(struct pool *pool, struct error *err)
{
    const struct pool_config *config = pool->config;
    size_t workers = config->connections < config->count ? config->connections : config->count;
    size_t queue = config->queue > config->connections ? config->queue : config->connections;
    batch_init(&pool->batch, config->count, queue, config->ahead);
    pool->results = mem_zero(config->count + 1, sizeof *pool->results);
    error_clear(&pool->stop);
    pool->box = mailbox_new(err);
    pool->workers = pool->box ? api_workers_new(pool->box, (int)(workers ? workers : 1), err) : NULL;
    if (!pool->workers)
        return false;
    api_workers_set_session(pool->workers, config->api);
    pool->started_ms = clock_mono_ms();
    return true;
}

/* Ends the workers; memory that a hanging one holds stays with it. */
static void pool_finish(struct pool *pool)
{
    if (!pool->workers || api_workers_stop(pool->workers, POOL_STOP_MS))
        mailbox_free(pool->box);
    for (size_t i = 0; i < pool->config->count; i++)
        call_result_free(pool->results[i]);
    free(pool->results);
    batch_free(&pool->batch);
}

enum pool_end pool_run(const struct pool_config *config, const struct pool_user *user, size_t *begun,
                       struct error *err)
{
    struct pool pool = {.config = config, .user = user};
    enum pool_end end = pool_start(&pool, err) ? pool_loop(&pool) : POOL_FAILED;
    *begun = pool.batch.started;
    pool_finish(&pool);
    return end;
}
