/* Calls, events, effects, and writes (calls that change a project). For writes: their rows in the store, what
 * a later reading proves about a write, receipts (message and data after an outcome), and what steno does
 * after a 409.
 *
 * The row of a write is committed to state.db before the first byte is sent. An answer or a later reading
 * ends the row. The row of an export is added when its outcome is known. The rows of one command or question
 * are one act (a batch). Times are of the wall clock; 0: none. A write is
 *
 *   under way   no answer yet, and the sender still waits
 *   lost        no answer within the time limit; a later reading or the operator decides
 *   taken       an enqueue that was accepted, but whose transcription was not seen to start
 *   over        in none of these three states */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_WRITE_H
#define STENO_CORE_WRITE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/connection.h"
#include "steno/api/look.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/names.h"
#include "steno/core/rows.h"

struct settings;

/* --- calls: a call owns copies of its data, because workers share nothing with the screen --- */

enum export_replace {
    EXPORT_LEAVE,     /* keep an existing file; the error is ERROR_EXISTS */
    EXPORT_OVERWRITE, /* replace an existing file; the operator agreed */
    EXPORT_IF_NEWER   /* replace an existing file if only the project has changed since steno wrote it */
};

struct call {
    uint64_t serial;
    enum endpoint_id op;
    int64_t project_id;
    int64_t version;          /* last known version of the project, the AccessToken of a write; -1: unknown */
    bool timed;               /* true: a read that core/refresh.h plans, with its next try after a 429 */
    uint64_t refusals;        /* if timed: number of refused reads; a later refusal keeps this read unsent */
    int64_t limit_ms;         /* time limit; 0: the time limit of the session */
    int64_t updated_ms;       /* export: last known change of the project, server's clock; 0: unknown */
    char *key;                /* metadata key */
    char *value;              /* metadata value, or the tag */
    struct param_set *params; /* enqueue, export */
    char *path;               /* export: file to write; the answer's type replaces {ext} in its name */
    enum export_replace replace; /* export */
    bool may_stay;               /* export: if an existing file is kept, the export counts as skipped */
    struct ledger ledger;        /* export, EXPORT_IF_NEWER: earlier exports of the project; owned */
    int64_t asked_row, rests_ms; /* enqueue: as in struct write */
    int64_t act, act_count;      /* writes and exports: as in struct write */
    bool into_memory;            /* export: write to call_result.data, not to a file */
    struct project *seen;        /* writes: last reading, for comparison with the answer; NULL: unknown */
    /* the fields below are set for a login or a check of a pasted token; other calls use the session's */
    char *url, *email;
    char *password, *token; /* secret, wiped when freed */
    bool consent;
    enum login_form form;
};

struct call_result {
    uint64_t serial;
    enum endpoint_id op;
    int64_t project_id;
    int64_t sent_ms; /* when the call was sent, wall clock; the front end sets this */
    bool ok;
    struct error error;
    struct project *project; /* get, writes: the project in the answer or a later reading */
    char *text;              /* get: the project as JSON, made by the worker's thread; NULL: not made */
    uint64_t refusals;       /* timed read refused by 429 or 401: number of all refused reads; else 0 */
    bool is_unsent;          /* a timed read that stayed unsent, because an earlier read was refused */
    char *said;              /* writes: lines about what others changed meanwhile; NULL: no change */
    struct login *login;     /* for login and current user */
    struct policy *policy;
    struct export_info export_info;
    char *path;              /* export: the file that was written, or that already exists */
    char *file;              /* export: realpath() of the file; NULL: a pipe or device */
    int64_t written_ns;      /* export: time of the last change of the file, in nanoseconds */
    enum export_found found; /* export with EXPORT_IF_NEWER: kind of the file that was kept */
    struct buffer data;      /* export into memory: the bytes */
};

/* Progress of an export, or a notice before a retry. */
struct call_progress {
    uint64_t serial;
    int64_t bytes, total; /* total -1: unknown */
    char notice[256];     /* "" for none */
    int64_t wait_ms;      /* if there is a notice: time until the retry */
};

struct call *call_new(enum endpoint_id op);
/* Returns a copy to use while a worker owns the original. The copy has no path, ledger, address and login. */
struct call *call_copy(const struct call *call);
void call_free(struct call *call);
/* Makes a result with the call's serial, operation and project. `ok` is false. */
struct call_result *call_result_new(const struct call *call);
void call_result_free(struct call_result *result);

/* True for errors that all other calls of a batch would also get: not logged in, and cancelled. */
bool call_fails_others(const struct error *err);
/* True for errors that end a batch of writes: a long wait after a 429, or a write that was not recorded. */
bool call_puts_off_others(const struct error *err);

/* --- events: all input of the application --- */

/* The receiver of an event borrows the data. Below, a name before a colon is a member of struct event. */

struct app_input;

enum event_kind {
    EVENT_INPUT,         /* input: what was typed or chosen */
    EVENT_TICK,          /* the time effects.deadline_ms has come */
    EVENT_CALL_DONE,     /* call: the result of a call */
    EVENT_CALL_PROGRESS, /* progress: bytes of an export, or a notice */
    EVENT_MAIL_TAKEN,    /* comes after the last of several answers that arrived together */
    EVENT_TOKEN,         /* text: the token, secret; NULL: no token was found. value: the reason, or NULL */
    EVENT_NOTICE,        /* text: a message, such as "Copied"; code: 1 for a failure, else 0 */
    EVENT_WAITING,       /* code: number of hooks that must end before steno quits */
    EVENT_HANGUP,        /* save drafts and quit: the terminal hung up, or a signal ends the program */
    EVENT_RESUMED
};

struct event {
    enum event_kind kind;
    int64_t wall_ms;
    const struct app_input *input;
    const char *text, *value;
    int code;
    struct call_result *call;
    const struct call_progress *progress;
};

/* --- effects: actions for the event loop, in order; the loop takes over `call` --- */

enum effect_kind {
    EFFECT_SESSION, /* set the server of later calls: text = URL, text2 = API path, secret = token or NULL */
    EFFECT_CALL,    /* give `call` to an API worker */
    EFFECT_CANCEL,  /* cancel the call with this `serial`; 0 = all calls */
    EFFECT_TOKEN,   /* get a token: text = URL, text2 = email or "", text3 = command; answer: EVENT_TOKEN */
    EFFECT_COPY,    /* copy `text` to the clipboard */
    EFFECT_RING,    /* ring the bell, if the setting is on */
    EFFECT_NOTIFY,  /* run the hook: id = project, text = old state, text2 = new state, text3 = name */
    EFFECT_SUSPEND, /* stop the program as ^Z does */
    EFFECT_REPAINT,
    EFFECT_REPORT, /* print the line `text` to standard error on exit; code = exit code if it would be 0 */
    EFFECT_QUIT    /* code = exit code */
};

struct effect {
    enum effect_kind kind;
    struct call *call;
    uint64_t serial;
    int64_t id;
    int code;
    char *text, *text2, *text3;
    char *secret; /* wiped when freed */
};

struct effects {
    struct effect *items;
    size_t count, capacity;
    int64_t deadline_ms; /* when to send EVENT_TICK, on the monotonic clock; INT64_MAX: never */
};

void effects_init(struct effects *effects);
/* Adds an effect; all other members are zero. The next effects_add() makes the pointer invalid. */
struct effect *effects_add(struct effects *effects, enum effect_kind kind);
void effects_free(struct effects *effects);

/* --- rows --- */

enum write_outcome {
    WRITE_OPEN,      /* no answer: the write is under way or lost */
    WRITE_DONE,      /* the server accepted the write */
    WRITE_PROBABLY,  /* no answer, but a later reading shows the effect */
    WRITE_REFUSED,   /* the server refused the write; see status and reason */
    WRITE_FAILED,    /* the write failed in another way; see reason */
    WRITE_UNSENT,    /* never sent; see reason */
    WRITE_SKIPPED,   /* there was nothing to do; see reason */
    WRITE_NO_EFFECT, /* a reading after write_open_until() shows no effect */
    WRITE_UNKNOWN,   /* the outcome stays unknown: another enqueue followed, or the project is gone */
    WRITE_OUTCOMES
};

struct write {
    int64_t row;       /* row number from the store; 0: not recorded yet */
    int64_t act;       /* number of the act from the store; 0: this write begins a new act */
    int64_t act_count; /* number of projects of a new act, sent or not; 0 counts as 1 */
    int64_t id;
    enum endpoint_id op;
    char *key;        /* metadata key, or NULL */
    char *value;      /* metadata value or tag, or NULL; can be a secret: never show it in lists */
    char *name;       /* cleaned tag, metadata key or file name of an export; or NULL */
    json_t *params;   /* result of param_set_to_json, or NULL */
    char *before;     /* project's state in the reading before the write; NULL: unknown */
    int64_t version;  /* project's version number in the reading before the write; -1: unknown */
    int64_t rests_ms; /* enqueue: when the reading before the write was requested */
    int64_t when_ms;  /* when the row was recorded */
    int64_t until_ms; /* when the sender stops waiting for an answer */
    int64_t answered_ms;
    int64_t asked_row; /* last row of the open enqueues that the operator agreed to ignore; 0: none */
    enum write_outcome outcome;
    bool is_over;
    bool is_elsewhere; /* sent with another login or API path of this server */
    int status;        /* HTTP status of a failure; 0: none */
    char *reason;      /* why the write has this outcome: one clean line, or NULL */
    char *after;       /* project's last known state after the write; NULL: unknown */
    int64_t bytes;     /* size of the exported file */
    int64_t ended_ms;  /* end of the write, or of the transcription that it started; 0: not ended */
};

struct write_list {
    struct write *rows; /* oldest first */
    size_t count;
};

struct act {
    int64_t act;
    enum endpoint_id op;
    json_t *options;            /* result of param_set_to_json, or NULL */
    int64_t count;              /* number of projects; those not handled yet have no row */
    int64_t begun_ms, ended_ms; /* ended_ms 0: at least one row has not ended */
    bool seen;                  /* the operator has seen the act in the activity pane */
    struct write *rows;         /* in the order of sending */
    size_t row_count;
};

/* Makes the row that is recorded before the call is sent. The caller calls write_clear() for the row. */
struct write write_new(const struct call *call, const struct settings *settings, int64_t when_ms);
void write_clear(struct write *write);
void write_list_clear(struct write_list *list);
void act_clear(struct act *act);

/* Convert an outcome to a word for the store and for JSON, such as "done", and back. The word of WRITE_OPEN
 * is NULL. The outcome of an unknown word is WRITE_UNKNOWN. */
const char *write_outcome_name(enum write_outcome outcome);
enum write_outcome write_outcome_find(const char *name);

/* Returns the outcome of a call. WRITE_OPEN: perhaps the server has done the write. WRITE_UNSENT: the call
 * was never sent, or was a cancelled read. */
enum write_outcome write_outcome_of(const struct call_result *result);

/* "Lost" and "taken" are explained at the top of this file. */
bool write_is_lost(const struct write *write, int64_t now_ms);
bool write_is_taken(const struct write *write);
/* Returns the time after which the server no longer carries out the write. This time is until_ms (for a taken
 * write, answered_ms) plus the setting settle_after. A write dated in the future counts as sent now. */
int64_t write_open_until(const struct write *write, const struct settings *settings, int64_t now_ms);

/* Returns id, state and version of the project before the write; NULL: unknown. Caller frees. */
struct project *write_seen(const struct write *write);

/* Returns what a reading of the project proves about a write. `read_ms`: when the request for the reading was
 * sent. `now`: the project in the reading; NULL if the server answered 404 or 410.
 *   WRITE_OPEN       nothing yet
 *   WRITE_PROBABLY   the write took effect
 *   WRITE_DONE       the transcription of a taken enqueue has started
 *   WRITE_NO_EFFECT  write_open_until() is over, and the write had no effect
 *   WRITE_UNKNOWN    the project no longer exists */
enum write_outcome write_judge(const struct write *write, const struct project *now, int64_t read_ms,
                               const struct settings *settings);

/* Returns why another enqueue is not sent: "an enqueue (sent 15:03) has no answer". Caller frees. */
char *write_words(const struct write *write, int64_t now_ms, enum date_zone zone);

/* --- receipts: the message about an outcome, and the data that store_write_end() saves ---
 * The front end adds advice that names a key or an option. */

/* Message about a write that steno could not record and did not send. The reason follows in brackets. */
#define WRITE_NOT_RECORDED "Not sent: steno cannot record the request"
/* Message about a write that was done, but not recorded. %s: the receipt's message, and the reason. */
#define RECEIPT_NOT_RECORDED                                                                                 \
    "%s. steno could not record this (%s): the project shows ? until a refresh shows the result"
#define RECEIPT_HISTORY_REFUSED "refused" /* kind of a history row */

struct receipt_context {
    const char *email;               /* email of the login; NULL counts as "" */
    bool server_is_new;              /* no metadata was changed on this server before */
    int64_t asked_ms;                /* when the write was requested */
    int64_t when_ms;                 /* now */
    int64_t read_ms;                 /* when the request for result->project was sent; 0 stands for when_ms */
    const struct settings *settings; /* never NULL */
    enum date_zone zone;             /* time zone of times in sentences */
};

struct receipt {
    enum write_outcome outcome; /* what the answer proves; from receipt_told(): what the reading proves */
    char *said;                 /* message: "12: enqueued, Lang en-US (profile news)", or the error's text */
    char *row;                  /* line for the activity: "Enqueued with Lang=en-US"; NULL for none */
    int64_t open_until_ms;      /* result of write_open_until(); 0: the write is not open */
    bool was_done;              /* the answer was lost, but a reading shows the effect */
    bool first_change;          /* the first metadata change on this server: show api_metadata_notice */

    /* data to save */
    int64_t when_ms;
    int64_t read_ms;  /* when the request that returned the project was sent */
    struct write end; /* new values of the row: outcome, status, reason, after, name, bytes, ended_ms */
    bool ends;        /* true: save `end`; false: the row stays open */
    struct project *project;   /* the project as it is now, or NULL */
    bool is_seen, is_ended;    /* as in struct store_reading */
    const char *kind;          /* kind of the history line `row`; NULL: no line */
    char *shown;               /* second history line, about a reading after a lost answer; or NULL */
    char *key, *value, *email; /* changed metadata; value NULL: the key was deleted; key NULL: no change */
    struct ledger_file file;   /* exported file; path NULL: none */
    /* A write of this program made version moved_to of the project from version moved_from. Exports of
     * moved_from now count as exports of moved_to. If both are equal, nothing changes. */
    int64_t moved_from, moved_to;
    int64_t overrules; /* last row of the open enqueues that a new enqueue closes; 0: none */
};

/* Makes the receipt for the result of a call. The caller frees the receipt. */
struct receipt *receipt_new(const struct call *call, const struct call_result *result,
                            const struct receipt_context *context);
/* Makes the receipt for an open write after a later reading of the project. `judged`: result of
 * write_judge(). `now`: the project, of which the receipt keeps a copy; NULL if `judged` is WRITE_UNKNOWN. If
 * the write stays open, the receipt has nothing to save. */
struct receipt *receipt_told(const struct write *write, const struct project *now, enum write_outcome judged,
                             const struct receipt_context *context);
/* Replaces the error's text. If the write was done, the new text says what the reading shows. If the write is
 * open, the new text is the receipt's message. */
void receipt_retell(const struct receipt *receipt, struct error *err);
void receipt_free(struct receipt *receipt);

/* Writes "open until 15:13 CEST"; after this time "outcome unknown". Needs DATE_TEXT_SIZE + 20 bytes. */
void receipt_open_text(char *out, size_t size, int64_t open_until_ms, int64_t when_ms, enum date_zone zone);
/* Updates a project's last export after a success; false: no change. When the operator changes tags or
 * metadata, exported files stay current: their recorded version becomes the new version. */
bool receipt_follow_export(struct exported *exported, const struct receipt *receipt);
/* Returns a text such as "None → InProgress". An empty state becomes "not given". Caller frees. */
char *receipt_change(const char *from, const char *to);

/* --- after a 409 steno reads the project, to decide whether to send the write again ---
 * A change of tags or metadata is sent once more, with the project's new version number. If it would
 * overwrite another change, it is not sent. If the metadata cannot be read, the operator can be asked. An
 * enqueue is not sent again: its message names the project's state. */

bool conflict_needs_reading(const struct call *call, const struct call_result *result);

/* Decides whether to send the write again. `result`: the reading after the 409. `refused`: the error of the
 * 409. `stops`: steno is being stopped. True: send the write again, with the version of result->project.
 * False: `result` is now the final result of the write. In both cases result->said can tell what changed. */
bool conflict_retry(const struct call *call, const struct error *refused, bool stops,
                    struct call_result *result);

/* The question whether to change metadata of a project that others have changed. The three texts form one
 * line of clean text. If the line is too long, shorten only `changes`. */
struct conflict_question {
    char *lead;    /* "2 changed since 15:40: " */
    char *changes; /* "Tags + archive" */
    char *asks;    /* ". Its metadata cannot be read. Set Episode to 118 all the same?" */
};
/* Makes the question; false: there is nothing to ask. `since`: time of the reading before the write. Clear
 * the question with conflict_question_clear(). */
bool conflict_question_make(struct conflict_question *question, const struct call *call,
                            const struct call_result *result, const char *since);
void conflict_question_clear(struct conflict_question *question);

#endif
