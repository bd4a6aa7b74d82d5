/* SPDX-License-Identifier: MIT */
#include "steno/work/workers.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "steno/api/connection.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/store/config.h"
#include "steno/work/export_file.h"

#define EXPORT_REPORT_MS 200 /* minimum time between two progress mails of an export */
#define COPY_LIMIT_MS    2000

struct letter {
    struct letter *next;
    struct mail mail;
};

enum job_kind { JOB_CALL, JOB_PROGRAM, JOB_TOKEN, JOB_KINDS };

struct job {
    struct job *next;
    enum job_kind kind;
    struct call *call;
    struct api_config config; /* JOB_CALL: a copy of the session's config */
    uint64_t session;         /* JOB_CALL: number of the session; 0: none */
    struct program program;
    char *profile, *url, *email, *command; /* JOB_TOKEN */
};

struct worker {
    struct workers *all;
    pthread_t thread;
    struct job *job; /* the running job; write `job`, `cancel` and `connection` only under the lock */
    bool cancel;     /* the call of the job must be cancelled */
    struct connection *connection; /* kept for the next call */
    uint64_t session;              /* session of the connection; 0: the connection serves one call only */
    int64_t reported_ms;           /* time of the last progress report of an export */
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t wake, ended;
    struct letter *mail, **mail_end;
    int fd; /* an eventfd, readable while there is mail */
    struct job *first, **end;
    int room[JOB_KINDS]; /* for each kind, the number of jobs that can run at once */
    int running[JOB_KINDS];
    int count[JOB_KINDS]; /* jobs that run or wait */
    struct api_config config;
    uint64_t session;  /* number of the session; each workers_set_session() adds 1 */
    uint64_t refusals; /* number of reads of the refresh machine that were refused with 429 or 401 */
    struct worker *threads;
    int started, alive;
    bool quit;
};

/* --- mail --- */

int workers_fd(const struct workers *all)
{
    return all->fd;
}

/* Does what workers_post does. Call with the lock held. */
static void mail_post(struct workers *all, struct mail *mail)
{
    const struct call_progress *now = &mail->progress;
    struct letter *same = mail->kind == MAIL_PROGRESS && !*now->notice ? all->mail : NULL;
    while (same && (same->mail.kind != MAIL_PROGRESS || same->mail.progress.serial != now->serial ||
                    *same->mail.progress.notice))
        same = same->next;
    if (same) {
        same->mail.progress = *now;
    } else {
        struct letter *letter = mem_zero(1, sizeof *letter);
        letter->mail = *mail;
        if (!all->mail) /* fd must be readable while there is mail */
            eventfd_write(all->fd, 1);
        *all->mail_end = letter;
        all->mail_end = &letter->next;
    }
    *mail = (struct mail){0};
}

void workers_post(struct workers *all, struct mail *mail)
{
    pthread_mutex_lock(&all->lock);
    mail_post(all, mail);
    pthread_mutex_unlock(&all->lock);
}

bool workers_take(struct workers *all, struct mail *mail)
{
    pthread_mutex_lock(&all->lock);
    struct letter *letter = all->mail;
    if (letter)
        all->mail = letter->next;
    if (letter && !all->mail) {
        all->mail_end = &all->mail;
        eventfd_read(all->fd, &(eventfd_t){0});
    }
    pthread_mutex_unlock(&all->lock);
    *mail = letter ? letter->mail : (struct mail){0};
    free(letter);
    return letter != NULL;
}

void mail_clear(struct mail *mail)
{
    if (mail->call)
        call_result_free(mail->call);
    free(mail->text);
    mem_wipe_free(mail->secret);
    *mail = (struct mail){0};
}

/* --- a call --- */

static void worker_report(struct worker *worker, struct call_progress *progress)
{
    progress->serial = worker->job->call->serial;
    workers_post(worker->all, &(struct mail){.kind = MAIL_PROGRESS, .progress = *progress});
}

static void worker_notice(void *arg, const char *text, int64_t wait_ms)
{
    struct call_progress progress = {.total = -1, .wait_ms = wait_ms};
    size_t len = strlen(text), room = sizeof progress.notice - 1;
    while (len > room || (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80))
        len--;
    memcpy(progress.notice, text, len);
    worker_report(arg, &progress);
}

static void worker_export_progress(void *arg, int64_t bytes, int64_t total)
{
    struct worker *worker = arg;
    int64_t now = clock_mono_ms();
    if (now - worker->reported_ms < EXPORT_REPORT_MS)
        return;
    worker->reported_ms = now;
    worker_report(worker, &(struct call_progress){.bytes = bytes, .total = total});
}

/* Gives the worker a connection for the job. The connection with the session's address and token is kept for
 * later calls. A call with its own address or token gets a new connection, which never gets the session's
 * token. */
static bool worker_connect(struct worker *worker, const struct job *job, struct error *err)
{
    static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER; /* for http_load, which is not thread-safe */
    const struct call *call = job->call;
    struct api_config config = job->config;
    bool has_address = call->url && *call->url, has_token = call->token && *call->token;
    bool is_own = has_address || has_token || call->op == ENDPOINT_LOGIN;
    if (!is_own && worker->connection && worker->session != 0 && worker->session == job->session)
        return true;
    if (has_address)
        config.base_url = call->url;
    if (is_own) {
        config.token = has_token ? call->token : NULL;
        config.token_variable = NULL;
    }
    if (!config.base_url || !*config.base_url)
        return error_set(err, ERROR_USAGE, "No server is set: log in with a URL first");
    config.on_notice = worker_notice;
    config.notice_arg = worker;
    pthread_mutex_lock(&once);
    struct connection *connection = connection_new(&config, err);
    pthread_mutex_unlock(&once);
    pthread_mutex_lock(&worker->all->lock);
    struct connection *old = worker->connection;
    worker->connection = connection;
    worker->session = is_own ? 0 : job->session;
    if (connection && worker->cancel)
        connection_cancel(connection);
    pthread_mutex_unlock(&worker->all->lock);
    connection_free(old);
    return connection != NULL;
}

static void worker_carry_out(struct worker *worker, const struct call *call, struct call_result *result)
{
    struct connection *connection = worker->connection;
    struct error *err = &result->error;
    bool has_token = call->token && *call->token;
    connection_hand_back_waits(connection, call->timed);
    switch (call->op) {
    case ENDPOINT_LOGIN:
    case ENDPOINT_CURRENT_USER: {
        struct login_request request = {call->email, call->password, call->consent, call->form};
        struct login *login = call->op == ENDPOINT_LOGIN && !has_token ? api_login(connection, &request, err)
                                                                       : api_current_user(connection, err);
        if (login && !login->token && has_token) /* in a login with a token, this token is kept */
            login->token = mem_copy(call->token);
        result->login = login;
        result->ok = login != NULL;
        break;
    }
    case ENDPOINT_PASSWORD_SETTINGS:
        result->policy = api_password_settings(connection, err);
        result->ok = result->policy != NULL;
        break;
    case ENDPOINT_EXPORT: {
        struct export_file_io io = {.progress = worker_export_progress, .arg = worker};
        worker->reported_ms = clock_mono_ms();
        result->ok = call->into_memory ? export_file_read(connection, call, result)
                                       : export_file_save(connection, call, &io, result);
        break;
    }
    case ENDPOINT_GET_PROJECT:
        result->project = api_project_get(connection, call->project_id, err);
        result->ok = result->project != NULL;
        break;
    default: {
        const struct request_args args = {.project_id = call->project_id,
                                          .version = call->seen ? call->seen->version : call->version,
                                          .key = call->key,
                                          .value = call->value,
                                          .params = call->params};
        result->ok = api_write(connection, call->op, &args, call->seen, &result->project, err);
        break;
    }
    }
}

/* --- the queue: call these functions only with the lock held --- */

static void job_free(struct job *job)
{
    call_free(job->call);
    api_config_clear(&job->config);
    spawn_argv_free(job->program.argv);
    spawn_argv_free(job->program.env);
    free(job->program.input);
    free(job->program.done);
    free(job->program.name);
    free(job->profile);
    free(job->url);
    free(job->email);
    free(job->command);
    free(job);
}

static struct job *job_unlink(struct workers *all, struct job **at)
{
    struct job *job = *at;
    *at = job->next;
    if (!*at)
        all->end = at;
    return job;
}

static void job_end(struct workers *all, struct job *job, struct mail *mail)
{
    all->count[job->kind]--;
    if (mail->call || mail->secret || mail->text)
        mail_post(all, mail);
    if (job->program.name)
        mail_post(all, &(struct mail){.kind = MAIL_PROGRAM});
    job_free(job);
}

/* Ends a job that never ran with the error `err`. NULL: the error is ERROR_CANCELLED. */
static void job_reject(struct workers *all, struct job *job, const struct error *err, bool is_unsent)
{
    struct mail mail = {.kind = job->kind == JOB_TOKEN ? MAIL_TOKEN : MAIL_NOTICE};
    if (job->call) {
        mail = (struct mail){.kind = MAIL_CALL, .call = call_result_new(job->call)};
        mail.call->is_unsent = is_unsent;
        error_set(&mail.call->error, ERROR_CANCELLED, "%s was cancelled before it was sent",
                  endpoints[job->call->op].title);
    }
    if (err && job->call)
        mail.call->error = *err;
    else if (err)
        mail.text = mem_copy(err->text);
    job_end(all, job, &mail);
}

/* Ends queued calls. `session` not 0: the reads of the refresh machine in this session. `session` 0: the call
 * `serial`, or all calls if `serial` is 0, too. Returns true if a call was ended. */
static bool jobs_reject_waiting(struct workers *all, uint64_t serial, uint64_t session)
{
    bool found = false;
    for (struct job **at = &all->first; *at;) {
        const struct job *job = *at;
        bool is_meant = job->call && (session != 0 ? job->call->timed && job->session == session
                                                   : serial == 0 || job->call->serial == serial);
        if (is_meant)
            job_reject(all, job_unlink(all, at), NULL, session != 0);
        else
            at = &(*at)->next;
        found = found || is_meant;
    }
    return found;
}

/* --- a thread --- */

static struct mail worker_program(struct program *program)
{
    struct error err;
    struct spawn_request request = {
        .argv = program->argv,
        .env_extra = (const char *const *)program->env,
        .input = program->input,
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

static struct mail worker_job(struct worker *worker, struct job *job)
{
    struct mail mail = {.kind = MAIL_TOKEN};
    struct error err;
    if (job->kind == JOB_PROGRAM)
        return worker_program(&job->program);
    if (job->kind == JOB_CALL) {
        mail = (struct mail){.kind = MAIL_CALL, .call = call_result_new(job->call)};
        if (worker_connect(worker, job, &mail.call->error))
            worker_carry_out(worker, job->call, mail.call);
        return mail;
    }
    error_clear(&err);
    if (!config_read_token(NULL, job->profile, job->url, job->email, job->command, &mail.secret, &err))
        mail.text = mem_copy(err.text);
    return mail;
}

/* Carries out a job and posts its mail. If the server refuses a read of the refresh machine with 429 or 401,
 * all queued reads of this kind in the session are ended. The lock is held on entry and return. It is free
 * during the work. */
static void worker_do(struct worker *worker, struct job *job)
{
    struct workers *all = worker->all;
    worker->job = job;
    worker->cancel = false;
    if (worker->connection)
        connection_cancel_reset(worker->connection);
    all->running[job->kind]++;
    pthread_mutex_unlock(&all->lock);
    struct mail mail = worker_job(worker, job);
    pthread_mutex_lock(&all->lock);
    worker->job = NULL; /* from now on workers_cancel does not find this job */
    all->running[job->kind]--;
    const struct call_result *result = mail.call;
    bool is_refused = result && job->call->timed && !result->ok &&
                      (result->error.kind == ERROR_RATE_LIMITED || result->error.kind == ERROR_NOT_LOGGED_IN);
    uint64_t session = job->session;
    if (is_refused)
        mail.call->refusals = ++all->refusals;
    job_end(all, job, &mail);
    if (is_refused)
        jobs_reject_waiting(all, 0, session);
}

static void *worker_main(void *arg)
{
    struct worker *worker = arg;
    struct workers *all = worker->all;
    pthread_mutex_lock(&all->lock);
    for (;;) {
        struct job **at = &all->first;
        while (*at && all->running[(*at)->kind] >= all->room[(*at)->kind])
            at = &(*at)->next;
        if (*at)
            worker_do(worker, job_unlink(all, at));
        else if (all->quit)
            break;
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

/* Starts a thread. Call with the lock held. The thread blocks signals, but not those of its own faults, such
 * as SIGSEGV. A blocked fault would end the process before the terminal is restored. */
static void worker_start(struct workers *all, struct error *err)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    struct worker *worker = &all->threads[all->started];
    sigset_t blocked, old;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        sigdelset(&blocked, faults[i]);
    worker->all = all;
    pthread_sigmask(SIG_SETMASK, &blocked, &old);
    int code = pthread_create(&worker->thread, NULL, worker_main, worker);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (code != 0) {
        error_set(err, ERROR_IO, "Cannot start a thread: %s", strerror(code));
        return;
    }
    all->started++;
    all->alive++;
}

/* --- functions for the loop --- */

struct workers *workers_new(int connections, struct error *err)
{
    pthread_condattr_t attr;
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (fd < 0) {
        error_set(err, ERROR_IO, "Cannot create an event descriptor: %s", strerror(errno));
        return NULL;
    }
    struct workers *all = mem_zero(1, sizeof *all);
    *all =
        (struct workers){.fd = fd, .room = {connections, 1, 1}, .mail_end = &all->mail, .end = &all->first};
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->wake, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&all->ended, &attr);
    pthread_condattr_destroy(&attr);
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
    workers_cancel(all, 0);
    pthread_mutex_lock(&all->lock);
    for (struct job **at = &all->first; *at;) {
        if (!(*at)->program.name) {
            at = &(*at)->next;
            continue;
        }
        struct job *job = job_unlink(all, at);
        mail_post(all, &(struct mail){.kind = MAIL_PROGRAM, .text = mem_copy(job->program.name)});
        job_free(job);
    }
    all->quit = true;
    pthread_cond_broadcast(&all->wake);
    while (all->alive > 0 && pthread_cond_timedwait(&all->ended, &all->lock, &until) == 0)
        ;
    bool ended = all->alive == 0;
    for (; !ended && all->started > 0; all->started--) /* workers_free must not join these threads */
        pthread_detach(all->threads[all->started - 1].thread);
    pthread_mutex_unlock(&all->lock);
    return ended;
}

void workers_free(struct workers *all)
{
    struct mail mail;
    if (!all)
        return;
    for (int i = 0; i < all->started; i++)
        pthread_join(all->threads[i].thread, NULL);
    while (all->first)
        job_free(job_unlink(all, &all->first));
    while (workers_take(all, &mail))
        mail_clear(&mail);
    api_config_clear(&all->config);
    close(all->fd);
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

/* Queues a job. Starts a thread if more jobs can run at once than threads exist. */
static void workers_submit(struct workers *all, const struct job *what)
{
    struct job *job = mem_alloc(sizeof *job);
    struct error err;
    int wanted = 0;
    *job = *what;
    error_clear(&err);
    pthread_mutex_lock(&all->lock);
    all->count[job->kind]++;
    if (job->call) {
        job->session = all->session;
        api_config_copy(&job->config, &all->config);
    }
    if (job->call && job->call->timed && job->call->refusals < all->refusals) {
        job_reject(all, job, NULL, true);
        pthread_mutex_unlock(&all->lock);
        return;
    }
    *all->end = job;
    all->end = &job->next;
    for (int kind = 0; kind < JOB_KINDS; kind++)
        wanted += all->count[kind] < all->room[kind] ? all->count[kind] : all->room[kind];
    if (all->started < wanted)
        worker_start(all, &err);
    if (all->started == 0)
        job_reject(all, job_unlink(all, &all->first), &err, false);
    pthread_cond_signal(&all->wake);
    pthread_mutex_unlock(&all->lock);
}

void workers_call(struct workers *all, struct call *call)
{
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
    bool found = jobs_reject_waiting(all, serial, 0);
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

/* --- copy commands and hooks --- */

static bool copy_in_tmux(void)
{
    const char *tmux = getenv("TMUX");
    return tmux && *tmux;
}

char *copy_osc52(const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bool in_tmux = copy_in_tmux();
    size_t len = strlen(text);
    struct buffer out;
    if (len > COPY_OSC_MAX)
        return NULL;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_append_text(&out, in_tmux ? "\033Ptmux;\033\033]52;c;" : "\033]52;c;");
    for (size_t i = 0; i < len; i += 3) { /* base64 */
        unsigned group = 0;
        size_t have = len - i < 3 ? len - i : 3;
        for (size_t j = 0; j < 3; j++)
            group = group << 8 | (j < have ? (unsigned char)text[i + j] : 0u);
        for (size_t j = 0; j < 4; j++)
            buffer_append_char(&out, j <= have ? digits[group >> (18 - 6 * j) & 63] : '=');
    }
    buffer_append_text(&out, in_tmux ? "\a\033\\" : "\a");
    return buffer_take(&out);
}

bool copy_program(const struct settings *settings, const char *text, struct program *program,
                  struct error *err)
{
    const char *command = settings_text(settings, SETTING_COPY_COMMAND);
    *program = (struct program){.limit_ms = COPY_LIMIT_MS, .failed = "Nothing was copied"};
    if (!*command && !copy_in_tmux())
        return true;
    program->copy_else = !*command;
    if (!spawn_split(*command ? command : "tmux load-buffer -w -", &program->argv, err)) {
        error_prefix(err, "copy_command");
        return false;
    }
    program->input = mem_copy(text);
    program->done = mem_copy(*command ? "Copied by copy_command" : "Copied to tmux's buffer");
    return true;
}

bool notify_hook(const struct settings *settings, const struct notify_change *change, char ***argv,
                 char ***env, struct error *err)
{
    const char *command = settings_text(settings, SETTING_HOOK);
    *argv = *env = NULL;
    if (!*command)
        return true;
    if (!spawn_split(command, argv, err)) {
        error_prefix(err, "hook");
        return false;
    }
    char *id = mem_printf("%" PRId64, change->id);
    for (char **word = *argv; *word; word++) {
        char *whole = text_replace(*word, "{id}", id);
        free(*word);
        *word = whole;
    }
    const struct {
        const char *name, *value;
    } rows[] = {
        {"STENO_ID", id},
        {"STENO_FROM", change->from},
        {"STENO_STATE", change->to},
        {"STENO_NAME", change->name},
        {"STENO_PROFILE", settings_text(settings, SETTING_PROFILE)},
        {"STENO_URL", change->url ? change->url : settings_text(settings, SETTING_URL)},
    };
    size_t count = sizeof rows / sizeof rows[0];
    *env = mem_zero(count + 1, sizeof **env);
    for (size_t i = 0; i < count; i++)
        (*env)[i] = mem_printf("%s=%s", rows[i].name, rows[i].value);
    free(id);
    return true;
}
