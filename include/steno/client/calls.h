/* Calls under way: sent with the function that takes the answer, shown, cancelled. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_CALLS_H
#define STENO_CLIENT_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/client/writes.h"
#include "steno/core/call.h"

struct client;
struct client_call;

/* Takes the answer to `call`, and out of `result` what it wants to keep. */
typedef void client_call_reply(struct client *client, const struct client_call *call,
                               struct call_result *result);

struct client_call {
    uint64_t serial;
    enum endpoint_id op;
    client_call_reply *done; /* takes its answer */
    int64_t project_id;
    int64_t bytes, total; /* export; total -1 unknown */
    int64_t sent_ms;      /* monotonic */
    int64_t reported_ms;  /* when progress was last shown */
    int64_t again_ms;     /* monotonic: an attempt has failed, and the next one is made then; 0: none has */
    bool background;      /* the timer's reads: not what ^C is about */
    bool is_quiet;        /* a read that leaves no line in the activity and is given up without a question */
    bool logs_in;         /* with what was typed: when that is refused, the session's token is not */
    bool cancelling;      /* ^C was pressed, and its answer has not come yet */
    bool is_last;         /* it was heard out after ^C: whatever its answer, it is not tried again */
    char *what;           /* "Export 1": for the status line and the question at quit */
    char *notice;         /* what was last told of a retry, until it ends; NULL: nothing */
    bool is_refused;      /* a write while the server cannot be reached: it ends with the turn */
    bool is_left;         /* the program has another server or account since: nothing more is sent for it */
    struct write write;   /* asked is NULL for a background read */
    /* A write leaves only once the store has it on the disk. */
    struct call *unsent; /* the call until then; NULL: it is sent */
    uint64_t recording;  /* store operation whose answer it waits for, 0 for none */
};

/* How a call is sent: who gets its answer, and what else of client_call the caller knows. */
struct client_reply {
    client_call_reply *done;
    char *what; /* taken */
    bool background, logs_in, is_quiet;
};

struct call *client_call_new(struct client *client, enum endpoint_id op, int64_t project_id);
/* When its next attempt is made, by the wall clock; 0: it waits for none. */
int64_t client_call_again(const struct client *client, const struct client_call *call);
/* Takes the call. Returns its serial. */
uint64_t client_call_send(struct client *client, struct call *call, const struct client_reply *reply);
/* ^C: one that was not sent never is; of the others the answer tells what became of them. */
void client_call_cancel(struct client *client, uint64_t serial);
/* All of them. */
void client_calls_cancel(struct client *client);
/* All but the writes that were sent, whose answers are to be heard: nothing follows them. */
void client_calls_wind_down(struct client *client);
/* Ends writes that were asked for offline, or for what was left, and were not sent: at the end
 * of a turn, when who sent them knows their serials. */
void client_calls_refuse(struct client *client);

#endif
