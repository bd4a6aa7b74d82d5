/* What only this layer calls of steno/cli/complete.h: a completion under way, and where its values come from.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_COMPLETE_PRIVATE_H
#define STENO_CLI_COMPLETE_PRIVATE_H

#include "args.h"
#include "steno/base/buffer.h"
#include "steno/cli/complete.h"

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
