/* What goes between the application and the rest, as plain values: events come in, effects go out, and calls
 * are what the API workers do and answer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_CALL_H
#define STENO_CORE_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/download.h"
#include "steno/base/mem.h"
#include "steno/core/export_plan.h"
#include "steno/core/rows.h"

/* --- calls ---
 * A call is a private copy: workers share nothing with the screen. A reply carries the serial of its call, so
 * that one for a thing no longer shown is recognised. */

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
    int64_t updated_ms;          /* export: of the project as last seen, by the server's clock; 0 unknown */
    char *key;                   /* metadata key */
    char *value;                 /* metadata value, or the tag */
    struct param_set *params;    /* enqueue, export */
    char *path;                  /* export: file to write; {ext} in its base name is what arrives */
    enum export_replace replace; /* export: what becomes of a file that exists */
    bool may_stay;               /* export: a file that stays is skipped in its act, not failed */
    struct ledger ledger;        /* export, EXPORT_IF_NEWER: of the project; owned */
    int64_t asked_row;           /* enqueue: as in struct write */
    int64_t rests_ms;            /* enqueue: as in struct write */
    int64_t act, act_count;      /* writes and exports: as in struct write */
    bool into_memory;            /* export: into call_result.data, and no file */
    struct project
        *seen; /* writes: as last seen, to judge what changed meanwhile; NULL: one try with `version` */
    /* login, current user with a pasted token; the others take these from the session */
    char *url;
    char *email;
    char *password; /* secret, wiped */
    char *token;    /* secret, wiped: a pasted token, checked with current user */
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

/* Progress of an export, or a notice of the client before a retry. */
struct call_progress {
    uint64_t serial;
    int64_t bytes;
    int64_t total;    /* -1 unknown */
    char notice[256]; /* "" for none */
    int64_t wait_ms;  /* with it: until the next attempt */
};

/* A call of one operation, without a serial: who sends several gives each its own. */
struct call *call_new(enum endpoint_id op);
/* What was asked, to be remembered while the call itself is another thread's: without secrets. Caller frees.
 */
struct call *call_copy(const struct call *call);
void call_free(struct call *call);
/* An empty, failed result that carries the call's serial, operation and project. */
struct call_result *call_result_new(const struct call *call);
void call_result_free(struct call_result *result);

/* Would every other call of a run over many fail in the same way: no login any more, or cancelled? */
bool call_fails_others(const struct error *err);
/* Does a run of writes end with this failure: the server asks for a longer wait than one takes, or the write
 * could not be recorded? */
bool call_puts_off_others(const struct error *err);

/* --- events: everything that reaches the application ---
 * Pointers in an event are borrowed, but for `call`, which stays the loop's to free afterwards: who wants to
 * keep something copies it, or takes it out and leaves NULL. */

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
    const char *text;
    const char *value;
    int code;
    struct call_result *call;
    const struct call_progress *progress;
};

/* --- effects: everything the program wants done ---
 * Who takes an event appends; the loop executes in order, taking ownership of `call` (set to NULL when
 * taken), then calls effects_free. */

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
    size_t count;
    size_t capacity;
    int64_t deadline_ms; /* monotonic, absolute: EVENT_TICK is wanted then; INT64_MAX for never */
};

void effects_init(struct effects *effects);
/* Appends one effect of this kind, zeroed otherwise. Valid until the next append. */
struct effect *effects_add(struct effects *effects, enum effect_kind kind);
/* Frees what was not taken and empties the list. */
void effects_free(struct effects *effects);

#endif
