/* Owns the thread with the store, its queue, and the watch on the state folder. Knows no SQL. */
#include "steno/work/store_worker.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "thread.h"
#include "token_reader.h"

struct store_job {
    struct store_job *next;
    struct store_op *op;
};

struct store_worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended_cond;
    struct store_job *first, **end;
    bool quit;  /* end when nothing waits */
    bool ended; /* the thread touches nothing any more */
    int wake_fd;
    struct outbox *outbox;
    char *path, *credentials_path, *url, *api_path, *email;
    /* The thread's own. */
    struct store *store;
    const char *notice;
    int64_t data_version;
    int watch_fd;
};

/* Says what the store has to say once. */
static void store_worker_tell(struct store_worker *worker)
{
    const char *notice = worker->store ? store_notice(worker->store) : NULL;
    if (!notice || notice == worker->notice)
        return;
    worker->notice = notice;
    struct mail mail = {.kind = MAIL_NOTICE, .text = mem_copy(notice)};
    outbox_post(worker->outbox, &mail);
}

/* Opens the store, or a copy in memory with a word about it. */
static void store_worker_open(struct store_worker *worker)
{
    struct store_config config = {worker->path, worker->credentials_path, worker->url, worker->api_path,
                                  worker->email};
    struct error err;
    worker->store = store_open(&config, &err);
    if (worker->store && store_is_read_only(worker->store)) {
        const char *why = store_why_read_only(worker->store);
        error_set(&err, ERROR_IO, "%s may not be written%s%s", store_path(worker->store), why ? ": " : "",
                  why ? why : "");
        store_close(worker->store);
        worker->store = NULL;
    }
    if (worker->store) {
        store_worker_tell(worker);
        return;
    }
    struct mail mail = {
        .kind = MAIL_NOTICE,
        .text = mem_printf("Watchlist, history and drafts will not outlive this session. %s", err.text),
    };
    outbox_post(worker->outbox, &mail);
    worker->store = store_open_copy(&config, &err);
}

/* Watches the folder of the state file. Without a watch other sessions' changes are seen at the
 * next start. */
static void store_worker_watch(struct store_worker *worker)
{
    worker->watch_fd = -1;
    if (!worker->store)
        return;
    worker->data_version = store_data_version(worker->store);
    const char *path = store_path(worker->store), *slash = strrchr(path, '/');
    if (!slash)
        return;
    char *folder = mem_copy_n(path, (size_t)(slash - path + 1));
    worker->watch_fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (worker->watch_fd >= 0)
        inotify_add_watch(worker->watch_fd, folder, IN_ATTRIB | IN_ONLYDIR);
    free(folder);
}

/* A file was touched in the folder: was it another session's change? Our own do not count. */
static void store_worker_look(struct store_worker *worker)
{
    char events[4096];
    while (read(worker->watch_fd, events, sizeof events) > 0)
        ;
    int64_t version = store_data_version(worker->store);
    if (version < 0 || version == worker->data_version)
        return;
    worker->data_version = version;
    struct mail mail = {.kind = MAIL_STORE_CHANGED};
    outbox_post(worker->outbox, &mail);
}

/* Carries one operation out and tells. */
static void store_worker_run_op(struct store_worker *worker, struct store_op *op)
{
    if (op->kind == STORE_TOKEN_READ) {
        token_reader_start(worker->outbox, worker->credentials_path, op);
        return;
    }
    struct mail mail = {.kind = MAIL_STORE, .store = store_result_new(op)};
    if (worker->store)
        store_execute(worker->store, op, mail.store);
    else
        error_set(&mail.store->error, ERROR_IO, "There is no store in this session");
    store_op_free(op);
    outbox_post(worker->outbox, &mail);
    store_worker_tell(worker);
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
    free(job);
    return op;
}

/* Sleeps until there is an operation or a change in the folder. */
static void store_worker_sleep(struct store_worker *worker)
{
    struct pollfd fds[2] = {
        {.fd = worker->wake_fd, .events = POLLIN},
        {.fd = worker->watch_fd, .events = POLLIN},
    };
    poll(fds, 2, -1);
    uint64_t count;
    if (fds[0].revents) {
        ssize_t ignored = read(worker->wake_fd, &count, sizeof count);
        (void)ignored;
    }
    if (fds[1].revents)
        store_worker_look(worker);
}

/* The thread. */
static void *store_worker_run(void *arg)
{
    struct store_worker *worker = arg;
    bool quit = false;
    store_worker_open(worker);
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
    pthread_mutex_lock(&worker->lock);
    worker->ended = true;
    pthread_cond_signal(&worker->ended_cond);
    pthread_mutex_unlock(&worker->lock);
    return NULL;
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
    char *texts[] = {worker->path, worker->credentials_path, worker->url, worker->api_path, worker->email};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free(texts[i]);
    free(worker);
}

struct store_worker *store_worker_new(struct mailbox *box, const struct store_config *config,
                                      struct error *err)
{
    struct store_worker *worker = mem_zero(1, sizeof *worker);
    pthread_mutex_init(&worker->lock, NULL);
    thread_cond_init(&worker->ended_cond);
    worker->end = &worker->first;
    worker->outbox = outbox_new(box);
    worker->path = mem_copy_or_null(config->path);
    worker->credentials_path = mem_copy_or_null(config->credentials_path);
    worker->url = mem_copy_or_null(config->url);
    worker->api_path = mem_copy_or_null(config->api_path);
    worker->email = mem_copy_or_null(config->email);
    worker->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    bool ok = worker->wake_fd >= 0 ||
              error_set(err, ERROR_IO, "Cannot make an event descriptor: %s", strerror(errno));
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
    if (op->json) { /* what the screen holds too is not safe to count from two threads */
        json_t *shared = op->json;
        op->json = json_deep_copy(shared);
        json_decref(shared);
    }
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
    pthread_mutex_unlock(&worker->lock);
    outbox_close(worker->outbox);
    if (!ended) {
        pthread_detach(thread);
        return false;
    }
    pthread_join(thread, NULL);
    store_worker_free(worker);
    return true;
}
