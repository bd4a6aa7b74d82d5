/* Owns one action over the marked projects: one question for all, a few requests at a time, and the stop.
 * What is said of it is batch_words.c. */
#include "batch_private.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include "form_draft.h"
#include "outcome.h"
#include "steno/client/store_calls.h"
#include "steno/api/param.h"
#include "steno/app/ask.h"
#include "steno/client/calls.h"
#include "steno/core/effect.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/part.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/app/status.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/call.h"
#include "steno/core/store_op.h"
#include "steno/widget/form.h"
#include "steno/widget/list.h"

#define RUNNING_MAX 3

void batch_rows_free(struct batch_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(rows[i].text);
        free(rows[i].path);
    }
    free(rows);
}

void batch_receipt_free(struct batch_receipt *receipt)
{
    if (!receipt)
        return;
    batch_rows_free(receipt->rows, receipt->count);
    param_set_free(receipt->params);
    free(receipt->tag);
    free(receipt);
}

void app_batch_free(struct app *app)
{
    struct batch_receipt *last = app->batch->last;
    batch_rows_free(app->batch->rows, app->batch->order.count);
    batch_free(&app->batch->order);
    free(app->batch->tag);
    param_set_free(app->batch->params);
    *app->batch = (struct app_batch){.last = last};
}

static void app_batch_begin(struct app *app)
{
    app->batch = mem_zero(1, sizeof *app->batch);
}

static void app_batch_end(struct app *app)
{
    app_batch_free(app);
    batch_receipt_free(app->batch->last);
    free(app->batch);
}

/* How many of the batch it would be done to a second time. */
static size_t batch_again(const struct app *app)
{
    const struct app_batch *batch = app->batch;
    size_t again = 0;
    for (size_t i = 0; batch->ops->is_again && i < batch->order.count; i++)
        again += batch->ops->is_again(app, batch->rows[i].id);
    return again;
}

/* The open enqueue of a project that the question is about, too; 0 for none. */
static int64_t batch_open_row(const struct app *app, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    return project ? project->open_enqueue : 0;
}

bool batch_prepare(struct app *app, const struct batch_ops *ops, const int64_t *ids, size_t count)
{
    if (app->batch->active) {
        app_say_bad(app, "%s is still in progress; %s stops it", app->batch->ops->noun,
                    app_key_of(app, "interrupt"));
        return false;
    }
    app_batch_free(app);
    app->batch->ops = ops;
    app->batch->rows = mem_zero(count + 1, sizeof *app->batch->rows);
    for (size_t i = 0; i < count; i++)
        app->batch->rows[i] =
            (struct batch_row){.id = ids[i], .outcome = BATCH_LEFT, .asked_row = batch_open_row(app, ids[i])};
    batch_init(&app->batch->order, count, ops->is_reading ? count : RUNNING_MAX, 0); /* the machine paces */
    return true;
}

/* The form that the batch came from, where it is still on top; NULL otherwise. */
static struct app_form *batch_form(const struct app *app)
{
    struct app_form *form = app_form_top(app);
    return form && app->batch->form && form->form == app->batch->form ? form : NULL;
}

void batch_go(struct app *app, int64_t id)
{
    (void)id;
    struct app_form *form = batch_form(app);
    if (form)
        app_form_accepted(app, form->ops, form, 0);
    app->batch->active = true;
    part_wake(app, &part_batch);
    app->batch->told_ms = app->now_ms;
    app->batch->told.total = -1;
    app_dirty(app, DIRTY_STATUS);
}

/* Yes where files exist: they are overwritten. */
static void batch_go_over(struct app *app, int64_t id)
{
    app->batch->existing = BATCH_OVERWRITE;
    batch_go(app, id);
}

/* The other way: they are skipped. */
static void batch_go_past(struct app *app, int64_t id)
{
    app->batch->existing = BATCH_SKIP;
    batch_go(app, id);
}

void batch_refused(struct app *app, int64_t id)
{
    (void)id;
    app_batch_free(app);
}

char *batch_words(const struct app *app, int before, const char *verb)
{
    const struct app_batch *batch = app->batch;
    size_t count = batch->order.count;
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    for (size_t i = 0; i < count; i++)
        ids[i] = batch->rows[i].id;
    char *words = mem_printf("%s %zu projects (", verb, count);
    char *names = app_ask_names(app, ids, count, before + text_width(words) + 2);
    char *all = mem_printf("%s%s)?", words, names);
    free(names);
    free(words);
    free(ids);
    return all;
}

/* The one question before a batch of a form; so many of its files exist. */
static void batch_ask(struct app *app, size_t existing)
{
    struct app_batch *batch = app->batch;
    size_t again = batch_again(app), count = batch->order.count;
    char *words = count > 1 ? batch_words(app, 0, batch->ops->verb) : mem_printf("%s ", batch->ops->verb);
    char *note = again && count > 1 ? mem_printf("%zu of them again.", again) : NULL;
    struct app_question_ask ask = {.parts = {{.words = words}},
                                   .verb = {.word = batch->ops->verb},
                                   .yes = batch_go,
                                   .no = batch_refused,
                                   .refused = "Nothing was sent"};
    if (count == 1) {
        ask.parts[1] = (struct app_question_part){.project = batch->rows[0].id, .with_state = true};
        ask.parts[2].words = again ? " again?" : "?";
    }
    if (existing > 0) {
        note =
            mem_printf("%zu %s: o overwrite, s skip, n none", existing, existing == 1 ? "exists" : "exist");
        ask.verb = (struct question_choice){'o', "Overwrite"};
        ask.other_verb = (struct question_choice){'s', "Skip"};
        ask.yes = batch_go_over;
        ask.other = batch_go_past;
        ask.spares = "exports none";
    }
    ask.note = note;
    app_ask(app, &ask);
    free(words);
    free(note);
}

/* The store's thread has looked which files exist. Without the form nobody waits for the question any more.
 */
static void batch_found(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct app_batch *batch = app->batch;
    if (batch->active || !batch->looking || batch->looking != result->serial)
        return;
    batch->looking = 0;
    if (batch_form(app) && !app->question->text)
        batch_ask(app, result->entry_count);
    else if (!app->question->text)
        app_batch_free(app);
}

/* Has it looked which of the files exist whose names are certain; false when there are none. */
static bool batch_look(struct app *app)
{
    struct app_batch *batch = app->batch;
    json_t *paths = json_array();
    for (size_t i = 0; i < batch->order.count; i++) {
        char *path = batch->ops->path(app, batch->rows[i].id);
        if (path)
            json_array_append_new(paths, json_string(path));
        free(path);
    }
    bool any = json_array_size(paths) > 0;
    if (any) {
        struct store_op *op = client_store_ask(app->client, STORE_FILES_FIND, 0, batch_found);
        op->json = json_incref(paths);
        batch->looking = op->serial;
    }
    json_decref(paths);
    return any;
}

void app_batch_ask(struct app *app, struct app_form *form, const struct batch_ops *ops)
{
    if (!batch_prepare(app, ops, form->ids, form->id_count))
        return;
    app->batch->params = param_set_copy(form_values(form->form));
    app->batch->form = form->form;
    app->batch->existing = ops->existing ? ops->existing(app->batch->params) : BATCH_ASK;
    if (!ops->path || app->batch->existing != BATCH_ASK || !batch_look(app))
        batch_ask(app, 0);
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

void batch_row_end(struct app *app, size_t place, enum batch_outcome outcome)
{
    struct app_batch *batch = app->batch;
    batch->rows[place].outcome = outcome;
    batch->counts[outcome]++;
    batch_end(&batch->order, place);
    while (batch->oldest < batch->order.started && batch->order.has_ended[batch->oldest])
        batch->oldest++;
}

/* One of them went well. */
static void batch_took(struct app *app, size_t place, const struct client_call *call,
                       struct call_result *result)
{
    struct batch_row *row = &app->batch->rows[place];
    free(row->path);
    row->path = mem_copy_or_null(result->path);
    row->bytes = result->export_info.bytes;
    app->batch->ops->took(app->client, call, result);
    batch_row_end(app, place, BATCH_DONE);
}

/* One of them failed, or its outcome is unknown, or it was stopped. */
static void batch_failed(struct app *app, size_t place, const struct client_call *call,
                         struct call_result *result)
{
    struct app_batch *batch = app->batch;
    struct batch_row *row = &batch->rows[place];
    bool open = error_outcome_is_open(&result->error);
    bool stopped = batch->order.stopped && result->error.kind == ERROR_CANCELLED;
    row->kind = result->error.kind;
    row->text = mem_copy(result->error.text);
    free(row->path);
    row->path = mem_copy_or_null(result->path);
    if (row->kind == ERROR_EXISTS && batch->existing == BATCH_SKIP) {
        batch_row_end(app, place, BATCH_SKIPPED);
        return;
    }
    if (call->write.open_row) { /* nothing was sent */
        batch_row_end(app, place, BATCH_FAILED);
        return;
    }
    app_outcome_failed(app, call, result);
    if (batch->ops->failed)
        batch->ops->failed(app->client, call, result);
    batch_row_end(app, place, open ? BATCH_UNKNOWN : stopped ? BATCH_LEFT : BATCH_FAILED);
}

/* Where an id stands in the batch. */
static size_t batch_place(const struct app_batch *batch, int64_t id)
{
    size_t place = batch->oldest;
    while (place < batch->order.count && batch->rows[place].id != id)
        place++;
    return place;
}

static void batch_done(struct client *client, const struct client_call *call, struct call_result *result)
{
    struct app *app = client->self;
    struct app_batch *batch = app->batch;
    size_t place = batch_place(batch, call->project_id);
    if (result->ok)
        batch_took(app, place, call, result);
    else
        batch_failed(app, place, call, result);
    if (batch_is_over(&batch->order))
        batch_close(app);
}

/* Sends one of them. */
static void batch_send(struct app *app, struct batch_row *row)
{
    struct app_batch *batch = app->batch;
    const struct app_project *project = app_project_find(app, row->id);
    row->outcome = BATCH_RUNNING;
    if (batch->ops->is_reading) {
        batch_refresh_start(app, row->id);
        return;
    }
    struct call *call = client_call_new(app->client, batch->ops->op, row->id);
    call->version = project ? project->version : -1;
    call->params = batch->params ? param_set_sent(batch->params) : NULL;
    batch->ops->fill(app, call);
    call->asked_row = row->asked_row;
    call->overwrite = batch->existing == BATCH_OVERWRITE;
    client_call_send(app->client, call,
                     &(struct client_reply){.done = batch_done, .what = batch_what(batch, row->id)});
}

static void app_batch_step(struct app *app)
{
    struct app_batch *batch = app->batch;
    size_t place;
    if (batch->active && batch->ops->is_reading)
        batch_refresh_step(app);
    while (batch->active && app->client->session == SESSION_UP && batch_start(&batch->order, &place))
        batch_send(app, &batch->rows[place]);
    if (!batch->active)
        return;
    batch_tell(app);
    part_wake(app, &part_batch); /* a login, an answer, a reading may start the next one */
}

void app_batch_stop(struct app *app)
{
    struct app_batch *batch = app->batch;
    batch_stop(&batch->order);
    if (batch->active && (batch_is_over(&batch->order) || batch->ops->is_reading))
        batch_close(app);
}

void app_batch_cancel(struct app *app)
{
    struct app_batch *batch = app->batch;
    batch_stop(&batch->order);
    for (size_t i = app->client->call_count; i-- > 0;) { /* one that was not sent yet ends at once */
        if (i < app->client->call_count && app->client->calls[i].done == batch_done)
            client_call_cancel(app->client, app->client->calls[i].serial);
    }
    app_batch_stop(app);
    app_dirty(app, DIRTY_STATUS);
}

/* Is its call waiting here, to be recorded first? */
static bool batch_row_waits(const struct app *app, const struct batch_row *row)
{
    for (size_t i = 0; i < app->client->call_count; i++) {
        const struct client_call *call = &app->client->calls[i];
        if (call->done == batch_done && call->project_id == row->id && call->unsent)
            return true;
    }
    return false;
}

size_t app_batch_unsent(const struct app *app, int64_t *ids)
{
    const struct app_batch *batch = app->batch;
    size_t count = 0;
    for (size_t i = 0; batch->active && !batch->ops->is_reading && i < batch->order.count; i++) {
        const struct batch_row *row = &batch->rows[i];
        if (row->outcome != BATCH_LEFT && !(row->outcome == BATCH_RUNNING && batch_row_waits(app, row)))
            continue;
        if (ids)
            ids[count] = row->id;
        count++;
    }
    return count;
}

const struct client_call *app_call_to_cancel(const struct app *app)
{
    for (size_t i = app->batch->active ? 0 : app->client->call_count; i-- > 0;) {
        if (!app->client->calls[i].background)
            return &app->client->calls[i];
    }
    return NULL;
}

bool batch_row_is_again(const struct batch_row *row, bool overwrite)
{
    bool open = row->outcome == BATCH_FAILED || row->outcome == BATCH_LEFT;
    return overwrite ? open && row->kind == ERROR_EXISTS : open;
}

/* The question before they are done again; what they were sent with is taken from the receipt. */
static void batch_ask_again(struct app *app, const struct batch_receipt *last, bool overwrite)
{
    struct app_batch *batch = app->batch;
    const char *verb = overwrite ? "Overwrite the files of" : last->ops->verb;
    size_t count = batch->order.count;
    batch->params = last->params ? param_set_copy(last->params) : NULL;
    batch->tag = mem_copy_or_null(last->tag);
    batch->existing = overwrite ? BATCH_OVERWRITE : BATCH_ASK;
    size_t again = batch_again(app);
    char *words = count > 1 ? batch_words(app, 0, verb)
                            : mem_printf("%s ", overwrite ? "Overwrite the file of" : last->ops->verb);
    char *note = again && count > 1 ? mem_printf("%zu of them again.", again) : NULL;
    struct app_question_ask ask = {.parts = {{.words = words}},
                                   .note = note,
                                   .verb = {.word = overwrite ? "Overwrite" : last->ops->verb},
                                   .spares = overwrite ? count > 1 ? "keeps them" : "keeps it" : NULL,
                                   .yes = batch_go,
                                   .no = batch_refused,
                                   .refused = "Nothing was sent"};
    if (count == 1) {
        ask.parts[1] = (struct app_question_part){.project = batch->rows[0].id};
        ask.parts[2].words = overwrite ? "?" : " again?";
    }
    app_ask(app, &ask);
    free(words);
    free(note);
}

bool app_batch_ask_again(struct app *app, bool overwrite)
{
    const struct batch_receipt *last = app->batch->last;
    int64_t *ids = mem_alloc(((last ? last->count : 0) + 1) * sizeof *ids);
    size_t count = 0;
    for (size_t i = 0; last && i < last->count; i++) {
        if (batch_row_is_again(&last->rows[i], overwrite))
            ids[count++] = last->rows[i].id;
    }
    if (count > 0 && batch_prepare(app, last->ops, ids, count))
        batch_ask_again(app, last, overwrite);
    free(ids);
    return count > 0;
}

const struct client_call *app_call_in_sight(const struct app *app)
{
    const struct client_call *call = app_call_to_cancel(app);
    bool waits =
        call && call->is_quiet && !call->cancelling && app->now_ms < call->sent_ms + APP_CALL_QUIET_MS;
    return waits ? NULL : call;
}

const struct part part_batch = {.name = "batch",
                                .begin = app_batch_begin,
                                .end = app_batch_end,
                                .turn = app_batch_step,
                                .deadline = app_batch_deadline,
                                .until_quit = true};
