/* One run of a subcommand: its arguments, its settings, its connection and store.
 *
 * A handler reports each failure where it happens and returns the exit code.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_CLI_H
#define STENO_CLI_CLI_H

#include "steno/base/mem.h"
#include "steno/cli/args.h"
#include "steno/core/settings.h"

struct cli {
    const struct args *args;
    bool json;
    struct settings settings;
    struct connection *connection; /* cli_connection opens it */
    struct store *store;           /* opened by the first store operation */
    struct error store_failure;    /* why it is left alone since, which was reported; ERROR_NONE: it is not */
    bool open_is_known;            /* whether a write was open when the first project was read: */
    bool any_is_open;              /* a job of many readings asks once */
    bool token_fetched;            /* token_command was run */
    bool metadata_noted;           /* that this server is new to changes of metadata was said */
    struct error stop; /* an error after which no further project is tried; ERROR_NONE while there is none */
    int64_t *rest;     /* projects to which nothing was done, and of which nothing was said: for the end */
    size_t rest_count;
    struct buffer rows; /* that wait to be written together: cli_rows() */
    int out_errno;      /* standard output cannot be written: EPIPE, ENOSPC, ...; 0 while it can */
};

#endif
