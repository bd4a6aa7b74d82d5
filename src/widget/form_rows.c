/* Owns what of a form is seen: the order by groups, the lines, focus and scroll, and the view's questions. A
 * short form shows what is set and what it is for, and one line for the rest. In a whole one a group that the
 * values leave without a use is folded away, but for fields with a value or an error. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "form.h"

void form_fold(struct form *form)
{
    const char *group = form->fold ? form->fold(form->values) : NULL;
    for (size_t i = 0; i < form->table->count; i++)
        form->fields[i].folded =
            group && !form->fields[i].opened && strcmp(form->table->rows[i].group, group) == 0;
}

void form_unfold(struct form *form, int field)
{
    const char *group = form_def(form, field)->group;
    for (size_t i = 0; i < form->table->count; i++) {
        if (strcmp(form->table->rows[i].group, group) == 0)
            form->fields[i].opened = true;
    }
    form_fold(form);
    form_build_lines(form);
    form_fit(form);
}

bool form_hides_away(const struct form *form, int field)
{
    const struct form_field *own = &form->fields[field];
    return own->folded && !own->error && !param_set_get(form->values, field) &&
           !(form->edit && field == form->focus);
}

void form_build_order(struct form *form)
{
    for (size_t i = 0; i < form->table->count; i++)
        form->order[i] = param_in_form(form->table, i);
}

/* Are there several groups, so that headings say something? */
static bool form_has_groups(const struct form *form)
{
    for (size_t i = 1; i < form->table->count; i++) {
        if (strcmp(form->table->rows[i].group, form->table->rows[0].group) != 0)
            return true;
    }
    return false;
}

bool form_leaves_out(const struct form *form, int field)
{
    const struct form_field *own = &form->fields[field];
    return form->is_short && !form_def(form, field)->leads && !own->seen && !own->error &&
           !param_set_get(form->values, field) && !(form->edit && field == form->focus);
}

/* The line of a field; line_count when it has none. */
static size_t form_line_of(const struct form *form, int field)
{
    size_t line = 0;
    while (line < form->line_count && form->lines[line].field != field)
        line++;
    return line;
}

/* The heading above a field: the one of its group, which is added when it is not there yet. */
static struct form_line *form_heading(struct form *form, size_t *heading, const char *group)
{
    if (*heading == form->table->count * 2 || strcmp(form->lines[*heading].group, group) != 0) {
        *heading = form->line_count++;
        form->lines[*heading] = (struct form_line){.group = group, .field = -1};
    }
    return &form->lines[*heading];
}

/* The lines of a short form: what was seen in it once stays. */
static void form_fill_short(struct form *form)
{
    struct form_line rest = {.field = -1};
    for (size_t i = 0; i < form->table->count; i++) {
        int field = form->order[i];
        if (form->fields[field].hidden)
            continue;
        form->fields[field].seen = !form_leaves_out(form, field);
        if (form->fields[field].seen)
            form->lines[form->line_count++] = (struct form_line){.field = field};
        else if (rest.folded++ == 0)
            rest.field = field;
    }
    if (rest.folded > 0)
        form->lines[form->line_count++] = rest;
}

/* The lines of a whole form. */
static void form_fill_lines(struct form *form)
{
    bool groups = form_has_groups(form);
    size_t heading = form->table->count * 2;
    for (size_t i = 0; i < form->table->count; i++) {
        int field = form->order[i];
        if (form->fields[field].hidden)
            continue;
        const char *group = form_def(form, field)->group;
        struct form_line *above = groups ? form_heading(form, &heading, group) : NULL;
        if (!above || !form_hides_away(form, field))
            form->lines[form->line_count++] = (struct form_line){.group = group, .field = field};
        else if (above->folded++ == 0)
            above->field = field;
    }
}

/* The field to focus when the focused one is no longer seen: the next one in order that is, else the one
 * before. Without a focus, the first one; -1 when none is seen. */
static int form_nearest(const struct form *form)
{
    size_t place = 0;
    while (form->focus >= 0 && place < form->table->count && form->order[place] != form->focus)
        place++;
    for (size_t i = place; i < form->table->count; i++) {
        if (form_line_of(form, form->order[i]) < form->line_count)
            return form->order[i];
    }
    for (size_t i = form->table->count; i-- > 0;) {
        if (form_line_of(form, form->order[i]) < form->line_count)
            return form->order[i];
    }
    return -1;
}

void form_build_lines(struct form *form)
{
    form->line_count = 0;
    if (form->is_short)
        form_fill_short(form);
    else
        form_fill_lines(form);
    if (form->focus < 0 || form_line_of(form, form->focus) == form->line_count)
        form->focus = form_nearest(form);
}

int form_folded_here(const struct form *form)
{
    size_t line = form->focus < 0 ? form->line_count : form_line_of(form, form->focus);
    return line < form->line_count ? form->lines[line].folded : 0;
}

/* First line to show at this height: as it was while the focus is in sight, else the focus in the middle, so
 * that a walk down scrolls once in half a screen; a heading right above the focus is kept in sight. */
static size_t form_fit_top(const struct form *form, size_t height)
{
    size_t line = form_line_of(form, form->focus), top = form->top;
    if (height == 0 || form->line_count <= height || line >= form->line_count)
        return 0;
    size_t wanted = line; /* first line that should be seen with the focus */
    if (height > 1 && line > 0 && form->lines[line - 1].field < 0)
        wanted = line - 1;
    if (wanted < top || line >= top + height)
        top = line > height / 2 ? line - height / 2 : 0;
    if (top > wanted)
        top = wanted;
    if (top > form->line_count - height)
        top = form->line_count - height;
    return top;
}

void form_fit(struct form *form)
{
    form->top = form_fit_top(form, form->height);
}

void form_set_height(struct form *form, size_t height)
{
    form->height = height;
    form_fit(form);
}

void form_set_focus(struct form *form, int field)
{
    if (form->focus != field && form->edit)
        form_close(form);
    form->focus = field;
    form_open_needed(form);
    form_fit(form);
}

/* The next line with a field in a direction, from line `at` (not counted); line_count when there is none. */
static size_t form_field_line(const struct form *form, size_t at, int direction)
{
    do {
        if (direction < 0 && at == 0)
            return form->line_count;
        at = direction < 0 ? at - 1 : at + 1;
    } while (at < form->line_count && form->lines[at].field < 0);
    return at;
}

bool form_move(struct form *form, int steps, bool wrap)
{
    int direction = steps < 0 ? -1 : 1;
    size_t at = form_line_of(form, form->focus);
    if (at == form->line_count)
        return false;
    for (int i = 0; i < steps * direction; i++) {
        size_t next = form_field_line(form, at, direction);
        if (next == form->line_count && wrap)
            next = direction < 0 ? form_field_line(form, form->line_count, -1)
                                 : form_field_line(form, (size_t)-1, 1);
        if (next == form->line_count)
            break;
        at = next;
    }
    bool moved = form->lines[at].field != form->focus;
    form_set_focus(form, form->lines[at].field);
    return moved;
}

void form_move_page(struct form *form, int direction)
{
    size_t page = form->height > 1 ? form->height - 1 : 1;
    size_t line = form_line_of(form, form->focus);
    int steps = 0;
    for (size_t at = line;;) {
        at = form_field_line(form, at, direction);
        size_t far = direction < 0 ? line - at : at - line;
        if (at == form->line_count || (far > page && steps > 0))
            break;
        steps++;
    }
    if (steps)
        form_move(form, steps * direction, false);
}

/* What stands in the value's place, and whether it is a default. */
static const char *form_shown_value(const struct form *form, int field, bool *is_default)
{
    const struct param_def *def = form_def(form, field);
    const char *value = param_set_get(form->values, field);
    *is_default = !value;
    if (value && def->secret)
        return value[0] ? "********" : "";
    if (!value && !form_default(form, field))
        return "-";
    return param_words(def, value ? value : form_default(form, field));
}

/* Fills one row for the view. */
static struct form_row form_row(const struct form *form, const struct form_line *line)
{
    if (line->field < 0 || line->folded)
        return (struct form_row){.is_heading = true,
                                 .label = line->group,
                                 .value = "",
                                 .folded = line->folded,
                                 .is_focused = line->folded && line->field == form->focus};
    const struct param_def *def = form_def(form, line->field);
    struct form_row row = {.label = param_label(def), .def = def, .unit = def->unit};
    row.value = form_shown_value(form, line->field, &row.is_default);
    row.is_changed = !row.is_default;
    row.is_focused = line->field == form->focus;
    row.is_editing = row.is_focused && form->edit;
    row.error = form->fields[line->field].error;
    row.whence = form->fields[line->field].whence;
    row.unset =
        form_default(form, line->field) ? param_words(def, form_default(form, line->field)) : def->unset;
    return row;
}

size_t form_rows(const struct form *form, size_t height, struct form_row *rows)
{
    size_t top = form_fit_top(form, height), count = 0;
    for (; count < height && top + count < form->line_count; count++)
        rows[count] = form_row(form, &form->lines[top + count]);
    return count;
}

const struct lineedit *form_editor(const struct form *form)
{
    return form->edit;
}

const struct lineedit *form_finder(const struct form *form)
{
    return form->finder;
}

int form_position(const struct form *form)
{
    int position = 0;
    for (size_t i = 0; i < form->table->count && form->focus >= 0; i++) {
        position += !form->fields[form->order[i]].hidden;
        if (form->order[i] == form->focus)
            return position;
    }
    return 0;
}

int form_count(const struct form *form)
{
    int count = 0;
    for (size_t i = 0; i < form->table->count; i++)
        count += !form->fields[i].hidden;
    return count;
}

int form_changed_count(const struct form *form)
{
    return param_set_count(form->values);
}

const char *form_help(const struct form *form)
{
    if (form->is_short && form_folded_here(form))
        return "Fields that are not set; Enter shows them";
    if (form_folded_here(form))
        return "Fields that the other values do not use; Enter shows them";
    return form->focus < 0 ? "" : form_def(form, form->focus)->help;
}

const char *form_message(const struct form *form)
{
    return form->message ? form->message : "";
}

size_t form_warning_count(const struct form *form)
{
    return form->notes.count + form->warnings.count;
}

const char *form_warning(const struct form *form, size_t index)
{
    return index < form->notes.count ? form->notes.texts[index]
                                     : form->warnings.texts[index - form->notes.count];
}

size_t form_fact_count(const struct form *form)
{
    return form->facts.count;
}

const char *form_fact(const struct form *form, size_t index)
{
    return form->facts.texts[index];
}
