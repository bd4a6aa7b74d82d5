/* The command line: the tables of subcommands and flags, what stands on a line, help, completion, and a run.
 *
 * Flags are `--name value` or `--name=value`; a bare boolean is true, else
 * `--name=true|false`; nothing is abbreviated; `--` ends the flags.  Global flags
 * may stand anywhere; a command's own and its parameters' behind its words.  A
 * value that begins with two dashes must be joined by `=`.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_COMMAND_H
#define STENO_CLI_COMMAND_H

#include "steno/api/request.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"

/* --- the tables: one row each; parser, dispatch, help, manual and completion read them --- */

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

/* A flag that is neither a parameter nor a setting. */
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
/* The command's second word when its first is `group`, else NULL. */
const char *command_in_group(const struct command *command, const char *group);
/* Does some command begin with this word and a blank ("metadata")? */
bool command_is_group(const char *word);

/* --- all flags in one walk: the global settings, options, parameters --- */

struct flag_set {
    bool settings;
    uint64_t options;
    const struct param_table *params; /* or NULL */
};

enum flag_kind { FLAG_NONE, FLAG_SETTING, FLAG_OPTION, FLAG_PARAM };
struct flag {
    enum flag_kind kind;
    int index;      /* of its row in its table */
    char name[80];  /* without dashes */
    char left[100]; /* as help and manual begin: "-o, --output" */
    bool is_bool;
    char value[200]; /* what follows in help: " SECONDS", " NUMBER (ms, default 80)", "[=true|false]", "" */
    char facts[120]; /* of a setting: "1 to 86400, default 60"; or "" */
    const char *help;
    int next; /* where flag_next() goes on */
};

/* The next flag of the set, from {0} on; false behind the last. */
bool flag_next(const struct flag_set *set, struct flag *flag);
/* The one of this name, or of this letter where name is NULL; false for none, and then its kind is FLAG_NONE.
 */
bool flag_find(const struct flag_set *set, const char *name, char letter, struct flag *flag);

/* --- help out of the tables --- */

/* One exit code and what it means; the table ends with help NULL. */
struct exit_code {
    int code;
    const char *help;
};
extern const struct exit_code exit_codes[];

/* What a setting takes: "SECONDS", "auto|always|never". Needs 80 bytes. */
void usage_setting_value(char *out, size_t size, const struct setting_def *def);
/* Range and default of a setting: "1 to 86400, default 60", "" for neither. Needs 120 bytes. */
void usage_setting_facts(char *out, size_t size, const struct setting_def *def);
/* What the environment variable of a setting does. Needs 120 bytes. */
void usage_variable(char *out, size_t size, const struct setting_def *def);

/* `steno --help`, of "" for words; of a command usage, what it does, its flags, its parameters with type,
 * default and unit; or the commands that begin with "metadata". False for words that are no command. */
bool usage_of(struct buffer *out, const char *words);

/* --- a line --- */

struct args {
    const struct command *command; /* NULL: the screen, or only --help or --version */
    char *group;                   /* "metadata" when --help was asked for a group; or NULL */
    char **words;                  /* arguments behind the command's words; for the screen: ids */
    size_t word_count;
    const char *options[OPTION_COUNT];   /* as given; "true" or "false" for a boolean; NULL when not given */
    const char *settings[SETTING_COUNT]; /* global flags that are settings; NULL when not given */
    struct param_set *params;            /* the command's parameters that were SET; NULL when it has none */
    bool *unset;                         /* a row each of params->table: --unset names it; or NULL */
};

/* Parses argv[1..argc).  Strings stay argv's.  False with ERROR_USAGE and a sentence that names the word at
 * fault; args is to be freed in both cases, and says then whether --json was seen before the fault. */
bool args_parse(struct args *args, int argc, char *const *argv, struct error *err);
void args_free(struct args *args);
/* Is the boolean option given and true? */
bool args_has(const struct args *args, enum option_id id);
/* Fails for a command that nobody knows, with the one that was probably meant. `group` is the first of its
 * two words, or NULL. */
bool args_unknown_command(const char *group, const char *words, struct error *err);

/* Completion of a command line, for the shells: `steno __complete -- steno WORDS… CURRENT`; argv is what
 * follows __complete. Always 0: a shell has no use for another code.
 *
 * The words are those of the line, the program's name first and the one being typed last, "" where it has not
 * begun.  What can stand in its place is printed, one whole word a line, a tab and a description behind it
 * where there is one; “:files PREFIX” where the shell is to offer files, for the word behind PREFIX. Nothing
 * is asked, requested, run, written or reported: what cannot be read offers nothing. */
int complete_run(int argc, char *const *argv);

/* --- a run without the screen: subcommands, help, version --- */

/* Runs what args_parse read. Returns the exit code. */
int cli_run(const struct args *args);
/* Reports what args_parse refused. Returns 2. */
int cli_refuse(const struct args *args, const struct error *err);
/* Flags, environment, config and credentials into settings; warnings go to standard error. */
bool cli_load_settings(struct settings *settings, const struct args *args, struct error *err);
/* "steno: <message>" on standard error. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
