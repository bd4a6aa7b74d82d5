/* What a command reads and keeps in the store, which is opened at first need for the settings' server and
 * login, and what a reading proves of earlier writes. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_LOCAL_H
#define STENO_CLI_LOCAL_H

#include "cli.h"
#include "steno/core/call.h"
#include "steno/core/write.h"
#include "steno/store/store.h"

/* The store; NULL with an error. */
struct store *cli_store(struct cli *cli, struct error *err);
/* Can it be used? If not, `otherwise` begins the sentence. */
bool cli_may_keep(struct cli *cli, const char *otherwise, struct error *err);

/* Says how many writes `forget` has left, as they have no answer yet; of none nothing. */
void cli_say_kept(size_t count);

/* --- never fatal: a failure is said once a run, and nothing more is tried --- */

/* The store; NULL once it has failed. */
struct store *cli_store_or_none(struct cli *cli);
void cli_store_give_up(struct cli *cli, const struct error *err);

/* Is the last enqueue of these rows, or another write, open? Only says so on standard error, without a
 * request. */
void cli_mark_open(struct cli *cli, const int64_t *ids, size_t count);

/* As it was read last, and by a request that began when (may be NULL). NULL with an error, or without one
 * where it never was. */
struct project *cli_stored_project(struct cli *cli, int64_t id, int64_t *when_ms, struct error *err);

/* A project as it was read by a request that began then, by the wall clock. */
struct store_reading cli_reading_of(const struct cli *cli, const struct project *project, int64_t sent_ms);
void cli_keep_project(struct cli *cli, const struct project *project, int64_t sent_ms);

/* What a reading shows of the writes of its project that had no answer, or were taken. */
struct proof {
    bool is_unread;        /* the store could not be read: something may be open all the same */
    int64_t open_row;      /* the last enqueue from before the reading that stays open; 0: none does */
    int64_t open_until_ms; /* of it; 0: that is over */
    bool is_taken;         /* one was accepted and is not seen to start */
    char *open;            /* sentence on open_row; NULL where it was taken */
    char *arrived;         /* an enqueue without an answer took effect: that, */
    char *not_started;     /* or one that was accepted did not, before its time was over */
};
/* Keeps what the reading (NULL: the server answered 404 or 410) settles, and says it, but for sentences on
 * enqueues, which go into `proof`; NULL: these, too. Clear it with proof_clear. */
void cli_settle_writes(struct cli *cli, int64_t id, const struct project *project, int64_t sent_ms,
                       struct proof *proof);
/* After a reading that failed. */
void cli_settle_gone(struct cli *cli, int64_t id, const struct error *err, int64_t sent_ms);
void proof_clear(struct proof *proof);

/* What the answer to a call means: kept as the end of a row, of an export (row 0) as one of its own. Says
 * where it could not be, and notes that belong to the server; the error's sentence tells until when an
 * outcome is open. The act of the row. */
int64_t cli_keep_answer(struct cli *cli, const struct call *call, struct call_result *result, int64_t row,
                        int64_t asked_ms);

#endif
