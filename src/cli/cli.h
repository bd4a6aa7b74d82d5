/* One run of a subcommand, and the functions that the handlers of the commands share.
 *
 * A handler either reports each failure itself and returns the exit code, or returns CLI_FAILED with an error
 * for the caller to report.
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
    struct connection *connection; /* opened by cli_connection() */
    struct store *store;           /* opened by the first store operation */
    struct error store_failure;    /* reported; the store is not used any more. ERROR_NONE: no failure */
    bool open_is_known;            /* any_is_open was read from the store: once for many projects */
    bool any_is_open;              /* the store has an open write */
    bool token_fetched;            /* token_command was run */
    bool metadata_noted;           /* the note about the first metadata change on a server was printed */
    struct error stop; /* this error ends the run: no further project is tried; ERROR_NONE: go on */
    int64_t *skipped;  /* projects without a request or a message: named at the end of the run */
    size_t skipped_count;
    struct buffer rows; /* output that is not written yet: cli_rows() */
    int out_errno;      /* standard output cannot be written: EPIPE, ENOSPC, ...; 0: no failure */
};

/* The handlers of the command table. If the settings could not be read, cli_doctor() gets the reason in err;
 * the other handlers are not called then. */
typedef int cli_handler(struct cli *cli, struct error *err);
cli_handler cli_activity, cli_add, cli_config, cli_doctor, cli_enqueue, cli_export, cli_forget, cli_help,
    cli_lint, cli_list, cli_login, cli_logout, cli_metadata_rm, cli_metadata_set, cli_note,
    cli_password_policy, cli_preset_list, cli_preset_rm, cli_preset_save, cli_preset_show, cli_remove,
    cli_show, cli_tag_rm, cli_wait, cli_watch, cli_whoami;

/* --- output.c: data on standard output, sentences on standard error --- */

#define TEXT_MAX ((size_t)1 << 30) /* bytes of an output that contains a reply of the server */

bool cli_put(struct cli *cli, const void *data, size_t len);
void cli_put_text(struct cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes the buffer and frees it. */
void cli_put_buffer(struct cli *cli, struct buffer *text);
/* Write one line of JSON: an object, whose reference is taken, or one made as by json_pack(). */
void cli_put_json(struct cli *cli, json_t *object);
void cli_put_pack(struct cli *cli, const char *format, ...);
/* With --json: {"id":7,"ok":true}, without "id" if it is 0. */
void cli_put_ok(struct cli *cli, int64_t id);

/* A buffer that collects rows, to write many at once. Its rows are written before any other output or
 * message, by cli_put_rows(), and by cli_rows() itself once the buffer is long. */
struct buffer *cli_rows(struct cli *cli);
void cli_put_rows(struct cli *cli);

/* A JSON string; invalid UTF-8 is replaced. A number, or null for 0. A time, or null for 0. */
json_t *cli_json_text(const char *text);
json_t *cli_json_number(int64_t number);
json_t *cli_json_time(int64_t when_ms);

/* Every field of a table by group, "  Label   value", "-" for an absent one; lists of lists a line an
 * element; members that the table does not know under "Other fields", by their path. Cleaned text only. */
void print_record(struct buffer *out, const struct record *record);
/* The line of a project: "    1  InProgress  00:42:10  Council meeting". NULL is the same as "". */
void print_project_line(struct buffer *out, int64_t id, const char *state, const char *length,
                        bool has_no_media, const char *name);
/* A row of `list --json` or `show --json`. `project` is NULL if it was never read; `text` is the same JSON as
 * text, or NULL. "fetched" is null for fetched_ms 0, and missing if fetched_ms is negative. "exported" is
 * missing if there was no export; `version` and `updated_ms` decide whether the export is old. */
void print_project_json(struct buffer *out, int64_t id, const json_t *project, const char *text,
                        int64_t fetched_ms, const struct exported *exported, int64_t version,
                        int64_t updated_ms);

/* Like cli_say(), for messages that need no action: confirmations, retries, waiting. Silent with --quiet. */
void cli_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Turns cli_remark() off, or the progress line. */
void output_limit(bool is_quiet, bool has_no_progress);

/* Reports a failure as a message, and with --json as a JSON line. Sets cli->stop if all further calls would
 * fail, too. Returns the exit code. */
int cli_fail(struct cli *cli, int64_t id, struct error *err);
/* With --json: writes the JSON line of a failure, with `text` as its message. Returns the exit code. */
int cli_put_failure(struct cli *cli, int64_t id, const struct error *err, const char *text);
/* Remembers a project that was not tried and has no message of its own. */
void cli_skipped_add(struct cli *cli, int64_t id);
/* Names these projects in one line, "not done: 12 15-30", and empties the list. */
void cli_skipped_report(struct cli *cli);

/* The progress line of a run over many projects, on standard error if that is a terminal. It shows
 * "12 of 60, 4.1/s, until 15:32:10 CEST", or "12 of 60, 2 wait till 15:32:10 CEST" if projects wait for a
 * retry or for the end of a pause. It appears after one second and changes at most once a second. All times
 * are monotonic. */
bool progress_is_wanted(size_t count);
void progress_show(size_t done, size_t count, int64_t begun_ms, int64_t now_ms, size_t waits,
                   int64_t waits_until_ms);
/* Removes the line: before other output, and at the end. */
void progress_clear(void);
/* Says until when the server asked to wait, once for each pause. `pause_shown_ms` is the end of the last
 * pause that was reported. */
void progress_report_pause(const struct refresh *caps, int64_t now_ms, int64_t *pause_shown_ms);

/* --- input.c: SIGINT, SIGTERM, SIGHUP and SIGQUIT, standard input, answers from the terminal --- */

/* Installs the handlers, and ignores SIGPIPE and SIGXFSZ. */
bool interrupt_install(void);
/* Sets the connection whose call a signal cancels; NULL: none. */
void interrupt_set_connection(struct connection *connection);
/* The last signal that came, or 0. The number of signals that came. */
int interrupt_signal(void);
int interrupt_count(void);
/* Waits for `ms`, or until fd (-1: none) is readable. True if a signal has come since the last call. */
bool interrupt_wait(int fd, int ms);
/* Writes all bytes. False with errno; EINTR if a signal came while fd accepts no bytes. */
bool interrupt_write(int fd, const void *data, size_t len);

/* Can the user be asked: are standard input and standard error a terminal? The functions below fail with
 * ERROR_CANCELLED when a signal comes. */
bool entry_can_ask(void);
/* The value of an argument: the word itself; for `-` all of standard input without one newline at its end.
 * `what` names the value in an error: "the note". NULL if the text is not valid UTF-8; from standard input
 * also if it contains a zero byte or is too long. Caller frees. */
char *entry_read_value(const char *word, const char *what, struct error *err);
/* Reads one line of standard input without its newline, and no byte after it. `what` names the line in an
 * error: "the password". NULL if the input is empty, too long, or not valid UTF-8. Caller wipes and frees. */
char *entry_read_line(const char *what, struct error *err);
/* Asks on standard error and reads the answer from the terminal, with the echo off for a secret. */
char *entry_ask(const char *question, const char *what, bool secret, struct error *err);
/* Asks for y or n. *yes only if the answer begins with y or Y. */
bool entry_ask_yes(const char *question, bool *yes, struct error *err);

/* Adds the ids of the first `count` words to an empty list; `-` reads them from standard input. False if
 * there is none. The caller frees the list in both cases. */
bool cli_read_ids(struct cli *cli, size_t count, struct id_list *list, struct error *err);
/* Reads the first word as one id. */
bool cli_read_id(struct cli *cli, int64_t *id, struct error *err);

/* --- run.c: the connection to the server --- */

/* False with an error if no URL is set. */
bool cli_need_url(const struct cli *cli, struct error *err);
/* False with an error if there is no URL, no token, or no libcurl. Runs token_command once. */
bool cli_may_call(struct cli *cli, struct error *err);
/* False with ERROR_FORBIDDEN if read_only is set. */
bool cli_may_write(const struct cli *cli, struct error *err);
/* Returns the connection; the first call makes it. NULL with an error if there is no URL, or no token and
 * need_token. */
struct connection *cli_connection(struct cli *cli, bool need_token, struct error *err);
/* Closes the connection. The next one uses the settings of that time. */
void cli_connection_end(struct cli *cli);
/* If the server refused the token: adds to the error where the token came from. */
void cli_explain_auth(const struct cli *cli, struct error *err);
/* Prints the request that would be sent. Returns the exit code. */
int cli_dry_run(struct cli *cli, enum endpoint_id op, const struct request_args *args);
/* Calls `each` for these ids and returns the code of the first failure. After cli->stop the remaining ids
 * fail with that error and are not tried. A signal ends the run at once. */
int cli_each_of(struct cli *cli, const struct id_list *ids,
                int (*each)(struct cli *cli, int64_t id, void *arg, struct error *err), void *arg);

/* --- local.c: a command's use of the store, which the first access opens for the server and account of the
 * settings; and what a reading proves about earlier writes --- */

/* The store; NULL with an error. */
struct store *cli_store(struct cli *cli, struct error *err);
/* False if the store cannot be opened; then the error begins with `otherwise`. */
bool cli_may_keep(struct cli *cli, const char *otherwise, struct error *err);
/* Says how many writes `forget` kept because they have no answer yet. Silent for 0. */
void cli_say_kept(size_t count);

/* The store; NULL once it has failed. A failure is reported once a run, and does not end the command. */
struct store *cli_store_or_none(struct cli *cli);
void cli_store_give_up(struct cli *cli, const struct error *err);

/* Names the open writes of these projects on standard error. Sends no request. */
void cli_mark_open(struct cli *cli, const int64_t *ids, size_t count);
/* The project as the store has it; *when_ms (may be NULL) is the start of the request that read it. NULL with
 * an error; NULL without one if it was never read. */
struct project *cli_stored_project(struct cli *cli, int64_t id, int64_t *when_ms, struct error *err);
/* The row for the store. sent_ms is the start of the request that read the project, by the wall clock. */
struct store_reading cli_reading_of(const struct cli *cli, const struct project *project, int64_t sent_ms);
/* Fetches one project on this thread, saves it, and reports what it proves about earlier writes. */
struct project *cli_get_project(struct cli *cli, int64_t id, struct error *err);
/* Names the fields of the project that are missing or wrong, if there are any. */
void cli_say_problems(const struct project *project);
/* Reports the project in an answer: {"id","ok","project"}, or its line. Returns the exit code. */
int cli_report_project(struct cli *cli, const struct project *project);

/* What a reading proves about the open writes of its project. */
struct proof {
    bool is_unread;        /* the store could not be read: writes may be open that are not known here */
    int64_t open_row;      /* the last enqueue that began before the reading and is still open; 0: none */
    int64_t open_until_ms; /* until when open_row may take effect; 0: that time has passed */
    bool is_taken;         /* an enqueue was accepted, but the project is not seen to start */
    char *open;            /* sentence about open_row; NULL if that enqueue was accepted */
    char *arrived;         /* sentence: an enqueue without an answer took effect; or NULL */
    char *not_started;     /* sentence: an accepted enqueue did not start in time; or NULL */
};
/* Saves and reports what a reading (NULL: the server answered 404 or 410) proves about open writes. Sentences
 * about enqueues go into `proof`, if that is not NULL, and are not printed. Clear it with proof_clear(). */
void cli_settle_writes(struct cli *cli, int64_t id, const struct project *project, int64_t sent_ms,
                       struct proof *proof);
/* Settles the writes after a reading that failed with 404 or 410. Other errors prove nothing. */
void cli_settle_gone(struct cli *cli, int64_t id, const struct error *err, int64_t sent_ms);
void proof_clear(struct proof *proof);

/* Saves the result of a call as the end of its row; an export (row 0) gets a new row. Reports a failure to
 * save, and the first metadata change on a server. Adds to the error until when an outcome is open. Returns
 * the number of the batch (act) of the row. */
int64_t cli_keep_answer(struct cli *cli, const struct call *call, struct call_result *result, int64_t row,
                        int64_t asked_ms);

/* --- params.c: the parameters that a command sends: from config, style, preset, flags and --unset --- */

/* Collects and checks the parameters, with those of the style (may be NULL). NULL with an error. Free it. */
struct param_set *params_make(struct cli *cli, const struct caption_style *style, struct error *err);
/* Only the preset, the flags and --unset: for a new preset, or as limits. Warns about unusual values. */
struct param_set *params_given(struct cli *cli, struct error *err);
/* Says once, after the first request, which values are unusual, and which come from the config. */
void params_say_once(const struct cli *cli, const struct param_set *set, bool *is_shown);
/* Finds the style that an option names. Without the option *style does not change. False with an error. */
bool params_find_style(struct cli *cli, enum option_id option, const struct caption_style **style,
                       struct error *err);

#endif
