/* Owns the threads that call the server: queue, sessions, cancelling, the end. How one call is made:
 * call_run.c. */
/* SPDX-License-Identifier: MIT */
#include "api_workers.h"

#include <stdlib.h>
#include <string.h>

#include "call_run.h"
#include "outbox.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "thread.h"

/* Server, token and limits, shared by the calls that were submitted under them. Counted under the lock. */
struct api_session {
    struct api_config config;
    int users;
};

struct api_job {
    struct api_job *next;
    struct call *call;
    struct api_session *session; /* NULL: none was set */
};

struct api_worker {
    struct api_workers *all;
    pthread_t thread;
    struct connection *connection; /* changed under the lock */
    struct api_session *session;   /* that the connection was made for; NULL when it must be made anew */
    uint64_t serial;               /* of the running call, 0 for none */
    bool cancel;                   /* the running call is to end */
};

struct api_workers {
    pthread_mutex_t lock;
    pthread_cond_t job_cond, ended_cond;
    struct api_job *first, **end; /* in the order in which they are sent */
    struct api_session *session;
    struct api_worker *workers;
    int started, alive; /* threads */
    uint64_t refusals;  /* answers after which the refresh machine sends nothing for now */
    bool quit;
    bool is_left_behind; /* nobody waits for the threads any more: the last one frees */
    struct outbox *outbox;
};

/* --- the queue, locked --- */

/* Counts one user less; frees behind the last. */
static void api_session_drop(struct api_session *session)
{
    if (!session || --session->users > 0)
        return;
    call_config_clear(&session->config);
    free(session);
}

static void api_job_free(struct api_job *job)
{
    api_session_drop(job->session);
    call_free(job->call);
    free(job);
}

/* --- mail --- */

/* Tells of progress and notices of the running call. */
static void api_worker_tell(void *arg, const struct call_progress *progress)
{
    struct api_worker *worker = arg;
    struct mail mail = {.kind = MAIL_PROGRESS, .progress = *progress};
    mail.progress.serial = worker->serial;
    outbox_post(worker->all->outbox, &mail);
}

/* Ends a call that never ran. Locked. */
static void api_workers_refuse(struct api_workers *all, struct api_job *job, bool is_unsent)
{
    struct mail mail = {.kind = MAIL_CALL, .call = call_result_new(job->call)};
    mail.call->is_unsent = is_unsent;
    error_set(&mail.call->error, ERROR_CANCELLED, "%s was cancelled before it was sent",
              endpoints[job->call->op].title);
    outbox_post(all->outbox, &mail);
    api_job_free(job);
}

/* Ends the reads for the refresh machine that wait, of this session. Locked. */
static void api_workers_recall(struct api_workers *all, const struct api_session *session)
{
    struct api_job **at = &all->first;
    while (*at) {
        struct api_job *job = *at;
        if (!job->call->timed || job->session != session) {
            at = &job->next;
            continue;
        }
        *at = job->next;
        api_workers_refuse(all, job, true);
    }
    all->end = at;
}

/* Waits for a job and makes it the worker's. NULL at the end. */
static struct api_job *api_worker_next(struct api_worker *worker)
{
    struct api_workers *all = worker->all;
    pthread_mutex_lock(&all->lock);
    while (!all->first && !all->quit)
        pthread_cond_wait(&all->job_cond, &all->lock);
    struct api_job *job = all->quit ? NULL : all->first;
    if (job) {
        all->first = job->next;
        if (!all->first)
            all->end = &all->first;
        worker->serial = job->call->serial;
        worker->cancel = false;
        if (worker->connection)
            connection_cancel_reset(worker->connection);
    }
    pthread_mutex_unlock(&all->lock);
    return job;
}

/* The connection's on_notice: arg is the worker. */
static void api_worker_notice(void *arg, const char *text, int64_t wait_ms)
{
    struct call_progress progress = {.total = -1, .wait_ms = wait_ms};
    size_t len = strlen(text), room = sizeof progress.notice - 1;
    while (len > room || (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80))
        len--;
    memcpy(progress.notice, text, len);
    api_worker_tell(arg, &progress);
}

/* Makes the worker's connection fit the job. */
static bool api_worker_prepare(struct api_worker *worker, struct api_job *job, struct error *err)
{
    struct api_workers *all = worker->all;
    struct api_config config = {0};
    if (job->session)
        config = job->session->config;
    bool own = call_config_for(&config, job->call);
    if (worker->connection && worker->session && worker->session == job->session && !own)
        return true;
    config.on_notice = api_worker_notice;
    config.notice_arg = worker;
    struct connection *connection = call_connection(&config, err);
    pthread_mutex_lock(&all->lock);
    struct connection *old = worker->connection;
    worker->connection = connection;
    api_session_drop(worker->session);
    worker->session = connection && !own ? job->session : NULL;
    if (worker->session)
        worker->session->users++;
    if (connection && worker->cancel)
        connection_cancel(connection);
    pthread_mutex_unlock(&all->lock);
    connection_free(old);
    return connection != NULL;
}

/* Is this the answer to a read of the refresh machine after which it sends no other one for now? */
static bool api_job_is_refused(const struct api_job *job, const struct call_result *result)
{
    enum error_kind kind = result->error.kind;
    return job->call->timed && !result->ok && (kind == ERROR_RATE_LIMITED || kind == ERROR_NOT_LOGGED_IN);
}

/* Carries a job out and tells. Where the answer is a refusal, the reads for the refresh machine that wait
 * end, and those that are submitted before it has heard of it. */
static void api_worker_do(struct api_worker *worker, struct api_job *job)
{
    struct api_workers *all = worker->all;
    struct mail mail = {.kind = MAIL_CALL, .call = call_result_new(job->call)};
    struct call_watch watch = {.tell = api_worker_tell, .arg = worker};
    if (api_worker_prepare(worker, job, &mail.call->error))
        call_run(worker->connection, job->call, mail.call, &watch);
    bool is_refused = api_job_is_refused(job, mail.call);
    pthread_mutex_lock(&all->lock);
    if (is_refused)
        mail.call->refusals = ++all->refusals;
    outbox_post(all->outbox, &mail); /* before what is behind it may be sent, and answered */
    if (is_refused)
        api_workers_recall(all, job->session);
    worker->serial = 0;
    api_job_free(job);
    pthread_mutex_unlock(&all->lock);
    mail_clear(&mail);
}

/* Frees all but the threads. */
static void api_workers_free(struct api_workers *all)
{
    api_session_drop(all->session);
    outbox_leave(all->outbox);
    pthread_mutex_destroy(&all->lock);
    pthread_cond_destroy(&all->job_cond);
    pthread_cond_destroy(&all->ended_cond);
    free(all->workers);
    free(all);
}

/* A thread ends; it may touch nothing behind it. */
static void api_workers_leave(struct api_workers *all)
{
    pthread_mutex_lock(&all->lock);
    bool frees = --all->alive == 0 && all->is_left_behind;
    pthread_cond_signal(&all->ended_cond);
    pthread_mutex_unlock(&all->lock);
    if (frees)
        api_workers_free(all);
}

/* A thread. */
static void *api_worker_run(void *arg)
{
    struct api_worker *worker = arg;
    struct api_workers *all = worker->all;
    for (struct api_job *job; (job = api_worker_next(worker));)
        api_worker_do(worker, job);
    pthread_mutex_lock(&all->lock);
    struct connection *connection = worker->connection;
    worker->connection = NULL;
    api_session_drop(worker->session);
    worker->session = NULL;
    pthread_mutex_unlock(&all->lock);
    connection_free(connection);
    api_workers_leave(all);
    return NULL;
}

struct api_workers *api_workers_new(struct mailbox *box, int count, struct error *err)
{
    struct api_workers *all = mem_zero(1, sizeof *all);
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->job_cond, NULL);
    thread_cond_init(&all->ended_cond);
    all->end = &all->first;
    all->outbox = outbox_new(box);
    all->workers = mem_zero((size_t)count, sizeof *all->workers);
    pthread_mutex_lock(&all->lock);
    bool ok = true;
    for (int i = 0; i < count && ok; i++) {
        all->workers[i].all = all;
        ok = thread_start(&all->workers[i].thread, api_worker_run, &all->workers[i], err);
        all->started += ok;
    }
    all->alive = all->started;
    pthread_mutex_unlock(&all->lock);
    if (ok)
        return all;
    api_workers_stop(all, 1000);
    return NULL;
}

void api_workers_set_session(struct api_workers *all, const struct api_config *config)
{
    struct api_session *session = mem_zero(1, sizeof *session);
    call_config_copy(&session->config, config);
    session->users = 1;
    pthread_mutex_lock(&all->lock);
    api_session_drop(all->session);
    all->session = session;
    pthread_mutex_unlock(&all->lock);
}

void api_workers_submit(struct api_workers *all, struct call *call)
{
    struct api_job *job = mem_zero(1, sizeof *job);
    job->call = call;
    if (call->seen)
        project_unshare(call->seen);
    pthread_mutex_lock(&all->lock);
    job->session = all->session;
    if (job->session)
        job->session->users++;
    if (call->timed && call->refusals < all->refusals) {
        api_workers_refuse(all, job, true);
    } else {
        *all->end = job;
        all->end = &job->next;
        pthread_cond_signal(&all->job_cond);
    }
    pthread_mutex_unlock(&all->lock);
}

/* Cancels waiting calls: the one with the serial, or all for 0. Locked. */
static bool api_workers_cancel_waiting(struct api_workers *all, uint64_t serial)
{
    bool found = false;
    struct api_job **at = &all->first;
    while (*at) {
        struct api_job *job = *at;
        if (serial != 0 && job->call->serial != serial) {
            at = &job->next;
            continue;
        }
        *at = job->next;
        api_workers_refuse(all, job, false);
        found = true;
    }
    all->end = at;
    return found;
}

/* Cancels running calls: the one with the serial, or all for 0. Locked. */
static bool api_workers_cancel_running(struct api_workers *all, uint64_t serial)
{
    bool found = false;
    for (int i = 0; i < all->started; i++) {
        struct api_worker *worker = &all->workers[i];
        if (worker->serial == 0 || (serial != 0 && worker->serial != serial))
            continue;
        worker->cancel = found = true;
        if (worker->connection)
            connection_cancel(worker->connection);
    }
    return found;
}

bool api_workers_cancel(struct api_workers *all, uint64_t serial)
{
    pthread_mutex_lock(&all->lock);
    bool found = api_workers_cancel_waiting(all, serial) || api_workers_cancel_running(all, serial);
    pthread_mutex_unlock(&all->lock);
    return found;
}

void api_workers_cancel_all(struct api_workers *all)
{
    pthread_mutex_lock(&all->lock);
    api_workers_cancel_waiting(all, 0);
    api_workers_cancel_running(all, 0);
    pthread_mutex_unlock(&all->lock);
}

/* Lets every thread end until the deadline; false when some hang. Locked. */
static bool api_workers_wait(struct api_workers *all, int64_t deadline)
{
    all->quit = true;
    pthread_cond_broadcast(&all->job_cond);
    while (all->alive > 0 && thread_cond_wait_until(&all->ended_cond, &all->lock, deadline))
        ;
    all->is_left_behind = all->alive > 0;
    return !all->is_left_behind;
}

bool api_workers_stop(struct api_workers *all, int limit_ms)
{
    if (!all)
        return true;
    int64_t deadline = clock_mono_ms() + limit_ms;
    api_workers_cancel_all(all);
    pthread_mutex_lock(&all->lock);
    bool ended = api_workers_wait(all, deadline);
    outbox_close(all->outbox);
    for (int i = 0; i < all->started && !ended; i++)
        pthread_detach(all->workers[i].thread);
    pthread_mutex_unlock(&all->lock); /* who is left behind may be gone from here on */
    if (!ended)
        return false;
    for (int i = 0; i < all->started; i++)
        pthread_join(all->workers[i].thread, NULL);
    api_workers_free(all);
    return true;
}
