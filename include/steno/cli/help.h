/* Help texts out of the tables. */
#ifndef STENO_CLI_HELP_H
#define STENO_CLI_HELP_H

#include "steno/api/param.h"
#include "steno/base/buffer.h"
#include "steno/cli/command.h"

/* One exit code and what it means; the table ends with help NULL. */
struct exit_code {
    int code;
    const char *help;
};
extern const struct exit_code exit_codes[];

/* `steno --help`. */
void help_program(struct buffer *out);

/* `steno COMMAND --help`: usage, what it does, its flags, its parameters with type, default and unit. */
void help_command(struct buffer *out, const struct command *command);

/* The type, unit and default of a parameter: "integer, s, default 3". Needs 200 bytes. */
void help_param_facts(char *out, size_t size, const struct param_def *def);

/* `steno metadata --help`: the commands that begin with this word. */
void help_group(struct buffer *out, const char *group);

#endif
