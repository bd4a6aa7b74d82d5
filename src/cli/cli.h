/* One run of a subcommand, and the services that its handlers share.
 *
 * A handler either reports each failure where it happens and returns the exit code, or returns CLI_FAILED
 * with one to be reported.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_CLI_H
#define STENO_CLI_CLI_H

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/api/record.h"
#include "steno/api/request.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/base/text.h"
#include "steno/caption/styles.h"
#include "steno/cli/command.h"
#include "steno/core/write.h"
#include "steno/store/store.h"

#define CLI_FAILED (-1)

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

/* What the rows of the command table run. Where the settings could not be read, cli_doctor() finds in err
 * why, and tells what it can. */
typedef int cli_handler(struct cli *cli, struct error *err);
cli_handler cli_activity, cli_add, cli_config, cli_doctor, cli_enqueue, cli_export, cli_forget, cli_help,
    cli_lint, cli_list, cli_login, cli_logout, cli_metadata_rm, cli_metadata_set, cli_note,
    cli_password_policy, cli_preset_list, cli_preset_rm, cli_preset_save, cli_preset_show, cli_remove,
    cli_show, cli_tag_rm, cli_wait, cli_watch, cli_whoami;

/* --- output.c: data on standard output, sentences on standard error --- */

#define TEXT_MAX ((size_t)1 << 30) /* bytes of what a server sent */

bool cli_put(struct cli *cli, const void *data, size_t len);
void cli_put_text(struct cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What the buffer has; frees it. */
void cli_put_buffer(struct cli *cli, struct buffer *text);
/* One line; takes the reference, or packs as json_pack() does. */
void cli_put_json(struct cli *cli, json_t *object);
void cli_put_pack(struct cli *cli, const char *format, ...);
/* Where asked for JSON: {"id":7,"ok":true}, or without id when it is 0. */
void cli_put_ok(struct cli *cli, int64_t id);

/* For rows that may be written together: what is appended is written before anything else is put or said, by
 * the next call of this once it is long, and by cli_put_rows(). */
struct buffer *cli_rows(struct cli *cli);
void cli_put_rows(struct cli *cli);

/* A JSON string of bytes that may be no UTF-8; the number, or null for 0; the time, likewise. */
json_t *cli_json_text(const char *text);
json_t *cli_json_number(int64_t number);
json_t *cli_json_time(int64_t when_ms);

/* Every field of a table by group, "  Label   value", "-" for an absent one; lists of lists a line an
 * element; members that the table does not know under "Other fields", by their path. Cleaned text only. */
void print_record(struct buffer *out, const struct record *record);
/* "    1  InProgress  00:42:10  Council meeting": one project a line; length as for people. NULL stands for
 * "". */
void print_project_line(struct buffer *out, int64_t id, const char *state, const char *length,
                        bool has_no_media, const char *name);
/* A row of `list --json`, and of `show --json`. The project as JSON, NULL for one never read, `text` where
 * that was written already; fetched_ms 0: never, below: it is not told; its last export as ledger_age() takes
 * it, none is not told. */
void print_project_json(struct buffer *out, int64_t id, const json_t *project, const char *text,
                        int64_t fetched_ms, const struct exported *exported, int64_t version,
                        int64_t updated_ms);

/* Like cli_say(), of what nobody has to act on: confirmations, retries, what is waited for. Not with --quiet.
 */
void cli_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* From here on cli_remark() writes nothing, or no line of progress is shown. */
void output_limit(bool is_quiet, bool has_no_progress);

/* The failure as a JSON line where asked, and as a message. Sets cli->stop where no further try makes sense.
 * Returns the exit code. */
int cli_fail(struct cli *cli, int64_t id, struct error *err);
/* Only the JSON line of a failure, with this text. Returns the exit code. */
int cli_put_failure(struct cli *cli, int64_t id, const struct error *err, const char *text);
/* A project to which nothing was done, and of which nothing was said, because no further one is tried. */
void cli_rest_add(struct cli *cli, int64_t id);
/* Names them in one line, and forgets them: "not done: 12 15-30". */
void cli_rest_say(struct cli *cli);

/* The line that tells how far a run over many projects is: on standard error, only where that is a terminal.
 * Shows "12 of 60, 4.1/s, until 15:32:10 CEST", or "12 of 60, 2 wait till 15:32:10 CEST" for those that wait
 * for their next attempt, or as all is paused; from a second after the begin on, at most once a second. All
 * times are monotonic. */
bool progress_is_wanted(size_t count);
void progress_show(size_t done, size_t count, int64_t begun_ms, int64_t now_ms, size_t waits,
                   int64_t waits_until_ms);
/* Takes the line away: before anything else is written, and at the end. */
void progress_clear(void);
/* Says till when the server asked all to wait, once a pause; `pause_shown_ms`: when that was when it was said
 * last. */
void progress_report_pause(const struct refresh *caps, int64_t now_ms, int64_t *pause_shown_ms);

/* --- input.c: SIGINT, SIGTERM, SIGHUP and SIGQUIT, standard input, answers from the terminal --- */

/* Installs the handlers, and ignores SIGPIPE and SIGXFSZ. */
bool interrupt_install(void);
/* The connection whose call is to be cancelled; NULL for none. */
void interrupt_set_connection(struct connection *connection);
/* The signal that came, or 0, and how many have come. */
int interrupt_signal(void);
int interrupt_count(void);
/* Waits so long, or until fd (-1: none) is readable. True when a signal has come since the last time. */
bool interrupt_wait(int fd, int ms);
/* Writes all of it; false with errno, EINTR when a signal came and the reader of a pipe takes nothing. */
bool interrupt_write(int fd, const void *data, size_t len);

/* An interrupt ends every read with ERROR_CANCELLED. Nothing asks unless standard input and standard error
 * are a terminal: may a question be asked? */
bool entry_can_ask(void);
/* The value that a word of the command line stands for: the word, or for `-` all of standard input, of which
 * one newline at the end is dropped. `what` names it: "the note". NULL for a text with a zero byte, one
 * that is no UTF-8, and one of standard input that is too long. Caller frees. */
char *entry_read_value(const char *word, const char *what, struct error *err);
/* Reads one line without its newline; nothing behind it is taken. `what` names it in the sentence of a
 * failure: "the password". NULL when the input ended before anything came, or is no UTF-8. Caller wipes and
 * frees. */
char *entry_read_line(const char *what, struct error *err);
/* Asks on standard error and reads the answer from the terminal, with the echo off for a secret. */
char *entry_ask(const char *question, const char *what, bool secret, struct error *err);
/* The answer is yes only when it begins with y or Y. */
bool entry_ask_yes(const char *question, bool *yes, struct error *err);

/* Adds the ids of the first `count` words, `-` from standard input, to an empty list, which is to be freed in
 * both cases. False when there is none. */
bool cli_read_ids(struct cli *cli, size_t count, struct id_list *list, struct error *err);
/* Reads the one id of a command whose first word is one. */
bool cli_read_id(struct cli *cli, int64_t *id, struct error *err);

/* --- run.c: the way to the server --- */

/* Is the server's URL known? */
bool cli_need_url(const struct cli *cli, struct error *err);
/* Is there a server, and a token for it? What token_command says is asked for once. */
bool cli_may_call(struct cli *cli, struct error *err);
/* False with ERROR_FORBIDDEN when read_only forbids to send a write. */
bool cli_may_write(const struct cli *cli, struct error *err);
/* The connection, made at first need: a server must be known, and a token where need_token. NULL with an
 * error. */
struct connection *cli_connection(struct cli *cli, bool need_token, struct error *err);
/* Ends it: the next one is made of the settings as they are then. */
void cli_connection_end(struct cli *cli);
/* Adds to an error of the server about the token where that came from. */
void cli_explain_auth(const struct cli *cli, struct error *err);
/* Prints the request that would be sent. Returns the exit code. */
int cli_dry_run(struct cli *cli, enum endpoint_id op, const struct request_args *args);
/* Calls `each` for these ids and returns the code of the first failure.  After cli->stop the rest is reported
 * as failed in the same way without being tried; an interrupt ends at once. */
int cli_each_of(struct cli *cli, const struct id_list *ids,
                int (*each)(struct cli *cli, int64_t id, void *arg, struct error *err), void *arg);

/* --- local.c: what a command reads and keeps in the store, which is opened at first need for the settings'
 * server and login, and what a reading proves of earlier writes --- */

/* The store; NULL with an error. */
struct store *cli_store(struct cli *cli, struct error *err);
/* Can it be used? If not, `otherwise` begins the sentence. */
bool cli_may_keep(struct cli *cli, const char *otherwise, struct error *err);
/* Says how many writes `forget` has left, as they have no answer yet; of none nothing. */
void cli_say_kept(size_t count);

/* Never fatal: a failure is said once a run, and nothing more is tried. The store; NULL once it has failed.
 */
struct store *cli_store_or_none(struct cli *cli);
void cli_store_give_up(struct cli *cli, const struct error *err);

/* Is the last enqueue of these rows, or another write, open? Only says so on standard error, without a
 * request. */
void cli_mark_open(struct cli *cli, const int64_t *ids, size_t count);
/* As it was read last, and by a request that began when (may be NULL). NULL with an error, or without one
 * where it never was. */
struct project *cli_stored_project(struct cli *cli, int64_t id, int64_t *when_ms, struct error *err);
/* A project as it was read by a request that began then, by the wall clock. */
struct store_reading cli_reading_of(const struct cli *cli, const struct project *project, int64_t sent_ms);
/* Fetches one project on this thread, saves it, and says what that shows of earlier writes. */
struct project *cli_get_project(struct cli *cli, int64_t id, struct error *err);
/* Says which of its fields are missing or wrong, if any are. */
void cli_say_problems(const struct project *project);
/* Reports a project that a call answered: {"id","ok","project"}, or its line. Returns the exit code. */
int cli_report_project(struct cli *cli, const struct project *project);

/* What a reading shows of the writes of its project that had no answer, or were taken. */
struct proof {
    bool is_unread;        /* the store could not be read: something may be open all the same */
    int64_t open_row;      /* the last enqueue from before the reading that stays open; 0: none does */
    int64_t open_until_ms; /* of it; 0: that is over */
    bool is_taken;         /* one was accepted and is not seen to start */
    char *open;            /* sentence on open_row; NULL where it was taken */
    char *arrived;         /* an enqueue without an answer took effect: that, */
    char *not_started;     /* or one that was accepted did not, before its time was over */
};
/* Keeps what the reading (NULL: the server answered 404 or 410) settles, and says it, but for sentences on
 * enqueues, which go into `proof`; NULL: these, too. Clear it with proof_clear. */
void cli_settle_writes(struct cli *cli, int64_t id, const struct project *project, int64_t sent_ms,
                       struct proof *proof);
/* After a reading that failed. */
void cli_settle_gone(struct cli *cli, int64_t id, const struct error *err, int64_t sent_ms);
void proof_clear(struct proof *proof);

/* What the answer to a call means: kept as the end of a row, of an export (row 0) as one of its own. Says
 * where it could not be, and notes that belong to the server; the error's sentence tells until when an
 * outcome is open. The act of the row. */
int64_t cli_keep_answer(struct cli *cli, const struct call *call, struct call_result *result, int64_t row,
                        int64_t asked_ms);

/* --- params.c: what a command will send: the config's, then a style's, a preset's, the flags, --unset --- */

/* Collects and checks them, with what the style sends (NULL: nothing). NULL with a sentence. Caller frees. */
struct param_set *params_make(struct cli *cli, const struct caption_style *style, struct error *err);
/* Those that were given, without the config's: for a preset, or as limits. Warns. */
struct param_set *params_given(struct cli *cli, struct error *err);
/* Says on standard error, once, when a request was made by the set, which values of it are unusual, and which
 * are the config's. */
void params_say_once(const struct cli *cli, const struct param_set *set, bool *is_shown);
/* The style that an option names; *style is left as it is when it was not given. */
bool params_find_style(struct cli *cli, enum option_id option, const struct caption_style **style,
                       struct error *err);

#endif
