/* Owns the ledger of exports: the files that this program wrote, by project and path. Knows no file. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "store.h"

/* Adds one file, or takes it anew. */
static bool store_exports_put(struct store *store, const struct ledger_file *file, struct error *err)
{
    return store_run(store, err,
                     "INSERT OR REPLACE INTO exports (scope, id, path, format, version, when_ms, size, hash)"
                     " VALUES (?1, ?2, ?3, ?4, CASE WHEN ?5 >= 0 THEN ?5 ELSE"
                     " COALESCE((SELECT version FROM projects WHERE scope = ?1 AND id = ?2), -1) END,"
                     " ?6, ?7, ?8)",
                     "iittiiii", store->scope, file->id, file->path, file->format, file->version,
                     file->when_ms, file->size, (int64_t)file->hash);
}

bool store_exports_add(struct store *store, const struct store_op *op, struct store_result *result)
{
    for (size_t i = 0; i < op->ledger.count; i++) {
        if (!store_exports_put(store, &op->ledger.files[i], &result->error))
            return false;
        result->changes++;
    }
    return true;
}

bool store_exports_move(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_change(store, result,
                        "UPDATE exports SET version = ? WHERE scope = ? AND id = ? AND version = ?", "iiii",
                        (int64_t)json_integer_value(op->json), store->scope, op->id, op->number);
}

/* Adds the files of a project. */
static bool store_exports_select(struct store *store, int64_t id, struct ledger *ledger, struct error *err)
{
    int more;
    sqlite3_stmt *statement = store_prepare(store, err,
                                            "SELECT path, format, version, when_ms, size, hash FROM exports"
                                            " WHERE scope = ? AND id = ? ORDER BY when_ms",
                                            "ii", store->scope, id);
    if (!statement)
        return false;
    while ((more = store_step(store, statement, err)) > 0) {
        char *path = store_column(statement, 0), *format = store_shown_column(statement, 1);
        ledger_add(ledger, &(struct ledger_file){.id = id,
                                                 .path = path ? path : mem_copy(""),
                                                 .format = format ? format : mem_copy(""),
                                                 .version = sqlite3_column_int64(statement, 2),
                                                 .when_ms = store_time_column(statement, 3),
                                                 .size = sqlite3_column_int64(statement, 4),
                                                 .hash = (uint64_t)sqlite3_column_int64(statement, 5)});
    }
    store_release(store, statement);
    return more == 0;
}

bool store_exports_list(struct store *store, const struct store_op *op, struct store_result *result)
{
    size_t at;
    json_t *id;
    json_array_foreach(op->json, at, id)
    {
        if (!store_exports_select(store, json_integer_value(id), &result->ledger, &result->error))
            return false;
    }
    return op->json || store_exports_select(store, op->id, &result->ledger, &result->error);
}

bool store_exports_look(struct store *store, const struct store_op *op, struct store_result *result)
{
    const struct export_look *look = op->look;
    for (size_t i = 0; i < look->count; i++) {
        if (!store_exports_select(store, look->items[i].id, &result->ledger, &result->error))
            return false;
    }
    return true;
}

struct exported store_exported_columns(sqlite3_stmt *statement, int column)
{
    struct exported exported = {.when_ms = store_time_column(statement, column),
                                .version = sqlite3_column_int64(statement, column + 1)};
    char *format = store_shown_column(statement, column + 2);
    snprintf(exported.format, sizeof exported.format, "%s", format ? format : "");
    free(format);
    return exported;
}
