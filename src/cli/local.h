/* What a subcommand reads and saves in the store, which is opened at first need for the settings' server and
 * login. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_LOCAL_H
#define STENO_CLI_LOCAL_H

#include "steno/api/record.h"
#include "cli.h"
#include "steno/core/store_op.h"

/* Carries one operation out; takes it over. NULL with an error; the caller frees the result. */
struct store_result *cli_store_do(struct cli *cli, struct store_op *op, struct error *err);

/* Carries out an operation that the user asked for, on project op->id or on none, and reports it. Takes it
 * over. Returns the exit code. */
int cli_store_change(struct cli *cli, struct store_op *op);

/* --- never fatal: a failure is reported once a run, and nothing more is tried --- */

/* Carries an operation out; takes it over. NULL when that failed, else the caller frees the result. */
struct store_result *cli_store_ask(struct cli *cli, struct store_op *op);

/* Can the store be used? If not, `otherwise` begins the sentence. */
bool cli_may_keep(struct cli *cli, const char *otherwise, struct error *err);

/* Carries an operation out for its effect. Takes it over. */
void cli_store_note(struct cli *cli, struct store_op *op);

/* Reports that the store failed, and leaves it alone from then on; once. */
void cli_store_give_up(struct cli *cli, const struct error *err);

/* The project as it was read at most so long ago, whoever did; NULL when it was not. Caller frees. */
struct project *cli_known_project(struct cli *cli, int64_t id, int64_t within_ms);

/* The operation that saves a project by a reading that was sent then, by the wall clock: what was saved since
 * stays. `is_seen`: a change of its state was seen, not only found. */
struct store_op *cli_project_op(const struct cli *cli, const struct project *project, int64_t sent_ms,
                                bool is_seen);

/* Saves a project that was found by such a reading. */
void cli_keep_project(struct cli *cli, const struct project *project, int64_t sent_ms);

/* Like cli_keep_project() for many projects: saved together, some at a time. */
#define CLI_KEPT_MAX 64
struct cli_kept {
    struct store_op *ops[CLI_KEPT_MAX];
    size_t count;
};
/* `raw` is the resource as JSON text, taken over, where it was written already; else NULL. */
void cli_keep_later(struct cli *cli, struct cli_kept *kept, const struct project *project, int64_t sent_ms,
                    char *raw);
void cli_keep_now(struct cli *cli, struct cli_kept *kept); /* what is still waiting; at the end */

#endif
