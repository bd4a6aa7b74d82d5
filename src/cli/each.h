/* Many projects at once: blocking calls on threads, one call for each project in the order of the ids, and
 * following states. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_EACH_H
#define STENO_CLI_EACH_H

#include "cli.h"

/* --- crew.c: each thread makes one call at a time over a connection of its own; the main thread hands calls
 * over and takes what they came to, and alone touches the store, the settings and the outputs --- */

/* The crew's from crew_give until crew_take returns it. The giver sets place, and call or argv and env, which
 * are taken. */
struct crew_job {
    struct crew_job *next;
    size_t place;
    struct call *call; /* NULL: a program */
    char **argv, **env;
    int64_t sent_ms;            /* wall clock: it was handed over */
    int64_t begun_ms;           /* the same, monotonic */
    struct call_result *result; /* of a program only the error */
    char *notice; /* before a retry, for a person; the job is under way still: this has place and wait_ms */
    int64_t wait_ms;
};

struct crew;

/* libcurl is loaded beside what comes before the first call: that is most of what a start costs. Who uses it
 * waits for the end of that first; so does the process. */
void crew_load(void);
void crew_load_end(void);
/* `threads` of them; NULL with an error. */
struct crew *crew_new(const struct cli *cli, size_t threads, struct error *err);
/* Waits for the threads so long, and leaves those that hang to the end of the process. NULL is fine. */
void crew_free(struct crew *crew, int64_t limit_ms);
void crew_give(struct crew *crew, const struct crew_job *values);
/* The jobs that have ended, and notices, in their order; NULL at the deadline (monotonic), and when a signal
 * came. Free each with crew_job_free. */
struct crew_job *crew_take(struct crew *crew, int64_t deadline_ms);
void crew_job_free(struct crew_job *job);
/* The calls to come are made with this token. */
void crew_set_token(struct crew *crew, const char *token);
/* Cancels all of them, for good; or what reads and what was not begun, and writes that were sent go on,
 * without a second try. */
void crew_stop(struct crew *crew, bool with_writes);

/* --- each.c: one call for each of many projects, or a reading and the call that follows from it:
 * `connections` at once, reported in the order of the ids --- */

/* A project whose turn has come. */
struct each_item {
    struct cli *cli;
    void *arg;
    size_t place; /* counts the ids from 0 */
    int64_t id;
    struct call *call;             /* check, failed: the one that was answered, or NULL */
    const struct project *reading; /* check: as it was read then, by the wall clock; NULL: it was not */
    int64_t sent_ms;
    struct call_result *result; /* failed and show */
};

/* What a command does with its projects: the call, and what it does on the way, as far as it has to. */
struct each_user {
    enum endpoint_id op;
    const struct param_set *params;
    const char *key, *value;
    int64_t version;
    bool reads; /* each project is read before its call is sent; of a write again after the pause of a 429 */
    void *arg;
    /* Completes a call out of the reading. False with the reason why it is not sent. */
    bool (*check)(struct each_item *item, struct error *err);
    /* A failure is to be reported, and may get another sentence. True: it is none, and was reported. */
    bool (*failed)(struct each_item *item, struct error *err);
    /* Reports what went well, in order, and returns the exit code; cli_rows() are written when nothing is
     * left to show. NULL: cli_report_project() does. */
    int (*show)(struct each_item *item);
};

/* Returns the exit code, that of the first failure.  After cli->stop the rest is reported as failed in the
 * same way without being tried; an interrupt ends at once. */
int each_run(struct cli *cli, const struct id_list *ids, const struct each_user *user);

/* --- follow.c: the states of projects by the rules of refresh: `wait`, `watch` and `enqueue --wait` --- */

/* What is left of a project is freed by follow_run. */
struct follow_project {
    int64_t id;
    char *state;           /* last seen; NULL before the first read */
    int64_t read_ms;       /* when that was, on the monotonic clock */
    int64_t state_sent_ms; /* when that read, or the enqueue that answered it, was sent, by the wall clock */
    int64_t sent_ms;       /* the same of the last read that was sent at all */
    int64_t taken_row;     /* of an enqueue that is not seen to start; 0: none */
    bool has_begun;        /* it was seen to be worked on, or its state to change */
    struct error *trouble; /* why the last read failed; NULL when it did not */
    bool is_over;          /* it has ended, or it is given up */
    bool has_ended;        /* the former */
    int code;              /* exit code, once over */
};

struct follow {
    struct follow_project *projects;
    size_t count;
    bool any;            /* one that ended is enough */
    bool forever;        /* `watch`: an end is only a change like another */
    bool enqueued;       /* the projects were just enqueued: their first read comes after 3 s */
    int64_t within_ms;   /* 0 for no limit */
    int64_t interval_ms; /* between two reads of a project; 0: as its state asks for */
};

/* Reads --within, whole seconds up to a year, and --interval, within the limits of the setting poll_fast. */
bool follow_read_times(const struct args *args, struct follow *follow, struct error *err);
/* Reads until all (or any) have ended, the time is over, or a signal comes; writes a line a change. No
 * project waits for the answer of another. Network trouble is waited out, but until one read has succeeded no
 * longer than the setting `timeout`. Returns the exit code. */
int follow_run(struct cli *cli, struct follow *follow);

#endif
