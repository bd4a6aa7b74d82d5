/* Owns the tables of state.db and the version they have. Knows no operation. */
/* SPDX-License-Identifier: MIT */
#include "store_schema.h"

#include <stdlib.h>

#include "store_sql.h"

/* Schema 1. `raw` stands in a table of its own, so that the list is read without it. */
static const char schema_1[] =
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
    "NULL,"
    " PRIMARY KEY (scope, name)) WITHOUT ROWID;"
    "CREATE TABLE used_values (scope INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,"
    " when_ms INTEGER NOT NULL, PRIMARY KEY (scope, name, value)) WITHOUT ROWID;"
    "CREATE TABLE metadata_log (row INTEGER PRIMARY KEY, scope INTEGER NOT NULL, id INTEGER NOT NULL,"
    " when_ms INTEGER NOT NULL, key TEXT NOT NULL, value TEXT, email TEXT NOT NULL);"
    "CREATE INDEX metadata_log_project ON metadata_log (scope, id, key);"
    "PRAGMA user_version = 1;";

/* Schema 2: writes without an answer, whose rows are never numbered twice, and the last change of each
 * project that was told. */
static const char schema_2[] =
    "CREATE TABLE pending (row INTEGER PRIMARY KEY AUTOINCREMENT, scope INTEGER NOT NULL,"
    " id INTEGER NOT NULL, operation TEXT NOT NULL, key TEXT, value TEXT, params TEXT, state TEXT,"
    " version INTEGER NOT NULL, when_ms INTEGER NOT NULL, until_ms INTEGER NOT NULL,"
    " host TEXT NOT NULL, pid INTEGER NOT NULL, start TEXT NOT NULL);"
    "CREATE INDEX pending_project ON pending (scope, id);"
    "CREATE TABLE told_changes (scope INTEGER NOT NULL, id INTEGER NOT NULL, teller TEXT NOT NULL,"
    " state TEXT NOT NULL, when_ms INTEGER NOT NULL, PRIMARY KEY (scope, id, teller)) WITHOUT ROWID;"
    "CREATE INDEX told_changes_time ON told_changes (when_ms);"
    "PRAGMA user_version = 2;";

/* Schema 3: how often a value was used. */
static const char schema_3[] = "ALTER TABLE used_values ADD COLUMN uses INTEGER NOT NULL DEFAULT 1;"
                               "PRAGMA user_version = 3;";

/* Schema 4: acts with a row a project, files that were exported, the credit and the sort order of each
 * account. A row without an outcome is a write without an answer, which stood in `pending` before. */
static const char schema_4[] =
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
    "PRAGMA user_version = 4;";

/* Schema 5: what recognises a reply that is as it was. */
static const char schema_5[] = "ALTER TABLE projects ADD COLUMN reply INTEGER NOT NULL DEFAULT 0;"
                               "PRAGMA user_version = 5;";

/* What leads from each schema to the next. */
static const char *const steps[STORE_SCHEMA_VERSION] = {schema_1, schema_2, schema_3, schema_4, schema_5};

/* Goes the steps that no other session has gone. Within a transaction. */
static bool store_fill_schema(struct store *store, struct error *err)
{
    int64_t version;
    if (!store_number(store, err, &version, 0, "PRAGMA user_version", ""))
        return false;
    for (; version < STORE_SCHEMA_VERSION; version++) {
        if (sqlite3_exec(store->db, steps[version], NULL, NULL, NULL) != SQLITE_OK)
            return store_fail(store, err);
    }
    return true;
}

bool store_upgrade_schema(struct store *store, struct error *err)
{
    if (!store_run(store, err, "BEGIN IMMEDIATE", ""))
        return false;
    bool ok = store_fill_schema(store, err) && store_run(store, err, "COMMIT", "");
    if (!ok)
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return ok;
}
