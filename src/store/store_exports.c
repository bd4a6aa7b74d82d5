/* Owns the ledger of exports: the files that this program wrote, by project and path. Knows no file. */
#include <stdlib.h>

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

struct exported store_exported_columns(sqlite3_stmt *statement, int column)
{
    struct exported exported = {.when_ms = store_time_column(statement, column),
                                .version = sqlite3_column_int64(statement, column + 1)};
    char *format = store_shown_column(statement, column + 2);
    snprintf(exported.format, sizeof exported.format, "%s", format ? format : "");
    free(format);
    return exported;
}
