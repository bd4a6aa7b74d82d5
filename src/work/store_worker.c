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
#include "steno/base/folder_watch.h"
#include "steno/base/mem.h"
#include "thread.h"
#include "short_task.h"

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
    unsigned generation, losses; /* of the store, as the loop was told */
    char *memory_only;           /* why nothing outlives this session; NULL where it does */
    int64_t data_version;
    int watch_fd;
    struct {
        bool touched, moved, modified, rewritten;
        bool bare;    /* modified, and not touched since */
        bool foreign; /* closed while bare: no session does so */
    } seen;           /* of the file since the last look */
    int64_t look_ms;  /* when to look whether another file stands there */
};

/* What befalls a file may take several steps, such as its removal and a copy in its place. */
#define SETTLE_MS 500

/* Says what the store has to say of the file that is used now. */
static void store_worker_tell(struct store_worker *worker)
{
    const char *notice = store_notice(worker->store);
    if (!notice)
        return;
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
        error_set(&err, ERROR_IO, "%s cannot be written%s%s", store_path(worker->store), why ? ": " : "",
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
        .text = mem_printf("Watchlist, history and drafts will be lost when you quit: %s", err.text),
    };
    outbox_post(worker->outbox, &mail);
    worker->memory_only = mem_copy(err.text);
    worker->store = store_open_copy(&config, &err);
}

/* The name of the state file in its folder. */
static const char *store_worker_name(const struct store_worker *worker)
{
    const char *path = store_path(worker->store), *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Watches the folder of the state file. Without a watch other sessions' changes are seen at the
 * next start. */
static void store_worker_watch(struct store_worker *worker)
{
    worker->watch_fd = -1;
    worker->look_ms = INT64_MAX;
    if (!worker->store)
        return;
    worker->data_version = store_data_version(worker->store);
    worker->generation = store_generation(worker->store);
    worker->losses = store_losses(worker->store);
    worker->watch_fd = folder_watch_open(store_path(worker->store), IN_ATTRIB | IN_MODIFY | IN_CLOSE_WRITE |
                                                                        IN_CREATE | IN_DELETE | IN_MOVE);
}

/* Is this the name of the state file's log? Sessions that share a file share its log: one that comes is that
 * of a session which saw another file at the path. */
static bool store_worker_is_log(const struct store_worker *worker, const char *name)
{
    const char *own = store_worker_name(worker);
    size_t len = strlen(own);
    return strncmp(name, own, len) == 0 && strcmp(name + len, "-wal") == 0;
}

/* Takes one event in. Sessions touch the file after each change, and write to it before that. */
static void store_worker_event(struct store_worker *worker, const struct inotify_event *event)
{
    const char *name = event->len > 0 ? event->name : "";
    if (event->mask & (IN_IGNORED | IN_Q_OVERFLOW))
        worker->seen.moved = worker->seen.touched = true; /* the folder itself is gone, or nobody knows */
    worker->seen.moved |= (event->mask & IN_CREATE) && store_worker_is_log(worker, name);
    if (strcmp(name, store_worker_name(worker)) != 0)
        return;
    worker->seen.moved |= (event->mask & (IN_CREATE | IN_DELETE | IN_MOVE)) != 0;
    if (event->mask & IN_ATTRIB) {
        worker->seen.touched = true;
        worker->seen.bare = false;
    }
    if (event->mask & IN_MODIFY)
        worker->seen.modified = worker->seen.bare = true;
    if (event->mask & IN_CLOSE_WRITE) {
        worker->seen.rewritten |= worker->seen.modified;
        worker->seen.foreign |= worker->seen.bare;
    }
}

/* Reads what the folder's watch has. */
static void store_worker_read_events(struct store_worker *worker)
{
    _Alignas(struct inotify_event) char events[4096];
    ssize_t got;
    while (worker->watch_fd >= 0 && (got = read(worker->watch_fd, events, sizeof events)) > 0) {
        for (char *at = events; at < events + got;) {
            const struct inotify_event *event = (const struct inotify_event *)(const void *)at;
            store_worker_event(worker, event);
            at += sizeof *event + event->len;
        }
    }
}

/* Tells the loop when another file is used now; before the answer of the operation that found it. */
static void store_worker_news(struct store_worker *worker)
{
    if (!worker->store || store_generation(worker->store) == worker->generation)
        return;
    bool lost = store_losses(worker->store) != worker->losses;
    struct mail mail = {.kind = lost ? MAIL_STORE_LOST : MAIL_STORE_CHANGED};
    if (worker->watch_fd >= 0)
        close(worker->watch_fd);
    store_worker_watch(worker);                    /* the folder may be another one too, */
    worker->look_ms = clock_mono_ms() + SETTLE_MS; /* and was not watched until now */
    memset(&worker->seen, 0, sizeof worker->seen);
    outbox_post(worker->outbox, &mail);
    store_worker_tell(worker);
}

/* Looks whether another file stands at the path, or other bytes in it. */
static void store_worker_look(struct store_worker *worker)
{
    bool rewritten = worker->seen.rewritten, touched = worker->seen.touched;
    memset(&worker->seen, 0, sizeof worker->seen);
    worker->seen.touched = touched;
    worker->look_ms = INT64_MAX;
    store_look(worker->store, rewritten);
    if (store_data_version(worker->store) < 0) /* it could not be opened */
        worker->look_ms = clock_mono_ms() + SETTLE_MS;
    store_worker_news(worker);
}

/* A session's change explains the bytes that came with it, but none that came after its touch or before a
 * close without one. Where there is no log, SQLite itself sees that the bytes are others. */
static void store_worker_explain(struct store_worker *worker)
{
    bool logged = strcmp(store_journal_mode(worker->store), "wal") == 0;
    worker->seen.modified = worker->seen.bare = worker->seen.bare && logged;
    worker->seen.rewritten = worker->seen.foreign = worker->seen.foreign && logged;
}

/* What the folder's watch has had: was it another session's change? Bytes that came with no session's change
 * are somebody else's. */
static void store_worker_judge(struct store_worker *worker)
{
    int64_t version = -1;
    if (worker->seen.touched || worker->seen.rewritten)
        version = store_data_version(worker->store);
    worker->seen.touched = false;
    if (version >= 0 && version != worker->data_version) {
        worker->data_version = version;
        store_worker_explain(worker);
        struct mail mail = {.kind = MAIL_STORE_CHANGED};
        outbox_post(worker->outbox, &mail);
    }
    if ((worker->seen.moved || worker->seen.rewritten) && worker->look_ms == INT64_MAX)
        worker->look_ms = clock_mono_ms() + SETTLE_MS;
}

/* Before the file is used or closed: goes on with one that was written over it. */
static void store_worker_catch_up(struct store_worker *worker)
{
    store_worker_read_events(worker);
    store_worker_judge(worker);
    if (worker->seen.rewritten)
        store_worker_look(worker);
}

/* Runs one operation, on the file that stands at the path then. */
static void store_worker_execute(struct store_worker *worker, const struct store_op *op,
                                 struct store_result *result)
{
    store_worker_catch_up(worker);
    store_execute(worker->store, op, result);
    store_worker_news(worker);
    store_worker_read_events(worker);
    store_worker_explain(worker); /* what we write ourselves is no news */
    store_worker_judge(worker);
}

/* Carries one operation out and tells. */
static void store_worker_run_op(struct store_worker *worker, struct store_op *op)
{
    if (op->kind == STORE_TOKEN_READ || op->kind == STORE_FILES_FIND) {
        short_task_read(worker->outbox, worker->credentials_path, op);
        return;
    }
    struct mail mail = {.kind = MAIL_STORE, .store = store_result_new(op)};
    if (worker->store)
        store_worker_execute(worker, op, mail.store);
    else
        error_set(&mail.store->error, ERROR_IO, "There is no state file in this session");
    mail.store->session_only = mail.store->ok && worker->memory_only && store_op_writes(op->kind);
    if (mail.store->session_only)
        error_set(&mail.store->error, ERROR_IO, "%s", worker->memory_only);
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
    int64_t now_ms = clock_mono_ms();
    int left_ms = worker->look_ms == INT64_MAX ? -1
                  : worker->look_ms > now_ms   ? (int)(worker->look_ms - now_ms)
                                               : 0;
    poll(fds, 2, left_ms);
    uint64_t count;
    if (fds[0].revents) {
        ssize_t ignored = read(worker->wake_fd, &count, sizeof count);
        (void)ignored;
    }
    if (fds[1].revents) {
        store_worker_read_events(worker);
        store_worker_judge(worker);
    }
    if (worker->look_ms <= clock_mono_ms())
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
    if (worker->store)
        store_worker_catch_up(worker); /* the last one to close a file writes its log into it */
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
    char *texts[] = {worker->path,  worker->credentials_path, worker->url, worker->api_path,
                     worker->email, worker->memory_only};
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
              error_set(err, ERROR_IO, "Cannot create an event descriptor: %s", strerror(errno));
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
