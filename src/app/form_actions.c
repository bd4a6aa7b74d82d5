/* Owns what a key in a form comes to: opening, sending, leaving, the draft, what opens over it; a long form
 * is about the project at hand, or about the marked ones. What is sent is each topic's. */
/* SPDX-License-Identifier: MIT */
#include "form_actions.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"
#include "steno/app/forms.h"
#include "steno/app/panes.h"
#include "presets.h"
#include "preview.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/action.h"
#include "steno/app/keymap.h"
#include "steno/app/project.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/forms.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"
#include "steno/widget/overlay.h"

/* Closes the form on top; a call under way goes on, and its answer is told. */
static void form_end(struct app *app)
{
    const struct form_ops *ops = app_form_top(app)->ops;
    app_form_pop(app);
    if (ops->left)
        ops->left(app);
}

/* Leaving keeps the draft of a request, and gives another one up. Where it cannot be kept the form stays, and
 * goes when it is left once more. */
static void form_leave(struct app *app)
{
    struct app_form *form = app_form_top(app);
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

/* Refuses a key that sends a form which was not on the screen when it was read, and says so. */
static bool form_is_too_early(struct app *app, struct app_form *form)
{
    char name[KEY_NAME_SIZE];
    const char *sends = app_key_of(app, "form-submit");
    if (!app->early)
        return false;
    key_format(name, sizeof name, app->key);
    app_form_message(app, form, true,
                     "Nothing was sent: %s was typed before this form was shown; check it, then press %s%s",
                     name, sends, strcmp(name, sends) == 0 ? " again" : "");
    return true;
}

/* Sends what was typed; one call a form at a time. */
static void form_submit(struct app *app, struct app_form *form)
{
    if (form_is_too_early(app, form))
        return;
    if (form->serial) {
        app_form_message(app, form, false, "Still in progress; %s cancels it", app_key_of(app, "interrupt"));
        return;
    }
    form->ops->send(app, form);
}

/* What only a form with a request has. */
static void form_show_request(struct app *app, struct app_form *form, enum form_result result)
{
    if (!app_form_has_request(form))
        app_say(app, "This form has no presets, request or command");
    else if (result == FORM_PREVIEW)
        app_preview_request(app, form);
    else if (result == FORM_PRESETS)
        app_presets_open(app);
    else
        app_emit(app, EFFECT_COPY)->text = app_form_command(app, form);
}

/* What a key came to. */
static void form_result(struct app *app, struct app_form *form, enum form_result result)
{
    app_form_place(app, form);
    switch (result) {
    case FORM_NONE:
        break;
    case FORM_REDRAW:
        app_dirty(app, DIRTY_FORM | DIRTY_STATUS); /* the hints are of the field */
        break;
    case FORM_CHANGED:
        app_form_check(app, form);
        app_dirty(app, DIRTY_FORM | DIRTY_STATUS);
        break;
    case FORM_SUBMIT:
        form_submit(app, form);
        break;
    case FORM_LEAVE:
        form_leave(app);
        break;
    case FORM_PREVIEW:
    case FORM_PRESETS:
    case FORM_COPY_COMMAND:
        form_show_request(app, form, result);
        break;
    }
}

/* What the form itself says of a key stands in the message line. */
static void form_tell_own(struct app *app, const struct app_form *form)
{
    if (*form_message(form->form))
        app_say(app, "%s", form_message(form->form));
}

/* In a menu of values in which nothing was typed yet, the key of help is no text. */
static bool form_takes_help(struct app *app, const struct form *form, struct key key)
{
    const struct lineedit *line = form_menu_line(form);
    const struct action *action =
        line && !*lineedit_text(line) ? keymap_find(app->keymap, IN_FORM, key) : NULL;
    if (!action || !action_can_run(action) || strcmp(action->name, "help") != 0)
        return false;
    action_run(app, action, "");
    return true;
}

/* A key while the form is on top. */
static void form_overlay_key(void *context, struct key key)
{
    struct app *app = context;
    struct app_form *form = app_form_top(app);
    enum form_result result;
    const struct action *action = form_is_typing(form->form) ? NULL : keymap_find(app->keymap, IN_FORM, key);
    if (form_takes_help(app, form->form, key))
        return;
    if (action && action_can_run(action)) {
        app_run(app, action, "");
        return;
    }
    if (key_equal(key, key_plain(K_TAB)) && !form_is_typing(form->form) && app_pane_over_turn(app))
        return;
    enum form_action act = action ? keymap_form_action(app->keymap, action) : FORM_ACT_NONE;
    if (act != FORM_ACT_NONE)
        result = form_act(form->form, act);
    else if (form_is_typing(form->form))
        result = form_key(form->form, key);
    else {
        app_run_elsewhere(app, key);
        return;
    }
    form_tell_own(app, form);
    form_result(app, form, result);
}

/* Is the form on top to be had: nothing asked or shown over it? */
static struct app_form *form_at_hand(const struct app *app)
{
    return app_form_is_covered(app) ? NULL : app_form_top(app);
}

void app_form_do(struct app *app, enum form_action act)
{
    struct app_form *form = form_at_hand(app);
    if (!form)
        return;
    enum form_result result = form_act(form->form, act);
    form_tell_own(app, form);
    form_result(app, form, result);
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

/* ^C: a second one ends the program, so what was typed stays in the store. */
static bool form_overlay_interrupt(void *context)
{
    struct app *app = context;
    struct app_form *form = app_form_top(app);
    if (app_draft_save(app, form) && form->draft && app_form_has_request(form))
        app_say(app, "Draft saved");
    form_end(app);
    return true;
}

/* While a text is typed the keys have one fixed meaning, which no table can bind otherwise. */
static bool form_overlay_hints(const void *context, char *out, size_t size)
{
    const struct form *form = app_form_top(context)->form;
    if (form_finder(form))
        snprintf(out, size, "Enter Go  Esc Back");
    else if (form_menu_line(form))
        snprintf(out, size, "Enter Take  Esc Back  ? Help");
    else if (form_editor(form))
        snprintf(out, size, "Enter %s  %sEsc %s", form_enter(form),
                 strcmp(form_enter(form), "Next") == 0 ? "" : "Tab Next  ",
                 form_esc_leaves(form) ? "Back" : "Restore");
    return form_is_typing(form);
}

/* What Space makes of the field in focus: a word for its hint, NULL where it makes nothing. */
static const char *form_space_word(const struct form *form, const struct param_def *def)
{
    const char *next = form_next(form);
    if (!next || def->type != PARAM_BOOL)
        return next ? "Next" : NULL;
    return !*next ? "Not set" : strcmp(next, "yes") == 0 ? "Yes" : "No";
}

void app_form_hints(const struct app *app, struct pane_hint rows[FORM_HINTS_MAX])
{
    const struct app_form *top = app_form_top(app);
    struct form_row row = {0};
    form_rows(top->form, 1, &row);
    const char *space = form_space_word(top->form, row.def);
    const char *sends = top->ops->sends ? top->ops->sends : "Send";
    int request = app_form_has_request(top);
    const char *enter = row.folded ? "Show" : form_has_choices(top->form) ? "Choices" : "Edit";
    const struct pane_hint all[FORM_HINTS_MAX] = {
        {"form-submit", sends, 99},
        {"form-toggle", space, space ? 95 : 0},
        {"form-edit", enter, 84},
        {"form-presets", "Presets", request * 83},
        {"form-preview", "Request", request * 82},
        {"zoom", top->zoomed ? "Unzoom" : "Zoom", app->layout.is_small ? 0 : 81},
        {"form-unset", "Default", row.folded ? 0 : 80},
        {"form-unset-all", "All default", 75},
        {"form-more", form_is_short(top->form) ? "All fields" : "Fewer", request * 76},
        {"form-find", "Find", 77},
        {"captions", top->ops->path ? "Captions" : NULL, 79},
        {"form-copy-command", "Command", request * 78},
        {NULL, NULL, 0}};
    memcpy(rows, all, sizeof all);
}

static const struct overlay_ops form_overlay = {.kind = OVERLAY_FORM,
                                                .is_typing = form_overlay_is_typing,
                                                .key = form_overlay_key,
                                                .paste = form_overlay_paste,
                                                .interrupt = form_overlay_interrupt,
                                                .hints = form_overlay_hints};

struct app_form *app_form_open(struct app *app, const struct form_ops *ops, int64_t project_id)
{
    return app_form_push(app, ops, project_id, &form_overlay);
}

/* The form is about all marked projects. */
static void form_take_marks(struct app *app, struct app_form *form)
{
    size_t count = app->list.mark_count;
    form->ids = mem_alloc(count * sizeof *form->ids);
    memcpy(form->ids, app->list.marks, count * sizeof *form->ids);
    form->id_count = count;
    free(form->title);
    form->title = mem_printf("%s %zu marked project%s", form->ops->title, count, count == 1 ? "" : "s");
}

struct app_form *app_long_form_open(struct app *app, const struct form_ops *ops, struct param_set *start)
{
    bool marked = app->list.mark_count > 0;
    struct app_form *form = app_form_open(app, ops, marked ? 0 : app_project_at_hand(app)->id);
    if (form) {
        form_set_warn(form->form, form_warn_params);
        if (marked)
            form_take_marks(app, form);
        form_set_short(form->form, true);
        form->was_short = true;
        form_load(form->form, start);
        app_form_note_config(app, form);
        app_draft_restore(app, form);
        app_form_check(app, form);
    }
    param_set_free(start);
    return form;
}
