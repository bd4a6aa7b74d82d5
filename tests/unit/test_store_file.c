/* store/store: a private file, several sessions at once, and bad files that are never harmed. */
/* SPDX-License-Identifier: MIT */
#include "store.h"
#include "store_fixture.h"

#include <dirent.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
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

Test(store_file, a_folder_that_somebody_keeps_locked_is_not_waited_for_without_end, .timeout = 30)
{
    open_store();
    watch(1, 1);
    store_close(store);
    store = NULL;
    cr_assert_eq(unlink(config.path), 0);
    int locked = open(folder_path("state/steno"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    cr_assert_eq(flock(locked, LOCK_EX), 0);
    open_store();
    watch(1, 1);
    close(locked);
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

Test(store_file, a_newer_schema_is_refused_and_left_as_it_is)
{
    open_store();
    watch(1, 1);
    store_close(store);
    store = NULL;
    meddle("PRAGMA journal_mode = DELETE; PRAGMA user_version = 8");
    struct buffer before = file_bytes(config.path);
    cr_assert_null(store_open(&config, &err));
    char *expected =
        mem_printf("%s was created by a newer version of steno (schema 8; this version supports 5). "
                   "Upgrade steno or rename the file; it has not been changed",
                   config.path);
    cr_expect_str_eq(err.text, expected);
    struct buffer after = file_bytes(config.path);
    cr_assert_eq(before.len, after.len);
    cr_expect_arr_eq(before.data, after.data, before.len);
    buffer_free(&before);
    buffer_free(&after);
    free(expected);
}

/* The one file in the state folder whose name begins with state.db.damaged; caller frees. */
static char *damaged_file(void)
{
    char *found = NULL;
    DIR *dir = opendir(folder_path("state/steno"));
    for (struct dirent *entry; (entry = readdir(dir));) {
        const char *suffix = strrchr(entry->d_name, '-');
        if (strncmp(entry->d_name, "state.db.damaged-", 17) == 0 && strcmp(suffix, "-wal") &&
            strcmp(suffix, "-shm")) {
            cr_assert_null(found, "two damaged files");
            found = mem_printf("%s/state/steno/%s", folder, entry->d_name);
        }
    }
    closedir(dir);
    return found;
}

Test(store_file, a_file_that_is_no_database_is_moved_aside_whole_and_a_new_one_begun)
{
    char garbage[8192];
    memset(garbage, 'x', sizeof garbage);
    cr_assert(file_make_dirs(folder_path("state/steno"), &err));
    cr_assert(file_write(config.path, garbage, sizeof garbage, &err));
    open_store();
    char *aside = damaged_file();
    cr_assert_not_null(aside);
    cr_assert_not_null(store_notice(store));
    cr_expect_str_has(store_notice(store), aside);
    struct buffer bytes = file_bytes(aside);
    cr_assert_eq(bytes.len, sizeof garbage);
    cr_expect_arr_eq(bytes.data, garbage, bytes.len);
    watch(1, 1);
    open_store();
    cr_expect_null(store_notice(store));
    cr_expect_str_eq(watched(store), "1");
    buffer_free(&bytes);
    free(aside);
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

Test(store_file, damage_found_while_opening_moves_the_file_aside)
{
    open_store();
    watch(1, 3);
    store_close(store);
    store = NULL;
    spoil_table("sqlite_autoindex_scopes_1");
    open_store();
    char *aside = damaged_file();
    cr_expect_not_null(aside);
    free(aside);
    cr_expect_str_eq(watched(store), "");
}

/* A file whose watchlist was found damaged while it was used. */
static void find_damage(void)
{
    open_store();
    watch(1, 3);
    store_close(store);
    store = NULL;
    spoil_table("watchlist");
    open_store();
    cr_assert_null(store_notice(store));
}

Test(store_file, damage_found_by_a_reading_moves_the_file_aside_and_work_goes_on_in_memory)
{
    find_damage();
    cr_assert(run(STORE_HISTORY_ADD, 1, "state", "Completed", NULL));
    cr_assert_not(run(STORE_LOAD, 0, NULL, NULL, NULL));
    cr_expect_str_has(last->error.text, "is damaged");
    char *aside = damaged_file();
    cr_assert_not_null(aside);
    char *notice = mem_printf("The state file was damaged; nothing is saved until steno is restarted. It was "
                              "renamed to %s. To recover watchlist, history, drafts and presets: sqlite3 %s "
                              ".recover",
                              aside, aside);
    cr_expect_str_eq(store_notice(store), notice);
    cr_assert(run(STORE_HISTORY_LOAD, 0, NULL, NULL, NULL), "%s", last->error.text);
    cr_expect_eq(last->entry_count, 1, "what can be read of it is there");
    cr_expect_neq(access(config.path, F_OK), 0, "a new one was begun");
    open_store();
    cr_expect_str_eq(watched(store), "");
    cr_expect_null(store_notice(store));
    free(aside);
    free(notice);
}

Test(store_file, a_write_that_finds_the_damage_fails_and_moves_the_file_aside)
{
    find_damage();
    cr_assert_not(run(STORE_WATCH_ADD, 4, NULL, NULL, NULL));
    cr_expect_str_has(last->error.text, "is damaged");
    char *aside = damaged_file();
    cr_expect_not_null(aside);
    cr_expect_not_null(store_memory_only(store));
    free(aside);
}

/* Writes go on, and each says for how long. */
static void expect_memory_only(void)
{
    char *why = mem_printf("%s was deleted or replaced", config.path);
    cr_assert(run(STORE_WATCH_ADD, 4, NULL, NULL, NULL), "%s", last->error.text);
    cr_expect(last->session_only);
    cr_expect_str_eq(last->error.text, why);
    cr_expect_str_eq(store_memory_only(store), why);
    cr_expect_str_eq(watched(store), "1 2 3 4");
    cr_expect_not(last->session_only, "reading loses nothing");
    free(why);
}

Test(store_file, a_file_that_is_deleted_goes_on_in_memory_with_all_of_it)
{
    open_store();
    watch(1, 3);
    cr_expect_null(store_memory_only(store));
    cr_assert_eq(unlink(config.path), 0);
    expect_memory_only();
    char *notice = mem_printf("The state file was deleted or replaced; nothing is saved until steno is "
                              "restarted: %s",
                              config.path);
    cr_expect_str_eq(store_notice(store), notice);
    cr_expect_neq(access(config.path, F_OK), 0, "a new one was begun");
    free(notice);
}

/* Another file with project 9 is moved to the place of the one that is used. */
static void replace(void)
{
    struct store_config elsewhere = config;
    elsewhere.path = folder_path("backup.db");
    struct store *backup = store_open(&elsewhere, &err);
    cr_assert_not_null(backup, "%s", err.text);
    cr_assert(run_on(backup, STORE_WATCH_ADD, 9, 0, 0, NULL, NULL, NULL), "%s", last->error.text);
    store_close(backup);
    cr_assert_eq(rename(folder_path("backup.db"), config.path), 0);
}

Test(store_file, a_backup_that_is_moved_to_its_place_gets_nothing_of_the_file_before)
{
    open_store();
    watch(1, 3);
    replace();
    expect_memory_only();
    open_store();
    cr_expect_str_eq(watched(store), "9");
    replace();
    open_store(); /* which closes the one before unused */
    cr_expect_str_eq(watched(store), "9");
}

Test(store_file, a_session_that_lost_its_file_leaves_the_log_of_the_new_one_alone)
{
    open_store();
    watch(1, 3);
    cr_assert_eq(unlink(config.path), 0);
    struct store *next = store_open(&config, &err);
    cr_assert_not_null(next, "%s", err.text);
    cr_assert(run_on(next, STORE_WATCH_ADD, 5, 0, 0, NULL, NULL, NULL), "%s", last->error.text);
    cr_assert(run(STORE_WATCH_ADD, 4, NULL, NULL, NULL), "%s", last->error.text);
    store_close(store);
    store = NULL;
    cr_assert(run_on(next, STORE_WATCH_ADD, 6, 0, 0, NULL, NULL, NULL), "%s", last->error.text);
    store_close(next);
    open_store();
    cr_expect_str_eq(watched(store), "5 6");
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

Test(store_file, a_store_in_memory_works_and_leaves_nothing)
{
    struct store_config memory = {.path = ":memory:", .url = "https://h"};
    store = store_open(&memory, &err);
    cr_assert_not_null(store, "%s", err.text);
    watch(1, 2);
    cr_expect_str_eq(watched(store), "1 2");
    cr_expect_str_eq(store_journal_mode(store), "memory");
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

Test(store_file, the_journal_is_named)
{
    open_store();
    const char *mode = store_journal_mode(store);
    cr_expect(strcmp(mode, "wal") == 0 || strcmp(mode, "delete") == 0, "%s", mode);
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

Test(store_file, a_state_that_may_only_be_read_is_read_and_its_writes_fail_with_the_reason)
{
    open_store();
    watch(1, 3);
    lock_state();
    open_store();
    cr_expect(store_is_read_only(store));
    cr_expect_str_eq(watched(store), "1 2 3");
    cr_assert_not(run(STORE_WATCH_ADD, 4, NULL, NULL, NULL));
    char *expected = mem_printf("Nothing was saved: %s cannot be written", config.path);
    cr_expect_str_eq(last->error.text, expected);
    free(expected);
    unlock_state();
}

Test(store_file, a_session_on_a_state_that_may_only_be_read_works_on_a_copy)
{
    open_store();
    watch(1, 3);
    lock_state();
    store = store_open_copy(&config, "it is full", &err);
    cr_assert_not_null(store, "%s", err.text);
    watch(4, 4);
    cr_expect_str_eq(watched(store), "1 2 3 4");
    open_store();
    cr_expect_str_eq(watched(store), "1 2 3");
    unlock_state();
}
