/* Owns drafts and presets: sets of values under a name. Secrets never get here: their JSON has none. */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "store_private.h"

bool store_draft_save(struct store *store, const struct store_op *op, struct store_result *result)
{
    char *value = store_json_text(op, &result->error);
    if (!value)
        return false;
    bool ok =
        store_run(store, &result->error,
                  "INSERT OR REPLACE INTO drafts (scope, form, id, when_ms, value) VALUES (?, ?, ?, ?, ?)",
                  "itiit", store->scope, op->name, op->id, op->when_ms, value);
    free(value);
    result->changes = ok;
    return ok;
}

/* Ends a statement of one row: JSON, a time, a text. No row is no error. */
static bool store_take_one(struct store *store, struct store_result *result, sqlite3_stmt *statement)
{
    if (!statement)
        return false;
    int got = store_step(store, statement, &result->error);
    bool ok = got == 0 || (got > 0 && store_read_json(result, statement, 0));
    if (got > 0) {
        result->when_ms = sqlite3_column_int64(statement, 1);
        result->text = store_column(statement, 2);
    }
    sqlite3_finalize(statement);
    return ok;
}

bool store_draft_load(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_take_one(
        store, result,
        store_prepare(store, &result->error,
                      "SELECT value, when_ms, NULL FROM drafts WHERE scope = ? AND form = ? AND id = ?",
                      "iti", store->scope, op->name, op->id));
}

bool store_draft_drop(struct store *store, const struct store_op *op, struct store_result *result)
{
    if (!store_run(store, &result->error, "DELETE FROM drafts WHERE scope = ? AND form = ? AND id = ?", "iti",
                   store->scope, op->name, op->id))
        return false;
    result->changes = sqlite3_changes(store->db);
    return true;
}

bool store_preset_save(struct store *store, const struct store_op *op, struct store_result *result)
{
    if (!op->name || !*op->name)
        return error_set(&result->error, ERROR_USAGE, "A preset needs a name");
    char *value = store_json_text(op, &result->error);
    if (!value)
        return false;
    bool ok = store_run(store, &result->error,
                        "INSERT OR REPLACE INTO presets (scope, name, form, value) VALUES (?, ?, ?, ?)",
                        "ittt", store->scope, op->name, op->text ? op->text : "", value);
    free(value);
    result->changes = ok;
    return ok;
}

bool store_preset_load(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_take_one(store, result,
                          store_prepare(store, &result->error,
                                        "SELECT value, 0, form FROM presets WHERE scope = ? AND name = ?",
                                        "it", store->scope, op->name));
}

bool store_preset_list(struct store *store, const struct store_op *op, struct store_result *result)
{
    sqlite3_stmt *statement = store_prepare(
        store, &result->error,
        "SELECT name, form FROM presets WHERE scope = ?1 AND (?2 = '' OR form = ?2) ORDER BY name", "it",
        store->scope, op->text ? op->text : "");
    if (!statement)
        return false;
    int more;
    while ((more = store_step(store, statement, &result->error)) > 0) {
        struct store_entry *entry = store_add_entry(result);
        entry->name = store_column(statement, 0);
        entry->text = store_column(statement, 1);
    }
    sqlite3_finalize(statement);
    return more == 0;
}

bool store_preset_drop(struct store *store, const struct store_op *op, struct store_result *result)
{
    if (!store_run(store, &result->error, "DELETE FROM presets WHERE scope = ? AND name = ?", "it",
                   store->scope, op->name))
        return false;
    result->changes = sqlite3_changes(store->db);
    return true;
}
