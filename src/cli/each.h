/* Commands about many projects: blocking calls on threads (crew.c), one call for each project in the order of
 * the ids (each.c), waiting for state changes (follow.c). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_EACH_H
#define STENO_CLI_EACH_H

#include "cli.h"

/* --- crew.c: each thread makes one call at a time over its own connection. The main thread hands out the
 * calls and takes the results; only the main thread uses the store, the settings and the outputs --- */

/* A job for a thread. The crew owns it between crew_give() and crew_take(). The caller sets `place`, and
 * either `call`, or `argv` and `env`; crew_job_free() frees them. */
struct crew_job {
    struct crew_job *next;
    size_t place;      /* chosen by the caller, to recognize the job */
    struct call *call; /* NULL: the job runs the program argv */
    char **argv, **env;
    int64_t sent_ms;            /* time of crew_give(), wall clock */
    int64_t begun_ms;           /* time of crew_give(), monotonic */
    struct call_result *result; /* result of the call; for a program only the error is set */
    char *notice;               /* a message instead of a result; the job retries after wait_ms; or NULL */
    int64_t wait_ms;
};

struct crew;

/* Loads libcurl on a thread: loading takes most of the start time. crew_load_end() waits for the thread: call
 * it before the first use of libcurl, and before the process ends. */
void crew_load(void);
void crew_load_end(void);
/* Returns a crew with this number of threads, or NULL with an error. */
struct crew *crew_new(const struct cli *cli, size_t threads, struct error *err);
/* Waits up to limit_ms for the threads, then frees the crew, unless a thread hangs. Accepts NULL. */
void crew_free(struct crew *crew, int64_t limit_ms);
void crew_give(struct crew *crew, const struct crew_job *values);
/* Waits for finished jobs and notices, and returns a list of them, oldest first. Returns NULL at the deadline
 * (monotonic), or after a signal. Free each with crew_job_free(). */
struct crew_job *crew_take(struct crew *crew, int64_t deadline_ms);
void crew_job_free(struct crew_job *job);
/* Sets the token of all calls that have not started. */
void crew_set_token(struct crew *crew, const char *token);
/* Cancels all jobs, also later ones. If with_writes is false, a write that was sent is not cancelled: it may
 * still get its answer, but is not retried. */
void crew_stop(struct crew *crew, bool with_writes);

/* --- each.c: for each project a call, or a read and then a call. The setting `connections` limits how many
 * run at once; results are reported in the order of the ids --- */

/* One project: what the functions in each_user get. */
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
    /* Fills in what the call still lacks. Returns false with the reason if it must not be sent. */
    bool (*check)(struct each_item *item, struct error *err);
    /* May change the error of a failed call. Return true to suppress the report and the exit code. */
    bool (*failed)(struct each_item *item, struct error *err);
    /* Reports a successful call, and returns the exit code. Rows added to cli_rows() are written after
     * all results that are ready have been reported. NULL: cli_report_project() is called. */
    int (*show)(struct each_item *item);
};

/* Makes the call for all ids. Returns the exit code of the first failure, or 0. Once cli->stop is set, the
 * remaining ids are not tried: each fails with this error; after a signal, one line lists them. */
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
    bool enqueued;       /* the projects were just enqueued: their first read comes after 3 s */
    int64_t within_ms;   /* time limit of the wait; 0: none */
    int64_t interval_ms; /* time between two reads of a project; 0: depends on its state */
};

/* Reads --within, in seconds up to a year, and --interval, which has the limits of the setting poll_fast. */
bool follow_read_times(const struct args *args, struct follow *follow, struct error *err);
/* Reads the projects again and again until all (or any) have ended, the time is over, or a signal comes.
 * Writes a line for each change. A slow answer delays no other project. Network errors end the run only
 * if no read has succeeded within the time of the setting `timeout`. Returns the exit code. */
int follow_run(struct cli *cli, struct follow *follow);

#endif
