/* store/store: a full disk, a file system without locks, and files that somebody made read-only. */
/* SPDX-License-Identifier: MIT */
#include "store_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/syscall.h>

static bool disk_is_full, locks_are_missing;

/* Stand before the C library's in this program: SQLite and the store call them. */
ssize_t fake_pwrite(int fd, const void *data, size_t len, off_t offset) __asm__("pwrite64");
int fake_fcntl(int fd, int command, ...) __asm__("fcntl64");
int fake_fcntl_too(int fd, int command, ...) __asm__("fcntl");
int fake_fcntl_time64(int fd, int command, ...) __asm__("__fcntl_time64"); /* fcntl() of 32 bits */

ssize_t fake_pwrite(int fd, const void *data, size_t len, off_t offset)
{
    if (disk_is_full) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, fd, data, len, offset);
}

static int fcntl_with(int fd, int command, void *argument)
{
    if (command == F_SETLK && locks_are_missing) {
        errno = ENOLCK;
        return -1;
    }
#ifdef SYS_fcntl64
    return (int)syscall(SYS_fcntl64, fd, command, argument);
#else
    return (int)syscall(SYS_fcntl, fd, command, argument);
#endif
}

int fake_fcntl(int fd, int command, ...)
{
    va_list args;
    va_start(args, command);
    void *argument = va_arg(args, void *);
    va_end(args);
    return fcntl_with(fd, command, argument);
}

int fake_fcntl_too(int fd, int command, ...)
{
    va_list args;
    va_start(args, command);
    void *argument = va_arg(args, void *);
    va_end(args);
    return fcntl_with(fd, command, argument);
}

int fake_fcntl_time64(int fd, int command, ...)
{
    va_list args;
    va_start(args, command);
    void *argument = va_arg(args, void *);
    va_end(args);
    return fcntl_with(fd, command, argument);
}

TestSuite(store_trouble, .init = store_begin, .fini = store_end);

/* A saved watchlist of 1 2 3, with no session on it. */
static void saved_watchlist(void)
{
    open_store();
    watch(1, 3);
    store_close(store);
    store = NULL;
}

Test(store_trouble, a_full_disk_does_not_hide_the_watchlist_and_saves_nothing)
{
    saved_watchlist();
    disk_is_full = true;
    open_store();
    cr_expect_str_eq(watched(store), "1 2 3");
    cr_assert_not(run(STORE_WATCH_ADD, 4, NULL, NULL, NULL));
    char *refusal = mem_printf("Nothing was saved: no space is left for %s", config.path);
    cr_expect_str_eq(last->error.text, refusal);
    free(refusal);
    disk_is_full = false;
    watch(4, 4);
    cr_expect_str_eq(watched(store), "1 2 3 4");
}

Test(store_trouble, a_file_size_limit_does_not_hide_the_watchlist)
{
    saved_watchlist();
    struct rlimit limit = {1024, 1024};
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    open_store();
    cr_expect_str_eq(watched(store), "1 2 3");
    cr_assert_not(run(STORE_WATCH_ADD, 4, NULL, NULL, NULL));
    cr_expect_str_has(last->error.text, ": File too large");
}

/* Leaves a write half done, as a kill does: the file with its journal. */
static void leave_journal(void)
{
    static const char *const suffixes[] = {"", "-journal"};
    open_store();
    watch(1, 3);
    cr_assert_eq(
        sqlite3_exec(store->db,
                     "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE;"
                     "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)"
                     " INSERT INTO watchlist (scope, id, place) SELECT 1, i, i FROM n",
                     NULL, NULL, NULL),
        SQLITE_OK);
    char *copy = mem_copy(folder_path("state/steno/copy.db"));
    for (size_t i = 0; i < 2; i++) {
        char *from = mem_printf("%s%s", config.path, suffixes[i]),
             *to = mem_printf("%s%s", copy, suffixes[i]);
        struct buffer bytes;
        buffer_init(&bytes, BUFFER_MAX_DEFAULT);
        cr_assert(file_read(from, &bytes, &err), "%s", err.text);
        cr_assert_gt(bytes.len, 0);
        cr_assert(file_write(to, bytes.data, bytes.len, &err), "%s", err.text);
        buffer_free(&bytes);
        free(from);
        free(to);
    }
    free((char *)(uintptr_t)config.path);
    config.path = copy;
}

Test(store_trouble, what_a_killed_session_had_not_committed_is_taken_back)
{
    leave_journal();
    open_store();
    cr_expect_str_eq(watched(store), "1 2 3");
    watch(4, 4);
    cr_expect_str_eq(watched(store), "1 2 3 4");
}

Test(store_trouble, a_full_disk_without_a_file_is_named)
{
    disk_is_full = true;
    cr_assert_null(store_open(&config, &err));
    char *expected = mem_printf("Nothing was saved: no space is left for %s", config.path);
    cr_expect_str_eq(err.text, expected);
    free(expected);
}

Test(store_trouble, missing_locks_are_named)
{
    saved_watchlist();
    open_store();
    store_wait_at_most(store, 0);
    locks_are_missing = true;
    cr_assert_not(run(STORE_WATCH_ADD, 2, NULL, NULL, NULL));
    char *refusal = mem_printf("Another session is using %s, or its file system has no locks", config.path);
    cr_expect_str_eq(last->error.text, refusal);
    free(refusal);
    locks_are_missing = false;
    watch(4, 4);
    cr_expect_str_eq(watched(store), "1 2 3 4");
}

/* The mode of the state file. */
static unsigned mode_of(const char *path)
{
    struct stat info;
    cr_assert_eq(stat(path, &info), 0);
    return info.st_mode & 0777;
}

Test(store_trouble, a_file_without_the_right_to_write_is_refused_and_keeps_its_mode)
{
    static const mode_t modes[] = {0400, 0444, 0440};
    saved_watchlist();
    for (size_t i = 0; i < 3; i++) {
        cr_assert_eq(chmod(config.path, modes[i]), 0);
        cr_assert_null(store_open(&config, &err));
        cr_expect_str_has(err.text, " cannot be written. Give yourself the right: chmod u+w");
        cr_expect_eq(mode_of(config.path), modes[i]);
    }
}

Test(store_trouble, what_a_link_leads_to_is_used_and_keeps_its_mode)
{
    saved_watchlist();
    char *target = mem_copy(folder_path("elsewhere.db"));
    cr_assert_eq(rename(config.path, target), 0);
    cr_assert_eq(chmod(target, 0640), 0);
    cr_assert_eq(symlink(target, config.path), 0);
    open_store();
    watch(4, 4);
    open_store();
    cr_expect_str_eq(watched(store), "1 2 3 4");
    cr_expect_eq(mode_of(target), 0640);
    cr_expect_str_eq(store_path(store), target);
    free(target);
}

Test(store_trouble, what_is_no_file_is_refused)
{
    cr_assert(file_make_dirs(folder_path("state/steno"), &err));
    cr_assert_eq(mkfifo(config.path, 0600), 0);
    cr_assert_null(store_open(&config, &err));
    char *expected = mem_printf("%s is not a file", config.path);
    cr_expect_str_eq(err.text, expected);
    free(expected);
}

Test(store_trouble, text_and_numbers_that_somebody_wrote_into_the_file_are_cleaned_and_in_range)
{
#define RAW   "'\x1B[31m\xC2\x9B'"
#define CLEAN "\xE2\x90\x9B[31m<U+009B>"
    static const int64_t times[] = {INT64_MIN, -1, 0, 253402300799999, 253402300800000, INT64_MAX};
    static const char insert[] =
        "INSERT OR REPLACE INTO watchlist (scope, id, place, note) VALUES (1, 7, 1, " RAW
        "), (1, 0, 2, ''), (1, %" PRId64 ", 3, '');"
        "INSERT OR REPLACE INTO projects (scope, id, version, fetched_ms, state_since_ms, state, name, "
        "length,"
        " tags, label, lang, author, updated_ms, expires_ms, flags) VALUES (1, 7, %" PRId64 ", %" PRId64
        ", %" PRId64 ", " RAW ", " RAW ", " RAW ", " RAW ", " RAW ", " RAW ", " RAW ", %" PRId64 ", %" PRId64
        ", 16);"
        "DELETE FROM history; INSERT INTO history (scope, id, when_ms, kind, text) VALUES (1, 7, %" PRId64
        ", " RAW ", " RAW "), (1, -1, 5, 'a', 'b');"
        "INSERT OR REPLACE INTO presets VALUES (1, 'p', " RAW ", '{}');"
        "DELETE FROM act_rows; INSERT INTO act_rows (act, scope, id, operation, state, version, when_ms,"
        " until_ms, host, pid, start) VALUES (1, 1, 7, 'enqueue', " RAW ", 1, %" PRId64 ", %" PRId64
        ", '', 1, ''), (1, 1, %" PRId64 ", 'enqueue', '', 1, 1, 1, '', 1, '');";
    open_store();
    watch(7, 7);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        int64_t at = times[i], read = i == 3 ? at : 0;
        char *sql = mem_printf(insert, INT64_MIN, at, at, at, at, at, at, at, at, INT64_MIN);
        cr_assert_eq(sqlite3_exec(store->db, sql, NULL, NULL, NULL), SQLITE_OK, "%s",
                     sqlite3_errmsg(store->db));
        free(sql);
        cr_assert_str_eq(watched(store), "7");
        const struct store_row *row = &last->rows[0];
        cr_assert_eq(row->fetched_ms, read, "%" PRId64, row->fetched_ms);
        cr_assert_eq(row->state_since_ms, i == 1 ? -1 : read, "%" PRId64, row->state_since_ms);
        const char *const shown[] = {row->note, row->state, row->name, row->length, row->tags};
        for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++)
            cr_assert_str_eq(shown[k], CLEAN, "column %zu", k);
        cr_assert(run(STORE_HISTORY_LOAD, 0, NULL, NULL, NULL));
        cr_assert_eq(last->entry_count, 1, "%zu rows", last->entry_count);
        cr_assert_eq(last->entries[0].when_ms, read, "%" PRId64, last->entries[0].when_ms);
        cr_assert_str_eq(last->entries[0].name, CLEAN);
        cr_assert_str_eq(last->entries[0].text, CLEAN);
        cr_assert(run(STORE_PRESET_LIST, 0, NULL, "", NULL));
        cr_assert_str_eq(last->entries[0].text, CLEAN);
        cr_assert(run(STORE_PENDING_LIST, 0, NULL, NULL, NULL));
        cr_assert_eq(last->pending_count, 1, "%zu rows", last->pending_count);
        cr_assert_eq(last->pending[0].when_ms, read, "%" PRId64, last->pending[0].when_ms);
        cr_assert_eq(last->pending[0].until_ms, read, "%" PRId64, last->pending[0].until_ms);
        cr_assert_str_eq(last->pending[0].state, CLEAN);
    }
}
