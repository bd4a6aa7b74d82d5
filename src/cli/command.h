/* Finding a subcommand by its words. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_COMMAND_PRIVATE_H
#define STENO_CLI_COMMAND_PRIVATE_H

#include "steno/cli/command.h"

/* The row with exactly these words ("tag rm"), or NULL. */
const struct command *command_find(const char *words);

/* Does some command begin with this word and a blank ("metadata")? */
bool command_is_group(const char *word);

/* The command's second word when its first is `group`, else NULL. */
const char *command_in_group(const struct command *command, const char *group);

#endif
