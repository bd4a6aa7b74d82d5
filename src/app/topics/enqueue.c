/* The enqueue form, its notes, the question before sending, and the handling of answers. core/forms.c counts
 * the minutes and writes the sentences about minutes and credit. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "batch.h"
#include "writes.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/api/request.h"
#include "steno/app/app.h"
#include "steno/app/calls.h"
#include "steno/app/forms.h"
#include "steno/app/keys.h"
#include "steno/app/project.h"
#include "steno/app/reads.h"
#include "steno/app/say.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/forms.h"
#include "steno/core/rows.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"

/* The facts that the open question is about. After Yes, they are compared with the present facts. */
struct enqueue_state {
    struct cost_item *items;
    struct credit credit;
    int64_t asked_row; /* for a single project: store row of its last open enqueue; 0: none */
};

static const struct form_ops enqueue_form;

static void enqueue_end(struct app *app)
{
    struct enqueue_state *state = part_state(app, &part_enqueue);
    free(state->items);
}

/* --- what would be sent --- */

/* Returns state and version number of a project, and the length of the part that `params` select. */
static struct cost_item enqueue_item(const struct app *app, int64_t id, const struct param_set *params)
{
    const struct app_project *project = app_project_find(app, id);
    struct cost_item item = {.id = id, .state = COST_NOT_FOUND, .part_ms = -1};
    if (!project || project->trouble_status == 404)
        return item;
    char mark = settings_state_mark(app->settings, project->state);
    item.part_ms = cost_part(project->length_ms, params);
    item.version = project->version;
    item.state = project->has_no_media   ? COST_NO_MEDIA
                 : project->is_read_only ? COST_READ_ONLY
                 : project->open_enqueue ? COST_LOST
                 : !project->fetched_ms  ? COST_UNREAD
                 : mark == '*'           ? COST_IN_PROGRESS
                 : mark == '+'           ? COST_COMPLETED
                                         : COST_NEW;
    return item;
}

static bool enqueue_is_second(const struct cost_item *item)
{
    return item->state >= COST_COMPLETED && item->state <= COST_LOST;
}

/* --- what a call needs, and what its answer means --- */

/* Adds the project's last reading in this session to the call. If the outcome stays unknown, later readings
 * are compared with this reading. */
static void enqueue_fill(struct app *app, struct call *call)
{
    const struct app_project *project = app_project_find(app, call->project_id);
    if (project && project->full)
        call->seen = project_copy(project->full);
    else if (project && project->fresh)
        call->seen = write_seen(
            &(struct write){.id = project->id, .before = project->state, .version = project->version});
}

void app_enqueue_explain(const struct app *app, const struct app_call *call, struct error *refusal)
{
    if (call->asked && call->asked->op == ENDPOINT_ENQUEUE)
        cost_explains(refusal, cost_of(enqueue_item(app, call->project_id, call->asked->params).part_ms),
                      app_credit(app));
}

/* Handles a failed enqueue. If its outcome is unknown, the next enqueue of the project asks first. */
static void enqueue_failed(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_project *project = call->is_left ? NULL : app_project_find(app, call->project_id);
    bool is_open = error_outcome_is_open(&result->error);
    if (result->error.status == 403)
        app_credit_read_soon(app);
    if (project && is_open)
        project->open_enqueue = call->row;
}

static void enqueue_accepted(struct app *app, const struct app_call *call, struct call_result *result)
{
    app_credit_read_soon(app);
    app_report_done(app, call, result, true);
    app_read(app, call->project_id, READ_ENQUEUED);
}

static void enqueue_ask(struct app *app, struct app_form *form, const struct call_result *refused);

/* Handles the answer to the enqueue of a form. If a running transcription or an open enqueue barred it, asks
 * whether to send the enqueue all the same. */
static void enqueue_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_form *form = app_form_find(app, call->serial);
    if (result->ok) {
        app_form_accepted(app, &enqueue_form, form, call->project_id);
        enqueue_accepted(app, call, result);
        return;
    }
    if (!call->is_barred) {
        app_enqueue_explain(app, call, &result->error);
        app_report_failed(app, call, result);
        enqueue_failed(app, call, result);
        if (form)
            app_draft_save(app, form);
    } else if (!form) {
        app_say_bad(app, "%s", result->error.text);
    }
    if (form)
        app_form_failed(app, form, &result->error);
    if (call->is_barred && form && form == app_form_top(app) && !app->question->text &&
        app_project_find(app, call->project_id))
        enqueue_ask(app, form, result);
}

/* Sends the form. The user agreed to ignore open enqueues of the project up to row asked_row of the store. */
static void enqueue_send(struct app *app, struct app_form *form, int64_t asked_row)
{
    if (!app_project_find(app, form->project_id)) {
        app_form_message(app, form, true, "Project %" PRId64 " is no longer on the list; nothing was sent",
                         form->project_id);
        return;
    }
    struct call *call = app_call_new(app, ENDPOINT_ENQUEUE, form->project_id);
    call->params = param_set_copy(form_values(form->form));
    call->asked_row = asked_row;
    enqueue_fill(app, call);
    char *what = mem_printf("Enqueue %" PRId64, form->project_id);
    app_form_send(app, form, call, &(struct app_reply){.done = enqueue_done, .what = what}, "Sending…");
}

/* --- the question --- */

/* Returns an item for each project of `form`, or of app->prepared if `form` is NULL. Caller frees. */
static struct cost_item *enqueue_items(const struct app *app, const struct app_form *form, size_t *count)
{
    const struct batch *batch = app->prepared;
    *count = form ? 1 : batch->all;
    struct cost_item *items = mem_zero(*count + 1, sizeof *items);
    for (size_t i = 0; i < *count; i++)
        items[i] = form ? enqueue_item(app, form->project_id, form_values(form->form))
                        : enqueue_item(app, batch->rows[i].id, batch->params);
    return items;
}

/* True if a fact in the question has changed since the question was asked. */
static bool enqueue_has_changed(const struct app *app, const struct cost_item *now, size_t count)
{
    const struct enqueue_state *state = part_state(app, &part_enqueue);
    struct cost sum;
    cost_count(now, count, &sum);
    if (count == 1) /* a single project is sent whatever its state */
        sum = cost_of(now->part_ms);
    bool fits_no_more = cost_fits(sum, state->credit) && !cost_fits(sum, app_credit(app));
    return fits_no_more || cost_changed(state->items, now, count);
}

/* Called after Yes: sends the form of project `id`. If `id` is 0, sends the projects of app->prepared that
 * can be sent. Asks again if the facts have changed. */
static void enqueue_go(struct app *app, int64_t id)
{
    const struct enqueue_state *state = part_state(app, &part_enqueue);
    struct app_form *form = id ? app_form_about(app, &enqueue_form, id) : NULL;
    size_t count;
    if (id && (!form || form->serial))
        return;
    struct cost_item *now = enqueue_items(app, form, &count);
    if (enqueue_has_changed(app, now, count)) {
        enqueue_ask(app, form, NULL);
        app_question_remark(app, "This is asked again because projects or credit changed");
    } else if (form) {
        enqueue_send(app, form, state->asked_row);
    } else {
        for (size_t i = 0; count > 1 && i < count; i++)
            app->prepared->rows[i].text = mem_copy_or_null(cost_left_out(now[i].state));
        batch_go(app, 0);
    }
    free(now);
}

static void enqueue_ask_one(struct app *app, const struct cost_item *item, int64_t id)
{
    const struct app_project *project = app_project_find(app, item->id);
    struct buffer note;
    char takes[COST_TEXT_SIZE];
    buffer_init(&note, BUFFER_MAX_DEFAULT);
    cost_takes(takes, sizeof takes, cost_of(item->part_ms), app_credit(app));
    if (item->state == COST_LOST && project->is_taken && project->unanswered)
        buffer_printf(&note, "I%s.", project->unanswered + 1); /* changes "it was" to "It was" */
    else if (item->state == COST_LOST)
        buffer_printf(&note, "It may be enqueued already: %s.",
                      project->open_enqueue && project->unanswered ? project->unanswered
                                                                   : "the last enqueue has no answer");
    else if (item->state == COST_IN_PROGRESS)
        buffer_append_text(&note, "Already being transcribed.");
    else if (enqueue_is_second(item))
        buffer_printf(&note, "It is %s.", project->state);
    if (!cost_fits(cost_of(item->part_ms), app_credit(app)))
        buffer_printf(&note, "%sNot enough credit.", note.len ? " " : "");
    if (*takes)
        buffer_printf(&note, " %s.", takes);
    app_ask(app, &(struct app_question_ask){
                     .parts = {{.words = enqueue_is_second(item) ? "Enqueue again? " : "Enqueue "},
                               {.project = item->id},
                               {.words = enqueue_is_second(item) ? NULL : "?"}},
                     .note = buffer_text(&note),
                     .verb = {.word = "Enqueue"},
                     .id = id,
                     .yes = enqueue_go,
                     .no = batch_refused,
                     .refused = "Nothing was sent"});
    buffer_free(&note);
}

static void enqueue_ask_many(struct app *app, const struct cost_item *items, size_t count)
{
    const struct credit credit = app_credit(app);
    char as_of[DATE_TEXT_SIZE];
    date_format_short(as_of, sizeof as_of, credit.read_ms, app->wall_ms, app->zone, DATE_SINCE);
    char *sentence = cost_sentence(items, count, credit, false), *words = mem_printf("Enqueue %s.", sentence);
    char *note = cost_note(items, count, credit.left >= 0 ? as_of : NULL, app->cols - 1);
    app_ask(app, &(struct app_question_ask){.parts = {{.words = words}},
                                            .note = note,
                                            .verb = {.word = "Enqueue"},
                                            .yes = enqueue_go,
                                            .no = batch_refused,
                                            .is_list = true,
                                            .of_marked = true,
                                            .refused = "Nothing was sent"});
    free(note);
    free(words);
    free(sentence);
}

/* Asks the operator before `form` is sent (NULL: app->prepared), and stores the facts of the question.
 * Exception: a single project is sent unasked if nothing is doubtful and `refused` is NULL. */
static void enqueue_ask(struct app *app, struct app_form *form, const struct call_result *refused)
{
    struct enqueue_state *state = part_state(app, &part_enqueue);
    struct cost sum;
    size_t count;
    struct cost_item *items = enqueue_items(app, form, &count);
    bool can_be_sent = count == 1 ? items->state < COST_NO_MEDIA : cost_count(items, count, &sum) > 0;
    free(state->items);
    state->items = items;
    state->credit = app_credit(app);
    for (size_t i = 0; i < count; i++) {
        const struct app_project *project = app_project_find(app, items[i].id);
        int64_t *asked_row = form ? &state->asked_row : &app->prepared->rows[i].asked_row;
        *asked_row = project ? project->open_enqueue : 0;
    }
    if (form && !app_project_find(app, form->project_id)) {
        enqueue_send(app, form, 0); /* shows that the project is gone */
    } else if (!can_be_sent) {
        char *text = cost_not_sent(items, count, "Left out: ", app->cols);
        app_form_say(app, true, text);
        free(text);
        batch_refused(app, 0);
    } else if (count > 1) {
        enqueue_ask_many(app, items, count);
    } else if (refused || enqueue_is_second(items) || !cost_fits(cost_of(items->part_ms), app_credit(app))) {
        enqueue_ask_one(app, items, form ? form->project_id : 0);
    } else {
        enqueue_go(app, form ? form->project_id : 0);
    }
}

/* Called before each project of a batch is sent. Returns why the project is left out; NULL: send it. */
static const char *enqueue_bar(const struct app *app, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    bool is_barred = project && (project->open_enqueue || app_project_is_active(app, project->state));
    return is_barred ? BATCH_MEANWHILE : NULL;
}

static bool enqueue_sends(const struct app *app, int64_t id)
{
    return !cost_left_out(enqueue_item(app, id, NULL).state);
}

static const struct batch_ops enqueue_batch = {.op = ENDPOINT_ENQUEUE,
                                               .verb = "Enqueue",
                                               .running = "Enqueueing",
                                               .past = "Enqueued",
                                               .noun = "Enqueue",
                                               .fill = enqueue_fill,
                                               .sends = enqueue_sends,
                                               .bar = enqueue_bar,
                                               .took = enqueue_accepted,
                                               .failed = enqueue_failed,
                                               .ask = enqueue_ask};

/* --- the form --- */

/* Shows notes before sending. For marked projects, they say how many are sent and which are left out. For one
 * project, they say what bars it, its minutes and the credit, and whether it expires soon. */
static void enqueue_check(struct app *app, struct app_form *form)
{
    const struct app_project *project = app_project_find(app, form->project_id);
    const struct param_set *params = form_values(form->form);
    const char *notes[3];
    size_t count = 0;
    char *barred = NULL, *fact = NULL;
    bool suffices = true;
    char takes[COST_TEXT_SIZE], ends[EXPIRY_TEXT_SIZE] = "", *ending = NULL;
    if (form->id_count) {
        struct cost_item *items = mem_zero(form->id_count + 1, sizeof *items);
        for (size_t i = 0; i < form->id_count; i++)
            items[i] = enqueue_item(app, form->ids[i], params);
        barred = cost_not_sent(items, form->id_count, "Left out: ", app->cols - 1);
        notes[count] = barred;
        count += barred != NULL;
        struct cost sum;
        char *sentence = cost_sentence(items, form->id_count, app_credit(app), true);
        fact = mem_printf("%s.", sentence);
        free(sentence);
        cost_count(items, form->id_count, &sum);
        suffices = cost_fits(sum, app_credit(app));
        if (!suffices)
            notes[count++] = fact;
        free(items);
    } else if (project) {
        const struct cost_item item = enqueue_item(app, project->id, params);
        suffices = cost_fits(cost_of(item.part_ms), app_credit(app));
        cost_takes(takes, sizeof takes, cost_of(item.part_ms), app_credit(app));
        if (item.state >= COST_NO_MEDIA)
            barred = cost_not_sent(&item, 1, "Cannot be sent: ", app->cols);
        else if (suffices && *takes)
            fact = mem_printf("%s.", takes);
        bool is_soon = expiry_level(&project->expiry, app->wall_ms, app->zone) != EXPIRY_NONE;
        if (is_soon && app->cols >= PAGE_PAIR_CELLS) {
            expiry_sentence(ends, sizeof ends, &project->expiry, app->wall_ms, app->zone);
            ending = mem_printf("The project %s", ends);
        } else if (is_soon) {
            expiry_text(ends, sizeof ends, &project->expiry, app->wall_ms, app->zone);
            ending = mem_printf("Project %s: %s", project->expiry.is_deletion ? "deletion" : "expires", ends);
        }
        if (barred)
            notes[count++] = barred;
        if (!suffices)
            notes[count++] = takes;
        if (ending)
            notes[count++] = ending;
    } else {
        return;
    }
    form_set_notes(form->form, notes, count);
    form_set_facts(form->form, (const char *const[]){fact}, fact && suffices);
    free(fact);
    free(barred);
    free(ending);
}

static const struct form_ops enqueue_form = {.title = "Enqueue",
                                             .table = &params_enqueue,
                                             .send = batch_ask,
                                             .batch = &enqueue_batch,
                                             .check = enqueue_check,
                                             .op = ENDPOINT_ENQUEUE};

/* Returns the options last sent from here for a project; NULL: none. Options that select a part of the
 * recording are left out. */
static struct param_set *enqueue_last_of(struct app *app, int64_t id, int64_t *when_ms)
{
    struct error err;
    json_t *options = NULL;
    if (!store_sent_options(app->store, id, &options, when_ms, &err) || !options)
        return NULL;
    struct param_set *set = param_set_from_json(&params_enqueue, options, NULL);
    json_decref(options);
    for (size_t i = 0; i < params_enqueue.count; i++) {
        const char *name = params_enqueue.rows[i].name;
        if (strncmp(name, "StartTranscriptionAt", strlen("StartTranscriptionAt")) == 0 ||
            strncmp(name, "TranscriptionDuration", strlen("TranscriptionDuration")) == 0)
            param_set_unset(set, (int)i);
    }
    return set;
}

/* Returns the options last sent for these projects. If the options differ, returns NULL. */
static struct param_set *enqueue_last_sent(struct app *app, const int64_t *ids, size_t count,
                                           int64_t *when_ms)
{
    struct param_set *all = NULL;
    *when_ms = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t sent_ms = 0;
        struct param_set *set = enqueue_last_of(app, ids[i], &sent_ms);
        bool is_same = set && (!all || param_set_is_same(all, set));
        *when_ms = sent_ms > *when_ms ? sent_ms : *when_ms;
        param_set_free(all);
        all = set;
        if (!is_same) {
            param_set_free(all);
            return NULL;
        }
    }
    return all;
}

/* Opens the form with the options last sent. If there are none, uses those of the config. The title says when
 * the options were sent: "Enqueue #1 with values sent 2026-11-22". */
static void enqueue_open(struct app *app)
{
    if (app->focus == PANE_LIST && app_selected(app))
        app_project_show(app, app_selected(app));
    bool is_marked = app->list.mark_count > 0;
    const int64_t *ids = is_marked ? app->list.marks : &app_project_at_hand(app)->id;
    int64_t when_ms;
    struct param_set *sent = enqueue_last_sent(app, ids, is_marked ? app->list.mark_count : 1, &when_ms);
    bool had_values = sent && param_set_count(sent) > 0;
    struct app_form *form = app_long_form_open(
        app, &enqueue_form, sent ? sent : settings_param_set(app->settings, &params_enqueue));
    if (!form || !had_values)
        return;
    char when[DATE_TEXT_SIZE];
    size_t verb = strlen("Enqueue "), head = strlen(form->title);
    date_format_short(when, sizeof when, when_ms, app->wall_ms, app->zone, DATE_CHANGED);
    if (!form->id_count)
        head = verb + strcspn(form->title + verb, " ");
    char *title = mem_printf("%.*s with values sent %s%s", (int)head, form->title, when, form->title + head);
    free(form->title);
    form->title = title;
}

/* clang-format off */
static const struct action enqueue_actions[] = {
    {.name = "enqueue", .keys = "e", .where = IN_PANES | NEEDS_PROJECT | ON_MARKED | NOT_IN_ACT | IS_WRITE,
     .group = GROUP_PROJECT, .hint = "Enqueue", .help = "Enqueue for transcription", .works = batch_can_send,
     .run = enqueue_open},
};
/* clang-format on */

const struct part part_enqueue = {.name = "enqueue",
                                  .state_size = sizeof(struct enqueue_state),
                                  .end = enqueue_end,
                                  PART_ACTIONS(enqueue_actions)};
