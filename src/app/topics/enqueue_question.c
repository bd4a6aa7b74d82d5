/* Owns the question before projects are enqueued: which of them can be sent and which are in doubt, and what
 * its answers send. It must not know the form's fields, nor what becomes of the requests. */
/* SPDX-License-Identifier: MIT */
#include "enqueue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "steno/app/credit.h"
#include "form_actions.h"
#include "steno/app/forms.h"
#include "marked.h"
#include "part.h"
#include "steno/app/project.h"
#include "steno/app/status.h"
#include "steno/app/state.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/core/activity.h"
#include "steno/core/settings.h"
#include "steno/app/watchlist.h"

void enqueue_question_end(struct app *app)
{
    struct enqueue_state *state = part_state(app, &part_enqueue);
    free(state->items);
}

struct cost_item enqueue_question_item(const struct app *app, int64_t id, const struct param_set *params)
{
    const struct app_project *project = app_project_find(app, id);
    struct cost_item item = {.id = id, .state = COST_NOT_FOUND, .part_ms = -1};
    if (!project || project->trouble_status == 404)
        return item;
    char mark = settings_state_mark(app->settings, project->state);
    bool is_lost = project->open_enqueue != 0;
    item.part_ms = cost_part(project->length_ms, params);
    item.version = project->version;
    item.state = project->has_no_media   ? COST_NO_MEDIA
                 : project->is_read_only ? COST_READ_ONLY
                 : is_lost               ? COST_LOST
                 : !project->fetched_ms  ? COST_UNREAD
                 : mark == '*'           ? COST_IN_PROGRESS
                 : mark == '+'           ? COST_COMPLETED
                                         : COST_NEW;
    return item;
}

const char *enqueue_question_bar(const struct app *app, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    bool is_barred = project && (project->open_enqueue || app_project_is_active(app, project->state));
    return is_barred ? MARKED_MEANWHILE : NULL;
}

void enqueue_question_foot(struct app *app, struct app_form *form)
{
    /* items of its own: those of the state belong to the open question, in the order of sending */
    struct cost_item *items = mem_zero(form->id_count, sizeof *items);
    for (size_t i = 0; i < form->id_count; i++)
        items[i] = enqueue_question_item(app, form->ids[i], form_values(form->form));
    char *note = cost_not_sent(items, form->id_count, "Not sent: ", app->cols - 1);
    char *sentence = cost_sentence(items, form->id_count, app_credit(app), app->cols),
         *fact = mem_printf("%s.", sentence);
    form_set_notes(form->form, (const char *const[]){note}, note != NULL);
    form_set_facts(form->form, (const char *const[]){fact}, 1);
    free(fact);
    free(sentence);
    free(note);
    free(items);
}

/* Would it be enqueued a second time? */
static bool enqueue_question_is_second(const struct cost_item *item)
{
    return item->state >= COST_COMPLETED && item->state <= COST_LOST;
}

bool enqueue_question_is_needed(const struct app *app, const struct cost_item *item)
{
    return enqueue_question_is_second(item) || !cost_fits(cost_of(item->part_ms), app_credit(app));
}

/* Remembers what is asked about, to compare it with what is answered. */
static void enqueue_question_keep(struct app *app, const struct cost_item *items, size_t count)
{
    struct enqueue_state *state = part_state(app, &part_enqueue);
    struct cost_item *kept = mem_zero(count, sizeof *kept);
    for (size_t i = 0; i < count; i++)
        kept[i] = items[i];
    free(state->items);
    state->items = kept;
    state->credit = app_credit(app);
}

bool enqueue_question_changed(const struct app *app, const struct cost_item *now, size_t count)
{
    const struct enqueue_state *state = part_state(app, &part_enqueue);
    struct cost sum;
    cost_count(now, count, &sum);
    if (count == 1) /* alone it may be sent though it is in doubt */
        sum = cost_of(now->part_ms);
    bool fits_no_more = cost_fits(sum, state->credit) && !cost_fits(sum, app_credit(app));
    return fits_no_more || cost_changed(state->items, now, count);
}

/* Why it is asked about, what it takes, and what stays of an earlier one. Caller frees. */
static char *enqueue_question_note(const struct app *app, const struct app_project *project,
                                   const struct cost_item *item)
{
    struct buffer note;
    char takes[COST_TEXT_SIZE];
    buffer_init(&note, BUFFER_MAX_DEFAULT);
    cost_takes(takes, sizeof takes, cost_of(item->part_ms), app_credit(app));
    if (item->state == COST_LOST && project->is_taken && project->unanswered)
        buffer_printf(&note, "I%s.", project->unanswered + 1); /* "it was enqueued ..." */
    else if (item->state == COST_LOST)
        buffer_printf(&note, "It may be enqueued already: %s.",
                      project->open_enqueue && project->unanswered ? project->unanswered
                                                                   : "the last one has no answer");
    else if (enqueue_question_is_second(item))
        buffer_printf(&note, "It is %s.", project->state);
    if (!cost_fits(cost_of(item->part_ms), app_credit(app)))
        buffer_printf(&note, "%sIt does not fit.", note.len ? " " : "");
    if (*takes)
        buffer_printf(&note, " %s.", takes);
    if (*project->label)
        buffer_printf(&note, "\nThe label %s stays beside it.", project->label);
    return buffer_take(&note);
}

void enqueue_question_ask_one(struct app *app, const struct cost_item *item, struct app_question_ask *ask)
{
    const struct app_project *project = app_project_find(app, item->id);
    char *note = enqueue_question_note(app, project, item);
    ask->parts[0].words = "Enqueue ";
    ask->parts[1].project = item->id;
    ask->parts[2].words = enqueue_question_is_second(item) ? " again?" : "?";
    ask->note = note;
    ask->verb.word = "Enqueue";
    ask->id = item->id;
    enqueue_question_keep(app, item, 1);
    app_ask(app, ask);
    free(note);
}

void enqueue_question_say_not_sent(struct app *app, const struct cost_item *items, size_t count)
{
    char *text = cost_not_sent(items, count, "Not sent: ", app->cols);
    app_form_say(app, true, text);
    free(text);
}

/* What is prepared, as it is now. Caller frees. */
static struct cost_item *enqueue_question_prepared(const struct app *app)
{
    const struct marked *marked = app->prepared;
    struct cost_item *items = mem_zero(marked->all + 1, sizeof *items);
    for (size_t i = 0; i < marked->all; i++)
        items[i] = enqueue_question_item(app, marked->rows[i].id, marked->params);
    return items;
}

/* Sends what can be sent of the prepared projects; asks again where that is not what was asked about. */
static void enqueue_question_go(struct app *app, int64_t id)
{
    (void)id;
    size_t count = app->prepared->all, left = 0;
    struct cost_item *now = enqueue_question_prepared(app);
    if (enqueue_question_changed(app, now, count)) {
        enqueue_question_ask_marked(app);
        app_question_remark(app, ENQUEUE_ASKED_AGAIN);
        free(now);
        return;
    }
    const char **left_out = mem_zero(count + 1, sizeof *left_out);
    for (size_t i = 0; count > 1 && i < count; i++) {
        left_out[i] = cost_left_out(now[i].state);
        left += left_out[i] != NULL;
    }
    marked_keep(app, left_out,
                left ? mem_printf(" of %zu; %zu %sstill marked", count, left,
                                  app->cols < ACT_NARROW_CELLS ? "" : "not sent, ")
                     : NULL);
    free(left_out);
    free(now);
    marked_go(app, 0);
}

/* The question about many. */
static void enqueue_question_ask_many(struct app *app, const struct cost_item *items, size_t count)
{
    const struct credit credit = app_credit(app);
    char as_of[DATE_TEXT_SIZE];
    date_format_short(as_of, sizeof as_of, credit.read_ms, app->wall_ms, app->zone, DATE_SINCE);
    char *sentence = cost_sentence(items, count, credit, app->cols),
         *words = mem_printf("Enqueue %s.", sentence);
    char *states = cost_states(items, count);
    char *left = cost_not_sent(items, count, "! Not sent: ", app->cols - 1);
    char *note =
        mem_printf("%s%s%s%s%s%s%s", states, *states && left ? "\n" : "", left ? left : "",
                   (*states || left) && credit.left >= 0 ? "\n" : "", credit.left >= 0 ? "Credit as of " : "",
                   credit.left >= 0 ? as_of : "", credit.left >= 0 ? "." : "");
    app_ask(app, &(struct app_question_ask){.parts = {{.words = words}},
                                            .note = note,
                                            .verb.word = "Enqueue",
                                            .yes = enqueue_question_go,
                                            .no = marked_refused,
                                            .is_list = true,
                                            .of_marked = true,
                                            .refused = "Nothing was sent"});
    free(note);
    free(left);
    free(states);
    free(words);
    free(sentence);
}

void enqueue_question_ask_marked(struct app *app)
{
    struct marked *marked = app->prepared;
    struct cost_item *items = enqueue_question_prepared(app);
    size_t count = marked->all;
    struct cost sum;
    for (size_t i = 0; i < count; i++) {
        const struct app_project *project = app_project_find(app, marked->rows[i].id);
        marked->rows[i].asked_row = project ? project->open_enqueue : 0;
    }
    enqueue_question_keep(app, items, count);
    if (count == 1 ? items->state >= COST_NO_MEDIA : cost_count(items, count, &sum) == 0) {
        enqueue_question_say_not_sent(app, items, count);
        marked_refused(app, 0);
    } else if (count > 1) {
        enqueue_question_ask_many(app, items, count);
    } else if (enqueue_question_is_needed(app, items)) {
        enqueue_question_ask_one(app, items,
                                 &(struct app_question_ask){.yes = enqueue_question_go,
                                                            .no = marked_refused,
                                                            .refused = "Nothing was sent"});
    } else {
        enqueue_question_go(app, 0);
    }
    free(items);
}
