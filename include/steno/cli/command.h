/* Subcommands and the flags that are neither a parameter nor a setting: one row each. Parser, dispatch, help,
 * manual and completion read these rows. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_COMMAND_H
#define STENO_CLI_COMMAND_H

#include "steno/api/request.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"

enum option_id {
    OPTION_JSON, /* the global ones first */
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_DEMO,
    OPTION_QUIET,
    OPTION_VERBOSE,
    OPTION_ACCESS_TOKEN,
    OPTION_ALL,
    OPTION_ANY,
    OPTION_AS,
    OPTION_CHECK,
    OPTION_CONSENT,
    OPTION_DRY_RUN,
    OPTION_EMAIL,
    OPTION_FAIL_ON,
    OPTION_FORCE,
    OPTION_FORGET,
    OPTION_IDS,
    OPTION_IF_NEWER,
    OPTION_INTERVAL,
    OPTION_NAME_PATTERN,
    OPTION_OFFLINE,
    OPTION_OUTPUT,
    OPTION_PASSWORD_STDIN,
    OPTION_PATH,
    OPTION_PRESET,
    OPTION_REFRESH,
    OPTION_SEND_ALL,
    OPTION_SINCE,
    OPTION_SKIP_EXISTING,
    OPTION_SORT,
    OPTION_STYLE,
    OPTION_TOKEN_STDIN,
    OPTION_UNSET,
    OPTION_ANYWAY,
    OPTION_WAIT,
    OPTION_WITHIN, /* how long to wait; --timeout is how long a call may take */
    OPTION_COUNT
};

#define OPTION_BIT(id) ((uint64_t)1 << (id))
#define OPTIONS_GLOBAL (OPTION_BIT(OPTION_VERBOSE + 1) - 1)

struct option_def {
    const char *name;  /* without dashes: "dry-run" */
    char letter;       /* one-letter form, or 0 */
    const char *value; /* what the value is called in help; NULL for a boolean */
    const char *help;  /* one line, at most 72 cells */
};
extern const struct option_def option_defs[OPTION_COUNT];

struct cli;

struct command {
    const char *words; /* "show", "metadata set" */
    const char *args;  /* as in the usage line: "ID KEY VALUE", "" for none */
    int args_min;
    int args_max;              /* -1 for no limit */
    const char *help;          /* one line, at most 72 cells */
    const char *more;          /* a paragraph for its own help, or NULL */
    uint64_t options;          /* OPTION_BIT of those it takes beside the global ones */
    enum endpoint_id endpoint; /* whose parameters are its flags; ENDPOINT_COUNT for none */
    bool params_by_word;       /* its second argument names that endpoint: "preset save P enqueue" */
    bool any_profile;          /* --profile may name one that is not there: login makes it */
    bool no_settings;          /* none are read: it works whatever the config says */
    bool writes;               /* sends something that changes state: refused by --read-only */
    const char *elsewhere;     /* what other programs call it, as words between blanks; or NULL */
    const char *no_more;       /* why its group has no other second words; instead of the nearest one */
    /* Returns the exit code, or CLI_FAILED: then err has the reason, which is yet to be reported. */
    int (*run)(struct cli *cli, struct error *err);
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

/* --- help out of the tables --- */

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

/* `steno --help`, of "" for words; of a command usage, what it does, its flags, its parameters with type,
 * default and unit; or the commands that begin with "metadata". False for words that are no command. */
bool usage_of(struct buffer *out, const char *words);

#endif
