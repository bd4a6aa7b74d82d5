/* What subcommands about projects share: ids, reads, writes and reports.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_PROJECTS_H
#define STENO_CLI_PROJECTS_H

#include "steno/api/record.h"
#include "cli.h"
#include "steno/core/id_list.h"

/* Adds the ids of the command's words, `-` from standard input, to an empty list, which is to be freed in
 * both cases. False when there is none. */
bool cli_read_ids(struct cli *cli, struct id_list *list, struct error *err);
/* Of the first `count` words alone. */
bool cli_read_first_ids(struct cli *cli, size_t count, struct id_list *list, struct error *err);
/* Reads the one id of a command whose first word is one. */
bool cli_read_id(struct cli *cli, int64_t *id, struct error *err);

/* Calls `each` for these ids and returns the code of the first failure.  After cli->stop the rest is reported
 * as failed in the same way without being tried; an interrupt ends at once. */
int cli_each_of(struct cli *cli, const struct id_list *ids,
                int (*each)(struct cli *cli, int64_t id, void *arg), void *arg);
/* Fetches one project on this thread, saves it, and says what that shows of earlier writes. */
struct project *cli_get_project(struct cli *cli, int64_t id, struct error *err);

struct login *cli_read_account(struct cli *cli, struct error *err);

/* Says which of its fields are missing or wrong, if any are. */
void cli_say_problems(const struct project *project);

/* Reports a project that a call answered: {"id","ok","project"}, or its line. Returns the exit code. */
int cli_report_project(struct cli *cli, const struct project *project);

#endif
