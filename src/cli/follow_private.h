/* What the files of follow share; nobody else includes it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_FOLLOW_PRIVATE_H
#define STENO_CLI_FOLLOW_PRIVATE_H

#include "follow.h"
#include "runner.h"
#include "steno/base/id_map.h"

struct following {
    struct runner runner;
    struct cli *cli; /* both are the runner's */
    struct client *client;
    struct follow *follow;
    struct id_map places;  /* of the projects that are followed */
    struct store_op *kept; /* first readings, to be kept together; NULL for none */
    bool listed;           /* what has no answer was looked for once: readings judge it */
    int64_t end_ms;        /* --within; INT64_MAX without */
    int64_t patience_ms;   /* network trouble is waited out until then, while nothing was read */
    bool reached;          /* a read has succeeded */
};

/* follow_reading.c */

/* Has what was kept back kept: together, which is one lock of the file. */
void follow_keep_now(struct following *following);
/* One is about to be sent: while none has succeeded, it may take no longer than the patience lasts. */
void follow_reads(void *self, struct call *call);
/* A reading has ended. */
void follow_read(void *self, const struct reading *reading);
/* What another program has done may be news. */
void follow_hear_others(void *self);

/* follow_end.c */

/* Is there nothing left to wait for? */
bool follow_is_done(const struct following *following);
/* A project that cannot be read: reports it. */
void follow_give_up(struct following *following, struct follow_project *entry, struct error *err);
/* The time in which one read must have succeeded is over: gives up what only failed for the network. */
void follow_give_up_network(struct following *following);
/* Says of those that are not over that the time is, and returns the exit code of what happened. */
int follow_result(struct following *following, int64_t now_ms);

#endif
