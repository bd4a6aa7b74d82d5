/* Owns the enqueue form: opening, notes beside X, sending once, and what each answer means. */
#include "topics/enqueue.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "draft.h"
#include "long_form.h"
#include "outcome.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/app/action.h"
#include "steno/app/ask.h"
#include "steno/app/batch.h"
#include "steno/app/calls.h"
#include "steno/app/effect.h"
#include "steno/app/forms.h"
#include "steno/app/poll.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/topic.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/refresh.h"
#include "steno/widget/form.h"

/* Is a true or false member of the whole project this? Unknown counts as no. */
static bool enqueue_member_is(const struct app_project *project, const char *name, bool value)
{
    const json_t *member = project->full ? json_object_get(project->full->record.shown, name) : NULL;
    return value ? json_is_true(member) : json_is_false(member);
}

/* The warnings that only the project and the account can give. */
static void enqueue_notes(struct app *app, struct app_form *form)
{
    const struct app_project *project = app_project_find(app, form->project_id);
    const char *notes[3];
    size_t count = 0;
    char credit[128];
    if (!project)
        return;
    if (enqueue_member_is(project, "HasRecording", false))
        notes[count++] = "The project has no recording: the server will most likely refuse it";
    if (enqueue_member_is(project, "IsReadOnly", true))
        notes[count++] = "The project is read-only";
    const json_t *left =
        app->login ? json_object_get(json_object_get(app->login->record.shown, "User"), "CreditMinutes")
                   : NULL;
    if (json_is_integer(left) && project->length_ms > json_integer_value(left) * 60000) {
        snprintf(credit, sizeof credit,
                 "The credit of %" JSON_INTEGER_FORMAT " min is less than the recording's length",
                 json_integer_value(left));
        notes[count++] = credit;
    }
    form_set_notes(form->form, notes, count);
}

static void enqueue_submit(struct app *app, struct app_form *form);

static const struct form_ops enqueue_form = {.title = "Enqueue",
                                             .table = &params_enqueue,
                                             .style = FORM_LONG,
                                             .send = enqueue_submit,
                                             .op = ENDPOINT_ENQUEUE,
                                             .takes_last_run = true};

/* The warnings of the open enqueue form of a project (0: of any), out of what is known by now. */
static void enqueue_note_again(struct app *app, int64_t id)
{
    for (int i = 0; i < app->form_count; i++) {
        struct app_form *form = &app->forms[i];
        if (form->ops != &enqueue_form || form->id_count || (id && form->project_id != id))
            continue;
        enqueue_notes(app, form);
        app_dirty(app, DIRTY_FORM);
    }
}

static void enqueue_open(struct app *app, const char *arg)
{
    (void)arg;
    if (app->focus == PANE_LIST && app_selected(app))
        app_project_show(app, app_selected(app)); /* the whole project is needed for the warnings */
    struct app_form *form = app_long_form_open(app, &enqueue_form);
    if (form)
        enqueue_notes(app, form);
}

/* Would this be a second time? */
static bool enqueue_is_again(const struct app *app, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    return project && (project->maybe_enqueued || app_project_is_active(app, project->state) ||
                       app_project_is_completed(app, id));
}

/* What is known of a project from readings of this session, to tell after an enqueue whether something
 * changed; NULL for nothing. Caller frees. */
static struct project *enqueue_seen(const struct app_project *project)
{
    struct error err;
    if (!project || project->full || !project->fresh)
        return project && project->full ? project_copy(project->full) : NULL;
    json_t *summary =
        json_pack("{s:I, s:s}", "Id", (json_int_t)project->id, "ProcessingState", project->state);
    if (project->version >= 0)
        json_object_set_new(summary, "AccessToken", json_integer(project->version));
    struct project *seen = project_pick(summary, &err);
    json_decref(summary);
    return seen;
}

/* A failed enqueue that may have been done is remembered: the next one asks. */
static void enqueue_left_open(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_project *project = app_project_find(app, call->project_id);
    enum error_kind kind = result->error.kind;
    if (project)
        project->maybe_enqueued |= kind == ERROR_UNKNOWN_OUTCOME || kind == ERROR_CANCELLED;
}

/* It was accepted. */
static void enqueue_accepted(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_project *project = app_project_find(app, call->project_id);
    if (project)
        project->maybe_enqueued = false;
    app_outcome_done(app, call, result, true);
    app_refresh_event(app, REFRESH_ENQUEUED, call->project_id);
}

static void enqueue_fill(struct app *app, struct call *call)
{
    call->seen = enqueue_seen(app_project_find(app, call->project_id));
}

static const struct batch_ops enqueue_batch = {.op = ENDPOINT_ENQUEUE,
                                               .verb = "Enqueue",
                                               .fill = enqueue_fill,
                                               .took = enqueue_accepted,
                                               .failed = enqueue_left_open,
                                               .is_again = enqueue_is_again};

static app_call_reply enqueue_done;

/* Sends one enqueue. */
static void enqueue_send(struct app *app, struct app_form *form)
{
    if (!app_project_find(app, form->project_id)) {
        app_form_message(app, form, true, "%" PRId64 " is no longer on the watchlist; nothing was sent",
                         form->project_id);
        return;
    }
    struct call *call = app_call_new(app, ENDPOINT_ENQUEUE, form->project_id);
    call->params = param_set_copy(form_values(form->form));
    enqueue_fill(app, call);
    char *what = mem_printf("Enqueue %" PRId64, form->project_id);
    app_form_send(app, form, call, &(struct app_reply){.done = enqueue_done, .what = what}, "Sending…");
}

/* The operator wants it a second time: sends what the form shows now. */
static void enqueue_again(struct app *app, int64_t id, const char *arg)
{
    (void)arg;
    struct app_form *form = app_form_about(app, &enqueue_form, id);
    if (form && !form->serial)
        enqueue_send(app, form);
}

/* Sends the form, after a question where it would be a second time. */
static void enqueue_submit(struct app *app, struct app_form *form)
{
    int64_t id = form->project_id;
    if (form->id_count) {
        app_batch_ask(app, form, &enqueue_batch);
        return;
    }
    if (!enqueue_is_again(app, id)) {
        enqueue_send(app, form);
        return;
    }
    bool maybe = app_project_find(app, id)->maybe_enqueued;
    app_ask(app,
            &(struct app_question_ask){
                .parts = {{.words = "Project "},
                          {.project = id},
                          {.words = maybe ? " may be enqueued already. Enqueue again?" : ". Enqueue again?"}},
                .id = id,
                .yes = enqueue_again,
                .refused = "Nothing was changed"});
}

static void enqueue_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_form *form = app_form_find(app, call->serial);
    if (result->ok) {
        app_form_accepted(app, &enqueue_form, form, call->project_id);
        enqueue_accepted(app, call, result);
        return;
    }
    app_outcome_failed(app, call, result);
    enqueue_left_open(app, call, result);
    if (!form)
        return;
    app_draft_save(app, form);
    app_form_failed(app, form, &result->error);
}

/* The credit is known, or another one. */
static void enqueue_account_changed(struct app *app)
{
    enqueue_note_again(app, 0);
}

/* clang-format off */
static const struct action enqueue_actions[] = {
    {.name = "enqueue", .keys = "e", .where = IN_PANES | NEEDS_PROJECT | IS_WRITE, .group = GROUP_PROJECT,
     .hint = "Enqueue", .help = "Enqueue for transcription, by a form", .run = enqueue_open},
};
/* clang-format on */

const struct topic topic_enqueue = {.name = "enqueue",
                                    .account_changed = enqueue_account_changed,
                                    .project_changed = enqueue_note_again,
                                    TOPIC_ACTIONS(enqueue_actions)};
