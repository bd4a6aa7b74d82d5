/* Owns the raw pane: the project as JSON. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/widget/page.h"

static void raw_build(struct app *app, struct page *page, int cells)
{
    const struct app_project *project = app_project_find(app, app->current);
    if (!project || !project->full) {
        page_title(page, "Raw");
        pages_note_missing(app, page, project);
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

static void raw_open(struct app *app)
{
    app_pane_open(app, "raw");
}

static const struct pane_ops raw_pane = {
    .name = "raw", .title = "Raw", .about_project = true, .wants_whole = true, .build = raw_build};

/* clang-format off */
static const struct action raw_actions[] = {
    {.name = "raw", .keys = "J", .where = IN_EVERY_PANE | NEEDS_PROJECT, .group = GROUP_PANES,
     .with = "details", .help = "The project as JSON", .run = raw_open},
};
/* clang-format on */

const struct part part_raw = {.name = "raw", .pane = &raw_pane, PART_ACTIONS(raw_actions)};
