/* Reading many projects at once: up to `connections` calls together, no more a second than the rate cap. */
#ifndef STENO_CLI_SWEEP_H
#define STENO_CLI_SWEEP_H

#include "steno/cli/cli.h"
#include "steno/core/id_list.h"

/* Reads all of them, keeps and writes each as a row of the list, in the order given and as soon as all before
 * it are there. Returns the exit code. */
int sweep_run(struct cli *cli, const struct id_list *ids);

#endif
