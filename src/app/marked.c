/* Owns one action over the marked projects: one question for all, which batch is under way and which wait,
 * and the stop. How one of them is sent is marked_send.c, what is said of it marked_words.c. */
/* SPDX-License-Identifier: MIT */
#include "marked.h"

#include <stdint.h>
#include <stdlib.h>

#include "steno/api/param.h"
#include "ask.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/watchlist.h"
#include "part.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/form.h"
#include "steno/widget/list.h"

/* Forgets a batch. */
static void marked_clear(struct marked *marked)
{
    for (size_t i = 0; i < marked->all; i++) {
        free(marked->rows[i].text);
        free(marked->rows[i].path);
    }
    free(marked->rows);
    batch_free(&marked->order);
    free(marked->tag);
    free(marked->end);
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
    batch_init(&marked->order, count, ops->is_reading ? count : MARKED_AT_ONCE); /* the machine paces */
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
    part_wake(app, &part_marked);
    marked->told_ms = app->now_ms;
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
    if (form) { /* what it shows is not lost where none can be sent */
        app->prepared->kept = form->ops;
        app_draft_save(app, form);
        app_form_close(app, form);
    }
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

void marked_ask(struct app *app, struct app_form *form, const struct marked_ops *ops)
{
    marked_prepare(app, ops, form->ids, form->id_count);
    app->prepared->params = param_set_copy(form_values(form->form));
    app->prepared->form = form->form;
    ops->ask(app);
}

void marked_stop_for(struct marked *marked, const char *why)
{
    if (!marked->order.stopped)
        marked->why = why;
    batch_stop(&marked->order);
}

static void marked_step(struct app *app)
{
    struct marked *marked = app->marked;
    size_t place;
    if (marked->active && marked->ops->is_reading)
        marked_refresh_step(app);
    marked_share_act(app);
    while (marked->active && app->session == SESSION_UP && marked_held_ms(app) == 0 &&
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
    app->marked->ended_ms = app->wall_ms;
    app->marked->ended_waiting = app->marked->order.stopped && app->marked->next;
    marked_act_end(app);
    marked_say_end(app, app->marked);
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
