/* Reading many projects at once: up to `connections` calls together, no more a second than the rate cap. */
#ifndef STENO_CLI_SWEEP_H
#define STENO_CLI_SWEEP_H

#include <stddef.h>

#include "cli.h"
#include "steno/core/id_list.h"

/* Writes the row of a place as it was read last. */
typedef void sweep_stored_fn(struct cli *cli, const void *arg, size_t place);

/* Reads all of them, keeps and writes each as a row of the list, in the order given and as soon as all before
 * it are there; as text, what could not be read has its stored row. Returns the exit code. */
int sweep_run(struct cli *cli, const struct id_list *ids, sweep_stored_fn *stored, const void *arg);

#endif
