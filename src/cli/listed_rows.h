/* Which rows of the watchlist a command lists, and in which order. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_LISTED_ROWS_H
#define STENO_CLI_LISTED_ROWS_H

#include "cli.h"
#include "steno/core/store_op.h"

/* Does the command want other rows, or another order, than the watchlist has? */
bool listed_rows_are_chosen(const struct cli *cli);
/* Moves the rows of a STORE_LOAD that match the words to the front, in the order of --sort; *count is how
 * many these are. False, with an error, where a word or the column is unknown. */
bool listed_rows_choose(struct cli *cli, struct store_result *result, size_t *count, struct error *err);

#endif
