/* Owns what the details and raw panes say about a project: every field of the contract, members the contract
 * does not know. Highlights are highlights.c. Must not know how they are drawn. */
#include "topics/details.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "field_page.h"
#include "topics/highlights.h"
#include "steno/api/field.h"
#include "steno/api/json.h"
#include "steno/app/pages.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/topic.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
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
    if (project->trouble)
        page_add_wrapped(page, LINE_BAD, NULL, project->trouble, cells, "trouble");
    if (project->full && project->full->record.problems)
        page_add_wrapped(page, LINE_BAD, NULL, project->full->record.problems, cells, "problems");
    if (project->full)
        app_highlights_summary(page, project->full->record.shown);
}

void app_build_details(struct app *app, struct page *page, int cells)
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

void app_build_raw(struct app *app, struct page *page, int cells)
{
    const struct app_project *project = app_project_find(app, app->current);
    if (!project || !project->full) {
        page_title(page, "Raw");
        page_note_missing(app, page, project);
        return;
    }
    page_title(page, "Raw %" PRId64, project->id);
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    json_write_pretty(&text, project->full->record.raw);
    for (const char *at = buffer_text(&text); *at;) {
        size_t len = strcspn(at, "\n");
        char *line = mem_copy_n(at, len);
        page_add_wrapped(page, LINE_TEXT, NULL, line, cells, NULL);
        free(line);
        at += len + (at[len] == '\n');
    }
    buffer_free(&text);
}

const struct topic topic_details = {.name = "details"};
