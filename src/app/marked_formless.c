/* Owns the actions on marked projects that need no form: deleting a tag of theirs, and reading them again, as
 * the refresh machine takes them. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "marked.h"
#include "report.h"
#include "steno/app/reads.h"
#include "steno/app/prompt.h"
#include "steno/app/status.h"
#include "steno/api/endpoint.h"
#include "steno/api/record.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/app/calls.h"
#include "steno/core/call.h"

/* Asks before a tag is deleted: of one project as anywhere else, of many by their number. */
static void marked_ask_tag(struct app *app)
{
    const struct marked *marked = app->prepared;
    static const char before[] = "Delete the tag \"";
    char *many = marked_words(app, text_width(before) + text_width(marked->tag), "\" of");
    struct app_question_ask ask = {.parts = {{.words = before}, {.piece = marked->tag}, {.words = many}},
                                   .note = app_ask_tag_note,
                                   .verb = {.word = "Delete"},
                                   .spares = "keeps it",
                                   .count = marked->order.count,
                                   .of_marked = marked->order.count > 1,
                                   .yes = marked_go,
                                   .no = marked_refused,
                                   .refused = "Nothing was deleted"};
    if (marked->order.count == 1) {
        ask.count = 0;
        ask.parts[2].words = "\" of ";
        ask.parts[3] = (struct app_question_part){.project = marked->rows[0].id, .with_state = true};
        ask.parts[4].words = "?";
    }
    app_ask(app, &ask);
    free(many);
}

/* Tag and whole project, as it was seen. */
static void marked_tag_fill(struct app *app, struct call *call)
{
    const struct app_project *project = app_project_find(app, call->project_id);
    call->value = mem_copy(app->marked->tag);
    call->seen = project && project->full ? project_copy(project->full) : NULL;
}

static void marked_tag_deleted(struct app *app, const struct app_call *call, struct call_result *result)
{
    app_report_done(app, call, result, false);
}

static const struct marked_ops marked_tag_ops = {.op = ENDPOINT_DELETE_TAG,
                                                 .verb = "Delete tag",
                                                 .running = "Deleting the tag of",
                                                 .past = "Deleted the tag of",
                                                 .noun = "Deletion",
                                                 .fill = marked_tag_fill,
                                                 .took = marked_tag_deleted};

static void marked_tag_typed(struct app *app, int64_t id, const char *tag)
{
    (void)id;
    marked_delete_tag(app, tag);
}

static const struct prompt_ops marked_tag_prompt = {.label = "Tag to delete: ", .accept = marked_tag_typed};

void marked_delete_tag(struct app *app, const char *tag)
{
    if (app->list.mark_count == 0) {
        app_say(app, "Mark projects with %s to delete a tag from them; %s shows the tags of one",
                app_key_of(app, "mark"), app_key_of(app, "tags"));
        return;
    }
    if (!*tag) {
        app_prompt_open(app, &marked_tag_prompt, 0, "");
        return;
    }
    marked_prepare(app, &marked_tag_ops, app->list.marks, app->list.mark_count);
    app->prepared->tag = mem_copy(tag);
    marked_ask_tag(app);
}

static const struct marked_ops marked_refresh_ops = {.op = ENDPOINT_GET_PROJECT,
                                                     .verb = "Refresh",
                                                     .running = "Refreshing",
                                                     .past = "Refreshed",
                                                     .noun = "Refresh",
                                                     .is_reading = true};

void marked_refresh_start(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    if (!project)
        return;
    project->awaited = true;
    app_reads_ask(app, id);
}

/* One that was read, or could not be; one that has gone meanwhile is neither, and one that the session did
 * not last for. */
static void marked_refresh_row_step(struct app *app, size_t place)
{
    struct marked_row *row = &app->marked->rows[place];
    struct app_project *project = app_project_find(app, row->id);
    if (project && project->awaited && app->session == SESSION_UP)
        return;
    if (!project || project->awaited) {
        if (project)
            project->awaited = false;
        marked_row_end(app, place, MARKED_LEFT);
        return;
    }
    row->kind = project->trouble_kind;
    row->text = mem_copy_or_null(project->trouble);
    marked_row_end(app, place, project->trouble ? MARKED_FAILED : MARKED_DONE);
}

void marked_refresh_step(struct app *app)
{
    struct marked *marked = app->marked;
    /* after a login they are read when they fall due, which may be late */
    if (app->session != SESSION_UP)
        batch_stop(&marked->order);
    for (size_t i = marked->oldest; i < marked->order.started; i++) {
        if (marked->rows[i].outcome == MARKED_RUNNING)
            marked_refresh_row_step(app, i);
    }
    if (batch_is_over(&marked->order))
        marked_close(app);
}

void marked_refresh(struct app *app)
{
    marked_prepare(app, &marked_refresh_ops, app->list.marks, app->list.mark_count);
    marked_go(app, 0);
}
