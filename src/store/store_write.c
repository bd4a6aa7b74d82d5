/* Saves and lists writes and acts (batches), and the history. core/write.c decides what an answer means. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "store_sql.h"

/* After this many new lines, the oldest lines of the history are deleted (see STORE_HISTORY_MAX). */
#define STORE_HISTORY_SLACK 64

/* Selects rows of writes. `values` are the columns key, value and parameters. WRITE_WHOLE has all three
 * columns. WRITE_SHOWN is for lists that people see. It omits key and value, which can be secret, and
 * parameters that equal those of the act. */
#define WRITE_ROWS(values)                                                                                   \
    "SELECT r.row, r.act, r.id, r.operation,"                                                                \
    " CASE WHEN r.operation LIKE '%metadata%' THEN r.key ELSE r.value END, " values                          \
    ", r.state, r.version, r.rests_ms, r.when_ms, r.until_ms, r.answered_ms, r.outcome, r.over, r.status,"   \
    " r.reason, r.after, r.bytes, r.ended_ms, r.scope FROM act_rows r JOIN acts a ON a.act = r.act WHERE "
#define WRITE_SHOWN WRITE_ROWS("NULL, NULL, r.params")
#define WRITE_WHOLE WRITE_ROWS("r.key, r.value, COALESCE(r.params, a.options)")

static bool write_collect(struct store *store, sqlite3_stmt *rows, struct write_list *list, struct error *err)
{
    struct write write = {0};
    char *operation, *outcome;
    int64_t scope;
    int more;
    while ((more = store_next(store, &rows, err, "iiiCcttjcimmmmtbnccimi", &write.row, &write.act, &write.id,
                              &operation, &write.name, &write.key, &write.value, &write.params, &write.before,
                              &write.version, &write.rests_ms, &write.when_ms, &write.until_ms,
                              &write.answered_ms, &outcome, &write.is_over, &write.status, &write.reason,
                              &write.after, &write.bytes, &write.ended_ms, &scope)) > 0) {
        const struct endpoint *endpoint = endpoint_find(operation);
        write.outcome = write_outcome_find(outcome);
        write.is_elsewhere = scope != store->scope;
        free(operation);
        free(outcome);
        if (endpoint) {
            write.op = (enum endpoint_id)(endpoint - endpoints);
            list->rows = store_room(list->rows, list->count, sizeof write);
            list->rows[list->count++] = write;
        } else {
            write_clear(&write); /* only a later version of steno knows this operation */
        }
    }
    return more == 0;
}

/* --- begin --- */

/* Adds a row without an outcome. Also adds its act if the act is new, or if another program has deleted the
 * act. A row needs an act, because lists show acts with their rows. */
static bool write_insert(struct store *store, struct write *write, struct error *err)
{
    const char *operation = endpoints[write->op].name;
    int64_t act = 0;
    bool ok = write->act == 0 ||
              store_get(store, err, "SELECT act FROM acts WHERE act = ?", "i>i", write->act, &act) >= 0;
    if (ok && act == 0) {
        ok = store_run(store, err,
                       "INSERT INTO acts (scope, operation, options, count, begun_ms) VALUES (?, ?, ?, ?, ?)",
                       "@tjii", operation, write->params, write->act_count ? write->act_count : 1,
                       write->when_ms);
        act = sqlite3_last_insert_rowid(store->db);
    }
    ok = ok && store_run(store, err,
                         "INSERT INTO act_rows (act, scope, server, id, operation, key, value, params, state,"
                         " version, rests_ms, when_ms, until_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,"
                         " NULLIF(?8, (SELECT options FROM acts WHERE act = ?1)), ?9, ?10, ?11, ?12, ?13)",
                         "i@titttjtiiii", act, store->server, write->id, operation, write->key, write->value,
                         write->params, write->before, write->version, write->rests_ms, write->when_ms,
                         write->until_ms);
    if (ok) {
        write->act = act;
        write->row = sqlite3_last_insert_rowid(store->db);
    }
    return ok;
}

/* Ends the transaction that added a row. After a rollback, write->act is `act` again, and write->row is 0. */
static bool write_end_insert(struct store *store, struct write *write, int64_t act, bool ok,
                             struct error *err)
{
    ok = store_end(store, ok, err);
    if (!ok) {
        write->act = act;
        write->row = 0;
    }
    return ok;
}

/* Checks and adds the row in one transaction, so that no other program can add an enqueue in between. */
int64_t store_write_begin(struct store *store, struct write *write, struct write_list *open,
                          struct error *err)
{
    static const char others[] =
        WRITE_SHOWN "r.server = ?1 AND r.id = ?2 AND r.operation = ?3 AND r.row > ?4 AND (r.over = 0"
                    " OR ((r.when_ms >= ?5 OR r.answered_ms >= ?5)"
                    " AND r.outcome NOT IN ('refused', 'failed', 'unsent', 'skipped'))) ORDER BY r.row";
    int64_t act = write->act;
    *open = (struct write_list){0};
    if (!store_begin(store, err))
        return -1;
    bool ok = write->op != ENDPOINT_ENQUEUE ||
              write_collect(store,
                            store_rows(store, err, others, "titii", store->server, write->id,
                                       endpoints[write->op].name, write->asked_row, write->rests_ms),
                            open, err);
    if (ok && open->count > 0) {
        store_roll_back(store);
        return 0;
    }
    return write_end_insert(store, write, act, ok && write_insert(store, write, err), err) ? write->row : -1;
}

static bool act_drop_empty(struct store *store, struct error *err)
{
    return store_run(store, err,
                     "DELETE FROM acts WHERE NOT EXISTS (SELECT 1 FROM act_rows r WHERE r.act = acts.act)",
                     "");
}

bool store_write_drop(struct store *store, int64_t row, struct error *err)
{
    return store_begin(store, err) &&
           store_end(store,
                     store_run(store, err, "DELETE FROM act_rows WHERE row = ?", "i", row) &&
                         act_drop_empty(store, err),
                     err);
}

/* --- end --- */

/* Sets the outcome of a row. An outcome from an answer replaces an outcome that was concluded from a reading.
 * The act becomes unseen again, so that the operator looks at the act. */
static bool write_set_end(struct store *store, int64_t row, const struct write *end, struct error *err)
{
    return store_run(store, err,
                     "UPDATE act_rows SET outcome = ?1,"
                     " status = COALESCE(NULLIF(?2, 0), status), reason = ?3, after = COALESCE(?4, after),"
                     " bytes = NULLIF(?5, 0), answered_ms = COALESCE(NULLIF(?6, 0), answered_ms), over = ?7,"
                     " ended_ms = COALESCE(NULLIF(?8, 0), CASE WHEN ?6 = 0 THEN ended_ms END),"
                     " value = CASE operation WHEN 'add-metadata' THEN NULL ELSE COALESCE(?9, value) END"
                     " WHERE row = ?10",
                     "tbctiibiti", write_outcome_name(end->outcome), end->status, end->reason, end->after,
                     end->bytes, end->answered_ms, end->is_over, end->ended_ms, end->name, row) &&
           store_run(store, err,
                     "UPDATE acts SET seen = 0 WHERE act = (SELECT act FROM act_rows WHERE row = ?)", "i",
                     row);
}

/* Saves all parts of a receipt, except the project and the outcome of `row`. */
static bool write_keep(struct store *store, int64_t row, const struct receipt *receipt, struct error *err)
{
    int64_t id = receipt->end.id, when_ms = receipt->when_ms;
    return (!receipt->kind || store_history_add(store, id, receipt->kind, receipt->row, when_ms, row, err)) &&
           (!receipt->shown ||
            store_history_add(store, id, receipt->kind, receipt->shown, when_ms, row, err)) &&
           (!receipt->key || store_metadata_add(store, id, receipt, err)) &&
           (!receipt->file.path || store_exports_add(store, &receipt->file, err)) &&
           (receipt->moved_from == receipt->moved_to ||
            store_run(store, err, "UPDATE exports SET version = ? WHERE scope = ? AND id = ? AND version = ?",
                      "i@ii", receipt->moved_to, id, receipt->moved_from)) &&
           (!receipt->overrules ||
            store_run(store, err,
                      "UPDATE act_rows SET outcome = COALESCE(outcome, 'unknown'), over = 1,"
                      " ended_ms = CASE WHEN outcome IS NULL THEN ?1 ELSE ended_ms END WHERE server = ?2"
                      " AND id = ?3 AND operation = ?4 AND over = 0 AND row <= ?5 AND row <> ?6",
                      "ititii", when_ms, store->server, id, endpoints[ENDPOINT_ENQUEUE].name,
                      receipt->overrules, row));
}

static bool write_save_project(struct store *store, const struct receipt *receipt, struct error *err)
{
    const struct project *project = receipt->project;
    return !project || store_project_save(store,
                                          &(struct store_reading){.project = project,
                                                                  .when_ms = receipt->read_ms,
                                                                  .is_seen = receipt->is_seen,
                                                                  .is_ended = receipt->is_ended},
                                          err);
}

bool store_write_end(struct store *store, int64_t row, struct receipt *receipt, struct error *err)
{
    if (receipt->outcome == WRITE_UNSENT)
        return row <= 0 || store_write_drop(store, row, err);
    if (!store_begin(store, err))
        return false;
    /* Save the project first: store_write_follow must not apply the project's state to this row. */
    bool ok = write_save_project(store, receipt, err);
    if (ok && receipt->ends && row <= 0) {
        ok = write_insert(store, &receipt->end, err);
        row = receipt->end.row;
    }
    ok = ok && (!receipt->ends || write_set_end(store, row, &receipt->end, err)) &&
         write_keep(store, row, receipt, err);
    return store_end(store, ok, err);
}

bool store_write_settle(struct store *store, int64_t row, const struct receipt *receipt, bool *is_first,
                        struct error *err)
{
    int64_t open = 0;
    *is_first = false;
    if (!store_begin(store, err))
        return false;
    bool ok = store_get(store, err, "SELECT count(*) FROM act_rows WHERE row = ? AND over = 0", "i>i", row,
                        &open) >= 0;
    if (ok && open > 0)
        ok = write_set_end(store, row, &receipt->end, err) && write_save_project(store, receipt, err) &&
             write_keep(store, row, receipt, err);
    ok = store_end(store, ok, err);
    *is_first = ok && open > 0;
    return ok;
}

bool store_write_leave_out(struct store *store, struct write *write, struct error *err)
{
    int64_t act = write->act;
    if (!store_begin(store, err))
        return false;
    struct write end = *write;
    end.is_over = true;
    end.ended_ms = write->when_ms;
    bool ok = write_insert(store, write, err) && write_set_end(store, write->row, &end, err);
    return write_end_insert(store, write, act, ok, err);
}

bool store_write_follow(struct store *store, const struct store_reading *reading, struct error *err)
{
    const struct project *project = reading->project;
    if (!*project->state) /* the server named no state: change nothing */
        return true;
    return store_run(store, err,
                     "UPDATE act_rows SET after = ?1,"
                     " over = CASE WHEN COALESCE(NULLIF(after, ''), state) IS NOT ?1 THEN 1 ELSE over END,"
                     " ended_ms = CASE WHEN ?2 THEN ?3 END"
                     " WHERE scope = ?4 AND id = ?5 AND operation = ?6 AND ended_ms IS NULL"
                     " AND outcome IN ('done', 'probably') AND COALESCE(answered_ms, when_ms) < ?3",
                     "tbi@it", project->state, reading->is_ended, reading->when_ms, project->id,
                     endpoints[ENDPOINT_ENQUEUE].name);
}

/* --- lists --- */

bool store_write_any(struct store *store, bool *any, struct error *err)
{
    *any = false;
    return store_get(store, err, "SELECT EXISTS (SELECT 1 FROM act_rows WHERE over = 0)", ">b", any) >= 0;
}

bool store_write_list(struct store *store, int64_t id, struct write_list *list, struct error *err)
{
    static const char sql[] =
        WRITE_WHOLE "r.over = 0 AND (?1 = 0 OR r.id = ?1) AND (r.scope = ?2 OR (r.server = ?3"
                    " AND r.operation = ?4 AND (?1 <> 0 OR EXISTS (SELECT 1 FROM watchlist w"
                    " WHERE w.scope = ?2 AND w.id = r.id)))) ORDER BY r.row";
    *list = (struct write_list){0};
    bool ok = write_collect(
        store, store_rows(store, err, sql, "i@tt", id, store->server, endpoints[ENDPOINT_ENQUEUE].name), list,
        err);
    if (!ok)
        write_list_clear(list);
    return ok;
}

bool store_act_list(struct store *store, int64_t id, int64_t before, int64_t since_ms, struct act **acts,
                    size_t *count, struct error *err)
{
    static const char sql[] =
        "SELECT act, operation, options, count, begun_ms, seen FROM acts WHERE scope = ?1"
        " AND (?2 = 0 OR act < ?2) AND begun_ms >= ?3 AND (?4 = 0"
        " OR act IN (SELECT act FROM act_rows WHERE scope = ?1 AND id = ?4)) ORDER BY act DESC LIMIT ?5";
    static const char sql_rows[] = WRITE_SHOWN "r.act = ? AND r.id >= 0 ORDER BY r.row";
    struct act act = {0};
    char *operation;
    int more;
    *acts = NULL;
    *count = 0;
    sqlite3_stmt *rows = store_rows(store, err, sql, "@iiib", before, since_ms, id, STORE_ACTS_MAX);
    while ((more = store_next(store, &rows, err, "iCjimb", &act.act, &operation, &act.options, &act.count,
                              &act.begun_ms, &act.seen)) > 0) {
        const struct endpoint *endpoint = endpoint_find(operation);
        free(operation);
        if (!endpoint) { /* only a later version of steno knows this operation */
            act_clear(&act);
            continue;
        }
        act.op = (enum endpoint_id)(endpoint - endpoints);
        *acts = mem_grow(*acts, *count + 1, sizeof **acts);
        (*acts)[(*count)++] = act;
    }
    bool ok = more == 0;
    for (size_t i = 0; ok && i < *count; i++) {
        struct act *at = &(*acts)[i];
        struct write_list writes = {0};
        ok = write_collect(store, store_rows(store, err, sql_rows, "i", at->act), &writes, err);
        at->rows = writes.rows;
        at->row_count = writes.count;
        /* An act has ended when all its rows and the transcriptions that they started have ended. */
        bool is_open = false;
        for (size_t k = 0; k < writes.count; k++) {
            is_open = is_open || !writes.rows[k].ended_ms;
            if (writes.rows[k].ended_ms > at->ended_ms)
                at->ended_ms = writes.rows[k].ended_ms;
        }
        at->ended_ms = is_open ? 0 : at->ended_ms;
    }
    if (!ok) {
        store_acts_free(*acts, *count);
        *acts = NULL;
        *count = 0;
    }
    return ok;
}

void store_acts_free(struct act *acts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        act_clear(&acts[i]);
    free(acts);
}

bool store_act_seen(struct store *store, int64_t act, struct error *err)
{
    return store_change(store, err, "UPDATE acts SET seen = 1 WHERE scope = ? AND act <= ? AND seen = 0",
                        "@i", act);
}

bool store_sent_options(struct store *store, int64_t id, json_t **options, int64_t *when_ms,
                        struct error *err)
{
    *options = NULL;
    *when_ms = 0;
    return store_get(store, err,
                     "SELECT COALESCE(r.params, a.options, '{}'), r.when_ms FROM act_rows r"
                     " JOIN acts a ON a.act = r.act WHERE r.scope = ? AND r.id = ? AND r.operation = ?"
                     " AND (r.outcome IS NULL OR r.outcome NOT IN ('unsent', 'skipped'))"
                     " ORDER BY r.row DESC LIMIT 1",
                     "@it>jm", id, endpoints[ENDPOINT_ENQUEUE].name, options, when_ms) >= 0;
}

/* --- the history, and deleting old rows --- */

bool store_history_add(struct store *store, int64_t id, const char *kind, const char *text, int64_t when_ms,
                       int64_t row, struct error *err)
{
    if (!store_run(store, err,
                   "INSERT INTO history (scope, id, when_ms, kind, text, act) VALUES (?1, ?2, ?3, ?4, ?5,"
                   " (SELECT act FROM act_rows WHERE row = ?6 OR (?6 < 0 AND scope = ?1 AND id = ?2"
                   " AND operation = 'enqueue' AND (ended_ms IS NULL OR ended_ms >= ?3))"
                   " ORDER BY row DESC LIMIT 1))",
                   "@iitti", id, when_ms, kind, text, row))
        return false;
    if (sqlite3_last_insert_rowid(store->db) % STORE_HISTORY_SLACK != 0)
        return true;
    if (!store_run(store, err,
                   "DELETE FROM history WHERE scope = ?1 AND row <="
                   " (SELECT row FROM history WHERE scope = ?1 ORDER BY row DESC LIMIT 1 OFFSET ?2)",
                   "@b", STORE_HISTORY_MAX))
        return false;
    /* Also delete acts that have no open write and began before the oldest line left in the history. */
    return sqlite3_changes(store->db) == 0 ||
           (store_run(
                store, err,
                "DELETE FROM act_rows WHERE act IN (SELECT act FROM acts WHERE scope = ?1 AND begun_ms <"
                " (SELECT min(when_ms) FROM history WHERE scope = ?1) AND NOT EXISTS"
                " (SELECT 1 FROM act_rows r WHERE r.act = acts.act AND r.over = 0))",
                "@") &&
            act_drop_empty(store, err));
}

bool store_history_log(struct store *store, int64_t id, const char *kind, const char *text, int64_t when_ms,
                       struct error *err)
{
    return store_begin(store, err) &&
           store_end(store, store_history_add(store, id, kind, text, when_ms, 0, err), err);
}

bool store_history_load(struct store *store, int64_t id, size_t limit, struct store_entries *entries,
                        struct error *err)
{
    return store_collect(store, entries, err,
                         "SELECT id, when_ms, kind, text, NULL, act FROM history WHERE scope = ?1"
                         " AND (?2 = 0 OR id = ?2) ORDER BY row DESC LIMIT ?3",
                         "@ii>imccci", id, limit ? (int64_t)limit : INT64_C(-1));
}

bool store_write_forget(struct store *store, int64_t scope, int64_t id, size_t *open, struct error *err)
{
    int64_t count = 0;
    bool ok =
        store_get(store, err,
                  "SELECT count(*) FROM act_rows WHERE ?1 IN (0, scope) AND ?2 IN (0, id) AND over = 0",
                  "ii>i", scope, id, &count) >= 0 &&
        (id == 0 ||
         store_run(store, err, /* the act no longer counts the project */
                   "UPDATE acts SET count = count - (SELECT count(*) FROM act_rows r WHERE r.act = acts.act"
                   " AND r.id = ?2 AND r.over = 1) WHERE act IN (SELECT act FROM act_rows"
                   " WHERE ?1 IN (0, scope) AND id = ?2 AND over = 1)",
                   "ii", scope, id)) &&
        store_run(store, err, "DELETE FROM act_rows WHERE ?1 IN (0, scope) AND ?2 IN (0, id) AND over = 1",
                  "ii", scope, id) &&
        act_drop_empty(store, err);
    *open = (size_t)count;
    return ok;
}

/* --- metadata that steno set --- */

bool store_metadata_add(struct store *store, int64_t id, const struct receipt *receipt, struct error *err)
{
    return store_run(store, err,
                     "INSERT OR REPLACE INTO metadata_log (scope, id, key, value, when_ms, email)"
                     " VALUES (?, ?, ?, ?, ?, ?)",
                     "@ittit", id, receipt->key, receipt->value, receipt->when_ms,
                     receipt->email ? receipt->email : "");
}

bool store_metadata_list(struct store *store, int64_t id, struct store_entries *entries, struct error *err)
{
    return store_collect(store, entries, err,
                         "SELECT id, when_ms, key, value, email, 0 FROM metadata_log WHERE scope = ?1"
                         " AND (?2 = 0 OR id = ?2) ORDER BY when_ms DESC, key"
                         " LIMIT CASE ?2 WHEN 0 THEN 1 ELSE -1 END",
                         "@i>imttci", id);
}
