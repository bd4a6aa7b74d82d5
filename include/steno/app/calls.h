/* Calls to the server that are under way. Each is sent with the function that takes its answer.
 *
 * A write is recorded in the turn that sends it (store_write_begin). A write that must not be sent is
 * answered within app_call_send(). An enqueue is based on a reading: a project not read in this session is
 * read first, and read again where the store has another enqueue of it. After a 409 the project is read, and
 * a write is sent once more if that overwrites nobody's change. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_CALLS_H
#define STENO_APP_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/write.h"

struct app;
struct app_call;

/* Takes the answer to `call`; what it keeps of `result` it moves out and sets to NULL. */
typedef void app_call_reply(struct app *app, const struct app_call *call, struct call_result *result);

/* The request whose answer a call waits for. */
enum call_stage {
    CALL_SENT,     /* the call itself */
    CALL_READS,    /* a reading that an enqueue is based on */
    CALL_ASKS,     /* a reading that shows why an enqueue was not sent */
    CALL_CONFLICTS /* the reading after a 409 */
};

struct app_call {
    uint64_t serial;
    enum endpoint_id op;
    app_call_reply *done; /* takes the answer */
    int64_t project_id;
    enum call_stage stage;
    int64_t bytes, total;  /* progress of an export; total -1: unknown */
    int64_t sent_ms;       /* monotonic: when it was sent */
    int64_t asked_ms;      /* wall clock: when it was sent */
    int64_t reported_ms;   /* when progress was last shown */
    int64_t again_ms;      /* monotonic: when the attempt after a failed one is made; 0: no attempt failed */
    bool background;       /* a read started by the timer: ^C does not cancel it */
    bool is_quiet;         /* a read that quitting gives up without a question */
    bool logs_in;          /* a login: a 401 rejects what was typed, not the session's token */
    bool cancelling;       /* ^C was pressed, and the answer has not come yet */
    bool is_left;          /* the server or account changed: nothing more is sent, projects are not updated */
    bool was_active;       /* the project was being transcribed when the call was sent */
    bool is_offline;       /* a write that was not sent because the server cannot be reached */
    bool is_barred;        /* an enqueue not sent: the project is being transcribed or another is open */
    char *what;            /* "Export 1": for the status line and the question at quit */
    char *notice;          /* the last message about a retry; NULL: none */
    char *bar;             /* why it is barred: "it is InProgress now" */
    struct call *asked;    /* copy of the call, without secrets, with its act; NULL for a background read */
    int64_t row;           /* of the store; 0 for none */
    struct error *refused; /* the first 409; NULL: there was none */
    struct project *reread; /* the reading after the 409, if the write was sent again */
    char *said;             /* what that reading shows as changed: sentences, one a line */
};

/* How a call is sent: who takes the answer, and the fields of app_call that the caller sets. */
struct app_reply {
    app_call_reply *done;
    char *what; /* taken */
    bool background, logs_in, is_quiet;
};

struct call *app_call_new(struct app *app, enum endpoint_id op, int64_t project_id);
/* NULL: the call was answered. */
struct app_call *app_call_find(const struct app *app, uint64_t serial);
/* ms until the next attempt; 0: none is planned. */
int64_t app_call_waits(const struct app *app, const struct app_call *call);
/* Takes ownership of the call. Returns its serial; `done` may have been called already. */
uint64_t app_call_send(struct app *app, struct call *call, const struct app_reply *reply);
/* Asks the worker to give the call up; its answer still comes. */
void app_call_cancel(struct app *app, uint64_t serial);
/* The server or account changed: sends nothing more for the calls under way. */
void app_calls_leave(struct app *app);
/* The events EVENT_CALL_DONE and EVENT_CALL_PROGRESS. */
void app_call_done(struct app *app, struct call_result *result);
void app_call_progress(struct app *app, const struct call_progress *progress);
void app_calls_free(struct app *app);

/* The call that ^C would cancel: the newest that is not in the background; NULL without one, or while ^C
 * stops a batch. */
const struct app_call *app_call_to_cancel(const struct app *app);
/* That call for the message line; NULL during the first APP_CALL_QUIET_MS of a quiet read. */
#define APP_CALL_QUIET_MS 1000
const struct app_call *app_call_in_sight(const struct app *app);

#endif
