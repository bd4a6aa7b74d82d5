/* One run of a subcommand: its arguments, its settings, its client and store, and where its words go.
 *
 * Data goes to standard output, sentences to standard error; the bytes do not
 * depend on whether either is a terminal.  A handler reports each failure where
 * it happens and returns the exit code.
 */
#ifndef STENO_CLI_CLI_H
#define STENO_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/api/client.h"
#include "steno/api/request.h"
#include "steno/api/versioned.h"
#include "steno/cli/args.h"
#include "steno/core/activity_row.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"
#include "steno/store/store.h"

struct cli {
    const struct args *args;
    bool json;
    struct settings settings;
    struct api_client *client; /* cli_client opens it */
    struct store *store;       /* cli_store opens it */
    bool store_failed;         /* it was tried in vain, and said */
    bool token_fetched;        /* token_command had its turn */
    struct error stop; /* an error after which no further project is tried; ERROR_NONE while there is none */
    int out_errno;     /* standard output cannot be written: EPIPE, ENOSPC, ...; 0 while it can */
};

/* `steno` as a whole but the screen: help, version and subcommands. Returns the exit code. */
int cli_run(const struct args *args);
/* Reports what args_parse refused. Returns 2. */
int cli_refuse(const struct args *args, const struct error *err);

/* Flags, environment, config and credentials into settings; warnings go to standard error. */
bool cli_load_settings(struct settings *settings, const struct args *args, struct error *err);

/* --- output (output.c) --- */

bool cli_put(struct cli *cli, const void *data, size_t len);
bool cli_put_text(struct cli *cli, const char *text);
/* One line; takes the reference. */
bool cli_put_json(struct cli *cli, json_t *object);
/* "steno: <sentence>" on standard error. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same for each line of a text. */
void cli_say_lines(const char *lines);
/* {"id":7,"ok":true}, or without id when it is 0. */
json_t *cli_json_ok(int64_t id);
/* The failure as a JSON line where asked, and as a sentence. Sets cli->stop where no further try makes sense.
 * Returns the exit code. */
int cli_fail(struct cli *cli, int64_t id, struct error *err);

/* --- server (session.c) --- */

/* The client, made at first need: a server must be known, and a token where need_token. NULL with
 * a sentence. */
struct api_client *cli_client(struct cli *cli, bool need_token, struct error *err);
/* Adds to an error of the server about the token where that came from. */
void cli_explain_auth(const struct cli *cli, struct error *err);
/* False with ERROR_FORBIDDEN when read_only forbids to send a write. */
bool cli_may_write(const struct cli *cli, struct error *err);
/* Prints the request that would be sent. Returns the exit code. */
int cli_dry_run(struct cli *cli, enum endpoint_id id, const struct request_args *args);

/* --- store (local.c) --- */

/* The store, opened at first need for the settings' server and login; NULL with a sentence. */
struct store *cli_store(struct cli *cli, struct error *err);
/* Carries one operation out; takes it over. NULL with a sentence; the caller frees the result. */
struct store_result *cli_store_do(struct cli *cli, struct store_op *op, struct error *err);
/* Keeps a project that was read, and its changed state in the history. Says once what fails; never fatal. */
void cli_keep_project(struct cli *cli, const struct project *project);

/* The same for many projects: kept together, some at a time. */
#define CLI_KEPT_MAX 64
struct cli_kept {
    struct store_op *ops[CLI_KEPT_MAX];
    size_t count;
};
/* `raw` is the resource as JSON text, which was written already; it is taken over. */
void cli_keep_later(struct cli *cli, struct cli_kept *kept, const struct project *project, char *raw);
void cli_keep_now(struct cli *cli, struct cli_kept *kept); /* what is still waiting; at the end */
/* The operation, done for its effect; what fails is said once and is not fatal. Takes it over. */
void cli_store_note(struct cli *cli, struct store_op *op);

/* Keeps the row of an action in the history: done when `err` is NULL, else only an unknown outcome. Never
 * fatal. */
void cli_keep_action(struct cli *cli, int64_t id, const struct activity_row *row, const struct error *err);

/* --- projects (projects.c) --- */

/* Reads the ids out of the command's words, `-` from standard input. Caller frees *ids. */
bool cli_read_ids(struct cli *cli, int64_t **ids, size_t *count, struct error *err);
/* Reads the one id of a command whose first word is one. */
bool cli_read_id(struct cli *cli, int64_t *id, struct error *err);

/* The exit code of several outcomes: 0 if all are done, the common one if all are alike, else 8. */
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

/* Reads one project and keeps it. */
struct project *cli_get_project(struct cli *cli, int64_t id, struct error *err);

/* Carries out a write by api_write, says what it found, and keeps the project as it is now. NULL with err
 * when it was not done or its outcome is unknown; else the caller frees the project. */
struct project *cli_write(struct cli *cli, const struct versioned_write *write, struct error *err);

/* Reports a project that a call answered: {"id","ok","project"}, or its line. Frees it. Returns the exit
 * code. */
int cli_report_project(struct cli *cli, struct project *project);

#endif
