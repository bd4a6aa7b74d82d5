/* Owns the enqueue form: its warnings, the one request, and what each response means. Which projects can be
 * sent, and what is asked before, is enqueue_question.c's. */
/* SPDX-License-Identifier: MIT */
#include "enqueue.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "form_actions.h"
#include "report.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "ask.h"
#include "marked.h"
#include "part.h"
#include "steno/app/calls.h"
#include "steno/app/credit.h"
#include "steno/core/effect.h"
#include "steno/app/forms.h"
#include "steno/app/state.h"
#include "steno/app/reads.h"
#include "steno/app/project.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/call.h"
#include "steno/core/cost.h"
#include "steno/core/expiry.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "steno/base/when.h"
#include "steno/widget/form.h"

/* "! Expires on 2026-12-01, in 10 days", where that is near; "" where it is not. */
static void enqueue_ends(const struct app *app, const struct app_project *project, char *out, size_t size)
{
    *out = '\0';
    if (expiry_level(&project->expiry, app->wall_ms, app->zone) != EXPIRY_NONE)
        expiry_sentence(out, size, &project->expiry, app->wall_ms, app->zone);
    if (*out)
        *out = (char)toupper((unsigned char)*out);
}

/* What is known of the one project of a form and the account before it is sent. */
static void enqueue_check_one(struct app *app, struct app_form *form, const struct app_project *project)
{
    const struct param_set *values = form_values(form->form);
    const char *notes[3];
    size_t count = 0;
    char takes[COST_TEXT_SIZE], ends[EXPIRY_TEXT_SIZE];
    struct cost_item item = enqueue_question_item(app, project->id, values);
    char *barred =
        item.state >= COST_NO_MEDIA ? cost_not_sent(&item, 1, "Cannot be sent: ", app->cols) : NULL;
    bool suffices = cost_fits(cost_of(item.part_ms), app_credit(app));
    cost_takes(takes, sizeof takes, cost_of(item.part_ms), app_credit(app));
    enqueue_ends(app, project, ends, sizeof ends);
    if (barred)
        notes[count++] = barred;
    if (!suffices)
        notes[count++] = takes;
    if (*ends)
        notes[count++] = ends;
    form_set_notes(form->form, notes, count);
    char *fact = !barred && suffices && *takes ? mem_printf("%s.", takes) : NULL;
    form_set_facts(form->form, (const char *const[]){fact}, fact != NULL);
    free(fact);
    free(barred);
}

static void enqueue_check(struct app *app, struct app_form *form)
{
    const struct app_project *project = app_project_find(app, form->project_id);
    if (form->id_count)
        enqueue_question_foot(app, form);
    else if (project)
        enqueue_check_one(app, form, project);
}

static void enqueue_submit(struct app *app, struct app_form *form);

static const struct form_ops enqueue_form = {.title = "Enqueue",
                                             .table = &params_enqueue,
                                             .send = enqueue_submit,
                                             .check = enqueue_check,
                                             .op = ENDPOINT_ENQUEUE};

/* Renews the warnings of the open enqueue form of a project (0: of any). */
static void enqueue_note_again(struct app *app, int64_t id)
{
    for (int i = 0; i < app->form_count; i++) {
        struct app_form *form = &app->forms[i];
        if (form->ops != &enqueue_form || (id && !form->id_count && form->project_id != id))
            continue;
        app_form_check(app, form);
    }
}

/* The options that a project was last sent with from here; NULL: it was not. Which part of the recording was
 * sent is none of them. */
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

/* What each of these was last sent with, where it is the same for all; NULL otherwise. */
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

/* "Enqueue 1 as sent on 2026-11-22  Council meeting": before the name, which may be cut. */
static void enqueue_title(struct app *app, struct app_form *form, int64_t when_ms)
{
    char when[DATE_TEXT_SIZE];
    size_t verb = strlen("Enqueue "), head = strlen(form->title);
    date_format_short(when, sizeof when, when_ms, app->wall_ms, app->zone, DATE_CHANGED);
    if (!form->id_count)
        head = verb + strcspn(form->title + verb, " ");
    char *title = mem_printf("%.*s as sent on %s%s", (int)head, form->title, when, form->title + head);
    free(form->title);
    form->title = title;
}

static void enqueue_open(struct app *app)
{
    if (app->focus == PANE_LIST && app_selected(app))
        app_project_show(app, app_selected(app));
    bool is_marked = app->list.mark_count > 0;
    const int64_t *ids = is_marked ? app->list.marks : &app_project_at_hand(app)->id;
    int64_t when_ms;
    struct param_set *sent = enqueue_last_sent(app, ids, is_marked ? app->list.mark_count : 1, &when_ms);
    bool was_sent = sent != NULL;
    struct app_form *form = app_long_form_open(
        app, &enqueue_form, was_sent ? sent : settings_param_set(app->settings, &params_enqueue));
    if (form && was_sent)
        enqueue_title(app, form, when_ms);
}

/* What this session has fetched of a project, to compare with after an enqueue whose outcome is unknown; NULL
 * for nothing. Caller frees. */
static struct project *enqueue_seen(const struct app_project *project)
{
    if (!project || project->full || !project->fresh)
        return project && project->full ? project_copy(project->full) : NULL;
    return write_seen(
        &(struct write){.id = project->id, .before = project->state, .version = project->version});
}

/* An enqueue that may have been done is remembered: the next one asks. */
static void enqueue_left_open(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_project *project = call->is_left ? NULL : app_project_find(app, call->project_id);
    if (project && result->error.status >= 400 && result->error.status != 401) {
        project->is_refused = !error_outcome_is_open(&result->error);
        app_stale_row(app, project->id);
    }
    if (result->error.status == 403)
        app_credit_read_soon(app);
    if (project && error_outcome_is_open(&result->error))
        project->open_enqueue = call->row;
}

/* It was accepted. */
static void enqueue_accepted(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_project *project = call->is_left ? NULL : app_project_find(app, call->project_id);
    if (project)
        project->is_refused = false;
    app_credit_read_soon(app);
    app_report_done(app, call, result, true);
    app_read(app, call->project_id, READ_ENQUEUED);
}

static void enqueue_fill(struct app *app, struct call *call)
{
    call->seen = enqueue_seen(app_project_find(app, call->project_id));
}

static const struct marked_ops enqueue_batch = {.op = ENDPOINT_ENQUEUE,
                                                .verb = "Enqueue",
                                                .running = "Enqueueing",
                                                .past = "Enqueued",
                                                .noun = "Enqueue",
                                                .fill = enqueue_fill,
                                                .bar = enqueue_question_bar,
                                                .took = enqueue_accepted,
                                                .failed = enqueue_left_open,
                                                .ask = enqueue_question_ask_marked};

static app_call_reply enqueue_done;

/* Sends the one request of a form; of open enqueues up to this row the operator knows. */
static void enqueue_send(struct app *app, struct app_form *form, int64_t asked_row)
{
    if (!app_project_find(app, form->project_id)) {
        app_form_message(app, form, true, "%" PRId64 " is no longer on the watchlist; nothing was sent",
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

/* Yes to a second time: sends what the form shows by now, unless that is more than was asked about. */
static void enqueue_again(struct app *app, int64_t id, const char *arg)
{
    struct app_form *form = app_form_about(app, &enqueue_form, id);
    if (!form || form->serial)
        return;
    struct cost_item item = enqueue_question_item(app, id, form_values(form->form));
    if (!enqueue_question_changed(app, &item, 1)) {
        enqueue_send(app, form, strtoll(arg, NULL, 10));
        return;
    }
    enqueue_submit(app, form);
    app_question_remark(app, ENQUEUE_ASKED_AGAIN);
}

/* Asks before the project of a form is enqueued a second time, or beyond the credit. */
static void enqueue_ask_again(struct app *app, const struct cost_item *item)
{
    char row[24];
    snprintf(row, sizeof row, "%" PRId64, app_project_find(app, item->id)->open_enqueue);
    enqueue_question_ask_one(
        app, item,
        &(struct app_question_ask){.arg = row, .yes_with = enqueue_again, .refused = "Nothing was changed"});
}

static void enqueue_submit(struct app *app, struct app_form *form)
{
    struct cost_item item = enqueue_question_item(app, form->project_id, form_values(form->form));
    if (form->id_count)
        marked_ask(app, form, &enqueue_batch);
    else if (app_project_find(app, form->project_id) && item.state >= COST_NO_MEDIA)
        enqueue_question_say_not_sent(app, &item, 1);
    else if (item.state != COST_NOT_FOUND && enqueue_question_is_needed(app, &item))
        enqueue_ask_again(app, &item);
    else
        enqueue_send(app, form, 0);
}

/* It was not sent: its project is active by now, or another one is open. Now that is asked about. */
static void enqueue_is_second(struct app *app, struct app_form *form, const struct app_call *call,
                              const struct call_result *result)
{
    if (form)
        app_form_failed(app, form, &result->error);
    else
        app_say_bad(app, "%s", result->error.text);
    if (!app_project_find(app, call->project_id) || !form || form != app_form_top(app) || app->question->text)
        return;
    const struct cost_item item = enqueue_question_item(app, call->project_id, form_values(form->form));
    enqueue_ask_again(app, &item);
}

static void enqueue_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_form *form = app_form_find(app, call->serial);
    if (result->ok) {
        app_form_accepted(app, &enqueue_form, form, call->project_id);
        enqueue_accepted(app, call, result);
        return;
    }
    if (call->is_barred) {
        enqueue_is_second(app, form, call, result);
        return;
    }
    app_report_failed(app, call, result);
    enqueue_left_open(app, call, result);
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

static bool enqueue_works(const struct app *app)
{
    return marked_any(app, PROJECT_CAN_BE_SENT);
}

/* clang-format off */
static const struct action enqueue_actions[] = {
    {.name = "enqueue", .keys = "e", .where = IN_PANES | NEEDS_PROJECT | ON_MARKED | NOT_IN_ACT | IS_WRITE,
     .group = GROUP_PROJECT, .hint = "Enqueue", .brief = "Enqueue for transcription",
     .help = "Enqueue for transcription", .works = enqueue_works, .run = enqueue_open},
};
/* clang-format on */

const struct part part_enqueue = {.name = "enqueue",
                                  .state_size = sizeof(struct enqueue_state),
                                  .end = enqueue_question_end,
                                  .account_changed = enqueue_account_changed,
                                  .project_changed = enqueue_note_again,
                                  PART_ACTIONS(enqueue_actions)};
