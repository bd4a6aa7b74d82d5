/* Owns the sandbox's SQLite file: one row a changed project, one a consent. It must not know what is in a
 * project. */
#include "steno/sandbox/world_store.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/mem.h"

#define STORE_KIND 0x73746e73 /* application_id: the file is one of ours */

struct world_store {
    sqlite3 *db;
};

/* Says what SQLite says. */
static bool store_fail(const struct world_store *store, struct error *err)
{
    return error_set(err, ERROR_IO, "The sandbox's store: %s", sqlite3_errmsg(store->db));
}

/* Reads one integer. */
static bool store_int(struct world_store *store, const char *sql, int *value, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool ok = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_ROW;
    if (ok)
        *value = sqlite3_column_int(statement, 0);
    else
        store_fail(store, err);
    sqlite3_finalize(statement);
    return ok;
}

/* Makes the tables of a new file; refuses one that somebody else made. */
static bool store_prepare(struct world_store *store, struct error *err)
{
    static const char schema[] =
        "BEGIN IMMEDIATE;"
        "PRAGMA application_id = 1937010291;"
        "CREATE TABLE IF NOT EXISTS project(id INTEGER PRIMARY KEY, saved TEXT NOT NULL);"
        "CREATE TABLE IF NOT EXISTS consent(account INTEGER PRIMARY KEY);"
        "COMMIT;";
    _Static_assert(STORE_KIND == 1937010291, "the schema's number is the store's kind");
    int kind = 0, tables = 0;
    sqlite3_busy_timeout(store->db, 5000);
    if (!store_int(store, "PRAGMA application_id", &kind, err) ||
        !store_int(store, "SELECT count(*) FROM sqlite_master", &tables, err))
        return false;
    if (kind != STORE_KIND && tables > 0)
        return error_set(err, ERROR_IO, "The file is no store of a sandbox: give another one");
    return sqlite3_exec(store->db, schema, NULL, NULL, NULL) == SQLITE_OK || store_fail(store, err);
}

struct world_store *world_store_open(const char *path, struct error *err)
{
    struct world_store *store = mem_zero(1, sizeof *store);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600); /* SQLite would make it readable by all */
    if (fd >= 0)
        close(fd);
    bool ok =
        sqlite3_open_v2(path, &store->db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK || store_fail(store, err);
    if (ok && store_prepare(store, err))
        return store;
    error_prefix(err, "%s", path);
    world_store_close(store);
    return NULL;
}

void world_store_close(struct world_store *store)
{
    if (!store)
        return;
    sqlite3_close(store->db);
    free(store);
}

/* Brings one project to what was stored. */
static bool store_load_project(struct world *world, int64_t id, const char *saved, struct error *err)
{
    struct world_project *project = world_find(world, id, 0, NULL);
    if (!project)
        return true;
    json_t *value = saved ? json_loads(saved, 0, NULL) : NULL;
    bool ok = world_project_load(project, value) ||
              error_set(err, ERROR_IO, "The sandbox's store: project %lld cannot be read", (long long)id);
    json_decref(value);
    return ok;
}

bool world_store_load(struct world_store *store, struct world *world, struct accounts *accounts,
                      struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool ok =
        sqlite3_prepare_v2(store->db, "SELECT id, saved FROM project", -1, &statement, NULL) == SQLITE_OK ||
        store_fail(store, err);
    while (ok && sqlite3_step(statement) == SQLITE_ROW)
        ok = store_load_project(world, sqlite3_column_int64(statement, 0),
                                (const char *)sqlite3_column_text(statement, 1), err);
    sqlite3_finalize(statement);
    for (size_t i = 0; ok && i < ACCOUNT_COUNT; i++) {
        char sql[80];
        int given = 0;
        snprintf(sql, sizeof sql, "SELECT count(*) FROM consent WHERE account = %lld",
                 (long long)accounts->rows[i].id);
        ok = store_int(store, sql, &given, err);
        accounts->rows[i].consent = accounts->rows[i].consent || given;
    }
    return ok;
}

/* Runs a statement with an id and, perhaps, a text. */
static bool store_run(struct world_store *store, const char *sql, int64_t id, const char *text,
                      struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool ok = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_bind_int64(statement, 1, id) == SQLITE_OK &&
              (!text || sqlite3_bind_text(statement, 2, text, -1, SQLITE_STATIC) == SQLITE_OK) &&
              sqlite3_step(statement) == SQLITE_DONE;
    if (!ok)
        store_fail(store, err);
    sqlite3_finalize(statement);
    return ok;
}

bool world_store_save_project(struct world_store *store, const struct world_project *project,
                              struct error *err)
{
    json_t *value = world_project_save(project);
    char *text = json_dumps(value, JSON_COMPACT);
    json_decref(value);
    if (!text)
        mem_die("a project cannot be written as JSON");
    bool ok = store_run(store, "INSERT OR REPLACE INTO project VALUES(?1, ?2)", project->id, text, err);
    free(text);
    return ok;
}

bool world_store_save_consent(struct world_store *store, const struct account *account, struct error *err)
{
    return store_run(store, "INSERT OR IGNORE INTO consent VALUES(?1)", account->id, NULL, err);
}
