/* The connection to state.db, and short forms for SQL, for the files of the store. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_SQL_H
#define STENO_STORE_SQL_H

#include <sqlite3.h>

#include "steno/store/store.h"

#define STORE_SCHEMA   9 /* another number for other tables */
#define STORE_IDLE_MAX 24

struct store {
    sqlite3 *db;
    char *path;
    char *scope_name;                   /* "https://host/API demo@example.org" */
    char *server;                       /* "host:443" */
    int64_t scope;                      /* its row; 0 until something is written for it */
    int64_t scope_before;               /* the same before the transaction under way */
    int depth;                          /* of transactions */
    int64_t data_version;               /* as last looked at */
    int64_t busy_ms;                    /* how long a lock is waited for, */
    int64_t patience_ms;                /* now, */
    int64_t gave_up_ms;                 /* and when that was last in vain, monotonic; 0: never */
    bool is_link;                       /* the path that was given is a link; `path` is where it leads */
    bool swept;                         /* rows that nobody needs were looked for */
    sqlite3_stmt *idle[STORE_IDLE_MAX]; /* prepared, to be used again; the oldest goes first */
};

/* The connection without its file: peek.c opens it itself. */
struct store *store_new(const struct store_config *config);
/* Looks for the scope's row, which another program may have made; before each reading. */
bool store_find_scope(struct store *store, struct error *err);
/* Ends what store_begin() began: commits where it went well, else rolls back. */
bool store_end(struct store *store, bool ok, struct error *err);

/* A statement with its values bound: `types` has one letter a value, i = int64_t, t = const char * (NULL is
 * NULL). NULL with a sentence on failure. End it with store_release. */
sqlite3_stmt *store_prepare(struct store *store, struct error *err, const char *sql, const char *types, ...);
/* Ends a statement; it stays prepared for its next use. NULL is fine. */
void store_release(struct store *store, sqlite3_stmt *statement);
void store_drop_idle(struct store *store);
/* The next row of a statement: 1, 0 behind the last, -1 with a sentence. */
int store_step(struct store *store, sqlite3_stmt *statement, struct error *err);
/* Prepares, runs to the end, finishes. sqlite3_changes() tells what it did. */
bool store_run(struct store *store, struct error *err, const char *sql, const char *types, ...);
/* The first column of the first row as a number; `none` when there is no row. */
bool store_number(struct store *store, struct error *err, int64_t *value, int64_t none, const char *sql,
                  const char *types, ...);

/* A text column: a copy, or NULL for NULL. As it stands: for names to find a row by, and values to be sent.
 */
char *store_column(sqlite3_stmt *statement, int column);
/* A text column, cleaned, for what is only shown: a file may have been written by anybody. */
char *store_shown_column(sqlite3_stmt *statement, int column);
/* A time: 0 for one before 1970 or after the year 9999, which nobody wrote here. */
int64_t store_time_column(sqlite3_stmt *statement, int column);
/* A time with the sign of core/rows.h. */
int64_t store_since_column(sqlite3_stmt *statement, int column);
/* JSON in a column; NULL where there is none, or it cannot be read: with a sentence where err is not NULL. */
json_t *store_json_column(sqlite3_stmt *statement, int column, struct error *err);
/* JSON as text; caller frees. NULL with a sentence when there is none or it is too large. */
char *store_json_text(const json_t *json, struct error *err);

/* Fills err from the state of the connection. Returns false. */
bool store_fail(struct store *store, struct error *err);

/* A new entry at the end. */
struct store_entry *store_add_entry(struct store_entries *entries);

/* --- what the files call of each other, within a transaction --- */

/* A reading shows this state: enqueues that were accepted before it began follow it, and one that was taken
 * has begun where the state is another one. */
bool store_write_follow(struct store *store, const struct store_reading *reading, struct error *err);
/* A line of the history; `row` of the write it is about, 0: none, -1: the last enqueue of the project that
 * had not ended before. */
bool store_history_add(struct store *store, int64_t id, const char *kind, const char *text, int64_t when_ms,
                       int64_t row, struct error *err);
bool store_metadata_add(struct store *store, int64_t id, const struct receipt *receipt, struct error *err);
bool store_exports_add(struct store *store, const struct ledger_file *file, struct error *err);
bool store_exports_move(struct store *store, int64_t id, int64_t from, int64_t to, struct error *err);
/* Deletes acts that are older than all that is left of the history. */
bool store_act_trim(struct store *store, struct error *err);
/* Deletes what is over of a scope, or (0) all; of a project, or (0) all. Tells how many rows are not over. */
bool store_write_forget(struct store *store, int64_t scope, int64_t id, size_t *open, struct error *err);

#endif
