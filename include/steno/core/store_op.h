/* Store operations: what is asked of state.db and credentials, as plain values.
 *
 * A client emits them, the store worker executes them on the one SQLite connection and answers with a
 * store_result.  A subcommand without an engine executes them itself (cli/local.c).
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_STORE_OP_H
#define STENO_CORE_STORE_OP_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/base/error.h"
#include "steno/core/expiry.h"
#include "steno/core/export_plan.h"
#include "steno/core/ledger.h"
#include "steno/core/pending.h"
#include "steno/core/store_row.h"

enum store_op_kind {
    STORE_SCOPE, /* text = URL, text2 = API path, text3 = email or "": later rows belong to it */
    STORE_LOAD,  /* watchlist with summaries, number = at most, 0: all; id, place = behind these -> rows in
                  * its order, number = the highest id of all where they begin with the first of more */
    STORE_WATCH_ADD,      /* id; at the end; already there is fine */
    STORE_WATCH_REMOVE,   /* id */
    STORE_WATCH_NOTE,     /* id, text */
    STORE_PROJECT_SAVE,   /* id, json = raw resource, text = the same as text or NULL, when_ms = fetched,
                           * number = STORE_SEEN, STORE_SETTLED. Where it moves the state kept before: the line
                           * of the history -> moved_from, act = that follows it, acts = that one once ended
                           */
    STORE_PROJECT_LOAD,   /* id -> json, when_ms */
    STORE_HISTORY_ADD,    /* id, name = kind ("state", "enqueue", ...), text, when_ms; number = row of the act
                           * that it belongs to, STORE_LAST_ROW: the last of that project, 0: none
                           */
    STORE_HISTORY_LOAD,   /* id or 0 for all, number = at most, 0: all -> entries, newest first */
    STORE_DRAFT_SAVE,     /* name = form, id or 0, json = changes, null: cleared -> json = whole draft */
    STORE_DRAFT_LOAD,     /* name, id -> json, when_ms */
    STORE_DRAFT_DROP,     /* name, id */
    STORE_PRESET_SAVE,    /* name, text = "enqueue" or "export", json -> number = 1: one was replaced; one of
                           * the other form is not: ERROR_USAGE */
    STORE_PRESET_LOAD,    /* name -> text, json */
    STORE_PRESET_LIST,    /* text or "" for all -> entries (name, text) */
    STORE_PRESET_DROP,    /* name */
    STORE_METADATA_ADD,   /* id, name = key, text = value or NULL when deleted, when_ms, email in text2 */
    STORE_METADATA_LIST,  /* id -> entries: the last of each key, newest first; 0: the last of all */
    STORE_EXPORTS_ADD,    /* ledger; where a version is not known, it is that of the last reading */
    STORE_EXPORTS_LIST,   /* id, or json = array of ids -> ledger */
    STORE_EXPORTS_MOVE,   /* id, number = a version, json = another one, which exports of the former get */
    STORE_PENDING_ADD,    /* pending, which is on the disk before the answer comes -> number = its row; of an
                           * enqueue also -> pending, the open enqueues of that project: where one of them is
                           * behind pending.asked_row nothing is recorded, number = 0
                           */
    STORE_PENDING_REMOVE, /* number = row */
    STORE_PENDING_LIST,   /* id or 0 for all -> pending, oldest first; unknown operations are left out */
    STORE_PENDING_SETTLE, /* number = row, when_ms = now: ends one of this program or of a sender that is gone
                           * -> changes = 1; 0: it has ended already, or its sender lives. The first part of a
                           * STORE_TOGETHER, of which nothing else is written then
                           */
    STORE_ACT_ADD,  /* pending, act_row: a row with an outcome, not recorded before -> number = its row */
    STORE_ACT_END,  /* act_row: the outcome of its row, when_ms = now */
    STORE_ACT_LIST, /* id or 0 for all, number = only acts before this one, 0: from the newest, when_ms = only
                     * those begun since -> acts, newest first, at most STORE_ACTS_MAX
                     */
    STORE_ACT_SEEN, /* number = act: it and those before were seen */
    STORE_CHANGE_CLAIM, /* id, name = who tells ("hook"), text = the new state, number and when_ms = when the
                         * reading with the old state began, and when that with the new one ended
                         * -> changes = 1: to be told; 0: another program has told it; act = that it belongs
                         * to, 0 for none, left = how many of its projects are open then, acts = that one
                         * where none is
                         */
    STORE_SENT_LIST,    /* json = array of ids -> json: of each {"id", "sent": the options of its last enqueue
                         * from here, null for none, "when_ms"} */
    STORE_FORGET,    /* id, or 0 and number = FORGET_ACCOUNT or FORGET_ALL: all that is kept of it; a conflict
                      * while a write of it has no answer, with FORGET_ANYWAY only while its sender waits
                      */
    STORE_SORT_LOAD, /* -> text = the column that the list is sorted by, NULL: none; number = 1: it falls */
    STORE_SORT_SAVE, /* text, number: as above */
    STORE_TOGETHER,  /* parts, which all write to state.db: whole or not at all -> changes = 0: not at all,
                      * as another program has told what its first part settles or claims
                      */
    STORE_CREDENTIALS_SAVE, /* name = profile, text = URL, text2 = API path, text3 = email, secret = token */
    STORE_CREDENTIALS_DROP, /* name = profile: forgets the token */
    STORE_TOKEN_READ, /* name = profile, text = token_command or "" for the credentials, text2 = URL, text3 =
                       * email or "" -> secret
                       */
    STORE_EXPORTS_LOOK, /* look, with the ledger of its projects, goes on to who looks at files -> look */
    STORE_OP_COUNT
};

#define STORE_SEEN     1 /* a change of its state was seen, not only found */
#define STORE_SETTLED  2 /* its state ends a transcription */
#define STORE_LAST_ROW (-1)
#define STORE_ACTS_MAX 100 /* in one list: the next begins before the last of them */

enum { FORGET_ACCOUNT, FORGET_ALL, FORGET_ANYWAY }; /* the scope, with presets and used values; all; a bit */

struct store_op {
    uint64_t serial;
    enum store_op_kind kind;
    int64_t id;
    int64_t number;
    int64_t when_ms; /* wall clock */
    int64_t place;   /* in the watchlist */
    char *name;
    char *text;
    char *text2;
    char *text3;
    char *secret;             /* wiped */
    json_t *json;             /* owned reference */
    struct pending *pending;  /* owned */
    struct act_row *act_row;  /* owned */
    struct ledger ledger;     /* owned */
    struct export_look *look; /* owned */
    struct store_op **parts;  /* owned, as each of them */
    size_t part_count;
};

struct store_entry {
    int64_t id;
    int64_t act; /* of the history: 0 for none */
    int64_t when_ms;
    char *name;
    char *text; /* may be NULL: a deleted metadata key */
    char *text2;
};

struct store_result {
    uint64_t serial;
    enum store_op_kind kind;
    int64_t id;
    char *name;
    bool ok; /* a thing that is not there is ok with json NULL */
    struct error error;
    struct store_row *rows;
    size_t row_count;
    struct store_entry *entries;
    size_t entry_count;
    struct pending *pending;
    size_t pending_count;
    struct act *acts;
    size_t act_count;
    bool act_is_settled; /* acts: one of several that has ended with a row, of which no change of state tells
                          */
    struct ledger ledger;
    struct export_look *look; /* whoever wants them takes the members out */
    json_t *json;
    char *text;
    char *secret; /* wiped */
    int64_t number;
    int64_t when_ms;
    char *moved_from; /* NULL: nothing was moved */
    int64_t act, left;
    int64_t changes; /* rows that a write has changed: 0 when the thing was not there */
};

/* An operation without a serial: who waits for its answer among others gives one. */
struct store_op *store_op_new(enum store_op_kind kind);
void store_op_free(struct store_op *op); /* wipes the secret */
/* One more part of a STORE_TOGETHER; takes it over. */
void store_op_add_part(struct store_op *together, struct store_op *part);
/* Gives the operation JSON of its own: it may then go to another thread. */
void store_op_unshare(struct store_op *op);
/* An empty, failed result that carries the operation's serial, kind, id and name. */
struct store_result *store_result_new(const struct store_op *op);
void store_result_free(struct store_result *result);

#endif
