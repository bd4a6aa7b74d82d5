/* Help texts out of the tables. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_USAGE_H
#define STENO_CLI_USAGE_H

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/cli/command.h"
#include "steno/core/settings.h"

/* One exit code and what it means; the table ends with help NULL. */
struct exit_code {
    int code;
    const char *help;
};
extern const struct exit_code exit_codes[];

/* What follows a parameter's flag: " NUMBER (ms, default 80)", "[=true|false]". Needs 200 bytes. */
void usage_param_value(char *out, size_t size, const struct param_def *def);

/* What a setting takes: "SECONDS", "auto|always|never". Needs 80 bytes. */
void usage_setting_value(char *out, size_t size, const struct setting_def *def);

/* Range and default of a setting: "1 to 86400, default 60", "" for neither. Needs 120 bytes. */
void usage_setting_facts(char *out, size_t size, const struct setting_def *def);

/* What the environment variable of a setting does. Needs 120 bytes. */
void usage_variable(char *out, size_t size, const struct setting_def *def);

/* `steno --help`. */
void usage_program(struct buffer *out);

/* `steno COMMAND --help`: usage, what it does, its flags, its parameters with type, default and unit. */
void usage_command(struct buffer *out, const struct command *command);

/* The one of these that the words ask for: "", "metadata set"; or the commands that begin with "metadata".
 * False for words that are no command. */
bool usage_of(struct buffer *out, const char *words);

#endif
