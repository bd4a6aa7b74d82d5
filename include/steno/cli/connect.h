/* The settings of a run, from all sources. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_CONNECT_H
#define STENO_CLI_CONNECT_H

#include "steno/cli/args.h"
#include "steno/core/settings.h"
#include "steno/api/connection.h"
#include "steno/api/request.h"

struct cli;

/* Flags, environment, config and credentials into settings; warnings go to standard error. */
bool cli_load_settings(struct settings *settings, const struct args *args, struct error *err);

/* Is the server's URL known? */
bool cli_need_url(const struct cli *cli, struct error *err);

/* Is there a server, and a token for it? What token_command says is asked for once. */
bool cli_may_call(struct cli *cli, struct error *err);

/* The connection, made at first need: a server must be known, and a token where need_token. NULL with an
 * error.
 */
struct connection *cli_connection(struct cli *cli, bool need_token, struct error *err);

/* Ends it: the next one is made of the settings as they are then. */
void cli_connection_end(struct cli *cli);

/* Adds to an error of the server about the token where that came from. */
void cli_explain_auth(const struct cli *cli, struct error *err);

/* False with ERROR_FORBIDDEN when read_only forbids to send a write. */
bool cli_may_write(const struct cli *cli, struct error *err);

/* Print the request that would be sent, the first that of project `id` with parameters. Return the exit code.
 */
int cli_dry_run(struct cli *cli, enum endpoint_id op, int64_t id, const struct param_set *params);
int cli_dry_run_request(struct cli *cli, enum endpoint_id op, const struct request_args *args);

#endif
