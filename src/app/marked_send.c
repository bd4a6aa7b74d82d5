/* Owns how one of a batch is sent, what its answer makes of it, and which of them can still be held back.
 * What the call has is marked_act.c, when it is sent marked.c. */
/* SPDX-License-Identifier: MIT */
#include "marked.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report.h"
#include "steno/app/calls.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/watchlist.h"
#include "steno/app/state.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/call.h"
#include "steno/core/write.h"
#include "steno/widget/list.h"

/* "Enqueue 7", "Delete tag "x" of 7": for the activity and the status line. Caller frees. */
static char *marked_what(const struct marked *marked, int64_t id)
{
    if (!marked->tag)
        return mem_printf("%s %" PRId64, marked->ops->verb, id);
    char *clean = text_clean_copy(marked->tag);
    char *what = mem_printf("%s \"%s\" of %" PRId64, marked->ops->verb, clean, id);
    free(clean);
    return what;
}

void marked_unmark(struct app *app, int64_t id)
{
    list_mark(&app->list, id, false);
    app_marks_changed(app);
    app_dirty(app, DIRTY_PANE(PANE_LIST) | DIRTY_HEADER);
}

void marked_row_end(struct app *app, size_t place, enum marked_outcome outcome)
{
    struct marked *marked = app->marked;
    marked->rows[place].outcome = outcome;
    marked->counts[outcome]++;
    struct app_project *project = app_project_find(app, marked->rows[place].id);
    bool may_run = outcome == MARKED_DONE || outcome == MARKED_UNKNOWN;
    if (project && may_run && marked->ops->op == ENDPOINT_ENQUEUE)
        project->in_act = marked->all > 1;
    batch_end(&marked->order, place);
    if (outcome == MARKED_DONE && !marked->ops->is_reading)
        marked_unmark(app, marked->rows[place].id);
    while (marked->oldest < marked->order.started && marked->order.has_ended[marked->oldest])
        marked->oldest++;
}

/* One of them went well. */
static void marked_took(struct app *app, size_t place, const struct app_call *call,
                        struct call_result *result)
{
    struct marked_row *row = &app->marked->rows[place];
    free(row->path);
    row->path = mem_copy_or_null(result->path);
    row->bytes = result->export_info.bytes;
    row->is_kept = true;
    app->marked->ops->took(app, call, result);
    app->marked->act = call->asked->act;
    marked_row_end(app, place, MARKED_DONE);
}

/* Was nothing of it sent, because it was stopped, or the server cannot be asked? */
static bool marked_was_left(struct marked *marked, const struct app_call *call, const struct error *error)
{
    if (call->is_offline)
        marked_stop_for(marked, "offline");
    return call->is_offline || (call->is_barred && marked->all > 1) || error->kind == ERROR_NOT_LOGGED_IN ||
           (marked->order.stopped && error->kind == ERROR_CANCELLED && !error_outcome_is_open(error));
}

/* Why it failed: in the server's words, where it gave some. */
static void marked_take_reason(struct marked_row *row, const struct call_result *result)
{
    const struct error *error = &result->error;
    row->kind = error->kind;
    row->status = error->server[0] ? error->status : 0;
    row->text = mem_copy(error->server[0] ? error->server : error->text);
    free(row->path);
    row->path = mem_copy_or_null(result->path);
}

/* One of them failed, or its outcome is unknown, or it was stopped. */
static void marked_failed(struct app *app, size_t place, const struct app_call *call,
                          struct call_result *result)
{
    struct marked *marked = app->marked;
    struct marked_row *row = &marked->rows[place];
    if (marked_was_left(marked, call, &result->error)) {
        if (result->error.kind == ERROR_NOT_LOGGED_IN)
            row->text = mem_copy("login expired");
        if (call->is_barred)
            row->text = mem_copy(MARKED_MEANWHILE);
        marked->is_barred |= call->is_barred;
        marked_act_left(app, call);
        marked_row_end(app, place, MARKED_LEFT);
        return;
    }
    marked_take_reason(row, result);
    if (marked_is_put_off(marked, &result->error))
        marked_stop_for(marked,
                        result->error.kind == ERROR_IO ? "not recorded" : "rate limited by the server");
    bool is_open = error_outcome_is_open(&result->error), was_done = false;
    if (marked->all > 1)
        was_done = app_report_failed_of_many(app, call, result);
    else
        app_report_failed(app, call, result);
    row->is_kept = write_outcome_of(result) != WRITE_UNSENT;
    marked->act = call->asked->act;
    if (marked->ops->failed)
        marked->ops->failed(app, call, result);
    marked_row_end(app, place, is_open ? MARKED_UNKNOWN : MARKED_FAILED);
    if (was_done)
        marked_learn(app, row->id, WRITE_DONE);
}

/* Where an id stands in the batch. */
static size_t marked_place(const struct marked *marked, int64_t id)
{
    size_t place = marked->oldest;
    while (place < marked->order.count && marked->rows[place].id != id)
        place++;
    return place;
}

static void marked_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct marked *marked = app->marked;
    size_t place = marked_place(marked, call->project_id);
    if (marked->kept && (result->ok || error_outcome_is_open(&result->error))) {
        app_form_accepted(app, marked->kept, NULL, 0);
        marked->kept = NULL;
    }
    marked_share_act(app);
    if (!call->asked->act)
        call->asked->act = marked->act;
    if (result->ok)
        marked_took(app, place, call, result);
    else
        marked_failed(app, place, call, result);
    if (batch_is_over(&marked->order))
        marked_close(app);
}

void marked_share_act(struct app *app)
{
    struct marked *marked = app->marked;
    for (size_t i = 0; i < app->call_count && !marked->act; i++) {
        if (app->calls[i].done == marked_done)
            marked->act = app->calls[i].asked->act;
    }
    for (size_t i = 0; i < app->call_count; i++) {
        if (app->calls[i].done == marked_done)
            app->calls[i].asked->act = marked->act;
    }
}

void marked_send(struct app *app, struct marked_row *row)
{
    struct marked *marked = app->marked;
    row->text = mem_copy_or_null(marked->ops->bar && marked->all > 1 ? marked->ops->bar(app, row->id) : NULL);
    if (row->text) {
        marked->is_barred = true;
        marked_row_end(app, (size_t)(row - marked->rows), MARKED_LEFT);
        if (batch_is_over(&marked->order))
            marked_close(app);
        return;
    }
    row->outcome = MARKED_RUNNING;
    marked_share_act(app);
    if (marked->ops->is_reading) {
        marked_refresh_start(app, row->id);
        return;
    }
    app_call_send(app, marked_call(app, row),
                  &(struct app_reply){.done = marked_done, .what = marked_what(marked, row->id)});
}

void marked_cancel(struct app *app)
{
    struct marked *marked = app->marked;
    batch_stop(&marked->order);
    for (size_t i = app->call_count; i-- > 0;) { /* one that was not sent yet ends at once */
        if (i < app->call_count && app->calls[i].done == marked_done)
            app_call_cancel(app, app->calls[i].serial);
    }
    marked_stop(app);
    app_dirty(app, DIRTY_STATUS);
}

/* Is the reading still under way that it rests on? */
static bool marked_row_waits(const struct app *app, const struct marked_row *row)
{
    for (size_t i = 0; i < app->call_count; i++) {
        const struct app_call *call = &app->calls[i];
        if (call->done == marked_done && call->project_id == row->id && endpoints[call->op].write &&
            !call->row)
            return true;
    }
    return false;
}

size_t marked_unsent(const struct app *app, int64_t *ids)
{
    size_t count = 0;
    for (const struct marked *marked = app->marked; marked && marked->ops; marked = marked->next) {
        for (size_t i = 0; !marked->ops->is_reading && i < marked->order.count; i++) {
            const struct marked_row *row = &marked->rows[i];
            bool waits = row->outcome == MARKED_RUNNING && marked_row_waits(app, row);
            if ((row->outcome != MARKED_LEFT && !waits) || marked->order.has_ended[i])
                continue;
            if (ids)
                ids[count] = row->id;
            count++;
        }
    }
    return count;
}
