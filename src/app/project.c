/* Owns the projects: adding, finding by id, what one is and can be, how a row is described. What a reading
 * changes is project_update.c; order, filter and selection are watchlist.c. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/project.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/offline.h"
#include "steno/api/record.h"
#include "part.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/ids.h"
#include "steno/core/rows.h"
#include "steno/core/write.h"
#include "steno/core/settings.h"

struct app_index {
    struct id_map rows;
    bool is_stale;    /* rows have moved: it is built again when it is next asked */
    int64_t highest;  /* id among them, */
    int64_t expected; /* and among those that are to come; 0: none are */
};

static void project_index_begin(struct app *app)
{
    app->index = mem_zero(1, sizeof *app->index);
}

static void project_index_end(struct app *app)
{
    for (size_t i = 0; i < app->project_count; i++)
        app_project_clear(&app->projects[i]);
    free(app->projects);
    id_map_clear(&app->index->rows);
    free(app->index);
}

/* Enters one row. */
static void project_index_enter(const struct app *app, size_t row)
{
    struct app_index *index = app->index;
    int64_t id = app->projects[row].id;
    id_map_put(&index->rows, id, row);
    index->highest = id > index->highest ? id : index->highest;
}

/* Enters all rows. */
static void project_index_build(const struct app *app)
{
    struct app_index *index = app->index;
    id_map_clear(&index->rows);
    index->highest = 0;
    for (size_t i = 0; i < app->project_count; i++)
        project_index_enter(app, i);
    index->is_stale = false;
}

void app_index_moved(struct app *app)
{
    app->index->is_stale = true;
}

void app_index_expect(struct app *app, int64_t highest)
{
    app->index->expected = highest;
}

struct app_project *app_project_find(const struct app *app, int64_t id)
{
    struct app_index *index = app->index;
    size_t row;
    if (index->is_stale)
        project_index_build(app);
    return id_map_find(&index->rows, id, &row) ? &app->projects[row] : NULL;
}

int64_t app_project_highest(const struct app *app)
{
    if (app->index->is_stale)
        project_index_build(app);
    return app->index->expected > app->index->highest ? app->index->expected : app->index->highest;
}

/* --- what one is --- */

struct app_project *app_project_add(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    if (project)
        return project;
    if (app->project_count == app->project_capacity) {
        app->project_capacity = app->project_capacity ? app->project_capacity * 2 : 16;
        app->projects = mem_grow(app->projects, app->project_capacity, sizeof *app->projects);
    }
    project = &app->projects[app->project_count++];
    *project = (struct app_project){.id = id,
                                    .state = mem_copy(""),
                                    .name = mem_copy(""),
                                    .length = mem_copy(""),
                                    .tags = mem_copy(""),
                                    .label = mem_copy(""),
                                    .lang = mem_copy(""),
                                    .author = mem_copy(""),
                                    .version = -1,
                                    .length_ms = -1};
    project->mark = app_state_mark(app, "");
    if (!app->index->is_stale)
        project_index_enter(app, app->project_count - 1);
    app_stale(app, STALE_PENDING); /* its mark comes with the list of open writes */
    app_stale(app, STALE_PLACES);
    app_dirty(app, DIRTY_HEADER); /* which counts it */
    return project;
}

void app_project_clear(struct app_project *project)
{
    free(project->note);
    free(project->state);
    free(project->name);
    free(project->length);
    free(project->tags);
    free(project->label);
    free(project->lang);
    free(project->trouble);
    free(project->reported_state);
    free(project->author);
    free(project->unanswered);
    project_free(project->full);
}

char *app_project_title(const struct app *app, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    if (!project || !*project->name)
        return mem_printf("%" PRId64, id);
    char name[128];
    text_clip(name, sizeof name, project->name, 40);
    return mem_printf("%" PRId64 ", %s", id, name);
}

bool app_project_is_active(const struct app *app, const char *state)
{
    return settings_list_has(app->settings, SETTING_ACTIVE_STATES, state);
}

bool app_project_is_settled(const struct app *app, const char *state)
{
    return settings_list_has(app->settings, SETTING_SETTLED_STATES, state);
}

unsigned app_project_can(const struct app *app, const struct app_project *project)
{
    char mark = app_state_mark(app, project->state);
    if (project->trouble && project->trouble_status == 404)
        return 0;
    unsigned can = mark == '+' || mark == '*' ? PROJECT_HAS_CAPTIONS : 0;
    if (project->has_no_media || project->is_read_only)
        return can;
    return can | PROJECT_CAN_BE_SENT;
}

bool app_project_holds(const struct app_project *project, const char *text)
{
    char id[24];
    snprintf(id, sizeof id, "%" PRId64, project->id);
    return text_contains_nocase(id, text) || text_contains_nocase(project->name, text) ||
           text_contains_nocase(project->state, text) || text_contains_nocase(project->tags, text);
}

/* Did its own last reading fail? An outage is the connection's trouble, not that of each project. */
static bool project_is_unreadable(const struct app_project *project)
{
    return project->trouble && !offline_is_about(&(struct error){.kind = project->trouble_kind});
}

void app_project_listed(const struct app *app, const struct app_project *project, struct listed *listed)
{
    *listed =
        (struct listed){.id = project->id,
                        .name = project->name,
                        .state = project->state,
                        .tags = project->tags,
                        .note = project->note ? project->note : "",
                        .mark = project->mark,
                        .is_lost = project->unanswered && !project->is_taken,
                        .is_sent = project->open_enqueue != 0,
                        .is_refused = project->is_refused,
                        .is_unreadable = project_is_unreadable(project),
                        .is_today = listed_is_today(project->state_since_ms, app->wall_ms, app->zone),
                        .exported = ledger_age(&project->exported, project->version, project->updated_ms),
                        .length_ms = project->length_ms,
                        .since_ms = since_time(project->state_since_ms),
                        .place = (size_t)(project - app->projects),
                        .label = project->label,
                        .lang = project->lang,
                        .author = project->author,
                        .has_no_media = project->has_no_media,
                        .is_read_only = project->is_read_only,
                        .expiry = project->expiry,
                        .updated_ms = project->updated_ms};
}

void app_project_length(const struct app_project *project, char *out, size_t size)
{
    *out = '\0';
    if (project->has_no_media)
        snprintf(out, size, "no media");
    else if (project->length_ms > 0)
        length_format(out, size, project->length_ms);
    else if (project->length_ms < 0)
        text_clip(out, size, project->length, (int)size);
}

char app_state_mark(const struct app *app, const char *state)
{
    return settings_state_mark(app->settings, state);
}

void app_project_follow_exports(struct app *app, const struct receipt *receipt)
{
    struct app_project *project = app_project_find(app, receipt->end.id);
    if (!project || !receipt_follow_export(&project->exported, receipt))
        return;
    app_stale_row(app, project->id);
    app_dirty(app, DIRTY_PANE(PANE_LIST));
    app_stale_project(app, project->id);
}

const struct part part_projects = {
    .name = "projects", .begin = project_index_begin, .end = project_index_end};
