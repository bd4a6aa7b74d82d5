/* Forms: their stack, keys and messages. Also the pages on top of a form, such as the text of the request.
 * Topics send the calls. drafts.c has drafts and presets. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/forms.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/keys.h"
#include "batch.h"
#include "part.h"
#include "steno/api/connection.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/api/request.h"
#include "steno/app/calls.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/forms.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"
#include "steno/widget/overlay.h"
#include "steno/widget/page.h"

#define WHOLE_ROWS 16 /* if the lower place has fewer rows, a form with all fields is zoomed */

/* --- the stack --- */

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

bool app_form_is_covered(const struct app *app)
{
    return app_top(app)->kind > OVERLAY_FORM;
}

/* Closes everything on top of the top form: the preview of its request, the menu of presets, a pane. */
static void form_uncover(struct app *app)
{
    const struct overlay *over;
    while ((over = overlay_below(&app->overlays, OVERLAY_PROMPT))->ops->kind > OVERLAY_FORM)
        over->ops->interrupt(app);
}

static const struct overlay_ops form_overlay;

struct app_form *app_form_open(struct app *app, const struct form_ops *ops, int64_t project_id)
{
    if (app->form_count == APP_FORMS_MAX)
        return NULL;
    form_uncover(app);
    const struct app_project *project = project_id ? app_project_find(app, project_id) : NULL;
    const char *name = project ? project->name : "";
    struct app_form *top = &app->forms[app->form_count++];
    *top = (struct app_form){.ops = ops,
                             .project_id = project_id,
                             .form = form_new(ops->table),
                             .start = param_set_new(ops->table)};
    top->title = project_id
                     ? mem_printf("%s #%" PRId64 "%s%s", ops->title, project_id, *name ? "  " : "", name)
                     : mem_copy(ops->title);
    if (project && project->full) {
        top->opened_on = project_copy(project->full);
        top->opened_ms = project->fetched_ms;
    }
    form_set_height(top->form, app_form_height(app));
    overlay_push(&app->overlays, &form_overlay, top->form);
    return top;
}

struct app_form *app_long_form_open(struct app *app, const struct form_ops *ops, struct param_set *start)
{
    size_t count = app->list.mark_count;
    struct app_form *form = app_form_open(app, ops, count > 0 ? 0 : app_project_at_hand(app)->id);
    if (form && count > 0) {
        form->ids = mem_alloc(count * sizeof *form->ids);
        memcpy(form->ids, app->list.marks, count * sizeof *form->ids);
        form->id_count = count;
        free(form->title);
        const struct app_project *one = count == 1 ? app_project_find(app, *form->ids) : NULL;
        form->title = one ? mem_printf("%s marked project #%" PRId64 "  %s", ops->title, one->id, one->name)
                          : mem_printf("%s %zu marked projects", ops->title, count);
    }
    if (form) {
        form_set_warn(form->form, form_warn_params);
        form_set_short(form->form, true);
        form->was_short = true;
        form_load(form->form, start);
        app_form_note_config(app, form);
        app_draft_restore(app, form);
    }
    param_set_free(start);
    return form;
}

void app_form_close(struct app *app, struct app_form *form)
{
    if (form == app_form_top(app))
        form_uncover(app);
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
}

/* --- values and messages --- */

/* Returns the projects that the form sends: of several marked projects, not those left out. Caller frees. */
static int64_t *form_sent_ids(const struct app *app, const struct app_form *form, size_t *count)
{
    const int64_t *ids = form->id_count ? form->ids : &form->project_id;
    size_t all = form->id_count ? form->id_count : 1;
    int64_t *sent = mem_alloc(all * sizeof *sent);
    *count = 0;
    for (size_t i = 0; i < all; i++) {
        if (all == 1 || form->ops->batch->sends(app, ids[i]))
            sent[(*count)++] = ids[i];
    }
    return sent;
}

/* Returns the shell command that sends the form's request for these projects. Caller frees. */
static char *form_command(const struct app *app, const struct app_form *form, const int64_t *ids,
                          size_t count)
{
    const struct param_set *values = form_values(form->form);
    char *command = command_line_make(values, ids, count);
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
            form_set_whence(form->form, (int)i, "from the config");
    }
}

/* Call after a change that can switch a form between few fields and all fields. A form with all fields is
 * zoomed if the lower place is small. A form with few fields is unzoomed. */
static void form_place(struct app *app, struct app_form *form)
{
    bool is_short = form_is_short(form->form);
    if (form->was_short == is_short)
        return;
    form->was_short = is_short;
    form->zoomed = !is_short && (form->zoomed || app->layout.form.h < WHOLE_ROWS);
}

void app_form_tell(struct app_form *form, bool bad, const char *text)
{
    char *copy = mem_copy_or_null(text);
    free(form->message);
    form->message = copy;
    form->message_is_bad = bad;
}

void app_form_message(struct app *app, struct app_form *form, bool bad, const char *format, ...)
{
    char text[1200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    app_form_tell(form, bad, text);
    (bad ? app_say_bad : app_say)(app, "%s", text); /* also on the message line: the form can be hidden */
}

void app_form_say(struct app *app, bool bad, const char *text)
{
    if (app->form_count > 0)
        app_form_message(app, app_form_top(app), bad, "%s", text);
    else
        (bad ? app_say_bad : app_say)(app, "%s", text);
}

/* --- sending and leaving --- */

void app_form_send(struct app *app, struct app_form *form, struct call *call, const struct app_reply *reply,
                   const char *doing)
{
    form->serial = call->serial; /* first, because app_call_send() can already bring the answer */
    app_form_tell(form, false, doing);
    app_call_send(app, call, reply);
}

void app_form_failed(struct app *app, struct app_form *form, const struct error *error)
{
    form->serial = 0;
    if (*error->field)
        form_field_error(form->form, error->field, *error->server ? error->server : error->text);
    form_place(app, form);
    app_form_message(app, form, true, "%s", error->text);
}

/* Sends the form. Refuses while its last call is under way. Also refuses a key that was typed before the form
 * was shown. */
static void form_submit(struct app *app, struct app_form *form)
{
    const char *sends = app_key_of(app, "form-submit");
    char name[KEY_NAME_SIZE];
    key_format(name, sizeof name, app->key);
    if (app->early)
        app_form_message(
            app, form, true,
            "Nothing was sent: %s was typed before this form was shown; check the form, then press %s%s",
            name, sends, strcmp(name, sends) == 0 ? " again" : "");
    else if (form->serial)
        app_form_message(app, form, false, "The request is still in progress; %s cancels it",
                         app_key_of(app, "interrupt"));
    else
        form->ops->send(app, form);
}

/* Closes the top form. A call from the form continues, and its answer is shown later. */
static void form_end(struct app *app)
{
    const struct form_ops *ops = app_form_top(app)->ops;
    app_form_close(app, app_form_top(app));
    if (ops->left)
        ops->left(app);
}

/* Saves the draft and closes the form. The draft of a login is discarded. If the save fails, the form stays
 * open, and a second try closes it. */
static void form_leave(struct app *app, struct app_form *form)
{
    if (!app_form_has_request(form)) {
        app_draft_discard(app, form);
    } else if (app_draft_save(app, form)) {
        if (form->draft)
            app_say(app, "Draft saved");
    } else if (!form->is_given_up) {
        form->is_given_up = true;
        return;
    }
    form_end(app);
}

/* --- the page on top of a form --- */

static const struct overlay_ops preview_overlay;

void app_preview_show(struct app *app, bool covers)
{
    app->preview_covers = covers;
    app->preview.list.selected = 0;
    app->preview.list.top = 0;
    page_end(&app->preview, app_lower_height(app));
    overlay_remove(&app->overlays, &app->preview);
    overlay_push(&app->overlays, &preview_overlay, &app->preview);
}

static bool preview_close(void *context)
{
    struct app *app = context;
    app->preview_covers = false;
    overlay_remove(&app->overlays, &app->preview);
    return true;
}

/* Shows the request for the first of these projects, and the command for all of them. */
static void form_show_request(struct app *app, struct app_form *form, const int64_t *ids, size_t count)
{
    struct param_set *sent = param_set_sent(form_values(form->form));
    struct api_config config = {.base_url = app->url, .api_path = app->api_path};
    struct request_args args = {.project_id = ids[0], .params = sent};
    struct request request = {0};
    struct error err;
    int cells = app->layout.body.w - PAGE_GUTTER;
    bool built = request_build(&request, &config, form->ops->op, &args, &err);
    param_set_free(sent);
    if (!built) {
        app_form_message(app, form, true, "%s", err.text);
        return;
    }
    char *heading = count > 1 ? mem_printf("The request for project %" PRId64, ids[0]) : mem_copy("Request");
    char *line = mem_printf("%s %s", request.endpoint->method, request.url);
    char *command = form_command(app, form, ids, count);
    char *clean_line = text_clean_copy(line), *clean_command = text_clean_copy(command);
    page_begin(&app->preview);
    page_title(&app->preview, "What %s sends", app_key_of(app, "form-submit"));
    app->preview.label_cells = 0;
    page_add(&app->preview, LINE_HEADING, NULL, heading);
    page_add_wrapped(&app->preview, LINE_TEXT, NULL, clean_line, cells, NULL);
    page_add(&app->preview, LINE_TEXT, NULL, "Authorization: ***");
    page_add(&app->preview, LINE_HEADING, NULL, "This form as a command");
    page_add_wrapped(&app->preview, LINE_TEXT, NULL, clean_command, cells, NULL);
    app_preview_show(app, false);
    free(heading);
    free(line);
    free(command);
    free(clean_line);
    free(clean_command);
    request_free(&request);
}

/* The key that opened the page also closes the page. */
static void preview_key(void *context, struct key key)
{
    struct app *app = context;
    const struct action *action = keymap_find(app->keymap, IN_PANES, key);
    const struct action *opener = keymap_find(app->keymap, IN_FORM, key);
    const struct page_line *line = page_line_at_hand(&app->preview);
    const char *name = action ? action->name : "";
    if (strcmp(name, "copy") == 0 && line)
        app_emit(app, EFFECT_COPY)->text = mem_copy(line->full ? line->full : line->value);
    else if (strcmp(name, "back") == 0 || strcmp(name, "enter") == 0 ||
             (opener && strcmp(opener->name, "form-preview") == 0))
        preview_close(app);
    else
        app_list_step(&app->preview.list, name, app_lower_height(app));
}

static bool preview_hints(const void *context, char *out, size_t size)
{
    snprintf(out, size, "%s Copy  %s Back", app_key_of(context, "copy"), app_key_of(context, "back"));
    return true;
}

static const struct overlay_ops preview_overlay = {
    .kind = OVERLAY_PREVIEW, .key = preview_key, .interrupt = preview_close, .hints = preview_hints};

/* --- keys --- */

/* Shows the form's request, or copies the form as a command. */
static void form_tell_request(struct app *app, struct app_form *form, bool copies)
{
    size_t count;
    int64_t *ids = form_sent_ids(app, form, &count);
    if (count == 0)
        app_form_message(app, form, true, "No request: all marked projects are left out");
    else if (copies)
        app_emit(app, EFFECT_COPY)->text = form_command(app, form, ids, count);
    else
        form_show_request(app, form, ids, count);
    free(ids);
}

static void form_result(struct app *app, struct app_form *form, enum form_result result)
{
    form_place(app, form);
    bool is_of_request = result == FORM_PREVIEW || result == FORM_PRESETS || result == FORM_COPY_COMMAND;
    if (is_of_request && !app_form_has_request(form)) {
        app_say(app, "Only the enqueue and export forms have this key");
        return;
    }
    switch (result) {
    case FORM_NONE:
    case FORM_CHANGED:
    case FORM_REDRAW:
        break;
    case FORM_SUBMIT:
        form_submit(app, form);
        break;
    case FORM_LEAVE:
        form_leave(app, form);
        break;
    case FORM_PREVIEW:
    case FORM_COPY_COMMAND:
        form_tell_request(app, form, result == FORM_COPY_COMMAND);
        break;
    case FORM_PRESETS:
        app_presets_open(app);
        break;
    }
}

void app_form_do(struct app *app, enum form_action act)
{
    struct app_form *form = app_form_is_covered(app) ? NULL : app_form_top(app);
    if (!form)
        return;
    enum form_result result = form_act(form->form, act);
    if (*form_message(form->form))
        app_say(app, "%s", form_message(form->form));
    form_result(app, form, result);
}

static void form_overlay_key(void *context, struct key key)
{
    struct app *app = context;
    struct app_form *form = app_form_top(app);
    const struct action *action = keymap_find(app->keymap, IN_FORM, key);
    const struct lineedit *line = form_menu_line(form->form);
    bool runs = action && action_can_run(action);
    if (form_is_typing(form->form)) {
        /* in an empty menu line, the help key opens the help; after that, it types its letter */
        if (runs && line && !*lineedit_text(line) && strcmp(action->name, "help") == 0) {
            action_run(app, action, "");
            return;
        }
        enum form_result result = form_key(form->form, key);
        if (*form_message(form->form))
            app_say(app, "%s", form_message(form->form));
        form_result(app, form, result);
    } else if (runs) {
        app_run(app, action, "");
    } else if (key_equal(key, key_plain(K_TAB)) && app_pane_over_turn(app)) {
        return;
    } else if (action) {
        app_form_do(app, keymap_form_action(app->keymap, action));
    } else {
        app_run_elsewhere(app, key);
    }
}

static bool form_overlay_paste(void *context, const char *text)
{
    struct app *app = context;
    struct app_form *form = app_form_top(app);
    enum form_result result = form_paste(form->form, text, strlen(text));
    form_result(app, form, result);
    return result != FORM_NONE;
}

static bool form_overlay_is_typing(const void *context)
{
    return form_is_typing(app_form_top(context)->form);
}

/* ^C saves the draft and closes the form. */
static bool form_overlay_interrupt(void *context)
{
    struct app *app = context;
    struct app_form *form = app_form_top(app);
    if (app_draft_save(app, form) && form->draft && app_form_has_request(form))
        app_say(app, "Draft saved");
    form_end(app);
    return true;
}

/* Writes the keys for typing, which cannot be rebound. Returns false if no text is being typed. */
static bool form_overlay_hints(const void *context, char *out, size_t size)
{
    const struct form *form = app_form_top(context)->form;
    if (form_finder(form))
        snprintf(out, size, "Enter Go  Esc Back");
    else if (form_menu_line(form))
        snprintf(out, size, "Enter Choose  Esc Back  ? Help");
    else if (form_editor(form))
        snprintf(out, size, "Enter %s  %sEsc %s", form_enter(form),
                 strcmp(form_enter(form), "Next") == 0 ? "" : "Tab Next  ",
                 form_esc_leaves(form) ? "Back" : "Undo");
    return form_is_typing(form);
}

void app_form_hints(const struct app *app, struct pane_hint rows[FORM_HINTS_MAX])
{
    const struct app_form *top = app_form_top(app);
    bool request = app_form_has_request(top);
    struct form_row row = {0};
    form_rows(top->form, 1, &row);
    const char *next = form_next(top->form), *space = next;
    if (next && !*next)
        space = "Clear";
    else if (next && row.def && row.def->type == PARAM_BOOL)
        space = strcmp(next, "yes") == 0 ? "Turn on" : "Turn off";
    else if (next)
        space = "Change";
    const struct pane_hint all[FORM_HINTS_MAX] = {
        {"form-submit", top->ops->sends ? top->ops->sends : "Send"},
        {space ? "form-toggle" : "", space},
        {"form-edit", row.folded                    ? "Show"
                      : form_has_choices(top->form) ? "Choose"
                                                    : "Edit"},
        {top->ops->path ? "captions" : "", "Preview"},
        {request ? "form-presets" : "", "Presets"},
        {request ? "form-more" : "", form_is_short(top->form) ? "All fields" : "Fewer fields"},
        {request ? "form-preview" : "", "Show request"},
        {row.folded || (next && !*next) ? "" : "form-unset", "Clear"},
        {app->layout.is_small ? "" : "zoom", top->zoomed ? "Unzoom" : "Zoom"},
        {"form-unset-all", "Clear all"},
        {"form-find", "Find"},
        {request ? "form-copy-command" : "", "Command"},
        {0}};
    memcpy(rows, all, sizeof all);
}

static const struct overlay_ops form_overlay = {.kind = OVERLAY_FORM,
                                                .is_typing = form_overlay_is_typing,
                                                .key = form_overlay_key,
                                                .paste = form_overlay_paste,
                                                .interrupt = form_overlay_interrupt,
                                                .hints = form_overlay_hints};

static void forms_begin(struct app *app)
{
    app->forms = mem_zero(APP_FORMS_MAX, sizeof *app->forms);
    app->menu = mem_zero(1, sizeof *app->menu);
    list_init(&app->menu->list);
    list_init(&app->preview.list);
}

static void forms_end(struct app *app)
{
    while (app->form_count > 0)
        app_form_close(app, app_form_top(app));
    free(app->forms);
    list_free(&app->menu->list);
    free(app->menu);
    page_free(&app->preview);
}

static void forms_turn(struct app *app)
{
    for (int i = 0; i < app->form_count; i++) {
        if (app->forms[i].ops->check)
            app->forms[i].ops->check(app, &app->forms[i]);
    }
}

const struct part part_forms = {.name = "forms", .begin = forms_begin, .end = forms_end, .turn = forms_turn};
