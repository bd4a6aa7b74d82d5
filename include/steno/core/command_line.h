/* A form's values as the steno command that does the same. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_COMMAND_LINE_H
#define STENO_CORE_COMMAND_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "steno/api/param.h"

/* "steno enqueue 1 2 --lang en-US --with-ppc=false": the SET values in table order, secrets and what is of
 * this computer left out, each word quoted so that a POSIX shell reads it back unchanged. The subcommand is
 * the table's name. Caller frees. */
char *command_line_make(const struct param_set *set, const int64_t *ids, size_t id_count);
/* The command with one more word behind it, quoted where it must be, and before it an option ("-o", after
 * which a "~/" is left to the shell; NULL for none). Takes the command; caller frees. */
char *command_line_add(char *command, const char *option, const char *word);

#endif
