/* Owns the question before an export: what is looked for, and what its answer writes. It must not know the
 * form's fields, nor what becomes of the requests. */
/* SPDX-License-Identifier: MIT */
#include "topics/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ask.h"
#include "steno/app/forms.h"
#include "marked.h"
#include "part.h"
#include "steno/app/project.h"
#include "steno/app/status.h"
#include "steno/api/param.h"
#include "steno/app/state.h"
#include "steno/base/error.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/core/activity.h"
#include "steno/core/call.h"
#include "steno/core/export_name.h"
#include "steno/core/settings.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"
#include "steno/work/export_look.h"

static struct export_state *export_question_state(const struct app *app)
{
    return part_state(app, &part_export);
}

void export_question_end(struct app *app)
{
    export_look_clear(&export_question_state(app)->look);
}

/* What is to be looked for of a project; the path is taken. */
static struct export_item export_question_item(const struct app *app, int64_t id,
                                               const struct param_set *params, char *path)
{
    const struct app_project *project = app_project_find(app, id);
    struct export_item item = {.id = id, .version = project ? project->version : -1, .path = path};
    if (project && project->trouble_status == 404)
        item.bar = mem_copy("not found");
    else if (project && *project->state && !settings_state_is_done(app->settings, project->state))
        item.bar = mem_copy(project->state);
    if (export_name_is_certain(path, params)) {
        item.path = export_name_close(path, params, NULL);
        free(path);
    }
    return item;
}

/* Looks at the files of these, which are taken. False, and said, where nothing can be written. */
static bool export_question_look(struct app *app, struct export_item *items, size_t count)
{
    struct export_state *state = export_question_state(app);
    struct error err;
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    export_look_clear(&state->look);
    state->look.items = items;
    state->look.count = count;
    for (size_t i = 0; i < count; i++)
        ids[i] = items[i].id;
    char *why =
        store_exports_list(app->store, ids, count, &state->look.ledger, &err) ? NULL : mem_copy(err.text);
    free(ids);
    export_look_run(&state->look);
    state->plan = export_plan_make(items, count);
    if (!why)
        why = state->plan.can == 0 ? export_plan_bars(&state->plan, "Not exported: ", app->cols)
                                   : mem_copy_or_null(state->look.trouble);
    if (why)
        app_form_say(app, true, why);
    free(why);
    return why == NULL;
}

/* The folder, which yes makes, where it is missing and the one that it stands in is there. Caller frees;
 * NULL: it needs not be made. */
static char *export_question_missing(const struct app *app, const struct param_set *params)
{
    struct stat facts;
    char *folder = file_expand_home(export_folder(app, params));
    size_t len = strlen(folder);
    while (len > 1 && folder[len - 1] == '/')
        folder[--len] = '\0';
    if (len > 0 && stat(folder, &facts) != 0 && errno == ENOENT) {
        char *slash = strrchr(folder, '/'),
             *above = slash ? mem_copy_n(folder, (size_t)(slash - folder) + 1) : mem_copy(".");
        bool can_be_made = stat(above, &facts) == 0 && S_ISDIR(facts.st_mode);
        free(above);
        if (can_be_made)
            return folder;
    }
    free(folder);
    return NULL;
}

/* Asks whether a missing folder is to be made; false: nothing is to be asked. */
static bool export_question_asks_folder(struct app *app, const struct param_set *params,
                                        struct app_question_ask ask)
{
    char *folder = export_question_missing(app, params);
    if (!folder)
        return false;
    ask.parts[0].words = "The folder ";
    ask.parts[1].piece = folder;
    ask.parts[2].words = " does not exist. y creates it.";
    ask.verb.word = "Create";
    ask.arg = folder;
    ask.refused = "Nothing was exported";
    app_ask(app, &ask);
    free(folder);
    return true;
}

static bool export_question_make_folder(struct app *app, const char *folder)
{
    bool ok = mkdir(folder, 0777) == 0 || errno == EEXIST;
    if (!ok)
        app_say_bad(app, "Cannot create %s: %s", folder, strerror(errno));
    return ok;
}

/* Asks about files that exist and projects that are left out. */
static void export_question_ask(struct app *app, struct app_question_ask ask)
{
    const struct export_plan *plan = &export_question_state(app)->plan;
    char *words = export_plan_words(plan), *note = export_plan_note(plan, app->cols - 1);
    ask.parts[0].words = words;
    ask.note = note;
    ask.verb.word = export_plan_replaces(plan) ? "Replace" : "Export";
    ask.is_list = true;
    ask.refused = "Nothing was exported";
    app_ask(app, &ask);
    free(note);
    free(words);
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
    export_question_put(call, state->overwrites, &state->look.ledger);
}

void export_question_fill_marked(const struct app *app, struct call *call)
{
    export_question_put(call, app->marked->overwrites, &app->marked->ledger);
}

/* --- the marked projects --- */

static void export_question_go(struct app *app, int64_t id)
{
    (void)id;
    struct export_state *state = export_question_state(app);
    size_t count = app->prepared->all, left = count - state->plan.can;
    const char **left_out = mem_zero(count + 1, sizeof *left_out);
    for (size_t i = 0; i < count; i++)
        left_out[i] = state->look.items[i].bar;
    marked_keep(app, left_out,
                left > 0 ? mem_printf(" of %zu; %zu %sstill marked", count, left,
                                      app->cols < ACT_NARROW_CELLS ? "" : "not exported, ")
                         : NULL);
    free(left_out);
    app->prepared->overwrites = export_plan_asks(&state->plan) && export_plan_replaces(&state->plan);
    app->prepared->ledger = state->look.ledger; /* another look may follow while the batch is under way */
    state->look.ledger = (struct ledger){0};
    marked_go(app, 0);
}

static void export_question_made_marked(struct app *app, int64_t id, const char *folder)
{
    (void)id;
    if (export_question_make_folder(app, folder))
        export_question_ask_marked(app);
    else
        marked_refused(app, 0);
}

void export_question_ask_marked(struct app *app)
{
    struct marked *marked = app->prepared;
    if (export_question_asks_folder(
            app, marked->params,
            (struct app_question_ask){.yes_with = export_question_made_marked, .no = marked_refused}))
        return;
    struct export_item *items = mem_zero(marked->all + 1, sizeof *items);
    for (size_t i = 0; i < marked->all; i++)
        items[i] = export_question_item(app, marked->rows[i].id, marked->params,
                                        export_place(app, marked->params, marked->rows[i].id));
    if (!export_question_look(app, items, marked->all))
        marked_refused(app, 0);
    else if (export_plan_asks(&export_question_state(app)->plan))
        export_question_ask(app, (struct app_question_ask){
                                     .yes = export_question_go, .no = marked_refused, .of_marked = true});
    else
        export_question_go(app, 0);
}

/* --- the project of a form --- */

static void export_question_send_one(struct app *app, int64_t id)
{
    struct export_state *state = export_question_state(app);
    struct app_form *form = export_form_waiting(app, id);
    state->overwrites = export_plan_asks(&state->plan) && export_plan_replaces(&state->plan);
    if (form)
        export_send(app, form);
}

static void export_question_made_one(struct app *app, int64_t id, const char *folder)
{
    struct app_form *form = export_form_waiting(app, id);
    if (form && export_question_make_folder(app, folder))
        export_question_ask_one(app, form, NULL);
}

void export_question_ask_one(struct app *app, struct app_form *form, const char *path)
{
    const struct param_set *values = form_values(form->form);
    int64_t id = form->project_id;
    if (export_question_asks_folder(
            app, values, (struct app_question_ask){.yes_with = export_question_made_one, .id = id}))
        return;
    struct export_item *items = mem_zero(1, sizeof *items);
    *items = export_question_item(app, id, values, path ? mem_copy(path) : export_place(app, values, id));
    if (!export_question_look(app, items, 1))
        return;
    if (export_plan_asks(&export_question_state(app)->plan))
        export_question_ask(app, (struct app_question_ask){.yes = export_question_send_one, .id = id});
    else
        export_question_send_one(app, id);
}
