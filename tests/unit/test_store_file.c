/* store/store: a private file, several sessions at once, transactions and locks; bad files, disks and
 * permissions, with no loss of data. */
/* SPDX-License-Identifier: MIT */
#include "store_fixture.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static bool disk_is_full;

/* Replaces the C library's pwrite64 in this program; SQLite calls it. */
ssize_t fake_pwrite(int fd, const void *data, size_t len, off_t offset) __asm__("pwrite64");

ssize_t fake_pwrite(int fd, const void *data, size_t len, off_t offset)
{
    if (!disk_is_full)
        return syscall(SYS_pwrite64, fd, data, len, offset);
    errno = ENOSPC;
    return -1;
}

TestSuite(store_file, .init = fixture_begin, .fini = fixture_end);

/* Expects a failure with this sentence; each %s is the path. */
static void expect_failure(bool went_well, const char *format)
{
    cr_assert_not(went_well, "%s", format);
    char *expected = mem_printf(format, config.path, config.path);
    cr_expect_str_eq(err.text, expected);
    cr_expect_eq(err.kind, ERROR_IO);
    free(expected);
}

#define FULL    "Nothing was saved: no space is left for %s"
#define BUSY    "Another steno is using %s, or the files in its folder cannot be locked"
#define LEFT    "Nothing was saved: %s was deleted or replaced. Restart steno"
#define UNGIVEN "%s cannot be written. Make it writable with chmod u+w"
#define DAMAGED                                                                                              \
    "The state file %s is damaged. Move it away, and steno makes a new one. To recover its data: "           \
    "sqlite3 %s .recover"

/* Saves a list of 1 2 3 and closes the file. */
static void saved_list(void)
{
    open_store();
    watch(1, 3);
    close_store();
}

/* --- permissions --- */

Test(store_file, file_and_folder_are_private_whatever_the_mask_and_what_others_could_read_is_closed_to_them)
{
    umask(0);
    open_store();
    watch(1, 1);
    cr_expect_eq(mode_of(config.path), 0600);
    cr_expect_eq(mode_of(folder_path("state/steno")), 0700);
    DO(store_begin(store, &err));
    watch(2, 2);
    char *journal = mem_printf("%s-journal", config.path);
    cr_expect_eq(mode_of(journal), 0600);
    DO(store_commit(store, &err));
    cr_expect_neq(access(journal, F_OK), 0, "nothing stands beside the file");
    free(journal);
    cr_expect_eq(number("PRAGMA synchronous"), 2, "FULL: what is committed is on the disk");
    cr_assert_eq(chmod(config.path, 0644), 0);
    open_store();
    cr_expect_eq(mode_of(config.path), 0600);
}

Test(store_file, a_file_without_the_right_to_write_is_refused_and_keeps_its_mode)
{
    static const mode_t modes[] = {0400, 0444, 0440};
    saved_list();
    for (size_t i = 0; i < 3; i++) {
        cr_assert_eq(chmod(config.path, modes[i]), 0);
        expect_failure(store_open(&config, &err) != NULL, UNGIVEN);
        cr_expect_eq(mode_of(config.path), modes[i]);
    }
}

Test(store_file, what_a_link_leads_to_is_used_and_keeps_its_mode)
{
    saved_list();
    char *target = mem_copy(folder_path("elsewhere.db"));
    cr_assert_eq(rename(config.path, target), 0);
    cr_assert_eq(chmod(target, 0640), 0);
    cr_assert_eq(symlink(target, config.path), 0);
    open_store();
    watch(4, 4);
    open_store();
    cr_expect_str_eq(listed(store), "1 2 3 4");
    cr_expect_eq(mode_of(target), 0640);
    cr_expect_str_eq(store->path, target);
    free(target);
}

/* --- other sessions, transactions, locks --- */

Test(store_file, two_sessions_write_and_see_each_other_and_each_hears_of_the_others_changes_alone)
{
    int64_t id = 4;
    open_store();
    struct store *other = store_open(&config, &err);
    cr_assert_not_null(other, "%s", err.text);
    cr_expect_not(store_has_changed(other));
    watch(1, 3);
    cr_expect(store_has_changed(other));
    cr_expect_not(store_has_changed(other), "once");
    cr_expect_not(store_has_changed(store), "its own");
    cr_expect_str_eq(listed(other), "1 2 3");
    DO(store_list_add(other, &id, 1, NULL, &err));
    cr_expect_str_eq(listed(store), "1 2 3 4");
    store_close(other);
}

Test(store_file, transactions_nest_and_what_is_rolled_back_leaves_the_rest)
{
    open_store();
    DO(store_begin(store, &err));
    watch(1, 1);
    DO(store_begin(store, &err));
    watch(2, 2);
    store_roll_back(store);
    cr_expect_not(store_note_save(store, 99, "x", NULL, &err), "a part that fails is not the whole");
    watch(3, 3);
    DO(store_commit(store, &err));
    open_store();
    cr_expect_str_eq(listed(store), "1 3");
}

Test(store_file, of_a_transaction_that_a_full_disk_has_ended_nothing_is_kept)
{
    static char big[20000];
    memset(big, 'x', sizeof big - 1);
    open_store();
    watch(1, 1);
    limit_pages(1);
    DO(store_begin(store, &err));
    watch(2, 2);
    expect_failure(store_note_save(store, 1, big, NULL, &err), FULL);
    expect_failure(watch_one(3), "Nothing was saved: one of the changes could not be written to %s");
    expect_failure(store_commit(store, &err),
                   "Nothing was saved: one of the changes could not be written to %s");
    cr_expect_str_eq(listed(store), "1");
    limit_pages(1000000);
    watch(4, 4);
    cr_expect_str_eq(listed(store), "1 4");
}

Test(store_file, a_lock_of_another_session_is_waited_for_once_and_then_for_a_while_no_more)
{
    sqlite3 *other;
    open_store();
    watch(1, 1);
    cr_expect_eq(store->patience_ms, STORE_BUSY_MS);
    store_wait_at_most(store, 20);
    cr_assert_eq(sqlite3_open(config.path, &other), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    expect_failure(watch_one(2), BUSY);
    cr_expect_eq(store->patience_ms, 20);
    expect_failure(watch_one(2), BUSY);
    cr_expect_eq(store->patience_ms, 0, "it fails at once");
    cr_expect_str_eq(listed(store), "1", "what others write hinders no reader");
    store->gave_up_ms -= STORE_HOLD_MS;
    cr_expect_not(watch_one(2));
    cr_expect_eq(store->patience_ms, 20, "it waits again");
    cr_expect_not(store_has_changed(store));
    sqlite3_close(other);
    watch(2, 2);
    cr_expect_str_eq(listed(store), "1 2");
}

/* --- files that cannot be used --- */

/* Reads the bytes of a file; caller frees. */
static struct buffer file_bytes(const char *path)
{
    struct buffer bytes;
    buffer_init(&bytes, BUFFER_MAX_DEFAULT);
    DO(file_read(path, &bytes, &err));
    return bytes;
}

/* Expects that the file is refused with this sentence and not changed. */
static void expect_refused(const char *format)
{
    struct buffer before = file_bytes(config.path);
    expect_failure(store_open(&config, &err) != NULL, format);
    struct buffer after = file_bytes(config.path);
    cr_assert_eq(before.len, after.len);
    cr_expect_arr_eq(before.data, after.data, before.len);
    buffer_free(&before);
    buffer_free(&after);
}

/* Sets the schema number of the file. */
static void set_schema(int number)
{
    char *sql = mem_printf("PRAGMA user_version = %d", number);
    meddle(sql);
    free(sql);
}

Test(store_file, another_schema_is_refused_and_left_as_it_is_and_not_written_where_it_changes_meanwhile)
{
    static const int schemas[] = {1, STORE_SCHEMA - 1, STORE_SCHEMA + 1, 99};
    saved_list();
    for (size_t i = 0; i < sizeof schemas / sizeof schemas[0]; i++) {
        char *format =
            mem_printf("%%s belongs to another version of steno (schema %d, this one has 9). Use that"
                       " version. Or move the file away: then steno makes a new one",
                       schemas[i]);
        set_schema(schemas[i]);
        expect_refused(format);
        free(format);
    }
    set_schema(9);
    open_store();
    set_schema(99);
    expect_failure(watch_one(4), "%s was changed by another version of steno: restart steno");
    set_schema(9);
    watch(4, 4);
}

/* Overwrites the first page of a table or an index. */
static void spoil(const char *name)
{
    open_store();
    char *sql = mem_printf("SELECT rootpage FROM sqlite_schema WHERE name = '%s'", name);
    size_t page = (size_t)number(sql);
    close_store();
    struct buffer bytes = file_bytes(config.path);
    memset(bytes.data + (page - 1) * 4096, 0xAB, 4096);
    DO(file_write(config.path, bytes.data, bytes.len, &err));
    buffer_free(&bytes);
    free(sql);
}

Test(store_file, damage_is_named_when_it_is_found_and_the_file_stays)
{
    struct store_entries entries;
    char garbage[8192];
    saved_list();
    spoil("watchlist");
    open_store();
    expect_failure(store_list_load(store, 0, 0, &list, &err), DAMAGED);
    expect_failure(watch_one(4), DAMAGED);
    keep_line(1, 5, "state", "Completed");
    spoil("history");
    open_store();
    expect_failure(store_history_load(store, 0, 0, &entries, &err), DAMAGED);
    close_store();
    spoil("sqlite_autoindex_scopes_1");
    expect_refused(DAMAGED);
    memset(garbage, 'x', sizeof garbage);
    DO(file_write(config.path, garbage, sizeof garbage, &err));
    expect_refused(DAMAGED);
    cr_assert_eq(unlink(config.path), 0);
    open_store();
    watch(1, 1);
}

Test(store_file, a_file_that_is_deleted_or_replaced_in_use_is_written_no_more)
{
    saved_list();
    open_store();
    cr_assert_eq(unlink(config.path), 0);
    expect_failure(watch_one(4), LEFT);
    cr_expect_neq(access(config.path, F_OK), 0, "a new one was begun");
    open_store();
    cr_expect_str_eq(listed(store), "");
    watch(1, 3);
    struct store_config elsewhere = config;
    int64_t id = 9;
    elsewhere.path = folder_path("backup.db");
    struct store *backup = store_open(&elsewhere, &err);
    cr_assert_not_null(backup, "%s", err.text);
    DO(store_list_add(backup, &id, 1, NULL, &err));
    store_close(backup);
    cr_assert_eq(rename(folder_path("backup.db"), config.path), 0);
    expect_failure(watch_one(4), LEFT);
    open_store();
    cr_expect_str_eq(listed(store), "9");
    nftw(folder_path("state"), folder_remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    cr_assert_not(watch_one(4), "with its folder");
    cr_expect_str_has(err.text, config.path);
}

Test(store_file, a_full_disk_does_not_hide_the_list_and_saves_nothing)
{
    disk_is_full = true;
    expect_failure(store_open(&config, &err) != NULL, FULL);
    disk_is_full = false;
    saved_list();
    disk_is_full = true;
    open_store();
    cr_expect_str_eq(listed(store), "1 2 3");
    expect_failure(watch_one(4), FULL);
    disk_is_full = false;
    watch(4, 4);
}

Test(store_file, what_a_killed_session_had_not_committed_is_taken_back)
{
    int status;
    saved_list();
    pid_t child = fork();
    if (child == 0) { /* killed in the middle of a change that is partly on disk */
        open_store();
        DO(sqlite3_exec(store->db, "PRAGMA cache_size = 1; PRAGMA cache_spill = 1", NULL, NULL, NULL) ==
           SQLITE_OK);
        DO(store_begin(store, &err));
        for (int64_t id = 10; id < 3000; id++)
            keep_line(id, 1, "state", "a line of some length, so that pages go to the disk before the end");
        kill(getpid(), SIGKILL);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "%x", (unsigned)status);
    cr_assert_gt(mode_of(folder_path("state/steno/state.db-journal")), 0);
    open_store();
    cr_expect_str_eq(listed(store), "1 2 3");
    cr_expect_str_eq(history(0), "");
    watch(4, 4);
    cr_expect_str_eq(listed(store), "1 2 3 4");
}

Test(store_file, text_and_numbers_that_somebody_wrote_into_the_file_are_cleaned_and_in_range)
{
#define RAW   "'\x1B[31m\xC2\x9B'"
#define AT    "(SELECT ms FROM at)"
#define CLEAN "\xE2\x90\x9B[31m<U+009B>"
    static const int64_t times[] = {INT64_MIN, -1, 0, 253402300799999, 253402300800000, INT64_MAX};
    static const char insert[] =
        "INSERT OR REPLACE INTO watchlist (scope, id, place, note) VALUES"
        " (1, 7, 1, " RAW "), (1, 0, 2, ''), (1, -9223372036854775808, 3, '');"
        "INSERT OR REPLACE INTO projects (scope, id, version, fetched_ms, saved_ms, state_since_ms, state,"
        " name, length, tags, label, lang, author, updated_ms, expires_ms, flags) VALUES (1, 7, " AT ", " AT
        ", 0, " AT ","
        " " RAW ", " RAW ", " RAW ", " RAW ", " RAW ", " RAW ", " RAW ", " AT ", " AT ", 16);"
        "DELETE FROM history;"
        "INSERT INTO history (scope, id, when_ms, kind, text) VALUES (1, 7, " AT ", " RAW ", " RAW ");";
    open_store();
    watch(7, 7);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        int64_t at = times[i], read = i == 3 ? at : 0;
        char *sql =
            mem_printf("CREATE TEMP TABLE at (ms); INSERT INTO at VALUES (%" PRId64 "); %s", at, insert);
        struct store_entries entries;
        meddle(sql);
        free(sql);
        cr_assert_str_eq(listed(store), "7");
        const struct store_row *row = &list.rows[0];
        cr_assert_eq(row->fetched_ms, read);
        cr_assert_eq(row->state_since_ms, i == 1 ? -1 : read);
        const char *const shown[] = {row->note, row->state, row->name, row->length, row->tags};
        for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++)
            cr_assert_str_eq(shown[k], CLEAN, "column %zu", k);
        DO(store_history_load(store, 0, 0, &entries, &err));
        cr_assert_eq(entries.count, 1);
        cr_assert_eq(entries.items[0].when_ms, read);
        cr_assert_str_eq(told_entries(&entries), CLEAN " " CLEAN);
    }
}
