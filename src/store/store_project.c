/* Owns what was last seen of each project: a summary row for lists, the resource as the server sent it beside
 * it. */
#include <stdlib.h>
#include <string.h>

#include "steno/api/record.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/core/since.h"
#include "store.h"

/* The project's tags in one line. */
static char *store_project_tags(const struct project *project)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    const struct field_def *tags = field_find(&fields_project, "Data.Tags[]");
    if (tags)
        field_show(&out, &fields_project, tags, project->record.shown);
    char *text = mem_copy(buffer_text(&out));
    buffer_free(&out);
    return text;
}

/* What the summary says now: whether it is newer than what is to be saved, and since when the state holds. */
static bool store_project_compare(struct store *store, const struct store_op *op,
                                  const struct project *project, bool *newer, int64_t *since_ms,
                                  struct error *err)
{
    sqlite3_stmt *statement = store_prepare(
        store, err, "SELECT fetched_ms, state_since_ms, state FROM projects WHERE scope = ? AND id = ?", "ii",
        store->scope, op->id);
    if (!statement)
        return false;
    int got = store_step(store, statement, err);
    int64_t kept_ms = got > 0 ? store_time_column(statement, 0) : 0;
    *newer = kept_ms > op->when_ms && kept_ms <= clock_wall_ms(); /* from a clock that ran ahead: not newer */
    bool is_same = got > 0 && strcmp((const char *)sqlite3_column_text(statement, 2), project->state) == 0;
    *since_ms = since_next(got > 0 ? store_since_column(statement, 1) : 0, is_same, got > 0 && op->number,
                           op->when_ms, project->record.shown);
    store_release(store, statement);
    return got >= 0;
}

/* Writes both rows. */
static bool store_project_write(struct store *store, const struct store_op *op, const struct project *project,
                                int64_t since_ms, struct error *err)
{
    char *written = op->text ? NULL : store_json_text(op->json, err);
    const char *raw = op->text ? op->text : written;
    if (!raw)
        return false;
    char *tags = store_project_tags(project);
    bool ok =
        store_run(
            store, err,
            "INSERT OR REPLACE INTO projects (scope, id, version, fetched_ms, state_since_ms, state, name,"
            " length, tags) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            "iiiiitttt", store->scope, op->id, project->version, op->when_ms, since_ms, project->state,
            project->name, project->length ? project->length : "", tags) &&
        store_run(store, err,
                  "INSERT INTO project_raw (scope, id, raw) VALUES (?, ?, ?) ON CONFLICT (scope, id)"
                  " DO UPDATE SET raw = excluded.raw WHERE raw <> excluded.raw", /* most are as before */
                  "iit", store->scope, op->id, raw);
    free(tags);
    free(written);
    return ok;
}

bool store_project_save(struct store *store, const struct store_op *op, struct store_result *result)
{
    struct error *err = &result->error;
    struct project *project = op->json ? project_pick(op->json, op->id, err) : NULL;
    if (!project)
        return op->json ? false : error_set(err, ERROR_IO, "There is no project to save");
    bool newer;
    int64_t since_ms;
    bool ok = store_project_compare(store, op, project, &newer, &since_ms, err);
    if (ok && !newer) {
        ok = store_project_write(store, op, project, since_ms, err) &&
             store_drop_stale(store, op->when_ms, err);
        result->changes = ok;
    }
    project_free(project);
    return ok;
}

bool store_project_load(struct store *store, const struct store_op *op, struct store_result *result)
{
    return store_take_one(store, result,
                          store_prepare(store, &result->error,
                                        "SELECT r.raw, p.fetched_ms, NULL FROM project_raw r JOIN projects p"
                                        " ON p.scope = r.scope AND p.id = r.id WHERE r.scope = ? AND r.id = ?",
                                        "ii", store->scope, op->id));
}
