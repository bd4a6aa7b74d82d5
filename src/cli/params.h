/* The parameters that a command will send: a preset, then the flags, then --unset. */
#ifndef STENO_CLI_PARAMS_H
#define STENO_CLI_PARAMS_H

#include "steno/api/param.h"
#include "steno/cli/cli.h"

/* Collects and checks them; warnings about unusual values go to standard error. NULL with a sentence. Caller
 * frees. */
struct param_set *params_collect(struct cli *cli, struct error *err);

/* Reads a preset by its name, blanks around it or not; the result's name is the one in the store. NULL with
 * an error. Caller frees. */
struct store_result *params_find_preset(struct cli *cli, const char *name, struct error *err);

/* Remembers the texts that were sent, as suggestions for forms. */
void params_remember(struct cli *cli, const struct param_set *set);

#endif
