/* Reads, locks and changes the state file. */
/* SPDX-License-Identifier: MIT */
#include "e2e/state_look.h"

#include <sqlite3.h>
#include <stdlib.h>

#include "steno/base/mem.h"
#include "support/asserts.h"

#define STATE_BUSY_MS 10000

/* Opens the file; caller closes it. Opened for writing even to read: after a program was killed, a reader
 * must roll back its last transaction. */
static sqlite3 *state_open(const struct home *home, const char *folder)
{
    char *relative = mem_printf("%s/steno/state.db", folder), *path = home_path(home, relative);
    sqlite3 *db;
    cr_assert_eq(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK, "%s", path);
    sqlite3_busy_timeout(db, STATE_BUSY_MS);
    free(path);
    free(relative);
    return db;
}

char *state_text(const struct home *home, const char *folder, const char *sql)
{
    sqlite3 *db = state_open(home, folder);
    sqlite3_stmt *statement;
    cr_assert_eq(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    cr_assert_eq(sqlite3_step(statement), SQLITE_ROW);
    const char *value = (const char *)sqlite3_column_text(statement, 0);
    char *text = mem_copy(value ? value : "");
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return text;
}

int64_t state_number(const struct home *home, const char *folder, const char *sql)
{
    char *text = state_text(home, folder, sql);
    int64_t number = strtoll(text, NULL, 10);
    free(text);
    return number;
}

int64_t state_unanswered(const struct home *home)
{
    return state_number(home, "state", "SELECT count(*) FROM act_rows WHERE outcome IS NULL");
}

void state_change(const struct home *home, const char *folder, const char *sql)
{
    sqlite3 *db = state_open(home, folder);
    cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

struct sqlite3 *state_lock(const struct home *home)
{
    sqlite3 *lock = state_open(home, "state");
    cr_assert_eq(sqlite3_exec(lock, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return lock;
}

void state_unlock(struct sqlite3 *lock)
{
    sqlite3_close(lock); /* also ends the transaction */
}
