/* Owns the question before projects are enqueued: which of them can be sent and which are in doubt, and what
 * its answers send. It must not know the form's fields, nor what becomes of the requests. */
/* SPDX-License-Identifier: MIT */
#include "enqueue.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "steno/app/credit.h"
#include "form_actions.h"
#include "forms.h"
#include "marked.h"
#include "part.h"
#include "project.h"
#include "status.h"
#include "steno/app/state.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/client/client_state.h"
#include "steno/core/activity_row.h"
#include "watchlist.h"

#define NARROW_CELLS 60

void enqueue_question_end(struct app *app)
{
    struct enqueue_state *state = part_state(app, &part_enqueue);
    free(state->items);
}

bool enqueue_question_takes(const struct app *app, int64_t part_ms, char *out, size_t size)
{
    const struct credit credit = app_credit(app);
    struct cost cost = cost_of(part_ms, true);
    cost_takes(out, size, cost, credit);
    return cost_fits(cost, credit);
}

struct cost_item enqueue_question_item(const struct app *app, int64_t id, const struct param_set *params)
{
    const struct app_project *project = app_project_find(app, id);
    struct cost_item item = {.id = id, .bar = COST_NOT_FOUND, .part_ms = -1, .label = ""};
    if (!project)
        return item;
    if (project->trouble_status != 404)
        item.bar = cost_bar_of(project->has_no_media, project->is_read_only);
    item.part_ms = cost_part(project->length_ms, params);
    item.doubt =
        cost_doubt_of(app->settings, project->state, project->maybe_enqueued || project->open_enqueue);
    item.label = project->label;
    item.version = project->version;
    return item;
}

void enqueue_question_foot(struct app *app, struct app_form *form)
{
    /* items of its own: those of the state belong to the open question, in the order of sending */
    struct cost_item *items = mem_zero(form->id_count, sizeof *items);
    for (size_t i = 0; i < form->id_count; i++)
        items[i] = enqueue_question_item(app, form->ids[i], form_values(form->form));
    struct cost_plan plan = cost_plan_make(items, form->id_count, app_credit(app));
    char *barred = mem_printf("%zu cannot: ", plan.count - plan.can);
    char *note = cost_plan_bars(&plan, barred, app->cols - 1);
    char *fact = cost_plan_sum(&plan, app_credit(app), app->cols < NARROW_CELLS);
    form_set_notes(form->form, (const char *const[]){note}, note != NULL);
    form_set_facts(form->form, (const char *const[]){fact}, 1);
    free(fact);
    free(note);
    free(barred);
    free(items);
}

/* Why it is asked about, what it takes, and what stays of an earlier one. Caller frees. */
static char *enqueue_question_note(const struct app *app, const struct app_project *project,
                                   const struct cost_item *item)
{
    struct buffer note;
    char takes[COST_TEXT_SIZE];
    buffer_init(&note, BUFFER_MAX_DEFAULT);
    bool fits = enqueue_question_takes(app, item->part_ms, takes, sizeof takes);
    if (item->doubt == COST_LOST)
        buffer_printf(&note, "It may be enqueued already: %s.",
                      project->open_enqueue && project->unanswered ? project->unanswered
                                                                   : "the last one has no answer");
    else if (item->doubt != COST_CERTAIN)
        buffer_printf(&note, "It is %s.", project->state);
    if (!fits)
        buffer_printf(&note, "%sIt does not fit.", note.len ? " " : "");
    if (*takes)
        buffer_printf(&note, " %s.", takes);
    if (*project->label)
        buffer_printf(&note, "\nThe label %s stays beside it.", project->label);
    return buffer_take(&note);
}

void enqueue_question_ask_one(struct app *app, const struct cost_item *item, struct app_question_ask *ask)
{
    struct enqueue_state *state = part_state(app, &part_enqueue);
    const struct app_project *project = app_project_find(app, item->id);
    char *note = enqueue_question_note(app, project, item);
    struct cost_item asked = *item;
    state->items = mem_grow(state->items, 1, sizeof *state->items);
    state->items[0] = asked;
    state->plan = cost_plan_make(state->items, 1, app_credit(app));
    ask->parts[0].words = "Enqueue ";
    ask->parts[1].project = asked.id;
    ask->parts[2].words = asked.doubt != COST_CERTAIN ? " again?" : "?";
    ask->note = note;
    ask->verb = (struct question_choice){state->plan.fits ? '\0' : 'a', "Enqueue"};
    ask->id = asked.id;
    app_ask(app, ask);
    free(note);
}

char *enqueue_question_asks_again(const struct app *app, const struct cost_item *now, bool all)
{
    const struct enqueue_state *state = part_state(app, &part_enqueue);
    struct cost takes = {0};
    size_t worse = 0;
    for (size_t i = 0; i < state->plan.count; i++) {
        if (cost_left_out(&state->items[i], all))
            continue;
        worse += cost_got_worse(&state->items[i], &now[i]);
        cost_add(&takes, cost_of(now[i].part_ms, true));
    }
    if (worse)
        return mem_printf("Asked again: %zu project%s changed", worse, worse == 1 ? "" : "s");
    bool did_fit = !all || state->plan.fits;
    return did_fit && !cost_fits(takes, app_credit(app)) ? mem_copy("Asked again: it fits no longer") : NULL;
}

/* Asks again instead of sending what another window, or program, has sent since it was asked. */
static bool enqueue_question_went_stale(struct app *app, bool all)
{
    size_t count = app->prepared->order.count;
    struct cost_item *now = mem_alloc((count + 1) * sizeof *now);
    for (size_t i = 0; i < count; i++)
        now[i] = enqueue_question_item(app, app->prepared->rows[i].id, app->prepared->params);
    char *why = enqueue_question_asks_again(app, now, all);
    free(now);
    if (!why)
        return false;
    enqueue_question_ask_marked(app);
    app_question_remark(app, why);
    free(why);
    return true;
}

/* Sends some of the prepared projects: those without a doubt, or all that can be. */
static void enqueue_question_go(struct app *app, int64_t id, bool all)
{
    (void)id;
    struct enqueue_state *state = part_state(app, &part_enqueue);
    if (enqueue_question_went_stale(app, all))
        return;
    size_t count = app->prepared->order.count, sent = all ? state->plan.can : state->plan.by_y;
    struct cost takes = all ? state->plan.all : state->plan.certain;
    const char **left_out = mem_zero(count + 1, sizeof *left_out);
    for (size_t i = 0; i < count; i++)
        left_out[i] = cost_left_out(&state->items[i], all);
    char minutes[COST_TEXT_SIZE];
    char *options = app->prepared->params ? activity_row_words(app->prepared->params) : NULL;
    cost_amount(minutes, sizeof minutes, takes);
    bool is_narrow = app->cols < NARROW_CELLS;
    char *end = is_narrow ? mem_printf(" of %zu; %zu still marked", count, count - sent)
                          : mem_printf(" of %zu%s%s, %s min; %zu not sent, still marked", count,
                                       options ? ", " : "", options ? options : "", minutes, count - sent);
    marked_keep(app, left_out, sent < count ? end : NULL);
    if (sent == count)
        free(end);
    free(options);
    free(left_out);
    marked_go(app, 0);
}

static void enqueue_question_all(struct app *app, int64_t id)
{
    enqueue_question_go(app, id, true);
}

void enqueue_question_say_not_sent(struct app *app, const struct cost_plan *plan)
{
    char *text = cost_plan_bars(plan, "Not sent: ", app->cols);
    app_form_say(app, true, text);
    free(text);
}

/* The question about many, with what follows from each answer. */
static void enqueue_question_ask_many(struct app *app, struct enqueue_state *state)
{
    const struct cost_plan *plan = &state->plan;
    const struct credit credit = app_credit(app);
    int cells = app->cols - 1;
    char as_of[DATE_TEXT_SIZE];
    char *options = app->prepared->params ? activity_row_words(app->prepared->params) : NULL;
    date_format_short(as_of, sizeof as_of, credit.read_ms, app->client->wall_ms, app->client->zone,
                      DATE_SINCE);
    char *words = cost_plan_heading(plan, credit, options ? options : "", cells < NARROW_CELLS);
    char *note = cost_plan_note(plan, credit, as_of, cells);
    app_ask(app, &(struct app_question_ask){
                     .parts = {{.words = words}},
                     .note = note,
                     .some = {enqueue_question_go, "Enqueue", .certain = plan->by_y, .all = plan->can},
                     .no = marked_refused,
                     .is_list = true,
                     .refused = "Nothing was sent"});
    free(note);
    free(words);
    free(options);
}

void enqueue_question_ask_marked(struct app *app)
{
    struct enqueue_state *state = part_state(app, &part_enqueue);
    struct marked *marked = app->prepared;
    size_t count = marked->order.count;
    state->items = mem_grow(state->items, count, sizeof *state->items);
    for (size_t i = 0; i < count; i++) {
        const struct app_project *project = app_project_find(app, marked->rows[i].id);
        state->items[i] = enqueue_question_item(app, marked->rows[i].id, marked->params);
        state->items[i].is_hidden = i >= marked->shown;
        marked->rows[i].asked_row = project ? project->open_enqueue : 0;
    }
    state->plan = cost_plan_make(state->items, count, app_credit(app));
    if (state->plan.can == 0) {
        enqueue_question_say_not_sent(app, &state->plan);
        marked_refused(app, 0);
    } else if (count > 1) {
        enqueue_question_ask_many(app, state);
    } else if (state->plan.again || !state->plan.fits) {
        enqueue_question_ask_one(app, state->items,
                                 &(struct app_question_ask){.yes = enqueue_question_all,
                                                            .no = marked_refused,
                                                            .refused = "Nothing was sent"});
    } else {
        enqueue_question_go(app, 0, true);
    }
}
