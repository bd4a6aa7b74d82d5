/* Saves the list, and the last reading of each project: a summary row and the server's JSON. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/record.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "store_sql.h"

#define STALE_MS INT64_C(7776000000) /* 90 days */

/* Bits of projects.flags. */
enum { FLAG_NO_MEDIA = 1, FLAG_READ_ONLY = 2, FLAG_IS_DELETION = 4, FLAG_HAS_ZONE = 8, FLAG_EXPIRES = 16 };

/* --- readings --- */

static bool project_write(struct store *store, const struct store_reading *reading, int64_t since_ms,
                          struct error *err)
{
    const struct project *project = reading->project;
    struct listed listed;
    listed_read(&listed, project->record.shown);
    char *tags = listed_tags(project->record.shown);
    int flags = (listed.has_no_media ? FLAG_NO_MEDIA : 0) | (listed.is_read_only ? FLAG_READ_ONLY : 0) |
                (listed.expiry.is_deletion ? FLAG_IS_DELETION : 0) |
                (listed.expiry.has_zone ? FLAG_HAS_ZONE : 0) | (listed.expiry.is_known ? FLAG_EXPIRES : 0);
    static const char raw[] =
        "INSERT INTO project_raw (scope, id, raw) VALUES (?, ?, ?) ON CONFLICT (scope, id)"
        " DO UPDATE SET raw = excluded.raw WHERE raw <> excluded.raw"; /* most readings change nothing */
    bool ok =
        store_run(store, err,
                  "INSERT OR REPLACE INTO projects (scope, id, version, fetched_ms, saved_ms, state_since_ms,"
                  " state, name, length, tags, label, lang, author, updated_ms, expires_ms, flags)"
                  " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                  "@iiiiitttttttiib", project->id, project->version, reading->when_ms, clock_wall_ms(),
                  since_ms, project->state, project->name, project->length ? project->length : "", tags,
                  listed.label, listed.lang, listed.author, listed.updated_ms, listed.expiry.ms, flags) &&
        (reading->text ? store_run(store, err, raw, "@it", project->id, reading->text)
                       : store_run(store, err, raw, "@ij", project->id, project->record.raw));
    free(tags);
    return ok;
}

/* Deletes rows older than 90 days of projects outside the list. Does this once per connection. */
static bool project_drop_stale(struct store *store, int64_t now_ms, struct error *err)
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
    int64_t kept_ms = 0, since_ms = 0, version = 0;
    char *state = NULL;
    if (!store_begin(store, err))
        return false;
    int got = store_get(store, err,
                        "SELECT fetched_ms, state_since_ms, version, state FROM projects"
                        " WHERE scope = ? AND id = ?",
                        "@i>msiC", project->id, &kept_ms, &since_ms, &version, &state);
    bool ok = got >= 0;
    if (ok && (kept_ms <= reading->when_ms || kept_ms > clock_wall_ms())) { /* kept_ms > now: a wrong clock */
        bool is_same = got > 0 && strcmp(state, project->state) == 0;
        since_ms = since_next(since_ms, is_same, got > 0 && reading->is_seen, reading->when_ms,
                              project->record.shown);
        ok = project_write(store, reading, since_ms, err) &&
             (got == 0 || (is_same && version == project->version) ||
              store_write_follow(store, reading, err)) &&
             project_drop_stale(store, reading->when_ms, err);
        if (ok && got > 0 && !is_same) {
            /* Several programs can see a new state. The program that saves the state first adds the line. */
            char *text = receipt_change(state, project->state);
            ok = store_history_add(store, project->id, "state", text, reading->when_ms, -1, err);
            free(text);
        }
    }
    free(state);
    return store_end(store, ok, err);
}

bool store_project_load(struct store *store, int64_t id, json_t **raw, int64_t *when_ms, struct error *err)
{
    *raw = NULL;
    return store_get(store, err,
                     "SELECT r.raw, p.fetched_ms FROM project_raw r JOIN projects p"
                     " ON p.scope = r.scope AND p.id = r.id WHERE r.scope = ? AND r.id = ?",
                     "@i>Jm", id, raw, when_ms) >= 0;
}

/* --- the list --- */

bool store_list_load(struct store *store, int64_t since_ms, size_t limit, struct store_list *list,
                     struct error *err)
{
    /* Reads each project with its latest export. The “+” before w.id makes SQLite use the index on w.place,
     * so that the first rows of a long list are read as fast as those of a short list. */
    static const char sql[] =
        "SELECT w.id, w.place, w.note, p.id IS NOT NULL, p.version, p.fetched_ms, p.state_since_ms, p.state,"
        " p.name, p.length, p.tags, p.label, p.lang, p.author, p.updated_ms, p.flags, p.expires_ms, "
        "e.when_ms,"
        " e.version, e.format"
        " FROM watchlist w LEFT JOIN projects p ON p.scope = w.scope AND p.id = w.id"
        " LEFT JOIN exports e ON e.scope = w.scope AND e.id = w.id AND e.path = (SELECT x.path FROM exports x"
        " WHERE x.scope = w.scope AND x.id = w.id ORDER BY x.when_ms DESC LIMIT 1)"
        " WHERE w.scope = ?1 AND +w.id > 0 AND (?2 = 0 OR p.saved_ms >= ?2 OR w.changed_ms >= ?2"
        " OR e.when_ms >= ?2 OR w.id IN (SELECT id FROM act_rows WHERE scope = ?1 AND answered_ms >= ?2))"
        " ORDER BY w.place, w.id LIMIT ?3";
    struct store_row row = {0};
    int64_t flags;
    char *format;
    int more;
    *list = (struct store_list){0};
    if (store_get(store, err, "SELECT count(*), max(id) FROM watchlist WHERE scope = ? AND id > 0", "@>ii",
                  &list->total, &list->highest) < 0)
        return false;
    sqlite3_stmt *rows = store_rows(store, err, sql, "@ii", since_ms, limit ? (int64_t)limit : INT64_C(-1));
    while ((more = store_next(store, &rows, err, "iicbimsCCCCCCCmimmiC", &row.id, &row.place, &row.note,
                              &row.known, &row.version, &row.fetched_ms, &row.state_since_ms, &row.state,
                              &row.name, &row.length, &row.tags, &row.label, &row.lang, &row.author,
                              &row.updated_ms, &flags, &row.expiry.ms, &row.exported.when_ms,
                              &row.exported.version, &format)) > 0) {
        row.has_no_media = flags & FLAG_NO_MEDIA;
        row.is_read_only = flags & FLAG_READ_ONLY;
        row.expiry.is_known = flags & FLAG_EXPIRES;
        row.expiry.is_deletion = flags & FLAG_IS_DELETION;
        row.expiry.has_zone = flags & FLAG_HAS_ZONE;
        snprintf(row.exported.format, sizeof row.exported.format, "%s", format);
        free(format);
        list->rows = store_room(list->rows, list->count, sizeof row);
        list->rows[list->count++] = row;
    }
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

/* Runs a statement for each id. Its values are the id and the current time. *changed becomes the number of
 * changed rows; `changed` can be NULL. */
static bool list_change(struct store *store, const char *sql, const char *form, const int64_t *ids,
                        size_t count, size_t *changed, struct error *err)
{
    size_t sum = 0;
    if (!store_begin(store, err))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        ok = store_run(store, err, sql, form, ids[i], clock_wall_ms());
        sum += ok ? (size_t)sqlite3_changes(store->db) : 0;
    }
    if (changed)
        *changed = sum;
    return store_end(store, ok, err);
}

bool store_list_add(struct store *store, const int64_t *ids, size_t count, size_t *added, struct error *err)
{
    return list_change(store,
                       "INSERT OR IGNORE INTO watchlist (scope, id, place, changed_ms)"
                       " SELECT ?1, ?2, COALESCE(MAX(place), 0) + 1, ?3 FROM watchlist WHERE scope = ?1",
                       "@ii", ids, count, added, err);
}

bool store_list_remove(struct store *store, const int64_t *ids, size_t count, size_t *removed,
                       struct error *err)
{
    return list_change(store, "DELETE FROM watchlist WHERE scope = ? AND id = ?", "@i", ids, count, removed,
                       err);
}

bool store_sort_load(struct store *store, char **column, bool *is_down, struct error *err)
{
    *column = NULL;
    *is_down = false;
    return store_get(store, err, "SELECT col, direction FROM sorts WHERE scope = ?", "@>cb", column,
                     is_down) >= 0;
}

bool store_sort_save(struct store *store, const char *column, bool is_down, struct error *err)
{
    return store_change(store, err, "INSERT OR REPLACE INTO sorts (scope, col, direction) VALUES (?, ?, ?)",
                        "@tb", column, is_down);
}
