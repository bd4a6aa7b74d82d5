/* Owns what is deleted for good: all that is kept of a project, of an account or at all, and what nobody has
 * on a watchlist any more. Knows nothing of what the rows mean. */
/* SPDX-License-Identifier: MIT */
#include "store.h"
#include "store_act.h"

#include <inttypes.h>
#include <stdlib.h>

#include "steno/base/mem.h"

#define STALE_MS INT64_C(7776000000) /* 90 days */

/* What deletes the rows of an account; with `of_project` those of one of its projects as well. */
static const struct {
    const char *sql;
    bool of_project;
} tables[] = {
    {"DELETE FROM watchlist", true},    {"DELETE FROM projects", true},     {"DELETE FROM project_raw", true},
    {"DELETE FROM drafts", true},       {"DELETE FROM metadata_log", true}, {"DELETE FROM history", true},
    {"DELETE FROM told_changes", true}, {"DELETE FROM exports", true},      {"DELETE FROM presets", false},
    {"DELETE FROM sorts", false},
};

/* Refuses while a write has no response: its row tells the next program of it, and must not be lost. */
static bool forget_may(struct store *store, int64_t scope, int64_t id, bool anyway, struct error *err)
{
    int64_t open = 0;
    if (!store_number(store, err, &open, 0,
                      "SELECT id FROM act_rows WHERE (?1 = 0 OR scope = ?1) AND (?2 = 0 OR id = ?2)"
                      " AND outcome IS NULL ORDER BY row",
                      "ii", scope, id))
        return false;
    if (open && anyway)
        return error_set(err, ERROR_CONFLICT,
                         "Nothing was deleted: a write to project %" PRId64
                         " has no response yet, and its sender waits for it",
                         open);
    return open == 0 || error_set(err, ERROR_CONFLICT,
                                  "Nothing was deleted: a write to project %" PRId64
                                  " has no response yet; steno show %" PRId64
                                  " finds out what became of it, --anyway deletes it too",
                                  open, open);
}

/* Deletes the rows of a scope, or of all of them with 0; of a project, or of all with 0. */
static bool forget_rows(struct store *store, int64_t scope, int64_t id, struct error *err)
{
    bool ok = store_act_forget(store, scope, id, err);
    for (size_t i = 0; ok && i < sizeof tables / sizeof tables[0]; i++) {
        if (!tables[i].of_project && id != 0)
            continue;
        char *sql = mem_printf("%s WHERE (?1 = 0 OR scope = ?1)%s", tables[i].sql,
                               tables[i].of_project ? " AND (?2 = 0 OR id = ?2)" : "");
        ok = tables[i].of_project ? store_run(store, err, sql, "ii", scope, id)
                                  : store_run(store, err, sql, "i", scope);
        free(sql);
    }
    return ok;
}

bool store_forget(struct store *store, const struct store_op *op, struct store_result *result)
{
    int64_t scope = op->number & FORGET_ALL ? 0 : store->scope;
    bool anyway = op->number & FORGET_ANYWAY;
    struct error *err = &result->error;
    sqlite3_exec(store->db, "PRAGMA secure_delete = ON", NULL, NULL, NULL);
    if (!forget_may(store, scope, op->id, anyway, err) || !forget_rows(store, scope, op->id, err))
        return false;
    result->changes = 1;
    if (op->id != 0)
        return true;
    /* Address and email go; the number stays taken, for a session that runs may still know it. */
    bool ok = store_run(store, err, "UPDATE scopes SET name = 'forgotten ' || id WHERE ?1 = 0 OR id = ?1",
                        "i", scope);
    if (ok)
        store->scope = 0;
    return ok;
}

bool store_drop_stale(struct store *store, int64_t now_ms, struct error *err)
{
    if (store->swept)
        return true;
    store->swept = true;
    if (!store_run(store, err,
                   "DELETE FROM exports WHERE when_ms < ? AND NOT EXISTS (SELECT 1 FROM watchlist w"
                   " WHERE w.scope = exports.scope AND w.id = exports.id)",
                   "i", now_ms - STALE_MS) ||
        !store_run(store, err,
                   "DELETE FROM projects WHERE fetched_ms < ? AND NOT EXISTS (SELECT 1 FROM watchlist w"
                   " WHERE w.scope = projects.scope AND w.id = projects.id)",
                   "i", now_ms - STALE_MS))
        return false;
    return sqlite3_changes(store->db) == 0 ||
           store_run(store, err,
                     "DELETE FROM project_raw WHERE NOT EXISTS (SELECT 1 FROM projects p"
                     " WHERE p.scope = project_raw.scope AND p.id = project_raw.id)",
                     "");
}
