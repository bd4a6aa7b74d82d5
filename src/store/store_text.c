/* What is kept by name: the history, drafts, presets, metadata that was set from here, files that were
 * exported. Secrets never get here: the JSON of a form has none. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "store_sql.h"

/* How many rows may be added before the old ones are looked for. */
#define STORE_HISTORY_SLACK 64

/* Collects all rows of a statement as entries: id, when_ms, name, text, text2, act. Name and text are shown,
 * or sent again. Ends the statement. */
static bool store_collect(struct store *store, sqlite3_stmt *statement, bool is_shown,
                          struct store_entries *entries, struct error *err)
{
    int more = -1;
    *entries = (struct store_entries){0};
    while (statement && (more = store_step(store, statement, err)) > 0) {
        struct store_entry *entry = store_add_entry(entries);
        entry->id = sqlite3_column_int64(statement, 0);
        entry->when_ms = store_time_column(statement, 1);
        entry->name = is_shown ? store_shown_column(statement, 2) : store_column(statement, 2);
        entry->text = is_shown ? store_shown_column(statement, 3) : store_column(statement, 3);
        entry->text2 = store_shown_column(statement, 4);
        entry->act = sqlite3_column_int64(statement, 5);
    }
    store_release(store, statement);
    if (more < 0)
        store_entries_clear(entries);
    return more == 0;
}

/* --- history --- */

bool store_history_add(struct store *store, int64_t id, const char *kind, const char *text, int64_t when_ms,
                       int64_t row, struct error *err)
{
    return store_run(store, err,
                     "INSERT INTO history (scope, id, when_ms, kind, text, act) VALUES (?1, ?2, ?3, ?4, ?5,"
                     " (SELECT act FROM act_rows WHERE row = ?6 OR (?6 < 0 AND scope = ?1 AND id = ?2"
                     " AND operation = 'enqueue' AND (ended_ms IS NULL OR ended_ms >= ?3))"
                     " ORDER BY row DESC LIMIT 1))",
                     "iiitti", store->scope, id, when_ms, kind, text, row) &&
           (sqlite3_last_insert_rowid(store->db) % STORE_HISTORY_SLACK != 0 ||
            (store_run(store, err,
                       "DELETE FROM history WHERE scope = ?1 AND row <="
                       " (SELECT row FROM history WHERE scope = ?1 ORDER BY row DESC LIMIT 1 OFFSET ?2)",
                       "ii", store->scope, (int64_t)STORE_HISTORY_MAX) &&
             (sqlite3_changes(store->db) == 0 || store_act_trim(store, err))));
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
    *entries = (struct store_entries){0};
    return store_find_scope(store, err) &&
           store_collect(
               store,
               store_prepare(store, err,
                             "SELECT id, when_ms, kind, text, NULL, act FROM history WHERE scope = ?1"
                             " AND (?2 = 0 OR id = ?2) ORDER BY row DESC LIMIT ?3",
                             "iii", store->scope, id, limit ? (int64_t)limit : INT64_C(-1)),
               true, entries, err);
}

/* --- drafts and presets --- */

bool store_draft_load(struct store *store, const char *form, int64_t id, json_t **values, int64_t *when_ms,
                      struct error *err)
{
    *values = NULL;
    if (!store_find_scope(store, err))
        return false;
    sqlite3_stmt *statement =
        store_prepare(store, err, "SELECT value, when_ms FROM drafts WHERE scope = ? AND form = ? AND id = ?",
                      "iti", store->scope, form, id);
    int got = statement ? store_step(store, statement, err) : -1;
    if (got > 0) {
        *values = store_json_column(statement, 0, err);
        *when_ms = store_time_column(statement, 1);
    }
    store_release(store, statement);
    return got == 0 || *values;
}

bool store_draft_save(struct store *store, const char *form, int64_t id, const json_t *values,
                      int64_t when_ms, struct error *err)
{
    bool is_kept = json_object_size(values) > 0;
    char *text = is_kept ? store_json_text(values, err) : NULL;
    if ((is_kept && !text) || !store_begin(store, err)) {
        free(text);
        return false;
    }
    bool ok = is_kept ? store_run(store, err,
                                  "INSERT OR REPLACE INTO drafts (scope, form, id, when_ms, value)"
                                  " VALUES (?, ?, ?, ?, ?)",
                                  "itiit", store->scope, form, id, when_ms, text)
                      : store_run(store, err, "DELETE FROM drafts WHERE scope = ? AND form = ? AND id = ?",
                                  "iti", store->scope, form, id);
    free(text);
    return store_end(store, ok, err);
}

/* Has the name a preset of this form, which is replaced? False, with an error, where it has one of another:
 * the forms share the names, and what is replaced is gone. */
static bool store_preset_is_free(struct store *store, const char *name, const char *form, bool *is_replaced,
                                 struct error *err)
{
    sqlite3_stmt *statement = store_prepare(
        store, err, "SELECT form FROM presets WHERE scope = ? AND name = ?", "it", store->scope, name);
    int got = statement ? store_step(store, statement, err) : -1;
    char *found = got > 0 ? store_shown_column(statement, 0) : NULL;
    store_release(store, statement);
    bool is_same = !found || strcmp(found, form) == 0;
    if (!is_same) {
        char *shown = text_clean_copy(name);
        error_set(err, ERROR_USAGE, "“%s” is a preset of %s: use another name", shown, found);
        free(shown);
    }
    *is_replaced = found && is_same;
    free(found);
    return got >= 0 && is_same;
}

bool store_preset_save(struct store *store, const char *name, const char *form, const json_t *values,
                       bool *is_replaced, struct error *err)
{
    bool replaced = false;
    if (!name || !*name)
        return error_set(err, ERROR_USAGE, "A preset needs a name");
    char *text = store_json_text(values, err);
    if (!text || !store_begin(store, err)) {
        free(text);
        return false;
    }
    bool ok =
        store_preset_is_free(store, name, form, &replaced, err) &&
        store_run(store, err, "INSERT OR REPLACE INTO presets (scope, name, form, value) VALUES (?, ?, ?, ?)",
                  "ittt", store->scope, name, form, text);
    free(text);
    if (is_replaced)
        *is_replaced = replaced;
    return store_end(store, ok, err);
}

bool store_preset_load(struct store *store, const char *name, char **form, json_t **values, struct error *err)
{
    *form = NULL;
    *values = NULL;
    if (!store_find_scope(store, err))
        return false;
    sqlite3_stmt *statement = store_prepare(
        store, err, "SELECT value, form FROM presets WHERE scope = ? AND name = ?", "it", store->scope, name);
    int got = statement ? store_step(store, statement, err) : -1;
    if (got > 0 && (*values = store_json_column(statement, 0, err)) != NULL)
        *form = store_column(statement, 1);
    store_release(store, statement);
    return got == 0 || *values;
}

bool store_preset_list(struct store *store, const char *form, struct store_entries *entries,
                       struct error *err)
{
    *entries = (struct store_entries){0};
    return store_find_scope(store, err) &&
           store_collect(store,
                         store_prepare(store, err,
                                       "SELECT 0, 0, name, form, NULL, 0 FROM presets WHERE scope = ?1"
                                       " AND (?2 = '' OR form = ?2) ORDER BY name",
                                       "it", store->scope, form),
                         false, entries, err);
}

bool store_preset_drop(struct store *store, const char *name, bool *was_there, struct error *err)
{
    if (!store_begin(store, err))
        return false;
    bool ok =
        store_run(store, err, "DELETE FROM presets WHERE scope = ? AND name = ?", "it", store->scope, name);
    if (was_there)
        *was_there = ok && sqlite3_changes(store->db) > 0;
    return store_end(store, ok, err);
}

/* --- metadata --- */

bool store_metadata_add(struct store *store, int64_t id, const struct receipt *receipt, struct error *err)
{
    return store_run(store, err,
                     "INSERT OR REPLACE INTO metadata_log (scope, id, key, value, when_ms, email)"
                     " VALUES (?, ?, ?, ?, ?, ?)",
                     "iittit", store->scope, id, receipt->key, receipt->value, receipt->when_ms,
                     receipt->email ? receipt->email : "");
}

bool store_metadata_list(struct store *store, int64_t id, struct store_entries *entries, struct error *err)
{
    *entries = (struct store_entries){0};
    return store_find_scope(store, err) &&
           store_collect(
               store,
               store_prepare(store, err,
                             "SELECT id, when_ms, key, value, email, 0 FROM metadata_log WHERE scope = ?1 AND"
                             " (?2 = 0 OR id = ?2) ORDER BY when_ms DESC, key"
                             " LIMIT CASE ?2 WHEN 0 THEN 1 ELSE -1 END",
                             "ii", store->scope, id),
               false, entries, err);
}

/* --- files that were exported --- */

bool store_exports_add(struct store *store, const struct ledger_file *file, struct error *err)
{
    return store_run(store, err,
                     "INSERT OR REPLACE INTO exports (scope, id, path, format, version, when_ms, size,"
                     " written_ns) VALUES (?1, ?2, ?3, ?4, CASE WHEN ?5 >= 0 THEN ?5 ELSE"
                     " COALESCE((SELECT version FROM projects WHERE scope = ?1 AND id = ?2), -1) END,"
                     " ?6, ?7, ?8)",
                     "iittiiii", store->scope, file->id, file->path, file->format, file->version,
                     file->when_ms, file->size, file->written_ns);
}

bool store_exports_move(struct store *store, int64_t id, int64_t from, int64_t to, struct error *err)
{
    return store_run(store, err, "UPDATE exports SET version = ? WHERE scope = ? AND id = ? AND version = ?",
                     "iiii", to, store->scope, id, from);
}

bool store_exports_list(struct store *store, const int64_t *ids, size_t count, struct ledger *ledger,
                        struct error *err)
{
    int more = 0;
    if (!store_find_scope(store, err))
        return false;
    for (size_t i = 0; more == 0 && i < count; i++) {
        sqlite3_stmt *statement =
            store_prepare(store, err,
                          "SELECT path, format, version, when_ms, size, written_ns FROM exports"
                          " WHERE scope = ? AND id = ? ORDER BY when_ms",
                          "ii", store->scope, ids[i]);
        more = -1;
        while (statement && (more = store_step(store, statement, err)) > 0) {
            char *path = store_column(statement, 0), *format = store_shown_column(statement, 1);
            ledger_add(ledger, &(struct ledger_file){.id = ids[i],
                                                     .path = path ? path : mem_copy(""),
                                                     .format = format ? format : mem_copy(""),
                                                     .version = sqlite3_column_int64(statement, 2),
                                                     .when_ms = store_time_column(statement, 3),
                                                     .size = sqlite3_column_int64(statement, 4),
                                                     .written_ns = sqlite3_column_int64(statement, 5)});
        }
        store_release(store, statement);
    }
    return more == 0;
}
