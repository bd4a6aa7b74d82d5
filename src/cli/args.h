/* What only this layer calls of steno/cli/args.h: a line that is still being typed. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_ARGS_PRIVATE_H
#define STENO_CLI_ARGS_PRIVATE_H

#include "steno/cli/args.h"

/* Which row of which table a flag is. */
enum args_kind { ARGS_NO_FLAG, ARGS_OPTION, ARGS_PARAM, ARGS_SETTING };
struct args_flag {
    enum args_kind kind;
    int index;
};

/* The flag of a name without dashes: the command's own first, then parameters, then the global ones. */
struct args_flag args_find_flag(const struct args *args, const char *name);

/* What comes next. */
struct args_place {
    struct args_flag awaited; /* the flag whose value it is, if any */
    bool is_screen;           /* the words are ids for the screen */
    bool no_flags;            /* `--` was there */
};

/* Reads a line as far as it was typed; what args_parse() refuses is passed over. args->group: the first word
 * of a command of two, whose second is awaited unless args->command is there. */
void args_parse_start(struct args *args, struct args_place *place, int argc, char *const *argv);

/* A name from the command line as a sentence may show it. */
const char *args_unknown_show(char out[200], const char *text);

/* Fail for a name that nobody knows, with the one that was probably meant: an option with two dashes, one
 * with a letter, a command. `group` is the first of its two words, or NULL. */
bool args_unknown_flag(const struct args *args, const char *name, struct error *err);
bool args_unknown_letter(const struct args *args, const char *text, struct error *err);
bool args_unknown_command(const char *group, const char *words, struct error *err);

#endif
