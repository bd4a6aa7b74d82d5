/* What the files of many share; nobody else includes it. */
#ifndef STENO_CLI_MANY_PRIVATE_H
#define STENO_CLI_MANY_PRIVATE_H

#include "many.h"
#include "projects.h"

/* One run. */
struct many {
    struct cli *cli;
    const struct id_list *ids;
    const struct many_user *user;
    void *arg;
    struct cli_tally tally;
};

/* Reports a result, in order. */
void many_show(void *arg, size_t place, struct call_result *result);

/* many_writes.c: sends the writes by a client. *begun: how many were not left untried. False when nothing was
 * begun. */
bool many_run_writes(struct many *many, size_t *begun, struct error *err);

#endif
