/* Owns the number of a reply in the file, and texts of several projects at once. */
/* SPDX-License-Identifier: MIT */
#include "store_reply.h"

#include "config.h"
#include "steno/base/hash.h"
#include "store_schema.h"

int64_t store_reply_number(uint64_t reply)
{
    static const char made_by[] = PACKAGE_VERSION;
    static const int schema = STORE_SCHEMA_VERSION;
    struct hash own = {0};
    hash_add(&own, made_by, sizeof made_by);
    hash_add(&own, &schema, sizeof schema);
    return reply ? (int64_t)(reply ^ hash_number(&own)) : 0;
}

bool store_texts_load(struct store *store, const struct store_op *op, struct store_result *result)
{
    size_t at;
    json_t *id;
    int got = 1;
    json_array_foreach(op->json, at, id)
    {
        struct store_entry *entry = store_add_entry(result);
        entry->id = json_integer_value(id);
        sqlite3_stmt *statement =
            store_prepare(store, &result->error, "SELECT raw FROM project_raw WHERE scope = ? AND id = ?",
                          "ii", store->scope, entry->id);
        got = statement && got >= 0 ? store_step(store, statement, &result->error) : -1;
        if (got > 0)
            entry->text = store_column(statement, 0);
        store_release(store, statement);
    }
    return got >= 0;
}
