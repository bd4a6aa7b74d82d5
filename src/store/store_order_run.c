/* Owns what the end of an enqueue, and a reading, mean for the orders of the project. Knows no claim. */
/* SPDX-License-Identifier: MIT */
#include "store_order_run.h"

#include "steno/core/act.h"

bool store_order_run_hear_drop(struct store *store, int64_t row, struct error *err)
{
    return store_run(store, err,
                     "DELETE FROM act_rows WHERE row IN (SELECT row FROM orders WHERE enqueue = ?)", "i",
                     row) &&
           (sqlite3_changes(store->db) == 0 ||
            store_run(store, err,
                      "DELETE FROM acts WHERE NOT EXISTS (SELECT 1 FROM act_rows r WHERE r.act = acts.act)",
                      ""));
}

bool store_order_run_hear_end(struct store *store, const struct act_row *end, int64_t row, struct error *err)
{
    switch (end->outcome) {
    case ACT_ROW_DONE:
    case ACT_ROW_PROBABLY:
    case ACT_ROW_UNFOLLOWED:
    case ACT_ROW_UNKNOWN: /* nobody asks any more: the version that it was sent for is passed */
        return store_run(store, err,
                         "UPDATE orders SET done_ms = NULL, tries = 0, next_ms = 0, past ="
                         " CASE WHEN ?2 = 0 THEN NULL WHEN ?2 > 0 THEN ?2"
                         " ELSE (SELECT NULLIF(version, -1) FROM act_rows WHERE row = ?1) END"
                         " WHERE row IN (SELECT o.row FROM act_rows e JOIN act_rows o ON o.scope = e.scope"
                         " AND o.id = e.id AND o.outcome = 'waits' WHERE e.row = ?1"
                         " AND e.operation = 'enqueue')",
                         "ii", row, end->outcome == ACT_ROW_UNKNOWN ? INT64_C(-1) : end->past);
    default:
        return store_order_run_hear_drop(store, row, err);
    }
}

bool store_order_run_hear_state(struct store *store, int64_t id, struct error *err)
{
    return store_run(store, err,
                     "UPDATE orders SET past = NULL WHERE past IS NOT NULL AND row IN"
                     " (SELECT row FROM act_rows WHERE scope = ? AND id = ? AND outcome = 'waits')",
                     "ii", store->scope, id);
}
