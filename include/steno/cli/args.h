/* The command line: words and flags, parsed without I/O.
 *
 * Flags are `--name value` or `--name=value`; a bare boolean is true, else
 * `--name=true|false`; nothing is abbreviated; `--` ends the flags.  Global flags
 * may stand anywhere; a command's own and its parameters' behind its words.  A
 * value that begins with two dashes must be joined by `=`.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_ARGS_H
#define STENO_CLI_ARGS_H

#include "steno/base/error.h"
#include "steno/cli/command.h"

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

/* A flag that may stand on the line, and which row of which table it is. */
enum args_kind { ARGS_NO_FLAG, ARGS_OPTION, ARGS_PARAM, ARGS_SETTING };
struct args_flag {
    enum args_kind kind;
    int index;
    char name[80]; /* without dashes */
    const char *help;
    bool is_bool;
};

/* The next of them, from {0} on: options, parameters, settings. False behind the last. */
bool args_next_flag(const struct args *args, struct args_flag *flag);
/* The one of this name; false for none, and then its kind is ARGS_NO_FLAG. */
bool args_find_flag(const struct args *args, const char *name, struct args_flag *flag);

/* Reads a line as far as it was typed; what args_parse() refuses is passed over. args->group: the first word
 * of a command of two, whose second is awaited unless args->command is there. */
struct args_place {
    struct args_flag awaited; /* the flag whose value comes next, if any */
    bool is_screen;           /* the words are ids for the screen */
    bool no_flags;            /* `--` was there */
};
void args_parse_start(struct args *args, struct args_place *place, int argc, char *const *argv);

/* Fails for a command that nobody knows, with the one that was probably meant. `group` is the first of its
 * two words, or NULL. */
bool args_unknown_command(const char *group, const char *words, struct error *err);

#endif
