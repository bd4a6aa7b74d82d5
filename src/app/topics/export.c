/* Owns the export form: the file's name, and the one request. What is asked before is export_question.c's; a
 * worker writes the file. */
/* SPDX-License-Identifier: MIT */
#include "topics/export.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "form_actions.h"
#include "part.h"
#include "report.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/app/action.h"
#include "ask.h"
#include "marked.h"
#include "steno/app/calls.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/forms.h"
#include "steno/core/names.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"

const char *export_folder(const struct app *app, const struct param_set *values)
{
    const char *folder = values ? param_set_get(values, param_find(values->table, "Folder")) : NULL;
    return folder ? folder : settings_text(app->settings, SETTING_EXPORT_DIR);
}

const char *export_pattern(const struct app *app, const struct param_set *values)
{
    const char *name = values ? param_set_get(values, param_find(values->table, "Name")) : NULL;
    return name ? name : settings_text(app->settings, SETTING_NAME_PATTERN);
}

/* A project's name by a pattern, {ext} still in it. Caller frees. */
static char *export_name(const struct app *app, const char *pattern, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    return export_name_make(pattern, id, project ? project->name : "", project ? project->state : "");
}

char *export_place(const struct app *app, const struct param_set *values, int64_t id)
{
    const char *dir = export_folder(app, values);
    char *name = export_name(app, export_pattern(app, values), id);
    char *path =
        !*dir ? mem_copy(name) : mem_printf("%s%s%s", dir, dir[strlen(dir) - 1] == '/' ? "" : "/", name);
    free(name);
    return path;
}

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

/* The name that the file has while none is given: by the pattern, which a batch shows as it is. */
static void export_default_name(const struct app *app, const struct app_form *form,
                                const struct param_set *values)
{
    const char *pattern = settings_text(app->settings, SETTING_NAME_PATTERN);
    char *name = form->id_count ? mem_copy(pattern) : export_name(app, pattern, form->project_id);
    char *whole = !form->id_count && export_name_is_certain(name, values)
                      ? export_name_close(name, values, NULL)
                      : mem_copy(name);
    form_set_default(form->form, "Name", whole);
    free(whole);
    free(name);
}

/* Where the file goes to, where that is known before the server has answered. */
static void export_check(struct app *app, struct app_form *form)
{
    const struct param_set *values = form_values(form->form);
    const char *dir = settings_text(app->settings, SETTING_EXPORT_DIR);
    form_set_default(form->form, "Folder", *dir ? dir : NULL);
    export_default_name(app, form, values);
    char *path = form->id_count ? NULL : export_place(app, values, form->project_id);
    bool known = path && export_name_is_certain(path, values);
    char *whole = known ? export_name_close(path, values, NULL) : NULL;
    char *fact = known ? mem_printf("Writes %s.", whole) : NULL;
    form_set_facts(form->form, (const char *const *)&fact, known);
    free(fact);
    free(whole);
    free(path);
}

static app_call_reply export_done;

void export_send(struct app *app, struct app_form *form)
{
    int64_t id = form->project_id;
    const struct app_project *project = app_project_find(app, id);
    struct call *call = app_call_new(app, ENDPOINT_EXPORT, id);
    call->version = project ? project->version : -1;
    call->params = param_set_sent(form_values(form->form));
    call->path = export_place(app, form_values(form->form), id);
    export_question_fill(app, call);
    const struct app_reply reply = {.done = export_done, .what = mem_printf("Export %" PRId64, id)};
    app_form_send(app, form, call, &reply, "Exporting…");
}

/* The file is there. */
static void export_written(struct app *app, const struct app_call *call, struct call_result *result)
{
    app_report_done(app, call, result, true);
}

static void export_fill(struct app *app, struct call *call)
{
    call->path = export_place(app, app->marked->params, call->project_id);
    export_question_fill_marked(app, call);
}

static const struct marked_ops export_batch = {.op = ENDPOINT_EXPORT,
                                               .verb = "Export",
                                               .running = "Exporting",
                                               .past = "Exported",
                                               .noun = "Export",
                                               .fill = export_fill,
                                               .took = export_written,
                                               .ask = export_question_ask_marked};

static void export_submit(struct app *app, struct app_form *form)
{
    if (form->id_count)
        marked_ask(app, form, &export_batch);
    else
        export_question_ask_one(app, form, NULL);
}

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

struct app_form *export_form_waiting(struct app *app, int64_t id)
{
    struct app_form *form = app_form_about(app, &export_form, id);
    return form && !form->serial ? form : NULL;
}

/* The file exists, whose name was not known before: it is left unchanged until somebody has agreed. */
static void export_ask_overwrite(struct app *app, struct app_form *form, const char *path)
{
    form->serial = 0;
    app_form_tell(app, form, false, NULL);
    export_question_ask_one(app, form, path);
}

static void export_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_form *form = app_form_find(app, call->serial);
    if (result->ok) {
        app_form_accepted(app, &export_form, form, call->project_id);
        export_written(app, call, result);
        return;
    }
    app_report_failed_export(app, call, result);
    if (!form)
        app_say_bad(app, "%s", result->error.text);
    else if ((result->error.kind == ERROR_EXISTS || result->found == EXPORT_EDITED) && result->path &&
             form == app_form_top(app) && !app->question->text)
        export_ask_overwrite(app, form, result->path);
    else
        app_form_failed(app, form, &result->error);
}

static bool export_works(const struct app *app)
{
    return marked_any(app, PROJECT_HAS_CAPTIONS);
}

/* clang-format off */
static const struct action export_actions[] = {
    {.name = "export", .keys = "x", .where = IN_PANES | NEEDS_PROJECT | ON_MARKED | NOT_IN_ACT, .group = GROUP_PROJECT,
     .hint = "Export", .brief = "Export subtitles",
     .help = "Export subtitles; exported is what this account exported on this computer, nothing else", .works = export_works, .run = export_open},
};
/* clang-format on */

const struct part part_export = {.name = "export",
                                 .state_size = sizeof(struct export_state),
                                 .end = export_question_end,
                                 PART_ACTIONS(export_actions)};
