/* Owns one action over the marked projects: asking once, sending a few at a time, a receipt for each, failed
 * ones staying marked, and stopping without losing what was done. */
#include "steno/app/batch.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draft.h"
#include "record.h"
#include "topics/enqueue.h"
#include "topics/export.h"
#include "used.h"
#include "write.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/app/ask.h"
#include "steno/app/calls.h"
#include "steno/app/effect.h"
#include "steno/app/forms.h"
#include "steno/app/poll.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/buffer.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/call.h"
#include "steno/widget/form.h"
#include "steno/widget/list.h"

#define RUNNING_MAX 3
#define IDS_CELLS   24

/* What the batch does, as a word for sentences. */
static const char *batch_verb(const struct app_batch *batch)
{
    return batch->op == ENDPOINT_ENQUEUE ? "Enqueue" : batch->op == ENDPOINT_EXPORT ? "Export" : "Delete tag";
}

void app_batch_free(struct app *app)
{
    free(app->batch->ids);
    free(app->batch->tag);
    param_set_free(app->batch->params);
    *app->batch = (struct app_batch){0};
}

/* How many have no answer yet. */
static size_t batch_left(const struct app_batch *batch)
{
    return batch->count - batch->done - batch->failed - batch->unknown;
}

/* "3 done, 1 failed", and those with an unknown outcome where there are some. */
static void batch_counts(const struct app_batch *batch, char *out, size_t size)
{
    int len = snprintf(out, size, "%zu done, %zu failed", batch->done, batch->failed);
    if (batch->unknown > 0)
        snprintf(out + len, size - (size_t)len, ", %zu with unknown outcome", batch->unknown);
}

void app_batch_text(const struct app *app, char *out, size_t size)
{
    const struct app_batch *batch = app->batch;
    char counts[120];
    batch_counts(batch, counts, sizeof counts);
    if (batch->stopped_of)
        snprintf(out, size, "%s stopped: %zu of %zu done; the rest is still marked", batch_verb(batch),
                 batch->done, batch->stopped_of);
    else
        snprintf(out, size, "%s: %s, %zu left", batch_verb(batch), counts, batch_left(batch));
}

/* The progress line. */
static void batch_say(struct app *app)
{
    const struct app_batch *batch = app->batch;
    char text[240], counts[120];
    batch_counts(batch, counts, sizeof counts);
    app_batch_text(app, text, sizeof text);
    if (batch->stopped_of || batch_left(batch) > 0)
        app_say(app, "%s", text);
    else if (batch->failed + batch->unknown > 0)
        app_say_bad(app, "%s: %s and still marked; %s shows why", batch_verb(batch), counts,
                    app_key_of(app, "activity"));
    else
        app_say(app, "%s: all %zu done", batch_verb(batch), batch->done);
}

/* How many of the batch would be enqueued a second time. */
static size_t batch_again(const struct app *app)
{
    size_t again = 0;
    for (size_t i = 0; app->batch->op == ENDPOINT_ENQUEUE && i < app->batch->count; i++)
        again += app_enqueue_is_again(app, app->batch->ids[i]);
    return again;
}

/* Prepares a batch over these ids; one at a time. */
static bool batch_prepare(struct app *app, enum endpoint_id op, const int64_t *ids, size_t count)
{
    if (app->batch->active) {
        app_say_bad(app, "%s is still under way; %s stops it", batch_verb(app->batch),
                    app_key_of(app, "interrupt"));
        return false;
    }
    app_batch_free(app);
    app->batch->op = op;
    app->batch->ids = mem_alloc((count + 1) * sizeof *ids);
    memcpy(app->batch->ids, ids, count * sizeof *ids);
    app->batch->count = count;
    return true;
}

/* Yes: the batch begins, and the form that it came from has done its part. */
static void batch_go(struct app *app, int64_t id, const char *arg)
{
    (void)id, (void)arg;
    struct app_form *form = app_form_top(app);
    if (form && form->id_count) {
        app_used_remember(app, form_values(form->form));
        app_draft_drop(app, form);
        app_form_pop(app);
    }
    app->batch->active = true;
    batch_say(app);
}

static void batch_refused(struct app *app, int64_t id, const char *arg)
{
    (void)id, (void)arg;
    app_batch_free(app);
}

void app_batch_ask(struct app *app, struct app_form *form, enum endpoint_id op, app_call_reply *took)
{
    if (!batch_prepare(app, op, form->ids, form->id_count))
        return;
    app->batch->took = took;
    app->batch->params = param_set_copy(form_values(form->form));
    size_t again = batch_again(app);
    const char *verb = batch_verb(app->batch);
    bool one = form->id_count == 1;
    char *words = one     ? mem_printf("%s project ", verb)
                  : again ? mem_printf("%s %zu projects, %zu of them again?", verb, form->id_count, again)
                          : mem_printf("%s %zu projects?", verb, form->id_count);
    struct app_question_ask ask = {
        .parts = {{.words = words}}, .yes = batch_go, .no = batch_refused, .refused = "Nothing was sent"};
    if (one) {
        ask.parts[1].project = form->ids[0];
        ask.parts[2].words = again ? " again?" : "?";
    }
    app_ask(app, &ask);
    free(words);
}

/* The ids of a batch in their order, whole ones, as many as a question has room for. Caller frees. */
static char *batch_ids(const struct app_batch *batch)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < batch->count; i++) {
        char id[32];
        int len = snprintf(id, sizeof id, "%s%" PRId64, i ? " " : "", batch->ids[i]);
        if (text.len + (size_t)len > IDS_CELLS) {
            buffer_append_text(&text, " …");
            break;
        }
        buffer_append_text(&text, id);
    }
    return buffer_take(&text);
}

/* Asks before a tag is deleted: of one project as anywhere else, of many by their number. */
static void batch_ask_tag(struct app *app)
{
    const struct app_batch *batch = app->batch;
    char *ids = batch_ids(batch), *many = mem_printf("\" of %zu projects (%s)?", batch->count, ids);
    struct app_question_ask ask = {
        .parts = {{.words = "Delete tag \""}, {.piece = batch->tag}, {.words = many}},
        .count = batch->count,
        .yes = batch_go,
        .no = batch_refused,
        .refused = "Nothing was deleted"};
    if (batch->count == 1) {
        ask.count = 0;
        ask.parts[2].words = "\" of project ";
        ask.parts[3].project = batch->ids[0];
        ask.parts[4].words = "?";
    }
    app_ask(app, &ask);
    free(many);
    free(ids);
}

static void batch_tag_typed(struct app *app, int64_t id, const char *tag)
{
    (void)id;
    app_batch_delete_tag(app, tag);
}

static const struct prompt_ops tag_prompt = {
    .label = "Tag to delete: ", .kept_as = "line.tag", .shows = SHOWS_NOTHING, .accept = batch_tag_typed};

static void batch_tag_deleted(struct app *app, const struct app_call *call, struct call_result *result)
{
    if (result->project)
        app_take_project(app, call->project_id, result->project);
    app_record_done(app, ACTIVITY_NOTE, call, result);
}

void app_batch_delete_tag(struct app *app, const char *tag)
{
    if (app->list.mark_count == 0) {
        app_say(app, "Mark projects with %s to delete a tag from them; %s shows the tags of one",
                app_key_of(app, "mark"), app_key_of(app, "tags"));
        return;
    }
    if (!*tag) {
        app_prompt_open(app, &tag_prompt, 0, "");
        return;
    }
    if (!batch_prepare(app, ENDPOINT_DELETE_TAG, app->list.marks, app->list.mark_count))
        return;
    app->batch->took = batch_tag_deleted;
    app->batch->tag = mem_copy(tag);
    batch_ask_tag(app);
}

/* What is done to one project, for the activity and the status line. Caller frees. */
static char *batch_what(const struct app_batch *batch, int64_t id)
{
    if (!batch->tag)
        return mem_printf("%s %" PRId64, batch_verb(batch), id);
    char *clean = text_clean_copy(batch->tag);
    char *what = mem_printf("%s \"%s\" of %" PRId64, batch_verb(batch), clean, id);
    free(clean);
    return what;
}

/* One answer: a receipt in the activity, the mark gone when it went well. */
static void batch_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_batch *batch = app->batch;
    if (batch->running > 0)
        batch->running--;
    if (result->ok) {
        batch->done++;
        list_mark(&app->list, call->project_id, false);
        app_dirty(app, DIRTY_PANE(PANE_PROJECTS) | DIRTY_HEADER); /* it counts the marks */
        batch->took(app, call, result);
    } else {
        bool open = error_outcome_is_open(&result->error);
        batch->unknown += open;
        batch->failed += !open;
        app_write_failed(app, call, result);
        app_enqueue_left_open(app, call, result);
    }
    if (!batch->active && batch->count == 0)
        return;
    batch_say(app);
    if (batch->done + batch->failed + batch->unknown == batch->count)
        app_batch_free(app);
}

/* Sends the next one. */
static void batch_send(struct app *app, int64_t id)
{
    struct app_batch *batch = app->batch;
    const struct app_project *project = app_project_find(app, id);
    struct call *call = app_call_new(app, batch->op, id);
    call->version = project ? project->version : -1;
    call->value = mem_copy_or_null(batch->tag);
    if (batch->op == ENDPOINT_ENQUEUE)
        call->seen = app_enqueue_seen(project);
    else
        call->seen = project && project->full ? project_copy(project->full) : NULL;
    call->completed = batch->op == ENDPOINT_EXPORT && app_project_is_completed(app, id);
    if (batch->params)
        call->params = param_set_copy(batch->params);
    if (batch->op == ENDPOINT_EXPORT)
        call->path = app_export_path(app, id);
    app_call_send(app, call, &(struct app_reply){.done = batch_done, .what = batch_what(batch, id)});
    batch->running++;
}

void app_batch_step(struct app *app)
{
    struct app_batch *batch = app->batch;
    while (batch->active && app->session == SESSION_UP && batch->running < RUNNING_MAX &&
           batch->next < batch->count)
        batch_send(app, batch->ids[batch->next++]);
}

void app_batch_cancel(struct app *app)
{
    struct app_batch *batch = app->batch;
    for (size_t i = 0; i < app->call_count; i++) {
        if (app->calls[i].done == batch_done)
            app_emit(app, EFFECT_CANCEL)->serial = app->calls[i].serial;
    }
    batch->stopped_of = batch->stopped_of ? batch->stopped_of : batch->count;
    batch_say(app);
    batch->count = batch->next; /* what runs still answers */
    if (batch->running == 0)
        app_batch_free(app);
}

const struct app_call *app_call_to_cancel(const struct app *app)
{
    for (size_t i = app->batch->active ? 0 : app->call_count; i-- > 0;) {
        if (!app->calls[i].background)
            return &app->calls[i];
    }
    return NULL;
}
