/* Owns the look into the state file. Changes nothing there. */
#include "e2e/state_look.h"

#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdlib.h>

#include "steno/base/mem.h"

#define STATE_BUSY_MS 10000

int64_t state_number(const struct home *home, const char *folder, const char *sql)
{
    char *relative = mem_printf("%s/steno/state.db", folder), *path = home_path(home, relative);
    sqlite3 *db;
    sqlite3_stmt *statement;
    cr_assert_eq(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK, "%s", path);
    sqlite3_busy_timeout(db, STATE_BUSY_MS);
    cr_assert_eq(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    cr_assert_eq(sqlite3_step(statement), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    free(path);
    free(relative);
    return number;
}
