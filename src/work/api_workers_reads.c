/* Owns the thread that reads projects: which reads the sweep gets, and the letters made of what it brings.
 * How several are read at a time: api/sweep.c. */
/* SPDX-License-Identifier: MIT */
#include "api_workers_private.h"

#include <stdlib.h>

#include "call_run.h"
#include "steno/api/sweep.h"
#include "steno/base/mem.h"

/* The job of a read. Locked. */
static struct api_job *api_reader_find(const struct api_reader *reader, uint64_t serial)
{
    struct api_job *job = reader->jobs;
    while (job->call->serial != serial)
        job = job->next;
    return job;
}

static bool api_reader_next(void *arg, size_t under_way, struct sweep_read *read)
{
    struct api_reader *reader = arg;
    struct api_workers *all = reader->all;
    pthread_mutex_lock(&all->lock);
    reader->under_way = under_way;
    struct api_job *job = api_workers_first(all, true);
    if (job && (all->quit || job->session != reader->session))
        job = NULL;
    if (job) {
        api_workers_take(all);
        job->next = reader->jobs;
        reader->jobs = job;
        reader->under_way++;
        read->serial = job->call->serial;
        read->project_id = job->call->project_id;
        read->timed = job->call->timed;
        read->limit_ms = job->call->limit_ms;
    }
    if (api_workers_first(all, false))
        pthread_cond_signal(&all->job_cond);
    pthread_mutex_unlock(&all->lock);
    return job != NULL;
}

static bool api_reader_wants(void *arg, uint64_t serial)
{
    const struct api_reader *reader = arg;
    pthread_mutex_lock(&reader->all->lock);
    bool is_wanted = !api_reader_find(reader, serial)->is_cancelled;
    pthread_mutex_unlock(&reader->all->lock);
    return is_wanted;
}

/* Takes the jobs of these reads out of those under way, in their order, without their sessions. */
static void api_reader_take_jobs(struct api_reader *reader, const struct sweep_read *reads, size_t count,
                                 struct api_job **jobs)
{
    pthread_mutex_lock(&reader->all->lock);
    for (size_t i = 0; i < count; i++) {
        struct api_job **at = &reader->jobs;
        while ((*at)->call->serial != reads[i].serial)
            at = &(*at)->next;
        jobs[i] = *at;
        *at = jobs[i]->next;
        api_session_drop(jobs[i]->session);
        jobs[i]->session = NULL;
    }
    pthread_mutex_unlock(&reader->all->lock);
}

/* A letter for each read; where the server does not want more of them, what waits is not sent. */
static void api_reader_take(void *arg, struct sweep_read *reads, size_t count)
{
    struct api_reader *reader = arg;
    struct api_job *jobs[SWEEP_HANDFUL];
    struct mail mails[SWEEP_HANDFUL];
    bool is_refused = false;
    api_reader_take_jobs(reader, reads, count, jobs);
    for (size_t i = 0; i < count; i++) {
        struct call_result *result = call_result_new(jobs[i]->call);
        mails[i] = (struct mail){.kind = MAIL_CALL, .call = result};
        result->is_same = reads[i].ok && reads[i].reply && reads[i].reply == jobs[i]->call->reply;
        if (result->is_same)
            sweep_drop(&reads[i]);
        else if (reads[i].ok)
            result->project = sweep_project(reader->connection, &reads[i], &result->error);
        else
            result->error = reads[i].error;
        result->ok = result->is_same || result->project;
        is_refused = is_refused || api_job_is_refused(jobs[i], result);
        api_job_free(jobs[i]);
    }
    pthread_mutex_lock(&reader->all->lock);
    api_workers_answer(reader->all, reader->session, mails, count, is_refused);
    pthread_mutex_unlock(&reader->all->lock);
    for (size_t i = 0; i < count; i++) /* nobody took them */
        mail_clear(&mails[i]);
}

static void api_reader_notice(void *arg, uint64_t serial, const char *text)
{
    const struct api_reader *reader = arg;
    api_workers_notice(reader->all, serial, text, 0);
}

bool api_reader_cancel(struct api_reader *reader, uint64_t serial)
{
    bool found = false;
    for (struct api_job *job = reader->jobs; job; job = job->next) {
        if (serial == 0 || job->call->serial == serial)
            job->is_cancelled = found = true;
    }
    if (found && reader->is_sweeping)
        sweep_wake(reader->connection);
    return found;
}

/* Waits for a read and makes the reader's connection fit it; false with the error. Nothing is to be read any
 * more where *quit is set. */
static bool api_reader_prepare(struct api_reader *reader, bool *quit, struct error *err)
{
    struct api_workers *all = reader->all;
    pthread_mutex_lock(&all->lock);
    while (!api_workers_first(all, true) && !all->quit)
        pthread_cond_wait(&reader->job_cond, &all->lock);
    *quit = all->quit;
    struct api_session *session = all->quit ? NULL : all->first->session;
    bool fits = session && session == reader->session;
    if (session && !fits)
        session->users++;
    reader->is_sweeping = fits;
    pthread_mutex_unlock(&all->lock);
    if (*quit || fits)
        return fits;
    struct api_config config = {0};
    if (session)
        config = session->config;
    struct connection *connection = call_connection(&config, err), *old = reader->connection;
    pthread_mutex_lock(&all->lock);
    api_session_drop(reader->session);
    reader->session = session;
    reader->connection = connection;
    reader->is_sweeping = connection != NULL;
    pthread_mutex_unlock(&all->lock);
    connection_free(old);
    return connection != NULL;
}

/* There is no connection for the first read: answers it. */
static void api_reader_refuse(struct api_reader *reader, const struct error *err)
{
    struct api_workers *all = reader->all;
    pthread_mutex_lock(&all->lock);
    struct api_job *job = api_workers_first(all, true);
    if (job && job->session == reader->session) {
        struct mail mail = {.kind = MAIL_CALL, .call = call_result_new(job->call)};
        mail.call->error = *err;
        api_workers_take(all);
        api_job_free(job);
        outbox_post(all->outbox, &mail);
        api_workers_wake(all);
    }
    api_session_drop(reader->session);
    reader->session = NULL;
    pthread_mutex_unlock(&all->lock);
}

void *api_reader_run(void *arg)
{
    struct api_reader *reader = arg;
    struct api_workers *all = reader->all;
    const struct sweep_user user = {.arg = reader,
                                    .next = api_reader_next,
                                    .is_wanted = api_reader_wants,
                                    .take = api_reader_take,
                                    .notice = api_reader_notice};
    struct error err;
    for (bool quit = false; !quit;) {
        if (api_reader_prepare(reader, &quit, &err))
            sweep_run(reader->connection, (size_t)all->count, &user);
        else if (!quit)
            api_reader_refuse(reader, &err);
        pthread_mutex_lock(&all->lock);
        reader->is_sweeping = false;
        pthread_mutex_unlock(&all->lock);
    }
    connection_free(reader->connection);
    pthread_mutex_lock(&all->lock);
    api_session_drop(reader->session);
    pthread_mutex_unlock(&all->lock);
    api_workers_leave(all);
    return NULL;
}
