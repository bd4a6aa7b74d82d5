/* Owns the projects: what was last seen of each, a summary row for lists and beside it the resource as the
 * server sent it; the watchlist: its order, its notes, and the rows that a list shows. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/api/record.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/listed.h"
#include "steno/core/since.h"
#include "steno/core/receipt.h"
#include "store.h"
#include "store_act.h"
#include "store_schema.h"

/* What is there before a reading is saved. */
struct kept {
    bool is_newer;    /* than what is to be saved */
    int64_t since_ms; /* since when the state of the reading holds */
    char *moved_from; /* the other state that was kept; NULL: there was none */
    bool version_moved;
};

/* What the summary says now. */
static bool store_project_compare(struct store *store, const struct store_op *op,
                                  const struct project *project, struct kept *kept, struct error *err)
{
    sqlite3_stmt *statement = store_prepare(
        store, err,
        "SELECT fetched_ms, state_since_ms, state, version FROM projects WHERE scope = ? AND id = ?", "ii",
        store->scope, op->id);
    if (!statement)
        return false;
    int got = store_step(store, statement, err);
    int64_t kept_ms = got > 0 ? store_time_column(statement, 0) : 0;
    kept->is_newer =
        kept_ms > op->when_ms && kept_ms <= clock_wall_ms(); /* one ahead is from another clock */
    bool is_same = got > 0 && strcmp((const char *)sqlite3_column_text(statement, 2), project->state) == 0;
    kept->since_ms = since_next(got > 0 ? store_since_column(statement, 1) : 0, is_same,
                                got > 0 && (op->number & STORE_SEEN), op->when_ms, project->record.shown);
    kept->moved_from = got > 0 && !is_same ? store_shown_column(statement, 2) : NULL;
    kept->version_moved = got > 0 && sqlite3_column_int64(statement, 3) != project->version;
    store_release(store, statement);
    return got >= 0;
}

/* What a list wants to know of a reading, as bits of one number. */
enum { FLAG_NO_MEDIA = 1, FLAG_READ_ONLY = 2, FLAG_IS_DELETION = 4, FLAG_HAS_ZONE = 8, FLAG_EXPIRES = 16 };

static int64_t store_project_flags(const struct listed *listed)
{
    return (listed->has_no_media ? FLAG_NO_MEDIA : 0) | (listed->is_read_only ? FLAG_READ_ONLY : 0) |
           (listed->expiry.is_deletion ? FLAG_IS_DELETION : 0) |
           (listed->expiry.has_zone ? FLAG_HAS_ZONE : 0) | (listed->expiry.is_known ? FLAG_EXPIRES : 0);
}

/* Writes both rows. */
static bool store_project_write(struct store *store, const struct store_op *op, const struct project *project,
                                int64_t since_ms, struct error *err)
{
    char *written = op->text ? NULL : store_json_text(op->json, err);
    const char *raw = op->text ? op->text : written;
    if (!raw)
        return false;
    char *tags = listed_tags(project->record.shown);
    struct listed listed;
    listed_read(&listed, project->record.shown);
    bool ok =
        store_run(
            store, err,
            "INSERT OR REPLACE INTO projects (scope, id, version, fetched_ms, state_since_ms, state, name,"
            " length, tags, label, lang, author, updated_ms, expires_ms, flags)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            "iiiiitttttttiii", store->scope, op->id, project->version, op->when_ms, since_ms, project->state,
            project->name, project->length ? project->length : "", tags, listed.label, listed.lang,
            listed.author, listed.updated_ms, listed.expiry.ms, store_project_flags(&listed)) &&
        store_run(store, err,
                  "INSERT INTO project_raw (scope, id, raw) VALUES (?, ?, ?) ON CONFLICT (scope, id)"
                  " DO UPDATE SET raw = excluded.raw WHERE raw <> excluded.raw", /* most are as before */
                  "iit", store->scope, op->id, raw);
    free(tags);
    free(written);
    return ok;
}

/* Of several programs that read a project the one that moves its state writes the line, and tells the act. */
static bool store_project_move(struct store *store, const struct store_op *op, const struct project *project,
                               struct kept *kept, struct store_result *result)
{
    if (!kept->moved_from && !kept->version_moved)
        return true;
    if (!store_act_follow(store, op, project->state, result))
        return false;
    if (!kept->moved_from)
        return true;
    char *text = receipt_change(kept->moved_from, project->state);
    struct store_result line = {0};
    struct store_op row = {.id = op->id,
                           .name = (char *)(uintptr_t) "state",
                           .text = text,
                           .when_ms = op->when_ms,
                           .number = result->act ? STORE_LAST_ROW : 0};
    bool ok = store_history_add(store, &row, &line);
    if (!ok)
        result->error = line.error;
    result->moved_from = kept->moved_from;
    kept->moved_from = NULL;
    free(text);
    return ok;
}

bool store_project_save(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    struct project *project = op->json ? project_pick(op->json, op->id, err) : NULL;
    if (!project)
        return op->json ? false : error_set(err, ERROR_IO, "There is no project to save");
    struct kept kept = {0};
    bool ok = store_project_compare(store, op, project, &kept, err);
    if (ok && !kept.is_newer) {
        ok = store_project_write(store, op, project, kept.since_ms, err) &&
             store_project_move(store, op, project, &kept, result) &&
             store_drop_stale(store, op->when_ms, err);
        result->changes = ok;
    }
    free(kept.moved_from);
    project_free(project);
    return ok;
}

bool store_project_load(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_take_one(
        store, result,
        store_prepare(store, &result->error,
                      "SELECT r.raw, p.fetched_ms, NULL FROM project_raw r JOIN projects p"
                      " ON p.scope = r.scope AND p.id = r.id WHERE r.scope = ? AND r.id = ?",
                      "ii", store->scope, op->id));
}

/* --- the watchlist --- */

/* Fills one row of the list. */
static void store_load_row(struct store_row *row, sqlite3_stmt *statement)
{
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
        .exported = store_exported_columns(statement, 15),
    };
    int64_t flags = sqlite3_column_int64(statement, 14);
    row->has_no_media = flags & FLAG_NO_MEDIA;
    row->is_read_only = flags & FLAG_READ_ONLY;
    row->is_refused = sqlite3_column_int(statement, 18) != 0;
    row->expiry = (struct expiry){.is_known = flags & FLAG_EXPIRES,
                                  .is_deletion = flags & FLAG_IS_DELETION,
                                  .has_zone = flags & FLAG_HAS_ZONE,
                                  .ms = store_time_column(statement, 13)};
    char **texts[] = {&row->state, &row->name, &row->length, &row->tags,
                      &row->label, &row->lang, &row->author};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (!*texts[i])
            *texts[i] = mem_copy("");
    }
}

/* The rows of a list, of several exports of a project that with the last time. */
static const char store_load_sql[] =
    "SELECT w.id, w.note, p.version, p.fetched_ms, p.state_since_ms, p.state, p.name, p.length, p.tags, "
    "p.label,"
    " p.lang, p.author, p.updated_ms, p.expires_ms, p.flags, e.when_ms, e.version, e.format,"
    " (SELECT r.outcome FROM act_rows r WHERE r.scope = ?1 AND r.id = w.id AND r.operation = 'enqueue'"
    " ORDER BY r.row DESC LIMIT 1) = 'refused', w.place"
    " FROM watchlist w LEFT JOIN projects p ON p.scope = w.scope AND p.id = w.id"
    " LEFT JOIN exports e ON e.scope = w.scope AND e.id = w.id AND e.path ="
    " (SELECT x.path FROM exports x WHERE x.scope = w.scope AND x.id = w.id ORDER BY x.when_ms DESC LIMIT 1)"
    " WHERE w.scope = ?1 AND w.id > 0 AND (w.place, w.id) > (?2, ?3) ORDER BY w.place, w.id LIMIT ?4";

/* How many rows there may be; of a first part also the highest id of all. */
static bool store_load_size(struct store *store, const struct store_op *op, struct store_result *result,
                            int64_t *count)
{
    struct error *err = &result->error;
    *count = op->number;
    if (op->number == 0)
        return store_number(store, err, count, 0, "SELECT count(*) FROM watchlist WHERE scope = ?", "i",
                            store->scope);
    return op->id || store_number(store, err, &result->number, 0,
                                  "SELECT max(id) FROM watchlist WHERE scope = ?", "i", store->scope);
}

bool store_load(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    int64_t count;
    if (!store_load_size(store, op, result, &count))
        return false;
    sqlite3_stmt *statement =
        store_prepare(store, err, store_load_sql, "iiii", store->scope, op->id ? op->place : INT64_MIN,
                      op->id, op->number > 0 ? op->number : INT64_C(-1));
    if (!statement)
        return false;
    size_t room = (size_t)count;
    result->rows = mem_zero(room, sizeof *result->rows);
    int more;
    while ((more = store_step(store, statement, err)) > 0) {
        if (result->row_count == room) { /* another session has added some in between */
            room = room * 2 + 1;
            result->rows = mem_grow(result->rows, room, sizeof *result->rows);
        }
        store_load_row(&result->rows[result->row_count++], statement);
    }
    store_release(store, statement);
    return more == 0;
}

bool store_watch_add(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_change(store, result,
                        "INSERT OR IGNORE INTO watchlist (scope, id, place)"
                        " SELECT ?1, ?2, COALESCE(MAX(place), 0) + 1 FROM watchlist WHERE scope = ?1",
                        "ii", store->scope, op->id);
}

bool store_watch_remove(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_act_leave(store, op->id, &result->error) &&
           store_change(store, result, "DELETE FROM watchlist WHERE scope = ? AND id = ?", "ii", store->scope,
                        op->id);
}

/* Refuses an operation on a project that is not watched. */
static bool store_not_watched(const struct store_op *op, struct error *err)
{
    return error_set(err, ERROR_NOT_FOUND, "Project %" PRId64 " is not in the watchlist; add it first",
                     op->id);
}

bool store_watch_note(struct store *store, const struct store_op *op, struct store_result *result)
{
    const char *note = op->text ? op->text : "";
    char *clean = text_clean_copy(note);
    bool ok = store_change(store, result, "UPDATE watchlist SET note = ? WHERE scope = ? AND id = ?", "tii",
                           clean, store->scope, op->id);
    free(clean);
    return ok && (result->changes > 0 || store_not_watched(op, &result->error));
}

bool store_sort_load(struct store *store, const struct store_op *op, struct store_result *result)
{
    (void)op;
    sqlite3_stmt *statement = store_prepare(
        store, &result->error, "SELECT col, direction FROM sorts WHERE scope = ?", "i", store->scope);
    int got = statement ? store_step(store, statement, &result->error) : -1;
    if (got > 0) {
        result->text = store_shown_column(statement, 0);
        result->number = sqlite3_column_int64(statement, 1);
    }
    store_release(store, statement);
    return got >= 0;
}

bool store_sort_save(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_change(store, result,
                        "INSERT OR REPLACE INTO sorts (scope, col, direction) VALUES (?, ?, ?)", "iti",
                        store->scope, op->text, op->number);
}
