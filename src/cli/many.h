/* One call for each of many projects: `connections` at once, reported in the order of the ids. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_MANY_H
#define STENO_CLI_MANY_H

#include "cli.h"
#include "steno/client/writes.h"
#include "steno/core/call.h"
#include "steno/core/id_list.h"

/* What a command does with its projects; places count the ids from 0. */
struct many_user {
    bool writes;  /* where the settings forbid writes nothing is sent; one on its way is waited for */
    size_t queue; /* of cheap reads: how many may wait for a connection; 0 for none */
    size_t ahead; /* how many results may wait for an earlier one; 0 for any number */
    /* Where several runs make one act: the first call of it that was sent, for the rows of those that were
     * not; the user frees it. NULL: of this run alone. */
    struct call **asked;
    size_t besides; /* projects of the act that are not among the ids: their rows are the user's */
    /* The call for a place; or NULL and its result in *instead, when nothing is to be sent. */
    struct call *(*make)(struct cli *cli, void *arg, size_t place, struct call_result **instead);
    /* An answer has come, in whatever order: before its receipt is made, but of a write after that, which
     * keeps the server's words. May be NULL. */
    void (*answered)(struct cli *cli, void *arg, size_t place, const struct write *write,
                     struct call_result *result);
    /* Writes: open ones stand in the way of this one, which was not sent. The call that is to be sent now, or
     * NULL with the reason in the result's error. NULL: it was not sent. */
    struct call *(*again)(struct cli *cli, void *arg, size_t place, struct call_result *result);
    /* Takes the failure of a place over, so that it is not reported; false: it is. May be NULL: all are. */
    bool (*failed)(struct cli *cli, void *arg, size_t place, const struct error *err);
    /* Reports what went well, in order, and returns the exit code; cli_rows() are written when nothing is
     * left to show. Failures are reported by many_run. */
    int (*show)(struct cli *cli, void *arg, size_t place, struct call_result *result);
};

/* Returns the exit code of all of them.  After cli->stop the rest is reported as failed in the same way
 * without being tried; an interrupt ends at once. */
int many_run(struct cli *cli, const struct id_list *ids, const struct many_user *user, void *arg);

#endif
