/* The receipt of an operation that has ended: what follows from its outcome, whoever asked for it.
 *
 * Out of the call, its result and what the front end knows come the rows for the store, written together, the
 * sentence and the news of a changed state. Advice that names a key or an option is the front end's.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_RECEIPT_H
#define STENO_CORE_RECEIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/pending.h"
#include "steno/core/store_op.h"

struct settings;

/* The name under which the store keeps, as used values, the servers whose metadata was changed before. */

/* What is said of a write that was done and of which the store could not keep that: its receipt, the reason.
 */
#define RECEIPT_NOT_RECORDED "%s. Not recorded (%s): it shows ? until a reading proves it"

/* The kind of a row of the history about what the server refused. */
#define RECEIPT_HISTORY_REFUSED "refused"

enum receipt_outcome {
    RECEIPT_DONE,
    RECEIPT_REFUSED, /* definitely not done */
    RECEIPT_CONFLICT,
    RECEIPT_UNKNOWN, /* a write that may have been done, also one that was cancelled after it was sent */
    RECEIPT_UNSENT   /* a write that never left, or a read that was cancelled */
};

enum receipt_outcome receipt_outcome(const struct call_result *result);

/* What the front end knows beside the call. */
struct receipt_context {
    const char *url, *email;    /* the server and the login; NULL counts as "" */
    const char *state;          /* of the project as it was known; NULL when it was not */
    bool server_is_new;         /* no metadata was changed there before */
    int64_t pending_row;        /* of the write in the store; 0 for none */
    struct store_op *overruled; /* receipt_overruled of it, or NULL: its parts are taken where they hold */
    int64_t asked_ms;           /* when the write was asked for, by the wall clock, */
    int64_t when_ms;            /* and what that says now */
    const struct settings *settings; /* never NULL */
    enum date_zone zone;             /* of times in sentences */
};

struct receipt {
    enum receipt_outcome outcome;
    char *said;   /* "12: enqueued, Lang en-US (profile news)", or the sentence of the error */
    char *row;    /* "Enqueued with Lang=en-US": as it stands in the activity; NULL when it leaves none */
    char *change; /* "None → InProgress"; NULL without a change that can be seen */
    int64_t open_until_ms; /* until when the server may still carry it out; 0: that is over, or told */
    bool was_done;         /* its answer was lost, and the reading after it shows its effect */
    bool first_change;     /* of metadata at this server: api_metadata_notice is to be said */
    struct store_op
        *store; /* STORE_TOGETHER; NULL when there is nothing to keep. receipt_take_store takes it */
};

/* The caller frees it. */
struct receipt *receipt_new(const struct call *call, const struct call_result *result,
                            const struct receipt_context *context);
/* The sentence of an open outcome goes into its error, with its end. */
void receipt_retell(const struct receipt *receipt, struct error *err);
void receipt_free(struct receipt *receipt);                   /* NULL is fine */
struct store_op *receipt_take_store(struct receipt *receipt); /* the caller's now; NULL for nothing */

/* A write that is about to be sent, as an operation for the store: when (wall clock), and by its timeout
 * until when its sender waits. Secrets are left out. */
struct store_op *receipt_begin(const struct call *call, const struct settings *settings, int64_t when_ms);

/* What a reading that began after a write without an answer shows of it. Of one that it settles
 * (core/pending.h): one row of the activity, the project, and the end of the pending row, which another
 * program may have ended before: then nothing is written (STORE_PENDING_SETTLE). Of one that stays open: the
 * sentence alone. The project is borrowed. */
struct receipt *receipt_told(const struct pending *pending, const struct project *now,
                             enum pending_finding finding, const struct receipt_context *context);

/* The open enqueues that a recorded one found and that the operator has decided about, ended: "...; enqueued
 * again". NULL for none. `recorded` answers its STORE_PENDING_ADD. They end with the receipt of the new one
 * if that was sent, or may have been: what was refused, or never left, decides nothing about the others. */
struct store_op *receipt_overruled(const struct store_result *recorded, int64_t when_ms);

/* "open until 15:13 CEST" of a write that nothing has settled, or "outcome unknown" once that time is over;
 * DATE_TEXT_SIZE + 20 bytes. */
void receipt_open_text(char *out, size_t size, int64_t open_until_ms, int64_t when_ms, enum date_zone zone);

/* One of an act that was not sent (ACT_ROW_UNSENT), or had not to be (ACT_ROW_SKIPPED), and why: one clean
 * line, or NULL. For the store. */
struct store_op *receipt_left_out(const struct call *call, enum act_outcome outcome, const char *reason,
                                  const struct settings *settings, int64_t when_ms);

/* Takes what an operation that went well makes of the project's last export; false where that is nothing. A
 * write of one's own makes no file old: its version follows. */
bool receipt_follow_export(struct exported *exported, const struct call *call,
                           const struct call_result *result, int64_t when_ms);

/* "None → InProgress"; a state that is missing is "not given". Caller frees. */
char *receipt_change(const char *from, const char *to);

#endif
