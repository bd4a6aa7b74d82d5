/* The connection to state.db, short forms for SQL, and sentences for what SQLite reports. Knows no table. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_SQL_H
#define STENO_STORE_SQL_H

#include <sqlite3.h>

#include "steno/base/error.h"
#include "steno/core/store_op.h"

#define STORE_IDLE_MAX 24

struct store {
    sqlite3 *db;
    char *path;
    char *credentials_path;
    char *scope_name;                   /* "https://host/API demo@example.org" */
    int64_t scope;                      /* its row; 0 until something is written for it */
    bool is_link;                       /* the path that was given is a link; `path` is where it leads */
    bool swept;                         /* rows that nobody needs were looked for */
    sqlite3_stmt *idle[STORE_IDLE_MAX]; /* prepared, to be used again; the oldest goes first */
};

/* A statement with its values bound: `types` has one letter a value, i = int64_t, t = const char * (NULL is
 * NULL). NULL with a sentence on failure. End it with store_release. */
sqlite3_stmt *store_prepare(struct store *store, struct error *err, const char *sql, const char *types, ...);

/* Ends a statement; it stays prepared for its next use. */
void store_release(struct store *store, sqlite3_stmt *statement);
/* Forgets the statements that wait for their next use: before the file is closed. */
void store_drop_idle(struct store *store);

/* The next row of a statement: 1, 0 behind the last, -1 with a sentence. */
int store_step(struct store *store, sqlite3_stmt *statement, struct error *err);

/* Prepares, runs to the end, finishes. */
bool store_run(struct store *store, struct error *err, const char *sql, const char *types, ...);

/* Like store_run(), and tells how many rows that has changed. */
bool store_change(struct store *store, struct store_result *result, const char *sql, const char *types, ...);

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
/* A time with the sign of core/since.h. */
int64_t store_since_column(sqlite3_stmt *statement, int column);

/* Who wrote a row, in the columns host, pid, start from `column` on. */
struct owner store_read_owner(sqlite3_stmt *statement, int column);

/* Fills err from the state of the connection. Returns false. */
bool store_fail(struct store *store, struct error *err);

/* --- values --- */

/* A new entry at the end of the result's. */
struct store_entry *store_add_entry(struct store_result *result);
/* Ends a statement of one row, or NULL: JSON, a time, a text. No row is no error, JSON that does not decode
 * is.
 */
bool store_take_one(struct store *store, struct store_result *result, sqlite3_stmt *statement);
/* JSON as text; caller frees. NULL with a sentence when there is none or it is too large. */
char *store_json_text(const json_t *json, struct error *err);

#endif
