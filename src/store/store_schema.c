/* Owns the tables of state.db and the version they have. Knows no operation. */
#include <stdlib.h>

#include "store_private.h"

/* Schema 1. `raw` stands in a table of its own, so that the list is read without it. */
static const char schema[] =
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

/* Creates the tables unless another session has just done so. Within a transaction. */
static bool store_fill_schema(struct store *store, struct error *err)
{
    int64_t version;
    if (!store_number(store, err, &version, 0, "PRAGMA user_version", ""))
        return false;
    if (version != 0)
        return true;
    if (sqlite3_exec(store->db, schema, NULL, NULL, NULL) != SQLITE_OK)
        return store_fail(store, err);
    return true;
}

bool store_create_schema(struct store *store, struct error *err)
{
    if (!store_run(store, err, "BEGIN IMMEDIATE", ""))
        return false;
    bool ok = store_fill_schema(store, err) && store_run(store, err, "COMMIT", "");
    if (!ok)
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return ok;
}
