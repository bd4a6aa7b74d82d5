/* The command line: the tables of subcommands and flags, the parser, help, completion, and running a command.
 *
 * A flag is `--name value` or `--name=value`. A boolean flag without a value is true; its value is written
 * `--name=true|false`. Names cannot be abbreviated. `--` ends the flags. A global flag may stand anywhere;
 * the flags and parameters of a command stand after the words of the command. A value that begins with two
 * dashes needs `=`.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_COMMAND_H
#define STENO_CLI_COMMAND_H

#include "steno/api/request.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"

/* --- the tables of flags and commands: parser, dispatch, help, manual and completion read them --- */

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
    OPTION_WITHIN, /* limit of all the waiting; the setting --timeout limits one call */
    OPTION_COUNT
};

#define OPTION_BIT(id) ((uint64_t)1 << (id))
#define OPTIONS_GLOBAL (OPTION_BIT(OPTION_VERBOSE + 1) - 1)

/* A flag that is neither a parameter nor a setting. */
struct option_def {
    const char *name;  /* without dashes: "dry-run" */
    char letter;       /* one-letter form, or 0 */
    const char *value; /* name of the value in the help; NULL for a boolean */
    const char *help;  /* one line, at most 72 cells */
};
extern const struct option_def option_defs[OPTION_COUNT];

struct cli;

struct command {
    const char *words; /* "show", "metadata set" */
    const char *args;  /* arguments in the usage line: "ID KEY VALUE", "" for none */
    int args_min;
    int args_max;              /* -1 for no limit */
    const char *help;          /* one line, at most 72 cells */
    const char *more;          /* a paragraph for the help of the command, or NULL */
    uint64_t options;          /* OPTION_BIT of each option that is not global */
    enum endpoint_id endpoint; /* the parameters of this endpoint are flags; ENDPOINT_COUNT: none */
    bool params_by_word;       /* the second argument names the endpoint: "preset save P enqueue" */
    bool any_profile;          /* --profile may name a profile that does not exist: login creates it */
    bool no_settings;          /* no settings are read: the command works with a broken config, too */
    bool writes;               /* sends a request that changes a project: refused by --read-only */
    const char *elsewhere;     /* names of this command in other programs, separated by blanks; or NULL */
    const char *no_more; /* the error for an unknown second word says this, not a similar word; or NULL */
    /* Returns the exit code, or CLI_FAILED: then the caller reports err. */
    int (*run)(struct cli *cli, struct error *err);
};
extern const struct command commands[];
extern const size_t command_count;

/* The parameters that the command takes as flags, or NULL. */
const struct param_table *command_params(const struct command *command);
/* The command with exactly these words ("tag rm"), or NULL. */
const struct command *command_find(const char *words);
/* The command's second word when its first is `group`, else NULL. */
const char *command_in_group(const struct command *command, const char *group);
/* Does some command begin with this word and a blank ("metadata")? */
bool command_is_group(const char *word);

/* --- iterating over all flags: global settings, options, parameters --- */

struct flag_set {
    bool settings;
    uint64_t options;
    const struct param_table *params; /* or NULL */
};

enum flag_kind { FLAG_NONE, FLAG_SETTING, FLAG_OPTION, FLAG_PARAM };
struct flag {
    enum flag_kind kind;
    int index;      /* row in the table of its kind */
    char name[80];  /* without dashes */
    char left[100]; /* the flag in help and manual: "-o, --output" */
    bool is_bool;
    char value[200]; /* its value in the help: " SECONDS", " NUMBER (ms, default 80)", "[=true|false]", "" */
    char facts[120]; /* range and default of a setting: "1 to 86400, default 60"; or "" */
    const char *help;
    int next; /* position of flag_next() */
};

/* Gets the next flag of the set; start with {0}. False after the last flag. */
bool flag_next(const struct flag_set *set, struct flag *flag);
/* Finds a flag by its name, or by its letter if name is NULL. False if there is none; flag->kind is FLAG_NONE
 * then. */
bool flag_find(const struct flag_set *set, const char *name, char letter, struct flag *flag);

/* --- help --- */

/* An exit code with its meaning. The table ends with help NULL. */
struct exit_code {
    int code;
    const char *help;
};
extern const struct exit_code exit_codes[];

/* The values of a setting: "SECONDS", "auto|always|never". Needs 80 bytes. */
void usage_setting_value(char *out, size_t size, const struct setting_def *def);
/* Range and default of a setting: "1 to 86400, default 60"; "" if it has neither. Needs 120 bytes. */
void usage_setting_facts(char *out, size_t size, const struct setting_def *def);
/* What the environment variable of a setting does. Needs 120 bytes. */
void usage_variable(char *out, size_t size, const struct setting_def *def);

/* Appends a help text. "" gives that of `steno --help`. The words of a command give its usage, description,
 * flags and parameters. A group such as "metadata" gives its commands. False for an unknown command. */
bool usage_of(struct buffer *out, const char *words);

/* --- parsing a command line --- */

struct args {
    const struct command *command; /* NULL: the console, or only --help or --version */
    char *group;                   /* the group in `steno metadata --help`; or NULL */
    char **words;                  /* arguments after the words of the command; for the console: ids */
    size_t word_count;
    const char *options[OPTION_COUNT];   /* values; "true" or "false" for a boolean; NULL: not on the line */
    const char *settings[SETTING_COUNT]; /* values of global flags that are settings; NULL: not on the line */
    struct param_set *params;            /* parameters on the line; NULL if the command takes none */
    bool *unset;                         /* for each row of params->table: --unset names it; or NULL */
};

/* Parses argv[1..argc); args points into argv. False with ERROR_USAGE and a sentence that names the wrong
 * word: then args still tells whether the line contains --json. Call args_free() in both cases. */
bool args_parse(struct args *args, int argc, char *const *argv, struct error *err);
void args_free(struct args *args);
/* Is the boolean option on the line, and true? */
bool args_has(const struct args *args, enum option_id id);
/* Sets the error for an unknown command, with a similar name if there is one. `group` is the first of two
 * words, or NULL. Returns false. */
bool args_unknown_command(const char *group, const char *words, struct error *err);

/* Completes a command line for the shells: `steno __complete -- steno WORDS… CURRENT`. argv begins after
 * __complete. Returns 0 in all cases: the shells ignore the code.
 *
 * WORDS are the words of the line, and CURRENT the word that is being typed, or "". Each line of the output
 * is a whole word that can replace CURRENT, with a tab and a description if there is one. The line “:files
 * PREFIX” asks the shell to complete a file name after PREFIX. Completion sends no request, starts no
 * program, writes no file, and prints no error: if a source cannot be read, its words are missing. */
int complete_run(int argc, char *const *argv);

/* --- running a subcommand, help or version --- */

/* Runs the command of a parsed line. Returns the exit code. */
int cli_run(const struct args *args);
/* Reports the error of args_parse(). Returns 2. */
int cli_refuse(const struct args *args, const struct error *err);
/* Loads the settings from flags, environment, config and credentials. Prints warnings to standard error. */
bool cli_load_settings(struct settings *settings, const struct args *args, struct error *err);
/* Prints "steno: <message>" to standard error. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
