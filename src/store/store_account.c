/* Owns what is kept of an account's credit, and the jobs that are taken off it: those that any program has
 * sent from here. What they do to it is core/free_credit.h's. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/api/json.h"
#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/cost.h"
#include "store.h"

/* A number, or -1 for NULL. */
static int64_t store_account_column(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_type(statement, column) == SQLITE_NULL ? -1
                                                                 : sqlite3_column_int64(statement, column);
}

/* The last reading, without its jobs. */
static bool store_account_read(struct store *store, int64_t now_ms, struct free_credit *credit,
                               struct error *err)
{
    sqlite3_stmt *statement = store_prepare(
        store, err,
        "SELECT credit, transcribed, read_ms, asked_ms, taken_ms, doubtful FROM accounts WHERE scope = ?",
        "i", store->scope);
    int got = statement ? store_step(store, statement, err) : -1;
    *credit = (struct free_credit){.left = -1, .transcribed_ms = -1};
    if (got > 0)
        *credit = (struct free_credit){.left = store_account_column(statement, 0),
                                       .transcribed_ms = store_account_column(statement, 1),
                                       .read_ms = store_time_column(statement, 2),
                                       .asked_ms = store_time_column(statement, 3),
                                       .taken_ms = store_time_column(statement, 4),
                                       .is_doubtful = sqlite3_column_int64(statement, 5) != 0};
    free_credit_forget_ahead(credit, now_ms);
    store_release(store, statement);
    return got >= 0;
}

/* The part of a recording that a job transcribes, by the options in `column` and the length behind them: ms,
 * negative where that is not known. */
static int64_t store_account_part(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    char *length = store_column(statement, column + 1);
    json_t *json =
        text ? json_decode(text, (size_t)sqlite3_column_bytes(statement, column), &(struct error){0}) : NULL;
    struct param_set *params = json ? param_set_from_json(&params_enqueue, json, NULL) : NULL;
    int64_t length_ms = -1;
    bool known = length && length_parse(length, &length_ms);
    int64_t part_ms = cost_part(known ? length_ms : -1, params);
    param_set_free(params);
    json_decref(json);
    free(length);
    return part_ms;
}

/* Adds the last job of each project to the credit. *parts_ms gets the exact length of those that count and
 * were sent before `until_ms`. */
static bool store_account_add_jobs(struct store *store, struct free_credit *credit, int64_t now_ms,
                                   int64_t until_ms, int64_t *parts_ms, struct error *err)
{
    sqlite3_stmt *statement =
        store_prepare(store, err,
                      "SELECT max(r.row), r.when_ms, r.ended_ms, COALESCE(r.params, a.options), p.length "
                      "FROM act_rows r JOIN acts a ON a.act = r.act"
                      " LEFT JOIN projects p ON p.scope = r.scope AND p.id = r.id"
                      " WHERE r.scope = ? AND r.operation = ? AND r.when_ms > ?"
                      " AND (r.outcome IS NULL OR r.outcome IN ('done', 'probably')) GROUP BY r.id",
                      "iti", store->scope, endpoints[ENDPOINT_ENQUEUE].name, now_ms - CREDIT_JOB_MS);
    if (!statement)
        return false;
    int more;
    *parts_ms = 0;
    while ((more = store_step(store, statement, err)) > 0) {
        struct credit_job job = {.sent_ms = store_time_column(statement, 1),
                                 .ended_ms = store_time_column(statement, 2),
                                 .part_ms = store_account_part(statement, 3)};
        job.minutes = cost_of(job.part_ms, true).minutes;
        free_credit_add(credit, &job, now_ms);
        if (sqlite3_column_int64(statement, 0) > credit->last_row)
            credit->last_row = sqlite3_column_int64(statement, 0);
        if (job.part_ms > 0 && job.sent_ms <= until_ms && credit_job_counts(&job, credit, now_ms))
            *parts_ms += job.part_ms;
    }
    store_release(store, statement);
    return more == 0;
}

bool store_account_load(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    bool has;
    int64_t parts_ms;
    result->credit = mem_zero(1, sizeof *result->credit);
    *result->credit = (struct free_credit){.left = -1, .transcribed_ms = -1};
    return store_has_table(store, "accounts", &has, err) &&
           (!has || (store_account_read(store, op->when_ms, result->credit, err) &&
                     store_account_add_jobs(store, result->credit, op->when_ms, 0, &parts_ms, err) &&
                     store_number(store, err, &result->credit->accepted, 0,
                                  "SELECT count(*) FROM act_rows WHERE scope = ? AND operation = ?"
                                  " AND outcome IN ('done', 'probably')",
                                  "it", store->scope, endpoints[ENDPOINT_ENQUEUE].name)));
}

bool store_account_save(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    struct free_credit now, before;
    int64_t parts_ms;
    if (!store_account_read(store, op->when_ms, &now, err))
        return false;
    before = now;
    if (!store_account_add_jobs(store, &before, op->when_ms, op->credit->read_ms, &parts_ms, err))
        return false;
    free_credit_take(&now, op->credit, parts_ms);
    return store_run(
               store, err,
               "INSERT OR REPLACE INTO accounts (scope, credit, transcribed, read_ms, asked_ms, taken_ms,"
               " doubtful) VALUES (?, NULLIF(?, -1), NULLIF(?, -1), ?, ?, ?, ?)",
               "iiiiiii", store->scope, now.left, now.transcribed_ms, now.read_ms, now.asked_ms, now.taken_ms,
               (int64_t)now.is_doubtful) &&
           store_account_load(store, op, result);
}

bool store_account_claim(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_change(store, result,
                        "INSERT INTO accounts (scope, asked_ms) VALUES (?1, ?2) ON CONFLICT (scope)"
                        " DO UPDATE SET asked_ms = ?2 WHERE asked_ms <= ?3 OR asked_ms > ?4",
                        "iiii", store->scope, op->when_ms, op->number, op->when_ms + CREDIT_AHEAD_MS);
}
