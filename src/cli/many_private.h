/* What the files of many share; nobody else includes it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_MANY_PRIVATE_H
#define STENO_CLI_MANY_PRIVATE_H

#include "many.h"
#include "projects.h"
#include "runner.h"
#include "steno/core/batch_order.h"

/* One of them. */
struct many_call {
    uint64_t serial;            /* of its call, */
    uint64_t keeping;           /* of a write then of the operation that keeps its receipt */
    char *done;                 /* what a write did, while that is not kept; NULL: nothing */
    struct call_result *result; /* until it was shown */
    bool is_kept;               /* what became of it is on its way to the store */
};

/* One run. */
struct many {
    struct cli *cli;
    const struct id_list *ids;
    const struct many_user *user;
    void *arg;
    struct cli_tally tally;
    struct runner runner;
    struct client *client; /* the runner's */
    struct batch batch;
    struct many_call *calls; /* by place */
    struct error stop;   /* what every other call would fail with too; ERROR_NONE while there is nothing */
    struct act_key act;  /* that all of them are one of */
    struct call **asked; /* the first one that was sent, without what is its alone; NULL: none was */
    struct call *own;    /* that one, where the user does not keep it */
    struct store_op *left_out; /* the rows of those that were not sent; NULL for none */
    int64_t begun_ms;          /* monotonic, for the progress */
    int64_t hear_ms;           /* monotonic: until then answers are heard after a signal */
    int64_t end_ms;            /* monotonic: nobody waits beyond it; INT64_MAX in both: no signal yet */
};

/* Is nothing but the answer wanted of it? */
bool many_is_reading(enum endpoint_id op);
/* Nothing more is sent; writes on their way are waited for, of all else the answer is of no use any more. */
void many_stop(struct many *many);
/* How long until the next one may be sent: by the cap on requests, a write also after a 429. */
int64_t many_wait(const struct many *many);
/* Sends what may be sent now. */
void many_send_due(struct many *many);

#endif
