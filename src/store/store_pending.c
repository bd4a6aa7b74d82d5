/* Owns the writes that have no answer yet, and who may tell of a change: what several programs must agree on.
 * Knows nothing of what an answer means. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/api/json.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "store.h"
#include "store_act.h"

bool store_pending_remove(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_act_drop_row(store, op->number, result);
}

/* Fills a row of the list, whose operation is known. Parameters that cannot be read are left out: that there
 * is such a write matters more. */
static void store_pending_read_row(struct pending *pending, enum endpoint_id op, sqlite3_stmt *statement)
{
    const char *params = (const char *)sqlite3_column_text(statement, 5);
    *pending = (struct pending){
        .row = sqlite3_column_int64(statement, 0),
        .id = sqlite3_column_int64(statement, 1),
        .op = op,
        .key = store_column(statement, 3),
        .value = store_column(statement, 4),
        .params = params ? json_decode(params, (size_t)sqlite3_column_bytes(statement, 5), &(struct error){0})
                         : NULL,
        .state = store_shown_column(statement, 6),
        .version = sqlite3_column_int64(statement, 7),
        .when_ms = store_time_column(statement, 8),
        .until_ms = store_time_column(statement, 9),
        .owner = store_read_owner(statement, 10),
    };
    pending->life = owner_look(&pending->owner);
}

/* Adds a row to the result, unless it is of an operation that this program does not know. */
static void store_pending_take_row(struct store_result *result, sqlite3_stmt *statement)
{
    char *name = store_column(statement, 2);
    const struct endpoint *endpoint = name ? endpoint_find(name) : NULL;
    free(name);
    if (!endpoint)
        return;
    if ((result->pending_count & (result->pending_count - 1)) == 0) /* the room grows at powers of two */
        result->pending = mem_grow(result->pending, result->pending_count ? result->pending_count * 2 : 1,
                                   sizeof *result->pending);
    store_pending_read_row(&result->pending[result->pending_count++],
                           (enum endpoint_id)(endpoint - endpoints), statement);
}

/* Lists the writes of a project, or of all for 0; of one operation where it is named. */
static bool store_pending_select(struct store *store, int64_t id, const char *operation,
                                 struct store_result *result)
{
    struct error *err = &result->error;
    int more;
    sqlite3_stmt *statement = store_prepare(
        store, err,
        "SELECT row, id, r.operation, key, value, COALESCE(params, options), state, version, when_ms, "
        "until_ms,"
        " host, pid, start FROM act_rows r LEFT JOIN acts a ON a.act = r.act WHERE r.scope = ?1 AND id >= 0"
        " AND (?2 = 0 OR id = ?2) AND (?3 IS NULL OR r.operation = ?3) AND r.ended_ms IS NULL"
        " AND r.outcome IS NULL ORDER BY row",
        "iit", store->scope, id, operation);
    if (!statement)
        return false;
    while ((more = store_step(store, statement, err)) > 0)
        store_pending_take_row(result, statement);
    store_release(store, statement);
    return more == 0;
}

bool store_pending_list(struct store *store, const struct store_op *op, struct store_result *result)
{
    int64_t some = 0; /* asked first: mostly there is none, and the list takes long to be prepared */
    return store_number(store, &result->error, &some, 0,
                        "SELECT EXISTS (SELECT 1 FROM act_rows WHERE scope = ? AND ended_ms IS NULL)", "i",
                        store->scope) &&
           (!some || store_pending_select(store, op->id, NULL, result));
}

/* Within one transaction: between the look and the row no other program can add one. */
bool store_pending_add(struct store *store, const struct store_op *op, struct store_result *result)
{
    const struct pending *pending = op->pending;
    if (!pending || (int)pending->op < 0 || pending->op >= ENDPOINT_COUNT)
        return error_set(&result->error, ERROR_IO, "There is no write to be saved");
    if (pending->op == ENDPOINT_ENQUEUE &&
        !store_pending_select(store, pending->id, endpoints[ENDPOINT_ENQUEUE].name, result))
        return false;
    for (size_t i = 0; i < result->pending_count; i++) {
        if (result->pending[i].row > pending->asked_row)
            return true;
    }
    return store_act_insert(store, pending, result);
}

/* May the row be ended here: is it there, and its sender this program or gone? */
static bool store_pending_is_ours(struct store *store, const struct store_op *op, bool *is_ours,
                                  struct error *err)
{
    *is_ours = false;
    sqlite3_stmt *statement = store_prepare(
        store, err, "SELECT until_ms, host, pid, start FROM act_rows WHERE row = ? AND outcome IS NULL", "i",
        op->act_row->row);
    if (!statement)
        return false;
    int got = store_step(store, statement, err);
    if (got > 0) {
        struct pending pending = {.until_ms = store_time_column(statement, 0),
                                  .owner = store_read_owner(statement, 1)};
        pending.life = owner_look(&pending.owner);
        *is_ours = pending.life == OWNER_SELF || pending_is_orphan(&pending, op->when_ms);
    }
    store_release(store, statement);
    return got >= 0;
}

/* Within one transaction: of several programs that know the outcome one tells of it. */
bool store_pending_settle(struct store *store, const struct store_op *op, struct store_result *result)
{
    bool is_ours;
    if (!store_pending_is_ours(store, op, &is_ours, &result->error))
        return false;
    return !is_ours || store_act_end(store, op, result);
}

/* Ends the open writes, of what is to be forgotten, whose sender is gone. */
static bool store_pending_end_orphans(struct store *store, const struct store_op *op, struct error *err)
{
    int64_t scope = op->number & FORGET_ALL ? 0 : store->scope;
    for (int64_t row = 0;;) {
        struct store_result ended = {0};
        struct act_row end = {.outcome = ACT_ROW_UNKNOWN};
        if (!store_number(store, err, &row, 0,
                          "SELECT row FROM act_rows WHERE (?1 = 0 OR scope = ?1) AND (?2 = 0 OR id = ?2)"
                          " AND row > ?3 AND outcome IS NULL ORDER BY row",
                          "iii", scope, op->id, row))
            return false;
        if (row == 0)
            return true;
        end.row = row;
        if (!store_pending_settle(store, &(struct store_op){.act_row = &end, .when_ms = op->when_ms},
                                  &ended)) {
            *err = ended.error;
            return false;
        }
    }
}

bool store_pending_forget(struct store *store, const struct store_op *op, struct store_result *result)
{
    bool anyway = op->number & FORGET_ANYWAY;
    return (!anyway || store_pending_end_orphans(store, op, &result->error)) &&
           store_forget(store, op, result);
}

/* Was this change, or a later one, told before? A change lies between two readings: one that was told of
 * before the first of them is another one, of an earlier job. */
static bool change_is_told(struct store *store, const struct store_op *op, bool *told, struct error *err)
{
    int64_t count, now_ms = clock_wall_ms(); /* one from a clock that ran ahead does not count */
    if (!store_number(store, err, &count, 0,
                      "SELECT count(*) FROM told_changes WHERE scope = ?1 AND id = ?2 AND teller = ?3"
                      " AND when_ms <= ?7 AND ((state = ?4 AND when_ms >= ?5) OR when_ms >= ?6)",
                      "iittiii", store->scope, op->id, op->name, op->text ? op->text : "", op->number,
                      op->when_ms, now_ms > op->when_ms ? now_ms : op->when_ms))
        return false;
    *told = count > 0;
    return true;
}

bool store_change_claim(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    bool told;
    if (!change_is_told(store, op, &told, err))
        return false;
    if (told)
        return true;
    result->changes = 1;
    if (!store_act_of_change(store, op, result) ||
        !store_run(store, err,
                   "INSERT OR REPLACE INTO told_changes (scope, id, teller, state, when_ms)"
                   " VALUES (?, ?, ?, ?, ?)",
                   "iitti", store->scope, op->id, op->name, op->text ? op->text : "", op->when_ms))
        return false;
    return store_run(store, err,
                     "DELETE FROM told_changes WHERE when_ms <"
                     " (SELECT when_ms FROM told_changes ORDER BY when_ms DESC LIMIT 1 OFFSET ?)",
                     "i", (int64_t)STORE_TOLD_MAX);
}
