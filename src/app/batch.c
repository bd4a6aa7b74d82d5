/* Owns one action over the marked projects: one question for all, a few requests at a time, the counts, and
 * the stop. Those that failed stay marked. */
#include "batch_private.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draft.h"
#include "outcome.h"
#include "steno/api/param.h"
#include "steno/app/ask.h"
#include "steno/app/calls.h"
#include "steno/app/effect.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/call.h"
#include "steno/widget/form.h"
#include "steno/widget/list.h"

#define RUNNING_MAX 3

void app_batch_free(struct app *app)
{
    free(app->batch->ids);
    batch_free(&app->batch->order);
    free(app->batch->tag);
    param_set_free(app->batch->params);
    *app->batch = (struct app_batch){0};
}

/* How many have not ended yet. */
static size_t batch_left(const struct app_batch *batch)
{
    return batch->order.count - batch->order.ended;
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
    if (batch->order.stopped)
        snprintf(out, size, "%s stopped: %zu of %zu done; the rest is still marked", batch->ops->verb,
                 batch->done, batch->order.count);
    else
        snprintf(out, size, "%s: %s, %zu left", batch->ops->verb, counts, batch_left(batch));
}

/* The progress line. */
static void batch_say(struct app *app)
{
    const struct app_batch *batch = app->batch;
    char text[240], counts[120];
    batch_counts(batch, counts, sizeof counts);
    app_batch_text(app, text, sizeof text);
    if (batch->order.stopped || batch_left(batch) > 0)
        app_say(app, "%s", text);
    else if (batch->failed + batch->unknown > 0)
        app_say_bad(app, "%s: %s and still marked; %s shows why", batch->ops->verb, counts,
                    app_key_of(app, "activity"));
    else
        app_say(app, "%s: all %zu done", batch->ops->verb, batch->done);
}

/* How many of the batch it would be done to a second time. */
static size_t batch_again(const struct app *app)
{
    const struct app_batch *batch = app->batch;
    size_t again = 0;
    for (size_t i = 0; batch->ops->is_again && i < batch->order.count; i++)
        again += batch->ops->is_again(app, batch->ids[i]);
    return again;
}

bool batch_prepare(struct app *app, const struct batch_ops *ops, const int64_t *ids, size_t count)
{
    if (app->batch->active) {
        app_say_bad(app, "%s is still under way; %s stops it", app->batch->ops->verb,
                    app_key_of(app, "interrupt"));
        return false;
    }
    app_batch_free(app);
    app->batch->ops = ops;
    app->batch->ids = mem_alloc((count + 1) * sizeof *ids);
    memcpy(app->batch->ids, ids, count * sizeof *ids);
    batch_init(&app->batch->order, count, RUNNING_MAX, 0);
    return true;
}

void batch_go(struct app *app, int64_t id, const char *arg)
{
    (void)id, (void)arg;
    struct app_form *form = app_form_top(app);
    if (form && form->id_count) /* the one that it came from */
        app_form_accepted(app, form->ops, form, 0);
    app->batch->active = true;
    batch_say(app);
}

void batch_refused(struct app *app, int64_t id, const char *arg)
{
    (void)id, (void)arg;
    app_batch_free(app);
}

/* "Export 3 projects (9 Anniversary speech, 2, 7)?" Caller frees. */
static char *batch_words(const struct app *app)
{
    const struct app_batch *batch = app->batch;
    char *words = mem_printf("%s %zu projects (", batch->ops->verb, batch->order.count);
    char *names = app_ask_names(app, batch->ids, batch->order.count, text_width(words) + 2);
    char *all = mem_printf("%s%s)?", words, names);
    free(names);
    free(words);
    return all;
}

void app_batch_ask(struct app *app, struct app_form *form, const struct batch_ops *ops)
{
    if (!batch_prepare(app, ops, form->ids, form->id_count))
        return;
    app->batch->params = param_set_copy(form_values(form->form));
    size_t again = batch_again(app), count = app->batch->order.count;
    char *words = count > 1 ? batch_words(app) : mem_printf("%s ", ops->verb);
    char *note = again && count > 1 ? mem_printf("%zu of them again.", again) : NULL;
    struct app_question_ask ask = {.parts = {{.words = words}},
                                   .note = note,
                                   .verb = {.word = ops->verb},
                                   .yes = batch_go,
                                   .no = batch_refused,
                                   .refused = "Nothing was sent"};
    if (count == 1) {
        ask.parts[1] = (struct app_question_part){.project = form->ids[0], .with_state = true};
        ask.parts[2].words = again ? " again?" : "?";
    }
    app_ask(app, &ask);
    free(words);
    free(note);
}

/* "Enqueue 7", "Delete tag "x" of 7": for the activity and the status line. Caller frees. */
static char *batch_what(const struct app_batch *batch, int64_t id)
{
    if (!batch->tag)
        return mem_printf("%s %" PRId64, batch->ops->verb, id);
    char *clean = text_clean_copy(batch->tag);
    char *what = mem_printf("%s \"%s\" of %" PRId64, batch->ops->verb, clean, id);
    free(clean);
    return what;
}

/* One of them went well: it is no longer marked. */
static void batch_took(struct app *app, const struct app_call *call, struct call_result *result)
{
    app->batch->done++;
    list_mark(&app->list, call->project_id, false);
    app_dirty(app, DIRTY_PANE(PANE_LIST) | DIRTY_HEADER); /* which counts the marks */
    app->batch->ops->took(app, call, result);
}

/* One of them failed, or its outcome is unknown: it stays marked. */
static void batch_failed(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_batch *batch = app->batch;
    bool open = error_outcome_is_open(&result->error);
    batch->unknown += open;
    batch->failed += !open;
    app_outcome_failed(app, call, result);
    if (batch->ops->failed)
        batch->ops->failed(app, call, result);
}

/* Where an id stands in the batch. */
static size_t batch_place(const struct app_batch *batch, int64_t id)
{
    size_t place = 0;
    while (place < batch->order.count && batch->ids[place] != id)
        place++;
    return place;
}

static void batch_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_batch *batch = app->batch;
    batch_end(&batch->order, batch_place(batch, call->project_id));
    if (result->ok)
        batch_took(app, call, result);
    else
        batch_failed(app, call, result);
    batch_say(app);
    if (batch_is_over(&batch->order))
        app_batch_free(app);
}

/* Sends one of them. */
static void batch_send(struct app *app, int64_t id)
{
    struct app_batch *batch = app->batch;
    const struct app_project *project = app_project_find(app, id);
    struct call *call = app_call_new(app, batch->ops->op, id);
    call->version = project ? project->version : -1;
    call->params = batch->params ? param_set_copy(batch->params) : NULL;
    batch->ops->fill(app, call);
    app_call_send(app, call, &(struct app_reply){.done = batch_done, .what = batch_what(batch, id)});
}

void app_batch_step(struct app *app)
{
    struct app_batch *batch = app->batch;
    size_t place;
    while (batch->active && app->session == SESSION_UP && batch_start(&batch->order, &place))
        batch_send(app, batch->ids[place]);
}

void app_batch_cancel(struct app *app)
{
    struct app_batch *batch = app->batch;
    batch_stop(&batch->order);
    batch_say(app);
    for (size_t i = app->call_count; i-- > 0;) { /* one that was not sent yet ends at once */
        if (i < app->call_count && app->calls[i].done == batch_done)
            app_call_cancel(app, app->calls[i].serial);
    }
    if (batch_is_over(&batch->order))
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
