/* Owns acts as they are listed, and the end of those that nobody needs any more. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/core/act.h"
#include "store_act.h"

/* JSON in a column; NULL where there is none, or it cannot be read. */
static json_t *store_act_list_json(sqlite3_stmt *statement, int column)
{
    struct error ignored;
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? json_decode(text, (size_t)sqlite3_column_bytes(statement, column), &ignored) : NULL;
}

/* Fills a row. The value of metadata, which may be a secret, is not among it. */
static void store_act_list_read_row(struct act_row *row, sqlite3_stmt *statement)
{
    char *outcome = store_column(statement, 2);
    *row = (struct act_row){
        .row = sqlite3_column_int64(statement, 0),
        .id = sqlite3_column_int64(statement, 1),
        .outcome = act_outcome_find(outcome),
        .status = (int)sqlite3_column_int64(statement, 3),
        .reason = store_shown_column(statement, 4),
        .params = store_act_list_json(statement, 5),
        .name = store_shown_column(statement, 6),
        .before = store_shown_column(statement, 7),
        .after = store_shown_column(statement, 8),
        .version = sqlite3_column_int64(statement, 9),
        .bytes = sqlite3_column_int64(statement, 10),
        .when_ms = store_time_column(statement, 11),
        .until_ms = store_time_column(statement, 12),
        .ended_ms = store_time_column(statement, 13),
    };
    free(outcome);
    if (row->outcome == ACT_ROW_OPEN) {
        struct owner owner = store_read_owner(statement, 14);
        row->life = owner_look(&owner);
    }
}

/* Adds its rows to an act. */
static bool store_act_list_rows(struct store *store, struct act *act, struct error *err)
{
    int more;
    sqlite3_stmt *statement = store_prepare(
        store, err,
        "SELECT row, id, outcome, status, reason, params,"
        " CASE operation WHEN 'add-metadata' THEN key WHEN 'delete-metadata' THEN key ELSE value END, state,"
        " after, version, bytes, when_ms, until_ms, ended_ms, host, pid, start FROM act_rows"
        " WHERE act = ? AND id >= 0 ORDER BY row",
        "i", act->act);
    if (!statement)
        return false;
    while ((more = store_step(store, statement, err)) > 0) {
        if ((act->row_count & (act->row_count - 1)) == 0) /* the room grows at powers of two */
            act->rows = mem_grow(act->rows, act->row_count ? act->row_count * 2 : 1, sizeof *act->rows);
        store_act_list_read_row(&act->rows[act->row_count++], statement);
    }
    store_release(store, statement);
    return more == 0;
}

/* Takes an act of the columns act, operation, options, count, begun_ms, ended_ms, seen; one of an operation
 * that this program does not know is left out. */
static void store_act_list_take(struct store_result *result, sqlite3_stmt *statement)
{
    char *name = store_column(statement, 1);
    const struct endpoint *endpoint = name ? endpoint_find(name) : NULL;
    free(name);
    if (!endpoint)
        return;
    result->acts = mem_grow(result->acts, result->act_count + 1, sizeof *result->acts);
    result->acts[result->act_count++] = (struct act){.act = sqlite3_column_int64(statement, 0),
                                                     .op = (enum endpoint_id)(endpoint - endpoints),
                                                     .options = store_act_list_json(statement, 2),
                                                     .count = sqlite3_column_int64(statement, 3),
                                                     .begun_ms = store_time_column(statement, 4),
                                                     .ended_ms = store_time_column(statement, 5),
                                                     .seen = sqlite3_column_int64(statement, 6)};
}

/* Takes the acts of a statement, each with its rows. */
static bool store_act_list_take_all(struct store *store, sqlite3_stmt *statement, struct store_result *result)
{
    int more;
    if (!statement)
        return false;
    while ((more = store_step(store, statement, &result->error)) > 0)
        store_act_list_take(result, statement);
    store_release(store, statement);
    for (size_t i = 0; more == 0 && i < result->act_count; i++) {
        if (!store_act_list_rows(store, &result->acts[i], &result->error))
            return false;
    }
    return more == 0;
}

#define ACT_COLUMNS "SELECT act, operation, options, count, begun_ms, ended_ms, seen FROM acts"

bool store_act_load(struct store *store, int64_t act, struct store_result *result)
{
    return store_act_list_take_all(
        store, store_prepare(store, &result->error, ACT_COLUMNS " WHERE act = ?", "i", act), result);
}

bool store_act_list(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_act_list_take_all(
        store,
        store_prepare(store, &result->error,
                      ACT_COLUMNS " WHERE scope = ?1 AND (?2 = 0 OR act < ?2) AND begun_ms >= ?3 AND (?4 = 0"
                                  " OR act IN (SELECT act FROM act_rows WHERE scope = ?1 AND id = ?4))"
                                  " ORDER BY act DESC LIMIT ?5",
                      "iiiii", store->scope, op->number, op->when_ms, op->id, (int64_t)STORE_ACTS_MAX),
        result);
}

bool store_act_seen(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_change(store, result, "UPDATE acts SET seen = 1 WHERE scope = ? AND act <= ? AND seen = 0",
                        "ii", store->scope, op->number);
}

/* Deletes acts without a row. */
static bool store_act_list_drop_empty(struct store *store, struct error *err)
{
    return store_run(store, err,
                     "DELETE FROM acts WHERE NOT EXISTS (SELECT 1 FROM act_rows r WHERE r.act = acts.act)",
                     "");
}

bool store_act_trim(struct store *store, struct error *err)
{
    return store_run(store, err,
                     "DELETE FROM act_rows WHERE act IN (SELECT act FROM acts WHERE scope = ?1 AND begun_ms <"
                     " (SELECT min(when_ms) FROM history WHERE scope = ?1) AND NOT EXISTS"
                     " (SELECT 1 FROM act_rows r WHERE r.act = acts.act AND (r.outcome IS NULL OR r.outcome "
                     "= 'waits')))",
                     "i", store->scope) &&
           store_act_list_drop_empty(store, err);
}

/* Takes a project out of an act, as if it had never been among them; that may have been all that it waited
 * for. */
static bool store_act_list_take_out(struct store *store, int64_t act, int64_t id, struct error *err)
{
    int64_t left;
    return store_run(store, err,
                     "UPDATE acts SET count = count -"
                     " (SELECT count(*) FROM act_rows WHERE act = ?1 AND id = ?2) WHERE act = ?1",
                     "ii", act, id) &&
           store_run(store, err, "DELETE FROM act_rows WHERE act = ? AND id = ?", "ii", act, id) &&
           store_act_count_left(store, act, &left, err) &&
           (left > 0 || store_run(store, err,
                                  "UPDATE acts SET ended_ms = (SELECT max(COALESCE(ended_ms, when_ms))"
                                  " FROM act_rows WHERE act = ?1) WHERE act = ?1 AND ended_ms IS NULL",
                                  "i", act));
}

bool store_act_forget(struct store *store, int64_t scope, int64_t id, struct error *err)
{
    for (int64_t act = 0; id != 0;) {
        if (!store_number(store, err, &act, 0,
                          "SELECT act FROM act_rows WHERE (?1 = 0 OR scope = ?1) AND id = ?2 AND act > ?3"
                          " ORDER BY act",
                          "iii", scope, id, act))
            return false;
        if (act == 0)
            return store_act_list_drop_empty(store, err);
        if (!store_act_list_take_out(store, act, id, err))
            return false;
    }
    return store_run(store, err, "DELETE FROM act_rows WHERE ?1 = 0 OR scope = ?1", "i", scope) &&
           store_act_list_drop_empty(store, err);
}
