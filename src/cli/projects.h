/* What subcommands about projects share: ids, several outcomes in one exit code, reads, writes and reports.
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

#define EXIT_MIXED 8 /* the projects ended in different ways */

/* The exit code of several outcomes: the common one if all are alike, else EXIT_MIXED. */
struct cli_tally {
    size_t count;
    int first;
    bool mixed;
};
void cli_tally_add(struct cli_tally *tally, int code);
int cli_tally_code(const struct cli_tally *tally);

/* Calls `each` for the ids of the command's words and adds up its exit codes.  After cli->stop the rest is
 * reported as failed in the same way without being tried; an interrupt ends at once. */
int cli_each_project(struct cli *cli, int (*each)(struct cli *cli, int64_t id, void *arg), void *arg);
/* For these ids. */
int cli_each_of(struct cli *cli, const struct id_list *ids,
                int (*each)(struct cli *cli, int64_t id, void *arg), void *arg);

/* Fetches one project and saves it. */
struct project *cli_get_project(struct cli *cli, int64_t id, struct error *err);

struct login *cli_read_account(struct cli *cli, struct error *err);

/* Says which of its fields are missing or wrong, if any are. */
void cli_say_problems(const struct project *project);

/* Reports a project that a call answered: {"id","ok","project"}, or its line. Returns the exit code. */
int cli_report_project(struct cli *cli, const struct project *project);

#endif
