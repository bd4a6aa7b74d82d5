/* The command line: the tables of subcommands and flags, the parser, help, completion, and running a command.
 *
 * A flag is `--name value` or `--name=value`. A boolean flag alone means true. Its value needs the `=`:
 * `--name=false`. Names cannot be abbreviated. `--` ends the flags. A global flag can stand anywhere. The
 * flags and parameters of a command stand after the words of the command. A value that begins with two dashes
 * needs the `=`, too. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_COMMAND_H
#define STENO_CLI_COMMAND_H

#include "steno/api/request.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"

/* --- the tables of flags and commands, for parser, dispatch, help, manual and completion --- */

enum option_id {
    OPTION_JSON, /* from here to OPTION_VERBOSE: the global options */
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
    OPTION_WITHIN, /* time limit of all waiting; --timeout is the limit of one call */
    OPTION_COUNT
};

#define OPTION_BIT(id) ((uint64_t)1 << (id))
#define OPTIONS_GLOBAL (OPTION_BIT(OPTION_VERBOSE + 1) - 1)

/* A flag that is neither a parameter of a request nor a setting. */
struct option_def {
    const char *name;  /* without dashes: "dry-run" */
    char letter;       /* one-letter form such as 'o'; 0: none */
    const char *value; /* name of the value in the help; NULL for a boolean */
    const char *help;  /* one line, at most 72 cells */
};
extern const struct option_def option_defs[OPTION_COUNT];

struct cli;

struct command {
    const char *words; /* the words of the command: "show", "metadata set" */
    const char *args;  /* arguments in the usage line: "ID KEY VALUE", "" for none */
    int args_min;
    int args_max;              /* -1: no limit */
    const char *help;          /* one line, at most 72 cells */
    const char *more;          /* a paragraph for the help of the command, or NULL */
    uint64_t options;          /* OPTION_BIT of each option, without the global options */
    enum endpoint_id endpoint; /* the command has its parameters as flags; ENDPOINT_COUNT: none */
    bool params_by_word;       /* the word after NAME selects the parameters: "preset save NAME enqueue" */
    bool any_profile;          /* --profile may name a profile that does not exist: login creates it */
    bool no_settings;          /* the command reads no settings, so it works with a broken config, too */
    bool writes;               /* the command changes projects: --read-only refuses it */
    const char *elsewhere;     /* names of this command in other programs, separated by blanks; or NULL */
    const char *no_more; /* reason in the error "unknown command": "the API can only remove tags"; or NULL */
    /* Runs the command. Returns the exit code, or CLI_FAILED if the caller must report err. */
    int (*run)(struct cli *cli, struct error *err);
};
extern const struct command commands[];
extern const size_t command_count;

/* Returns the parameters that the command takes as flags; NULL: none. */
const struct param_table *command_params(const struct command *command);
const struct command *command_find(const char *words);
/* Returns the second word of the command if `group` is its first word, else NULL. */
const char *command_in_group(const struct command *command, const char *group);
/* True if a command with two words begins with this word, such as "metadata". */
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
    int index;      /* row in the table of settings, options or parameters */
    char name[80];  /* without dashes */
    char left[100]; /* the flag in help and manual: "-o, --output" */
    bool is_bool;
    char value[200]; /* value in the help: " SECONDS", " NUMBER (ms, default 80)", "[=true|false]", "" */
    char facts[120]; /* range and default of a setting: "1 to 86400, default 60"; or "" */
    const char *help;
    int next; /* where flag_next() continues */
};

/* Gets the next flag of the set. Begin with *flag = {0}. Returns false after the last flag. */
bool flag_next(const struct flag_set *set, struct flag *flag);
/* Finds a flag by name, or by letter if the name is NULL. If there is none, flag->kind is FLAG_NONE. */
bool flag_find(const struct flag_set *set, const char *name, char letter, struct flag *flag);

/* --- help --- */

/* The last row of the table of exit codes has help NULL. */
struct exit_code {
    int code;
    const char *help;
};
extern const struct exit_code exit_codes[];

/* Writes the values that a setting takes: "SECONDS", "auto|always|never". Needs 80 bytes. */
void usage_setting_value(char *out, size_t size, const struct setting_def *def);
/* Writes range and default of a setting: "1 to 86400, default 60"; "" if it has neither. Needs 120 bytes. */
void usage_setting_facts(char *out, size_t size, const struct setting_def *def);
/* Writes what the environment variable of a setting does. Needs 120 bytes. */
void usage_variable(char *out, size_t size, const struct setting_def *def);

/* Appends the help of a command: usage, description, flags and parameters. For a group such as "metadata",
 * appends its commands; for "", the text of `steno --help`. Returns false for all other words. */
bool usage_of(struct buffer *out, const char *words);

/* --- parsing a command line --- */

struct args {
    const struct command *command; /* NULL: the line opens the console, or has only --help or --version */
    char *group;                   /* "metadata" in `steno metadata --help`; NULL: `command` is set */
    char **words; /* arguments after the words of the command; for the console: project ids */
    size_t word_count;
    const char *options[OPTION_COUNT];   /* value ("true" or "false" for a boolean); NULL: not on the line */
    const char *settings[SETTING_COUNT]; /* value of each global flag that is a setting; or NULL */
    struct param_set *params;            /* parameters on the line; NULL: the command takes none */
    bool *unset; /* for each row of params->table: --unset names it; NULL if params is NULL */
};

/* Parses argv[1] to argv[argc - 1]. `args` points into argv. An error (ERROR_USAGE) names the wrong word.
 * After an error, `args` still tells whether --json is given. Call args_free() in both cases. */
bool args_parse(struct args *args, int argc, char *const *argv, struct error *err);
void args_free(struct args *args);
bool args_has(const struct args *args, enum option_id id);
/* Sets the error for an unknown command, and adds a similar name if there is one. Returns false. `group` is
 * the first of two words; NULL: the command has one word. */
bool args_unknown_command(const char *group, const char *words, struct error *err);

/* Completes a command line for the shells: `steno __complete -- steno WORDS… CURRENT`. argv begins after
 * __complete. Returns 0 in all cases: the shells ignore the code.
 *
 * CURRENT is the word being typed; it can be "". WORDS are the words before CURRENT. Each line of the output
 * is a whole word that can replace CURRENT, with a tab and a description if there is one. The line
 * “:files PREFIX” asks the shell to complete a file name after PREFIX. Completion only reads the config and
 * state.db. If one of them is unreadable, its words are left out, and no error is printed. */
int complete_run(int argc, char *const *argv);

/* --- running a parsed line --- */

/* Runs the command of a parsed line, or prints help or version. Returns the exit code. */
int cli_run(const struct args *args);
/* Reports the error of args_parse(). Returns the exit code 2. */
int cli_refuse(const struct args *args, const struct error *err);
/* Loads the settings from flags, environment, config and credentials. Prints warnings to standard error.
 * Returns false with an error. */
bool cli_load_settings(struct settings *settings, const struct args *args, struct error *err);
/* Prints "steno: <message>" to standard error. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
