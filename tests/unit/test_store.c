/* store/store: what is saved comes back, whole or not at all, for the right server; bad files are never
 * harmed. */
#include "folder.h"

#include <dirent.h>
#include <inttypes.h>
#include <sqlite3.h>

#include "steno/api/json.h"
#include "steno/store/credentials.h"
#include "steno/store/store.h"

static struct store *store;
static struct store_config config;
static struct error err;
static struct store_result *last;

static void begin(void)
{
    folder_make();
    error_clear(&err);
    config = (struct store_config){
        .path = mem_copy(folder_path("state/steno/state.db")),
        .credentials_path = mem_copy(folder_path("credentials")),
        .url = "https://h",
        .api_path = "/API",
        .email = "a@b.c",
    };
}

static void end(void)
{
    store_result_free(last);
    store_close(store);
    free((char *)(uintptr_t)config.path);
    free((char *)(uintptr_t)config.credentials_path);
    folder_remove();
}

TestSuite(store, .init = begin, .fini = end);

static void open_store(void)
{
    store_close(store);
    store = store_open(&config, &err);
    cr_assert_not_null(store, "%s", err.text);
}

/* Runs an operation with these values and keeps its result in `last`. */
static bool run_on(struct store *on, enum store_op_kind kind, int64_t id, int64_t number, int64_t when_ms,
                   const char *name, const char *text, const char *json)
{
    struct store_op *op = store_op_new(kind);
    op->id = id;
    op->number = number;
    op->when_ms = when_ms;
    op->name = mem_copy_or_null(name);
    op->text = mem_copy_or_null(text);
    op->json = json ? json_decode(json, strlen(json), &err) : NULL;
    store_result_free(last);
    last = store_result_new(op);
    bool ok = store_execute(on, op, last);
    cr_assert_eq(ok, last->ok);
    cr_assert_eq(last->serial, op->serial);
    store_op_free(op);
    return ok;
}

static bool run(enum store_op_kind kind, int64_t id, const char *name, const char *text, const char *json)
{
    return run_on(store, kind, id, 0, 1000, name, text, json);
}

/* The watched ids in their order, as text. */
static const char *watched(struct store *on)
{
    static char text[256];
    size_t len = 0;
    text[0] = '\0';
    cr_assert(run_on(on, STORE_LOAD, 0, 0, 0, NULL, NULL, NULL), "%s", last->error.text);
    for (size_t i = 0; i < last->row_count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%" PRId64, i ? " " : "", last->rows[i].id);
    return text;
}

static void watch(int64_t from, int64_t to)
{
    for (int64_t id = from; id <= to; id++)
        cr_assert(run(STORE_WATCH_ADD, id, NULL, NULL, NULL), "%s", last->error.text);
}

static bool move(int64_t id, int64_t place)
{
    return run_on(store, STORE_WATCH_MOVE, id, place, 0, NULL, NULL, NULL);
}

Test(store, file_and_folder_are_private_whatever_the_mask)
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

Test(store, a_file_that_others_could_read_is_closed_to_them)
{
    struct stat info;
    open_store();
    cr_assert_eq(chmod(config.path, 0644), 0);
    open_store();
    cr_assert_eq(stat(config.path, &info), 0);
    cr_expect_eq(info.st_mode & 0777, 0600);
}

Test(store, an_empty_store_has_nothing_and_says_so_without_an_error)
{
    open_store();
    cr_expect_str_eq(watched(store), "");
    cr_assert(run(STORE_PROJECT_LOAD, 1, NULL, NULL, NULL));
    cr_expect_null(last->json);
    cr_assert(run(STORE_DRAFT_LOAD, 1, "enqueue", NULL, NULL));
    cr_expect_null(last->json);
    cr_assert(run(STORE_PRESET_LOAD, 0, "p", NULL, NULL));
    cr_expect_null(last->json);
    cr_assert(run(STORE_HISTORY_LOAD, 0, NULL, NULL, NULL));
    cr_expect_eq(last->entry_count, 0);
    cr_assert(run(STORE_USED_LIST, 0, "enqueue.Lang", NULL, NULL));
    cr_expect_eq(last->entry_count, 0);
    cr_assert(run(STORE_METADATA_LIST, 1, NULL, NULL, NULL));
    cr_expect_eq(last->entry_count, 0);
}

Test(store, the_watchlist_keeps_its_order_over_sessions)
{
    open_store();
    watch(5, 7);
    watch(1, 2);
    open_store();
    cr_expect_str_eq(watched(store), "5 6 7 1 2");
}

Test(store, adding_twice_changes_nothing)
{
    open_store();
    watch(1, 3);
    cr_assert(run(STORE_WATCH_ADD, 1, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 0);
    cr_expect_str_eq(watched(store), "1 2 3");
}

Test(store, removing_says_whether_it_was_there)
{
    open_store();
    watch(1, 3);
    cr_assert(run(STORE_WATCH_REMOVE, 2, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 1);
    cr_assert(run(STORE_WATCH_REMOVE, 2, NULL, NULL, NULL));
    cr_expect_eq(last->changes, 0);
    cr_expect_str_eq(watched(store), "1 3");
}

Test(store, a_project_moves_up_down_and_nowhere_else)
{
    open_store();
    watch(1, 6);
    run(STORE_WATCH_REMOVE, 3, NULL, NULL, NULL); /* leaves a gap: 1 2 4 5 6 */
    cr_assert(move(6, 2), "%s", last->error.text);
    cr_expect_str_eq(watched(store), "1 6 2 4 5");
    cr_assert(move(1, 5));
    cr_expect_str_eq(watched(store), "6 2 4 5 1");
    cr_assert(move(2, 2));
    cr_expect_str_eq(watched(store), "6 2 4 5 1");
    cr_expect_not(move(2, 6));
    cr_expect_str_eq(last->error.text, "There is no place 6: the watchlist has 5 projects");
    cr_expect_not(move(2, 0));
    cr_expect_not(move(3, 1));
    cr_expect_eq(last->error.kind, ERROR_NOT_FOUND);
    cr_expect_str_eq(watched(store), "6 2 4 5 1");
}

Test(store, a_note_stays_with_its_project_and_reaches_no_terminal_raw)
{
    open_store();
    watch(1, 1);
    cr_assert(run(STORE_WATCH_NOTE, 1, NULL, "ask Jana \x1b[2J", NULL));
    watched(store);
    cr_expect_str_eq(last->rows[0].note, "ask Jana ␛[2J");
    cr_expect_not(run(STORE_WATCH_NOTE, 9, NULL, "x", NULL));
    cr_expect_str_eq(last->error.text, "Project 9 is not in the watchlist; add it first");
}

#define PROJECT(state)                                                                                       \
    "{\"Id\":1,\"AccessToken\":9007199254740993,\"ProcessingState\":\"" state "\",\"Length\":\"00:10:00\","  \
    "\"Description\":{\"Name\":\"Caf\\u00e9 "                                                                \
    "\\u001b[31m\"},\"Tags\":[\"news\",\"a,b\"],\"Extra\":{\"deep\":[1.5,null]}}"

static bool save(int64_t when_ms, const char *json)
{
    return run_on(store, STORE_PROJECT_SAVE, 1, 0, when_ms, NULL, NULL, json);
}

Test(store, a_watched_project_shows_what_was_last_read_cleaned)
{
    open_store();
    watch(1, 2);
    cr_assert(save(5000, PROJECT("None")), "%s", last->error.text);
    watched(store);
    const struct store_row *row = &last->rows[0];
    cr_expect(row->known);
    cr_expect_str_eq(row->state, "None");
    cr_expect_str_eq(row->name, "Café ␛[31m");
    cr_expect_str_eq(row->length, "00:10:00");
    cr_expect_str_eq(row->tags, "news, a,b");
    cr_expect_eq(row->version, 9007199254740993);
    cr_expect_eq(row->fetched_ms, 5000);
    cr_expect_eq(row->state_since_ms, 0);
    cr_expect_not(last->rows[1].known);
    cr_expect_str_eq(last->rows[1].name, "");
}

Test(store, the_resource_comes_back_equal_in_value_and_order)
{
    open_store();
    cr_assert(save(5000, PROJECT("None")));
    open_store();
    cr_assert(run(STORE_PROJECT_LOAD, 1, NULL, NULL, NULL));
    json_t *expected = json_decode(PROJECT("None"), strlen(PROJECT("None")), &err);
    cr_expect(json_equal(last->json, expected));
    cr_expect_eq(last->when_ms, 5000);
    struct buffer one, two;
    buffer_init(&one, 4096);
    buffer_init(&two, 4096);
    json_write(&one, last->json);
    json_write(&two, expected);
    cr_expect_str_eq(buffer_text(&one), buffer_text(&two));
    buffer_free(&one);
    buffer_free(&two);
    json_decref(expected);
}

Test(store, a_state_holds_since_its_change_was_seen)
{
    open_store();
    watch(1, 1);
    save(1000, PROJECT("None"));
    save(2000, PROJECT("InProgress"));
    save(3000, PROJECT("InProgress"));
    watched(store);
    cr_expect_eq(last->rows[0].state_since_ms, 2000);
    cr_expect_eq(last->rows[0].fetched_ms, 3000);
}

Test(store, an_older_reply_does_not_replace_a_newer_one)
{
    open_store();
    watch(1, 1);
    save(3000, PROJECT("Completed"));
    cr_assert(save(2000, PROJECT("InProgress")));
    cr_expect_eq(last->changes, 0);
    watched(store);
    cr_expect_str_eq(last->rows[0].state, "Completed");
}

Test(store, history_is_newest_first_per_project_or_for_all_and_bounded)
{
    open_store();
    for (int i = 1; i <= STORE_HISTORY_MAX + 200; i++) {
        char text[32];
        snprintf(text, sizeof text, "event %d", i);
        cr_assert(run_on(store, STORE_HISTORY_ADD, i % 2 + 1, 0, i, "state", text, NULL));
    }
    cr_assert(run_on(store, STORE_HISTORY_LOAD, 0, 3, 0, NULL, NULL, NULL));
    cr_assert_eq(last->entry_count, 3);
    cr_expect_str_eq(last->entries[0].text, "event 5200");
    cr_expect_str_eq(last->entries[0].name, "state");
    cr_expect_str_eq(last->entries[2].text, "event 5198");
    cr_assert(run_on(store, STORE_HISTORY_LOAD, 2, 2, 0, NULL, NULL, NULL));
    cr_expect_eq(last->entries[1].id, 2);
    cr_expect_str_eq(last->entries[1].text, "event 5197");
    cr_assert(run_on(store, STORE_HISTORY_LOAD, 0, 1000000, 0, NULL, NULL, NULL));
    cr_expect(last->entry_count >= STORE_HISTORY_MAX && last->entry_count < STORE_HISTORY_MAX + 100, "%zu",
              last->entry_count);
}

Test(store, drafts_are_kept_per_form_and_project)
{
    open_store();
    cr_assert(run_on(store, STORE_DRAFT_SAVE, 1, 0, 7, "enqueue", NULL, "{\"Lang\":\"en-US\"}"));
    cr_assert(run_on(store, STORE_DRAFT_SAVE, 1, 0, 8, "enqueue", NULL, "{\"Lang\":\"de-DE\"}"));
    cr_assert(run_on(store, STORE_DRAFT_SAVE, 2, 0, 9, "enqueue", NULL, "{\"Lang\":\"sk-SK\"}"));
    open_store();
    cr_assert(run(STORE_DRAFT_LOAD, 1, "enqueue", NULL, NULL));
    cr_expect_str_eq(json_string_value(json_object_get(last->json, "Lang")), "de-DE");
    cr_expect_eq(last->when_ms, 8);
    cr_assert(run(STORE_DRAFT_LOAD, 1, "export", NULL, NULL));
    cr_expect_null(last->json);
    cr_assert(run(STORE_DRAFT_DROP, 1, "enqueue", NULL, NULL));
    cr_assert(run(STORE_DRAFT_LOAD, 1, "enqueue", NULL, NULL));
    cr_expect_null(last->json);
    cr_assert(run(STORE_DRAFT_LOAD, 2, "enqueue", NULL, NULL));
    cr_expect_not_null(last->json);
}

Test(store, presets_are_listed_loaded_replaced_and_dropped_by_name)
{
    open_store();
    cr_assert(run(STORE_PRESET_SAVE, 0, "zoo", "export", "{\"FileFormatId\":\"srt\"}"));
    cr_assert(run(STORE_PRESET_SAVE, 0, "english", "enqueue", "{\"Lang\":\"en-GB\"}"));
    cr_assert(run(STORE_PRESET_SAVE, 0, "english", "enqueue", "{\"Lang\":\"en-US\"}"));
    cr_expect_not(run(STORE_PRESET_SAVE, 0, "", "enqueue", "{}"));
    cr_assert(run(STORE_PRESET_LIST, 0, NULL, "", NULL));
    cr_assert_eq(last->entry_count, 2);
    cr_expect_str_eq(last->entries[0].name, "english");
    cr_expect_str_eq(last->entries[1].text, "export");
    cr_assert(run(STORE_PRESET_LIST, 0, NULL, "export", NULL));
    cr_assert_eq(last->entry_count, 1);
    cr_assert(run(STORE_PRESET_LOAD, 0, "english", NULL, NULL));
    cr_expect_str_eq(json_string_value(json_object_get(last->json, "Lang")), "en-US");
    cr_expect_str_eq(last->text, "enqueue");
    cr_assert(run(STORE_PRESET_DROP, 0, "english", NULL, NULL));
    cr_expect_eq(last->changes, 1);
    cr_assert(run(STORE_PRESET_DROP, 0, "english", NULL, NULL));
    cr_expect_eq(last->changes, 0);
}

Test(store, used_values_come_back_most_recent_first_without_repeats_and_bounded)
{
    open_store();
    for (int i = 0; i < STORE_USED_MAX + 5; i++) {
        char text[32];
        snprintf(text, sizeof text, "v%d", i);
        cr_assert(run_on(store, STORE_USED_ADD, 0, 0, 100 + i, "enqueue.Lang", text, NULL));
    }
    cr_assert(run_on(store, STORE_USED_ADD, 0, 0, 500, "enqueue.Lang", "v10", NULL));
    cr_assert(run(STORE_USED_LIST, 0, "enqueue.Lang", NULL, NULL));
    cr_assert_eq(last->entry_count, STORE_USED_MAX);
    cr_expect_str_eq(last->entries[0].text, "v10");
    cr_expect_str_eq(last->entries[1].text, "v24");
    cr_expect_str_eq(last->entries[STORE_USED_MAX - 1].text, "v5");
    cr_assert(run(STORE_USED_LIST, 0, "export.Language", NULL, NULL));
    cr_expect_eq(last->entry_count, 0);
}

Test(store, metadata_shows_the_latest_of_each_key_and_what_was_deleted)
{
    open_store();
    run_on(store, STORE_METADATA_ADD, 1, 0, 1, "genre", "news", NULL);
    run_on(store, STORE_METADATA_ADD, 1, 0, 2, "author", "Jana", NULL);
    run_on(store, STORE_METADATA_ADD, 1, 0, 3, "genre", "talk", NULL);
    run_on(store, STORE_METADATA_ADD, 1, 0, 4, "author", NULL, NULL);
    run_on(store, STORE_METADATA_ADD, 2, 0, 5, "genre", "other", NULL);
    cr_assert(run(STORE_METADATA_LIST, 1, NULL, NULL, NULL));
    cr_assert_eq(last->entry_count, 2);
    cr_expect_str_eq(last->entries[0].name, "author");
    cr_expect_null(last->entries[0].text);
    cr_expect_eq(last->entries[0].when_ms, 4);
    cr_expect_str_eq(last->entries[1].text, "talk");
}

Test(store, servers_and_logins_do_not_see_each_other)
{
    open_store();
    watch(1, 2);
    cr_assert(store_set_scope(store, "https://other", "/API", "a@b.c", &err));
    cr_expect_str_eq(watched(store), "");
    watch(9, 9);
    cr_assert(store_set_scope(store, "https://h", "/API", "x@y.z", &err));
    cr_expect_str_eq(watched(store), "");
    cr_assert(store_set_scope(store, "https://h/", "/API/", "a@b.c", &err));
    cr_expect_str_eq(watched(store), "1 2");
}

Test(store, the_first_login_takes_over_what_was_saved_before_it)
{
    config.email = "";
    open_store();
    watch(1, 2);
    struct store_op *op = store_op_new(STORE_SCOPE);
    op->text = mem_copy("https://h");
    op->text2 = mem_copy("/API");
    op->text3 = mem_copy("a@b.c");
    store_result_free(last);
    last = store_result_new(op);
    cr_assert(store_execute(store, op, last));
    store_op_free(op);
    cr_expect_str_eq(watched(store), "1 2");
    cr_assert(store_set_scope(store, "https://h", "/API", "second@b.c", &err));
    cr_expect_str_eq(watched(store), "");
}

Test(store, two_sessions_write_and_see_each_other)
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

Test(store, twenty_thousand_projects_are_listed_in_order)
{
    open_store();
    sqlite3 *db;
    watch(1, 1);
    save(1, PROJECT("None"));
    cr_assert_eq(sqlite3_open(config.path, &db), SQLITE_OK);
    cr_assert_eq(
        sqlite3_exec(db,
                     "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
                     " INSERT INTO watchlist (scope, id, place) SELECT 1, i, i FROM n;"
                     "INSERT INTO projects SELECT 1, w.id, version, fetched_ms, state_since_ms, state, name,"
                     " length, tags FROM projects, watchlist w WHERE w.id > 1;",
                     NULL, NULL, NULL),
        SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
    cr_assert(run(STORE_LOAD, 0, NULL, NULL, NULL));
    cr_assert_eq(last->row_count, 20000);
    for (size_t i = 0; i < last->row_count; i++)
        cr_assert(last->rows[i].id == (int64_t)i + 1 && last->rows[i].known);
    cr_assert(move(20000, 1));
    cr_assert(run(STORE_LOAD, 0, NULL, NULL, NULL));
    cr_expect_eq(last->rows[0].id, 20000);
    cr_expect_eq(last->rows[19999].id, 19999);
}

/* Runs SQL on the file behind the store's back. */
static void meddle(const char *sql)
{
    sqlite3 *db;
    cr_assert_eq(sqlite3_open(config.path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* Bytes of a file; caller frees. */
static struct buffer file_bytes(const char *path)
{
    struct buffer bytes;
    buffer_init(&bytes, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(path, &bytes, &err), "%s", err.text);
    return bytes;
}

Test(store, a_newer_schema_is_refused_and_left_as_it_is)
{
    open_store();
    watch(1, 1);
    store_close(store);
    store = NULL;
    meddle("PRAGMA journal_mode = DELETE; PRAGMA user_version = 7");
    struct buffer before = file_bytes(config.path);
    cr_assert_null(store_open(&config, &err));
    char *expected =
        mem_printf("%s was written by a newer steno (schema 7, this one knows 1): use that one, or move "
                   "the file away; it was not touched",
                   config.path);
    cr_expect_str_eq(err.text, expected);
    struct buffer after = file_bytes(config.path);
    cr_expect(before.len == after.len && memcmp(before.data, after.data, before.len) == 0);
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

Test(store, a_file_that_is_no_database_is_moved_aside_whole_and_a_new_one_begun)
{
    char garbage[8192];
    memset(garbage, 'x', sizeof garbage);
    cr_assert(file_make_dirs(folder_path("state/steno"), &err));
    cr_assert(file_write(config.path, garbage, sizeof garbage, &err));
    open_store();
    char *aside = damaged_file();
    cr_assert_not_null(aside);
    cr_assert_not_null(store_notice(store));
    cr_expect(strstr(store_notice(store), aside), "%s", store_notice(store));
    struct buffer bytes = file_bytes(aside);
    cr_expect(bytes.len == sizeof garbage && memcmp(bytes.data, garbage, bytes.len) == 0);
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

Test(store, damage_found_while_opening_moves_the_file_aside)
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

Test(store, damage_found_while_working_moves_the_file_aside_and_work_goes_on)
{
    open_store();
    watch(1, 3);
    store_close(store);
    store = NULL;
    spoil_table("watchlist");
    open_store();
    cr_assert_null(store_notice(store));
    cr_assert_not(run(STORE_LOAD, 0, NULL, NULL, NULL));
    cr_expect(strstr(last->error.text, "is damaged"), "%s", last->error.text);
    char *aside = damaged_file();
    cr_assert_not_null(aside);
    free(aside);
    cr_assert_not_null(store_notice(store));
    watch(1, 1);
    cr_expect_str_eq(watched(store), "1");
}

Test(store, a_home_that_cannot_be_written_is_named)
{
    folder_file("file", "x");
    free((char *)(uintptr_t)config.path);
    config.path = mem_copy(folder_path("file/state/steno/state.db"));
    cr_assert_null(store_open(&config, &err));
    cr_expect(strncmp(err.text, "Cannot create the folder ", 25) == 0, "%s", err.text);
    cr_expect_eq(err.kind, ERROR_IO);
}

Test(store, without_any_home_there_is_a_clear_sentence)
{
    unsetenv("HOME");
    unsetenv("XDG_STATE_HOME");
    struct store_config nowhere = {0};
    cr_assert_null(store_open(&nowhere, &err));
    cr_expect_str_eq(err.text,
                     "There is no place for state.db: neither HOME nor XDG_STATE_HOME is an absolute path");
}

Test(store, a_store_in_memory_works_and_leaves_nothing)
{
    struct store_config memory = {.path = ":memory:", .url = "https://h"};
    store = store_open(&memory, &err);
    cr_assert_not_null(store, "%s", err.text);
    watch(1, 2);
    cr_expect_str_eq(watched(store), "1 2");
    cr_expect_str_eq(store_journal_mode(store), "memory");
}

Test(store, a_full_disk_is_said_and_what_was_saved_stays)
{
    open_store();
    watch(1, 1);
    cr_assert(store_limit_pages(store, 1)); /* SQLite takes the present size instead */
    char big[20000];
    memset(big, 'x', sizeof big - 1);
    big[sizeof big - 1] = '\0';
    cr_assert_not(run(STORE_HISTORY_ADD, 1, "state", big, NULL));
    char *expected = mem_printf("Nothing was saved: no space is left for %s", config.path);
    cr_expect_str_eq(last->error.text, expected);
    free(expected);
    cr_expect_str_eq(watched(store), "1");
    cr_assert(store_limit_pages(store, 0));
    cr_assert(run(STORE_HISTORY_ADD, 1, "state", big, NULL), "%s", last->error.text);
}

Test(store, the_journal_is_named)
{
    open_store();
    const char *mode = store_journal_mode(store);
    cr_expect(strcmp(mode, "wal") == 0 || strcmp(mode, "delete") == 0, "%s", mode);
}

Test(store, a_login_goes_to_the_credentials_and_a_logout_takes_the_token_out)
{
    struct credentials saved;
    open_store();
    struct store_op *op = store_op_new(STORE_CREDENTIALS_SAVE);
    op->name = mem_copy("default");
    op->text = mem_copy("https://h");
    op->text2 = mem_copy("/API");
    op->text3 = mem_copy("a@b.c");
    op->secret = mem_copy("token");
    last = store_result_new(op);
    cr_assert(store_execute(store, op, last), "%s", last->error.text);
    store_op_free(op);
    cr_assert(run(STORE_TOKEN_READ, 0, "default", "", NULL));
    cr_expect_str_eq(last->secret, "token");
    cr_assert(run(STORE_CREDENTIALS_DROP, 0, "default", NULL, NULL));
    cr_assert(credentials_load(&saved, config.credentials_path, "default", &err));
    cr_expect_str_eq(saved.token, "");
    cr_expect_str_eq(saved.email, "a@b.c");
    credentials_free(&saved);
}
