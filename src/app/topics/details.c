/* Owns the pane with the details of a project, and what its keys do. What stands in it is
 * details_summary.c and details_folds.c. Must not know how it is drawn. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <string.h>

#include "topics/details.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/widget/page.h"

#define LABEL_CELLS 11

struct details_state *details_state(const struct app *app)
{
    return part_state(app, &part_details);
}

static void details_build(struct app *app, struct page *page, int cells)
{
    const struct app_project *project = app_project_find(app, app->current);
    if (!project) {
        page_title(page, "Details");
        pages_note_missing(app, page, NULL);
        return;
    }
    page_title(page, "%" PRId64 "  %s", project->id, project->name);
    const struct details details = {.app = app,
                                    .page = page,
                                    .project = project,
                                    .shown = project->full ? project->full->record.shown : NULL,
                                    .cells = cells};
    details_summary_build(&details);
    details_folds_build(&details);
}

/* From a line to the pane that can do something about it, or to its fold. */
static void details_enter(struct app *app)
{
    const struct page *page = app_focus_page(app);
    const struct page_line *line = page_line_at_hand(page);
    if (!line || !line->target)
        return;
    enum details_fold fold = details_fold_of(page, page->list.selected);
    if (strcmp(line->target, "Data.Tags[]") == 0)
        app_pane_open(app, "tags");
    else if (strcmp(line->target, METADATA_TARGET) == 0)
        app_pane_open(app, "metadata");
    else if (!details_highlight_enter(app, line->target) && fold != FOLD_COUNT)
        details_fold_turn(app, fold);
}

/* What Enter does on the line with the cursor, in a word for the bar; NULL: nothing. */
static const char *details_enter_word(const struct app *app)
{
    const struct page *page = app_focus_page(app);
    const struct page_line *line = app_line_of_current(app);
    if (!line)
        return NULL;
    if (strcmp(line->target, "Data.Tags[]") == 0)
        return "Tags";
    if (strcmp(line->target, METADATA_TARGET) == 0)
        return "Metadata";
    if (details_is_highlight(line->target))
        return "Place";
    return details_fold_of(page, page->list.selected) != FOLD_COUNT ? "Fold" : NULL;
}

static bool details_works(const struct app *app, const char *action)
{
    return strcmp(action, "enter") != 0 || details_enter_word(app);
}

static void details_open(struct app *app)
{
    if (app_focus_ops(app)->go)
        app_focus_ops(app)->go(app);
    else
        app_pane_open(app, "details");
}

static const struct pane_hint *details_hints(const struct app *app)
{
    static struct pane_hint hints[] = {{"enter", NULL},  {"enqueue", NULL}, {"export", NULL},
                                       {"copy", "Copy"}, {"zoom", "Zoom"},  {0}};
    bool is_completed = app_project_is_completed(app, app->current);
    hints[0].word = details_enter_word(app);
    hints[1].action = is_completed ? "export" : "enqueue"; /* what is likely to be done next */
    hints[2].action = is_completed ? "enqueue" : "export";
    return hints;
}

static const struct pane_ops details_pane = {.name = "details",
                                             .title = "Details",
                                             .titled_as_row = true,
                                             .is_first = true,
                                             .walked = true,
                                             .about_project = true,
                                             .about_activity = true,
                                             .wants_whole = true,
                                             .grouped = true,
                                             .label_least = LABEL_CELLS,
                                             .label_most = LABEL_CELLS,
                                             .build = details_build,
                                             .enter = details_enter,
                                             .works = details_works,
                                             .hints = details_hints};

/* clang-format off */
static const struct action details_actions[] = {
    {.name = "details", .also = "show", .keys = "i", .where = IN_PANES | NEEDS_PROJECT, .group = GROUP_PANES,
     .help = "Details of the project", .run = details_open},
};
/* clang-format on */

const struct part part_details = {.name = "details",
                                  .state_size = sizeof(struct details_state),
                                  .pane = &details_pane,
                                  PART_ACTIONS(details_actions)};
