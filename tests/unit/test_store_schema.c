/* store/store: a file of an earlier schema is taken over with all that is in it. */
/* SPDX-License-Identifier: MIT */
#include <sqlite3.h>
#include <sys/stat.h>

#include "store_fixture.h"

TestSuite(store_schema, .init = store_begin, .fini = store_end);

/* A file as steno 0.1 wrote it: schema 1 with a row in every table. */
static const char schema_1_file[] =
    "CREATE TABLE scopes (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE watchlist (scope INTEGER NOT NULL, id INTEGER NOT NULL, place INTEGER NOT NULL,"
    " note TEXT NOT NULL DEFAULT '', PRIMARY KEY (scope, id)) WITHOUT ROWID;"
    "CREATE INDEX watchlist_place ON watchlist (scope, place);"
    "CREATE TABLE projects (scope INTEGER NOT NULL, id INTEGER NOT NULL, version INTEGER NOT NULL,"
    " fetched_ms INTEGER NOT NULL, state_since_ms INTEGER NOT NULL, state TEXT NOT NULL, name TEXT NOT NULL,"
    " length TEXT NOT NULL, tags TEXT NOT NULL, PRIMARY KEY (scope, id)) WITHOUT ROWID;"
    "CREATE TABLE project_raw (scope INTEGER NOT NULL, id INTEGER NOT NULL, raw TEXT NOT NULL,"
    " PRIMARY KEY (scope, id));"
    "CREATE TABLE history (row INTEGER PRIMARY KEY, scope INTEGER NOT NULL, id INTEGER NOT NULL,"
    " when_ms INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL);"
    "CREATE INDEX history_project ON history (scope, id);"
    "CREATE TABLE drafts (scope INTEGER NOT NULL, form TEXT NOT NULL, id INTEGER NOT NULL,"
    " when_ms INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (scope, form, id)) WITHOUT ROWID;"
    "CREATE TABLE presets (scope INTEGER NOT NULL, name TEXT NOT NULL, form TEXT NOT NULL, value TEXT NOT "
    "NULL, PRIMARY KEY (scope, name)) WITHOUT ROWID;"
    "CREATE TABLE used_values (scope INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,"
    " when_ms INTEGER NOT NULL, PRIMARY KEY (scope, name, value)) WITHOUT ROWID;"
    "CREATE TABLE metadata_log (row INTEGER PRIMARY KEY, scope INTEGER NOT NULL, id INTEGER NOT NULL,"
    " when_ms INTEGER NOT NULL, key TEXT NOT NULL, value TEXT, email TEXT NOT NULL);"
    "CREATE INDEX metadata_log_project ON metadata_log (scope, id, key);"
    "INSERT INTO scopes VALUES (4, 'https://h/API a@b.c');"
    "INSERT INTO watchlist VALUES (4, 9, 1, 'first'), (4, 3, 2, '');"
    "INSERT INTO projects VALUES (4, 9, 12, 5000, 4000, 'Completed', 'Council', '00:10:00', 'news');"
    "INSERT INTO project_raw VALUES (4, 9, '{\"Id\":9,\"AccessToken\":12}');"
    "INSERT INTO history VALUES (1, 4, 9, 100, 'enqueue', 'Enqueued'), (2, 4, 9, 200, 'state', 'a → b');"
    "INSERT INTO drafts VALUES (4, 'enqueue', 9, 300, '{\"Lang\":\"en-US\"}');"
    "INSERT INTO presets VALUES (4, 'mine', 'export', '{\"FileFormatId\":\"srt\"}');"
    "INSERT INTO used_values VALUES (4, 'enqueue.Lang', 'en-US', 400);"
    "INSERT INTO metadata_log VALUES (1, 4, 9, 500, 'k', 'v', 'a@b.c'), (2, 4, 9, 600, 'gone', NULL, '');"
    "PRAGMA user_version = 1;";

/* What came with schema 2, as the program of that time wrote it, with two writes that nobody has answered. */
static const char schema_2_rows[] =
    "CREATE TABLE pending (row INTEGER PRIMARY KEY AUTOINCREMENT, scope INTEGER NOT NULL,"
    " id INTEGER NOT NULL, operation TEXT NOT NULL, key TEXT, value TEXT, params TEXT, state TEXT,"
    " version INTEGER NOT NULL, when_ms INTEGER NOT NULL, until_ms INTEGER NOT NULL,"
    " host TEXT NOT NULL, pid INTEGER NOT NULL, start TEXT NOT NULL);"
    "CREATE INDEX pending_project ON pending (scope, id);"
    "CREATE TABLE told_changes (scope INTEGER NOT NULL, id INTEGER NOT NULL, teller TEXT NOT NULL,"
    " state TEXT NOT NULL, when_ms INTEGER NOT NULL, PRIMARY KEY (scope, id, teller)) WITHOUT ROWID;"
    "CREATE INDEX told_changes_time ON told_changes (when_ms);"
    "INSERT INTO pending VALUES (40, 4, 3, 'delete-tag', NULL, 'old', NULL, NULL, -1, 1, 2, 'h', 1, 's'),"
    " (41, 4, 9, 'enqueue', NULL, NULL, '{\"Lang\":\"en-US\"}', 'None', 12, 7000, 8000, 'far', 77, '5');"
    "DELETE FROM pending WHERE row = 40;"
    "INSERT INTO pending VALUES (39, 4, 3, 'add-metadata', 'k', 'v', NULL, NULL, -1, 6000, 6500, 'far', 77, "
    "'5');"
    "INSERT INTO told_changes VALUES (4, 9, 'hook', 'Completed', 4000);"
    "PRAGMA user_version = 2;";

/* What came with schema 3. */
static const char schema_3_rows[] = "ALTER TABLE used_values ADD COLUMN uses INTEGER NOT NULL DEFAULT 1;"
                                    "UPDATE used_values SET uses = 5;"
                                    "PRAGMA user_version = 3;";

/* What came with schema 4, as the program of that time took the file over, with an act that has ended and a
 * file that was exported. */
static const char schema_4_rows[] =
    "CREATE TABLE acts (act INTEGER PRIMARY KEY AUTOINCREMENT, scope INTEGER NOT NULL, sender TEXT UNIQUE,"
    " operation TEXT NOT NULL, options TEXT, count INTEGER NOT NULL, begun_ms INTEGER NOT NULL,"
    " ended_ms INTEGER, seen INTEGER NOT NULL DEFAULT 0);"
    "CREATE INDEX acts_scope ON acts (scope, act);"
    "CREATE TABLE act_rows (row INTEGER PRIMARY KEY AUTOINCREMENT, act INTEGER NOT NULL,"
    " scope INTEGER NOT NULL, id INTEGER NOT NULL, operation TEXT NOT NULL, key TEXT, value TEXT,"
    " params TEXT, version INTEGER NOT NULL, state TEXT, when_ms INTEGER NOT NULL, until_ms INTEGER NOT NULL,"
    " host TEXT NOT NULL, pid INTEGER NOT NULL, start TEXT NOT NULL, outcome TEXT, status INTEGER,"
    " reason TEXT, after TEXT, bytes INTEGER, ended_ms INTEGER, remaining INTEGER);"
    "CREATE INDEX act_rows_act ON act_rows (act);"
    "CREATE INDEX act_rows_project ON act_rows (scope, id);"
    "CREATE INDEX act_rows_open ON act_rows (scope, id) WHERE ended_ms IS NULL;"
    "INSERT INTO sqlite_sequence (name, seq) SELECT 'act_rows', seq FROM sqlite_sequence"
    " WHERE name = 'pending';"
    "INSERT INTO acts (act, scope, operation, options, count, begun_ms)"
    " SELECT row, scope, operation, params, 1, when_ms FROM pending;"
    "INSERT INTO act_rows (row, act, scope, id, operation, key, value, version, state, when_ms, until_ms, "
    "host,"
    " pid, start) SELECT row, row, scope, id, operation, key, value, version, state, when_ms, until_ms, host,"
    " pid, start FROM pending;"
    "DROP TABLE pending;"
    "ALTER TABLE history ADD COLUMN act INTEGER;"
    "CREATE TABLE exports (scope INTEGER NOT NULL, id INTEGER NOT NULL, path TEXT NOT NULL,"
    " format TEXT NOT NULL, version INTEGER NOT NULL, when_ms INTEGER NOT NULL, size INTEGER NOT NULL,"
    " hash TEXT NOT NULL, PRIMARY KEY (scope, id, path)) WITHOUT ROWID;"
    "ALTER TABLE projects ADD COLUMN label TEXT;"
    "ALTER TABLE projects ADD COLUMN lang TEXT;"
    "ALTER TABLE projects ADD COLUMN author TEXT;"
    "ALTER TABLE projects ADD COLUMN updated_ms INTEGER;"
    "ALTER TABLE projects ADD COLUMN expires_ms INTEGER;"
    "ALTER TABLE projects ADD COLUMN flags INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE sorts (scope INTEGER PRIMARY KEY, col TEXT NOT NULL, direction INTEGER NOT NULL);"
    "INSERT INTO acts VALUES (50, 4, 'me', 'export', '{\"FileFormatId\":\"srt\"}', 1, 9000, 9500, 1);"
    "INSERT INTO act_rows (row, act, scope, id, operation, version, when_ms, until_ms, host, pid, start, "
    "outcome,"
    " ended_ms) VALUES (60, 50, 4, 9, 'export', 12, 9000, 9900, 'h', 1, 's', 'done', 9500);"
    "INSERT INTO exports VALUES (4, 9, '/srv/9.srt', 'srt', 12, 9500, 70, 71);"
    "PRAGMA user_version = 4;";

/* What came with schema 5. */
static const char schema_5_rows[] = "ALTER TABLE projects ADD COLUMN reply INTEGER NOT NULL DEFAULT 0;"
                                    "UPDATE projects SET reply = 77;"
                                    "PRAGMA user_version = 5;";

/* Writes a file as the program of that schema did. */
static void make_file(int schema)
{
    cr_assert(file_make_dirs(folder_path("state/steno"), &err));
    meddle(schema_1_file);
    if (schema >= 2)
        meddle(schema_2_rows);
    if (schema >= 3)
        meddle(schema_3_rows);
    if (schema >= 4)
        meddle(schema_4_rows);
    if (schema >= 5)
        meddle(schema_5_rows);
}

/* Writes the oldest one. */
static void make_old_file(void)
{
    make_file(1);
}

/* A number out of the file. */
static int64_t file_number(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    cr_assert_eq(sqlite3_open(config.path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    cr_assert_eq(sqlite3_step(statement), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

/* Expects the writes that nobody has answered, those of schema 2 and later. */
static void expect_pending_kept(struct store *kept, int schema)
{
    cr_assert(run_on(kept, STORE_PENDING_LIST, 0, 0, 0, NULL, NULL, NULL), "%s", last->error.text);
    cr_assert_eq(last->pending_count, schema >= 2 ? 2 : 0);
    if (schema < 2)
        return;
    const struct pending *metadata = &last->pending[0], *enqueue = &last->pending[1];
    cr_expect_eq(metadata->row, 39);
    cr_expect_eq(metadata->id, 3);
    cr_expect_eq(metadata->op, ENDPOINT_ADD_METADATA);
    cr_expect_str_eq(metadata->key, "k");
    cr_expect_str_eq(metadata->value, "v");
    cr_expect_null(metadata->state);
    cr_expect_eq(metadata->version, -1);
    cr_expect_eq(enqueue->row, 41);
    cr_expect_eq(enqueue->op, ENDPOINT_ENQUEUE);
    cr_expect_str_eq(json_string_value(json_object_get(enqueue->params, "Lang")), "en-US");
    cr_expect_str_eq(enqueue->state, "None");
    cr_expect_eq(enqueue->version, 12);
    cr_expect_eq(enqueue->when_ms, 7000);
    cr_expect_eq(enqueue->until_ms, 8000);
    cr_expect_str_eq(enqueue->owner.host, "far");
    cr_expect_eq(enqueue->owner.pid, 77);
    cr_expect_str_eq(enqueue->owner.start, "5");
}

/* Expects every row of the file of that schema in a store. */
static void expect_kept(struct store *kept, int schema)
{
    cr_expect_str_eq(watched(kept), "9 3");
    cr_expect_str_eq(last->rows[0].note, "first");
    cr_expect_str_eq(last->rows[0].state, "Completed");
    cr_expect_eq(last->rows[0].state_since_ms, 4000);
    cr_assert(run_on(kept, STORE_PROJECT_LOAD, 9, 0, 0, NULL, NULL, NULL));
    cr_expect_eq(json_integer_value(json_object_get(last->json, "AccessToken")), 12);
    cr_assert(run_on(kept, STORE_HISTORY_LOAD, 0, 0, 0, NULL, NULL, NULL));
    cr_assert_eq(last->entry_count, 2);
    cr_expect_str_eq(last->entries[1].text, "Enqueued");
    cr_assert(run_on(kept, STORE_DRAFT_LOAD, 9, 0, 0, "enqueue", NULL, NULL));
    cr_expect_str_eq(json_string_value(json_object_get(last->json, "Lang")), "en-US");
    cr_assert(run_on(kept, STORE_PRESET_LOAD, 0, 0, 0, "mine", NULL, NULL));
    cr_expect_str_eq(last->text, "export");
    cr_assert(run_on(kept, STORE_USED_LIST, 0, 0, 0, "enqueue.Lang", NULL, NULL));
    cr_assert_eq(last->entry_count, 1);
    cr_expect_eq(last->entries[0].id, schema >= 3 ? 5 : 1, "it was used once at least");
    cr_assert(run_on(kept, STORE_METADATA_LIST, 9, 0, 0, NULL, NULL, NULL));
    cr_assert_eq(last->entry_count, 2);
    cr_expect_null(last->entries[0].text);
    expect_pending_kept(kept, schema);
}

/* Expects it of a file of schema 1. */
static void expect_all_kept(struct store *kept)
{
    expect_kept(kept, 1);
}

/* Opens a file of an earlier schema twice: what was in it is there, and it is of this one. */
static void expect_taken_over(int schema)
{
    make_file(schema);
    for (int i = 0; i < 2; i++) {
        open_store();
        expect_kept(store, schema);
        cr_expect_eq(file_number("PRAGMA user_version"), 5);
    }
}

Test(store_schema, a_file_of_schema_2_keeps_its_writes_without_an_answer)
{
    expect_taken_over(2);
    struct store_op *op = store_op_new(STORE_PENDING_ADD);
    op->pending = mem_zero(1, sizeof *op->pending);
    op->pending->id = 9;
    op->pending->op = ENDPOINT_ENQUEUE;
    cr_assert(execute(op), "%s", last->error.text);
    cr_expect_eq(last->number, 0, "the one of the old file stands in the way of a second one");
    op = store_op_new(STORE_PENDING_ADD);
    op->pending = mem_zero(1, sizeof *op->pending);
    op->pending->id = 8;
    op->pending->op = ENDPOINT_ENQUEUE;
    cr_assert(execute(op), "%s", last->error.text);
    cr_expect_eq(last->number, 42, "no row gets the number of one that was removed");
}

Test(store_schema, a_file_of_schema_3_keeps_its_writes_without_an_answer)
{
    expect_taken_over(3);
}

Test(store_schema, a_file_of_schema_4_keeps_its_writes_without_an_answer)
{
    expect_taken_over(4);
}

Test(store_schema, a_file_of_schema_5_keeps_its_acts)
{
    expect_taken_over(5);
    cr_expect_eq(file_number("SELECT reply FROM projects"), 77);
    cr_assert(run_on(store, STORE_EXPORTS_LIST, 9, 0, 0, NULL, NULL, NULL));
    cr_assert_eq(last->ledger.count, 1);
    cr_assert(run_on(store, STORE_ACT_LIST, 0, 0, 0, NULL, NULL, NULL));
    cr_assert_eq(last->act_count, 3);
    cr_expect_eq(last->acts[0].rows[0].outcome, ACT_ROW_DONE);
}

Test(store_schema, one_of_schema_1_that_may_not_be_written_opens_for_another_account)
{
    make_file(1);
    cr_assert_eq(chmod(config.path, 0400), 0);
    config.email = "somebody@else.example";
    open_store();
    cr_expect(store_is_read_only(store));
}

Test(store_schema, a_file_of_schema_4_that_may_not_be_written_shows_all_that_it_has)
{
    make_file(4);
    meddle("UPDATE projects SET lang = 'de-DE', label = 'old', flags = 1");
    cr_assert_eq(chmod(config.path, 0400), 0);
    open_store();
    cr_expect(store_is_read_only(store));
    cr_expect_str_eq(watched(store), "9 3");
    cr_expect_str_eq(last->rows[0].lang, "de-DE");
    cr_expect_str_eq(last->rows[0].label, "old");
    cr_expect(last->rows[0].has_no_media);
    cr_expect_eq(last->rows[0].exported.when_ms, 9500);
}

Test(store_schema, a_file_of_schema_1_is_taken_over_with_all_that_is_in_it)
{
    expect_taken_over(1);
    cr_assert(run_on(store, STORE_CHANGE_CLAIM, 9, 1, 2, "hook", "Completed", NULL), "%s", last->error.text);
    cr_expect_eq(last->changes, 1);
}

Test(store_schema, a_new_file_has_the_tables_of_one_that_was_taken_over)
{
    static const char tables[] = "SELECT count(*) FROM sqlite_schema WHERE sql IS NOT NULL";
    make_old_file();
    open_store();
    int64_t old = file_number(tables);
    store_close(store);
    store = NULL;
    cr_assert_eq(unlink(config.path), 0);
    open_store();
    cr_expect_eq(file_number(tables), old);
    cr_expect_eq(file_number("PRAGMA user_version"), 5);
}

Test(store_schema, an_old_file_that_may_not_be_written_is_read_as_it_is)
{
    make_old_file();
    cr_assert_eq(chmod(config.path, 0400), 0);
    open_store();
    cr_expect(store_is_read_only(store));
    expect_all_kept(store);
    cr_expect_eq(file_number("PRAGMA user_version"), 1);
    struct store *copy = store_open_copy(&config, "it is full", &err);
    cr_assert_not_null(copy, "%s", err.text);
    expect_all_kept(copy);
    struct store_op *op = store_op_new(STORE_PENDING_ADD);
    op->pending = mem_zero(1, sizeof *op->pending);
    op->pending->op = ENDPOINT_ENQUEUE;
    struct store_result *result = store_result_new(op);
    cr_expect(store_execute(copy, op, result), "%s", result->error.text);
    store_result_free(result);
    store_op_free(op);
    store_close(copy);
}
