/* The connection to state.db, and the one way to run a statement, for the files of the store.
 *
 * Values and columns are named by a letter each: `form` has those that are bound, in the order of their
 * numbers, and behind a '>' those that are read into the pointers which follow.
 *
 *   bound   @ the scope, without an argument   i int64_t   b int or bool
 *           t const char *, NULL is NULL; it stays until the statement has ended   c the same, cleaned
 *           j const json_t *, NULL is NULL
 *   read    i int64_t *   n int *   b bool *
 *           m int64_t *: a time, 0 for one before 1970 or after the year 9999, which nobody wrote here
 *           s int64_t *: a time with the sign of core/rows.h
 *           t char **: as it stands, NULL for NULL: names to find a row by, values to be sent
 *           c char **: the same, cleaned, for what is only shown: a file may have been written by anybody
 *           C char **: the same, "" for NULL
 *           j json_t **: NULL for NULL, or where it cannot be read   J json_t **: that is an error
 */
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

/* Reads the first row: 1; 0: there is none, and nothing was read; -1: an error. */
int store_get(struct store *store, struct error *err, const char *sql, const char *form, ...);
/* Only runs it; sqlite3_changes() tells what it did. */
#define store_run(...) (store_get(__VA_ARGS__) >= 0)
/* In a transaction of its own, or as a part of the one that is under way, whole or not at all. */
#define store_change(store, err, ...)                                                                        \
    (store_begin(store, err) && store_end(store, store_run(store, err, __VA_ARGS__), err))
/* Rows one after the other, to the end: 1 as long as there is another, 0 behind the last; -1: an error, also
 * of rows that are NULL. */
sqlite3_stmt *store_rows(struct store *store, struct error *err, const char *sql, const char *form, ...);
int store_next(struct store *store, sqlite3_stmt **rows, struct error *err, const char *reads, ...);

/* Room for one more item behind `count`; it grows at powers of two. */
void *store_room(void *items, size_t count, size_t size);
/* Fills entries with all rows: their id, when_ms, name, text, text2 and act. */
bool store_collect(struct store *store, struct store_entries *entries, struct error *err, const char *sql,
                   const char *form, ...);

/* Ends what store_begin() began: commits where it went well, else rolls back. */
bool store_end(struct store *store, bool ok, struct error *err);

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
/* Deletes what is over of a scope, or (0) all; of a project, or (0) all. Tells how many rows are not over. */
bool store_write_forget(struct store *store, int64_t scope, int64_t id, size_t *open, struct error *err);

#endif
