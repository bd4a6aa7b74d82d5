/* Owns the way from a project's id to its row; after rows have moved it is built again when it is next asked.
 */
/* SPDX-License-Identifier: MIT */
#include "project.h"

#include <stdlib.h>

#include "part.h"
#include "steno/app/state.h"
#include "steno/base/id_map.h"
#include "steno/base/mem.h"

struct app_index {
    struct id_map rows;
    bool is_stale;   /* rows have moved */
    int64_t highest; /* id among them, */
    int64_t coming;  /* and among those that come */
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
    app->index->coming = highest;
}

void app_index_added(struct app *app)
{
    if (!app->index->is_stale)
        project_index_enter(app, app->project_count - 1);
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
    return app->index->coming > app->index->highest ? app->index->coming : app->index->highest;
}

const struct part part_projects = {
    .name = "projects", .begin = project_index_begin, .end = project_index_end};
