/* `steno` as a whole, without the screen: subcommands, help, version, completion. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_RUN_H
#define STENO_CLI_RUN_H

#include "steno/cli/args.h"

/* Runs what args_parse read. Returns the exit code. */
int cli_run(const struct args *args);
/* Reports what args_parse refused. Returns 2. */
int cli_refuse(const struct args *args, const struct error *err);

/* Flags, environment, config and credentials into settings; warnings go to standard error. */
bool cli_load_settings(struct settings *settings, const struct args *args, struct error *err);

/* "steno: <message>" on standard error. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Completion of a command line, for the shells: `steno __complete -- steno WORDS… CURRENT`; argv is what
 * follows __complete. Always 0: a shell has no use for another code.
 *
 * The words are those of the line, the program's name first and the one being typed last, "" where it has not
 * begun.  What can stand in its place is printed, one whole word a line, a tab and a description behind it
 * where there is one; “:files PREFIX” where the shell is to offer files, for the word behind PREFIX. Nothing
 * is asked, requested, run, written or reported: what cannot be read offers nothing. */
int complete_run(int argc, char *const *argv);

#endif
