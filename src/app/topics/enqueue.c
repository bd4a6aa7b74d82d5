/* Owns the enqueue form: its warnings, the question before a project is enqueued again, the one request, and
 * what each response means. */
#include "part.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "form_draft.h"
#include "form_actions.h"
#include "report.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "ask.h"
#include "marked.h"
#include "steno/client/calls.h"
#include "credit.h"
#include "steno/core/effect.h"
#include "forms.h"
#include "jobs.h"
#include "steno/app/poll.h"
#include "project.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/client/reads.h"
#include "status.h"
#include "watchlist.h"
#include "steno/base/error.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/call.h"
#include "steno/core/activity_row.h"
#include "steno/core/cost.h"
#include "steno/core/estimate.h"
#include "steno/core/expiry.h"
#include "steno/widget/form.h"

#define LINEAR_CELLS 200 /* of a question in plain mode */
#define NARROW_CELLS 60
#define WORD_SIZE    32

/* What the open question is about: as the projects were prepared. */
struct enqueue_state {
    struct cost_item *items;
    struct cost_plan plan;
    char y_word[WORD_SIZE], a_word[WORD_SIZE]; /* of its answers: "Enqueue 3" */
};

static void enqueue_end(struct app *app)
{
    free(((struct enqueue_state *)part_state(app, &part_enqueue))->items);
}

/* Has a Boolean field of the whole project this value? An unknown one has not. */
static bool enqueue_field_is(const struct app_project *project, const char *name, bool value)
{
    const json_t *field = project->full ? json_object_get(project->full->record.shown, name) : NULL;
    return value ? json_is_true(field) : json_is_false(field);
}

/* What it takes of the credit, "" when that is not known; false when the credit does not suffice. */
static bool enqueue_takes(const struct app *app, int64_t part_ms, char *out, size_t size)
{
    char as_of[DATE_TEXT_SIZE];
    struct cost cost = cost_of(part_ms, true);
    cost_takes(out, size, cost, app_credit(app));
    if (*out && app_credit_as_of(app, as_of, sizeof as_of))
        snprintf(out + strlen(out), size - strlen(out), ", as of %s", as_of);
    return cost_fits(cost, app_credit(app));
}

/* When it will be done if it is sent now, of the language that will be spoken of; "" when nothing can be
 * said. */
static void enqueue_when(const struct app *app, int64_t part_ms, const struct param_set *values, char *out,
                         size_t size)
{
    int row = param_find(values->table, "Lang");
    const char *language =
        param_set_get(values, row) ? param_set_get(values, row) : values->table->rows[row].def;
    struct estimate estimate =
        app_job_estimate(app, language, part_ms, app->client->wall_ms, app->client->wall_ms);
    estimate_sentence(out, size, &estimate, language, app->client->wall_ms, app->client->zone);
}

/* "! Expires on 2026-12-01, in 10 days", where that is near; "" where it is not. */
static void enqueue_ends(const struct app *app, const struct app_project *project, char *out, size_t size)
{
    *out = '\0';
    if (expiry_level(&project->expiry, app->client->wall_ms, app->client->zone) != EXPIRY_NONE)
        expiry_sentence(out, size, &project->expiry, app->client->wall_ms, app->client->zone);
    if (*out)
        *out = (char)toupper((unsigned char)*out);
}

/* What is known of the project, the account and earlier jobs before it is sent. */
static void enqueue_check(struct app *app, struct app_form *form)
{
    const struct app_project *project = app_project_find(app, form->project_id);
    const struct param_set *values = form_values(form->form);
    const char *notes[4];
    size_t count = 0;
    char takes[COST_TEXT_SIZE], when[ESTIMATE_TEXT_SIZE], ends[EXPIRY_TEXT_SIZE];
    if (!project)
        return;
    int64_t part_ms = cost_part(project->length_ms, values);
    bool suffices = enqueue_takes(app, part_ms, takes, sizeof takes);
    enqueue_when(app, part_ms, values, when, sizeof when);
    enqueue_ends(app, project, ends, sizeof ends);
    if (enqueue_field_is(project, "HasRecording", false))
        notes[count++] = "The project has no recording: the server will most likely refuse it";
    if (enqueue_field_is(project, "IsReadOnly", true))
        notes[count++] = "The project is read-only";
    if (!suffices)
        notes[count++] = takes;
    if (*ends)
        notes[count++] = ends;
    form_set_notes(form->form, notes, count);
    char *facts[2];
    size_t known = 0;
    if (suffices && *takes)
        facts[known++] = mem_printf("%s.", takes);
    if (*when)
        facts[known++] = mem_printf("%s.", when);
    form_set_facts(form->form, (const char *const *)facts, known);
    while (known > 0)
        free(facts[--known]);
}

static void enqueue_submit(struct app *app, struct app_form *form);

static const struct form_ops enqueue_form = {.title = "Enqueue",
                                             .table = &params_enqueue,
                                             .style = FORM_LONG,
                                             .send = enqueue_submit,
                                             .check = enqueue_check,
                                             .op = ENDPOINT_ENQUEUE,
                                             .takes_last_run = true};

/* Renews the warnings of the open enqueue form of a project (0: of any). */
static void enqueue_note_again(struct app *app, int64_t id)
{
    for (int i = 0; i < app->form_count; i++) {
        struct app_form *form = &app->forms[i];
        if (form->ops != &enqueue_form || form->id_count || (id && form->project_id != id))
            continue;
        app_form_check(app, form);
    }
}

static void enqueue_open(struct app *app)
{
    if (app->focus == PANE_LIST && app_selected(app))
        app_project_show(app, app_selected(app)); /* the whole project is needed for the warnings */
    app_long_form_open(app, &enqueue_form);
}

/* Why the project cannot be sent. */
static enum cost_bar enqueue_bar(const struct app_project *project)
{
    if (!project || project->trouble_status == 404)
        return COST_NOT_FOUND;
    return project->has_no_media ? COST_NO_MEDIA : project->is_read_only ? COST_READ_ONLY : COST_POSSIBLE;
}

/* Why it would be enqueued a second time. */
static enum cost_doubt enqueue_doubt(const struct app *app, const struct app_project *project)
{
    if (project->maybe_enqueued || project->open_enqueue)
        return COST_LOST;
    if (app_project_is_active(app, project->state))
        return COST_IN_PROGRESS;
    return app_project_is_completed(app, project->id) ? COST_COMPLETED : COST_CERTAIN;
}

/* What would be sent of a project by these parameters. */
static struct cost_item enqueue_item(const struct app *app, int64_t id, const struct param_set *params)
{
    const struct app_project *project = app_project_find(app, id);
    struct cost_item item = {.id = id, .bar = enqueue_bar(project), .part_ms = -1, .label = ""};
    if (!project)
        return item;
    item.part_ms = cost_part(project->length_ms, params);
    item.doubt = enqueue_doubt(app, project);
    item.label = project->label;
    return item;
}

/* What this session has fetched of a project, to compare with after an enqueue whose outcome is unknown; NULL
 * for nothing. Caller frees. */
static struct project *enqueue_seen(const struct app_project *project)
{
    if (!project || project->full || !project->fresh)
        return project && project->full ? project_copy(project->full) : NULL;
    const struct pending summary = {.id = project->id, .state = project->state, .version = project->version};
    return pending_seen(&summary);
}

/* An enqueue that may have been done is remembered: the next one asks. */
static void enqueue_left_open(struct client *client, const struct client_call *call,
                              struct call_result *result)
{
    struct app *app = client->self;
    struct app_project *project = app_project_find(app, call->project_id);
    app_credit_enqueued(app, call, result);
    if (!project || !error_outcome_is_open(&result->error))
        return;
    if (call->write.row)
        project->open_enqueue = call->write.row;
    else
        project->maybe_enqueued = true;
}

/* It was accepted. */
static void enqueue_accepted(struct client *client, const struct client_call *call,
                             struct call_result *result)
{
    struct app *app = client->self;
    struct app_project *project = app_project_find(app, call->project_id);
    if (project)
        project->maybe_enqueued = false;
    app_credit_enqueued(app, call, result);
    app_report_done(app, call, result, true);
    client_read(client, call->project_id, READ_ENQUEUED);
}

static void enqueue_fill(struct app *app, struct call *call)
{
    call->seen = enqueue_seen(app_project_find(app, call->project_id));
}

static void enqueue_ask_marked(struct app *app);

static const struct marked_ops enqueue_batch = {.op = ENDPOINT_ENQUEUE,
                                                .verb = "Enqueue",
                                                .running = "Enqueuing",
                                                .past = "Enqueued",
                                                .noun = "Enqueue",
                                                .fill = enqueue_fill,
                                                .took = enqueue_accepted,
                                                .failed = enqueue_left_open,
                                                .ask = enqueue_ask_marked};

static client_call_reply enqueue_done;

/* Sends the one request of a form; of open enqueues up to this row the operator knows. */
static void enqueue_send(struct app *app, struct app_form *form, int64_t asked_row)
{
    if (!app_project_find(app, form->project_id)) {
        app_form_message(app, form, true, "%" PRId64 " is no longer on the watchlist; nothing was sent",
                         form->project_id);
        return;
    }
    struct call *call = client_call_new(app->client, ENDPOINT_ENQUEUE, form->project_id);
    call->params = param_set_copy(form_values(form->form));
    call->asked_row = asked_row;
    enqueue_fill(app, call);
    char *what = mem_printf("Enqueue %" PRId64, form->project_id);
    app_form_send(app, form, call, &(struct client_reply){.done = enqueue_done, .what = what}, "Sending…");
}

/* Yes to a second time: sends what the form shows by now. */
static void enqueue_again(struct app *app, int64_t id, const char *arg)
{
    struct app_form *form = app_form_about(app, &enqueue_form, id);
    if (form && !form->serial)
        enqueue_send(app, form, strtoll(arg, NULL, 10));
}

/* Why it is asked about, what it takes, and what stays of an earlier one. Caller frees. */
static char *enqueue_note(const struct app *app, const struct app_project *project,
                          const struct cost_item *item)
{
    struct buffer note;
    char takes[COST_TEXT_SIZE];
    buffer_init(&note, BUFFER_MAX_DEFAULT);
    bool fits = enqueue_takes(app, item->part_ms, takes, sizeof takes);
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

/* Asks about one project that is in doubt. */
static void enqueue_ask_one(struct app *app, const struct cost_item *item, struct app_question_ask *ask)
{
    const struct app_project *project = app_project_find(app, item->id);
    char *note = enqueue_note(app, project, item);
    ask->parts[0].words = "Enqueue ";
    ask->parts[1].project = item->id;
    ask->parts[2].words = item->doubt != COST_CERTAIN ? " again?" : "?";
    ask->note = note;
    ask->verb = (struct question_choice){
        cost_fits(cost_of(item->part_ms, true), app_credit(app)) ? '\0' : 'a', "Enqueue"};
    ask->id = item->id;
    app_ask(app, ask);
    free(note);
}

/* Asks before the project of a form is enqueued a second time, or beyond the credit. */
static void enqueue_ask_again(struct app *app, const struct cost_item *item)
{
    char row[24];
    snprintf(row, sizeof row, "%" PRId64, app_project_find(app, item->id)->open_enqueue);
    enqueue_ask_one(
        app, item,
        &(struct app_question_ask){.arg = row, .yes_with = enqueue_again, .refused = "Nothing was changed"});
}

/* Sends some of the prepared projects: those without a doubt, or all that can be. */
static void enqueue_go(struct app *app, bool all)
{
    struct enqueue_state *state = part_state(app, &part_enqueue);
    size_t count = app->marked->order.count, sent = all ? state->plan.can : state->plan.by_y;
    struct cost takes = all ? state->plan.all : state->plan.certain;
    bool *keep = mem_zero(count + 1, sizeof *keep);
    for (size_t i = 0; i < count; i++)
        keep[i] = all ? state->items[i].bar == COST_POSSIBLE : state->items[i].is_by_y;
    char *options = activity_row_options(app->marked->params);
    char *end =
        mem_printf(" of %zu%s%s, %" PRId64 "%s min; %zu not sent, still marked", count, options ? ", " : "",
                   options ? options : "", takes.minutes, takes.unknown ? "+?" : "", count - sent);
    marked_keep(app, keep, sent < count ? end : NULL);
    if (sent == count)
        free(end);
    free(options);
    free(keep);
    marked_go(app, 0);
}

static void enqueue_yes(struct app *app, int64_t id)
{
    (void)id;
    enqueue_go(app, false);
}

static void enqueue_all(struct app *app, int64_t id)
{
    (void)id;
    enqueue_go(app, true);
}

/* Says why none of the projects is sent. */
static void enqueue_say_not_sent(struct app *app, const struct cost_plan *plan)
{
    char *text = cost_plan_bars(plan, "Not sent: ", app->cols);
    if (app_form_top(app))
        app_form_message(app, app_form_top(app), true, "%s", text);
    else
        app_say_bad(app, "%s", text);
    free(text);
}

/* The question about many, with what follows from each answer. */
static void enqueue_ask_many(struct app *app, struct enqueue_state *state)
{
    const struct cost_plan *plan = &state->plan;
    const struct free_credit *credit = app_credit(app);
    int cells = app->linear ? LINEAR_CELLS : app->cols - 1;
    char as_of[DATE_TEXT_SIZE], *options = activity_row_options(app->marked->params);
    bool none = plan->by_y == 0;
    app_credit_as_of(app, as_of, sizeof as_of);
    char *words = cost_plan_heading(plan, credit, options ? options : "", cells < NARROW_CELLS);
    char *note = cost_plan_note(plan, credit, as_of, cells);
    snprintf(state->y_word, WORD_SIZE, "Enqueue %zu", plan->by_y);
    snprintf(state->a_word, WORD_SIZE, "Enqueue %zu", plan->can);
    struct app_question_ask ask = {
        .parts = {{.words = words}},
        .note = note,
        .verb = {.key = none ? 'a' : '\0', .word = none ? state->a_word : state->y_word},
        .yes = none ? enqueue_all : enqueue_yes,
        .other = enqueue_all,
        .no = marked_refused,
        .is_list = true,
        .refused = "Nothing was sent"};
    if (!none && plan->by_y < plan->can)
        ask.other_verb = (struct question_choice){'a', state->a_word};
    app_ask(app, &ask);
    free(note);
    free(words);
    free(options);
}

static void enqueue_ask_marked(struct app *app)
{
    struct enqueue_state *state = part_state(app, &part_enqueue);
    struct marked *marked = app->marked;
    size_t count = marked->order.count;
    state->items = mem_grow(state->items, count, sizeof *state->items);
    for (size_t i = 0; i < count; i++) {
        state->items[i] = enqueue_item(app, marked->rows[i].id, marked->params);
        state->items[i].is_hidden = i >= marked->shown;
    }
    state->plan = cost_plan_make(state->items, count, app_credit(app));
    if (state->plan.can == 0) {
        enqueue_say_not_sent(app, &state->plan);
        marked_refused(app, 0);
    } else if (count > 1) {
        enqueue_ask_many(app, state);
    } else if (state->plan.again || !state->plan.fits) {
        enqueue_ask_one(app, state->items,
                        &(struct app_question_ask){
                            .yes = enqueue_all, .no = marked_refused, .refused = "Nothing was sent"});
    } else {
        enqueue_go(app, true);
    }
}

static void enqueue_submit(struct app *app, struct app_form *form)
{
    struct cost_item item = enqueue_item(app, form->project_id, form_values(form->form));
    struct cost_plan plan = cost_plan_make(&item, 1, app_credit(app));
    if (form->id_count)
        marked_ask(app, form, &enqueue_batch);
    else if (app_project_find(app, form->project_id) && plan.can == 0)
        enqueue_say_not_sent(app, &plan);
    else if (plan.again || !plan.fits)
        enqueue_ask_again(app, &item);
    else
        enqueue_send(app, form, 0);
}

/* It was not sent, because another one is open that nobody knew of here: now it is asked about. */
static void enqueue_is_second(struct app *app, struct app_form *form, const struct client_call *call,
                              const struct call_result *result)
{
    struct app_project *project = app_project_find(app, call->project_id);
    if (form)
        app_form_failed(app, form, &result->error);
    else
        app_say_bad(app, "%s", result->error.text);
    if (!project)
        return;
    project->open_enqueue = call->write.open_row;
    if (form && form == app_form_top(app) && !app->question->text)
        enqueue_ask_again(
            app, &(struct cost_item){.id = project->id,
                                     .doubt = COST_LOST,
                                     .part_ms = cost_part(project->length_ms, form_values(form->form))});
}

static void enqueue_done(struct client *client, const struct client_call *call, struct call_result *result)
{
    struct app *app = client->self;
    struct app_form *form = app_form_find(app, call->serial);
    if (result->ok) {
        app_form_accepted(app, &enqueue_form, form, call->project_id);
        enqueue_accepted(client, call, result);
        return;
    }
    if (call->write.open_row) {
        enqueue_is_second(app, form, call, result);
        return;
    }
    app_report_failed(app, call, result);
    enqueue_left_open(client, call, result);
    if (!form)
        return;
    app_draft_save(app, form);
    app_form_failed(app, form, &result->error);
}

/* The credit may be another. */
static void enqueue_account_changed(struct app *app)
{
    enqueue_note_again(app, 0);
}

/* clang-format off */
static const struct action enqueue_actions[] = {
    {.name = "enqueue", .keys = "e", .where = IN_PANES | NEEDS_PROJECT | ON_MARKED | IS_WRITE,
     .group = GROUP_PROJECT, .hint = "Enqueue", .brief = "Enqueue for transcription",
     .help = "Enqueue for transcription", .run = enqueue_open},
};
/* clang-format on */

const struct part part_enqueue = {.name = "enqueue",
                                  .state_size = sizeof(struct enqueue_state),
                                  .end = enqueue_end,
                                  .account_changed = enqueue_account_changed,
                                  .project_changed = enqueue_note_again,
                                  PART_ACTIONS(enqueue_actions)};
