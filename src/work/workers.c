/* The threads beside the loop: their queue, sessions and connections, how a call and a program are carried
 * out, and the end. How an export becomes a file: export_file.c. */
/* SPDX-License-Identifier: MIT */
#include "workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "steno/api/connection.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/spawn.h"
#include "steno/store/config.h"
#include "steno/work/export_file.h"

#define EXPORT_TELL_MS 200 /* shortest time between two words about an export's progress */

enum job_kind { JOB_CALL, JOB_PROGRAM, JOB_TOKEN, JOB_KINDS };

struct job {
    struct job *next;
    enum job_kind kind;
    struct call *call;
    struct api_config config; /* of a call: the session's, with texts of its own, */
    uint64_t session;         /* and its number; 0: none was set */
    struct program program;
    char *profile, *url, *email, *command; /* of a token */
};

struct worker {
    struct workers *all;
    pthread_t thread;
    struct job *job;               /* in hand; this and the next two are changed under the lock */
    bool cancel;                   /* its call is to end */
    struct connection *connection; /* kept for the next call */
    uint64_t session;              /* that the connection was made for; 0: for one call alone */
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t wake, ended;
    struct mailbox *box;
    struct job *first, **end;
    int room[JOB_KINDS];    /* how many of a kind may be under way, */
    int running[JOB_KINDS]; /* how many are, */
    int count[JOB_KINDS];   /* and with those that wait */
    struct api_config config;
    uint64_t session;  /* counts the configs */
    uint64_t refusals; /* answers after which the refresh machine sends nothing for now */
    struct worker *threads;
    int started, alive;
    bool quit;
};

/* --- sessions --- */

static bool call_is_pasted(const struct call *call)
{
    return call->token && *call->token;
}

/* Puts the address and token that a call brings itself into the borrowed config; false when it takes the
 * session's. A token of the session never goes to an address that the call brings. */
static bool config_use_call(struct api_config *config, const struct call *call)
{
    bool own_address = call->url && *call->url;
    if (own_address)
        config->base_url = call->url;
    if (!own_address && call->op != ENDPOINT_LOGIN && !call_is_pasted(call))
        return false;
    config->token = call_is_pasted(call) ? call->token : NULL;
    config->token_variable = NULL;
    return true;
}

static struct connection *config_connect(const struct api_config *config, struct error *err)
{
    static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER; /* the first one loads libcurl */
    if (!config->base_url || !*config->base_url) {
        error_set(err, ERROR_USAGE, "No server is set: log in with its URL first");
        return NULL;
    }
    pthread_mutex_lock(&once);
    struct connection *connection = connection_new(config, err);
    pthread_mutex_unlock(&once);
    return connection;
}

/* --- one call --- */

static void worker_tell(struct worker *worker, struct call_progress *progress)
{
    struct mail mail = {.kind = MAIL_PROGRESS, .progress = *progress};
    mail.progress.serial = worker->job->call->serial;
    mailbox_post(worker->all->box, &mail);
}

/* The connection's on_notice: arg is the worker. */
static void worker_notice(void *arg, const char *text, int64_t wait_ms)
{
    struct call_progress progress = {.total = -1, .wait_ms = wait_ms};
    size_t len = strlen(text), room = sizeof progress.notice - 1;
    while (len > room || (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80))
        len--;
    memcpy(progress.notice, text, len);
    worker_tell(arg, &progress);
}

struct export_teller {
    struct worker *worker;
    int64_t told_ms;
};

static void worker_export_progress(void *arg, int64_t bytes, int64_t total)
{
    struct export_teller *teller = arg;
    int64_t now = clock_mono_ms();
    if (now - teller->told_ms < EXPORT_TELL_MS)
        return;
    teller->told_ms = now;
    worker_tell(teller->worker, &(struct call_progress){.bytes = bytes, .total = total});
}

/* Runs an export into its file; of one that failed only the name of a file that is in the way remains. */
static bool worker_export(struct worker *worker, const struct call *call, struct call_result *result)
{
    struct export_teller teller = {.worker = worker, .told_ms = clock_mono_ms()};
    struct export_file_io io = {.progress = worker_export_progress, .arg = &teller};
    return call->into_memory ? export_file_read(worker->connection, call, result)
                             : export_file_save(worker->connection, call, &io, result);
}

/* Logs in by password, or asks who the owner of the token is. Of a pasted token the result holds it when the
 * answer has none: it is the one to be used. */
static struct login *call_login(struct connection *connection, const struct call *call, struct error *err)
{
    struct login_request request = {call->email, call->password, call->consent, call->form};
    bool by_password = call->op == ENDPOINT_LOGIN && !call_is_pasted(call);
    struct login *login =
        by_password ? api_login(connection, &request, err) : api_current_user(connection, err);
    if (login && !login->token && call_is_pasted(call))
        login->token = mem_copy(call->token);
    return login;
}

static bool call_write(struct connection *connection, const struct call *call, struct call_result *result)
{
    const struct request_args args = {.project_id = call->project_id,
                                      .version = call->seen ? call->seen->version : call->version,
                                      .key = call->key,
                                      .value = call->value,
                                      .params = call->params};
    return api_write(connection, call->op, &args, call->seen, &result->project, &result->error);
}

/* From a call's values to its result, with the worker's connection. */
static void worker_carry_out(struct worker *worker, const struct call *call, struct call_result *result)
{
    struct connection *connection = worker->connection;
    connection_hand_back_waits(connection, call->timed);
    switch (call->op) {
    case ENDPOINT_LOGIN:
    case ENDPOINT_CURRENT_USER:
        result->login = call_login(connection, call, &result->error);
        result->ok = result->login != NULL;
        break;
    case ENDPOINT_PASSWORD_SETTINGS:
        result->policy = api_password_settings(connection, &result->error);
        result->ok = result->policy != NULL;
        break;
    case ENDPOINT_EXPORT:
        result->ok = worker_export(worker, call, result);
        break;
    case ENDPOINT_GET_PROJECT:
        result->project = api_project_get(connection, call->project_id, &result->error);
        result->ok = result->project != NULL;
        break;
    default:
        result->ok = call_write(connection, call, result);
        break;
    }
}

/* Makes the worker's connection fit the job. */
static bool worker_connect(struct worker *worker, const struct job *job, struct error *err)
{
    struct api_config config = job->config;
    bool own = config_use_call(&config, job->call);
    if (!own && worker->connection && worker->session != 0 && worker->session == job->session)
        return true;
    config.on_notice = worker_notice;
    config.notice_arg = worker;
    struct connection *connection = config_connect(&config, err);
    pthread_mutex_lock(&worker->all->lock);
    struct connection *old = worker->connection;
    worker->connection = connection;
    worker->session = own ? 0 : job->session;
    if (connection && worker->cancel)
        connection_cancel(connection);
    pthread_mutex_unlock(&worker->all->lock);
    connection_free(old);
    return connection != NULL;
}

/* --- the queue, locked --- */

static void job_free(struct job *job)
{
    call_free(job->call);
    api_config_clear(&job->config);
    spawn_argv_free(job->program.argv);
    spawn_argv_free(job->program.env);
    free(job->program.input);
    free(job->program.done);
    free(job->profile);
    free(job->url);
    free(job->email);
    free(job->command);
    free(job);
}

static void workers_unlink(struct workers *all, struct job **at)
{
    *at = (*at)->next;
    if (!*at)
        all->end = at;
}

/* The first job that may begin; NULL: none. */
static struct job *workers_take(struct workers *all)
{
    for (struct job **at = &all->first; *at; at = &(*at)->next) {
        struct job *job = *at;
        if (all->running[job->kind] < all->room[job->kind]) {
            workers_unlink(all, at);
            return job;
        }
    }
    return NULL;
}

/* Tells how a job ended, and frees it. */
static void workers_end(struct workers *all, struct job *job, struct mail *mail)
{
    all->count[job->kind]--;
    if (mail->call || mail->secret || mail->text)
        mailbox_post(all->box, mail);
    if (job->program.tells_end)
        mailbox_post(all->box, &(struct mail){.kind = MAIL_PROGRAM});
    job_free(job);
}

/* Ends a call that never ran. */
static void workers_refuse(struct workers *all, struct job *job, bool is_unsent)
{
    struct mail mail = {.kind = MAIL_CALL, .call = call_result_new(job->call)};
    mail.call->is_unsent = is_unsent;
    error_set(&mail.call->error, ERROR_CANCELLED, "%s was cancelled before it was sent",
              endpoints[job->call->op].title);
    workers_end(all, job, &mail);
}

/* Ends calls that wait: the one with the serial, all for 0; with a session its reads for the refresh
 * machine. */
static bool workers_refuse_waiting(struct workers *all, uint64_t serial, uint64_t session)
{
    bool found = false;
    for (struct job **at = &all->first; *at;) {
        struct job *job = *at;
        bool is_meant = job->call && (session != 0 ? job->call->timed && job->session == session
                                                   : serial == 0 || job->call->serial == serial);
        if (!is_meant) {
            at = &job->next;
            continue;
        }
        workers_unlink(all, at);
        workers_refuse(all, job, session != 0);
        found = true;
    }
    return found;
}

/* --- a thread --- */

static struct mail worker_call(struct worker *worker, const struct job *job)
{
    struct mail mail = {.kind = MAIL_CALL, .call = call_result_new(job->call)};
    if (worker_connect(worker, job, &mail.call->error))
        worker_carry_out(worker, job->call, mail.call);
    return mail;
}

static struct mail worker_program(struct program *program)
{
    struct error err;
    struct spawn_request request = {
        .argv = program->argv,
        .env_extra = (const char *const *)program->env,
        .input = program->input,
        .input_len = program->input ? strlen(program->input) : 0,
        .timeout_ms = program->limit_ms,
    };
    struct mail mail = {.kind = MAIL_NOTICE};
    error_clear(&err);
    if (spawn_run(&request, &err)) {
        mail.good = true;
        mail.text = program->done;
        program->done = NULL;
    } else if (program->copy_else) {
        mail.kind = MAIL_COPY;
        mail.text = program->input;
        program->input = NULL;
    } else {
        mail.text = mem_printf("%s%s%s", program->failed ? program->failed : "", program->failed ? ": " : "",
                               err.text);
    }
    return mail;
}

static struct mail worker_token(const struct job *job)
{
    struct mail mail = {.kind = MAIL_TOKEN};
    struct error err;
    error_clear(&err);
    if (!config_read_token(NULL, job->profile, job->url, job->email, job->command, &mail.secret, &err))
        mail.text = mem_copy(err.text);
    return mail;
}

/* Carries a job out and tells. Where the answer is a refusal, the reads for the refresh machine that wait end
 * with it. Locked, but for the work. */
static void worker_do(struct worker *worker, struct job *job)
{
    struct workers *all = worker->all;
    worker->job = job;
    worker->cancel = false;
    if (worker->connection)
        connection_cancel_reset(worker->connection);
    all->running[job->kind]++;
    pthread_mutex_unlock(&all->lock);
    struct mail mail = job->kind == JOB_CALL      ? worker_call(worker, job)
                       : job->kind == JOB_PROGRAM ? worker_program(&job->program)
                                                  : worker_token(job);
    pthread_mutex_lock(&all->lock);
    worker->job = NULL; /* what is answered cannot be cancelled */
    all->running[job->kind]--;
    const struct call_result *result = mail.call;
    bool is_refused = result && job->call->timed && !result->ok &&
                      (result->error.kind == ERROR_RATE_LIMITED || result->error.kind == ERROR_NOT_LOGGED_IN);
    uint64_t session = job->session;
    if (is_refused)
        mail.call->refusals = ++all->refusals;
    workers_end(all, job, &mail);
    if (is_refused)
        workers_refuse_waiting(all, 0, session);
}

static void *worker_main(void *arg)
{
    struct worker *worker = arg;
    struct workers *all = worker->all;
    struct job *job;
    pthread_mutex_lock(&all->lock);
    while ((job = workers_take(all)) || !all->quit) {
        if (job)
            worker_do(worker, job);
        else
            pthread_cond_wait(&all->wake, &all->lock);
    }
    pthread_mutex_unlock(&all->lock);
    connection_free(worker->connection);
    pthread_mutex_lock(&all->lock);
    all->alive--;
    pthread_cond_signal(&all->ended);
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

/* --- from the loop --- */

struct workers *workers_new(struct mailbox *box, int connections)
{
    pthread_condattr_t attr;
    struct workers *all = mem_zero(1, sizeof *all);
    *all = (struct workers){.box = box, .room = {connections, 1, 1}};
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->wake, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&all->ended, &attr);
    pthread_condattr_destroy(&attr);
    all->end = &all->first;
    all->threads = mem_zero((size_t)connections + JOB_KINDS - 1, sizeof *all->threads);
    return all;
}

bool workers_stop(struct workers *all, int limit_ms)
{
    if (!all)
        return true;
    int64_t until_ms = clock_mono_ms() + limit_ms;
    const struct timespec until = {.tv_sec = (time_t)(until_ms / 1000),
                                   .tv_nsec = (long)(until_ms % 1000) * 1000000};
    workers_cancel_all(all);
    pthread_mutex_lock(&all->lock);
    for (struct job **at = &all->first; *at;) {
        struct job *job = *at;
        if (!job->program.tells_end) {
            at = &job->next;
            continue;
        }
        workers_unlink(all, at);
        job_free(job);
    }
    all->quit = true;
    pthread_cond_broadcast(&all->wake);
    while (all->alive > 0 && pthread_cond_timedwait(&all->ended, &all->lock, &until) == 0)
        ;
    bool ended = all->alive == 0;
    for (int i = 0; i < all->started && !ended; i++) /* nobody joins them */
        pthread_detach(all->threads[i].thread);
    pthread_mutex_unlock(&all->lock);
    return ended;
}

void workers_free(struct workers *all)
{
    if (!all)
        return;
    for (int i = 0; i < all->started; i++)
        pthread_join(all->threads[i].thread, NULL);
    while (all->first) {
        struct job *job = all->first;
        all->first = job->next;
        job_free(job);
    }
    api_config_clear(&all->config);
    pthread_mutex_destroy(&all->lock);
    pthread_cond_destroy(&all->wake);
    pthread_cond_destroy(&all->ended);
    free(all->threads);
    free(all);
}

void workers_set_session(struct workers *all, const struct api_config *config)
{
    pthread_mutex_lock(&all->lock);
    api_config_clear(&all->config);
    api_config_copy(&all->config, config);
    all->session++;
    pthread_mutex_unlock(&all->lock);
}

/* Answers a job that no thread can be started for. */
static void workers_fail(struct workers *all, struct job *job, const struct error *err)
{
    struct mail mail = {.kind = MAIL_NOTICE};
    if (job->kind == JOB_CALL) {
        mail = (struct mail){.kind = MAIL_CALL, .call = call_result_new(job->call)};
        mail.call->error = *err;
    } else if (job->kind == JOB_PROGRAM) {
        mail.text = mem_copy(err->text);
    } else {
        mail = (struct mail){.kind = MAIL_TOKEN, .text = mem_copy(err->text)};
    }
    workers_end(all, job, &mail);
}

/* Starts a thread with every signal blocked but those of its own faults: blocked ones would end the process
 * before the terminal is restored. */
static bool worker_start(struct worker *worker, struct error *err)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    sigset_t all, old;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int code = pthread_create(&worker->thread, NULL, worker_main, worker);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return code == 0 || error_set(err, ERROR_IO, "Cannot start a thread: %s", strerror(code));
}

/* Puts a job at the end of the queue, and starts a thread where all have something to do. Locked. */
static void workers_add(struct workers *all, struct job *job)
{
    struct error err;
    int wanted = 0;
    error_clear(&err);
    *all->end = job;
    all->end = &job->next;
    for (int kind = 0; kind < JOB_KINDS; kind++)
        wanted += all->count[kind] < all->room[kind] ? all->count[kind] : all->room[kind];
    if (all->started < wanted) {
        struct worker *worker = &all->threads[all->started];
        worker->all = all;
        if (worker_start(worker, &err)) {
            all->started++;
            all->alive++;
        }
    }
    pthread_cond_signal(&all->wake);
    if (all->started > 0)
        return;
    workers_unlink(all, &all->first);
    workers_fail(all, job, &err);
}

static void workers_submit(struct workers *all, const struct job *what)
{
    struct job *job = mem_alloc(sizeof *job);
    *job = *what;
    pthread_mutex_lock(&all->lock);
    all->count[job->kind]++;
    if (job->call) {
        job->session = all->session;
        api_config_copy(&job->config, &all->config);
    }
    if (job->call && job->call->timed && job->call->refusals < all->refusals)
        workers_refuse(all, job, true);
    else
        workers_add(all, job);
    pthread_mutex_unlock(&all->lock);
}

void workers_call(struct workers *all, struct call *call)
{
    if (call->seen)
        project_unshare(call->seen);
    workers_submit(all, &(struct job){.kind = JOB_CALL, .call = call});
}

void workers_program(struct workers *all, struct program *program)
{
    workers_submit(all, &(struct job){.kind = JOB_PROGRAM, .program = *program});
    *program = (struct program){0};
}

void workers_read_token(struct workers *all, const char *profile, const char *url, const char *email,
                        const char *command)
{
    workers_submit(all, &(struct job){.kind = JOB_TOKEN,
                                      .profile = mem_copy(profile),
                                      .url = mem_copy(url),
                                      .email = mem_copy(email),
                                      .command = mem_copy(command)});
}

bool workers_cancel(struct workers *all, uint64_t serial)
{
    pthread_mutex_lock(&all->lock);
    bool found = workers_refuse_waiting(all, serial, 0);
    for (int i = 0; i < all->started; i++) {
        struct worker *worker = &all->threads[i];
        const struct call *call = worker->job ? worker->job->call : NULL;
        if (!call || (serial != 0 && call->serial != serial))
            continue;
        worker->cancel = found = true;
        if (worker->connection)
            connection_cancel(worker->connection);
    }
    pthread_mutex_unlock(&all->lock);
    return found;
}

void workers_cancel_all(struct workers *all)
{
    workers_cancel(all, 0);
}
