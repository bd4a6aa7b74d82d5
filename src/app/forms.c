/* Owns the stack of forms: opening, keys, results, messages. What is sent is each topic's; drafts are
 * draft.c. */
#include "steno/app/forms.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draft.h"
#include "keys.h"
#include "private.h"
#include "used.h"
#include "steno/app/action.h"
#include "steno/app/ask.h"
#include "steno/app/columns.h"
#include "steno/app/effect.h"
#include "steno/app/keymap.h"
#include "steno/app/presets.h"
#include "steno/app/preview.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/command_line.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"

struct app_form *app_form_top(const struct app *app)
{
    return app->form_count > 0 ? (struct app_form *)(uintptr_t)&app->forms[app->form_count - 1] : NULL;
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

/* "Enqueue 1, Council meeting". */
static char *form_title(const struct app *app, const struct form_ops *ops, int64_t project_id)
{
    if (!project_id)
        return mem_copy(ops->title);
    char *project = app_project_title(app, project_id), *title = mem_printf("%s %s", ops->title, project);
    free(project);
    return title;
}

static const struct overlay_ops form_overlay;

struct app_form *app_form_push(struct app *app, const struct form_ops *ops, int64_t project_id)
{
    if (app->form_count == APP_FORMS_MAX)
        return NULL;
    app_menu_close(app);
    app_preview_close(app);
    struct app_form *top = &app->forms[app->form_count++];
    *top = (struct app_form){.ops = ops,
                             .project_id = project_id,
                             .form = form_new(ops->table, ops->style),
                             .title = form_title(app, ops, project_id)};
    draft_begin(&top->edited, top->form);
    form_set_height(top->form, app_form_height(app));
    overlay_push(&app->overlays, &form_overlay, top->form);
    app->status_is_new = false; /* it is about something else */
    app_dirty(app, DIRTY_FORM | DIRTY_LAYOUT);
    return top;
}

/* Frees one form and closes the gap. */
static void form_drop(struct app *app, struct app_form *form)
{
    if (form == app_form_top(app))
        app_menu_close(app);
    overlay_remove(&app->overlays, form->form);
    form_free(form->form);
    draft_free(&form->edited);
    param_set_free(form->draft.stored);
    free(form->title);
    free(form->message);
    free(form->ids);
    int at = (int)(form - app->forms);
    app->form_count--;
    memmove(form, form + 1, (size_t)(app->form_count - at) * sizeof *form);
    app_preview_close(app);
    app_stale(app, STALE_PAGES);
    app_dirty(app, DIRTY_LAYOUT);
}

void app_form_pop(struct app *app)
{
    if (app->form_count > 0)
        form_drop(app, app_form_top(app));
}

void app_form_close(struct app *app, struct app_form *form)
{
    form_drop(app, form);
}

/* The status line says it too only where the form is not the one in sight. */
static void form_say_below(struct app *app, const struct app_form *form, bool bad, const char *text)
{
    if (form == app_form_top(app) && !app->linear)
        app_say(app, "%s", "");
    else if (bad)
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
    form_say_below(app, form, bad, text);
}

void app_form_tell(struct app *app, struct app_form *form, bool bad, const char *text)
{
    char *copy = mem_copy_or_null(text);
    free(form->message);
    form->message = copy;
    form->message_is_bad = bad;
    app_dirty(app, DIRTY_FORM);
}

void app_form_failed(struct app *app, struct app_form *form, const struct error *error)
{
    form->serial = 0;
    if (*error->field)
        form_field_error(form->form, error->field, *error->server ? error->server : error->text);
    app_form_tell(app, form, true, error->text);
    form_say_below(app, form, true, error->text);
}

/* Closes the form on top; a call under way goes on, and its answer is told. */
static void form_end(struct app *app)
{
    const struct form_ops *ops = app_form_top(app)->ops;
    app_form_pop(app);
    if (ops->left)
        ops->left(app);
}

/* Leaving keeps the draft of a long form, and gives a short one up. */
void app_form_leave(struct app *app)
{
    struct app_form *form = app_form_top(app);
    if (form_is_short(form->form))
        app_draft_discard(app, form);
    else
        app_draft_leave(app, form);
    form_end(app);
}

/* Refuses a key that sends a form which was not on the screen when it was read, and says so. */
static bool form_is_too_early(struct app *app, struct app_form *form)
{
    char name[KEY_NAME_SIZE];
    if (!app->early || form->ops->may_be_early)
        return false;
    key_format(name, sizeof name, app->key);
    app_form_message(app, form, true,
                     "Nothing was sent: %s was typed before this form was shown; check it, then "
                     "press %s again",
                     name, name);
    return true;
}

/* Sends what was typed; one call a form at a time. */
static void form_submit(struct app *app, struct app_form *form)
{
    if (form_is_too_early(app, form))
        return;
    if (form->serial) {
        app_form_message(app, form, false, "Still under way; %s cancels it", app_key_of(app, "interrupt"));
        return;
    }
    form->ops->send(app, form);
}

/* What a key came to. */
static void form_result(struct app *app, struct app_form *form, enum form_result result)
{
    switch (result) {
    case FORM_NONE:
        break;
    case FORM_REDRAW:
        app_dirty(app, DIRTY_FORM);
        break;
    case FORM_CHANGED:
        form->edited.touched = true;
        if (!form_is_short(form->form)) /* which changes with every key: it is saved once typing rests */
            app_form_save_draft(app, form);
        app_dirty(app, DIRTY_FORM);
        break;
    case FORM_SUBMIT:
        form_submit(app, form);
        break;
    case FORM_LEAVE:
        app_form_leave(app);
        break;
    case FORM_PREVIEW:
        app_preview_request(app, form);
        break;
    case FORM_PRESETS:
        app_presets_open(app);
        break;
    case FORM_COPY_COMMAND:
        app_form_copy_command(app, form);
        break;
    }
}

/* A key while the form is on top. */
static void form_overlay_key(void *context, struct key key)
{
    struct app *app = context;
    struct app_form *form = app_form_top(app);
    enum form_result result;
    const struct action *action = form_is_typing(form->form) ? NULL : keymap_find(app->keymap, IN_FORM, key);
    enum form_action act = action ? keymap_form_action(app->keymap, action) : FORM_ACT_NONE;
    if (act != FORM_ACT_NONE)
        result = form_act(form->form, act);
    else if (form_is_typing(form->form))
        result = form_key(form->form, key);
    else
        result = FORM_NONE;
    form_result(app, form, result);
    if (app->form_count > 0 && app_form_top(app) == form && (result == FORM_REDRAW || result == FORM_CHANGED))
        app_form_want_used(app, form);
}

bool app_form_is_covered(const struct app *app)
{
    return app_top(app)->kind > OVERLAY_FORM;
}

/* Is the form on top to be had: nothing asked or shown over it? */
static struct app_form *form_at_hand(const struct app *app)
{
    return app_form_is_covered(app) ? NULL : app_form_top(app);
}

void app_form_do(struct app *app, enum form_action act)
{
    struct app_form *form = form_at_hand(app);
    if (form)
        form_result(app, form, form_act(form->form, act));
}

void app_form_focus(struct app *app, const char *name)
{
    struct app_form *form = form_at_hand(app);
    if (!form || !form_focus(form->form, name))
        return;
    app_form_want_used(app, form);
    app_dirty(app, DIRTY_FORM);
}

void app_form_set(struct app *app, const char *name, const char *value)
{
    struct app_form *form = form_at_hand(app);
    if (form && form_put(form->form, name, value))
        form_result(app, form, FORM_CHANGED);
}

bool app_form_paste(struct app *app, const char *text)
{
    struct app_form *form = app_form_top(app);
    enum form_result result = form_paste(form->form, text, strlen(text));
    form_result(app, form, result);
    return result != FORM_NONE;
}

static bool form_overlay_paste(void *context, const char *text)
{
    return app_form_paste(context, text);
}

static bool form_overlay_is_typing(const void *context)
{
    return form_is_typing(app_form_top(context)->form);
}

static bool form_overlay_close(void *context)
{
    app_form_leave(context);
    return true;
}

/* ^C: a second one ends the program, so what was typed stays in the store. */
static bool form_overlay_interrupt(void *context)
{
    struct app *app = context;
    struct app_form *form = app_form_top(app);
    if (form_is_short(form->form))
        app_form_save_draft(app, form);
    else
        app_draft_leave(app, form);
    form_end(app);
    return true;
}

/* While a text is typed the keys have one fixed meaning, which no table can bind otherwise. */
static bool form_overlay_hints(const void *context, char *out, size_t size)
{
    const struct form *form = app_form_top(context)->form;
    const char *keys = form_is_short(form) ? "Enter Send  Tab Next  Esc Leave"
                       : form_finder(form) ? "Enter Go  Esc Close"
                                           : "Enter Accept  Esc Restore";
    if (form_is_typing(form))
        snprintf(out, size, "%s", keys);
    return form_is_typing(form);
}

static const struct overlay_ops form_overlay = {.kind = OVERLAY_FORM,
                                                .is_typing = form_overlay_is_typing,
                                                .key = form_overlay_key,
                                                .paste = form_overlay_paste,
                                                .close = form_overlay_close,
                                                .interrupt = form_overlay_interrupt,
                                                .hints = form_overlay_hints};

void app_form_copy_command(struct app *app, struct app_form *form)
{
    const int64_t *ids = form->id_count ? form->ids : &form->project_id;
    size_t count = form->id_count ? form->id_count : 1;
    app_emit(app, EFFECT_COPY)->text = command_line_make(form_values(form->form), ids, count);
}
