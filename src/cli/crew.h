/* Blocking calls on threads: each thread makes one call at a time over a connection of its own.
 *
 * The main thread hands calls over and takes what they came to; it alone touches the store, the settings and
 * the outputs. A job belongs to the crew from crew_give until crew_take returns it.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_CREW_H
#define STENO_CLI_CREW_H

#include "cli.h"
#include "steno/core/call.h"

struct crew_job {
    struct crew_job *next; /* of a list that who holds them may make */
    size_t place;
    struct call *call; /* NULL: a program */
    char **argv, **env;
    int64_t sent_ms;            /* wall clock: it was handed over */
    int64_t begun_ms;           /* the same, monotonic */
    struct call_result *result; /* of the call */
    struct error error;         /* of the program */
    char *
        notice; /* before a retry: said to a person, and the job is still under way; place and wait_ms only */
    int64_t wait_ms;
};

struct crew;

/* `threads` of them; NULL with an error. */
struct crew *crew_new(const struct cli *cli, size_t threads, struct error *err);
/* Waits for the threads so long, and leaves those that hang to the end of the process. NULL is fine. */
void crew_free(struct crew *crew, int64_t limit_ms);

/* Takes call, argv and env over. */
void crew_give(struct crew *crew, size_t place, struct call *call);
void crew_give_program(struct crew *crew, size_t place, char **argv, char **env);

/* The next job that has ended, or a notice; NULL at the deadline (monotonic; in the past: without waiting),
 * and when a signal came. Free it with crew_job_free. */
struct crew_job *crew_take(struct crew *crew, int64_t deadline_ms);
void crew_job_free(struct crew_job *job);

/* The calls to come are made with this token. */
void crew_set_token(struct crew *crew, const char *token);
/* Cancels what reads and what was not begun, for good; writes that were sent go on, without a second try. */
void crew_wind_down(struct crew *crew);
/* Cancels all of them, for good. */
void crew_cancel(struct crew *crew);

#endif
