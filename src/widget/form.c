/* Owns a form's life, its values, and what the app tells it. Keys are form_keys.c, the open field
 * form_edit.c, what is seen form_rows.c, the search form_find.c. Knows param_def, never a parameter's name.
 */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "form.h"
#include "lineedit.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

struct form *form_new(const struct param_table *table)
{
    struct form *form = mem_zero(1, sizeof *form);
    form->table = table;
    form->values = param_set_new(table);
    form->fields = mem_zero(table->count, sizeof *form->fields);
    form->order = mem_zero(table->count, sizeof *form->order);
    form->lines = mem_zero(table->count * 2, sizeof *form->lines); /* with a heading each */
    form->warn = form_warn_params;
    form->focus = -1;
    form_build_order(form);
    form_build_lines(form);
    if (table->first)
        form_focus(form, table->first);
    form_open_needed(form);
    return form;
}

void form_free(struct form *form)
{
    if (!form)
        return;
    for (size_t i = 0; i < form->table->count; i++) {
        free(form->fields[i].error);
        free(form->fields[i].typed);
        free(form->fields[i].def);
        free(form->fields[i].whence);
    }
    param_set_free(form->values);
    param_set_free(form->undo);
    lineedit_free(form->edit);
    lineedit_free(form->finder);
    form_choice_close(form);
    form_warnings_clear(&form->warnings);
    form_warnings_clear(&form->notes);
    form_warnings_clear(&form->facts);
    free(form->fields);
    free(form->order);
    free(form->lines);
    free(form->find);
    free(form->message);
    free(form);
}

const struct param_def *form_def(const struct form *form, int field)
{
    return &form->table->rows[field];
}

const char *form_default(const struct form *form, int field)
{
    return form->fields[field].def ? form->fields[field].def : form_def(form, field)->def;
}

void form_say(struct form *form, char *message)
{
    free(form->message);
    form->message = message;
}

void form_set_error(struct form *form, int field, const char *reason)
{
    char *copy = mem_copy_or_null(reason);
    free(form->fields[field].error);
    form->fields[field].error = copy;
}

/* What a field takes, for whom a text of another kind was refused; "" for texts, which have other faults. */
static void form_wants(char *out, size_t size, const struct param_def *def, const char *text)
{
    bool whole = def->type == PARAM_INT && text_is_number(text);
    *out = '\0';
    if (def->type == PARAM_BOOL)
        snprintf(out, size, "yes or no");
    else if (def->type != PARAM_TEXT)
        snprintf(out, size, "a %snumber%s%s", whole ? "whole " : "", def->unit ? " of " : "",
                 def->unit ? def->unit : "");
}

bool form_check_field(struct form *form, int field, const char *text)
{
    struct error err;
    char wants[80];
    const struct param_def *def = form_def(form, field);
    error_clear(&err);
    if (param_check(def, text, &err)) {
        form_set_error(form, field, NULL);
        return true;
    }
    form_wants(wants, sizeof wants, def, text);
    form_set_error(form, field, *wants && *text ? wants : err.text);
    return false;
}

void form_set_whence(struct form *form, int field, const char *text)
{
    char *copy = mem_copy_or_null(text);
    free(form->fields[field].whence);
    form->fields[field].whence = copy;
}

void form_take(struct form *form, int field, const char *text)
{
    form_set_whence(form, field, NULL);
    if (text)
        param_set_put_raw(form->values, field, text);
    else
        param_set_unset(form->values, field);
    form_set_error(form, field, NULL);
    form_values_changed(form);
}

void form_values_changed(struct form *form)
{
    form_warnings_clear(&form->warnings);
    if (form->warn)
        form->warn(form->values, &form->warnings);
    form_fold(form);
    form_build_lines(form);
    form_fit(form);
}

const struct param_table *form_table(const struct form *form)
{
    return form->table;
}

const struct param_set *form_values(const struct form *form)
{
    return form->values;
}

struct param_set *form_draft(const struct form *form)
{
    struct param_set *draft = param_set_copy(form->values);
    if (form->edit && lineedit_is_touched(form->edit))
        param_set_put_raw(draft, form->focus, lineedit_text(form->edit));
    if (form_choice_typed(form))
        param_set_put_raw(draft, form->focus, form_choice_typed(form));
    return draft;
}

/* Puts one value in place, checked or not, and says what is wrong with it. */
static void form_store(struct form *form, int field, const char *text)
{
    const char *before = param_set_get(form->values, field);
    if (!before || !text || strcmp(before, text) != 0)
        form_set_whence(form, field, NULL);
    if (text && !form->fields[field].hidden) {
        text = param_from_words(form_def(form, field), text);
        param_set_put_raw(form->values, field, text);
        form_check_field(form, field, text);
    } else {
        param_set_unset(form->values, field);
        form_set_error(form, field, NULL);
    }
}

bool form_load(struct form *form, const struct param_set *set)
{
    if (set->table != form->table)
        return false;
    form_close(form);
    for (size_t i = 0; i < form->table->count; i++) {
        form->fields[i].seen = false;
        form_store(form, (int)i, param_set_get(set, (int)i));
    }
    form_values_changed(form);
    form_open_needed(form);
    return true;
}

bool form_put(struct form *form, const char *name, const char *text)
{
    int field = param_find_nocase(form->table, name);
    if (field < 0)
        return false;
    bool reopen = field == form->focus;
    if (reopen)
        form_close(form);
    form_store(form, field, text);
    form_values_changed(form);
    if (reopen)
        form_open_needed(form);
    return true;
}

bool form_focus(struct form *form, const char *name)
{
    int field = param_find_nocase(form->table, name);
    if (field < 0 || form->fields[field].hidden)
        return false;
    if (form->edit && form->focus != field && !form_accept(form))
        form_close(form);
    form->is_short = form->is_short && !form_leaves_out(form, field);
    if (form_hides_away(form, field))
        form_unfold(form, field);
    form_build_lines(form);
    form_set_focus(form, field);
    return true;
}

bool form_field_error(struct form *form, const char *name, const char *reason)
{
    int field = param_find_nocase(form->table, name);
    if (field < 0 || !form_focus(form, name))
        return false;
    const char *label = form_def(form, field)->name;
    size_t len = strlen(label);
    if (strncmp(reason, label, len) == 0 && strncmp(reason + len, ": ", 2) == 0)
        reason += len + 2; /* it stands beside the name */
    if (!form->edit && form_def(form, field)->type != PARAM_BOOL)
        form_open(form, NULL);
    form_set_error(form, field, reason);
    return true;
}

void form_hide(struct form *form, const char *name, bool hidden)
{
    int field = param_find_nocase(form->table, name);
    if (field < 0 || form->fields[field].hidden == hidden)
        return;
    if (hidden && form->focus == field)
        form_close(form);
    form->fields[field].hidden = hidden;
    if (hidden)
        form_store(form, field, NULL);
    form_values_changed(form);
    form_open_needed(form);
}

void form_set_default(struct form *form, const char *name, const char *text)
{
    int field = param_find_nocase(form->table, name);
    if (field < 0)
        return;
    char *copy = mem_copy_or_null(text);
    free(form->fields[field].def);
    form->fields[field].def = copy;
}

void form_set_warn(struct form *form, form_warn_fn *warn)
{
    form->warn = warn;
    form_values_changed(form);
}

void form_set_fold(struct form *form, form_fold_fn *fold)
{
    form->fold = fold;
    form_fold(form);
    form_build_lines(form);
    form_fit(form);
}

void form_set_short(struct form *form, bool is_short)
{
    form->is_short = is_short && !form->table->needs;
    for (size_t i = 0; i < form->table->count; i++)
        form->fields[i].seen = false;
    form_build_lines(form);
    form_fit(form);
}

bool form_is_short(const struct form *form)
{
    return form->is_short;
}

/* Puts texts in the place of the last ones. */
static void form_set_texts(struct form_warnings *list, const char *const *texts, size_t count)
{
    form_warnings_clear(list);
    for (size_t i = 0; i < count; i++)
        form_warnings_add(list, texts[i]);
}

void form_set_notes(struct form *form, const char *const *texts, size_t count)
{
    form_set_texts(&form->notes, texts, count);
}

void form_set_facts(struct form *form, const char *const *texts, size_t count)
{
    form_set_texts(&form->facts, texts, count);
}
