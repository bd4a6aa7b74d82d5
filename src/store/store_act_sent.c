/* Owns what projects were last enqueued with from here, as their acts have it. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/json.h"
#include "store_act.h"

/* One project of the list; NULL with an error. */
static json_t *store_act_sent_of(struct store *store, int64_t id, struct error *err)
{
    json_t *sent = NULL;
    int64_t when_ms = 0;
    sqlite3_stmt *statement = store_prepare(store, err,
                                            "SELECT COALESCE(r.params, a.options, '{}'), r.when_ms"
                                            " FROM act_rows r JOIN acts a ON a.act = r.act"
                                            " WHERE r.scope = ? AND r.id = ? AND r.operation = ?"
                                            " AND (r.outcome IS NULL OR r.outcome NOT IN"
                                            " ('unsent', 'skipped')) ORDER BY r.row DESC",
                                            "iit", store->scope, id, endpoints[ENDPOINT_ENQUEUE].name);
    if (!statement)
        return NULL;
    if (store_step(store, statement, err) > 0) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        sent =
            text ? json_decode(text, (size_t)sqlite3_column_bytes(statement, 0), &(struct error){0}) : NULL;
        when_ms = store_time_column(statement, 1);
    }
    store_release(store, statement);
    return json_pack("{s:I, s:I, s:o?}", "id", (json_int_t)id, "when_ms", (json_int_t)when_ms, "sent", sent);
}

bool store_act_sent(struct store *store, const struct store_op *op, struct store_result *result)
{
    size_t at;
    json_t *id;
    result->json = json_array();
    json_array_foreach(op->json, at, id)
    {
        json_array_append_new(result->json, store_act_sent_of(store, json_integer_value(id), &result->error));
    }
    return result->error.kind == ERROR_NONE;
}
