/* The receipt of an operation that has ended: what follows from its outcome, whoever asked for it.
 *
 * Out of the call, its result and what the front end knows come the rows for the store, written together, the
 * sentence and the news of a changed state. Advice that names a key or an option is the front end's.
 */
#ifndef STENO_CORE_RECEIPT_H
#define STENO_CORE_RECEIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/core/call.h"
#include "steno/core/pending.h"
#include "steno/core/store_op.h"

struct settings;

/* The name under which the store keeps, as used values, the servers whose metadata was changed before. */
#define RECEIPT_SERVERS "metadata.server"

/* The kind of a row of the history about what the server refused. */
#define RECEIPT_HISTORY_REFUSED "refused"

enum receipt_outcome {
    RECEIPT_DONE,
    RECEIPT_REFUSED, /* definitely not done */
    RECEIPT_CONFLICT,
    RECEIPT_UNKNOWN,  /* a write that may have been done, also one that was cancelled after it was sent */
    RECEIPT_CANCELLED /* before anything was sent, or a read */
};

/* What the front end knows beside the call. */
struct receipt_context {
    const char *url, *email; /* the server and the login; NULL counts as "" */
    const char *state;       /* of the project as it was known; NULL when it was not */
    bool state_is_fresh;     /* that was read by this program: a change of it is news */
    bool server_is_new;      /* no metadata was changed there before */
    int64_t pending_row;     /* of the write in the store; 0 for none */
    int64_t when_ms;         /* wall clock */
};

struct receipt {
    enum receipt_outcome outcome;
    char *said;      /* "12: enqueued", or the sentence of the error */
    char *row;       /* "Enqueued with Lang=en-US": as it stands in the activity; NULL when it leaves none */
    char *change;    /* "None → InProgress"; NULL without a change that can be seen */
    bool is_news;    /* the change is to be notified of: */
    char *from, *to; /* these are its states, and */
    char *name;      /* this the project; all cleaned */
    bool first_change; /* of metadata at this server: api_metadata_notice is to be said */
    struct store_op
        *store; /* STORE_TOGETHER; NULL when there is nothing to keep. receipt_take_store takes it */
};

enum receipt_outcome receipt_outcome(const struct call_result *result);

/* The caller frees it. */
struct receipt *receipt_new(const struct call *call, const struct call_result *result,
                            const struct receipt_context *context);
void receipt_free(struct receipt *receipt);                   /* NULL is fine */
struct store_op *receipt_take_store(struct receipt *receipt); /* the caller's now; NULL for nothing */

/* A write that is about to be sent, as an operation for the store: when (wall clock), and by its timeout
 * until when its sender waits. Secrets are left out. */
struct store_op *receipt_begin(const struct call *call, const struct settings *settings, int64_t when_ms);

/* A reading that began after a write without an answer tells what became of it: one row of the activity, the
 * project, and the end of the pending row. The project is borrowed. */
struct receipt *receipt_told(const struct pending *pending, const struct project *now,
                             const struct receipt_context *context);

/* "None → InProgress"; a state that is missing is "not given". Caller frees. */
char *receipt_change(const char *from, const char *to);

#endif
