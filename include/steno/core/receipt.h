/* The receipt of an operation that has ended: what follows from its outcome, whoever asked for it.
 *
 * Out of the call, its result and what the front end knows come the sentence, the news of a changed state,
 * and what the store keeps (store_write_end). Advice that names a key or an option is the front end's.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_RECEIPT_H
#define STENO_CORE_RECEIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/rows.h"
#include "steno/core/write.h"

struct settings;

/* A write that cannot be recorded is not sent: the reason follows in brackets. */
#define WRITE_NOT_RECORDED "Not sent: steno cannot record it"

/* What is said of a write that was done and of which the store could not keep that: its receipt, the reason.
 */
#define RECEIPT_NOT_RECORDED "%s. Not recorded (%s): it shows ? until a reading proves it"

/* The kind of a row of the history about what the server refused. */
#define RECEIPT_HISTORY_REFUSED "refused"

/* What the front end knows beside the call. */
struct receipt_context {
    const char *email;               /* the login; NULL counts as "" */
    bool server_is_new;              /* no metadata was changed there before */
    int64_t asked_ms;                /* when the write was asked for, by the wall clock, */
    int64_t when_ms;                 /* and what that says now */
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
    int64_t moved_from, moved_to; /* versions: files of the former are of the latter now; 0, 0: none are */
    int64_t overrules; /* enqueues up to this row that have no answer, or are taken, are over: asked about */
};

/* The caller frees it. */
struct receipt *receipt_new(const struct call *call, const struct call_result *result,
                            const struct receipt_context *context);
/* What a reading that began after a write shows of it, judged (write_judge), of one that it settles: one line
 * of the activity, the project, the end of the row. Of one that stays open (WRITE_OPEN) the sentence alone.
 * The project is copied; NULL with WRITE_UNKNOWN. */
struct receipt *receipt_told(const struct write *write, const struct project *now, enum write_outcome judged,
                             const struct receipt_context *context);
/* The sentence of an open outcome goes into its error, with its end. */
void receipt_retell(const struct receipt *receipt, struct error *err);
void receipt_free(struct receipt *receipt); /* NULL is fine */

/* "open until 15:13 CEST" of a write that nothing has settled, or "outcome unknown" once that time is over;
 * DATE_TEXT_SIZE + 20 bytes. */
void receipt_open_text(char *out, size_t size, int64_t open_until_ms, int64_t when_ms, enum date_zone zone);

/* Takes what an operation that went well makes of the project's last export; false where that is nothing. A
 * write of one's own makes no file old: its version follows. */
bool receipt_follow_export(struct exported *exported, const struct call *call,
                           const struct call_result *result, int64_t when_ms);

/* "None → InProgress"; a state that is missing is "not given". Caller frees. */
char *receipt_change(const char *from, const char *to);

#endif
