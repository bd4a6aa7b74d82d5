/* Owns the way from a project's id to its row: a table of open addressing, built anew after rows
 * have moved. */
#include "steno/app/project.h"

#include <stdint.h>
#include <stdlib.h>

#include "private.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"

#define SLOTS_MIN 64

/* Where the search for an id begins. */
static size_t index_slot(const struct app_index *index, int64_t id)
{
    return (size_t)(((uint64_t)id * UINT64_C(0x9E3779B97F4A7C15)) >> 17) & (index->slots - 1);
}

/* Enters one row; there is room. */
static void index_enter(struct app_index *index, int64_t id, size_t row)
{
    size_t slot = index_slot(index, id);
    while (index->rows[slot])
        slot = (slot + 1) & (index->slots - 1);
    index->rows[slot] = row + 1;
    index->count++;
}

/* Builds the table with room for as many rows again. */
static void index_build(struct app *app)
{
    struct app_index *index = &app->private->index;
    size_t slots = SLOTS_MIN;
    while (slots < app->project_count * 4)
        slots *= 2;
    free(index->rows);
    *index = (struct app_index){.rows = mem_zero(slots, sizeof *index->rows), .slots = slots};
    for (size_t i = 0; i < app->project_count; i++)
        index_enter(index, app->projects[i].id, i);
}

void app_index_moved(struct app *app)
{
    app->private->index.slots = 0;
}

void app_index_added(struct app *app)
{
    struct app_index *index = &app->private->index;
    size_t row = app->project_count - 1;
    if (index->slots > 0 && index->count * 2 < index->slots)
        index_enter(index, app->projects[row].id, row);
    else
        app_index_moved(app);
}

struct app_project *app_project_find(const struct app *app, int64_t id)
{
    struct app_index *index = &app->private->index;
    if (app->project_count == 0)
        return NULL;
    if (index->slots == 0)
        index_build((struct app *)(uintptr_t)app); /* a cache: what the caller sees does not change */
    for (size_t slot = index_slot(index, id); index->rows[slot]; slot = (slot + 1) & (index->slots - 1)) {
        struct app_project *project = &app->projects[index->rows[slot] - 1];
        if (project->id == id)
            return project;
    }
    return NULL;
}
