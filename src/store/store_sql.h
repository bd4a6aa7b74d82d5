/* The connection to state.db, and the functions that run a statement. Only for the files of the store.
 *
 * `form` has a letter for each bound value, then '>', then a letter for each column to read. The arguments
 * after `form` are the values, then a pointer for each column.
 *
 *   bound   @ the scope, without an argument   i int64_t   b int or bool
 *           t const char *, NULL: SQL's NULL; must stay valid until the statement ends   c like t, cleaned
 *           j const json_t *, NULL: SQL's NULL
 *   read    i int64_t *   n int *   b bool *
 *           m int64_t *: a time; 0 for times before 1970 or after 9999, which steno never writes
 *           s int64_t *: a time whose sign has a meaning, see core/rows.h
 *           t char **: unchanged, NULL for SQL's NULL; for names that find a row, and for values to send
 *           c char **: like t, cleaned; for texts to show, because others can have written the file
 *           C char **: like c, "" for NULL
 *           j json_t **: NULL for NULL or bad JSON   J json_t **: like j, but bad JSON is an error
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_SQL_H
#define STENO_STORE_SQL_H

#include <sqlite3.h>

#include "steno/store/store.h"

#define STORE_SCHEMA   9 /* increase when a table changes */
#define STORE_IDLE_MAX 24

struct store {
    sqlite3 *db;
    char *path;
    char *scope_name;                   /* "https://host/API demo@example.org" */
    char *server;                       /* "host:443" */
    int64_t scope;                      /* number of the scope's row; 0: the scope has no row yet */
    int64_t scope_before;               /* `scope` before the current transaction */
    int depth;                          /* number of nested transactions */
    int64_t data_version;               /* SQLite's data_version at the last call of store_has_changed */
    int64_t busy_ms;                    /* longest wait for a lock, set by store_wait_at_most */
    int64_t patience_ms;                /* limit on the next wait for a lock: busy_ms, or 0 after a timeout */
    int64_t gave_up_ms;                 /* monotonic time of the last timeout of a lock; 0: none */
    bool is_link;                       /* the configured path is a link; `path` is its target */
    bool swept;                         /* project_drop_stale() has run */
    sqlite3_stmt *idle[STORE_IDLE_MAX]; /* prepared statements, the last used first */
};

/* Runs a statement and reads its first row. Returns 1: a row was read; 0: there is no row; -1: an error. */
int store_get(struct store *store, struct error *err, const char *sql, const char *form, ...);
/* Runs a statement and reads no row. sqlite3_changes() then returns the number of changed rows. */
#define store_run(...) (store_get(__VA_ARGS__) >= 0)
/* Runs a statement in its own transaction, or within the current one. */
#define store_change(store, err, ...)                                                                        \
    (store_begin(store, err) && store_end(store, store_run(store, err, __VA_ARGS__), err))
/* Starts a statement with many rows. NULL: an error; store_next(NULL) then returns -1. Call store_next() as
 * long as it returns 1 (a row was read). 0: there are no more rows; -1: an error. */
sqlite3_stmt *store_rows(struct store *store, struct error *err, const char *sql, const char *form, ...);
int store_next(struct store *store, sqlite3_stmt **rows, struct error *err, const char *reads, ...);

/* Returns the array with room for one more item after `count` items. Its capacity is a power of two. */
void *store_room(void *items, size_t count, size_t size);
/* Fills `entries` from all rows; the columns are id, when_ms, name, text, text2 and act. */
bool store_collect(struct store *store, struct store_entries *entries, struct error *err, const char *sql,
                   const char *form, ...);

/* Ends a transaction: commits if `ok`, else rolls back. */
bool store_end(struct store *store, bool ok, struct error *err);

/* --- functions for the other files of the store, to be called within a transaction --- */

/* Call after a reading of a project. Updates the project's enqueues that the server accepted before steno
 * asked for the reading. Each gets the new state. If that differs from the state before, the enqueue is no
 * longer open. If the transcription has ended, the enqueue also gets the time of the reading. */
bool store_write_follow(struct store *store, const struct store_reading *reading, struct error *err);
/* Adds a line to the history. `row` is the write to which the line belongs. 0: no write; -1: the project's
 * newest enqueue that was still running at when_ms. */
bool store_history_add(struct store *store, int64_t id, const char *kind, const char *text, int64_t when_ms,
                       int64_t row, struct error *err);
bool store_metadata_add(struct store *store, int64_t id, const struct receipt *receipt, struct error *err);
bool store_exports_add(struct store *store, const struct ledger_file *file, struct error *err);
/* Deletes the writes that are over. scope 0: in all scopes; id 0: of all projects. *open becomes the number
 * of open writes, which stay. */
bool store_write_forget(struct store *store, int64_t scope, int64_t id, size_t *open, struct error *err);

#endif
