/* Owns the field that is open for typing, and the changes of values that keys make. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "form.h"
#include "lineedit.h"
#include "steno/base/mem.h"

#define OFFERED_MAX 64

/* The known values of a field, NULL-ended; booleans have their two, the one that is not the default first. */
static const char *const *form_suggestions(const struct param_def *def)
{
    static const char *const none[] = {NULL};
    static const char *const yes[] = {"true", "false", NULL}, *const no[] = {"false", "true", NULL};
    if (def->type == PARAM_BOOL)
        return def->def && strcmp(def->def, "true") == 0 ? no : yes;
    return def->suggestions ? def->suggestions : none;
}

/* Gives the open editor what Up and Down bring. */
static void form_offer_values(struct form *form)
{
    struct form_choice rows[OFFERED_MAX];
    const char *values[OFFERED_MAX];
    size_t count = form_choices(form, form_def(form, form->focus)->name, rows, OFFERED_MAX);
    for (size_t i = 0; i < count; i++)
        values[i] = rows[i].value;
    lineedit_set_history(form->edit, values, count);
}

void form_open(struct form *form, const char *seed)
{
    const struct param_def *def = form_def(form, form->focus);
    const char *own = param_set_get(form->values, form->focus);
    bool is_offer = !seed && !own && !def->secret;
    lineedit_free(form->edit);
    form->edit = lineedit_new(seed       ? seed
                              : is_offer ? form_default(form, form->focus)
                                         : own,
                              LINEEDIT_MAX, def->secret);
    if (is_offer)
        lineedit_offer(form->edit);
    form_offer_values(form);
    form_build_lines(form);
    form_fit(form);
}

/* Can the form not do without the field, which is empty? */
static bool form_needs(const struct form *form, int field)
{
    return form->table->needs && !form->fields[field].hidden && form->table->needs(form->values, field);
}

void form_open_needed(struct form *form)
{
    if (!form->edit && form->focus >= 0 && form_needs(form, form->focus))
        form_open(form, NULL);
}

/* The first field from the one in focus on, round the end, that is needed with these values; -1 for none. */
static int form_edit_missing(const struct form *form, const struct param_set *values)
{
    size_t count = form->table->count, from = 0;
    while (form->focus >= 0 && form->order[from] != form->focus)
        from++;
    for (size_t i = 0; form->table->needs && i < count; i++) {
        int field = form->order[(from + i) % count];
        if (!form->fields[field].hidden && form->table->needs(values, field))
            return field;
    }
    return -1;
}

void form_go_needed(struct form *form)
{
    form->focus = -1;
    int field = form_edit_missing(form, form->values);
    form_set_focus(form, field < 0 ? form->order[0] : field);
}

/* With this text in the field in focus, NULL for none: is something needed still? The first of it, or -1. */
static int form_edit_missing_with(const struct form *form, const char *text)
{
    struct param_set *values = param_set_copy(form->values);
    if (text)
        param_set_put_raw(values, form->focus, text);
    else
        param_set_unset(values, form->focus);
    int field = form_edit_missing(form, values);
    param_set_free(values);
    return field;
}

/* Is an empty text a value of the field in focus? */
static bool form_edit_takes_empty(const struct form *form)
{
    const struct param_def *def = form_def(form, form->focus);
    if (form->table->needs)
        return form_edit_missing_with(form, NULL) == form->focus &&
               form_edit_missing_with(form, "") != form->focus;
    return def->type == PARAM_TEXT && !def->local;
}

bool form_esc_leaves(const struct form *form)
{
    return form->edit && form_needs(form, form->focus) && !lineedit_is_touched(form->edit);
}

const char *form_enter(const struct form *form)
{
    bool counts = form_needs(form, form->focus) || form->fields[form->focus].error;
    if (!form->table->needs || !counts)
        return "Accept";
    return form_edit_missing_with(form, "x") >= 0 ? "Next" : "Send";
}

/* Ends the typing; the lines are the caller's to rebuild. */
static void form_drop_editor(struct form *form)
{
    lineedit_free(form->edit);
    form->edit = NULL;
}

void form_close(struct form *form)
{
    form_drop_editor(form);
    form_build_lines(form);
}

bool form_accept(struct form *form)
{
    const struct param_def *def = form_def(form, form->focus);
    const char *text = param_from_words(def, lineedit_text(form->edit));
    bool is_set = param_set_get(form->values, form->focus) != NULL;
    if (!is_set && !lineedit_is_touched(form->edit)) {
        form_close(form);
        return true;
    }
    bool clears = !text[0] && !form_edit_takes_empty(form);
    if (!clears && !form_check_field(form, form->focus, text))
        return false;
    char *value = clears ? NULL : mem_copy(text);
    form_drop_editor(form);
    form_take(form, form->focus, value);
    if (def->secret)
        mem_wipe_free(value);
    else
        free(value);
    return true;
}

/* Gives the open text up and says again what was wrong with the old one, if anything was. */
static void form_restore(struct form *form)
{
    int field = form->focus;
    const char *value = param_set_get(form->values, field);
    form_drop_editor(form);
    if (value)
        form_check_field(form, field, value);
    else
        form_set_error(form, field, NULL);
    form_build_lines(form);
    form_fit(form);
}

/* Enter takes the text. Where the form cannot do without the field, it goes on to the next such one; that
 * which fills the last of them sends, and one that fills nothing hears why. */
static enum form_result form_enter_key(struct form *form)
{
    bool counts = form_needs(form, form->focus) || form->fields[form->focus].error;
    if (form_needs(form, form->focus) && !*lineedit_text(form->edit) && form_edit_takes_empty(form))
        form_take(form, form->focus, "");
    if (!form_accept(form))
        return FORM_REDRAW;
    int missing = form_edit_missing(form, form->values);
    if (!form->table->needs || !counts)
        return FORM_CHANGED;
    if (missing < 0 || missing == form->focus)
        return form_submit(form);
    form_set_focus(form, missing);
    return FORM_CHANGED;
}

/* What a result of the editor means in the form. */
static enum form_result form_edited(struct form *form, enum lineedit_result result)
{
    switch (result) {
    case LINEEDIT_MOVED:
    case LINEEDIT_CHANGED:
        return FORM_REDRAW;
    case LINEEDIT_REFUSED:
        form_say(form, mem_printf("A field takes at most %d bytes; the text is unchanged", LINEEDIT_MAX));
        return FORM_REDRAW;
    case LINEEDIT_ACCEPT:
        return form_enter_key(form);
    case LINEEDIT_CANCEL:
        if (form_esc_leaves(form))
            return FORM_LEAVE;
        form_restore(form);
        form_open_needed(form);
        return FORM_REDRAW;
    case LINEEDIT_IGNORED:
        break;
    }
    return FORM_NONE;
}

enum form_result form_edit_key(struct form *form, struct key key)
{
    struct form_choice row;
    bool moves = (key.kind == K_UP || key.kind == K_DOWN) &&
                 form_choices(form, form_def(form, form->focus)->name, &row, 1) == 0;
    if (key.kind == K_TAB || moves) {
        bool back = key.kind == K_UP || (key.mods & MOD_SHIFT);
        bool changed = lineedit_is_touched(form->edit);
        if (!form_accept(form))
            return FORM_REDRAW;
        form_move(form, back ? -1 : 1, key.kind == K_TAB);
        return changed ? FORM_CHANGED : FORM_REDRAW;
    }
    return form_edited(form, lineedit_key(form->edit, key));
}

enum form_result form_paste(struct form *form, const char *text, size_t len)
{
    form_say(form, NULL);
    if (form->finder)
        return form_find_paste(form, text, len);
    if (form->menu)
        return form_choice_paste(form, text, len);
    if (form->focus < 0 || form_folded_here(form))
        return FORM_NONE;
    if (!form->edit)
        form_open(form, "");
    return form_edited(form, lineedit_paste(form->edit, text, len));
}

/* The value behind `now` in the round UNSET, own text, known values, UNSET. */
static const char *form_next_value(const struct form_field *field, const char *const *known, const char *now)
{
    const char *first = field->typed ? field->typed : known[0];
    if (!now)
        return first;
    if (field->typed && strcmp(now, field->typed) == 0)
        return known[0];
    for (size_t i = 0; known[i]; i++) {
        if (strcmp(known[i], now) == 0)
            return known[i + 1];
    }
    return first;
}

/* Is the text one of a NULL-ended list? */
static bool form_edit_is_known(const char *const *known, const char *text)
{
    while (*known && strcmp(*known, text) != 0)
        known++;
    return *known != NULL;
}

const char *form_next(const struct form *form)
{
    if (form->focus < 0 || form_folded_here(form))
        return NULL;
    const struct param_def *def = form_def(form, form->focus);
    const char *const *known = form_suggestions(def);
    const char *next =
        form_next_value(&form->fields[form->focus], known, param_set_get(form->values, form->focus));
    return !known[0] ? NULL : next ? param_words(def, next) : "";
}

enum form_result form_toggle(struct form *form)
{
    int index = form->focus;
    if (index < 0)
        return FORM_NONE;
    struct form_field *field = &form->fields[index];
    const struct param_def *def = form_def(form, index);
    const char *const *known = form_suggestions(def);
    const char *now = param_set_get(form->values, index);
    if (!known[0]) {
        form_say(form, mem_printf("No suggestions for %s: press Enter to type a value", param_label(def)));
        return FORM_REDRAW;
    }
    if (now && def->type != PARAM_BOOL &&
        !form_edit_is_known(known, now)) { /* kept in the round, so that it is not lost */
        char *own = mem_copy(now);
        free(field->typed);
        field->typed = own;
    }
    char *next = mem_copy_or_null(form_next_value(field, known, now));
    form_take(form, index, next);
    free(next);
    return FORM_CHANGED;
}

enum form_result form_unset(struct form *form)
{
    if (form->focus < 0 || form_folded_here(form))
        return FORM_NONE;
    if (!param_set_get(form->values, form->focus) && !form->fields[form->focus].error)
        return FORM_REDRAW;
    form_take(form, form->focus, NULL);
    return FORM_CHANGED;
}

enum form_result form_unset_all(struct form *form)
{
    bool restore = param_set_count(form->values) == 0 && form->undo;
    if (restore) {
        struct param_set *undo = form->undo;
        form->undo = NULL;
        form_load(form, undo);
        param_set_free(undo);
        form_say(form, mem_copy("Values restored"));
        return FORM_CHANGED;
    }
    if (param_set_count(form->values) == 0)
        return FORM_REDRAW;
    param_set_free(form->undo);
    form->undo = param_set_copy(form->values);
    for (size_t i = 0; i < form->table->count; i++) {
        param_set_unset(form->values, (int)i);
        form_set_error(form, (int)i, NULL);
    }
    form_values_changed(form);
    form_say(form, mem_copy("All fields cleared; the same again restores them"));
    return FORM_CHANGED;
}
