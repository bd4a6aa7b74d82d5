/* What follows from a call of a subcommand: the rows for the store, what is said once a server, and the end
 * of an open outcome in its error. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_RECEIPTS_H
#define STENO_CLI_RECEIPTS_H

#include "cli.h"
#include "steno/client/writes.h"

/* The receipt of a call that has ended; the caller keeps its rows and frees it. */
struct receipt *receipts_make(struct cli *cli, const struct write *write, struct call_result *result);

/* Keeps what follows from an export; that it cannot be is said once. */
void receipts_keep(struct cli *cli, const struct call *call, struct call_result *result);

/* Why what was not sent was not, in the act's row; NULL for none. Borrows the error's text. */
const char *receipts_left_reason(const struct error *err);

#endif
