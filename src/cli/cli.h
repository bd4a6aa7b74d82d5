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
/* With --json writes {"id":7,"ok":true}, or {"ok":true} if id is 0. Writes nothing without --json. */
void cli_put_ok(struct cli *cli, int64_t id);

/* Returns a buffer that collects rows. cli_put_rows() writes them; all functions for output and messages call
 * it first, and cli_rows() does if the buffer is long. */
struct buffer *cli_rows(struct cli *cli);
void cli_put_rows(struct cli *cli);

/* Return a JSON string (invalid UTF-8 is replaced), a number (null for 0), and a time (null for 0). */
json_t *cli_json_text(const char *text);
json_t *cli_json_number(int64_t number);
json_t *cli_json_time(int64_t when_ms);

/* Appends all fields of a record but the secret ones, in groups, as "  Label   value", with "-" for an absent
 * field. Members that the table does not know follow under "Other fields", each with its path. The text has
 * no control characters. */
void print_record(struct buffer *out, const struct record *record);
/* Appends "    1  InProgress  00:42:10  Council meeting", with "-" for a text that is NULL or "". */
void print_project_line(struct buffer *out, int64_t id, const char *state, const char *length,
                        bool has_no_media, const char *name);
/* Appends a row of `list --json` or `show --json`. `project` is NULL if the project was never read; `text` is
 * its JSON text, or NULL. "fetched" is null if fetched_ms is 0, and missing if it is negative. "exported" is
 * missing if there was no export; `version` and `updated_ms` of the project tell if the export is old. */
void print_project_json(struct buffer *out, int64_t id, const json_t *project, const char *text,
                        int64_t fetched_ms, const struct exported *exported, int64_t version,
                        int64_t updated_ms);

/* Like cli_say(), but silent with --quiet: for messages after which the user need not act. */
void cli_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Turns off cli_remark() if is_quiet, and the progress line if has_no_progress. */
void output_limit(bool is_quiet, bool has_no_progress);

/* Reports a failure as a message, and with --json also as a JSON line. `id` is 0 if no project is concerned.
 * Sets cli->stop if all further calls would fail with this error, too. Returns the exit code. */
int cli_fail(struct cli *cli, int64_t id, struct error *err);
/* With --json writes a failure as a JSON line with the message `text`. Returns the exit code. */
int cli_put_failure(struct cli *cli, int64_t id, const struct error *err, const char *text);
/* Remembers a project that was not done and has no message of its own. */
void cli_skipped_add(struct cli *cli, int64_t id);
/* Prints the ids from cli_skipped_add() in one line, "not done: 12 15-30", and forgets them. */
void cli_skipped_report(struct cli *cli);

/* The progress line on standard error, if that is a terminal: "12 of 60, 4.1/s, done at about 15:32:10 CEST".
 * If `waits` projects wait for a retry or the end of a pause (the last one until waits_until_ms): "12 of 60,
 * 2 waiting, next try in 20 s". The line appears after a second, and changes once a second at most. All times
 * are monotonic. */
bool progress_is_wanted(size_t count);
void progress_show(size_t done, size_t count, int64_t begun_ms, int64_t now_ms, size_t waits,
                   int64_t waits_until_ms);
/* Removes the progress line. Call it before other output, and at the end. */
void progress_clear(void);
/* Prints how long the server asked to wait (the pause), once for each pause. *pause_shown_ms is the end of
 * the last pause that was printed; at first 0. */
void progress_report_pause(const struct refresh *caps, int64_t now_ms, int64_t *pause_shown_ms);

/* --- input.c: SIGINT, SIGTERM, SIGHUP and SIGQUIT, standard input, answers from the terminal --- */

/* Installs the handlers, and ignores SIGPIPE and SIGXFSZ. Returns false with errno. */
bool interrupt_install(void);
/* Sets the connection on which a signal cancels the running call. NULL: none. */
void interrupt_set_connection(struct connection *connection);
/* Return the last signal that came (0: none), and how many signals came. */
int interrupt_signal(void);
int interrupt_count(void);
/* Waits `ms` milliseconds, or until fd (-1: none) is readable or a signal comes. Returns true if a signal has
 * come since the last call. */
bool interrupt_wait(int fd, int ms);
/* Writes all bytes. Returns false with errno; EINTR: a signal came while fd did not accept more bytes. */
bool interrupt_write(int fd, const void *data, size_t len);

/* True if the user can be asked: standard input and standard error are terminals. The functions below that
 * read input fail with ERROR_CANCELLED when a signal comes. */
bool entry_can_ask(void);
/* Returns the argument itself, or for `-` all of standard input without a newline at the end. `what` names
 * the value in an error: "the note". Returns NULL if the text is not valid UTF-8, or if standard input has a
 * zero byte or is too long. Caller frees. */
char *entry_read_value(const char *word, const char *what, struct error *err);
/* Reads one line of standard input, and no byte after its newline; returns it without the newline. `what`
 * names the line in an error: "the password". Returns NULL with an error if standard input has ended, or if
 * the line is too long or not valid UTF-8. Caller wipes and frees. */
char *entry_read_line(const char *what, struct error *err);
/* Asks on standard error and reads the answer from the terminal; if `secret`, the typed characters are not
 * shown. Caller wipes and frees. */
char *entry_ask(const char *question, const char *what, bool secret, struct error *err);
/* Sets *yes if the answer begins with y or Y. Returns false with an error if no answer can be read. */
bool entry_ask_yes(const char *question, bool *yes, struct error *err);

/* Adds the ids of the first `count` arguments to an empty list; `-` means the ids in standard input, maybe
 * none. Returns false if an id is invalid, or if there is no id and no `-`. The caller must free the list. */
bool cli_read_ids(struct cli *cli, size_t count, struct id_list *list, struct error *err);
/* Reads the first argument as one id. Returns false with an error if it is anything else. */
bool cli_read_id(struct cli *cli, int64_t *id, struct error *err);

/* --- run.c: the connection to the server --- */

/* Returns false with an error if no URL is set. */
bool cli_need_url(const struct cli *cli, struct error *err);
/* Returns false with an error if there is no URL, no token, or no libcurl. Runs token_command once. */
bool cli_may_call(struct cli *cli, struct error *err);
/* Returns false with ERROR_FORBIDDEN if read_only is set. */
bool cli_may_write(const struct cli *cli, struct error *err);
/* Returns the connection; makes it if there is none. Returns NULL with an error if there is no URL, or if
 * need_token is true and there is no token. */
struct connection *cli_connection(struct cli *cli, bool need_token, struct error *err);
/* Closes the connection. The next cli_connection() uses the settings as they are then. */
void cli_connection_end(struct cli *cli);
/* If the server refused the token, adds to the error where the token came from. */
void cli_explain_auth(const struct cli *cli, struct error *err);
/* Prints a request and does not send it. Returns the exit code. */
int cli_dry_run(struct cli *cli, enum endpoint_id op, const struct request_args *args);
/* Calls `each` for each id. Returns the exit code of the first failure, or 0. Once cli->stop is set, the
 * remaining ids are not tried: each fails with this error; after a signal, one line lists them. */
int cli_each_of(struct cli *cli, const struct id_list *ids,
                int (*each)(struct cli *cli, int64_t id, void *arg, struct error *err), void *arg);

/* --- local.c: how a command uses the store, and decides the outcome of open writes from a reading. The first
 * access opens the store for the server and account of the settings --- */

/* Returns the store, or NULL with an error. */
struct store *cli_store(struct cli *cli, struct error *err);
/* Returns false if the store cannot be opened; the error then begins with the text `otherwise`. */
bool cli_may_keep(struct cli *cli, const char *otherwise, struct error *err);
/* Prints how many writes `forget` did not delete because their outcome is not known yet; nothing for 0. */
void cli_say_kept(size_t count);

/* cli_store_or_none() returns NULL if the store has failed. cli_store_give_up() reports the first failure of
 * a run; the command then goes on without the store. */
struct store *cli_store_or_none(struct cli *cli);
void cli_store_give_up(struct cli *cli, const struct error *err);

/* Prints a message for each open write to these projects. Sends no request. */
void cli_mark_open(struct cli *cli, const int64_t *ids, size_t count);
/* Returns the project as the store has it. Sets *when_ms (may be NULL) to the time of the request that read
 * it. Returns NULL if the project was never read (ERROR_NONE), or with an error. */
struct project *cli_stored_project(struct cli *cli, int64_t id, int64_t *when_ms, struct error *err);
/* Returns a project in the form that the store saves. sent_ms: when the reading was sent, wall clock. */
struct store_reading cli_reading_of(const struct cli *cli, const struct project *project, int64_t sent_ms);
/* Reads and saves a project; prints what the reading proves about open writes. Returns NULL with an error. */
struct project *cli_get_project(struct cli *cli, int64_t id, struct error *err);
void cli_say_problems(const struct project *project);
/* Prints the line of a project, with --json {"id","ok","project"}. Returns the exit code. */
int cli_report_project(struct cli *cli, const struct project *project);

/* What a reading of a project shows about open writes to it (their outcome was not known before). */
struct proof {
    bool is_unread;        /* the store could not be read: there may be open writes that are not known here */
    int64_t open_row;      /* row of the last open enqueue that began before the project was read; 0: none */
    int64_t open_until_ms; /* until when this enqueue may still take effect; 0: this time has passed */
    bool is_taken;         /* an enqueue was accepted, but the project is not seen to start */
    char *open;            /* sentence about an open enqueue; NULL: there is none, or it was accepted */
    char *arrived;         /* sentence: an enqueue without an answer took effect; or NULL */
    char *not_started;     /* sentence: an accepted enqueue did not start in time; or NULL */
};
/* Saves and prints what this reading of a project shows about open writes to it. `project` is NULL after
 * a 404 or 410; sent_ms is the time of the request, wall clock. If `proof` is not NULL, it gets the sentences
 * about enqueues, which are then not printed; free them with proof_clear(). */
void cli_settle_writes(struct cli *cli, int64_t id, const struct project *project, int64_t sent_ms,
                       struct proof *proof);
/* Call after a failed read. A 404 or 410 ends the open writes to the project; other errors prove nothing. */
void cli_settle_gone(struct cli *cli, int64_t id, const struct error *err, int64_t sent_ms);
void proof_clear(struct proof *proof);

/* Saves the result of a write in its row of the store, or the result of an export (row 0) in a new row.
 * Reports a failed save. Prints a note after the first metadata change on a server. If the write may still
 * take effect, the error of `result` tells until when. Returns the number of the act. */
int64_t cli_keep_answer(struct cli *cli, const struct call *call, struct call_result *result, int64_t row,
                        int64_t asked_ms);

/* --- params.c: the parameters that a command sends: from config, style, preset, flags and --unset --- */

/* Collects the parameters from all sources and checks them. `style` may be NULL. Returns NULL with an
 * error. */
struct param_set *params_make(struct cli *cli, const struct caption_style *style, struct error *err);
/* Collects only preset, flags and --unset: for `preset save`, or for the limits of `lint`. Prints warnings.
 */
struct param_set *params_given(struct cli *cli, struct error *err);
/* Prints which values are unusual and which come from the config, unless *is_shown is set; sets it. */
void params_say_once(const struct cli *cli, const struct param_set *set, bool *is_shown);
/* Sets *style to the style that the option names; without the option *style does not change. Returns false
 * with an error for an unknown style. */
bool params_find_style(struct cli *cli, enum option_id option, const struct caption_style **style,
                       struct error *err);

#endif
