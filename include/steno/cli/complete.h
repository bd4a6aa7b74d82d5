/* Completion of a command line, for the shells: `steno __complete -- steno WORDS… CURRENT`.
 *
 * The words are those of the line, the program's name first and the one being typed last, "" where it has not
 * begun.  What can stand in its place is printed, one whole word a line, a tab and a description behind it
 * where there is one; “:files PREFIX” where the shell is to offer files, for the word behind PREFIX.
 *
 * Nothing is asked, requested, run, written or reported: what cannot be read offers nothing.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_COMPLETE_H
#define STENO_CLI_COMPLETE_H

#include "steno/cli/args.h"
#include "steno/base/mem.h"

/* argv is what follows __complete. Always 0: a shell has no use for another code. */
int complete_run(int argc, char *const *argv);

struct complete {
    struct buffer out;
    struct args args; /* the line before the word that is being typed */
    struct args_place place;
    const char *before; /* begins the word, and each that is offered: "--color=" */
    const char *typed;  /* the rest of it, which a value has to begin with */
};

/* Offers a value, unless the word cannot become it; help may be NULL. */
void complete_offer(struct complete *complete, const char *value, const char *help);

/* Offers the values of a flag that are known. */
void complete_flag_values(struct complete *complete, struct args_flag flag);

/* Offers what can be the command's next argument, by its usage line. */
void complete_argument(struct complete *complete);

/* Offers the first words of the commands; with a group, its second words. */
void complete_commands(struct complete *complete, const char *group);

/* Offers the projects of the watchlist. */
void complete_ids(struct complete *complete);

#endif
