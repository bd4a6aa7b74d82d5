/* What the files of api_workers share. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_API_WORKERS_PRIVATE_H
#define STENO_WORK_API_WORKERS_PRIVATE_H

#include "api_workers.h"
#include "outbox.h"
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
    bool is_cancelled;           /* a read under way: it is to end */
};

/* The thread that reads projects, several at a time through one connection. All but the connection is changed
 * under the lock, and that is set under it. */
struct api_reader {
    struct api_workers *all;
    pthread_t thread;
    bool is_started;
    pthread_cond_t job_cond;
    struct connection *connection;
    struct api_session *session; /* that it was made for; NULL: it must be made anew */
    bool is_sweeping;            /* it hears of sweep_wake() */
    struct api_job *jobs;        /* sent, and not answered by a letter yet */
    size_t under_way;            /* how many of them have not ended */
};

struct api_workers {
    pthread_mutex_t lock;
    pthread_cond_t job_cond, ended_cond;
    struct api_job *first, **end; /* in the order in which they are sent */
    struct api_session *session;
    struct api_worker *workers;
    struct api_reader reader;
    int count;         /* calls at a time, and threads for those that are no reads */
    int calls;         /* that these threads carry out */
    int started;       /* of these threads */
    int alive;         /* of all threads */
    uint64_t refusals; /* answers after which the refresh machine sends nothing for now */
    bool quit;
    bool is_left_behind; /* nobody waits for the threads any more: the last one frees */
    struct outbox *outbox;
};

/* --- locked --- */

/* Counts one user less; frees behind the last. */
void api_session_drop(struct api_session *session);
/* The first job, if one more may be sent and it is one of the reader's, or is none of them; else NULL. */
struct api_job *api_workers_first(const struct api_workers *all, bool is_read);
/* Takes the first job out of the queue. */
void api_workers_take(struct api_workers *all);
/* Has the thread whose job is the first look at it: after each change of the queue or of what is under way.
 */
void api_workers_wake(struct api_workers *all);
void api_job_free(struct api_job *job);
/* Posts answers of this session. Where one is refused, its reads for the refresh machine end that wait, and
 * those that are submitted before that has heard of it. */
void api_workers_answer(struct api_workers *all, const struct api_session *session, struct mail *mails,
                        size_t count, bool is_refused);
/* Ends the reads under way with this serial, or all for 0; false when there is none. */
bool api_reader_cancel(struct api_reader *reader, uint64_t serial);

/* --- unlocked --- */

/* Is this the answer to a read of the refresh machine after which it sends no other one for now? */
bool api_job_is_refused(const struct api_job *job, const struct call_result *result);
/* Tells of a wait before another try. */
void api_workers_notice(struct api_workers *all, uint64_t serial, const char *text, int64_t wait_ms);
/* A thread ends; it may touch nothing behind it. */
void api_workers_leave(struct api_workers *all);
/* The reader's thread. */
void *api_reader_run(void *arg);

#endif
