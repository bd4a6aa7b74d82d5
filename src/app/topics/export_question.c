/* Owns the question before an export: what is looked for, and what each answer writes. It must not know the
 * form's fields, nor what becomes of the requests. */
/* SPDX-License-Identifier: MIT */
#include "topics/export.h"

#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "form_actions.h"
#include "forms.h"
#include "marked.h"
#include "part.h"
#include "project.h"
#include "status.h"
#include "steno/api/param.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/client/client_state.h"
#include "steno/client/store_calls.h"
#include "steno/core/act_words.h"
#include "steno/core/call.h"
#include "steno/core/export_name.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"
#include "steno/widget/form.h"

static struct export_state *export_question_state(const struct app *app)
{
    return part_state(app, &part_export);
}

void export_question_end(struct app *app)
{
    export_look_clear(&export_question_state(app)->look);
}

/* Why the project cannot be exported; NULL: it can be, as far as is known. Caller frees. */
static char *export_question_bar(const struct app *app, const struct app_project *project)
{
    if (project->trouble_status == 404)
        return mem_copy("not found");
    bool is_barred = *project->state && !settings_state_is_done(app->settings, project->state);
    return is_barred ? mem_copy(project->state) : NULL;
}

/* What is to be looked for of a project; the path is taken. */
static struct export_item export_question_item(const struct app *app, int64_t id,
                                               const struct param_set *params, char *path)
{
    const struct app_project *project = app_project_find(app, id);
    char *whole =
        export_name_is_certain(path, params) ? export_name_close(path, params, NULL) : mem_copy(path);
    free(path);
    return (struct export_item){.id = id,
                                .version = project ? project->version : -1,
                                .path = whole,
                                .bar = project ? export_question_bar(app, project) : NULL,
                                .is_unread = !project || !*project->state};
}

/* Has it looked; returns the operation. Nothing is asked meanwhile. */
static uint64_t export_question_look(struct app *app, struct export_item *items, size_t count,
                                     client_store_reply *found)
{
    struct store_op *op = client_store_ask(app->client, STORE_EXPORTS_LOOK, 0, found);
    op->look = mem_zero(1, sizeof *op->look);
    op->look->items = items;
    op->look->count = count;
    return op->serial;
}

/* Takes what was found. */
static void export_question_take(struct export_state *state, const struct store_result *result)
{
    export_look_clear(&state->look);
    state->look = *result->look;
    *result->look = (struct export_look){0};
    state->plan = export_plan_make(state->look.items, state->look.count);
}

/* Can nothing be written at all? Then that is said. */
static bool export_question_is_vain(struct app *app, const struct export_state *state)
{
    char *why = state->plan.can == 0 ? export_plan_bars(&state->plan, "Not exported: ", app->cols)
                                     : mem_copy_or_null(state->look.trouble);
    if (why)
        app_form_say(app, true, why);
    free(why);
    return why != NULL;
}

/* The question, with who takes its answer. */
static void export_question_ask(struct app *app, const struct param_set *params, struct app_question_ask ask)
{
    const struct export_plan *plan = &export_question_state(app)->plan;
    const char *format = param_set_get(params, param_find(params->table, "FileFormatId"));
    const char *pattern = export_pattern(app, params);
    char *names = export_name_is_certain(pattern, params) ? export_name_close(pattern, params, NULL)
                                                          : mem_copy(pattern);
    const struct export_words words = {.format = format ? format : "",
                                       .folder = export_folder(app, params),
                                       .pattern = names,
                                       .now_ms = app->client->wall_ms,
                                       .zone = app->client->zone,
                                       .cells = app->cols - 1};
    char *heading = export_plan_heading(plan, &words), *note = export_plan_note(plan, &words);
    ask.parts[0].words = heading;
    ask.note = note;
    ask.is_list = true;
    ask.refused = "Nothing was exported";
    ask.some.verb = "Export";
    ask.some.certain = plan->by_y;
    ask.some.all = plan->can;
    ask.some.is_one = plan->count == 1;
    app_ask(app, &ask);
    free(note);
    free(heading);
    free(names);
}

/* What the answer means for a file, and what is known of it. */
static void export_question_put(struct call *call, bool overwrites, const struct ledger *ledger)
{
    call->replace = overwrites ? EXPORT_OVERWRITE : EXPORT_IF_NEWER;
    ledger_add_of(&call->ledger, ledger, call->project_id);
}

void export_question_fill(const struct app *app, struct call *call)
{
    const struct export_state *state = export_question_state(app);
    export_question_put(call, state->is_all, &state->look.ledger);
}

void export_question_fill_marked(const struct app *app, struct call *call)
{
    export_question_put(call, app->marked->overwrites, &app->marked->ledger);
}

/* --- the marked projects --- */

static void export_question_go(struct app *app, int64_t id, bool is_all)
{
    (void)id;
    struct export_state *state = export_question_state(app);
    size_t count = app->prepared->all, sent = is_all ? state->plan.can : state->plan.by_y;
    const char **left_out = mem_zero(count + 1, sizeof *left_out);
    app->prepared->overwrites = is_all;
    for (size_t i = 0; i < count; i++) {
        const struct export_item *item = &state->look.items[i];
        if (item->bar)
            left_out[i] = item->bar;
        else if (!is_all && !item->is_by_y)
            left_out[i] = export_plan_left(item->file);
    }
    marked_keep(app, left_out,
                sent < count ? mem_printf(" of %zu; %zu %sstill marked", count, count - sent,
                                          app->cols < ACT_NARROW_CELLS ? "" : "not exported, ")
                             : NULL);
    free(left_out);
    app->prepared->ledger = state->look.ledger; /* another look may follow while the batch is under way */
    state->look.ledger = (struct ledger){0};
    marked_go(app, 0);
}

static void export_question_found(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct export_state *state = export_question_state(app);
    if (!marked_takes_look(app, result->serial))
        return;
    export_question_take(state, result);
    if (export_question_is_vain(app, state))
        marked_refused(app, 0);
    else if (export_plan_asks(&state->plan))
        export_question_ask(
            app, app->prepared->params,
            (struct app_question_ask){.some = {.go = export_question_go}, .no = marked_refused});
    else
        export_question_go(app, 0, false);
}

void export_question_ask_marked(struct app *app)
{
    struct marked *marked = app->prepared;
    struct export_item *items = mem_zero(marked->all + 1, sizeof *items);
    for (size_t i = 0; i < marked->all; i++) {
        char *path = export_place(app, marked->params, marked->rows[i].id);
        items[i] = export_question_item(app, marked->rows[i].id, marked->params, path);
        items[i].is_hidden = i >= marked->shown;
    }
    marked->looking = export_question_look(app, items, marked->all, export_question_found);
}

/* --- the project of a form --- */

static void export_question_send_one(struct app *app, int64_t id, bool is_all)
{
    struct app_form *form = export_form_waiting(app, id);
    export_question_state(app)->is_all = is_all;
    if (form)
        export_send(app, form);
}

/* Asks about a single one, as far as there is something to be asked, else sends it. */
static void export_question_go_one(struct app *app, struct app_form *form)
{
    struct export_state *state = export_question_state(app);
    int64_t id = form->project_id;
    if (export_plan_asks(&state->plan))
        export_question_ask(app, form_values(form->form),
                            (struct app_question_ask){.some = {.go = export_question_send_one}, .id = id});
    else
        export_question_send_one(app, id, false);
}

static void export_question_found_one(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct export_state *state = export_question_state(app);
    if (state->looking != result->serial)
        return;
    state->looking = 0;
    int64_t id = result->look->items[0].id;
    struct app_form *form = export_form_waiting(app, id);
    if (!form || form != app_form_top(app) || app->question->text)
        return;
    export_question_take(state, result);
    if (!export_question_is_vain(app, state))
        export_question_go_one(app, form);
}

void export_question_ask_one(struct app *app, struct app_form *form, const char *path)
{
    const struct param_set *values = form_values(form->form);
    struct export_item *items = mem_zero(1, sizeof *items);
    *items = export_question_item(app, form->project_id, values,
                                  path ? mem_copy(path) : export_place(app, values, form->project_id));
    export_question_state(app)->looking = export_question_look(app, items, 1, export_question_found_one);
}
