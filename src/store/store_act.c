/* Owns acts and their rows: beginning, ending, following a project, listing. Knows nothing of what an answer
 * means. */
/* SPDX-License-Identifier: MIT */
#include "store_act.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/act.h"

/* Of a row: it is open, or followed. */
#define ACT_LEFT "ended_ms IS NULL AND (outcome IS NULL OR outcome IN ('done', 'probably'))"

/* --- rows --- */

/* The act that a row belongs to, begun where it is the first. */
static bool store_act_begin(struct store *store, const struct pending *pending, const char *params,
                            const struct owner *self, int64_t *act, struct error *err)
{
    const struct act_key *key = &pending->act;
    char *sender = key->key ? mem_printf("%s %" PRId64 " %s %" PRId64 " %" PRIu64, self->host, self->pid,
                                         self->start, key->begun_ms, key->key)
                            : NULL;
    bool ok = store_run(store, err,
                        "INSERT INTO acts (scope, sender, operation, options, count, begun_ms)"
                        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (sender) DO NOTHING",
                        "itttii", store->scope, sender, endpoints[pending->op].name, params,
                        sender ? key->count : 1, sender ? key->begun_ms : pending->when_ms);
    if (ok && sender)
        ok = store_number(store, err, act, 0, "SELECT act FROM acts WHERE sender = ?", "t", sender);
    else
        *act = sqlite3_last_insert_rowid(store->db);
    free(sender);
    return ok;
}

bool store_act_insert(struct store *store, const struct pending *pending, struct store_result *result)
{
    struct error *err = &result->error;
    struct owner self;
    int64_t act = 0;
    char *params = pending->params ? store_json_text(pending->params, err) : NULL;
    owner_self(&self);
    bool ok =
        (params || !pending->params) && store_act_begin(store, pending, params, &self, &act, err) &&
        store_run(store, err,
                  "INSERT INTO act_rows (act, scope, id, operation, key, value, params, state, version,"
                  " when_ms, until_ms, host, pid, start) VALUES (?1, ?2, ?3, ?4, ?5, ?6,"
                  " NULLIF(?7, (SELECT options FROM acts WHERE act = ?1)), ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
                  "iiitttttiiitit", act, store->scope, pending->id, endpoints[pending->op].name, pending->key,
                  pending->value, params, pending->state, pending->version, pending->when_ms,
                  pending->until_ms, self.host, self.pid, self.start);
    free(params);
    result->number = ok ? sqlite3_last_insert_rowid(store->db) : 0;
    result->changes = ok;
    return ok;
}

bool store_act_count_left(struct store *store, int64_t act, int64_t *left, struct error *err)
{
    int64_t unsent = 0;
    if (!store_number(store, err, left, 0, "SELECT count(*) FROM act_rows WHERE act = ? AND " ACT_LEFT, "i",
                      act) ||
        !store_number(
            store, err, &unsent, 0,
            "SELECT count - (SELECT count(*) FROM act_rows WHERE act = ?1) FROM acts WHERE act = ?1", "i",
            act))
        return false;
    if (unsent <= 0)
        return true;
    sqlite3_stmt *statement = store_prepare(
        store, err, "SELECT host, pid, start FROM act_rows WHERE act = ? ORDER BY row DESC", "i", act);
    int got = statement ? store_step(store, statement, err) : -1;
    if (got > 0) {
        struct owner owner = store_read_owner(statement, 0);
        enum owner_life life = owner_look(&owner);
        *left += life == OWNER_SELF || life == OWNER_LIVES ? unsent : 0;
    }
    store_release(store, statement);
    return got >= 0;
}

/* A row has ended: notes how many are left, and ends its act with the last. */
static bool store_act_row_ended(struct store *store, int64_t row, int64_t now_ms, struct error *err)
{
    int64_t act, left;
    return store_number(store, err, &act, 0, "SELECT act FROM act_rows WHERE row = ?", "i", row) &&
           store_act_count_left(store, act, &left, err) &&
           store_run(store, err, "UPDATE act_rows SET remaining = ? WHERE row = ?", "ii", left, row) &&
           (left > 0 ||
            store_run(store, err, "UPDATE acts SET ended_ms = ?, seen = 0 WHERE act = ?", "ii", now_ms, act));
}

/* Does a row with this outcome wait for the end of its project? */
static bool store_act_is_followed(struct store *store, const struct act_row *end, int64_t row,
                                  bool *is_followed, struct error *err)
{
    int64_t count = 0;
    *is_followed = false;
    if (end->outcome != ACT_ROW_DONE && end->outcome != ACT_ROW_PROBABLY)
        return true;
    bool ok = store_number(store, err, &count, 0,
                           "SELECT count(*) FROM act_rows WHERE row = ? AND operation = 'enqueue'", "i", row);
    *is_followed = count > 0;
    return ok;
}

/* Is its project read by anybody: by its sender, or as one of the watchlist? */
static bool store_act_has_reader(struct store *store, int64_t row, bool follows, bool *has, struct error *err)
{
    int64_t count = follows;
    bool ok = follows || store_number(store, err, &count, 0,
                                      "SELECT count(*) FROM act_rows r JOIN watchlist w ON w.scope = r.scope"
                                      " AND w.id = r.id WHERE r.row = ?",
                                      "i", row);
    *has = count > 0;
    return ok;
}

/* Ends a row; one that is followed only once its project has ended. */
static bool store_act_end_row(struct store *store, const struct act_row *end, int64_t row, int64_t now_ms,
                              struct store_result *result)
{
    struct error *err = &result->error;
    bool is_followed, has_reader = true;
    if (!store_act_is_followed(store, end, row, &is_followed, err) ||
        (is_followed && !store_act_has_reader(store, row, end->is_followed, &has_reader, err)))
        return false;
    enum act_outcome outcome = has_reader ? end->outcome : ACT_ROW_UNFOLLOWED;
    bool is_over = !is_followed || !has_reader || end->ended_ms;
    char *reason = end->reason ? text_clean_copy(end->reason) : NULL;
    bool ok = store_change(store, result,
                           "UPDATE act_rows SET outcome = ?, status = NULLIF(?, 0), reason = ?, after = ?,"
                           " bytes = NULLIF(?, 0), ended_ms = NULLIF(?, 0),"
                           " value = CASE operation WHEN 'add-metadata' THEN NULL ELSE COALESCE(?, value) END"
                           " WHERE row = ?",
                           "tittiiti", act_outcome_name(outcome), (int64_t)end->status, reason, end->after,
                           end->bytes, is_over ? now_ms : INT64_C(0), end->name, row);
    free(reason);
    return ok && (!is_over || store_act_row_ended(store, row, now_ms, err));
}

/* A row was settled, by a look or by hand: the result has its act, where that was one of several and the last
 * of it. An enqueue that was done is told with the state of its project. */
static bool store_act_settled(struct store *store, int64_t row, struct store_result *result)
{
    int64_t act;
    if (!store_number(
            store, &result->error, &act, 0,
            "SELECT a.act FROM act_rows r JOIN acts a ON a.act = r.act WHERE r.row = ? AND a.count > 1"
            " AND a.ended_ms IS NOT NULL AND r.outcome NOT IN ('done', 'probably')",
            "i", row))
        return false;
    result->act_is_settled = act;
    return !act || store_act_load(store, act, result);
}

bool store_act_end(struct store *store, const struct store_op *op, struct store_result *result)
{
    const struct act_row *end = op->act_row;
    bool by_hand = op->kind == STORE_ACT_END && end->outcome == ACT_ROW_UNKNOWN;
    return store_act_end_row(store, end, end->row, op->when_ms, result) &&
           ((op->kind != STORE_PENDING_SETTLE && !by_hand) || store_act_settled(store, end->row, result));
}

bool store_act_add(struct store *store, const struct store_op *op, struct store_result *result)
{
    if (!store_act_insert(store, op->pending, result))
        return false;
    int64_t row = result->number;
    bool ok = store_act_end_row(store, op->act_row, row, op->when_ms, result);
    result->number = row;
    return ok;
}

bool store_act_drop_row(struct store *store, int64_t row, struct store_result *result)
{
    int64_t act;
    return store_number(store, &result->error, &act, 0, "SELECT act FROM act_rows WHERE row = ?", "i", row) &&
           store_change(store, result, "DELETE FROM act_rows WHERE row = ?", "i", row) &&
           store_run(store, &result->error,
                     "DELETE FROM acts WHERE act = ?1 AND NOT EXISTS (SELECT 1 FROM act_rows WHERE act = ?1)",
                     "i", act);
}

/* --- following --- */

/* Calls `take` for each row of a project that is followed. */
static bool store_act_each_followed(struct store *store, int64_t id,
                                    bool (*take)(struct store *store, int64_t row, void *arg,
                                                 struct error *err),
                                    void *arg, struct error *err)
{
    for (int64_t row = 0;;) {
        if (!store_number(
                store, err, &row, 0,
                "SELECT row FROM act_rows WHERE scope = ? AND id = ? AND row > ? AND ended_ms IS NULL"
                " AND outcome IN ('done', 'probably') ORDER BY row",
                "iii", store->scope, id, row))
            return false;
        if (row == 0)
            return true;
        if (!take(store, row, arg, err))
            return false;
    }
}

/* A reading of a project whose state or version has moved. */
struct act_reading {
    const char *state;
    bool is_end;
    int64_t when_ms;
    struct store_result *result;
};

/* Notes in a row what the reading shows of it, and in the result whether that has ended its act. */
static bool store_act_follow_row(struct store *store, int64_t row, void *arg, struct error *err)
{
    const struct act_reading *reading = arg;
    struct store_result *result = reading->result;
    int64_t ended_ms = 0;
    bool ok = store_run(store, err, "UPDATE act_rows SET after = ?, ended_ms = NULLIF(?, 0) WHERE row = ?",
                        "tii", reading->state, reading->is_end ? reading->when_ms : INT64_C(0), row) &&
              (!reading->is_end || store_act_row_ended(store, row, reading->when_ms, err)) &&
              store_number(store, err, &result->act, 0, "SELECT act FROM act_rows WHERE row = ?", "i", row) &&
              store_number(store, err, &ended_ms, 0, "SELECT COALESCE(ended_ms, 0) FROM acts WHERE act = ?",
                           "i", result->act);
    return ok && (!ended_ms || !reading->is_end || store_act_load(store, result->act, result));
}

bool store_act_follow(struct store *store, const struct store_op *op, const char *state,
                      struct store_result *result)
{
    struct act_reading reading = {
        .state = state, .is_end = op->number & STORE_SETTLED, .when_ms = op->when_ms, .result = result};
    return store_act_each_followed(store, op->id, store_act_follow_row, &reading, &result->error);
}

/* Its project is taken from the watchlist: nobody reads it any more. */
static bool store_act_leave_row(struct store *store, int64_t row, void *arg, struct error *err)
{
    int64_t now_ms = clock_wall_ms();
    (void)arg;
    return store_run(store, err, "UPDATE act_rows SET outcome = ?, ended_ms = ? WHERE row = ?", "tii",
                     act_outcome_name(ACT_ROW_UNFOLLOWED), now_ms, row) &&
           store_act_row_ended(store, row, now_ms, err);
}

bool store_act_leave(struct store *store, int64_t id, struct error *err)
{
    return store_act_each_followed(store, id, store_act_leave_row, NULL, err);
}

bool store_act_of_change(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    sqlite3_stmt *statement = store_prepare(
        store, err,
        "SELECT act, CASE WHEN ended_ms IS NULL THEN -1 ELSE remaining + (after <> ?) END FROM act_rows"
        " WHERE scope = ? AND id = ? AND operation = 'enqueue' AND outcome IN ('done', 'probably')"
        " AND when_ms <= ? AND (ended_ms IS NULL OR ended_ms >= ?) ORDER BY row DESC",
        "tiiii", op->text ? op->text : "", store->scope, op->id, op->when_ms, op->number);
    if (!statement)
        return false;
    int got = store_step(store, statement, err);
    result->act = got > 0 ? sqlite3_column_int64(statement, 0) : 0;
    result->left = got > 0 ? sqlite3_column_int64(statement, 1) : 0;
    store_release(store, statement);
    if (got < 0 || (result->left < 0 && !store_act_count_left(store, result->act, &result->left, err)))
        return false;
    return !result->act || result->left > 0 || store_act_load(store, result->act, result);
}
