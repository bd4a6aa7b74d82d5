/* Following the states of projects by the rules of refresh: `wait`, `watch` and `enqueue --wait`. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_FOLLOW_H
#define STENO_CLI_FOLLOW_H

#include "cli.h"

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
