/* Owns how projects are marked: one, all that are shown, none. What is done to the
 * marked ones is not its business. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdint.h>

#include "steno/app/action.h"
#include "steno/app/state.h"
#include "steno/core/call.h"
#include "steno/app/panes.h"
#include "steno/app/status.h"
#include "steno/app/project.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/widget/list.h"

/* The header counts the marks; the key bar is another one while there are any. */
static void marks_changed(struct app *app)
{
    app_dirty(app, DIRTY_PANE(PANE_LIST) | DIRTY_HEADER | DIRTY_STATUS);
}

/* Many may be marked or not, in one go. */
static void marks_changed_many(struct app *app)
{
    app_marks_changed(app);
    marks_changed(app);
}

/* Marks the rows that match the filter: one that only stays was not meant. */
static void marks_all(struct app *app)
{
    int64_t *ids = mem_alloc((app->list.count + 1) * sizeof *ids);
    size_t count = 0;
    for (size_t row = 0; row < app->list.count; row++) {
        const struct app_project *project = app_project_find(app, app->list.ids[row]);
        if (project && project->matches)
            ids[count++] = project->id;
    }
    list_mark_ids(&app->list, ids, count);
    free(ids);
    marks_changed_many(app);
}

static void marks_toggle(struct app *app)
{
    int64_t id = app_selected(app);
    list_mark(&app->list, id, !list_is_marked(&app->list, id));
    marks_changed(app);
    if (list_move(&app->list, 1, app_pane_height(app, PANE_LIST)))
        app_focus_moved(app);
}

static void marks_clear(struct app *app)
{
    if (app->list.mark_count == 0)
        app_say(app, "Nothing is marked");
    list_clear_marks(&app->list);
    marks_changed_many(app);
}

/* clang-format off */
static const struct action marks_actions[] = {
    {.name = "mark", .keys = "Space", .where = IN_LIST | NEEDS_PROJECT, .group = GROUP_MARKS,
     .brief = "Mark this, and down",
     .help = "Mark or unmark, and move down", .shows = SHOWS_LINE, .run = marks_toggle},
    {.name = "mark-all", .keys = "M", .where = IN_LIST | NEEDS_PROJECT, .group = GROUP_MARKS,
     .brief = "All shown",
     .help = "Mark all that are shown", .shows = SHOWS_PANE, .run = marks_all},
    {.name = "unmark-all", .keys = "u", .where = IN_PANES, .group = GROUP_MARKS, .marked_hint = "Unmark",
     .brief = "No marks", .help = "Clear all marks", .run = marks_clear},
};
/* clang-format on */

const struct part part_marks = {.name = "marks", PART_ACTIONS(marks_actions)};
