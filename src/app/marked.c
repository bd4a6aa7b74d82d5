/* Owns one action over the marked projects: one question for all, a few requests at a time, and the stop.
 * What is said of it is marked_words.c. */
/* SPDX-License-Identifier: MIT */
#include "marked.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include "form_draft.h"
#include "report.h"
#include "steno/client/store_calls.h"
#include "steno/api/param.h"
#include "ask.h"
#include "steno/client/calls.h"
#include "steno/core/effect.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "watchlist.h"
#include "part.h"
#include "state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/call.h"
#include "steno/core/store_op.h"
#include "steno/widget/form.h"
#include "steno/widget/list.h"

/* Forgets a batch. */
static void marked_clear(struct marked *marked)
{
    for (size_t i = 0; i < marked->all; i++) {
        free(marked->rows[i].text);
        free(marked->rows[i].path);
        param_set_free(marked->rows[i].params);
    }
    free(marked->rows);
    batch_free(&marked->order);
    free(marked->tag);
    free(marked->end);
    free(marked->also);
    free(marked->also_then);
    param_set_free(marked->params);
    ledger_clear(&marked->ledger);
    *marked = (struct marked){0};
}

static void marked_begin(struct app *app)
{
    app->marked = mem_zero(1, sizeof *app->marked);
    app->prepared = mem_zero(1, sizeof *app->prepared);
    app->ended = mem_zero(1, sizeof *app->ended);
}

/* Forgets those that wait. */
static void marked_drop_waiting(struct app *app)
{
    struct marked *next = app->marked->next;
    for (struct marked *marked; (marked = next) != NULL;) {
        next = marked->next;
        marked_clear(marked);
        free(marked);
    }
    app->marked->next = NULL;
}

static void marked_end(struct app *app)
{
    marked_drop_waiting(app);
    marked_clear(app->marked);
    marked_clear(app->prepared);
    marked_clear(app->ended);
    free(app->marked);
    free(app->prepared);
    free(app->ended);
}

bool marked_is_active(const struct app *app)
{
    return app->marked->active;
}

/* The open enqueue of a project that the question is about, too; 0 for none. */
static int64_t marked_open_row(const struct app *app, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    return project ? project->open_enqueue : 0;
}

void marked_prepare(struct app *app, const struct marked_ops *ops, const int64_t *ids, size_t count)
{
    struct marked *marked = app->prepared;
    marked_clear(marked);
    marked->ops = ops;
    marked->all = count;
    marked->rows = mem_zero(count + 1, sizeof *marked->rows);
    int64_t *ordered = marked_order(app, ids, count);
    for (size_t i = 0; i < count; i++)
        marked->rows[i] = (struct marked_row){
            .id = ordered[i], .outcome = MARKED_LEFT, .asked_row = marked_open_row(app, ordered[i])};
    free(ordered);
    batch_init(&marked->order, count, ops->is_reading ? count : MARKED_AT_ONCE, 0); /* the machine paces */
}

/* The form that the batch came from, where it is still on top; NULL otherwise. */
static struct app_form *marked_form(const struct app *app)
{
    struct app_form *form = app_form_top(app);
    return form && app->prepared->form && form->form == app->prepared->form ? form : NULL;
}

/* The batch that is next is under way from now on. */
static void marked_start(struct app *app)
{
    struct marked *marked = app->marked;
    marked->active = true;
    marked->act = (struct act_key){
        .key = ++app->client->next_serial, .count = (int64_t)marked->all, .begun_ms = app->client->wall_ms};
    part_wake(app, &part_marked);
    marked->told_ms = app->client->now_ms;
    marked->told.total = -1;
    app_dirty(app, DIRTY_STATUS);
}

/* The prepared batch waits for those before it. */
static void marked_wait(struct app *app)
{
    struct marked **end = &app->marked->next;
    while (*end)
        end = &(*end)->next;
    *end = mem_alloc(sizeof **end);
    **end = *app->prepared;
    app_dirty(app, DIRTY_STATUS);
}

void marked_go(struct app *app, int64_t id)
{
    (void)id;
    struct app_form *form = marked_form(app);
    if (form)
        app_form_accepted(app, form->ops, form, 0);
    if (app->marked->active)
        marked_wait(app);
    else
        *app->marked = *app->prepared;
    *app->prepared = (struct marked){0};
    if (!app->marked->active)
        marked_start(app);
}

void marked_refused(struct app *app, int64_t id)
{
    (void)id;
    marked_clear(app->prepared);
}

char *marked_words(const struct app *app, int before, const char *verb)
{
    const struct marked *marked = app->prepared;
    size_t count = marked->order.count;
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    for (size_t i = 0; i < count; i++)
        ids[i] = marked->rows[i].id;
    char *words = mem_printf("%s %zu projects (", verb, count);
    char *names = app_ask_names(app, ids, count, before + text_width(words) + 2);
    char *all = mem_printf("%s%s)?", words, names);
    free(names);
    free(words);
    free(ids);
    return all;
}

bool marked_takes_look(struct app *app, uint64_t serial)
{
    struct marked *marked = app->prepared;
    if (!marked->looking || marked->looking != serial)
        return false;
    marked->looking = 0;
    if (marked_form(app) && !app->question->text)
        return true;
    if (!app->question->text)
        marked_clear(marked);
    return false;
}

void marked_ask(struct app *app, struct app_form *form, const struct marked_ops *ops)
{
    marked_prepare(app, ops, form->ids, form->id_count);
    app->prepared->params = param_set_copy(form_values(form->form));
    app->prepared->form = form->form;
    ops->ask(app);
}

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
static void marked_took(struct app *app, size_t place, const struct client_call *call,
                        struct call_result *result)
{
    struct marked_row *row = &app->marked->rows[place];
    free(row->path);
    row->path = mem_copy_or_null(result->path);
    row->bytes = result->export_info.bytes;
    row->is_kept = true;
    app->marked->ops->took(app->client, call, result);
    marked_row_end(app, place, MARKED_DONE);
}

/* The rest is not sent, for this reason. */
static void marked_stop_for(struct marked *marked, const char *why)
{
    if (!marked->order.stopped)
        marked->why = why;
    batch_stop(&marked->order);
}

/* Was nothing of it sent, because it was stopped, or the server cannot be asked? */
static bool marked_was_left(struct marked *marked, const struct client_call *call, const struct error *error)
{
    if (call->is_refused)
        marked_stop_for(marked, "offline");
    return call->is_refused || error->kind == ERROR_NOT_LOGGED_IN ||
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
static void marked_failed(struct app *app, size_t place, const struct client_call *call,
                          struct call_result *result)
{
    struct marked *marked = app->marked;
    struct marked_row *row = &marked->rows[place];
    if (marked_was_left(marked, call, &result->error)) {
        if (result->error.kind == ERROR_NOT_LOGGED_IN)
            row->text = mem_copy("login expired");
        marked_act_left(app, row, call);
        marked_row_end(app, place, MARKED_LEFT);
        return;
    }
    marked_take_reason(row, result);
    if (marked_is_put_off(marked, &result->error))
        marked_stop_for(marked, "rate limited by the server");
    if (call->write.open_row) { /* nothing was sent */
        marked_row_end(app, place, MARKED_FAILED);
        return;
    }
    bool is_open = error_outcome_is_open(&result->error), was_done = false;
    if (marked->all > 1)
        was_done = app_report_failed_of_many(app, call, result);
    else
        app_report_failed(app, call, result);
    row->is_kept = result->error.kind != ERROR_CANCELLED || is_open;
    if (marked->ops->failed)
        marked->ops->failed(app->client, call, result);
    marked_row_end(app, place, is_open ? MARKED_UNKNOWN : MARKED_FAILED);
    if (was_done)
        marked_learn(app, row->id, ACT_ROW_DONE);
}

/* Where an id stands in the batch. */
static size_t marked_place(const struct marked *marked, int64_t id)
{
    size_t place = marked->oldest;
    while (place < marked->order.count && marked->rows[place].id != id)
        place++;
    return place;
}

static void marked_done(struct client *client, const struct client_call *call, struct call_result *result)
{
    struct app *app = client->self;
    struct marked *marked = app->marked;
    size_t place = marked_place(marked, call->project_id);
    if (result->ok)
        marked_took(app, place, call, result);
    else
        marked_failed(app, place, call, result);
    if (batch_is_over(&marked->order))
        marked_close(app);
}

/* Sends one of them. */
static void marked_send(struct app *app, struct marked_row *row)
{
    struct marked *marked = app->marked;
    row->outcome = MARKED_RUNNING;
    if (marked->ops->is_reading) {
        marked_refresh_start(app, row->id);
        return;
    }
    client_call_send(app->client, marked_call(app, row),
                     &(struct client_reply){.done = marked_done, .what = marked_what(marked, row->id)});
}

static void marked_step(struct app *app)
{
    struct marked *marked = app->marked;
    size_t place;
    if (marked->active && marked->ops->is_reading)
        marked_refresh_step(app);
    while (marked->active && app->client->session == SESSION_UP && marked_held_ms(app) == 0 &&
           batch_start(&marked->order, &place))
        marked_send(app, &marked->rows[place]);
    if (!marked->active)
        return;
    marked_tell(app);
    part_wake(app, &part_marked); /* a login, an answer, a reading may start the next one */
}

/* Nothing is sent of those that wait for a batch that was stopped. */
static void marked_leave_waiting(struct app *app, const char *why)
{
    for (struct marked *next; (next = app->marked->next) != NULL; free(next)) {
        marked_clear(app->marked);
        *app->marked = *next;
        marked_start(app);
        app->marked->why = why;
        marked_act_end(app);
    }
}

void marked_close(struct app *app)
{
    struct marked *ended = app->ended;
    app->marked->ended_ms = app->client->wall_ms;
    app->marked->ended_waiting = app->marked->order.stopped && app->marked->next;
    marked_say_end(app, app->marked);
    marked_act_end(app);
    marked_clear(ended);
    *ended = *app->marked;
    ended->next = NULL;
    *app->marked = (struct marked){.next = app->marked->next};
    if (ended->order.stopped)
        marked_leave_waiting(app, ended->why);
    struct marked *next = app->marked->next;
    marked_clear(app->marked);
    if (next) {
        *app->marked = *next;
        free(next);
        marked_start(app);
    }
    app_dirty(app, DIRTY_STATUS);
}

void marked_stop(struct app *app)
{
    struct marked *marked = app->marked;
    batch_stop(&marked->order);
    if (marked->active && (batch_is_over(&marked->order) || marked->ops->is_reading))
        marked_close(app);
}

void marked_cancel(struct app *app)
{
    struct marked *marked = app->marked;
    batch_stop(&marked->order);
    for (size_t i = app->client->call_count; i-- > 0;) { /* one that was not sent yet ends at once */
        if (i < app->client->call_count && app->client->calls[i].done == marked_done)
            client_call_cancel(app->client, app->client->calls[i].serial);
    }
    marked_stop(app);
    app_dirty(app, DIRTY_STATUS);
}

/* Is its call waiting here, to be recorded first? */
static bool marked_row_waits(const struct app *app, const struct marked_row *row)
{
    for (size_t i = 0; i < app->client->call_count; i++) {
        const struct client_call *call = &app->client->calls[i];
        if (call->done == marked_done && call->project_id == row->id && call->unsent)
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
            if (row->outcome != MARKED_LEFT &&
                !(row->outcome == MARKED_RUNNING && marked_row_waits(app, row)))
                continue;
            if (ids)
                ids[count] = row->id;
            count++;
        }
    }
    return count;
}

const struct client_call *app_call_to_cancel(const struct app *app)
{
    for (size_t i = app->marked->active ? 0 : app->client->call_count; i-- > 0;) {
        if (!app->client->calls[i].background)
            return &app->client->calls[i];
    }
    return NULL;
}

const struct client_call *app_call_in_sight(const struct app *app)
{
    const struct client_call *call = app_call_to_cancel(app);
    bool waits = call && call->is_quiet && !call->cancelling &&
                 app->client->now_ms < call->sent_ms + APP_CALL_QUIET_MS;
    return waits ? NULL : call;
}

/* Without a login nothing more of it is sent. */
static void marked_session_lost(struct app *app, bool wanted)
{
    (void)wanted;
    if (app->marked->active && !app->marked->ops->is_reading) {
        marked_stop_for(app->marked, "login expired");
        marked_stop(app);
    }
}

/* Is it among those that are being sent, or wait for it? */
static bool marked_is_member(const struct app *app, int64_t id)
{
    for (const struct marked *marked = app->marked; marked && marked->ops; marked = marked->next) {
        for (size_t i = marked->oldest; !marked->ops->is_reading && i < marked->order.count; i++) {
            if (marked->rows[i].id == id && !(i < marked->order.started && marked->order.has_ended[i]))
                return true;
        }
    }
    return false;
}

int64_t marked_being_sent(const struct app *app)
{
    const struct app_project *at_hand = app_project_at_hand(app);
    for (size_t i = 0; app->marked->active && i < app->list.mark_count; i++) {
        if (marked_is_member(app, app->list.marks[i]))
            return app->list.marks[i];
    }
    return app->list.mark_count == 0 && at_hand && marked_is_member(app, at_hand->id) ? at_hand->id : 0;
}

const struct part part_marked = {.name = "marked",
                                 .begin = marked_begin,
                                 .end = marked_end,
                                 .turn = marked_step,
                                 .deadline = marked_deadline,
                                 .session_lost = marked_session_lost,
                                 .until_quit = true};
