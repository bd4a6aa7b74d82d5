/* Owns the export form: the file's name, and the question before an existing file is overwritten. A worker
 * writes the file. */
#include "topics/export.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "draft.h"
#include "long_form.h"
#include "outcome.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/app/action.h"
#include "steno/app/ask.h"
#include "steno/app/batch.h"
#include "steno/app/calls.h"
#include "steno/app/effect.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/topic.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/export_name.h"
#include "steno/core/form_warn.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"

/* The path by the pattern, {ext} still in it. Caller frees. */
static char *export_path(struct app *app, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    char *name = export_name_make(settings_text(app->settings, SETTING_NAME_PATTERN), id,
                                  project ? project->name : "", project ? project->state : "");
    const char *dir = settings_text(app->settings, SETTING_EXPORT_DIR);
    char *path =
        !*dir ? mem_copy(name) : mem_printf("%s%s%s", dir, dir[strlen(dir) - 1] == '/' ? "" : "/", name);
    free(name);
    return path;
}

static app_call_reply export_done;

/* Sends the export of a form; the path is taken. */
static void export_send(struct app *app, struct app_form *form, char *path, bool overwrite)
{
    int64_t id = form->project_id;
    struct call *call = app_call_new(app, ENDPOINT_EXPORT, id);
    call->params = param_set_copy(form_values(form->form));
    call->path = path;
    call->overwrite = overwrite;
    const struct app_reply reply = {.done = export_done, .what = mem_printf("Export %" PRId64, id)};
    app_form_send(app, form, call, &reply, "Exporting…");
}

/* The file is there. */
static void export_written(struct app *app, const struct app_call *call, struct call_result *result)
{
    app_outcome_done(app, call, result, true);
}

static void export_fill(struct app *app, struct call *call)
{
    call->path = export_path(app, call->project_id);
}

/* The file of one of a batch, where its name is known before the answer. */
static char *export_certain_path(struct app *app, int64_t id)
{
    char *path = export_path(app, id);
    char *whole = export_name_is_certain(path, app->batch->params)
                      ? export_name_close(path, app->batch->params, NULL)
                      : NULL;
    free(path);
    return whole;
}

static const struct batch_ops export_batch = {.op = ENDPOINT_EXPORT,
                                              .verb = "Export",
                                              .running = "Exporting",
                                              .past = "Exported",
                                              .noun = "Export",
                                              .fill = export_fill,
                                              .took = export_written,
                                              .path = export_certain_path};

static void export_submit(struct app *app, struct app_form *form)
{
    if (form->id_count)
        app_batch_ask(app, form, &export_batch);
    else
        export_send(app, form, export_path(app, form->project_id), false);
}

static const struct form_ops export_form = {.title = "Export",
                                            .table = &params_export,
                                            .style = FORM_LONG,
                                            .send = export_submit,
                                            .path = export_path,
                                            .op = ENDPOINT_EXPORT};

static void export_open(struct app *app, const char *arg)
{
    (void)arg;
    struct app_form *form = app_long_form_open(app, &export_form);
    if (form && !app->linear) /* lines are asked one by one, and one is as good as a heading */
        form_set_fold(form->form, form_warn_unused_group);
}

static void export_overwrite(struct app *app, int64_t id, const char *path)
{
    struct app_form *form = app_form_about(app, &export_form, id);
    if (form && !form->serial)
        export_send(app, form, mem_copy(path), true);
}

/* The file exists: it is left unchanged until somebody has agreed. */
static void export_ask_overwrite(struct app *app, struct app_form *form, const char *path)
{
    form->serial = 0;
    app_form_tell(app, form, false, NULL);
    app_ask(app, &(struct app_question_ask){
                     .parts = {{.piece = path, .keeps_tail = true}, {.words = " exists. Overwrite it?"}},
                     .id = form->project_id,
                     .arg = path,
                     .verb = {.word = "Overwrite"},
                     .spares = "keeps it",
                     .yes = export_overwrite,
                     .refused = "Not exported: the file was kept"});
}

static void export_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct app_form *form = app_form_find(app, call->serial);
    if (result->ok) {
        app_form_accepted(app, &export_form, form, call->project_id);
        export_written(app, call, result);
        return;
    }
    if (!form)
        app_say_bad(app, "%s", result->error.text);
    else if (result->error.kind == ERROR_EXISTS && result->path && form == app_form_top(app) &&
             !app->question->text)
        export_ask_overwrite(app, form, result->path);
    else
        app_form_failed(app, form, &result->error);
}

/* clang-format off */
static const struct action export_actions[] = {
    {.name = "export", .keys = "x", .where = IN_PANES | NEEDS_PROJECT | ON_MARKED, .group = GROUP_PROJECT,
     .hint = "Export", .brief = "Export subtitles",
     .help = "Export subtitles", .run = export_open},
};
/* clang-format on */

const struct topic topic_export = {.name = "export", TOPIC_ACTIONS(export_actions)};
