/* Owns the sandbox's SQLite file: one row a changed project, one an account. It must not know what is in a
 * project. */
/* SPDX-License-Identifier: MIT */
#include "world_store.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "steno/base/mem.h"

#define STORE_KIND 0x73746e73 /* application_id: the file is one of ours */

struct world_store {
    sqlite3 *db;
    int lock; /* our own descriptor of the file: flock, which SQLite does not use */
};

/* Says what SQLite says. */
static bool world_store_fail(const struct world_store *store, struct error *err)
{
    return error_set(err, ERROR_IO, "The sandbox's store: %s", sqlite3_errmsg(store->db));
}

/* Runs statements that give nothing back. */
static bool world_store_exec(struct world_store *store, const char *sql, struct error *err)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || world_store_fail(store, err);
}

/* Reads one integer. */
static bool world_store_int(struct world_store *store, const char *sql, int *value, struct error *err)
{
    sqlite3_stmt *statement = NULL;
    bool ok = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_ROW;
    if (ok)
        *value = sqlite3_column_int(statement, 0);
    else
        world_store_fail(store, err);
    sqlite3_finalize(statement);
    return ok;
}

/* Makes the tables of a new file; refuses one that somebody else made. */
static bool world_store_prepare(struct world_store *store, struct error *err)
{
    static const char schema[] =
        "BEGIN IMMEDIATE;"
        "PRAGMA application_id = 1937010291;"
        "CREATE TABLE IF NOT EXISTS project(id INTEGER PRIMARY KEY, saved TEXT NOT NULL);"
        "CREATE TABLE IF NOT EXISTS account(id INTEGER PRIMARY KEY, saved TEXT NOT NULL);"
        "COMMIT;";
    _Static_assert(STORE_KIND == 1937010291, "the schema's number is the store's kind");
    int kind = 0, tables = 0;
    sqlite3_busy_timeout(store->db, 5000);
    if (!world_store_int(store, "PRAGMA application_id", &kind, err) ||
        !world_store_int(store, "SELECT count(*) FROM sqlite_master", &tables, err))
        return false;
    if (kind != STORE_KIND && tables > 0)
        return error_set(err, ERROR_IO, "The file was not created by steno-sandbox: use another one");
    return world_store_exec(store, schema, err);
}

/* Makes the file where there is none, for its owner only, and takes it for this process. *taken says that
 * another one has it. */
static bool world_store_take(struct world_store *store, const char *path, bool *taken, struct error *err)
{
    store->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock < 0)
        return error_set(err, ERROR_IO, "The sandbox's store: %s", strerror(errno));
    *taken = flock(store->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return true;
}

/* Refuses a file that another process has, by the number that it left there. */
static bool world_store_refuse_taken(struct world_store *store, struct error *err)
{
    int pid = 0;
    sqlite3_busy_timeout(store->db, 5000);
    return world_store_int(store, "PRAGMA user_version", &pid, err) &&
           error_set(err, ERROR_IO, "The process %d uses this file: end it, or give another file", pid);
}

/* Leaves this process's number for world_store_refuse_taken. */
static bool world_store_sign(struct world_store *store, struct error *err)
{
    char sql[48];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", (int)getpid());
    return world_store_exec(store, sql, err);
}

struct world_store *world_store_open(const char *path, struct error *err)
{
    struct world_store *store = mem_zero(1, sizeof *store);
    bool taken = false;
    bool ok = world_store_take(store, path, &taken, err) &&
              (sqlite3_open_v2(path, &store->db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ||
               world_store_fail(store, err));
    if (ok && (taken ? world_store_refuse_taken(store, err)
                     : world_store_prepare(store, err) && world_store_sign(store, err)))
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
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}

/* Brings one project to what was stored. */
static bool world_store_load_project(struct world *world, int64_t id, const char *saved, struct error *err)
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

/* Brings one account to what was stored; one that this file does not know yet stays as it is. */
static bool world_store_load_account(struct login_data *accounts, int64_t id, const char *saved,
                                     struct error *err)
{
    if (id < 1 || id > ACCOUNT_COUNT)
        return true;
    json_t *value = saved ? json_loads(saved, 0, NULL) : NULL;
    bool ok = login_data_load(&accounts->rows[id - 1], value) ||
              error_set(err, ERROR_IO, "The sandbox's store: account %lld cannot be read", (long long)id);
    json_decref(value);
    return ok;
}

bool world_store_load(struct world_store *store, struct world *world, struct login_data *accounts,
                      struct error *err)
{
    static const char sql[] = "SELECT 0, id, saved FROM project UNION ALL SELECT 1, id, saved FROM account";
    sqlite3_stmt *statement = NULL;
    int step = SQLITE_DONE;
    bool ok =
        sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK || world_store_fail(store, err);
    while (ok && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        int64_t id = sqlite3_column_int64(statement, 1);
        const char *saved = (const char *)sqlite3_column_text(statement, 2);
        ok = sqlite3_column_int(statement, 0) ? world_store_load_account(accounts, id, saved, err)
                                              : world_store_load_project(world, id, saved, err);
    }
    ok = ok && (step == SQLITE_DONE || world_store_fail(store, err));
    sqlite3_finalize(statement);
    return ok;
}

/* Writes one row; takes the value. */
static bool world_store_put(struct world_store *store, const char *sql, int64_t id, json_t *value,
                            struct error *err)
{
    sqlite3_stmt *statement = NULL;
    char *text = json_dumps(value, JSON_COMPACT);
    if (!text)
        mem_die("a row of the sandbox's store cannot be written as JSON");
    bool ok = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_bind_int64(statement, 1, id) == SQLITE_OK &&
              sqlite3_bind_text(statement, 2, text, -1, SQLITE_STATIC) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_DONE;
    if (!ok)
        world_store_fail(store, err);
    sqlite3_finalize(statement);
    mem_wipe_free(text);
    json_decref(value);
    return ok;
}

/* Writes one account. */
static bool world_store_put_account(struct world_store *store, const struct account *account,
                                    struct error *err)
{
    return world_store_put(store, "INSERT OR REPLACE INTO account VALUES(?1, ?2)", account->id,
                           login_data_save(account), err);
}

/* Ends what BEGIN began: for good, or as if nothing had been. */
static bool world_store_end(struct world_store *store, bool ok, struct error *err)
{
    ok = ok && world_store_exec(store, "COMMIT", err);
    if (!ok)
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return ok;
}

bool world_store_reset(struct world_store *store, const struct login_data *accounts, struct error *err)
{
    bool ok = world_store_exec(store, "BEGIN IMMEDIATE; DELETE FROM project; DELETE FROM account", err);
    for (size_t i = 0; ok && i < ACCOUNT_COUNT; i++)
        ok = world_store_put_account(store, &accounts->rows[i], err);
    return world_store_end(store, ok, err);
}

bool world_store_save(struct world_store *store, const struct world_project *project,
                      const struct account *account, struct error *err)
{
    bool ok = world_store_exec(store, "BEGIN IMMEDIATE", err) &&
              (!project || world_store_put(store, "INSERT OR REPLACE INTO project VALUES(?1, ?2)",
                                           project->id, world_project_save(project), err)) &&
              (!account || world_store_put_account(store, account, err));
    return world_store_end(store, ok, err);
}
