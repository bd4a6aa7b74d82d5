/* Owns how projects are marked: one, a range, all that are shown, the others, none. What is done to the
 * marked ones is not its business. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdint.h>

#include "steno/app/action.h"
#include "state.h"
#include "steno/core/effect.h"
#include "panes.h"
#include "status.h"
#include "steno/app/project.h"
#include "watchlist.h"
#include "steno/base/mem.h"
#include "steno/widget/list.h"

struct marks_state {
    int64_t last; /* marked by hand last: where a range begins; 0 for none */
};

static struct marks_state *marks_state(const struct app *app)
{
    return part_state(app, &part_marks);
}

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

/* Marks the rows between two that match the filter, both included: one that only stays was not meant. */
static void marks_rows(struct app *app, size_t one, size_t other, enum list_marking how)
{
    size_t row = one < other ? one : other, end = (one < other ? other : one) + 1, count = 0;
    int64_t *ids = mem_alloc((end - row) * sizeof *ids);
    for (; row < end; row++) {
        const struct app_project *project = app_project_find(app, app->list.ids[row]);
        if (project && project->matches)
            ids[count++] = project->id;
    }
    list_mark_ids(&app->list, ids, count, how);
    free(ids);
    marks_changed_many(app);
}

static void marks_toggle(struct app *app)
{
    int64_t id = app_selected(app);
    bool marked = !list_is_marked(&app->list, id);
    list_mark(&app->list, id, marked);
    marks_state(app)->last = marked ? id : 0;
    marks_changed(app);
    if (list_move(&app->list, 1, app_pane_height(app, PANE_LIST)))
        app_focus_moved(app);
}

/* Is there a mark to begin from, in a row? */
static bool marks_range_works(const struct app *app)
{
    const struct marks_state *state = marks_state(app);
    return state->last && list_find(&app->list, state->last) < app->list.count &&
           list_is_marked(&app->list, state->last);
}

static void marks_range(struct app *app)
{
    struct marks_state *state = marks_state(app);
    size_t row = list_find(&app->list, state->last);
    if (!marks_range_works(app)) {
        app_say(app, "No mark to begin from: %s marks one", app_key_of(app, "mark"));
        return;
    }
    marks_rows(app, row, app->list.selected, LIST_MARK);
    state->last = app_selected(app);
}

static void marks_all_rows(struct app *app, enum list_marking how)
{
    if (app_watchlist_is_whole(app))
        marks_rows(app, 0, app->list.count - 1, how);
}

static void marks_all(struct app *app)
{
    marks_all_rows(app, LIST_MARK);
}

static void marks_invert(struct app *app)
{
    marks_all_rows(app, LIST_TURN_MARK);
}

static void marks_clear(struct app *app)
{
    if (app->list.mark_count == 0)
        app_say(app, "Nothing is marked");
    list_clear_marks(&app->list);
    marks_state(app)->last = 0;
    marks_changed_many(app);
}

/* clang-format off */
static const struct action marks_actions[] = {
    {.name = "mark", .keys = "Space", .where = IN_LIST | NEEDS_PROJECT, .group = GROUP_MARKS,
     .brief = "Mark this, and down",
     .help = "Mark or unmark, and move down", .shows = SHOWS_LINE, .run = marks_toggle},
    {.name = "mark-range", .keys = "v", .where = IN_LIST | NEEDS_PROJECT, .group = GROUP_MARKS,
     .marked_hint = "Range", .brief = "From the last mark to here",
     .help = "Mark from the last mark to here", .shows = SHOWS_PANE,
     .works = marks_range_works, .run = marks_range},
    {.name = "mark-all", .keys = "M", .where = IN_LIST | NEEDS_PROJECT, .group = GROUP_MARKS,
     .brief = "All shown; the other ones",
     .help = "Mark all that are shown", .shows = SHOWS_PANE, .run = marks_all},
    {.name = "mark-others", .keys = "I", .where = IN_LIST | NEEDS_PROJECT, .group = GROUP_MARKS,
     .marked_hint = "Others", .with = "mark-all",
     .help = "Unmark the marked ones that are shown, mark the others",
     .shows = SHOWS_PANE, .run = marks_invert},
    {.name = "unmark-all", .keys = "u", .where = IN_PANES, .group = GROUP_MARKS, .marked_hint = "Unmark",
     .brief = "No marks", .help = "Clear all marks", .run = marks_clear},
};
/* clang-format on */

const struct part part_marks = {
    .name = "marks", .state_size = sizeof(struct marks_state), PART_ACTIONS(marks_actions)};
