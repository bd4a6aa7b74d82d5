/* Files that exist and that `export` was told to leave, by --skip-existing or --if-newer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_EXPORT_LEFT_H
#define STENO_CLI_EXPORT_LEFT_H

#include <stdint.h>

#include "cli.h"
#include "steno/core/call.h"

/* Are the options such that one of them is given at most, and -o with it? */
bool export_left_check(const struct args *args, struct error *err);
/* What becomes of a file that exists, with what the ledger has of the call's project. */
void export_left_prepare(struct cli *cli, struct call *call);

/* What was left, and why: to be reported in its turn. */
struct export_left {
    char *path, *why; /* NULL: nothing was left */
    const char *what; /* "exists", "current", "edited", "foreign" */
};

/* Takes it from a result that is no failure because of the options. Says how a file that is in the way can be
 * replaced where it is one. */
void export_left_take(struct export_left *left, const struct args *args, struct call_result *result);
/* Reports it, if there is any: {"id","ok","file","left"}, or a sentence. */
bool export_left_report(struct cli *cli, int64_t id, struct export_left *left);

#endif
