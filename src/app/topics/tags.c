/* Owns the tags pane: the list, and deleting one, which cannot be undone and is asked. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "writes.h"
#include "steno/api/endpoint.h"
#include "steno/api/record.h"
#include "steno/app/keys.h"
#include "ask.h"
#include "batch.h"
#include "steno/app/calls.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/widget/page.h"

static void tags_build(struct app *app, struct page *page, int cells)
{
    const struct app_project *project = app_project_find(app, app->current);
    if (!project || !project->full) {
        page_title(page, "Tags");
        pages_note_missing(app, page, project);
        return;
    }
    page_title(page, "Tags of %" PRId64 "  %s", project->id, project->name);
    const json_t *tags = json_object_get(project->full->record.shown, "Tags");
    for (size_t i = 0; i < json_array_size(tags); i++) {
        const char *tag = json_string_value(json_array_get(tags, i));
        if (tag)
            page_add_wrapped(page, LINE_TEXT, NULL, tag, cells - 1, tag);
    }
    for (size_t i = 0; i < page->count; i++)
        page->lines[i].col++; /* a cell beside the gutter, as in the rows of the list */
    if (page->count == 0)
        page_add(page, LINE_NOTE, NULL, "No tags");
}

static void tags_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    if (result->ok)
        app_report_done(app, call, result, true);
    else
        app_report_failed(app, call, result);
}

/* Sends the tag exactly as it came from the server, found by how it is shown. */
static void tags_delete_one(struct app *app, int64_t id, const char *tag)
{
    const struct app_project *project = app_project_find(app, id);
    const struct record *record = project && project->full ? &project->full->record : NULL;
    const json_t *shown = record ? json_object_get(record->shown, "Tags") : NULL, *found = NULL;
    for (size_t i = 0; i < json_array_size(shown) && !found; i++) {
        const char *one = json_string_value(json_array_get(shown, i));
        if (one && strcmp(one, tag) == 0)
            found = json_array_get(json_object_get(record->raw, "Tags"), i);
    }
    const char *raw = json_string_value(found);
    if (!raw) {
        app_say_bad(app, "%" PRId64 ": the tag \"%s\" no longer exists; nothing was sent", id, tag);
        return;
    }
    if (strlen(raw) != json_string_length(found)) { /* what stands before the zero is another tag */
        app_say_bad(app, "%" PRId64 ": the tag \"%s\" contains a zero character and cannot be sent from here",
                    id, tag);
        return;
    }
    struct call *call = app_call_new(app, ENDPOINT_DELETE_TAG, id);
    call->version = project->version;
    call->seen = project_copy(project->full);
    call->value = mem_copy(raw);
    char *what = mem_printf("Delete tag \"%s\" of %" PRId64, tag, id);
    app_call_send(app, call, &(struct app_reply){.done = tags_done, .what = what});
}

static void tags_add(struct app *app)
{
    app_say(app, "The API has no call to add a tag; it can only delete one (%s)", app_key_of(app, "delete"));
}

static void tags_delete(struct app *app, const char *arg)
{
    (void)arg;
    const struct page_line *line = app_line_of_current(app);
    if (!line) {
        app_say(app, "There is no tag to delete");
        return;
    }
    if (app->list.mark_count > 0) {
        batch_delete_tag(app, line->target);
        return;
    }
    app_ask(app, &(struct app_question_ask){.parts = {{.words = "Delete the tag \""},
                                                      {.piece = line->target},
                                                      {.words = "\" of "},
                                                      {.project = app->current, .with_state = true},
                                                      {.words = "?"}},
                                            .note = app_ask_tag_note,
                                            .verb = {.word = "Delete"},
                                            .spares = "keeps it",
                                            .id = app->current,
                                            .arg = line->target,
                                            .yes_with = tags_delete_one,
                                            .refused = "Nothing was deleted"});
}

/* A tag can be deleted where the cursor stands on one. */
static bool tags_works(const struct app *app, const char *action)
{
    const struct page_line *line = app_line_of_current(app);
    return strcmp(action, "delete") != 0 || line;
}

static const struct pane_hint *tags_hints(const struct app *app)
{
    static const struct pane_hint rows[] = {{"delete", "Delete"}, {"enqueue", NULL}, {"export", NULL},
                                            {"copy", "Copy"},     {"zoom", "Zoom"},  {0}};
    (void)app;
    return rows;
}

static const struct pane_ops tags_pane = {.name = "tags",
                                          .title = "Tags",
                                          .walked = true,
                                          .about_project = true,
                                          .wants_whole = true,
                                          .build = tags_build,
                                          .add = tags_add,
                                          .erase = tags_delete,
                                          .works = tags_works,
                                          .hints = tags_hints};

/* clang-format off */
static const struct action tags_actions[] = {
    {.name = "tags", .keys = "t", .where = IN_PANES | NEEDS_PROJECT, .group = GROUP_PANES,
     .help = "Tags",
     .run_named = app_pane_open},
};
/* clang-format on */

const struct part part_tags = {.name = "tags", .pane = &tags_pane, PART_ACTIONS(tags_actions)};
