/* Owns the lists that grow: history, used values, and the log of metadata set from here. The first two are
 * bounded. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "store.h"
#include "store_act.h"

/* How many rows may be added before the old ones are looked for. */
#define STORE_HISTORY_SLACK 64

/* Collects all rows of a statement as entries: id, when_ms, name, text, text2. Name and text are shown, or
 * sent again. */
static bool store_collect(struct store *store, struct store_result *result, sqlite3_stmt *statement,
                          bool is_shown)
{
    if (!statement)
        return false;
    int more;
    while ((more = store_step(store, statement, &result->error)) > 0) {
        struct store_entry *entry = store_add_entry(result);
        entry->id = sqlite3_column_int64(statement, 0);
        entry->when_ms = store_time_column(statement, 1);
        entry->name = is_shown ? store_shown_column(statement, 2) : store_column(statement, 2);
        entry->text = is_shown ? store_shown_column(statement, 3) : store_column(statement, 3);
        entry->text2 = store_shown_column(statement, 4);
        if (sqlite3_column_count(statement) > 5)
            entry->act = sqlite3_column_int64(statement, 5);
    }
    sqlite3_finalize(statement);
    return more == 0;
}

bool store_history_add(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    if (!store_run(store, err,
                   "INSERT INTO history (scope, id, when_ms, kind, text, act) VALUES (?1, ?2, ?3, ?4, ?5,"
                   " (SELECT act FROM act_rows WHERE row = ?6 OR (?6 < 0 AND scope = ?1 AND id = ?2)"
                   " ORDER BY row DESC LIMIT 1))",
                   "iiitti", store->scope, op->id, op->when_ms, op->name ? op->name : "",
                   op->text ? op->text : "", op->number))
        return false;
    result->changes = 1;
    if (sqlite3_last_insert_rowid(store->db) % STORE_HISTORY_SLACK != 0)
        return true;
    return store_run(store, err,
                     "DELETE FROM history WHERE scope = ?1 AND row <="
                     " (SELECT row FROM history WHERE scope = ?1 ORDER BY row DESC LIMIT 1 OFFSET ?2)",
                     "ii", store->scope, (int64_t)STORE_HISTORY_MAX) &&
           (sqlite3_changes(store->db) == 0 || store_act_trim(store, err));
}

bool store_history_load(struct store *store, const struct store_op *op, struct store_result *result)
{
    int64_t limit = op->number > 0 ? op->number : -1; /* all */
    char *sql =
        mem_printf("SELECT id, when_ms, kind, text, NULL, act FROM history WHERE scope = ? AND id %s ?"
                   " ORDER BY row DESC LIMIT ?",
                   op->id == 0 ? ">=" : "=");
    sqlite3_stmt *statement = store_prepare(store, &result->error, sql, "iii", store->scope, op->id, limit);
    free(sql);
    return store_collect(store, result, statement, true);
}

bool store_metadata_add(struct store *store, const struct store_op *op, struct store_result *result)
{
    result->changes = 1;
    return store_run(store, &result->error,
                     "INSERT OR REPLACE INTO metadata_log (scope, id, key, value, when_ms, email)"
                     " VALUES (?, ?, ?, ?, ?, ?)",
                     "iittit", store->scope, op->id, op->name, op->text, op->when_ms,
                     op->text2 ? op->text2 : "");
}

bool store_metadata_list(struct store *store, const struct store_op *op, struct store_result *result)
{
    sqlite3_stmt *statement = store_prepare(
        store, &result->error,
        "SELECT id, when_ms, key, value, email FROM metadata_log WHERE scope = ?1 AND"
        " (?2 = 0 OR id = ?2) ORDER BY when_ms DESC, key LIMIT CASE ?2 WHEN 0 THEN 1 ELSE -1 END",
        "ii", store->scope, op->id);
    return store_collect(store, result, statement, false);
}
