/* Following the states of projects by the rules of refresh: behind `wait`, `watch` and `enqueue --wait`. */
#ifndef STENO_CLI_WAITING_H
#define STENO_CLI_WAITING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/cli/cli.h"

struct waiting_project {
    int64_t id;
    char
        *state; /* last seen; NULL before the first read; owned by the caller's array, freed by waiting_run */
    int code;   /* exit code, once over */
    bool over;
};

struct waiting {
    struct waiting_project *projects;
    size_t count;
    bool any;         /* one that ended is enough */
    bool forever;     /* `watch`: an end is only a change like another */
    bool enqueued;    /* the projects were just enqueued: their first read comes after 3 s */
    int64_t limit_ms; /* 0 for no limit */
};

/* Reads until all (or any) have ended, the limit is over, or a signal comes; writes a line a change.
 * Returns the exit code; frees the states. */
int waiting_run(struct cli *cli, struct waiting *waiting);

#endif
