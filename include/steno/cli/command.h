/* Subcommands: one row each. Dispatch, help, manual and completion read these rows. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_COMMAND_H
#define STENO_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/endpoint.h"
#include "steno/cli/option.h"

struct cli;

struct command {
    const char *words; /* "show", "metadata set" */
    const char *args;  /* as in the usage line: "ID KEY VALUE", "" for none */
    int args_min;
    int args_max;                /* -1 for no limit */
    const char *help;            /* one line, at most 72 cells */
    const char *more;            /* a paragraph for its own help, or NULL */
    uint64_t options;            /* OPTION_BIT of those it takes beside the global ones */
    enum endpoint_id endpoint;   /* whose parameters are its flags; ENDPOINT_COUNT for none */
    bool params_by_word;         /* its second argument names that endpoint: "preset save P enqueue" */
    bool any_profile;            /* --profile may name one that is not there: login makes it */
    bool no_settings;            /* none are read: it works whatever the config says */
    bool writes;                 /* sends something that changes state: refused by --read-only */
    const char *elsewhere;       /* what other programs call it, as words between blanks; or NULL */
    const char *no_more;         /* why its group has no other second words; instead of the nearest one */
    int (*run)(struct cli *cli); /* returns the exit code */
};

extern const struct command commands[];
extern const size_t command_count;

/* The parameters that are the command's flags, or NULL. */
const struct param_table *command_params(const struct command *command);

/* The row with exactly these words ("tag rm"), or NULL. */
const struct command *command_find(const char *words);

/* Does some command begin with this word and a blank ("metadata")? */
bool command_is_group(const char *word);

/* The command's second word when its first is `group`, else NULL. */
const char *command_in_group(const struct command *command, const char *group);

#endif
