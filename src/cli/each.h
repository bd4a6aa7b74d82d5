/* Commands about many projects: blocking calls on threads (crew.c), one call for each project in the order of
 * the ids (each.c), waiting for state changes (follow.c). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_EACH_H
#define STENO_CLI_EACH_H

#include "cli.h"

/* --- crew.c: each thread makes one call at a time over its own connection. The main thread hands out the
 * calls and takes the results; only the main thread uses the store, the settings and the outputs --- */

/* A job for a thread. The crew owns the job between crew_give() and crew_take(). The caller sets `place`, and
 * either `call`, or `argv` and `env`. crew_job_free() frees all. */
struct crew_job {
    struct crew_job *next;
    size_t place;      /* chosen by the caller, to recognize the job */
    struct call *call; /* NULL: the job runs the program argv */
    char **argv, **env;
    int64_t sent_ms;            /* time of crew_give(), wall clock */
    int64_t begun_ms;           /* time of crew_give(), monotonic */
    struct call_result *result; /* result of the call; for a program only the error is set */
    char *notice;               /* a message: the job will retry after wait_ms; NULL: the job is done */
    int64_t wait_ms;
};

struct crew;

/* Loads libcurl on a thread, because this takes most of the start time. crew_load_end() waits for the thread.
 * Call it before the first use of libcurl, and before the process ends. */
void crew_load(void);
void crew_load_end(void);
/* Returns a crew with this number of threads, or NULL with an error. */
struct crew *crew_new(const struct cli *cli, size_t threads, struct error *err);
/* Waits up to limit_ms for the threads and frees the crew. A hung thread keeps the crew. Accepts NULL. */
void crew_free(struct crew *crew, int64_t limit_ms);
void crew_give(struct crew *crew, const struct crew_job *values);
/* Waits for finished jobs and notices. Returns these as a list, oldest first. Returns NULL at the deadline
 * (monotonic), or after a signal. Free each job with crew_job_free(). */
struct crew_job *crew_take(struct crew *crew, int64_t deadline_ms);
void crew_job_free(struct crew_job *job);
/* Sets the token of all calls that have not started. */
void crew_set_token(struct crew *crew, const char *token);
/* Cancels all jobs, also later jobs. If with_writes is false, a write that was sent can still get its answer,
 * but is not retried. */
void crew_stop(struct crew *crew, bool with_writes);

/* --- each.c: a call for each project, maybe after a read. The setting `connections` limits the calls at one
 * time. Results are reported in the order of the ids --- */

/* One project, as the functions in each_user get it. */
struct each_item {
    struct cli *cli;
    void *arg;
    size_t place; /* index of the id in the list of ids */
    int64_t id;
    struct call *call;             /* check(): the call to send; failed(): the answered call, or NULL */
    const struct project *reading; /* check(): the project as read; NULL: it was not read */
    int64_t sent_ms;               /* check(): when `reading` was requested, wall clock */
    struct call_result *result;    /* failed(), show(): the result of the call */
};

/* The call of a command, and the functions that the command adds. A function may be NULL. */
struct each_user {
    enum endpoint_id op;
    const struct param_set *params;
    const char *key, *value;
    int64_t version;
    bool reads; /* read each project before its call, and again if a pause (429) delayed the write */
    void *arg;
    /* Completes the call. Returns false with an error if the call must not be sent. */
    bool (*check)(struct each_item *item, struct error *err);
    /* Can change the error of a failed call. If it returns true, each_run() ignores the failure. */
    bool (*failed)(struct each_item *item, struct error *err);
    /* Reports a successful call, and returns the exit code. NULL: cli_report_project() is called. */
    int (*show)(struct each_item *item);
};

/* Makes the call for all ids. Returns the exit code of the first failure, or 0. Once cli->stop is an error,
 * the remaining ids fail with this error, untried. After a signal, one line lists the remaining ids. */
int each_run(struct cli *cli, const struct id_list *ids, const struct each_user *user);

/* --- follow.c: `wait`, `watch` and `enqueue --wait`; core/refresh.h decides when a project is read --- */

struct follow_project {
    int64_t id;
    char *state;           /* last seen state; NULL before the first read; freed by follow_run() */
    int64_t read_ms;       /* time of the last read, monotonic */
    int64_t state_sent_ms; /* when the request that showed the state was sent, wall clock */
    int64_t sent_ms;       /* when the last read was sent, answered or not, wall clock */
    int64_t taken_row;     /* store row of an accepted enqueue that was not yet seen to start; 0: none */
    bool has_begun;        /* the project was seen in progress, or its state changed */
    struct error *trouble; /* error of the last read; NULL: no error; freed by follow_run() */
    bool is_over;          /* the transcription has ended, or steno has given up on the project */
    bool has_ended;        /* the transcription has ended */
    int code;              /* exit code, valid if is_over */
};

struct follow {
    struct follow_project *projects;
    size_t count;
    bool any;            /* return when the first project has ended */
    bool forever;        /* `watch`: do not return when projects end */
    bool enqueued;       /* the projects were just enqueued: the first reads come after 3 s */
    int64_t within_ms;   /* time limit of the wait; 0: no limit */
    int64_t interval_ms; /* time between two reads of a project; 0: depends on its state */
};

/* Reads --within (seconds, up to a year) and --interval (with the limits of the setting poll_fast). */
bool follow_read_times(const struct args *args, struct follow *follow, struct error *err);
/* Reads the projects until all (or one, if follow->any is true) have ended, the time is over, or a signal
 * comes. Writes a line for each change. Network errors are retried; a server that was never reached is given
 * up after the time of the setting `timeout`. Returns the exit code. */
int follow_run(struct cli *cli, struct follow *follow);

#endif
