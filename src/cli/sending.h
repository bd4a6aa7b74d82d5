/* A call of a subcommand from before it is sent to its receipt in the store.
 *
 * A write is on the disk before its first byte leaves.  When the store cannot keep it, that is said once and
 * the write is sent all the same.
 */
#ifndef STENO_CLI_SENDING_H
#define STENO_CLI_SENDING_H

#include "steno/cli/cli.h"
#include "steno/core/call.h"
#include "steno/core/store_op.h"

/* What is remembered of a call that was sent. */
struct sending {
    struct call *call; /* a copy of what the receipt needs */
    int64_t row;       /* of the write in the store; 0 for none */
    int64_t asked_ms;  /* wall clock */
    struct store_op
        *overruled; /* the end of the open enqueues that this one was decided to follow, or NULL */
};

/* Before the call is sent. False: it is an enqueue, others of the project are open and call->asked_row does
 * not reach behind them; they are in *open, which the caller frees, and nothing was recorded. */
bool sending_begin(struct cli *cli, struct sending *sending, const struct call *call,
                   struct store_result **open);

/* Frees what was remembered of a call whose result never came: the write stays in the store. */
void sending_free(struct sending *sending);

/* Its result is there: saves what follows from it, says what is to be said once a server, and frees what was
 * remembered. The sentence of an open outcome names its end then. */
void sending_end(struct cli *cli, struct sending *sending, struct call_result *result);

#endif
