/* Owns what the details say about a project: every field of the contract, members the contract
 * does not know. Highlights are details_highlights.c. Must not know how they are drawn. */
#include "topics/details.h"

#include <inttypes.h>
#include <string.h>

#include "field_page.h"
#include "topics/details_private.h"
#include "steno/api/field.h"
#include "steno/app/action.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/topic.h"
#include "steno/widget/page.h"

/* Headings in the order in which an operator needs them; groups that are not named here follow. */
static const char *const group_order[] = {"Transcription", "Media", "Description", NULL};

/* The lines above the groups: state with its time, the age of the data, what went wrong. */
static void details_summary(struct app *app, struct page *page, const struct app_project *project, int cells)
{
    char state[256];
    app_project_state_text(app, state, sizeof state, project);
    page_add_wrapped(page, LINE_FIELD, "State", state, cells, "state");
    if (project->note)
        page_add_wrapped(page, LINE_FIELD, "Note", project->note, cells, "note");
    if (project->unanswered)
        page_add_wrapped(page, LINE_BAD, NULL, project->unanswered, cells, "unanswered");
    if (project->trouble)
        page_add_wrapped(page, LINE_BAD, NULL, project->trouble, cells, "trouble");
    if (project->full && project->full->record.problems)
        page_add_wrapped(page, LINE_BAD, NULL, project->full->record.problems, cells, "problems");
    if (project->full)
        app_highlights_summary(page, project->full->record.shown);
}

static void details_build(struct app *app, struct page *page, int cells)
{
    const struct app_project *project = app_project_find(app, app->current);
    if (!project) {
        page_title(page, "Details");
        page_note_missing(app, page, NULL);
        return;
    }
    page_title(page, "%" PRId64 "  %s", project->id, project->name);
    details_summary(app, page, project, cells);
    if (!project->full)
        return;
    app_page_groups(page, &fields_project, group_order, project->full->record.shown, cells);
    app_highlights_build(page, project->full->record.shown, cells);
}

/* From a line to the pane that can do something about it, or from the number of highlights to them. */
static void details_enter(struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    if (!line || !line->target)
        return;
    if (strcmp(line->target, "Data.Tags[]") == 0)
        app_pane_open(app, "tags");
    else
        app_highlight_enter(app, line->target);
}

static void details_open(struct app *app, const char *arg)
{
    (void)arg;
    if (app_focus_ops(app)->go)
        app_focus_ops(app)->go(app);
    else
        app_pane_open(app, "details");
}

static const struct pane_ops details_pane = {.name = "details",
                                             .title = "Details",
                                             .titled_as_row = true,
                                             .place = PLACE_BESIDE,
                                             .walked = true,
                                             .about_project = true,
                                             .wants_whole = true,
                                             .grouped = true,
                                             .label_least = 16,
                                             .label_most = 32,
                                             .label_wide = true,
                                             .build = details_build,
                                             .built = app_highlights_arrived,
                                             .enter = details_enter};

/* clang-format off */
static const struct action details_actions[] = {
    {.name = "next-highlight", .keys = "h", .where = IN_LIST | IN_OWN | NEEDS_PROJECT, .group = GROUP_MOVE,
     .arg = "TIME", .brief = "Next, previous highlight",
     .help = "To the next keyword highlight, or the first from a time on",
     .run = app_highlight_next},
    {.name = "previous-highlight", .keys = "H", .where = IN_LIST | IN_OWN | NEEDS_PROJECT,
     .group = GROUP_MOVE, .with = "next-highlight",
     .help = "To the highlight before", .run = app_highlight_previous},
    {.name = "details", .keys = "i", .where = IN_PANES | NEEDS_PROJECT, .group = GROUP_PANES,
     .brief = "Details, tags, metadata, raw", .help = "Details: every field", .run = details_open},
};
/* clang-format on */

const struct topic topic_details = {.name = "details",
                                    .state_size = sizeof(struct details_state),
                                    .pane = &details_pane,
                                    TOPIC_ACTIONS(details_actions)};
