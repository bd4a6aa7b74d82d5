/* Owns standing orders in the store: rows of acts that wait, with what they need beside, and the claim of the
 * one program that carries an order out. When one is due it does not know: core/order.h. */
/* SPDX-License-Identifier: MIT */
#include "store_order.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "store_act.h"
#include "store_schema.h"

/* --- giving --- */

/* Adds one order, whose act begins with the first of them. */
static bool store_order_add(struct store *store, const struct order *order, const struct act_key *act,
                            int64_t enqueue, struct error *err)
{
    struct store_result row = {0};
    const struct pending pending = {.id = order->id,
                                    .op = ENDPOINT_EXPORT,
                                    .key = order->preset,
                                    .params = order->params,
                                    .version = -1,
                                    .when_ms = order->given_ms,
                                    .act = *act};
    if (!store_act_insert(store, &pending, &row)) {
        *err = row.error;
        return false;
    }
    return store_run(store, err, "UPDATE act_rows SET outcome = ? WHERE row = ?", "ti",
                     act_outcome_name(ACT_ROW_WAITS), row.number) &&
           store_run(store, err,
                     "INSERT INTO orders (row, profile, folder, pattern, force, judged_by, fail_on, enqueue)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, NULLIF(?, 0))",
                     "itttitti", row.number, order->profile ? order->profile : "", order->folder,
                     order->pattern, (int64_t)order->force, order->judged_by,
                     order->judged_by ? caption_verdict_level_name(order->fail_on) : NULL, enqueue);
}

bool store_order_insert(struct store *store, const struct store_op *op, int64_t enqueue, struct error *err)
{
    for (size_t i = 0; i < op->orders.count; i++) {
        if (!store_order_add(store, &op->orders.orders[i], &op->orders.act, enqueue, err))
            return false;
    }
    return true;
}

bool store_order_give(struct store *store, const struct store_op *op, struct store_result *result)
{
    result->changes = (int64_t)op->orders.count;
    return store_order_insert(store, op, 0, &result->error);
}

/* --- listing --- */

/* How its captions are checked, and what that came to. */
static void store_order_read_check(struct order *order, sqlite3_stmt *statement)
{
    char *fail_on = store_column(statement, 29), *verdict = store_column(statement, 30);
    struct error ignored;
    json_t *json = verdict ? json_decode(verdict, strlen(verdict), &ignored) : NULL;
    order->judged_by = store_shown_column(statement, 28);
    order->verdict = caption_verdict_from_json(json);
    if (!fail_on || !caption_verdict_find_level(fail_on, &order->fail_on))
        order->fail_on = LEVEL_ERROR;
    json_decref(json);
    free(verdict);
    free(fail_on);
}

/* Fills an order from a row of the list. */
static void store_order_read(struct order *order, sqlite3_stmt *statement)
{
    char *params = store_column(statement, 6), *token = store_column(statement, 16),
         *outcome = store_column(statement, 23);
    struct owner owner = store_read_owner(statement, 18);
    struct error ignored;
    *order = (struct order){
        .row = sqlite3_column_int64(statement, 0),
        .act = sqlite3_column_int64(statement, 1),
        .id = sqlite3_column_int64(statement, 2),
        .account = store_shown_column(statement, 3),
        .profile = store_column(statement, 4),
        .preset = store_shown_column(statement, 5),
        .params = params ? json_decode(params, strlen(params), &ignored) : NULL,
        .folder = store_column(statement, 7),
        .pattern = store_column(statement, 8),
        .force = sqlite3_column_int64(statement, 9) != 0,
        .given_ms = store_time_column(statement, 10),
        .past = sqlite3_column_int64(statement, 11),
        .done_ms = store_time_column(statement, 12),
        .tries = (int)sqlite3_column_int64(statement, 13),
        .next_ms = store_time_column(statement, 14),
        .status = (int)sqlite3_column_int64(statement, 15),
        .claim = {.until_ms = store_time_column(statement, 17), .life = owner_look(&owner)},
        .path = store_column(statement, 21),
        .size = sqlite3_column_int64(statement, 22),
        .outcome = act_outcome_find(outcome),
        .ended_ms = store_time_column(statement, 24),
        .hash = (uint64_t)sqlite3_column_int64(statement, 25),
        .reason = store_shown_column(statement, 26),
        .is_enqueue_open = sqlite3_column_int64(statement, 27) != 0,
    };
    snprintf(order->claim.token, sizeof order->claim.token, "%s", token ? token : "");
    store_order_read_check(order, statement);
    free(params);
    free(token);
    free(outcome);
}

/* The orders of a scope, or of all with 0; of a project, or of all with 0; one of them, or all with 0. */
static bool store_order_select(struct store *store, int64_t scope, int64_t id, int64_t row,
                               struct order_list *list, struct error *err)
{
    int more;
    sqlite3_stmt *statement = store_prepare(
        store, err,
        "SELECT r.row, r.act, r.id, CASE WHEN r.scope = ?4 THEN NULL ELSE s.name END, o.profile, r.key,"
        " COALESCE(r.params, a.options), o.folder, o.pattern, o.force, r.when_ms,"
        " COALESCE(o.past, -1), o.done_ms, o.tries, o.next_ms, r.status, o.token, r.until_ms, r.host, r.pid,"
        " r.start, o.path, o.size, r.outcome, r.ended_ms, o.hash, r.reason,"
        " EXISTS (SELECT 1 FROM act_rows e WHERE e.scope = r.scope AND e.id = r.id AND e.ended_ms IS NULL"
        " AND e.operation = 'enqueue' AND e.outcome IS NULL), o.judged_by, o.fail_on, o.verdict"
        " FROM orders o JOIN act_rows r ON r.row = o.row JOIN acts a ON a.act = r.act"
        " LEFT JOIN scopes s ON s.id = r.scope WHERE (?1 = 0 OR r.scope = ?1) AND (?2 = 0 OR r.id = ?2)"
        " AND (?3 = 0 OR r.row = ?3) ORDER BY r.row",
        "iiii", scope, id, row, store->scope);
    if (!statement)
        return false;
    while ((more = store_step(store, statement, err)) > 0) {
        struct order order;
        store_order_read(&order, statement);
        order_list_add(list, &order);
    }
    store_release(store, statement);
    return more == 0;
}

/* Without a row of its own an account has none; with 0 the list would be that of all. */
#define NO_SCOPE INT64_C(-1)

bool store_order_list(struct store *store, const struct store_op *op, struct store_result *result)
{
    int64_t version = STORE_SCHEMA_VERSION, some = 0;
    if (store->read_only && !store_number(store, &result->error, &version, 0, "PRAGMA user_version", ""))
        return false;
    if (version < STORE_SCHEMA_VERSION) /* an older file that may not be written */
        return true;
    /* Asked first: mostly there is none, and the list takes long to be prepared. */
    if (!store_number(store, &result->error, &some, 0, "SELECT EXISTS (SELECT 1 FROM orders)", ""))
        return false;
    if (!some)
        return true;
    int64_t own = store->scope ? store->scope : NO_SCOPE;
    return store_order_select(store, op->number == ORDERS_OF_ALL ? 0 : own, op->id, 0, &result->orders,
                              &result->error);
}

/* --- the claim --- */

/* Reads one order of this account into the result: none, or it. */
static bool store_order_find(struct store *store, int64_t row, struct store_result *result)
{
    return store_order_select(store, store->scope, 0, row, &result->orders, &result->error);
}

/* A word that nobody guesses. */
static bool store_order_make_token(char *token, struct error *err)
{
    unsigned char bytes[(ORDER_TOKEN_SIZE - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return error_set(err, ERROR_IO, "The system has no random number");
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

bool store_order_claim(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct owner self;
    char token[ORDER_TOKEN_SIZE];
    if (!store_order_find(store, op->number, result) || !store_order_make_token(token, &result->error))
        return false;
    struct order *order = result->orders.count ? result->orders.orders : NULL;
    if (!order || order->outcome != ACT_ROW_WAITS || !order_claim_is_free(&order->claim, op->when_ms))
        return true;
    owner_self(&self);
    snprintf(order->claim.token, sizeof order->claim.token, "%s", token);
    order->done_ms = order->done_ms ? order->done_ms : op->when_ms;
    return store_change(store, result,
                        "UPDATE orders SET token = ?, done_ms = COALESCE(done_ms, ?) WHERE row = ?", "tii",
                        token, op->when_ms, op->number) &&
           store_run(store, &result->error,
                     "UPDATE act_rows SET host = ?, pid = ?, start = ?, until_ms = ? WHERE row = ?", "titii",
                     self.host, self.pid, self.start, op->when_ms + ORDER_LEASE_MS, op->number);
}

/* How many of its act are open, and after the last one the act, to be told of. */
static bool store_order_settled(struct store *store, int64_t row, struct store_result *result)
{
    struct error *err = &result->error;
    if (!store_number(store, err, &result->act, 0, "SELECT act FROM act_rows WHERE row = ?", "i", row) ||
        !store_number(store, err, &result->left, 0,
                      "SELECT count(*) FROM act_rows WHERE act = ? AND ended_ms IS NULL", "i", result->act))
        return false;
    result->act_is_settled = result->left == 0;
    return result->left > 0 || store_act_load(store, result->act, result);
}

/* Ends the row of its act; what was done well leaves nothing else, the rest can be tried again. */
static bool store_order_end(struct store *store, const struct order *order, int64_t now_ms,
                            struct store_result *result)
{
    struct error *err = &result->error;
    bool stays = order->outcome != ACT_ROW_DONE || order_has_found(order);
    return store_run(store, err,
                     "UPDATE act_rows SET outcome = ?1, value = ?2, bytes = NULLIF(?3, 0), ended_ms = ?4,"
                     " version = CASE WHEN ?1 = 'done' THEN ?5 ELSE version END WHERE row = ?6",
                     "ttiiii", act_outcome_name(order->outcome), order->path, order->size, now_ms,
                     order->version, order->row) &&
           store_act_row_ended(store, order->row, now_ms, err) &&
           (stays || store_run(store, err, "DELETE FROM orders WHERE row = ?", "i", order->row)) &&
           store_order_settled(store, order->row, result);
}

/* Writes what its owner says of an order. */
static bool store_order_write(struct store *store, const struct order *order, int64_t now_ms,
                              struct error *err)
{
    bool keeps = order->claim.until_ms > 0;
    json_t *json = caption_verdict_to_json(&order->verdict);
    char *verdict = order->verdict.is_given ? json_dumps(json, JSON_COMPACT) : NULL;
    bool ok = store_run(store, err,
                        "UPDATE orders SET token = CASE WHEN ?2 THEN token END, tries = ?3, next_ms = ?4,"
                        " path = ?5, size = ?6, hash = ?7, verdict = ?8 WHERE row = ?1",
                        "iiiitiit", order->row, (int64_t)keeps, (int64_t)order->tries, order->next_ms,
                        order->path, order->size, (int64_t)order->hash, verdict);
    free(verdict);
    json_decref(json);
    return ok &&
           store_run(store, err,
                     "UPDATE act_rows SET until_ms = ?, status = NULLIF(?, 0), reason = ? WHERE row = ?",
                     "iiti", keeps ? now_ms + ORDER_LEASE_MS : INT64_C(0), (int64_t)order->status,
                     order->reason, order->row);
}

/* Has another order that was given with it this file? One that may overwrite leaves that alone, too, unless
 * somebody let it replace the file after its end (force 2). */
static bool store_order_find_double(struct store *store, const struct order *order, int64_t *found,
                                    struct error *err)
{
    return store_number(store, err, found, 0,
                        "SELECT EXISTS (SELECT 1 FROM act_rows r LEFT JOIN orders o ON o.row = r.row"
                        " WHERE r.row <> ?2 AND r.act IN (SELECT a.act FROM acts a WHERE a.scope = ?1"
                        " AND a.operation = 'export' AND a.begun_ms = (SELECT b.begun_ms FROM act_rows s"
                        " JOIN acts b ON b.act = s.act WHERE s.row = ?2))"
                        " AND ((r.outcome = 'waits' AND o.path = ?3) OR (r.outcome = 'done' AND r.value = ?3"
                        " AND (SELECT force FROM orders WHERE row = ?2) < 2)))",
                        "iit", store->scope, order->row, order->path);
}

bool store_order_save(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    int64_t is_mine;
    if (op->orders.count != 1)
        return error_set(err, ERROR_IO, "There is no order to be saved");
    const struct order *order = op->orders.orders;
    if (!store_number(store, err, &is_mine, 0,
                      "SELECT count(*) FROM orders o JOIN act_rows r ON r.row = o.row WHERE o.row = ?"
                      " AND r.scope = ? AND o.token = ? AND r.outcome = 'waits'",
                      "iit", order->row, store->scope, order->claim.token))
        return false;
    if (!is_mine)
        return true;
    result->changes = 1;
    if (order->outcome == ACT_ROW_WAITS && order->path &&
        !store_order_find_double(store, order, &result->number, err))
        return false;
    if (result->number > 0)
        return true;
    return store_order_write(store, order, op->when_ms, err) &&
           (order->outcome == ACT_ROW_WAITS || store_order_end(store, order, op->when_ms, result));
}

/* --- by hand --- */

bool store_order_again(struct store *store, const struct store_op *op, struct store_result *result)
{
    int64_t act = 0;
    return store_number(store, &result->error, &act, 0,
                        "SELECT r.act FROM act_rows r JOIN orders o ON o.row = r.row WHERE r.row = ?"
                        " AND r.scope = ? AND r.ended_ms IS NOT NULL",
                        "ii", op->number, store->scope) &&
           (!act ||
            (store_run(store, &result->error,
                       "UPDATE orders SET token = NULL, tries = 0, next_ms = 0, done_ms = NULL, path = NULL,"
                       " size = 0, hash = 0, verdict = NULL, force = CASE WHEN ? THEN 2 ELSE force END"
                       " WHERE row = ?",
                       "ii", (int64_t)(op->text != NULL), op->number) &&
             store_run(store, &result->error, "UPDATE acts SET ended_ms = NULL WHERE act = ?", "i", act) &&
             store_change(store, result,
                          "UPDATE act_rows SET outcome = 'waits', status = NULL, reason = NULL,"
                          " ended_ms = NULL, until_ms = 0 WHERE row = ?",
                          "i", op->number)));
}

/* Takes one order away: its row in the act ends, where it has not yet. */
static bool store_order_remove_one(struct store *store, const struct order *order, int64_t now_ms,
                                   struct error *err)
{
    return store_run(store, err, "DELETE FROM orders WHERE row = ?", "i", order->row) &&
           (order->outcome != ACT_ROW_WAITS ||
            (store_run(store, err,
                       "UPDATE act_rows SET outcome = ?, reason = 'removed', ended_ms = ? WHERE row = ?",
                       "tii", act_outcome_name(ACT_ROW_UNSENT), now_ms, order->row) &&
             store_act_row_ended(store, order->row, now_ms, err)));
}

bool store_order_remove(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct order_list *list = &result->orders;
    if (!store_order_select(store, store->scope, op->id, op->number, list, &result->error))
        return false;
    for (size_t i = 0; i < list->count; i++) {
        if (!store_order_remove_one(store, &list->orders[i], op->when_ms, &result->error))
            return false;
        result->changes++;
    }
    return true;
}
