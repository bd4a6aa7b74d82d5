/* Owns the export: its form with the file's name, the question about files that exist and projects that are
 * left out, and the requests. Which files those are is core/export_plan's; a worker writes them. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ask.h"
#include "batch.h"
#include "part.h"
#include "writes.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/app/keys.h"
#include "steno/app/calls.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/base/error.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/export_plan.h"
#include "steno/core/forms.h"
#include "steno/core/names.h"
#include "steno/core/settings.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"
#include "steno/work/export_file.h"

struct export_state {
    struct export_plan plan; /* what the question is about: as the projects were prepared */
    bool overwrites;         /* of the form of one project: it was answered that its file is replaced */
};

static struct export_state *export_state(const struct app *app)
{
    return part_state(app, &part_export);
}

static void export_end(struct app *app)
{
    export_plan_clear(&export_state(app)->plan);
}

/* --- where the file goes --- */

/* The folder: of the form, else of the settings, else "", where steno was started. */
static const char *export_folder(const struct app *app, const struct param_set *values)
{
    const char *folder = param_set_get(values, param_find(values->table, "Folder"));
    return folder ? folder : settings_text(app->settings, SETTING_EXPORT_DIR);
}

/* A project's name by a pattern, {ext} still in it. Caller frees. */
static char *export_name(const struct app *app, const char *pattern, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    return export_name_make(pattern, id, project ? project->name : "", project ? project->state : "");
}

/* The file of a project, {ext} still in it. Caller frees. */
static char *export_place(const struct app *app, const struct param_set *values, int64_t id)
{
    const char *dir = export_folder(app, values);
    const char *pattern = param_set_get(values, param_find(values->table, "Name"));
    char *name = export_name(app, pattern ? pattern : settings_text(app->settings, SETTING_NAME_PATTERN), id);
    char *path = mem_printf("%s%s%s", dir, !*dir || dir[strlen(dir) - 1] == '/' ? "" : "/", name);
    free(name);
    return path;
}

/* --- the form --- */

static char *export_path(struct app *app, const struct app_form *form, int64_t id)
{
    return export_place(app, form_values(form->form), id);
}

/* As an argument of a shell. A name with words to fill in is a pattern there, and goes with a folder. */
static char *export_command(const struct app *app, const struct app_form *form, char *command)
{
    const struct param_set *values = form_values(form->form);
    const char *dir = export_folder(app, values),
               *name = param_set_get(values, param_find(values->table, "Name"));
    const char *slash = !*dir ? "./" : dir[strlen(dir) - 1] == '/' ? "" : "/";
    bool is_pattern = form->id_count > 1 || !name || strchr(name, '{');
    char *file = is_pattern ? mem_copy("") : export_name(app, name, form->project_id);
    char *path = mem_printf("%s%s%s", dir, is_pattern || *dir || *name == '-' ? slash : "", file);
    command = command_line_add(command, "-o", path);
    if (is_pattern && name)
        command = command_line_add(command, "--name-pattern", name);
    free(path);
    free(file);
    return command;
}

/* Where the file goes to, where that is known before the server has answered, and the name that it has while
 * none is given: by the pattern, which a batch shows as it is. */
static void export_check(struct app *app, struct app_form *form)
{
    const struct param_set *values = form_values(form->form);
    const char *dir = settings_text(app->settings, SETTING_EXPORT_DIR),
               *pattern = settings_text(app->settings, SETTING_NAME_PATTERN);
    form_set_default(form->form, "Folder", *dir ? dir : NULL);
    if (form->id_count) {
        form_set_default(form->form, "Name", pattern);
        form_set_facts(form->form, NULL, 0);
        return;
    }
    char *name = export_name(app, pattern, form->project_id), *fact = NULL;
    char *whole = export_name_is_certain(name, values) ? export_name_close(name, values, NULL) : NULL;
    form_set_default(form->form, "Name", whole ? whole : name);
    free(whole);
    free(name);
    char *path = export_place(app, values, form->project_id);
    if (export_name_is_certain(path, values)) {
        whole = export_name_close(path, values, NULL);
        fact = mem_printf("Writes %s.", whole);
        free(whole);
    }
    form_set_facts(form->form, (const char *const *)&fact, fact != NULL);
    free(fact);
    free(path);
}

static void export_submit(struct app *app, struct app_form *form);

static const struct form_ops export_form = {.title = "Export",
                                            .table = &params_export_form,
                                            .send = export_submit,
                                            .path = export_path,
                                            .sends = "Export",
                                            .check = export_check,
                                            .command = export_command,
                                            .op = ENDPOINT_EXPORT};

static void export_open(struct app *app)
{
    struct app_form *form =
        app_long_form_open(app, &export_form, settings_param_set(app->settings, &params_export_form));
    if (form) /* lines are asked one by one, and one is as good as a heading */
        form_set_fold(form->form, form_warn_unused_group);
}

/* --- the requests --- */

static app_call_reply export_done;

/* What the answer to the question means for a file, and what is known of it. */
static void export_put(struct call *call, bool overwrites, const struct ledger *ledger)
{
    call->replace = overwrites ? EXPORT_OVERWRITE : EXPORT_IF_NEWER;
    ledger_add_of(&call->ledger, ledger, call->project_id);
}

static void export_send(struct app *app, struct app_form *form)
{
    int64_t id = form->project_id;
    const struct app_project *project = app_project_find(app, id);
    const struct export_state *state = export_state(app);
    struct call *call = app_call_new(app, ENDPOINT_EXPORT, id);
    call->version = project ? project->version : -1;
    call->params = param_set_sent(form_values(form->form));
    call->path = export_place(app, form_values(form->form), id);
    export_put(call, state->overwrites, &state->plan.ledger);
    const struct app_reply reply = {.done = export_done, .what = mem_printf("Export %" PRId64, id)};
    app_form_send(app, form, call, &reply, "Exporting…");
}

static void export_fill(struct app *app, struct call *call)
{
    call->path = export_place(app, app->batch->params, call->project_id);
    export_put(call, app->batch->overwrites, &app->batch->ledger);
}

/* The file is there. */
static void export_written(struct app *app, const struct app_call *call, struct call_result *result)
{
    app_report_done(app, call, result, true);
}

/* --- the question --- */

/* What is to be looked for of a project; the path is taken. */
static struct export_item export_item(const struct app *app, int64_t id, const struct param_set *params,
                                      char *path)
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

/* The folder, which yes makes, where it is missing and the one that it stands in is there. Caller frees;
 * NULL: it needs not be made. */
static char *export_missing(const struct app *app, const struct param_set *params)
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

/* The form of this project where it still waits to be sent. */
static struct app_form *export_waiting(struct app *app, int64_t id)
{
    struct app_form *form = app_form_about(app, &export_form, id);
    return form && !form->serial ? form : NULL;
}

/* Sends the form of this project, or the prepared ones (0), by what was answered. */
static void export_go(struct app *app, int64_t id)
{
    struct export_state *state = export_state(app);
    bool overwrites = export_plan_asks(&state->plan) && export_plan_replaces(&state->plan);
    struct batch *batch = app->prepared;
    if (id) {
        struct app_form *form = export_waiting(app, id);
        state->overwrites = overwrites;
        if (form)
            export_send(app, form);
        return;
    }
    for (size_t i = 0; i < batch->all; i++)
        batch->rows[i].text = mem_copy_or_null(state->plan.items[i].bar);
    batch->overwrites = overwrites;
    batch->ledger = state->plan.ledger; /* another look may follow while the batch is under way */
    state->plan.ledger = (struct ledger){0};
    batch_go(app, 0);
}

static void export_folder_made(struct app *app, int64_t id, const char *folder);

/* Looks what is at the places of the files, asks where something is to be asked, and sends: the form, whose
 * file is this one (NULL: by its values), or the prepared projects where there is none. */
static void export_ask(struct app *app, struct app_form *form, const char *path)
{
    struct export_state *state = export_state(app);
    const struct batch *batch = app->prepared;
    const struct param_set *params = form ? form_values(form->form) : batch->params;
    size_t count = form ? 1 : batch->all;
    struct app_question_ask ask = {.id = form ? form->project_id : 0,
                                   .yes = export_go,
                                   .no = batch_refused,
                                   .of_marked = !form,
                                   .refused = "Nothing was exported"};
    char *folder = export_missing(app, params), *words, *note = NULL, *why = NULL;
    struct error err;
    if (folder) {
        ask.parts[0].words = "The folder ";
        ask.parts[1].piece = ask.arg = folder;
        ask.parts[2].words = " does not exist. y creates it.";
        ask.verb.word = "Create";
        ask.yes_with = export_folder_made;
        ask.of_marked = false;
        app_ask(app, &ask);
        free(folder);
        return;
    }
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    export_plan_clear(&state->plan);
    state->plan.items = mem_zero(count + 1, sizeof *state->plan.items);
    state->plan.count = count;
    for (size_t i = 0; i < count; i++) {
        ids[i] = form ? form->project_id : batch->rows[i].id;
        state->plan.items[i] =
            export_item(app, ids[i], params, path ? mem_copy(path) : export_place(app, params, ids[i]));
    }
    if (!store_exports_list(app->store, ids, count, &state->plan.ledger, &err))
        why = mem_copy(err.text);
    free(ids);
    export_look_run(&state->plan);
    export_plan_make(&state->plan);
    if (!why)
        why = state->plan.can == 0 ? export_plan_bars(&state->plan, "Not exported: ", app->cols)
                                   : mem_copy_or_null(state->plan.trouble);
    if (why) {
        app_form_say(app, true, why);
        batch_refused(app, 0);
        free(why);
        return;
    }
    if (!export_plan_asks(&state->plan)) {
        export_go(app, ask.id);
        return;
    }
    ask.parts[0].words = words = export_plan_words(&state->plan);
    ask.note = note = export_plan_note(&state->plan, app->cols - 1);
    ask.verb.word = export_plan_replaces(&state->plan) ? "Replace" : "Export";
    ask.is_list = true;
    app_ask(app, &ask);
    free(note);
    free(words);
}

/* Yes to a folder that does not exist. */
static void export_folder_made(struct app *app, int64_t id, const char *folder)
{
    struct app_form *form = id ? export_waiting(app, id) : NULL;
    struct error err;
    if (id && !form)
        return;
    if (export_folder_make(folder, &err)) {
        export_ask(app, form, NULL);
        return;
    }
    app_say_bad(app, "%s", err.text);
    batch_refused(app, 0);
}

static void export_ask_marked(struct app *app)
{
    export_ask(app, NULL, NULL);
}

static const struct batch_ops export_batch = {.op = ENDPOINT_EXPORT,
                                              .verb = "Export",
                                              .running = "Exporting",
                                              .past = "Exported",
                                              .noun = "Export",
                                              .fill = export_fill,
                                              .took = export_written,
                                              .ask = export_ask_marked};

static void export_submit(struct app *app, struct app_form *form)
{
    if (form->id_count)
        batch_ask(app, form, &export_batch);
    else
        export_ask(app, form, NULL);
}

/* A file exists whose name was not known before: it is left unchanged until somebody has agreed. */
static void export_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_form *form = app_form_find(app, call->serial);
    if (result->ok) {
        app_form_accepted(app, &export_form, form, call->project_id);
        export_written(app, call, result);
        return;
    }
    app_report_failed_export(app, call, result);
    if (!form) {
        app_say_bad(app, "%s", result->error.text);
    } else if ((result->error.kind == ERROR_EXISTS || result->found == EXPORT_EDITED) && result->path &&
               form == app_form_top(app) && !app->question->text) {
        form->serial = 0;
        app_form_tell(form, false, NULL);
        export_ask(app, form, result->path);
    } else {
        app_form_failed(app, form, &result->error);
    }
}

/* clang-format off */
static const struct action export_actions[] = {
    {.name = "export", .keys = "x", .where = IN_PANES | NEEDS_PROJECT | ON_MARKED | NOT_IN_ACT, .group = GROUP_PROJECT,
     .hint = "Export",
     .help = "Export subtitles; exported is what this account exported on this computer, nothing else", .works = batch_can_export, .run = export_open},
};
/* clang-format on */

const struct part part_export = {.name = "export",
                                 .state_size = sizeof(struct export_state),
                                 .end = export_end,
                                 PART_ACTIONS(export_actions)};
