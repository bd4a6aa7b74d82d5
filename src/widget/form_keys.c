/* Owns what actions do in a form, the table of their default keys, and which part takes a key while something
 * is typed. The keymap, which may bind other keys, is the app's. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "form.h"
#include "steno/base/mem.h"

const struct form_binding form_bindings[FORM_ACT_COUNT - 1] = {
    {FORM_ACT_UP, "form-up", "k Up", "One field up"},
    {FORM_ACT_DOWN, "form-down", "j Down", "One field down"},
    {FORM_ACT_NEXT, "form-next", "Tab", "Next field; from the last to the first"},
    {FORM_ACT_PREVIOUS, "form-previous", "Shift-Tab", "Previous field; from the first to the last"},
    {FORM_ACT_PAGE_UP, "form-page-up", "PgUp", "One page up"},
    {FORM_ACT_PAGE_DOWN, "form-page-down", "PgDn", "One page down"},
    {FORM_ACT_HOME, "form-first", "g Home ^A", "First field"},
    {FORM_ACT_END, "form-last", "G End ^E", "Last field"},
    {FORM_ACT_EDIT, "form-edit", "Enter", "Edit the field, or choose one of its values"},
    {FORM_ACT_TOGGLE, "form-toggle", "Space", "Next of the known values, or of yes, no and not set"},
    {FORM_ACT_UNSET, "form-unset", "u", "Clear the field: it is not sent"},
    {FORM_ACT_UNSET_ALL, "form-unset-all", "U", "Clear all fields; again: undo"},
    {FORM_ACT_FIND, "form-find", "/", "Find a field by its name"},
    {FORM_ACT_FIND_NEXT, "form-find-next", "n", "Next match"},
    {FORM_ACT_FIND_PREVIOUS, "form-find-previous", "N", "Previous match"},
    {FORM_ACT_MORE, "form-more", "c", "Show all fields, or those that are set"},
    {FORM_ACT_PREVIEW, "form-preview", "v", "Show the request before it is sent"},
    {FORM_ACT_PRESETS, "form-presets", "p", "Presets: use or save"},
    {FORM_ACT_COPY_COMMAND, "form-copy-command", "y", "Copy as a steno command line"},
    {FORM_ACT_SUBMIT, "form-submit", "X", "Send; the form closes if it is accepted"},
    {FORM_ACT_LEAVE, "form-leave", "q Esc ^G", "Go back; the draft is saved"},
};

bool form_is_typing(const struct form *form)
{
    return form->edit || form->finder || form->menu;
}

/* Checks one row for sending. */
static bool form_is_ready(struct form *form, int field)
{
    const char *value = param_set_get(form->values, field);
    bool judged = !form->fields[field].hidden && (value || form_def(form, field)->required);
    return !judged || form_check_field(form, field, value ? value : "");
}

/* Checks all rows; the first bad one on the screen gets the focus and its reason beside it. */
enum form_result form_submit(struct form *form)
{
    int first = -1, bad = 0;
    for (size_t i = 0; i < form->table->count; i++) {
        int field = form->order[i];
        if (form_is_ready(form, field))
            continue;
        first = bad++ ? first : field;
    }
    if (!bad)
        return FORM_SUBMIT;
    const struct param_def *def = form_def(form, first);
    form_build_lines(form);
    form_set_focus(form, first);
    if (!form->edit && def->type != PARAM_BOOL)
        form_open(form, NULL);
    if (bad == 1)
        form_say(form, mem_printf("%s: %s", param_label(def), form->fields[first].error));
    else
        form_say(form, mem_printf("%d invalid fields; first: %s: %s", bad, param_label(def),
                                  form->fields[first].error));
    return FORM_REDRAW;
}

/* Moves; the ends of the form are reached by far more steps than it has fields. */
static enum form_result form_go_to(struct form *form, enum form_action action)
{
    int all = (int)form->table->count;
    switch (action) {
    case FORM_ACT_UP:
    case FORM_ACT_DOWN:
        form_move(form, action == FORM_ACT_UP ? -1 : 1, false);
        break;
    case FORM_ACT_NEXT:
    case FORM_ACT_PREVIOUS:
        form_move(form, action == FORM_ACT_PREVIOUS ? -1 : 1, true);
        break;
    case FORM_ACT_PAGE_UP:
    case FORM_ACT_PAGE_DOWN:
        form_move_page(form, action == FORM_ACT_PAGE_UP ? -1 : 1);
        break;
    default:
        form_move(form, action == FORM_ACT_HOME ? -all : all, false);
        break;
    }
    return FORM_REDRAW;
}

/* Opens the focused field, its menu, or what is folded away there. */
static enum form_result form_start_edit(struct form *form)
{
    if (form->focus < 0)
        return FORM_NONE;
    if (form_folded_here(form) && form->is_short)
        form_set_short(form, false);
    else if (form_folded_here(form))
        form_unfold(form, form->focus);
    else if (form_has_choices(form))
        form_choice_open(form);
    else
        form_open(form, NULL);
    return FORM_REDRAW;
}

/* Carries an action out, no text being open. */
static enum form_result form_do(struct form *form, enum form_action action)
{
    switch (action) {
    case FORM_ACT_EDIT:
        return form_start_edit(form);
    case FORM_ACT_TOGGLE:
        return form_folded_here(form) ? form_start_edit(form) : form_toggle(form);
    case FORM_ACT_UNSET:
        return form_unset(form);
    case FORM_ACT_UNSET_ALL:
        return form_unset_all(form);
    case FORM_ACT_FIND:
        return form_find_open(form);
    case FORM_ACT_FIND_NEXT:
    case FORM_ACT_FIND_PREVIOUS:
        return form_find_again(form, action == FORM_ACT_FIND_NEXT ? 1 : -1);
    case FORM_ACT_MORE:
        form_set_short(form, !form->is_short);
        return FORM_REDRAW;
    case FORM_ACT_PREVIEW:
        return FORM_PREVIEW;
    case FORM_ACT_PRESETS:
        return FORM_PRESETS;
    case FORM_ACT_COPY_COMMAND:
        return FORM_COPY_COMMAND;
    case FORM_ACT_SUBMIT:
        return form_submit(form);
    case FORM_ACT_LEAVE:
        return FORM_LEAVE;
    case FORM_ACT_NONE:
    case FORM_ACT_COUNT:
        return FORM_NONE;
    default:
        return form_go_to(form, action);
    }
}

enum form_result form_act(struct form *form, enum form_action action)
{
    form_say(form, NULL);
    if (form->finder)
        form_find_close(form, false);
    form_choice_close(form);
    if (form->edit && !form_accept(form))
        return FORM_REDRAW;
    return form_do(form, action);
}

enum form_result form_key(struct form *form, struct key key)
{
    form_say(form, NULL);
    if (form->finder)
        return form_find_key(form, key);
    if (form->menu)
        return form_choice_key(form, key);
    if (form->edit)
        return form_edit_key(form, key);
    return FORM_NONE;
}
