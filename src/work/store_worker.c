/* Owns the thread with the store, its queue, and the watch on the state folder. Knows no SQL. */
/* SPDX-License-Identifier: MIT */
#include "store_worker.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "short_task.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/store/credentials.h"
#include "thread.h"

#define LOOK_MS 2000

struct store_job {
    struct store_job *next;
    struct store_op *op;
    int64_t asked_ms; /* monotonic */
};

struct store_worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended_cond;
    struct store_job *first, **end;
    bool quit;           /* end when nothing waits */
    bool ended;          /* the thread touches nothing any more */
    bool is_left_behind; /* nobody waits for the thread any more: it frees */
    int wake_fd;
    struct outbox *outbox;
    char *credentials_path;
    char *journal; /* the file beside that of the store, which goes when a transaction ends */
    /* The thread's own. */
    struct store *store; /* NULL: it cannot be opened, */
    struct error why;    /* for this reason */
    int64_t data_version;
    int watch_fd;       /* of the folders of the state file and of the logins */
    bool is_blind;      /* the system gives no watch: it is looked every LOOK_MS */
    int64_t look_at_ms; /* monotonic: when it is looked next, however many operations come */
    int64_t asked_ms;   /* when the operation in hand was asked for, */
    int64_t gave_up_ms; /* and when the last one gave up its wait for a lock; 0: none has */
};

/* The name of a file in its folder. */
static const char *store_worker_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Watches the folder of a file, which no read of it waits for; one that is not there is left out. False where
 * the system gives no watch. */
static bool store_worker_watch_folder(const struct store_worker *worker, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return true;
    char *folder = mem_copy_n(path, (size_t)(slash - path) + 1);
    int wd =
        inotify_add_watch(worker->watch_fd, folder, IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVE | IN_ONLYDIR);
    free(folder);
    return wd >= 0 || errno == ENOENT;
}

/* Watches the folders. There are few watches, 128 a user: without one the files are looked at now and then.
 */
static void store_worker_watch(struct store_worker *worker)
{
    worker->watch_fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    worker->is_blind = worker->watch_fd < 0;
    if (worker->credentials_path && !store_worker_watch_folder(worker, worker->credentials_path))
        worker->is_blind = true;
    worker->look_at_ms = clock_mono_ms() + LOOK_MS;
    if (!worker->store)
        return;
    worker->data_version = store_data_version(worker->store);
    if (!store_worker_watch_folder(worker, store_path(worker->store)))
        worker->is_blind = true;
}

/* Is the event about a file of this name, or does nobody know? */
static bool store_worker_is_about(const struct inotify_event *event, const char *path)
{
    return path && ((event->mask & (IN_IGNORED | IN_Q_OVERFLOW)) != 0 ||
                    (event->len > 0 && strcmp(event->name, store_worker_name(path)) == 0));
}

/* Reads what the watch has: was there something with the state file, with that of the logins? */
static void store_worker_read_events(const struct store_worker *worker, bool *state, bool *login)
{
    _Alignas(struct inotify_event) char events[4096];
    ssize_t got;
    while (worker->watch_fd >= 0 && (got = read(worker->watch_fd, events, sizeof events)) > 0) {
        for (char *at = events; at < events + got;) {
            const struct inotify_event *event = (const struct inotify_event *)(const void *)at;
            *state |= worker->journal && store_worker_is_about(event, worker->journal);
            *login |= store_worker_is_about(event, worker->credentials_path);
            at += sizeof *event + event->len;
        }
    }
}

/* A transaction of some session has ended: was it another one's? */
static void store_worker_look_at_state(struct store_worker *worker)
{
    int64_t version = store_data_version(worker->store);
    if (version < 0 || version == worker->data_version) /* what we write ourselves is no news */
        return;
    worker->data_version = version;
    struct mail mail = {.kind = MAIL_STORE_CHANGED};
    outbox_post(worker->outbox, &mail);
}

/* Looks where there was something, or at all where nobody watches and it is time. */
static void store_worker_look(struct store_worker *worker)
{
    bool is_time = worker->is_blind && worker->look_at_ms <= clock_mono_ms();
    if (is_time)
        worker->look_at_ms = clock_mono_ms() + LOOK_MS;
    bool state = is_time && worker->store, login = is_time && worker->credentials_path;
    struct mail saved = {.kind = MAIL_LOGIN_SAVED};
    store_worker_read_events(worker, &state, &login);
    if (state)
        store_worker_look_at_state(worker);
    if (login)
        outbox_post(worker->outbox, &saved);
}

/* Carries one operation out on the file. What stood by while another one waited for a lock in vain has waited
 * for it, too: what was asked for together gives up together. */
static void store_worker_execute(struct store_worker *worker, struct store_op *op,
                                 struct store_result *result)
{
    int64_t begun_ms = clock_mono_ms(), most_ms = STORE_BUSY_MS;
    if (worker->asked_ms < worker->gave_up_ms)
        most_ms -= begun_ms - worker->asked_ms;
    store_wait_at_most(worker->store, most_ms);
    store_execute(worker->store, op, result);
    if (!result->ok && most_ms > 0 && clock_mono_ms() - begun_ms >= most_ms)
        worker->gave_up_ms = clock_mono_ms();
}

/* Carries one operation out and tells. */
static void store_worker_run_op(struct store_worker *worker, struct store_op *op)
{
    if (op->kind == STORE_TOKEN_READ) {
        short_task_read(worker->outbox, worker->credentials_path, op);
        return;
    }
    struct mail mail = {.kind = MAIL_STORE, .store = store_result_new(op)};
    if (worker->store) {
        store_worker_execute(worker, op, mail.store);
        store_worker_look(worker);
    } else {
        mail.store->error = worker->why;
    }
    if (op->kind == STORE_EXPORTS_LOOK) {
        short_task_look(worker->outbox, op, mail.store);
        return;
    }
    store_op_free(op);
    outbox_post(worker->outbox, &mail);
}

/* The next operation, or NULL; *quit when there will be none. */
static struct store_op *store_worker_next(struct store_worker *worker, bool *quit)
{
    pthread_mutex_lock(&worker->lock);
    struct store_job *job = worker->first;
    if (job) {
        worker->first = job->next;
        if (!worker->first)
            worker->end = &worker->first;
    }
    *quit = !job && worker->quit;
    pthread_mutex_unlock(&worker->lock);
    struct store_op *op = job ? job->op : NULL;
    worker->asked_ms = job ? job->asked_ms : 0;
    free(job);
    return op;
}

/* Sleeps until there is an operation or a change in the folder. */
static void store_worker_sleep(struct store_worker *worker)
{
    struct pollfd fds[2] = {{.fd = worker->wake_fd, .events = POLLIN},
                            {.fd = worker->watch_fd, .events = POLLIN}};
    int64_t left_ms = worker->look_at_ms - clock_mono_ms();
    uint64_t count;
    poll(fds, 2, !worker->is_blind ? -1 : left_ms > 0 ? (int)left_ms : 0);
    if (fds[0].revents) {
        ssize_t ignored = read(worker->wake_fd, &count, sizeof count);
        (void)ignored;
    }
    if (fds[1].revents || worker->is_blind)
        store_worker_look(worker);
}

/* Frees all but the thread. */
static void store_worker_free(struct store_worker *worker)
{
    bool quit;
    for (struct store_op *op; (op = store_worker_next(worker, &quit));)
        store_op_free(op);
    outbox_leave(worker->outbox);
    if (worker->wake_fd >= 0)
        close(worker->wake_fd);
    pthread_mutex_destroy(&worker->lock);
    pthread_cond_destroy(&worker->ended_cond);
    store_close(worker->store);
    free(worker->journal);
    free(worker->credentials_path);
    free(worker);
}

/* The thread. */
static void *store_worker_run(void *arg)
{
    struct store_worker *worker = arg;
    bool quit = false;
    store_worker_watch(worker);
    while (!quit) {
        struct store_op *op = store_worker_next(worker, &quit);
        if (op)
            store_worker_run_op(worker, op);
        else if (!quit)
            store_worker_sleep(worker);
    }
    if (worker->watch_fd >= 0)
        close(worker->watch_fd);
    store_close(worker->store);
    worker->store = NULL;
    pthread_mutex_lock(&worker->lock);
    worker->ended = true;
    bool is_left_behind = worker->is_left_behind;
    pthread_cond_signal(&worker->ended_cond);
    pthread_mutex_unlock(&worker->lock);
    if (is_left_behind)
        store_worker_free(worker);
    return NULL;
}

struct store_worker *store_worker_new(struct mailbox *box, const struct store_config *config, bool needs_file,
                                      struct error *err)
{
    struct store_worker *worker = mem_zero(1, sizeof *worker);
    pthread_mutex_init(&worker->lock, NULL);
    thread_cond_init(&worker->ended_cond);
    worker->end = &worker->first;
    worker->outbox = outbox_new(box);
    worker->credentials_path =
        config->credentials_path ? mem_copy(config->credentials_path) : credentials_default_path();
    worker->store = store_open(config, &worker->why);
    if (worker->store)
        worker->journal = mem_printf("%s-journal", store_path(worker->store));
    worker->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    bool ok = worker->wake_fd >= 0 ||
              error_set(err, ERROR_IO, "Cannot create an event descriptor: %s", strerror(errno));
    if (ok && !worker->store && needs_file) {
        *err = worker->why;
        ok = false;
    }
    if (ok && thread_start(&worker->thread, store_worker_run, worker, err))
        return worker;
    store_worker_free(worker);
    return NULL;
}

/* Wakes the thread. */
static void store_worker_wake(struct store_worker *worker)
{
    uint64_t one = 1;
    ssize_t ignored = write(worker->wake_fd, &one, sizeof one);
    (void)ignored;
}

void store_worker_submit(struct store_worker *worker, struct store_op *op)
{
    struct store_job *job = mem_zero(1, sizeof *job);
    job->op = op;
    job->asked_ms = clock_mono_ms();
    store_op_unshare(op); /* what the screen holds too is not safe to count from two threads */
    pthread_mutex_lock(&worker->lock);
    *worker->end = job;
    worker->end = &job->next;
    pthread_mutex_unlock(&worker->lock);
    store_worker_wake(worker);
}

bool store_worker_stop(struct store_worker *worker, int limit_ms)
{
    if (!worker)
        return true;
    int64_t deadline = clock_mono_ms() + limit_ms;
    pthread_mutex_lock(&worker->lock);
    worker->quit = true;
    store_worker_wake(worker);
    while (!worker->ended && thread_cond_wait_until(&worker->ended_cond, &worker->lock, deadline))
        ;
    bool ended = worker->ended;
    pthread_t thread = worker->thread;
    outbox_close(worker->outbox);
    worker->is_left_behind = !ended;
    pthread_mutex_unlock(&worker->lock); /* who is left behind may be gone from here on */
    if (!ended) {
        pthread_detach(thread);
        return false;
    }
    pthread_join(thread, NULL);
    store_worker_free(worker);
    return true;
}
