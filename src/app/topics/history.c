/* Owns the history pane: what happened to the project at hand, newest first. */
#include "part.h"

#include <inttypes.h>

#include "page_lines.h"
#include "steno/app/action.h"
#include "pages.h"
#include "panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/widget/page.h"

static void history_build(struct app *app, struct page *page, int cells)
{
    const struct app_project *project = app_project_find(app, app->current);
    if (!project) {
        page_title(page, "History");
        pages_note_missing(app, page, NULL);
        return;
    }
    page_title(page, "History of %" PRId64 "  %s", project->id, project->name);
    app_page_activity(app, page, cells, project->id);
    if (page->count == 0 && !app->activity_is_cut)
        page_note(page, "Nothing has happened to it yet");
    app_page_activity_end(app, page, project->id);
}

static const struct pane_ops history_pane = {.name = "history",
                                             .title = "History",
                                             .about_project = true,
                                             .about_activity = true,
                                             .numbered = true,
                                             .build = history_build};

/* clang-format off */
static const struct action history_actions[] = {
    {.name = "history", .where = IN_PANES | NEEDS_PROJECT, .group = GROUP_PANES,
     .help = "History: what happened to this project", .run_named = app_pane_open_newest},
};
/* clang-format on */

const struct part part_history = {.name = "history", .pane = &history_pane, PART_ACTIONS(history_actions)};
