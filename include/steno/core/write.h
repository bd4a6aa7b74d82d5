/* Calls, events that come in and effects that go out; and writes: what is sent to one project, what became of
 * it, what a reading of the project proves of it, its receipt, and what follows a 409.
 *
 * A write is a row of state.db that is committed before the first byte leaves, and ends by its answer or by a
 * reading. An export is a row that begins with its outcome. Several rows of one command or one question are
 * an act. Times are of the wall clock, 0 for none.
 *
 *   under way   no answer, and its time limit is not over: the sender waits
 *   lost        no answer, and nobody waits: a reading tells, or the operator decides
 *   taken       an enqueue that was accepted and is not seen to have begun
 *   over        nothing is open any more
 */
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

/* --- calls: private copies, as workers share nothing with the screen --- */

/* What becomes of a file that exists. */
enum export_replace {
    EXPORT_LEAVE,     /* it stays, which is ERROR_EXISTS */
    EXPORT_OVERWRITE, /* asked and agreed */
    EXPORT_IF_NEWER   /* it gives way if it is as steno wrote it, of another version than the call's */
};

struct call {
    uint64_t serial;
    enum endpoint_id op;
    int64_t project_id;
    int64_t version;             /* AccessToken to send; export: as last seen, -1 unknown */
    bool timed;                  /* a read of the refresh machine, which waits for what the server asks */
    uint64_t refusals;           /* timed: of the last answer that was heard when it was sent */
    int64_t limit_ms;            /* time of the operation; 0 for that of the session */
    int64_t updated_ms;          /* export: of the project as last seen, by the server's clock; 0 unknown */
    char *key;                   /* metadata key */
    char *value;                 /* metadata value, or the tag */
    struct param_set *params;    /* enqueue, export */
    char *path;                  /* export: file to write; {ext} in its base name is what arrives */
    enum export_replace replace; /* export: what becomes of a file that exists */
    bool may_stay;               /* export: a file that stays is skipped in its act, not failed */
    struct ledger ledger;        /* export, EXPORT_IF_NEWER: of the project; owned */
    int64_t asked_row, rests_ms; /* enqueue: as in struct write */
    int64_t act, act_count;      /* writes and exports: as in struct write */
    bool into_memory;            /* export: into call_result.data, and no file */
    struct project *seen; /* writes: as last seen, to judge what changed; NULL: one try with `version` */
    /* login, current user with a pasted token; the others take these from the session */
    char *url, *email;
    char *password, *token; /* secret, wiped; a pasted token is checked with current user */
    bool consent;
    enum login_form form;
};

struct call_result {
    uint64_t serial;
    enum endpoint_id op;
    int64_t project_id;
    int64_t sent_ms; /* wall clock: when the call was sent; 0 until the client has taken the answer */
    bool ok;
    struct error error;
    struct project *project; /* get, writes; also what a look after an unknown outcome found */
    char *text;              /* get: its record as JSON, where the thread that read it wrote that; or NULL */
    uint64_t refusals;   /* how often such reads were refused, this one counted; only told where one was */
    bool is_unsent;      /* a read of the refresh machine that was not begun: see workers */
    char *said;          /* writes: sentences on what changed meanwhile, one a line; NULL for none */
    struct login *login; /* login, current user */
    struct policy *policy;
    struct export_info export_info;
    char *path;              /* export: the file written, or the one that exists */
    char *file;              /* export: the written one, absolute and without links; NULL: a pipe, a device */
    int64_t written_ns;      /* the same: as in struct ledger_file */
    enum export_found found; /* export, ERROR_EXISTS by EXPORT_IF_NEWER: what the file is */
    struct buffer data;      /* export into memory: its bytes */
};

/* Of an export, or a notice before a retry. */
struct call_progress {
    uint64_t serial;
    int64_t bytes, total; /* total -1: unknown */
    char notice[256];     /* "" for none */
    int64_t wait_ms;      /* with it: until the next attempt */
};

struct call *call_new(enum endpoint_id op);
/* What was asked, without secrets, while the call itself is another thread's. Caller frees. */
struct call *call_copy(const struct call *call);
void call_free(struct call *call);
/* Empty and failed, with the call's serial, operation and project. */
struct call_result *call_result_new(const struct call *call);
void call_result_free(struct call_result *result);

/* Would every other call of a run over many fail like this: no login any more, or cancelled? */
bool call_fails_others(const struct error *err);
/* Does a run of writes end with this failure: the server asks for a longer wait than one takes, or the write
 * could not be recorded? */
bool call_puts_off_others(const struct error *err);

/* --- events: everything that reaches the application; what they point to is borrowed, but `call` can be
 * taken: it is NULL then --- */

struct app_input;

enum event_kind {
    EVENT_INPUT,         /* input: what was typed or chosen, for who knows of terminals */
    EVENT_TICK,          /* the deadline has come */
    EVENT_CALL_DONE,     /* call */
    EVENT_CALL_PROGRESS, /* progress */
    EVENT_MAIL_TAKEN,    /* of the answers that have come at once this was the last */
    EVENT_TOKEN,   /* text: answer to EFFECT_TOKEN, secret; NULL when there is none; value: why, or NULL */
    EVENT_NOTICE,  /* text: a sentence of the loop (copied, copy failed, ...); code 1 = a failure */
    EVENT_WAITING, /* code: the end waits for so many hooks */
    EVENT_HANGUP,  /* the terminal is gone, or a signal ends the program: save drafts and quit */
    EVENT_RESUMED  /* back from a suspend */
};

struct event {
    enum event_kind kind;
    int64_t wall_ms; /* wall clock of the event */
    const struct app_input *input;
    const char *text, *value;
    int code;
    struct call_result *call;
    const struct call_progress *progress;
};

/* --- effects: everything the program wants done; the loop carries them out in order and takes `call` --- */

enum effect_kind {
    EFFECT_SESSION, /* text = URL, text2 = API path, secret = token or NULL: for the calls to come */
    EFFECT_CALL,    /* call: to an API worker; a login carries its own address */
    EFFECT_CANCEL,  /* serial: end that call, waiting or running; 0 = all */
    EFFECT_TOKEN,   /* text = URL, text2 = email or "", text3 = command: has it print a token for that ->
                       EVENT_TOKEN */
    EFFECT_COPY,    /* text: to the clipboard */
    EFFECT_RING,    /* the bell, if it is wanted */
    EFFECT_NOTIFY,  /* id, text = from, text2 = to, text3 = project's name: a change of state, for the hook */
    EFFECT_SUSPEND, /* stop the program as ^Z does */
    EFFECT_REPAINT, /* forget what the terminal shows and draw all */
    EFFECT_REPORT,  /* text: a line for standard error after the end; code: exit code in place of 0 */
    EFFECT_QUIT     /* code = exit code */
};

struct effect {
    enum effect_kind kind;
    struct call *call;
    uint64_t serial;
    int64_t id;
    int code;
    char *text, *text2, *text3;
    char *secret; /* wiped */
};

struct effects {
    struct effect *items;
    size_t count, capacity;
    int64_t deadline_ms; /* monotonic, absolute: EVENT_TICK is wanted then; INT64_MAX for never */
};

void effects_init(struct effects *effects);
/* Zeroed but for its kind; valid until the next one. */
struct effect *effects_add(struct effects *effects, enum effect_kind kind);
void effects_free(struct effects *effects);

/* --- rows --- */

enum write_outcome {
    WRITE_OPEN,      /* no answer: under way until `until_ms`, lost after that */
    WRITE_DONE,      /* accepted; of an enqueue `after` and `ended_ms` say what became of it */
    WRITE_PROBABLY,  /* its answer was lost, and a reading shows its effect */
    WRITE_REFUSED,   /* by the server: status and reason */
    WRITE_FAILED,    /* tried, and not done: reason */
    WRITE_UNSENT,    /* never left: reason */
    WRITE_SKIPPED,   /* nothing had to be done: reason */
    WRITE_NO_EFFECT, /* no reading showed it before the time was over */
    WRITE_UNKNOWN,   /* no answer; the operator has decided, or the project is gone */
    WRITE_OUTCOMES
};

struct write {
    int64_t row;       /* given by the store; 0 before */
    int64_t act;       /* the same; 0: it begins an act */
    int64_t act_count; /* projects of the act that it begins, also those that are not sent; 0 counts as 1 */
    int64_t id;
    enum endpoint_id op;
    char *key;           /* of metadata, or NULL */
    char *value;         /* of metadata, or the tag; or NULL. Not in lists for people: it may be a secret */
    char *name;          /* the tag, the key of metadata, or the file of an export; or NULL; clean */
    json_t *params;      /* as param_set_to_json makes them, or NULL */
    char *before;        /* the state that it rests on; NULL: not known */
    int64_t version;     /* the same; -1: not known */
    int64_t rests_ms;    /* when the request of the reading began that an enqueue rests on */
    int64_t when_ms;     /* recorded, */
    int64_t until_ms;    /* its sender has given up then, */
    int64_t answered_ms; /* and its answer came */
    int64_t asked_row;   /* of an enqueue that is to be recorded: rows up to this one do not stand in its way,
                            because the operator was asked about them; 0: all do */
    enum write_outcome outcome;
    bool is_over;      /* nothing is open any more */
    bool is_elsewhere; /* of another login or API path of this server */
    int status;        /* HTTP; 0 for none */
    char *reason;      /* one clean line; NULL for none */
    char *after;       /* the last state seen since; NULL: none */
    int64_t bytes;     /* of the file */
    int64_t ended_ms;  /* it, or the transcription that it began, has ended */
};

struct write_list {
    struct write *rows; /* oldest first */
    size_t count;
};

struct act {
    int64_t act;
    enum endpoint_id op;
    json_t *options;            /* as param_set_to_json makes them; NULL for none */
    int64_t count;              /* projects: there may be fewer rows while it is being sent */
    int64_t begun_ms, ended_ms; /* 0: a row is open */
    bool seen;                  /* in the activity */
    struct write *rows;         /* in the order in which they were sent */
    size_t row_count;
};

/* What is recorded of a call that is about to be sent. The caller clears it. */
struct write write_new(const struct call *call, const struct settings *settings, int64_t when_ms);
void write_clear(struct write *write);
void write_list_clear(struct write_list *list);
void act_clear(struct act *act);

/* "done": as the store and JSON have it; NULL is WRITE_OPEN, an unknown word WRITE_UNKNOWN. */
const char *write_outcome_name(enum write_outcome outcome);
enum write_outcome write_outcome_find(const char *name);

/* WRITE_OPEN: it may have been done; WRITE_UNSENT: it never left, or a read that was cancelled. */
enum write_outcome write_outcome_of(const struct call_result *result);

/* Has it no answer, and does nobody wait for one? */
bool write_is_lost(const struct write *write, int64_t now_ms);
bool write_is_taken(const struct write *write);
/* Until when the server may still carry it out: settle_after behind its time limit, of one that is taken
 * behind its answer. One that is dated in the future counts as sent now. */
int64_t write_open_until(const struct write *write, const struct settings *settings, int64_t now_ms);

/* The project before it: id, state, version; NULL when nothing was known. Caller frees. */
struct project *write_seen(const struct write *write);

/* What a reading whose request began at `read_ms` proves; `now` NULL: the server answered 404 or 410.
 * WRITE_OPEN: nothing, it stays. WRITE_PROBABLY, of one that is taken WRITE_DONE: it took effect.
 * WRITE_NO_EFFECT: the time was over, and nothing had changed. WRITE_UNKNOWN: the project is gone. */
enum write_outcome write_judge(const struct write *write, const struct project *now, int64_t read_ms,
                               const struct settings *settings);

/* "an enqueue sent 15:03 has no answer", "it was enqueued 15:03 by another login of this computer and is not
 * seen to start yet": why another enqueue is not sent. Caller frees. */
char *write_words(const struct write *write, int64_t now_ms, enum date_zone zone);

/* --- receipts: the sentence on an outcome, and what the store keeps of it (store_write_end) ---
 * Advice that names a key or an option is the front end's. */

/* A write that cannot be recorded is not sent: the reason follows in brackets. */
#define WRITE_NOT_RECORDED "Not sent: steno cannot record it"
/* Of a write that was done, where the store could not keep that: its receipt, the reason. */
#define RECEIPT_NOT_RECORDED    "%s. Not recorded (%s): it shows ? until a reading proves it"
#define RECEIPT_HISTORY_REFUSED "refused" /* kind of a row of the history */

/* What the front end knows beside the call. */
struct receipt_context {
    const char *email;               /* the login; NULL counts as "" */
    bool server_is_new;              /* no metadata was changed there before */
    int64_t asked_ms;                /* when the write was asked for, */
    int64_t when_ms;                 /* and what the clock says now */
    int64_t read_ms;                 /* when the request of the reading began that shows it; 0: when_ms */
    const struct settings *settings; /* never NULL */
    enum date_zone zone;             /* of times in sentences */
};

struct receipt {
    enum write_outcome outcome; /* of the answer; of receipt_told what the reading proves */
    char *said;                 /* "12: enqueued, Lang en-US (profile news)", or the sentence of the error */
    char *row; /* "Enqueued with Lang=en-US": as it stands in the activity; NULL when it leaves none */
    int64_t open_until_ms; /* until when the server may still carry it out; 0: that is over, or told */
    bool was_done;         /* its answer was lost, and the reading after it shows its effect */
    bool first_change;     /* of metadata at this server: api_metadata_notice is to be said */

    /* what is kept */
    int64_t when_ms;
    int64_t read_ms;           /* of the project: the same, or when the reading began that brought it */
    struct write end;          /* how its row ends: outcome, status, reason, after, name, bytes, ended_ms */
    bool ends;                 /* `end` counts: else the row stays open */
    struct project *project;   /* as it is now, or NULL */
    bool is_seen, is_ended;    /* of its state: as in struct store_reading */
    const char *kind;          /* of the line of the history, which is `row`; NULL: none */
    char *shown;               /* a second line, of what the reading after a lost answer shows; NULL: none */
    char *key, *value, *email; /* metadata that was set; value NULL: deleted; key NULL: none was */
    struct ledger_file file;   /* that was exported; path NULL: none was */
    int64_t moved_from, moved_to; /* versions: files of the former are of the latter now; equal: none are */
    int64_t overrules; /* enqueues up to this row that have no answer, or are taken, are over: asked about */
};

/* The caller frees it. */
struct receipt *receipt_new(const struct call *call, const struct call_result *result,
                            const struct receipt_context *context);
/* What a reading that began after a write shows of it, judged by write_judge; of one that stays open the
 * sentence alone. The project is copied; NULL with WRITE_UNKNOWN. */
struct receipt *receipt_told(const struct write *write, const struct project *now, enum write_outcome judged,
                             const struct receipt_context *context);
/* The sentence of an open outcome goes into its error, with its end. */
void receipt_retell(const struct receipt *receipt, struct error *err);
void receipt_free(struct receipt *receipt);

/* "open until 15:13 CEST", or "outcome unknown" once that is over; DATE_TEXT_SIZE + 20 bytes. */
void receipt_open_text(char *out, size_t size, int64_t open_until_ms, int64_t when_ms, enum date_zone zone);
/* What an operation that went well makes of the project's last export; false: nothing. A write of one's own
 * makes no file old: its version follows. */
bool receipt_follow_export(struct exported *exported, const struct receipt *receipt);
/* "None → InProgress"; a state that is missing is "not given". Caller frees. */
char *receipt_change(const char *from, const char *to);

/* --- after a 409 the project is read, and that decides ---
 * A tag or metadata is sent once more with the version that the reading shows, where this covers nobody's
 * change; never a third time. Of metadata that cannot be read the operator may be asked. An enqueue is
 * refused with the state that the project has now. */

bool conflict_needs_reading(const struct call *call, const struct call_result *result);

/* Takes the reading after that, in `result`; `refused` is the error before it. True: it is to be sent once
 * more with the version of result->project. False: the result is what the write came to. Either way
 * result->said tells what changed. `stops`: nothing more may be sent. */
bool conflict_retry(const struct call *call, const struct error *refused, bool stops,
                    struct call_result *result);

/* The question about metadata, one clean line in three pieces, the second of which may be cut: "2 changed
 * since 15:40: ", "Tags + archive", ". Its metadata cannot be read. Set Episode to 118 all the same?" */
struct conflict_question {
    char *lead, *changes, *asks;
};
/* False where there is nothing to ask. `since`: when what it was based on was read. The caller clears it. */
bool conflict_question_make(struct conflict_question *question, const struct call *call,
                            const struct call_result *result, const char *since);
void conflict_question_clear(struct conflict_question *question);

#endif
