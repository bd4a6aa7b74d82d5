/* Owns the tables of state.db. Knows no operation. */
/* SPDX-License-Identifier: MIT */
#include "store_schema.h"

#include "store_sql.h"

#define TEXT_OF(number)    #number
#define NUMBER_TEXT(macro) TEXT_OF(macro)

/* `raw` stands in a table of its own, so that the list is read without it. Rows of acts are never numbered
 * twice; one without an outcome is a write without an answer. */
static const char store_tables[] =
    "CREATE TABLE scopes (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE watchlist (scope INTEGER NOT NULL, id INTEGER NOT NULL, place INTEGER NOT NULL,"
    " note TEXT NOT NULL DEFAULT '', PRIMARY KEY (scope, id)) WITHOUT ROWID;"
    "CREATE INDEX watchlist_place ON watchlist (scope, place);"
    "CREATE TABLE projects (scope INTEGER NOT NULL, id INTEGER NOT NULL, version INTEGER NOT NULL,"
    " fetched_ms INTEGER NOT NULL, state_since_ms INTEGER NOT NULL, state TEXT NOT NULL, name TEXT NOT NULL,"
    " length TEXT NOT NULL, tags TEXT NOT NULL, label TEXT, lang TEXT, author TEXT, updated_ms INTEGER,"
    " expires_ms INTEGER, flags INTEGER NOT NULL DEFAULT 0,"
    " PRIMARY KEY (scope, id)) WITHOUT ROWID;"
    "CREATE TABLE project_raw (scope INTEGER NOT NULL, id INTEGER NOT NULL, raw TEXT NOT NULL,"
    " PRIMARY KEY (scope, id));"
    "CREATE TABLE history (row INTEGER PRIMARY KEY, scope INTEGER NOT NULL, id INTEGER NOT NULL,"
    " when_ms INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, act INTEGER);"
    "CREATE INDEX history_project ON history (scope, id);"
    "CREATE TABLE drafts (scope INTEGER NOT NULL, form TEXT NOT NULL, id INTEGER NOT NULL,"
    " when_ms INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (scope, form, id)) WITHOUT ROWID;"
    "CREATE TABLE presets (scope INTEGER NOT NULL, name TEXT NOT NULL, form TEXT NOT NULL,"
    " value TEXT NOT NULL, PRIMARY KEY (scope, name)) WITHOUT ROWID;"
    "CREATE TABLE metadata_log (scope INTEGER NOT NULL, id INTEGER NOT NULL, key TEXT NOT NULL, value TEXT,"
    " when_ms INTEGER NOT NULL, email TEXT NOT NULL, PRIMARY KEY (scope, id, key)) WITHOUT ROWID;"
    "CREATE TABLE told_changes (scope INTEGER NOT NULL, id INTEGER NOT NULL, teller TEXT NOT NULL,"
    " state TEXT NOT NULL, when_ms INTEGER NOT NULL, PRIMARY KEY (scope, id, teller)) WITHOUT ROWID;"
    "CREATE INDEX told_changes_time ON told_changes (when_ms);"
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
    "CREATE TABLE exports (scope INTEGER NOT NULL, id INTEGER NOT NULL, path TEXT NOT NULL,"
    " format TEXT NOT NULL, version INTEGER NOT NULL, when_ms INTEGER NOT NULL, size INTEGER NOT NULL,"
    " hash TEXT NOT NULL, PRIMARY KEY (scope, id, path)) WITHOUT ROWID;"
    "CREATE TABLE sorts (scope INTEGER PRIMARY KEY, col TEXT NOT NULL, direction INTEGER NOT NULL);"
    "PRAGMA user_version = " NUMBER_TEXT(STORE_SCHEMA);

/* Makes the tables that no other session has made meanwhile. Within a transaction. */
static bool store_fill(struct store *store, int64_t *version, struct error *err)
{
    if (!store_number(store, err, version, 0, "PRAGMA user_version", ""))
        return false;
    if (*version == 0 && sqlite3_exec(store->db, store_tables, NULL, NULL, NULL) != SQLITE_OK)
        return store_fail(store, err);
    *version = *version ? *version : STORE_SCHEMA;
    return true;
}

static bool store_make_tables(struct store *store, int64_t *version, struct error *err)
{
    bool ok = store_run(store, err, "BEGIN IMMEDIATE", "") && store_fill(store, version, err) &&
              store_run(store, err, "COMMIT", "");
    if (!ok)
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return ok;
}

bool store_check_schema(struct store *store, struct error *err)
{
    int64_t version;
    if (!store_number(store, err, &version, 0, "PRAGMA user_version", "") ||
        (version == 0 && !store_make_tables(store, &version, err)))
        return false;
    return version == STORE_SCHEMA ||
           error_set(err, ERROR_IO,
                     "%s is of another version of steno (schema %lld, this one has %d). Use that version, or"
                     " move the file away, and steno makes a new one",
                     store->path, (long long)version, STORE_SCHEMA);
}
