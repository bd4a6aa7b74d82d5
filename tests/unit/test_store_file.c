/* store/store: a private file, several sessions at once, and bad files that are never harmed. */
/* SPDX-License-Identifier: MIT */
#include "store.h"
#include "store_fixture.h"

#include <dirent.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <unistd.h>

TestSuite(store_file, .init = store_begin, .fini = store_end);

Test(store_file, file_and_folder_are_private_whatever_the_mask)
{
    struct stat info;
    umask(0);
    open_store();
    watch(1, 1);
    cr_assert_eq(stat(config.path, &info), 0);
    cr_expect_eq(info.st_mode & 0777, 0600);
    cr_assert_eq(stat(folder_path("state/steno"), &info), 0);
    cr_expect_eq(info.st_mode & 0777, 0700);
    DIR *dir = opendir(folder_path("state/steno"));
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[512];
        snprintf(path, sizeof path, "%s/state/steno/%s", folder, entry->d_name);
        cr_assert_eq(stat(path, &info), 0);
        cr_expect(S_ISDIR(info.st_mode) || (info.st_mode & 077) == 0, "%s", entry->d_name);
    }
    closedir(dir);
}

Test(store_file, a_file_that_others_could_read_is_closed_to_them)
{
    struct stat info;
    open_store();
    cr_assert_eq(chmod(config.path, 0644), 0);
    open_store();
    cr_assert_eq(stat(config.path, &info), 0);
    cr_expect_eq(info.st_mode & 0777, 0600);
}

Test(store_file, two_sessions_write_and_see_each_other)
{
    open_store();
    struct store *other = store_open(&config, &err);
    cr_assert_not_null(other, "%s", err.text);
    int64_t before = store_data_version(other), own = store_data_version(store);
    watch(1, 3);
    cr_expect_neq(store_data_version(other), before);
    cr_expect_eq(store_data_version(store), own);
    cr_expect_str_eq(watched(other), "1 2 3");
    cr_assert(run_on(other, STORE_WATCH_ADD, 4, 0, 0, NULL, NULL, NULL));
    cr_expect_str_eq(watched(store), "1 2 3 4");
    store_close(other);
}

Test(store_file, twenty_thousand_projects_are_listed_in_order)
{
    open_store();
    sqlite3 *db;
    watch(1, 1);
    save(1, PROJECT("None"));
    cr_assert_eq(sqlite3_open(config.path, &db), SQLITE_OK);
    cr_assert_eq(
        sqlite3_exec(
            db,
            "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
            " INSERT INTO watchlist (scope, id, place) SELECT 1, i, i FROM n;"
            "INSERT INTO projects (scope, id, version, fetched_ms, state_since_ms, state, name, length,"
            " tags) SELECT 1, w.id, version, fetched_ms, state_since_ms, state, name,"
            " length, tags FROM projects, watchlist w WHERE w.id > 1;",
            NULL, NULL, NULL),
        SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
    cr_assert(run(STORE_LOAD, 0, NULL, NULL, NULL));
    cr_assert_eq(last->row_count, 20000);
    for (size_t i = 0; i < last->row_count; i++)
        cr_assert(last->rows[i].id == (int64_t)i + 1 && last->rows[i].known);
}

/* Bytes of a file; caller frees. */
static struct buffer file_bytes(const char *path)
{
    struct buffer bytes;
    buffer_init(&bytes, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(path, &bytes, &err), "%s", err.text);
    return bytes;
}

/* The file is refused with this sentence, of which the path is the first word, and stays as it is. */
static void expect_refused(const char *format)
{
    struct buffer before = file_bytes(config.path);
    cr_assert_null(store_open(&config, &err));
    char *expected = mem_printf(format, config.path, config.path);
    cr_expect_str_eq(err.text, expected);
    cr_expect_eq(err.kind, ERROR_IO);
    struct buffer after = file_bytes(config.path);
    cr_assert_eq(before.len, after.len);
    cr_expect_arr_eq(before.data, after.data, before.len);
    buffer_free(&before);
    buffer_free(&after);
    free(expected);
}

Test(store_file, another_schema_is_refused_and_left_as_it_is)
{
    static const int64_t schemas[] = {1, 7, 9, 99};
    for (size_t i = 0; i < sizeof schemas / sizeof schemas[0]; i++) {
        char *set = mem_printf("PRAGMA user_version = %" PRId64, schemas[i]);
        char *format =
            mem_printf("%%s is of another version of steno (schema %" PRId64 ", this one has 8). Use "
                       "that version, or move the file away, and steno makes a new one",
                       schemas[i]);
        if (i > 0)
            meddle("PRAGMA user_version = 8");
        open_store();
        watch(1, 1);
        store_close(store);
        store = NULL;
        meddle(set);
        expect_refused(format);
        free(set);
        free(format);
    }
}

Test(store_file, tables_that_another_version_changes_meanwhile_are_written_no_more)
{
    open_store();
    watch(1, 1);
    meddle("PRAGMA user_version = 99");
    cr_assert_not(run(STORE_WATCH_ADD, 2, NULL, NULL, NULL));
    cr_expect_str_has(last->error.text, " was changed by another version of steno: restart steno");
}

#define DAMAGED                                                                                              \
    "The state file %s is damaged. Move it away, and steno makes a new one; what it has: sqlite3 %s "        \
    ".recover"

Test(store_file, a_file_that_is_no_database_is_refused_and_left_as_it_is)
{
    char garbage[8192];
    memset(garbage, 'x', sizeof garbage);
    cr_assert(file_make_dirs(folder_path("state/steno"), &err));
    cr_assert(file_write(config.path, garbage, sizeof garbage, &err));
    expect_refused(DAMAGED);
    cr_assert_eq(unlink(config.path), 0);
    open_store();
    watch(1, 1);
}

/* Overwrites the page where a table begins. */
static void spoil_table(const char *table)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    cr_assert_eq(sqlite3_open(config.path, &db), SQLITE_OK);
    cr_assert_eq(
        sqlite3_prepare_v2(db, "SELECT rootpage FROM sqlite_schema WHERE name = ?", -1, &statement, NULL),
        SQLITE_OK);
    sqlite3_bind_text(statement, 1, table, -1, SQLITE_STATIC);
    cr_assert_eq(sqlite3_step(statement), SQLITE_ROW);
    size_t page = (size_t)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    struct buffer bytes = file_bytes(config.path);
    memset(bytes.data + (page - 1) * 4096, 0xAB, 4096);
    cr_assert(file_write(config.path, bytes.data, bytes.len, &err));
    buffer_free(&bytes);
}

Test(store_file, a_file_whose_damage_is_found_while_opening_is_refused)
{
    open_store();
    watch(1, 3);
    store_close(store);
    store = NULL;
    spoil_table("sqlite_autoindex_scopes_1");
    expect_refused(DAMAGED);
}

Test(store_file, damage_that_is_found_in_use_is_named_and_the_file_stays)
{
    open_store();
    watch(1, 3);
    store_close(store);
    store = NULL;
    spoil_table("watchlist");
    open_store();
    char *expected = mem_printf(DAMAGED, config.path, config.path);
    cr_assert_not(run(STORE_LOAD, 0, NULL, NULL, NULL));
    cr_expect_str_eq(last->error.text, expected);
    cr_assert_not(run(STORE_WATCH_ADD, 4, NULL, NULL, NULL));
    cr_expect_str_eq(last->error.text, expected);
    cr_assert(run(STORE_HISTORY_ADD, 1, "state", "Completed", NULL), "%s", last->error.text);
    free(expected);
}

/* Nothing is written any more, and the reason is said. */
static void expect_left(void)
{
    char *why = mem_printf("Nothing was saved: %s was deleted or replaced. Restart steno", config.path);
    cr_assert_not(run(STORE_WATCH_ADD, 4, NULL, NULL, NULL));
    cr_expect_str_eq(last->error.text, why);
    free(why);
}

Test(store_file, a_file_that_is_deleted_in_use_is_written_no_more)
{
    open_store();
    watch(1, 3);
    cr_assert_eq(unlink(config.path), 0);
    expect_left();
    cr_expect_neq(access(config.path, F_OK), 0, "a new one was begun");
    open_store();
    cr_expect_str_eq(watched(store), "");
}

Test(store_file, a_backup_that_is_moved_to_its_place_gets_nothing_of_the_file_before)
{
    open_store();
    watch(1, 3);
    struct store_config elsewhere = config;
    elsewhere.path = folder_path("backup.db");
    struct store *backup = store_open(&elsewhere, &err);
    cr_assert_not_null(backup, "%s", err.text);
    cr_assert(run_on(backup, STORE_WATCH_ADD, 9, 0, 0, NULL, NULL, NULL), "%s", last->error.text);
    store_close(backup);
    cr_assert_eq(rename(folder_path("backup.db"), config.path), 0);
    expect_left();
    open_store();
    cr_expect_str_eq(watched(store), "9");
}

Test(store_file, a_home_that_cannot_be_written_is_named)
{
    folder_file("file", "x");
    free((char *)(uintptr_t)config.path);
    config.path = mem_copy(folder_path("file/state/steno/state.db"));
    cr_assert_null(store_open(&config, &err));
    cr_expect_str_starts(err.text, "Cannot create the folder ");
    cr_expect_eq(err.kind, ERROR_IO);
}

Test(store_file, without_any_home_there_is_a_clear_sentence)
{
    unsetenv("HOME");
    unsetenv("XDG_STATE_HOME");
    struct store_config nowhere = {0};
    cr_assert_null(store_open(&nowhere, &err));
    cr_expect_str_eq(err.text, "Cannot save state.db: HOME and XDG_STATE_HOME are not absolute paths");
}

Test(store_file, a_full_disk_is_said_and_what_was_saved_stays)
{
    open_store();
    watch(1, 1);
    limit_pages(1);
    char big[20000];
    memset(big, 'x', sizeof big - 1);
    big[sizeof big - 1] = '\0';
    cr_assert_not(run(STORE_HISTORY_ADD, 1, "state", big, NULL));
    char *expected = mem_printf("Nothing was saved: no space is left for %s", config.path);
    cr_expect_str_eq(last->error.text, expected);
    free(expected);
    cr_expect_str_eq(watched(store), "1");
    limit_pages(1000000);
    cr_assert(run(STORE_HISTORY_ADD, 1, "state", big, NULL), "%s", last->error.text);
}

/* A number that the connection in use gives. */
static int64_t number_of(const char *pragma)
{
    sqlite3_stmt *statement;
    cr_assert_eq(sqlite3_prepare_v2(store->db, pragma, -1, &statement, NULL), SQLITE_OK);
    cr_assert_eq(sqlite3_step(statement), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

Test(store_file, what_is_committed_is_on_the_disk_and_nothing_stands_beside_the_file)
{
    open_store();
    watch(1, 3);
    cr_expect_eq(number_of("PRAGMA synchronous"), 2, "FULL");
    static const char *const beside[] = {"-wal", "-shm", "-journal"};
    for (size_t i = 0; i < 3; i++) {
        char *path = mem_printf("%s%s", config.path, beside[i]);
        cr_expect_neq(access(path, F_OK), 0, "%s", path);
        free(path);
    }
}

/* Takes the right to write the state away, also from root: the test goes on as nobody. */
static void lock_state(void)
{
    store_close(store);
    store = NULL;
    const char *state = folder_path("state/steno");
    if (geteuid() == 0) {
        cr_assert_eq(chown(folder, 65534, 65534), 0);
        cr_assert_eq(chown(folder_path("state"), 65534, 65534), 0);
        cr_assert_eq(chown(state, 65534, 65534), 0);
        cr_assert_eq(chown(config.path, 65534, 65534), 0);
        cr_assert_eq(setresuid(65534, 65534, 65534), 0);
    }
    cr_assert_eq(chmod(config.path, 0400), 0);
    cr_assert_eq(chmod(state, 0500), 0);
}

static void unlock_state(void)
{
    cr_assert_eq(chmod(folder_path("state/steno"), 0700), 0);
}

Test(store_file, a_state_that_may_only_be_read_is_refused_with_the_cure)
{
    open_store();
    watch(1, 3);
    lock_state();
    cr_assert_null(store_open(&config, &err));
    char *expected = mem_printf("%s cannot be written. Give yourself the right: chmod u+w", config.path);
    cr_expect_str_eq(err.text, expected);
    free(expected);
    unlock_state();
}
