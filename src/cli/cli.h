/* One run of a subcommand, and the functions that the handlers of the commands share. A handler shows its
 * failures itself and returns the exit code. If it returns CLI_FAILED, the caller shows the error. */
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
    struct store *store;           /* opened before its first use */
    struct error store_failure;    /* if set, the store is no longer used; ERROR_NONE: no failure */
    bool open_is_known;            /* false: any_is_open must be read from the store again */
    bool any_is_open;              /* the store has an open write (a write without a known outcome) */
    bool token_fetched;            /* token_command was run */
    bool metadata_noted;           /* the note about the first metadata change on a server was printed */
    int64_t stop_id;   /* project that had the error `stop` and is not yet in `skipped`; 0: none */
    struct error stop; /* error that ended the run before all projects were tried; ERROR_NONE: go on */
    int64_t *skipped;  /* ids of projects that were not done, printed in one line at the end */
    size_t skipped_count;
    struct buffer rows; /* output that cli_rows() collects and that is still to be written */
    int out_errno;      /* errno of a failed write to standard output, such as EPIPE; 0: no failure */
};

/* Handlers of the command table. If the settings cannot be read, only cli_doctor() is called. It gets the
 * error. */
typedef int cli_handler(struct cli *cli, struct error *err);
cli_handler cli_activity, cli_add, cli_config, cli_doctor, cli_enqueue, cli_export, cli_forget, cli_help,
    cli_lint, cli_list, cli_login, cli_logout, cli_metadata_rm, cli_metadata_set, cli_note,
    cli_password_policy, cli_preset_list, cli_preset_rm, cli_preset_save, cli_preset_show, cli_remove,
    cli_show, cli_tag_rm, cli_wait, cli_watch, cli_whoami;

/* --- output.c: data on standard output, sentences on standard error --- */

#define TEXT_MAX ((size_t)1 << 30) /* limit in bytes for an output that contains an answer of the server */

bool cli_put(struct cli *cli, const void *data, size_t len);
void cli_put_text(struct cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes the buffer and frees it. */
void cli_put_buffer(struct cli *cli, struct buffer *text);
/* Write one line of JSON. cli_put_json() takes ownership of the object. cli_put_pack() makes an object like
 * json_pack(). */
void cli_put_json(struct cli *cli, json_t *object);
void cli_put_pack(struct cli *cli, const char *format, ...);
/* With --json, writes {"id":7,"ok":true}; if `id` is 0, {"ok":true}. Without --json, writes nothing. */
void cli_put_ok(struct cli *cli, int64_t id);

/* Returns the buffer that collects rows of output. cli_put_rows() writes these rows. It is called before
 * other output, before messages, and when the buffer is long. */
struct buffer *cli_rows(struct cli *cli);
void cli_put_rows(struct cli *cli);

/* Return a JSON string (invalid UTF-8 is replaced), a number (null for 0), and a time (null for 0). */
json_t *cli_json_text(const char *text);
json_t *cli_json_number(int64_t number);
json_t *cli_json_time(int64_t when_ms);

/* Appends the fields of a record in groups, as "  Label   value". Secret fields are left out. An absent field
 * has the value "-". Unknown members follow under "Other fields", each with its path. The text has no control
 * characters. */
void print_record(struct buffer *out, const struct record *record);
/* Appends "    1  InProgress  00:42:10  Council meeting", with "-" for a text that is NULL or "". */
void print_project_line(struct buffer *out, int64_t id, const char *state, const char *length,
                        bool has_no_media, const char *name);
/* Appends a row of `list --json` or `show --json`. `project` is NULL if it was never read. `text` is the
 * project as JSON text, or NULL. "fetched" is null if fetched_ms is 0, and missing if fetched_ms is negative.
 * "exported" is missing if there was no export; `version` and `updated_ms` show if the export is old. */
void print_project_json(struct buffer *out, int64_t id, const json_t *project, const char *text,
                        int64_t fetched_ms, const struct exported *exported, int64_t version,
                        int64_t updated_ms);

/* Like cli_say(), but silent with --quiet. Use it for messages that need no action of the user. */
void cli_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Turns off cli_remark() if is_quiet is true, and the progress line if has_no_progress is true. */
void output_limit(bool is_quiet, bool has_no_progress);

/* Reports a failure as a message, and with --json also as a JSON line. `id` is 0 if the failure concerns no
 * project. Sets cli->stop if all further calls would get this error, too. Returns the exit code. */
int cli_fail(struct cli *cli, int64_t id, struct error *err);
/* With --json writes a failure as a JSON line with the message `text`. Returns the exit code. */
int cli_put_failure(struct cli *cli, int64_t id, const struct error *err, const char *text);
/* Remembers a project that was not done and has no message of its own. */
void cli_skipped_add(struct cli *cli, int64_t id);
/* Prints the ids from cli_skipped_add() in one line, "not done: 12 15-30", and forgets them. */
void cli_skipped_report(struct cli *cli);

/* Show a progress line if standard error is a terminal: "12 of 60, 4.1/s, done at about 15:32:10 CEST". If
 * `waits` projects wait for a retry or a pause, the line is "12 of 60, 2 waiting, next try in 20 s". The last
 * of these waits ends at waits_until_ms. The line appears after a second. All times are monotonic. */
bool progress_is_wanted(size_t count);
void progress_show(size_t done, size_t count, int64_t begun_ms, int64_t now_ms, size_t waits,
                   int64_t waits_until_ms);
/* Removes the progress line. Call it before other output, and at the end. */
void progress_clear(void);
/* Prints the length of a pause, once for each pause. *pause_shown_ms is the end of the last printed pause;
 * the caller sets it to 0 at first. */
void progress_report_pause(const struct refresh *caps, int64_t now_ms, int64_t *pause_shown_ms);

/* --- input.c: SIGINT, SIGTERM, SIGHUP and SIGQUIT, standard input, answers from the terminal --- */

/* Installs the handlers, and ignores SIGPIPE and SIGXFSZ. Returns false with errno. */
bool interrupt_install(void);
/* Sets the connection on which a signal cancels the running call. NULL: none. */
void interrupt_set_connection(struct connection *connection);
/* Return the last signal that came (0: none), and how many signals came. */
int interrupt_signal(void);
int interrupt_count(void);
/* Waits until fd (-1: none) is readable, a signal comes, or `ms` milliseconds have passed. Returns true if a
 * signal has come since the last call. */
bool interrupt_wait(int fd, int ms);
/* Writes all bytes. Returns false with errno. EINTR: a signal came while fd was full. */
bool interrupt_write(int fd, const void *data, size_t len);

/* True if the user can be asked: standard input and standard error are terminals. The functions below that
 * read input fail with ERROR_CANCELLED when a signal comes. */
bool entry_can_ask(void);
/* Returns a copy of `word`. If `word` is "-", returns standard input without its last newline. `what` names
 * the value in an error: "the note". Returns NULL with an error if the text is invalid UTF-8, too long, or
 * has a zero byte. Caller frees. */
char *entry_read_value(const char *word, const char *what, struct error *err);
/* Returns the next line of standard input without its newline. Reads no byte after the newline. `what` names
 * the line in an error: "the password". Returns NULL with an error at the end of the input, or if the line is
 * too long or invalid UTF-8. Caller wipes and frees. */
char *entry_read_line(const char *what, struct error *err);
/* Asks on standard error and returns the answer from the terminal. If `secret` is true, the typed characters
 * are hidden. Caller wipes and frees. */
char *entry_ask(const char *question, const char *what, bool secret, struct error *err);
/* Sets *yes to whether the answer begins with y or Y. Returns false with an error if there is no answer. */
bool entry_ask_yes(const char *question, bool *yes, struct error *err);

/* Adds the ids of the first `count` arguments to an empty list. `-` means the ids in standard input, which
 * can be empty. Returns false with an error if an id is invalid or no id is given. Caller frees the list. */
bool cli_read_ids(struct cli *cli, size_t count, struct id_list *list, struct error *err);
/* Reads the first argument as one id. Returns false with an error if the argument is anything else. */
bool cli_read_id(struct cli *cli, int64_t *id, struct error *err);

/* --- run.c: the connection to the server --- */

/* Returns false with an error if no URL is set. */
bool cli_need_url(const struct cli *cli, struct error *err);
/* Returns false with an error if the URL, the token or libcurl is missing. Runs token_command once. */
bool cli_may_call(struct cli *cli, struct error *err);
/* Returns false with ERROR_FORBIDDEN if read_only is set. */
bool cli_may_write(const struct cli *cli, struct error *err);
/* Returns the connection; the first cli_connection() makes it. Returns NULL with an error if the URL is
 * missing. If need_token is true, a missing token is also an error. */
struct connection *cli_connection(struct cli *cli, bool need_token, struct error *err);
/* Closes the connection. The next cli_connection() makes a new connection from the current settings. */
void cli_connection_end(struct cli *cli);
/* If the server refused the token, adds to the error where the token came from. */
void cli_explain_auth(const struct cli *cli, struct error *err);
/* Prints a request and does not send it. Returns the exit code. */
int cli_dry_run(struct cli *cli, enum endpoint_id op, const struct request_args *args);
/* Calls `each` for each id. Returns the exit code of the first failure, or 0. Once cli->stop is an error, the
 * remaining ids fail with this error, untried. After a signal, one line lists the remaining ids. */
int cli_each_of(struct cli *cli, const struct id_list *ids,
                int (*each)(struct cli *cli, int64_t id, void *arg, struct error *err), void *arg);

/* --- local.c: the store, and the outcome of open writes. The first access opens the store for the server and
 * account of the settings --- */

/* Returns the store, or NULL with an error. */
struct store *cli_store(struct cli *cli, struct error *err);
/* Returns false with an error if the store cannot be opened. The error begins with the text `otherwise`. */
bool cli_may_keep(struct cli *cli, const char *otherwise, struct error *err);
/* Prints how many writes `forget` kept because their outcome is not known yet. Prints nothing for 0. */
void cli_say_kept(size_t count);

/* cli_store_or_none() returns NULL if the store has failed. cli_store_give_up() prints the first error of the
 * store in a run. The command goes on without the store. */
struct store *cli_store_or_none(struct cli *cli);
void cli_store_give_up(struct cli *cli, const struct error *err);

/* Prints a message for each open write to these projects. Sends no request. */
void cli_mark_open(struct cli *cli, const int64_t *ids, size_t count);
/* Returns the stored project, or NULL with an error. If it was never read, the error is ERROR_NONE. Sets
 * *when_ms to the time of the request that read the project; when_ms can be NULL. */
struct project *cli_stored_project(struct cli *cli, int64_t id, int64_t *when_ms, struct error *err);
/* Returns a project in the form that the store saves. sent_ms: time of the request, wall clock. */
struct store_reading cli_reading_of(const struct cli *cli, const struct project *project, int64_t sent_ms);
/* Reads and saves a project. Prints the outcomes of open writes that the reading proves. NULL: an error. */
struct project *cli_get_project(struct cli *cli, int64_t id, struct error *err);
void cli_say_problems(const struct project *project);
/* Prints the line of a project, or for --json {"id","ok","project"}. Returns the exit code. */
int cli_report_project(struct cli *cli, const struct project *project);

/* What a reading of a project shows about the open writes to this project. */
struct proof {
    bool is_unread;        /* the store could not be read, so that open writes may be missing here */
    int64_t open_row;      /* row of the last open enqueue that began before the project was read; 0: none */
    int64_t open_until_ms; /* until when the enqueue of open_row may take effect; 0: this time has passed */
    bool is_taken;         /* an enqueue was accepted, but the project is not seen to start */
    char *open;            /* sentence about an open enqueue without an answer, or NULL */
    char *arrived;         /* sentence about an enqueue without an answer that took effect, or NULL */
    char *not_started;     /* sentence about an accepted enqueue that did not start in time, or NULL */
};
/* Saves and prints what this reading of a project shows about its open writes. `project` is NULL after a 404
 * or 410. sent_ms is the time of the request, wall clock. If `proof` is given, sentences about enqueues go
 * into `proof` and are not printed. Free them with proof_clear(). */
void cli_settle_writes(struct cli *cli, int64_t id, const struct project *project, int64_t sent_ms,
                       struct proof *proof);
/* Call after a failed read. A 404 or 410 ends the open writes to the project; other errors prove nothing. */
void cli_settle_gone(struct cli *cli, int64_t id, const struct error *err, int64_t sent_ms);
void proof_clear(struct proof *proof);

/* Saves the result of a write in its row of the store, or the result of an export (row 0) in a new row.
 * Prints a failure to save, and a note after the first metadata change on a server. If the write is open, the
 * error of `result` tells until when. Returns the number of the act. */
int64_t cli_keep_answer(struct cli *cli, const struct call *call, struct call_result *result, int64_t row,
                        int64_t asked_ms);

/* --- params.c: the parameters that a command sends: from config, style, preset, flags and --unset --- */

/* Collects the parameters from all sources and checks them. `style` may be NULL. Returns NULL with an
 * error. */
struct param_set *params_make(struct cli *cli, const struct caption_style *style, struct error *err);
/* Collects only preset, flags and --unset, for `preset save` and the limits of `lint`. Prints warnings. */
struct param_set *params_given(struct cli *cli, struct error *err);
/* If *is_shown is false, prints which values are unusual or come from the config. Sets *is_shown. */
void params_say_once(const struct cli *cli, const struct param_set *set, bool *is_shown);
/* Sets *style to the style that the option names. If the option is not given, *style keeps its value. Returns
 * false with an error for an unknown style. */
bool params_find_style(struct cli *cli, enum option_id option, const struct caption_style **style,
                       struct error *err);

#endif
