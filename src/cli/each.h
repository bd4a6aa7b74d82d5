/* One call for each of many projects, or a reading and the call that follows from it: `connections` at once,
 * reported in the order of the ids. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_EACH_H
#define STENO_CLI_EACH_H

#include "cli.h"
#include "steno/core/call.h"
#include "steno/core/id_list.h"

/* What a command does with its projects; places count the ids from 0. */
struct each_user {
    bool writes;   /* where the settings forbid writes nothing is sent; one on its way is waited for */
    bool reads;    /* each project is read before its call is sent, again after the pause of a 429 */
    bool in_order; /* the calls that follow a reading are sent in the order of the ids */
    size_t queue;  /* of cheap reads: how many may wait for a connection; 0 for none */
    size_t ahead;  /* how many results may wait for an earlier one; 0 for any number */
    struct call *(*make)(struct cli *cli, void *arg, size_t place);
    /* Completes a call whose turn has come, out of the reading (NULL: none) that was sent then, by the wall
     * clock. False with the reason why it is not sent. May be NULL. */
    bool (*check)(struct cli *cli, void *arg, size_t place, struct call *call, const struct project *reading,
                  int64_t sent_ms, struct error *err);
    /* An answer has come, in whatever order. May be NULL. */
    void (*answered)(struct cli *cli, void *arg, size_t place, const struct call *call,
                     struct call_result *result);
    /* Takes the failure of a place over, so that it is not reported; false: it is. May be NULL: all are. */
    bool (*failed)(struct cli *cli, void *arg, size_t place, const struct error *err);
    /* Reports what went well, in order, and returns the exit code; cli_rows() are written when nothing is
     * left to show. */
    int (*show)(struct cli *cli, void *arg, size_t place, struct call_result *result);
};

/* Returns the exit code, that of the first failure.  After cli->stop the rest is reported as failed in the
 * same way without being tried; an interrupt ends at once. */
int each_run(struct cli *cli, const struct id_list *ids, const struct each_user *user, void *arg);

#endif
