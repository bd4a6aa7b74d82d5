/* Owns the second connection to a state file, and the looking at a program that hangs. */
/* SPDX-License-Identifier: MIT */
#include "e2e/keep_help.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "steno/base/when.h"
#include "support/asserts.h"

#define KEEP_LIMIT_MS 20000

static sqlite3 *locker;

/* Opens the state file. */
static sqlite3 *keep_open(const struct home *home)
{
    sqlite3 *db = NULL;
    char *path = home_path(home, "state/steno/state.db");
    cr_assert_eq(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    sqlite3_busy_timeout(db, KEEP_LIMIT_MS);
    free(path);
    return db;
}

void keep_lock(const struct home *home)
{
    locker = keep_open(home);
    cr_assert_eq(sqlite3_exec(locker, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
}

void keep_unlock(void)
{
    sqlite3_close(locker); /* which ends its transaction */
    locker = NULL;
}

bool keep_is_stored(const struct home *home, const char *text)
{
    sqlite3 *db = keep_open(home);
    sqlite3_stmt *statement = NULL;
    /* While the program is making the tables nothing is stored. */
    bool found = sqlite3_prepare_v2(db, "SELECT 1 FROM drafts WHERE instr(value, ?) > 0", -1, &statement,
                                    NULL) == SQLITE_OK &&
                 sqlite3_bind_text(statement, 1, text, -1, SQLITE_STATIC) == SQLITE_OK &&
                 sqlite3_step(statement) == SQLITE_ROW;
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return found;
}

/* A moment for others, between two looks. */
static void keep_pause(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
}

/* Is the program within write(1, ...)? */
static bool keep_hangs(const struct pty *pty)
{
    char path[64], line[64] = "";
    snprintf(path, sizeof path, "/proc/%d/syscall", (int)pty_pid(pty));
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    return read && strncmp(line, "1 0x1 ", 6) == 0;
}

bool keep_block(struct pty *pty, const char *typed)
{
    int64_t end = clock_mono_ms() + KEEP_LIMIT_MS;
    while (clock_mono_ms() < end) {
        if (!keep_hangs(pty)) {
            pty_type(pty, typed);
            keep_pause();
            continue;
        }
        keep_pause(); /* twice, a pause apart: no write that only happened to be seen */
        if (keep_hangs(pty))
            return true;
    }
    return false;
}
