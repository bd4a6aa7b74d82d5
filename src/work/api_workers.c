/* Owns the threads that call the server: queue, sessions, cancelling, the end. How one call is made:
 * call_run.c. */
#include "api_workers.h"

#include <stdlib.h>
#include <string.h>

#include "call_run.h"
#include "mailbox.h"
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
    struct api_job *first, **end;
    struct api_session *session;
    struct api_worker *workers;
    int count;   /* threads started */
    int alive;   /* threads not ended */
    size_t busy; /* calls that wait or run */
    bool quit, abandoned;
    struct mailbox *box;
};

/* Counts one user less; frees behind the last. Locked. */
static void api_session_drop(struct api_session *session)
{
    if (!session || --session->users > 0)
        return;
    call_config_clear(&session->config);
    free(session);
}

/* Posts unless nobody takes mail any more. Unlocked. */
static void api_workers_post(struct api_workers *all, struct mail *mail)
{
    pthread_mutex_lock(&all->lock);
    bool abandoned = all->abandoned;
    if (!abandoned)
        mailbox_post(all->box, mail);
    pthread_mutex_unlock(&all->lock);
    if (abandoned)
        mail_clear(mail);
}

/* Tells of progress and notices of the running call. */
static void api_worker_tell(void *arg, const struct call_progress *progress)
{
    struct api_worker *worker = arg;
    struct mail mail = {.kind = MAIL_PROGRESS, .progress = *progress};
    mail.progress.serial = worker->serial;
    api_workers_post(worker->all, &mail);
}

/* Ends a call that never ran. Locked. */
static void api_workers_refuse(struct api_workers *all, struct api_job *job)
{
    struct mail mail = {.kind = MAIL_CALL, .call = call_result_new(job->call)};
    error_set(&mail.call->error, ERROR_CANCELLED, "%s was cancelled before it was sent",
              endpoints[job->call->op].title);
    mailbox_post(all->box, &mail);
    all->busy--;
    api_session_drop(job->session);
    call_free(job->call);
    free(job);
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
static void api_worker_notice(void *arg, const char *text)
{
    struct call_progress progress = {.total = -1};
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
    if (!config.base_url || !*config.base_url)
        return error_set(err, ERROR_USAGE, "No server is set: log in with its URL first");
    struct connection *connection = connection_new(&config, err);
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

/* Carries a job out and tells. */
static void api_worker_do(struct api_worker *worker, struct api_job *job)
{
    struct api_workers *all = worker->all;
    struct mail mail = {.kind = MAIL_CALL, .call = call_result_new(job->call)};
    struct call_watch watch = {.tell = api_worker_tell, .arg = worker};
    if (api_worker_prepare(worker, job, &mail.call->error))
        call_run(worker->connection, job->call, mail.call, &watch);
    pthread_mutex_lock(&all->lock);
    worker->serial = 0;
    all->busy--;
    api_session_drop(job->session);
    bool abandoned = all->abandoned;
    if (!abandoned)
        mailbox_post(all->box, &mail);
    pthread_mutex_unlock(&all->lock);
    if (abandoned)
        mail_clear(&mail);
    call_free(job->call);
    free(job);
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
    pthread_mutex_lock(&all->lock);
    all->alive--;
    pthread_cond_signal(&all->ended_cond);
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

struct api_workers *api_workers_new(struct mailbox *box, int count, struct error *err)
{
    struct api_workers *all = mem_zero(1, sizeof *all);
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->job_cond, NULL);
    thread_cond_init(&all->ended_cond);
    all->end = &all->first;
    all->box = box;
    all->workers = mem_zero((size_t)count, sizeof *all->workers);
    pthread_mutex_lock(&all->lock);
    bool ok = true;
    for (int i = 0; i < count && ok; i++) {
        all->workers[i].all = all;
        ok = thread_start(&all->workers[i].thread, api_worker_run, &all->workers[i], err);
        all->count += ok;
    }
    all->alive = all->count;
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
    *all->end = job;
    all->end = &job->next;
    all->busy++;
    pthread_cond_signal(&all->job_cond);
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
        api_workers_refuse(all, job);
        found = true;
    }
    all->end = at;
    return found;
}

/* Cancels running calls: the one with the serial, or all for 0. Locked. */
static bool api_workers_cancel_running(struct api_workers *all, uint64_t serial)
{
    bool found = false;
    for (int i = 0; i < all->count; i++) {
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
    all->abandoned = all->alive > 0;
    return !all->abandoned;
}

bool api_workers_stop(struct api_workers *all, int limit_ms)
{
    if (!all)
        return true;
    int64_t deadline = clock_mono_ms() + limit_ms;
    api_workers_cancel_all(all);
    pthread_mutex_lock(&all->lock);
    bool ended = api_workers_wait(all, deadline);
    for (int i = 0; i < all->count && !ended; i++)
        pthread_detach(all->workers[i].thread);
    pthread_mutex_unlock(&all->lock);
    if (!ended)
        return false;
    for (int i = 0; i < all->count; i++)
        pthread_join(all->workers[i].thread, NULL);
    api_session_drop(all->session);
    pthread_mutex_destroy(&all->lock);
    pthread_cond_destroy(&all->job_cond);
    pthread_cond_destroy(&all->ended_cond);
    free(all->workers);
    free(all);
    return true;
}
