/* Calls (requests to the server) under way. Each call has a function that handles its answer.
 *
 * In the turn that sends a write (a call that changes a project), the write is recorded in the store. If the
 * program is offline or the store fails, the write is not sent. Its function is then called before
 * app_call_send() returns. Before an enqueue, a project that was not read in this session is read. If the
 * store has another open enqueue of the project, the new enqueue is replaced by a read, and the caller can
 * ask the user. After a 409 the project is read. If the write overwrites nobody's change, it is then sent
 * once more. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_CALLS_H
#define STENO_APP_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/write.h"

struct app;
struct app_call;

/* Handles the answer to `call`. To keep what a pointer in `result` points to, set that pointer to NULL.
 * Everything else in `result` is freed afterwards. */
typedef void app_call_reply(struct app *app, const struct app_call *call, struct call_result *result);

/* A call can need several requests. The stage says which of them is under way. */
enum call_stage {
    CALL_SENT,     /* the call's own request */
    CALL_READS,    /* a read of the project before an enqueue */
    CALL_ASKS,     /* a read of the project in place of an enqueue, because another enqueue is open */
    CALL_CONFLICTS /* a read of the project after a 409 */
};

struct app_call {
    uint64_t serial;
    enum endpoint_id op;
    app_call_reply *done; /* handles the answer */
    int64_t project_id;
    enum call_stage stage;
    int64_t bytes, total;  /* progress of an export, in bytes; total -1: unknown */
    int64_t sent_ms;       /* monotonic: when the call was sent */
    int64_t asked_ms;      /* wall clock: when the call was sent; in CALL_READS: when the read was sent */
    int64_t reported_ms;   /* monotonic: when the progress was last updated */
    int64_t again_ms;      /* monotonic: when the next try is due; 0: none is planned */
    bool background;       /* a read that a timer started; ^C does not cancel the read */
    bool is_quiet;         /* a read: shown only if it takes long; quitting cancels it without a question */
    bool logs_in;          /* a login: a 401 refuses the typed password or token, not the session's token */
    bool cancelling;       /* ^C was pressed; the answer is awaited */
    bool is_left;          /* the server or account has changed since: the answer must not update a project */
    bool was_active;       /* the project was being transcribed when the call was sent */
    bool is_offline;       /* a write that was not sent because the server cannot be reached */
    bool is_barred;        /* an enqueue that was not sent: another is open, or a transcription runs */
    char *what;            /* name of the call for messages and the question at quit: "Export 1" */
    char *notice;          /* the last message that announced a new try of the call; NULL: none */
    char *bar;             /* reason for is_barred: "the project is InProgress now" */
    struct call *asked;    /* copy of the request without secrets; NULL for a background read */
    int64_t row;           /* row of the write in the store; 0: none */
    struct error *refused; /* error of the first 409; NULL: there was none */
    struct project *reread; /* the project as read after the 409; NULL: the write was not sent again */
    char *said;             /* what other users have changed before `reread`, one sentence a line */
};

/* Set by the caller of app_call_send(). `done` handles the answer. Other fields are as in struct app_call. */
struct app_reply {
    app_call_reply *done;
    char *what; /* app_call_send() takes ownership */
    bool background, logs_in, is_quiet;
};

struct call *app_call_new(struct app *app, enum endpoint_id op, int64_t project_id);
/* Returns the call with this serial number; NULL: the call has been answered. */
struct app_call *app_call_find(const struct app *app, uint64_t serial);
/* Returns how many ms remain until the call is tried again; 0: no try is planned. */
int64_t app_call_waits(const struct app *app, const struct app_call *call);
/* Sends a call and takes ownership of it. Returns its serial number. `done` can run before this returns. */
uint64_t app_call_send(struct app *app, struct call *call, const struct app_reply *reply);
/* Asks the worker to cancel the call. The call still gets an answer, which `done` handles. */
void app_call_cancel(struct app *app, uint64_t serial);
/* Call when the server or account changes. Calls under way then send no further requests. */
void app_calls_leave(struct app *app);
/* Handle the events EVENT_CALL_DONE and EVENT_CALL_PROGRESS. */
void app_call_done(struct app *app, struct call_result *result);
void app_call_progress(struct app *app, const struct call_progress *progress);
void app_calls_free(struct app *app);

/* Returns the newest call whose `background` is false: ^C would cancel this call. NULL: there is none, or a
 * batch runs. ^C then stops the batch. */
const struct app_call *app_call_to_cancel(const struct app *app);
/* Returns app_call_to_cancel() for the message line. A quiet read counts only after APP_CALL_QUIET_MS. */
#define APP_CALL_QUIET_MS 1000
const struct app_call *app_call_in_sight(const struct app *app);

#endif
