/* What --help prints, out of the tables. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_USAGE_PRIVATE_H
#define STENO_CLI_USAGE_PRIVATE_H

#include "steno/cli/usage.h"

/* `steno --help`. */
void usage_program(struct buffer *out);

/* `steno COMMAND --help`: usage, what it does, its flags, its parameters with type, default and unit. */
void usage_command(struct buffer *out, const struct command *command);

/* The one of these that the words ask for: "", "metadata set"; or the commands that begin with "metadata".
 * False for words that are no command. */
bool usage_of(struct buffer *out, const char *words);

#endif
