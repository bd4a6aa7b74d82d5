/* Owns the stack of forms, their drafts, and what is said in them. It must not know what a key in a form
 * comes to, nor what is sent. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/forms.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/app/calls.h"
#include "steno/app/state.h"
#include "steno/core/call.h"
#include "steno/app/project.h"
#include "part.h"
#include "steno/app/status.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/forms.h"
#include "steno/core/settings.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"
#include "steno/widget/overlay.h"

#define WHOLE_ROWS 16 /* of the lower place: with fewer a whole form has the body */

struct app_form *app_form_top(const struct app *app)
{
    return app->form_count > 0 ? (struct app_form *)(uintptr_t)&app->forms[app->form_count - 1] : NULL;
}

bool app_form_has_request(const struct app_form *form)
{
    return form->ops->op != ENDPOINT_LOGIN;
}

struct app_form *app_form_find(const struct app *app, uint64_t serial)
{
    for (int i = app->form_count; serial && i-- > 0;) {
        if (app->forms[i].serial == serial)
            return (struct app_form *)(uintptr_t)&app->forms[i];
    }
    return NULL;
}

struct app_form *app_form_about(const struct app *app, const struct form_ops *ops, int64_t project_id)
{
    for (int i = app->form_count; i-- > 0;) {
        const struct app_form *form = &app->forms[i];
        if (form->ops == ops && form->project_id == project_id && !form->id_count)
            return (struct app_form *)(uintptr_t)form;
    }
    return NULL;
}

/* "Enqueue 1  Council meeting". */
static char *forms_title(const struct app *app, const struct form_ops *ops, int64_t project_id)
{
    if (!project_id)
        return mem_copy(ops->title);
    const struct app_project *project = app_project_find(app, project_id);
    const char *name = project ? project->name : "";
    return mem_printf("%s %" PRId64 "%s%s", ops->title, project_id, *name ? "  " : "", name);
}

/* What lies over the form on top goes with it: its preview, its menu. */
static void forms_uncover(struct app *app)
{
    const struct overlay *over;
    while ((over = overlay_below(&app->overlays, OVERLAY_PROMPT))->ops->kind > OVERLAY_FORM)
        over->ops->interrupt(app);
}

/* Keeps what somebody saw who opened it. */
static void forms_take_project(const struct app *app, struct app_form *form)
{
    const struct app_project *project = app_project_find(app, form->project_id);
    if (!project || !project->full)
        return;
    form->opened_on = project_copy(project->full);
    form->opened_ms = project->fetched_ms;
}

struct app_form *app_form_push(struct app *app, const struct form_ops *ops, int64_t project_id,
                               const struct overlay_ops *overlay)
{
    if (app->form_count == APP_FORMS_MAX)
        return NULL;
    forms_uncover(app);
    struct app_form *top = &app->forms[app->form_count++];
    *top = (struct app_form){.ops = ops,
                             .project_id = project_id,
                             .form = form_new(ops->table),
                             .title = forms_title(app, ops, project_id),
                             .start = param_set_new(ops->table)};
    forms_take_project(app, top);
    form_set_height(top->form, app_form_height(app));
    overlay_push(&app->overlays, overlay, top->form);
    app_stale(app, STALE_PLACES);
    app_dirty(app, DIRTY_FORM | DIRTY_LAYOUT);
    return top;
}

void app_form_close(struct app *app, struct app_form *form)
{
    if (form == app_form_top(app))
        forms_uncover(app);
    overlay_remove(&app->overlays, form->form);
    form_free(form->form);
    param_set_free(form->start);
    json_decref(form->draft);
    free(form->title);
    free(form->message);
    free(form->ids);
    project_free(form->opened_on);
    int at = (int)(form - app->forms);
    app->form_count--;
    memmove(form, form + 1, (size_t)(app->form_count - at) * sizeof *form);
    app_stale(app, STALE_PAGES | STALE_PLACES);
    app_dirty(app, DIRTY_LAYOUT);
}

void app_form_pop(struct app *app)
{
    if (app->form_count > 0)
        app_form_close(app, app_form_top(app));
}

char *app_form_command(const struct app *app, const struct app_form *form)
{
    const int64_t *ids = form->id_count ? form->ids : &form->project_id;
    const struct param_set *values = form_values(form->form);
    char *command = command_line_make(values, ids, form->id_count ? form->id_count : 1);
    for (size_t i = 0; i < values->table->count; i++) {
        const char *name = values->table->rows[i].name;
        if (settings_param(app->settings, name) && !param_set_get(values, (int)i))
            command = command_line_add(command, "--unset", name);
    }
    return form->ops->command ? form->ops->command(app, form, command) : command;
}

void app_form_note_config(struct app *app, struct app_form *form)
{
    const struct param_set *values = form_values(form->form);
    for (size_t i = 0; i < values->table->count; i++) {
        const char *value = param_set_get(values, (int)i);
        const struct settings_param *param = settings_param(app->settings, values->table->rows[i].name);
        if (value && param && strcmp(value, param->value) == 0)
            form_set_whence(form->form, (int)i,
                            param->source == SOURCE_PROFILE ? "from the profile" : "from the config");
    }
}

void app_form_place(struct app *app, struct app_form *form)
{
    bool is_short = form_is_short(form->form);
    if (form->was_short == is_short)
        return;
    form->was_short = is_short;
    form->zoomed = !is_short && (form->zoomed || app->layout.form.h < WHOLE_ROWS);
    app_stale(app, STALE_PLACES);
}

void app_form_check(struct app *app, struct app_form *form)
{
    if (form->ops->check)
        form->ops->check(app, form);
    app_dirty(app, DIRTY_FORM);
}

/* It stands in the message line, whether the form is in sight or not. */
static void forms_say_it(struct app *app, bool bad, const char *text)
{
    if (bad)
        app_say_bad(app, "%s", text);
    else
        app_say(app, "%s", text);
}

void app_form_message(struct app *app, struct app_form *form, bool bad, const char *format, ...)
{
    char text[1200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    app_form_tell(app, form, bad, text);
    forms_say_it(app, bad, text);
}

void app_form_tell(struct app *app, struct app_form *form, bool bad, const char *text)
{
    char *copy = mem_copy_or_null(text);
    free(form->message);
    form->message = copy;
    form->message_is_bad = bad;
    app_dirty(app, DIRTY_FORM);
}

void app_form_say(struct app *app, bool bad, const char *text)
{
    if (app->form_count > 0)
        app_form_message(app, app_form_top(app), bad, "%s", text);
    else
        (bad ? app_say_bad : app_say)(app, "%s", text);
}

void app_form_send(struct app *app, struct app_form *form, struct call *call, const struct app_reply *reply,
                   const char *doing)
{
    form->serial = call->serial; /* it may be answered at once */
    app_form_tell(app, form, false, doing);
    app_call_send(app, call, reply);
}

void app_form_failed(struct app *app, struct app_form *form, const struct error *error)
{
    form->serial = 0;
    if (*error->field)
        form_field_error(form->form, error->field, *error->server ? error->server : error->text);
    app_form_place(app, form);
    app_form_tell(app, form, true, error->text);
    forms_say_it(app, true, error->text);
}

bool app_form_is_covered(const struct app *app)
{
    return app_top(app)->kind > OVERLAY_FORM;
}

/* --- drafts --- */

/* What was changed in a form since it opened, the text being typed with it: false stands for a value that it
 * opened with and that was taken away. Never a secret. */
static json_t *forms_changes(const struct app_form *form)
{
    struct param_set *now = form_draft(form->form);
    json_t *changes = json_object();
    for (size_t i = 0; i < now->table->count; i++) {
        const char *value = param_set_get(now, (int)i), *start = param_set_get(form->start, (int)i);
        bool is_same = value && start ? strcmp(value, start) == 0 : value == start;
        if (!is_same && !now->table->rows[i].secret)
            json_object_set_new(changes, now->table->rows[i].name, value ? json_string(value) : json_false());
    }
    param_set_free(now);
    return changes;
}

static bool forms_draft_put(struct app *app, const struct param_table *table, int64_t id,
                            const json_t *changes)
{
    struct error err;
    char *what =
        id ? mem_printf("draft of %s %" PRId64, table->name, id) : mem_printf("draft of %s", table->name);
    bool ok =
        app_kept(app, store_draft_save(app->store, table->name, id, changes, app->wall_ms, &err), what, &err);
    free(what);
    return ok;
}

void app_form_take_start(struct app_form *form)
{
    param_set_free(form->start);
    form->start = param_set_copy(form_values(form->form));
}

void app_draft_restore(struct app *app, struct app_form *form)
{
    struct error err;
    int64_t when_ms;
    char when[DATE_TEXT_SIZE], *source;
    const struct param_table *table = form->ops->table;
    app_form_take_start(form);
    if (!store_draft_load(app->store, table->name, form->project_id, &form->draft, &when_ms, &err) ||
        !form->draft)
        return;
    date_format_short(when, sizeof when, when_ms, app->wall_ms, app->zone, DATE_SINCE);
    source = mem_printf("draft of %s", when);
    struct param_set *set = param_set_from_json(table, form->draft, NULL);
    for (size_t i = 0; i < table->count; i++) {
        const char *name = table->rows[i].name, *value = param_set_get(set, (int)i);
        if (value || json_is_false(json_object_get(form->draft, name)))
            form_put(form->form, name, value);
        if (value)
            form_set_whence(form->form, (int)i, source);
    }
    param_set_free(set);
    free(source);
    app_form_check(app, form);
    if (app_form_has_request(form)) {
        app_form_message(app, form, false, "Restored draft of %s: %s discards it", when,
                         app_key_of(app, "form-unset-all"));
        return;
    }
    app_time_text(app, when, sizeof when, when_ms);
    form_go_needed(form->form);
    app_form_message(app, form, false, "Restored what was typed here (%s)", when);
}

bool app_draft_save(struct app *app, struct app_form *form)
{
    json_t *changes = forms_changes(form);
    bool is_none = json_object_size(changes) == 0;
    bool is_kept = form->draft ? json_equal(changes, form->draft) : is_none;
    if (!is_kept && !forms_draft_put(app, form->ops->table, form->project_id, changes)) {
        json_decref(changes);
        return false;
    }
    json_decref(form->draft);
    form->draft = is_none ? NULL : json_incref(changes);
    json_decref(changes);
    return true;
}

bool app_drafts_save(struct app *app)
{
    bool ok = true;
    for (int i = 0; i < app->form_count; i++)
        ok = app_draft_save(app, &app->forms[i]) && ok;
    return ok;
}

void app_draft_discard(struct app *app, struct app_form *form)
{
    if (form->draft)
        forms_draft_put(app, form->ops->table, form->project_id, NULL);
    json_decref(form->draft);
    form->draft = NULL;
}

void app_drafts_moved(struct app *app)
{
    for (int i = 0; i < app->form_count; i++) {
        json_decref(app->forms[i].draft);
        app->forms[i].draft = NULL;
    }
}

void app_form_accepted(struct app *app, const struct form_ops *ops, struct app_form *form, int64_t id)
{
    if (form) {
        app_draft_discard(app, form);
        app_form_close(app, form);
    } else if (!app_form_about(app, ops, id)) {
        forms_draft_put(app, ops->table, id, NULL);
    }
}

static void forms_begin(struct app *app)
{
    app->forms = mem_zero(APP_FORMS_MAX, sizeof *app->forms);
    list_init(&app->preview.list);
}

static void forms_end(struct app *app)
{
    while (app->form_count > 0)
        app_form_pop(app);
    free(app->forms);
    page_free(&app->preview);
}

const struct part part_forms = {.name = "forms", .begin = forms_begin, .end = forms_end};
