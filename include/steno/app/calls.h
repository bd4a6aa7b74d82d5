/* Calls of the server under way: sent with the function that takes the answer, shown, cancelled.
 *
 * A write is recorded in the turn that sends it (store_write_begin); one that may not leave is answered
 * within app_call_send(). An enqueue rests on a reading: of a project that was not read in this session one
 * is made first, and one more where the store knows of another enqueue. After a 409 a write is sent once more
 * where a reading shows that this covers nobody's change.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_CALLS_H
#define STENO_APP_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/write.h"

struct app;
struct app_call;

/* Takes the answer to `call`, and out of `result` what it wants to keep. */
typedef void app_call_reply(struct app *app, const struct app_call *call, struct call_result *result);

/* What an answer is of. */
enum call_stage {
    CALL_SENT,     /* of the call itself */
    CALL_READS,    /* of the reading that an enqueue rests on */
    CALL_ASKS,     /* of the reading that shows why an enqueue was not sent */
    CALL_CONFLICTS /* of the reading after a 409 */
};

struct app_call {
    uint64_t serial;
    enum endpoint_id op;
    app_call_reply *done; /* takes its answer */
    int64_t project_id;
    enum call_stage stage;
    int64_t bytes, total;  /* export; total -1 unknown */
    int64_t sent_ms;       /* monotonic */
    int64_t asked_ms;      /* wall clock: the same */
    int64_t reported_ms;   /* when progress was last shown */
    int64_t again_ms;      /* monotonic: an attempt has failed, and the next one is made then; 0: none has */
    bool background;       /* the timer's reads: not what ^C is about */
    bool is_quiet;         /* a read that is given up without a question */
    bool logs_in;          /* with what was typed: when that is refused, the session's token is not */
    bool cancelling;       /* ^C was pressed, and its answer has not come yet */
    bool is_left;          /* another server or account since: it sends no more, and is no news of projects */
    bool was_active;       /* its project was seen to be transcribed when it was sent */
    bool is_offline;       /* a write that was not sent, as the server cannot be reached */
    bool is_barred;        /* an enqueue that was not sent: its project is active, or another one is open */
    char *what;            /* "Export 1": for the status line and the question at quit */
    char *notice;          /* what was last told of a retry, until it ends; NULL: nothing */
    char *bar;             /* why: "it is InProgress now" */
    struct call *asked;    /* what was asked, without secrets, and its act; NULL: of a background read */
    int64_t row;           /* of the store; 0 for none */
    struct error *refused; /* the first 409; NULL: there was none */
    struct project *reread; /* after it, where the write was sent again, */
    char *said;             /* and what changed meanwhile */
};

/* How a call is sent: who gets its answer, and what else of app_call the caller knows. */
struct app_reply {
    app_call_reply *done;
    char *what; /* taken */
    bool background, logs_in, is_quiet;
};

struct call *app_call_new(struct app *app, enum endpoint_id op, int64_t project_id);
/* NULL: it was answered. */
struct app_call *app_call_find(const struct app *app, uint64_t serial);
/* ms until its next attempt; 0: it waits for none. */
int64_t app_call_waits(const struct app *app, const struct app_call *call);
/* Takes the call. Returns its serial; `done` may have been called already. */
uint64_t app_call_send(struct app *app, struct call *call, const struct app_reply *reply);
/* ^C: its answer tells what became of it. */
void app_call_cancel(struct app *app, uint64_t serial);
/* Another server or account: nothing more is sent for those under way. */
void app_calls_leave(struct app *app);
/* Events of the workers. */
void app_call_done(struct app *app, struct call_result *result);
void app_call_progress(struct app *app, const struct call_progress *progress);
void app_calls_free(struct app *app);

/* The call that ^C would cancel: the newest that somebody asked for; NULL without one, or while ^C stops a
 * batch. And that where it is worth a word: a quiet read is when it has not been answered for
 * APP_CALL_QUIET_MS. */
#define APP_CALL_QUIET_MS 1000
const struct app_call *app_call_to_cancel(const struct app *app);
const struct app_call *app_call_in_sight(const struct app *app);

#endif
