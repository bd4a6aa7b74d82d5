/* What --help prints, out of the tables. */
#ifndef STENO_CLI_USAGE_PRIVATE_H
#define STENO_CLI_USAGE_PRIVATE_H

#include "steno/cli/usage.h"

/* `steno --help`. */
void usage_program(struct buffer *out);

/* `steno COMMAND --help`: usage, what it does, its flags, its parameters with type, default and unit. */
void usage_command(struct buffer *out, const struct command *command);

/* `steno metadata --help`: the commands that begin with this word. */
void usage_group(struct buffer *out, const char *group);

#endif
