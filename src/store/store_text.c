/* Saves notes, drafts, presets and exported files. The JSON of a form contains no secret. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "store_sql.h"

/* --- notes --- */

bool store_note_load(struct store *store, int64_t id, char **note, struct error *err)
{
    *note = NULL;
    return store_get(store, err, "SELECT NULLIF(note, '') FROM watchlist WHERE scope = ? AND id = ?", "@i>c",
                     id, note) >= 0;
}

bool store_note_save(struct store *store, int64_t id, const char *note, char **before, struct error *err)
{
    char *replaced = NULL;
    bool ok =
        store_begin(store, err) &&
        store_end(
            store,
            store_note_load(store, id, &replaced, err) &&
                store_run(store, err,
                          "UPDATE watchlist SET note = ?2, changed_ms = ?3 WHERE scope = ?1 AND id = ?4",
                          "@cii", note, clock_wall_ms(), id) &&
                (sqlite3_changes(store->db) > 0 ||
                 error_set(err, ERROR_NOT_FOUND, "Project %" PRId64 " is not in the list; add it first", id)),
            err);
    if (before)
        *before = ok ? replaced : NULL;
    if (!before || !ok)
        free(replaced);
    return ok;
}

/* --- drafts and presets --- */

bool store_draft_load(struct store *store, const char *form, int64_t id, json_t **values, int64_t *when_ms,
                      struct error *err)
{
    *values = NULL;
    return store_get(store, err, "SELECT value, when_ms FROM drafts WHERE scope = ? AND form = ? AND id = ?",
                     "@ti>Jm", form, id, values, when_ms) >= 0;
}

bool store_draft_save(struct store *store, const char *form, int64_t id, const json_t *values,
                      int64_t when_ms, struct error *err)
{
    return json_object_size(values) > 0
               ? store_change(store, err,
                              "INSERT OR REPLACE INTO drafts (scope, form, id, when_ms, value)"
                              " VALUES (?, ?, ?, ?, ?)",
                              "@tiij", form, id, when_ms, values)
               : store_change(store, err, "DELETE FROM drafts WHERE scope = ? AND form = ? AND id = ?", "@ti",
                              form, id);
}

bool store_preset_save(struct store *store, const char *name, const char *form, const json_t *values,
                       bool *is_replaced, struct error *err)
{
    char *found = NULL;
    if (!name || !*name)
        return error_set(err, ERROR_USAGE, "A preset needs a name");
    if (!store_begin(store, err))
        return false;
    bool ok = store_get(store, err, "SELECT form FROM presets WHERE scope = ? AND name = ?", "@t>c", name,
                        &found) >= 0;
    if (found && strcmp(found, form) != 0) { /* a name belongs to one form only */
        char *shown = text_clean_copy(name);
        ok = error_set(err, ERROR_USAGE, "“%s” is already the name of a preset for %s: use another name",
                       shown, found);
        free(shown);
    }
    ok = ok && store_run(store, err,
                         "INSERT OR REPLACE INTO presets (scope, name, form, value) VALUES (?, ?, ?, ?)",
                         "@ttj", name, form, values);
    if (is_replaced)
        *is_replaced = ok && found;
    free(found);
    return store_end(store, ok, err);
}

bool store_preset_load(struct store *store, const char *name, char **form, json_t **values, struct error *err)
{
    *form = NULL;
    *values = NULL;
    return store_get(store, err, "SELECT value, form FROM presets WHERE scope = ? AND name = ?", "@t>Jt",
                     name, values, form) >= 0;
}

bool store_preset_list(struct store *store, const char *form, struct store_entries *entries,
                       struct error *err)
{
    return store_collect(store, entries, err,
                         "SELECT 0, 0, name, form, NULL, 0 FROM presets WHERE scope = ?1"
                         " AND (?2 = '' OR form = ?2) ORDER BY name",
                         "@t>imttci", form);
}

bool store_preset_drop(struct store *store, const char *name, bool *was_there, struct error *err)
{
    bool ok = store_change(store, err, "DELETE FROM presets WHERE scope = ? AND name = ?", "@t", name);
    if (was_there)
        *was_there = ok && sqlite3_changes(store->db) > 0;
    return ok;
}

/* --- exported files --- */

bool store_exports_add(struct store *store, const struct ledger_file *file, struct error *err)
{
    return store_run(store, err,
                     "INSERT OR REPLACE INTO exports (scope, id, path, format, version, when_ms, size,"
                     " written_ns) VALUES (?1, ?2, ?3, ?4, CASE WHEN ?5 >= 0 THEN ?5 ELSE"
                     " COALESCE((SELECT version FROM projects WHERE scope = ?1 AND id = ?2), -1) END,"
                     " ?6, ?7, ?8)",
                     "@ittiiii", file->id, file->path, file->format, file->version, file->when_ms, file->size,
                     file->written_ns);
}

bool store_exports_list(struct store *store, const int64_t *ids, size_t count, struct ledger *ledger,
                        struct error *err)
{
    int more = 0;
    for (size_t i = 0; more == 0 && i < count; i++) {
        struct ledger_file file = {.id = ids[i]};
        sqlite3_stmt *rows = store_rows(store, err,
                                        "SELECT path, format, version, when_ms, size, written_ns FROM exports"
                                        " WHERE scope = ? AND id = ? ORDER BY when_ms",
                                        "@i", ids[i]);
        while ((more = store_next(store, &rows, err, "tCimii", &file.path, &file.format, &file.version,
                                  &file.when_ms, &file.size, &file.written_ns)) > 0)
            ledger_add(ledger, &file);
    }
    return more == 0;
}
