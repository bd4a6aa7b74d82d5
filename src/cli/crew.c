/* The threads of a command (the crew), which make the calls. Only the main thread uses store and outputs. */
/* SPDX-License-Identifier: MIT */
#include "each.h"

#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>

#include "steno/api/http.h"
#include "steno/api/json.h"
#include "steno/base/process.h"
#include "steno/work/export_file.h"
#include "steno/work/workers.h"

struct crew_thread {
    struct crew *crew;
    pthread_t id;
    struct connection *connection;
    unsigned token_number; /* number of the token that the connection uses */
    size_t place;          /* `place` of the running job */
    bool is_writing;       /* a write is being sent; false while its project is read after a conflict */
};

struct crew {
    pthread_mutex_t lock;
    pthread_cond_t job_cond;
    struct crew_job *to_do, **to_do_end, *done, **done_end;
    char *token;
    unsigned token_number; /* counts the new tokens; 0: the token of the settings is used */
    struct crew_thread *threads;
    size_t count;
    bool quit, winds_down, is_cancelled; /* winds_down: sent writes go on; is_cancelled: no call goes on */
    int wake;                            /* eventfd: readable when a job is done, or a notice came */
};

void crew_job_free(struct crew_job *job)
{
    if (!job)
        return;
    call_free(job->call);
    call_result_free(job->result);
    spawn_argv_free(job->argv);
    spawn_argv_free(job->env);
    free(job->notice);
    free(job);
}

/* --- a thread --- */

static void thread_done(struct crew *crew, struct crew_job *job)
{
    if (!crew->done) /* if the list has a job, the main thread has been woken already */
        eventfd_write(crew->wake, 1);
    job->next = NULL;
    *crew->done_end = job;
    crew->done_end = &job->next;
}

static void thread_notice(void *arg, const char *text, int64_t wait_ms)
{
    struct crew_thread *thread = arg;
    struct crew_job *notice = mem_zero(1, sizeof *notice);
    *notice = (struct crew_job){.place = thread->place, .notice = mem_copy(text), .wait_ms = wait_ms};
    pthread_mutex_lock(&thread->crew->lock);
    thread_done(thread->crew, notice);
    pthread_mutex_unlock(&thread->crew->lock);
}

/* After a conflict, returns true if the next request may be sent. is_writing: this request is the write. */
static bool thread_goes_on(struct crew_thread *thread, bool is_writing)
{
    pthread_mutex_lock(&thread->crew->lock);
    bool goes_on = !thread->crew->winds_down;
    thread->is_writing = is_writing;
    pthread_mutex_unlock(&thread->crew->lock);
    return goes_on;
}

/* Sends a write. After a conflict, reads the project, and repeats the write if no other change is lost. */
static void thread_write(struct crew_thread *thread, const struct call *call, struct call_result *result)
{
    struct request_args args = {.project_id = call->project_id,
                                .version = call->seen ? call->seen->version : call->version,
                                .key = call->key,
                                .value = call->value,
                                .params = call->params};
    struct connection *connection = thread->connection;
    result->ok = api_write(connection, call->op, &args, call->seen, &result->project, &result->error);
    if (!conflict_needs_reading(call, result) || !thread_goes_on(thread, false))
        return;
    struct error refused = result->error;
    error_clear(&result->error);
    project_free(result->project);
    result->project = api_project_get(connection, call->project_id, &result->error);
    result->ok = result->project != NULL;
    if (!conflict_retry(call, &refused, !thread_goes_on(thread, true), result))
        return;
    struct project *before = result->project;
    args.version = before->version;
    error_clear(&result->error);
    result->ok = api_write(connection, call->op, &args, before, &result->project, &result->error);
    if (!result->ok && result->error.kind == ERROR_CONFLICT && !result->project)
        result->project = before; /* `before` is newer than the stored reading */
    else
        project_free(before);
}

/* Cancels the running call after crew_stop(). The caller holds the lock. */
static void thread_check_stop(struct crew_thread *thread)
{
    const struct crew *crew = thread->crew;
    if (crew->is_cancelled || (crew->winds_down && !thread->is_writing))
        connection_cancel(thread->connection);
}

static void thread_call(struct crew_thread *thread, const struct call *call, struct call_result *result)
{
    static const struct export_file_io io = {0};
    struct connection *connection = thread->connection;
    connection_hand_back_waits(connection, call->timed);
    if (endpoints[call->op].write) {
        thread_write(thread, call, result);
    } else if (call->op == ENDPOINT_EXPORT) {
        result->ok = export_file_save(connection, call, &io, result);
    } else if ((result->project = api_project_get(connection, call->project_id, &result->error))) {
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        result->ok = true;
        if (json_write(&text, result->project->record.raw))
            result->text = buffer_take(&text);
        buffer_free(&text);
    }
}

static void *thread_run(void *arg)
{
    struct crew_thread *thread = arg;
    struct crew *crew = thread->crew;
    struct crew_job *job;
    pthread_mutex_lock(&crew->lock);
    while ((job = crew->to_do) || !crew->quit) {
        if (!job) {
            pthread_cond_wait(&crew->job_cond, &crew->lock);
            continue;
        }
        if (!(crew->to_do = job->next))
            crew->to_do_end = &crew->to_do;
        bool is_off = crew->winds_down;
        thread->place = job->place;
        thread->is_writing = job->call && endpoints[job->call->op].write;
        if (thread->token_number != crew->token_number)
            connection_set_token(thread->connection, crew->token);
        thread->token_number = crew->token_number;
        thread_check_stop(thread);
        pthread_mutex_unlock(&crew->lock);
        if (is_off)
            error_set(&job->result->error, ERROR_CANCELLED, "%s was cancelled before it %s",
                      job->call ? endpoints[job->call->op].title : "The program",
                      job->call ? "was sent" : "began");
        else if (job->call)
            thread_call(thread, job->call, job->result);
        else
            spawn_run(&(struct spawn_request){.argv = job->argv,
                                              .env_extra = (const char *const *)job->env,
                                              .timeout_ms = NOTIFY_HOOK_LIMIT_MS},
                      &job->result->error);
        pthread_mutex_lock(&crew->lock);
        thread_done(crew, job);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* --- the main thread --- */

static pthread_t crew_loader;
static bool crew_is_loading;

static void *crew_load_run(void *arg)
{
    struct error err;
    (void)arg;
    http_load(&err);
    return NULL;
}

void crew_load(void)
{
    crew_is_loading = pthread_create(&crew_loader, NULL, crew_load_run, NULL) == 0;
}

void crew_load_end(void)
{
    if (crew_is_loading)
        pthread_join(crew_loader, NULL);
    crew_is_loading = false;
}

struct crew *crew_new(const struct cli *cli, size_t threads, struct error *err)
{
    struct crew *crew = mem_zero(1, sizeof *crew);
    struct api_config config;
    sigset_t all, before;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->job_cond, NULL);
    crew->to_do_end = &crew->to_do;
    crew->done_end = &crew->done;
    crew->threads = mem_zero(threads, sizeof *crew->threads);
    crew->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    settings_to_api(&cli->settings, &config);
    config.on_notice = thread_notice;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error_clear(err);
    bool ok = crew->wake >= 0;
    while (ok && crew->count < threads) {
        struct crew_thread *thread = &crew->threads[crew->count];
        thread->crew = crew;
        config.notice_arg = thread;
        thread->connection = connection_new(&config, err);
        ok = thread->connection && pthread_create(&thread->id, NULL, thread_run, thread) == 0;
        if (ok)
            crew->count++;
        else
            connection_free(thread->connection);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (ok)
        return crew;
    crew_free(crew, 1000);
    if (err->kind == ERROR_NONE)
        error_set(err, ERROR_IO, "cannot start %zu threads: set `connections` to a lower number", threads);
    return NULL;
}

void crew_give(struct crew *crew, const struct crew_job *values)
{
    struct call none = {0};
    struct crew_job *job = mem_alloc(sizeof *job);
    *job = *values;
    job->next = NULL;
    job->sent_ms = clock_wall_ms();
    job->begun_ms = clock_mono_ms();
    job->result = call_result_new(job->call ? job->call : &none);
    pthread_mutex_lock(&crew->lock);
    *crew->to_do_end = job;
    crew->to_do_end = &job->next;
    pthread_cond_signal(&crew->job_cond);
    pthread_mutex_unlock(&crew->lock);
}

struct crew_job *crew_take(struct crew *crew, int64_t deadline_ms)
{
    eventfd_t count;
    for (;;) {
        pthread_mutex_lock(&crew->lock);
        struct crew_job *jobs = crew->done;
        crew->done = NULL;
        crew->done_end = &crew->done;
        pthread_mutex_unlock(&crew->lock);
        int64_t wait_ms = deadline_ms - clock_mono_ms();
        if (jobs || wait_ms <= 0)
            return jobs;
        if (interrupt_wait(crew->wake, wait_ms > INT32_MAX ? INT32_MAX : (int)wait_ms))
            return NULL;
        eventfd_read(crew->wake, &count);
    }
}

void crew_set_token(struct crew *crew, const char *token)
{
    pthread_mutex_lock(&crew->lock);
    mem_wipe_free(crew->token);
    crew->token = mem_copy(token);
    crew->token_number++;
    pthread_mutex_unlock(&crew->lock);
}

void crew_stop(struct crew *crew, bool with_writes)
{
    pthread_mutex_lock(&crew->lock);
    crew->winds_down = true;
    crew->is_cancelled |= with_writes;
    for (size_t i = 0; i < crew->count; i++)
        thread_check_stop(&crew->threads[i]);
    pthread_mutex_unlock(&crew->lock);
}

void crew_free(struct crew *crew, int64_t limit_ms)
{
    if (!crew)
        return;
    int64_t until_ms = clock_wall_ms() + limit_ms;
    const struct timespec until = {.tv_sec = until_ms / 1000, .tv_nsec = until_ms % 1000 * 1000000};
    pthread_mutex_lock(&crew->lock);
    crew->quit = true;
    pthread_cond_broadcast(&crew->job_cond);
    pthread_mutex_unlock(&crew->lock);
    for (size_t i = 0; i < crew->count; i++) {
        if (pthread_timedjoin_np(crew->threads[i].id, NULL, &until) != 0) /* a hung thread still uses crew */
            return;
        connection_free(crew->threads[i].connection);
    }
    *crew->done_end = crew->to_do;
    for (struct crew_job *job; (job = crew->done);) {
        crew->done = job->next;
        crew_job_free(job);
    }
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->job_cond);
    close(crew->wake);
    mem_wipe_free(crew->token);
    free(crew->threads);
    free(crew);
}
