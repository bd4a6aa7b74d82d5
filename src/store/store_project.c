/* Projects: what was last seen of each, a summary row for lists and beside it the resource as the server sent
 * it; the list: its order, its notes, and the rows that it shows. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/record.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/rows.h"
#include "store_sql.h"

#define STALE_MS INT64_C(7776000000) /* 90 days */

/* What a list wants to know of a reading, as bits of one number. */
enum { FLAG_NO_MEDIA = 1, FLAG_READ_ONLY = 2, FLAG_IS_DELETION = 4, FLAG_HAS_ZONE = 8, FLAG_EXPIRES = 16 };

/* --- readings --- */

/* What is there before a reading is saved. */
struct kept {
    bool is_newer;    /* than what is to be saved */
    int64_t since_ms; /* since when the state of the reading holds */
    char *moved_from; /* the other state that was kept; NULL: there was none */
    bool has_moved;   /* the state, or the version */
};

static bool store_project_compare(struct store *store, const struct store_reading *reading, struct kept *kept,
                                  struct error *err)
{
    const struct project *project = reading->project;
    sqlite3_stmt *statement = store_prepare(store, err,
                                            "SELECT fetched_ms, state_since_ms, state, version FROM projects"
                                            " WHERE scope = ? AND id = ?",
                                            "ii", store->scope, project->id);
    int got = statement ? store_step(store, statement, err) : -1;
    int64_t kept_ms = got > 0 ? store_time_column(statement, 0) : 0;
    kept->is_newer =
        kept_ms > reading->when_ms && kept_ms <= clock_wall_ms(); /* one ahead is from another clock */
    bool is_same = got > 0 && strcmp((const char *)sqlite3_column_text(statement, 2), project->state) == 0;
    if (got >= 0)
        kept->since_ms = since_next(got > 0 ? store_since_column(statement, 1) : 0, is_same,
                                    got > 0 && reading->is_seen, reading->when_ms, project->record.shown);
    kept->moved_from = got > 0 && !is_same ? store_shown_column(statement, 2) : NULL;
    kept->has_moved = kept->moved_from || (got > 0 && sqlite3_column_int64(statement, 3) != project->version);
    store_release(store, statement);
    return got >= 0;
}

/* Writes both rows. */
static bool store_project_write(struct store *store, const struct store_reading *reading, int64_t since_ms,
                                struct error *err)
{
    const struct project *project = reading->project;
    char *own = reading->text ? NULL : store_json_text(project->record.raw, err);
    const char *raw = own ? own : reading->text;
    if (!raw)
        return false;
    struct listed listed;
    listed_read(&listed, project->record.shown);
    char *tags = listed_tags(project->record.shown);
    int64_t flags = (listed.has_no_media ? FLAG_NO_MEDIA : 0) | (listed.is_read_only ? FLAG_READ_ONLY : 0) |
                    (listed.expiry.is_deletion ? FLAG_IS_DELETION : 0) |
                    (listed.expiry.has_zone ? FLAG_HAS_ZONE : 0) |
                    (listed.expiry.is_known ? FLAG_EXPIRES : 0);
    bool ok =
        store_run(store, err,
                  "INSERT OR REPLACE INTO projects (scope, id, version, fetched_ms, saved_ms, "
                  "state_since_ms, state,"
                  " name, length, tags, label, lang, author, updated_ms, expires_ms, flags)"
                  " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                  "iiiiiitttttttiii", store->scope, project->id, project->version, reading->when_ms,
                  clock_wall_ms(), since_ms, project->state, project->name,
                  project->length ? project->length : "", tags, listed.label, listed.lang, listed.author,
                  listed.updated_ms, listed.expiry.ms, flags) &&
        store_run(store, err,
                  "INSERT INTO project_raw (scope, id, raw) VALUES (?, ?, ?) ON CONFLICT (scope, id)"
                  " DO UPDATE SET raw = excluded.raw WHERE raw <> excluded.raw", /* most are as before */
                  "iit", store->scope, project->id, raw);
    free(tags);
    free(own);
    return ok;
}

/* Deletes projects that are on no list and were last read 90 days ago; once a connection. */
static bool store_drop_stale(struct store *store, int64_t now_ms, struct error *err)
{
    if (store->swept)
        return true;
    store->swept = true;
    return store_run(store, err,
                     "DELETE FROM exports WHERE when_ms < ? AND NOT EXISTS (SELECT 1 FROM watchlist w"
                     " WHERE w.scope = exports.scope AND w.id = exports.id)",
                     "i", now_ms - STALE_MS) &&
           store_run(store, err,
                     "DELETE FROM projects WHERE fetched_ms < ? AND NOT EXISTS (SELECT 1 FROM watchlist w"
                     " WHERE w.scope = projects.scope AND w.id = projects.id)",
                     "i", now_ms - STALE_MS) &&
           (sqlite3_changes(store->db) == 0 ||
            store_run(store, err,
                      "DELETE FROM project_raw WHERE NOT EXISTS (SELECT 1 FROM projects p"
                      " WHERE p.scope = project_raw.scope AND p.id = project_raw.id)",
                      ""));
}

bool store_project_save(struct store *store, const struct store_reading *reading, struct error *err)
{
    const struct project *project = reading->project;
    struct kept kept = {0};
    if (!store_begin(store, err))
        return false;
    bool ok = store_project_compare(store, reading, &kept, err);
    if (ok && !kept.is_newer) {
        ok = store_project_write(store, reading, kept.since_ms, err) &&
             (!kept.has_moved || store_write_follow(store, reading, err)) &&
             store_drop_stale(store, reading->when_ms, err);
        char *text = kept.moved_from ? receipt_change(kept.moved_from, project->state) : NULL;
        if (text) /* of several programs that read a project the one that moves its state writes the line */
            ok = ok && store_history_add(store, project->id, "state", text, reading->when_ms, -1, err);
        free(text);
    }
    free(kept.moved_from);
    return store_end(store, ok, err);
}

bool store_project_load(struct store *store, int64_t id, json_t **raw, int64_t *when_ms, struct error *err)
{
    *raw = NULL;
    if (!store_find_scope(store, err))
        return false;
    sqlite3_stmt *statement =
        store_prepare(store, err,
                      "SELECT r.raw, p.fetched_ms FROM project_raw r JOIN projects p"
                      " ON p.scope = r.scope AND p.id = r.id WHERE r.scope = ? AND r.id = ?",
                      "ii", store->scope, id);
    int got = statement ? store_step(store, statement, err) : -1;
    if (got > 0) {
        *raw = store_json_column(statement, 0, err);
        *when_ms = store_time_column(statement, 1);
    }
    store_release(store, statement);
    return got == 0 || *raw;
}

/* --- the list --- */

/* The rows of a list, of several exports of a project that with the last time. “+”: it goes by the index of
 * the places, so that the first rows cost no more in a long list. */
static const char store_list_sql[] =
    "SELECT w.id, w.note, p.version, p.fetched_ms, p.state_since_ms, p.state, p.name, p.length, p.tags,"
    " p.label, p.lang, p.author, p.updated_ms, p.expires_ms, p.flags, e.when_ms, e.version, e.format,"
    " (SELECT r.outcome FROM act_rows r WHERE r.scope = ?1 AND r.id = w.id AND r.operation = 'enqueue'"
    " ORDER BY r.row DESC LIMIT 1) = 'refused', w.place"
    " FROM watchlist w LEFT JOIN projects p ON p.scope = w.scope AND p.id = w.id"
    " LEFT JOIN exports e ON e.scope = w.scope AND e.id = w.id AND e.path ="
    " (SELECT x.path FROM exports x WHERE x.scope = w.scope AND x.id = w.id ORDER BY x.when_ms DESC LIMIT 1)"
    " WHERE w.scope = ?1 AND +w.id > 0 AND (?2 = 0 OR p.saved_ms >= ?2 OR w.changed_ms >= ?2"
    " OR e.when_ms >= ?2 OR w.id IN (SELECT id FROM act_rows WHERE scope = ?1 AND answered_ms >= ?2))"
    " ORDER BY w.place, w.id LIMIT ?3";

static void store_list_take(struct store_row *row, sqlite3_stmt *statement)
{
    int64_t flags = sqlite3_column_int64(statement, 14);
    *row = (struct store_row){
        .id = sqlite3_column_int64(statement, 0),
        .place = sqlite3_column_int64(statement, 19),
        .note = store_shown_column(statement, 1),
        .known = sqlite3_column_type(statement, 2) != SQLITE_NULL,
        .version = sqlite3_column_int64(statement, 2),
        .fetched_ms = store_time_column(statement, 3),
        .state_since_ms = store_since_column(statement, 4),
        .state = store_shown_column(statement, 5),
        .name = store_shown_column(statement, 6),
        .length = store_shown_column(statement, 7),
        .tags = store_shown_column(statement, 8),
        .label = store_shown_column(statement, 9),
        .lang = store_shown_column(statement, 10),
        .author = store_shown_column(statement, 11),
        .updated_ms = store_time_column(statement, 12),
        .has_no_media = flags & FLAG_NO_MEDIA,
        .is_read_only = flags & FLAG_READ_ONLY,
        .is_refused = sqlite3_column_int(statement, 18) != 0,
        .expiry = {.is_known = flags & FLAG_EXPIRES,
                   .is_deletion = flags & FLAG_IS_DELETION,
                   .has_zone = flags & FLAG_HAS_ZONE,
                   .ms = store_time_column(statement, 13)},
        .exported = {.when_ms = store_time_column(statement, 15),
                     .version = sqlite3_column_int64(statement, 16)},
    };
    char *format = store_shown_column(statement, 17);
    snprintf(row->exported.format, sizeof row->exported.format, "%s", format ? format : "");
    free(format);
    char **texts[] = {&row->state, &row->name, &row->length, &row->tags,
                      &row->label, &row->lang, &row->author};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (!*texts[i])
            *texts[i] = mem_copy("");
    }
}

bool store_list_load(struct store *store, int64_t since_ms, size_t limit, struct store_list *list,
                     struct error *err)
{
    *list = (struct store_list){0};
    if (!store_find_scope(store, err) ||
        !store_number(store, err, &list->total, 0,
                      "SELECT count(*) FROM watchlist WHERE scope = ? AND id > 0", "i", store->scope) ||
        !store_number(store, err, &list->highest, 0, "SELECT max(id) FROM watchlist WHERE scope = ?", "i",
                      store->scope))
        return false;
    sqlite3_stmt *statement = store_prepare(store, err, store_list_sql, "iii", store->scope, since_ms,
                                            limit ? (int64_t)limit : INT64_C(-1));
    int more = -1;
    while (statement && (more = store_step(store, statement, err)) > 0) {
        if ((list->count & (list->count - 1)) == 0) /* the room grows at powers of two */
            list->rows = mem_grow(list->rows, list->count ? list->count * 2 : 1, sizeof *list->rows);
        store_list_take(&list->rows[list->count++], statement);
    }
    store_release(store, statement);
    if (more < 0)
        store_list_clear(list);
    return more == 0;
}

void store_list_clear(struct store_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        struct store_row *row = &list->rows[i];
        char *texts[] = {row->note, row->state, row->name, row->length,
                         row->tags, row->label, row->lang, row->author};
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
            free(texts[k]);
    }
    free(list->rows);
    *list = (struct store_list){0};
}

bool store_list_add(struct store *store, const int64_t *ids, size_t count, size_t *added, struct error *err)
{
    size_t changed = 0;
    if (!store_begin(store, err))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        ok = store_run(store, err,
                       "INSERT OR IGNORE INTO watchlist (scope, id, place, changed_ms)"
                       " SELECT ?1, ?2, COALESCE(MAX(place), 0) + 1, ?3 FROM watchlist WHERE scope = ?1",
                       "iii", store->scope, ids[i], clock_wall_ms());
        changed += ok ? (size_t)sqlite3_changes(store->db) : 0;
    }
    if (added)
        *added = changed;
    return store_end(store, ok, err);
}

bool store_list_remove(struct store *store, const int64_t *ids, size_t count, size_t *removed,
                       struct error *err)
{
    size_t changed = 0;
    if (!store_begin(store, err))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        ok = store_run(store, err, "DELETE FROM watchlist WHERE scope = ? AND id = ?", "ii", store->scope,
                       ids[i]);
        changed += ok ? (size_t)sqlite3_changes(store->db) : 0;
    }
    if (removed)
        *removed = changed;
    return store_end(store, ok, err);
}

/* --- notes and the order --- */

bool store_note_load(struct store *store, int64_t id, char **note, struct error *err)
{
    *note = NULL;
    if (!store_find_scope(store, err))
        return false;
    sqlite3_stmt *statement =
        store_prepare(store, err, "SELECT NULLIF(note, '') FROM watchlist WHERE scope = ? AND id = ?", "ii",
                      store->scope, id);
    int got = statement ? store_step(store, statement, err) : -1;
    if (got > 0)
        *note = store_shown_column(statement, 0);
    store_release(store, statement);
    return got >= 0;
}

bool store_note_save(struct store *store, int64_t id, const char *note, char **before, struct error *err)
{
    char *replaced = NULL, *clean = text_clean_copy(note);
    bool ok = store_begin(store, err);
    if (ok) {
        ok = store_note_load(store, id, &replaced, err) &&
             store_run(store, err, "UPDATE watchlist SET note = ?, changed_ms = ? WHERE scope = ? AND id = ?",
                       "tiii", clean, clock_wall_ms(), store->scope, id) &&
             (sqlite3_changes(store->db) > 0 ||
              error_set(err, ERROR_NOT_FOUND, "Project %" PRId64 " is not in the list; add it first", id));
        ok = store_end(store, ok, err);
    }
    free(clean);
    if (before)
        *before = ok ? replaced : NULL;
    if (!before || !ok)
        free(replaced);
    return ok;
}

bool store_sort_load(struct store *store, char **column, bool *is_down, struct error *err)
{
    *column = NULL;
    *is_down = false;
    if (!store_find_scope(store, err))
        return false;
    sqlite3_stmt *statement =
        store_prepare(store, err, "SELECT col, direction FROM sorts WHERE scope = ?", "i", store->scope);
    int got = statement ? store_step(store, statement, err) : -1;
    if (got > 0) {
        *column = store_shown_column(statement, 0);
        *is_down = sqlite3_column_int64(statement, 1) != 0;
    }
    store_release(store, statement);
    return got >= 0;
}

bool store_sort_save(struct store *store, const char *column, bool is_down, struct error *err)
{
    if (!store_begin(store, err))
        return false;
    bool ok = store_run(store, err, "INSERT OR REPLACE INTO sorts (scope, col, direction) VALUES (?, ?, ?)",
                        "iti", store->scope, column, (int64_t)is_down);
    return store_end(store, ok, err);
}
