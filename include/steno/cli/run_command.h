/* `steno` as a whole, without the screen: help, version and subcommands. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_RUN_COMMAND_H
#define STENO_CLI_RUN_COMMAND_H

#include "steno/cli/args.h"

/* Runs what args_parse read. Returns the exit code. */
int cli_run(const struct args *args);

/* Reports what args_parse refused. Returns 2. */
int cli_refuse(const struct args *args, const struct error *err);

#endif
