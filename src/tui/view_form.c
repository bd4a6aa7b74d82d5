/* Owns the look of every form: fields with their values, and a foot that explains the one in focus. */
/* SPDX-License-Identifier: MIT */
#include "view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/forms.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define GUTTER            2
#define GAP               2
#define LABEL_CELLS       26
#define VALUE_CELLS       20 /* with the gap before the name */
#define NAMES_FROM        80 /* cells of a form that has a column for names */
#define FEW_FIELDS        16 /* less than that may take rows of the foot */
#define BAD_MARK          "✗ "
#define TITLE_RIGHT_CELLS 17 /* "12 changed  14/20" */

/* Cells of the label column: always the same, but of a form with few fields as many as its labels need. */
static int view_form_label_cells(const struct form *form, int width)
{
    const struct param_table *table = form_table(form);
    int wanted = table->needs ? 0 : LABEL_CELLS, most = width * 3 / 5;
    for (size_t i = 0; table->needs && i < table->count; i++) {
        int cells = text_width(param_label(&table->rows[i]));
        wanted = cells > wanted ? cells : wanted;
    }
    return wanted < most ? wanted : most;
}

/* Title, and on the right how much will be sent, and how far down the focus is, before a cell that stays
 * empty. A narrow one leaves room for both, so that nothing moves with them, and names no projects. */
static void view_form_draw_title(const struct app_form *top, struct area area, bool focused)
{
    char right[64];
    const struct form *form = top->form;
    int len = 0, changed = form_changed_count(form);
    bool narrow = area.w < NAMES_FROM;
    if (changed > 0)
        len = snprintf(right, sizeof right, "%d changed  ", changed);
    snprintf(right + len, sizeof right - (size_t)len, "%d/%d", form_position(form), form_count(form));
    int slot = narrow && changed > 0 ? TITLE_RIGHT_CELLS - text_width(right) : 0;
    snprintf(right + strlen(right), sizeof right - strlen(right), "%*s", slot + 1, "");
    int room = area.w - 1 - GAP - (narrow ? TITLE_RIGHT_CELLS : text_width(right) - 1);
    char *whole = narrow && top->id_count ? mem_printf("%s %zu marked", top->ops->title, top->id_count)
                                          : mem_copy(top->title);
    char *title = mem_alloc(strlen(whole) + 8);
    text_clip(title, strlen(whole) + 8, whole, room > 0 ? room : 0);
    draw_heading(area, 0, focused, title, right);
    free(title);
    free(whole);
}

/* A value that is not being edited, its unit, and the reason why it is not good. Returns the column behind
 * it. */
static int view_form_draw_value(const struct form_row *field, struct area area, int row, int col)
{
    char *value = text_clean_copy(field->value ? field->value : "");
    int reason_cells = field->error ? (text_width(BAD_MARK) + text_width(field->error)) + GAP : 0;
    int room = area.w - col;
    int value_room = room - reason_cells < room / 3 ? room / 3 : room - reason_cells;
    col += draw_text(area, row, col, value_room, field->is_default ? DRAW_DIM : DRAW_TEXT, value);
    if (field->error)
        col += draw_format(area, row, col + (*value ? GAP : 0), DRAW_BAD, BAD_MARK "%s", field->error);
    else if (field->unit && *value)
        col += 1 + draw_line(area, row, col + 1, DRAW_DIM, field->unit);
    free(value);
    return col;
}

/* A value that is being edited, with the reason why it is not good right behind it; returns the cursor's
 * column. */
static int view_form_draw_editor(const struct form *form, const struct form_row *field, struct area area,
                                 int row, int col)
{
    const struct lineedit *edit = form_editor(form);
    if (!field->error)
        return view_edit_draw(edit, area, row, col, area.w - col);
    int room = area.w - col, wanted = text_width(lineedit_text(edit)) + 1;
    int least = room / 3, most = room - GAP - (text_width(BAD_MARK) + text_width(field->error));
    int cells = wanted > most ? most : wanted;
    if (cells < least)
        cells = wanted < least ? wanted : least;
    draw_format(area, row, col + cells + GAP, DRAW_BAD, BAD_MARK "%s", field->error);
    return view_edit_draw(edit, area, row, col, cells);
}

/* Cells for the label of one field: its column's, but all that it needs where its value leaves them. */
static int view_form_label_room(const struct form *form, const struct form_row *field, struct area area,
                                int label_cells)
{
    int whole = text_width(field->label), value = text_width(field->value ? field->value : "");
    if (whole <= label_cells || (field->is_editing && form_editor(form)))
        return label_cells;
    if (field->unit && value > 0)
        value += 1 + text_width(field->unit);
    if (field->error)
        value += 1 + GAP + (text_width(BAD_MARK) + text_width(field->error));
    return GUTTER + whole + GAP + value <= area.w ? whole : label_cells;
}

/* A group's heading, or the line that stands for the fields of it that are folded away. */
static void view_form_draw_heading(const struct form_row *field, struct area area, int row, int label_cells)
{
    if (!field->folded) {
        draw_line(area, row, 0, DRAW_HEADING, field->label);
        return;
    }
    if (!field->label) {
        draw_format(area, row, 0, DRAW_TEXT, "%s + %d more, none set", field->is_focused ? ">" : " ",
                    field->folded);
        return;
    }
    draw_text(area, row, 0, 2, DRAW_TEXT, field->is_focused ? ">+" : " +");
    draw_text(area, row, GUTTER + 1, label_cells, DRAW_HEADING, field->label);
    draw_format(area, row, GUTTER + label_cells + GAP, DRAW_DIM,
                field->folded == 1 ? "%d field" : "%d fields", field->folded);
}

/* The marker of the field in focus: another list may have the keys. */
static const char *view_form_marker(const struct form *form, const struct form_row *field)
{
    return !field->is_focused ? " " : form_menu_line(form) ? "-" : ">";
}

/* A field; returns the cursor's column. */
static int view_form_draw_field(const struct form *form, const struct form_row *field, struct area area,
                                int row, int label_cells)
{
    label_cells = view_form_label_room(form, field, area, label_cells);
    int value_col = GUTTER + label_cells + GAP, name_col = value_col + VALUE_CELLS;
    draw_text(area, row, 0, 1, DRAW_TEXT, view_form_marker(form, field));
    draw_text(area, row, 1, 1, DRAW_TEXT, field->is_changed ? "*" : " ");
    draw_text(area, row, GUTTER, label_cells, DRAW_TEXT, field->label);
    if (field->is_editing && form_editor(form))
        return view_form_draw_editor(form, field, area, row, value_col);
    int end = view_form_draw_value(field, area, row, value_col);
    const char *beside = field->whence                      ? field->whence
                         : field->def->local                ? "on this computer"
                         : field->def->name == field->label ? NULL
                                                            : field->def->name;
    if (area.w >= NAMES_FROM && beside && end + GAP <= name_col)
        draw_line(area, row, name_col, DRAW_DIM, beside);
    return 1;
}

/* One row of the list. */
static void view_form_draw_row(const struct form *form, const struct form_row *field, struct area area,
                               int row, int label_cells, bool focused)
{
    int cursor = 1;
    if (field->is_heading)
        view_form_draw_heading(field, area, row, label_cells);
    else
        cursor = view_form_draw_field(form, field, area, row, label_cells);
    if (focused && field->is_focused)
        draw_cursor(area, row, cursor);
}

/* Is the reason beside the value of the field in focus seen whole? */
static bool view_form_reason_fits(const struct form *form, const struct form_row *field, struct area area,
                                  int value_col)
{
    const char *value =
        field->is_editing && form_editor(form) ? lineedit_text(form_editor(form)) : field->value;
    return value_col + text_width(value) + 1 + GAP + (text_width(BAD_MARK) + text_width(field->error)) <=
           area.w;
}

/* Lines that all warnings take. */
static int view_form_count_warnings(const struct form *form, int cells)
{
    int lines = 0;
    for (size_t i = 0; i < form_warning_count(form); i++) {
        char line[512];
        snprintf(line, sizeof line, "! %s", form_warning(form, i));
        lines += draw_count_wrapped(line, cells);
    }
    return lines;
}

/* What is known before sending that is no warning, as one text. */
static void view_form_join_facts(const struct form *form, char *out, size_t size)
{
    size_t len = 0;
    *out = '\0';
    for (size_t i = 0; i < form_fact_count(form) && len < size; i++)
        len += (size_t)snprintf(out + len, size - len, "%s%s", i ? " " : "", form_fact(form, i));
}

/* Rows of the foot below the list of fields: as laid out, but more for warnings, which may take a third, and
 * for a failure that lies over them. */
static int view_form_foot_rows(const struct app *app, const struct form *form, struct area area)
{
    int usual = area.h - 1 - layout_form_rows(&app->layout);
    int wanted = 1 + view_form_count_warnings(form, area.w);
    int failure = view_message_rows(app, app->layout.message.w);
    int covered = failure > 1 && layout_shares_bottom(&app->layout) ? failure : failure - 1;
    int rows = wanted > usual && wanted <= area.h / 3 ? wanted : usual;
    struct form_row seen[FEW_FIELDS];
    int fields = (int)form_rows(form, FEW_FIELDS, seen), least = wanted + (form_fact_count(form) > 0);
    if (fields < FEW_FIELDS && fields > area.h - 1 - rows && fields <= area.h - 1 - least)
        rows = area.h - 1 - fields; /* so that all fields are seen */
    return covered > rows ? covered : rows;
}

/* What the foot says of the field in focus: the reason that did not fit beside its value, else its help, and
 * what counts while it is not set; its name before it where names have no column. */
static enum draw_role view_form_about(const struct form *form, const struct form_row *field, struct area area,
                                      char *text, size_t size)
{
    const struct param_def *def = form_table(form)->needs ? NULL : field->def;
    bool named = def && !def->local && area.w < NAMES_FROM;
    const char *unset = !def || !field->is_default ? NULL
                        : def->local               ? def->unset
                                     : field->unset; /* a default of this computer is beside it */
    int value_col = GUTTER + view_form_label_cells(form, area.w) + GAP;
    bool bad = field->error && !view_form_reason_fits(form, field, area, value_col);
    if (bad)
        snprintf(text, size, "%s", field->error);
    else
        snprintf(text, size, "%s%s%s%s%s%s%s", named ? def->name : "", named ? ": " : "", form_help(form),
                 unset ? ". Not set: " : "", unset && !def->local && def->def ? "the server takes " : "",
                 unset ? unset : "", def ? "." : "");
    return bad ? DRAW_BAD : DRAW_TEXT;
}

/* The warnings, as many as fit. */
static void view_form_draw_warnings(const struct form *form, struct area area, int row)
{
    size_t count = form_warning_count(form);
    for (size_t i = 0; i < count && row < area.h; i++) {
        char text[512];
        snprintf(text, sizeof text, "! %s", form_warning(form, i));
        int left = (int)(count - i - 1), lines = draw_count_wrapped(text, area.w);
        if (row == area.h - 1 && left > 0)
            draw_format(area, row++, 0, DRAW_WARN, "%s (and %d more)", text, left);
        else if (row + lines + left <= area.h)
            row += draw_wrapped(area, row, DRAW_WARN, text);
        else
            draw_line(area, row++, 0, DRAW_WARN, text);
    }
}

/* The find line, which takes the cursor. */
static void view_form_draw_finder(const struct form *form, struct area area, int row)
{
    int col = draw_line(area, row, 0, DRAW_KEY, "/");
    draw_cursor(area, row, view_edit_draw(form_finder(form), area, row, col, area.w - col));
}

/* Everything below the list of fields: what the field is, what is known before sending, what should be
 * thought of. Warnings keep their rows, then what is known; the help has what is left. */
static void view_form_draw_foot(const struct form *form, const struct form_row *in_focus, struct area area,
                                int row)
{
    char text[1200], known[1200];
    view_form_join_facts(form, known, sizeof known);
    struct area inner = {.x = area.x + 1, .y = area.y, .w = area.w - 1, .h = area.h};
    int below = form_finder(form) ? 1 : view_form_count_warnings(form, area.w), left = area.h - row - below;
    int facts = form_finder(form) || !*known ? 0 : draw_count_wrapped(known, inner.w);
    enum draw_role role = view_form_about(form, in_focus, area, text, sizeof text);
    int wanted = draw_count_wrapped(text, inner.w);
    if (facts > left || (role == DRAW_BAD && facts >= left))
        facts = 0;
    if (wanted > left - facts && left - facts > 0)
        draw_line(inner, row++, 0, role, text);
    else if (wanted <= left - facts)
        row += draw_wrapped(inner, row, role, text);
    if (form_finder(form)) {
        view_form_draw_finder(form, area, row < area.h ? row : area.h - 1);
        return;
    }
    if (facts > 0)
        row += draw_wrapped(inner, row, DRAW_TEXT, known);
    view_form_draw_warnings(form, area, row);
}

/* The fields, in so many rows below the title. */
static void view_form_draw_fields(const struct form *form, struct area area, int height, bool focused)
{
    int label_cells = view_form_label_cells(form, area.w);
    struct form_row *rows = mem_zero((size_t)height, sizeof *rows);
    size_t count = form_rows(form, (size_t)height, rows);
    for (size_t i = 0; i < count; i++)
        view_form_draw_row(form, &rows[i], area, (int)i + 1, label_cells, focused);
    free(rows);
}

/* The fields, and the menu of values below them: that covers the foot, and as many rows above it as it has
 * lines. */
static void view_form_draw_choices(const struct app *app, const struct form *form,
                                   const struct form_row *in_focus, struct area area, int foot, bool focused)
{
    const struct form_choice *rows;
    size_t selected;
    int most = area.h - 1 - (foot > 0 ? foot : 1),
        height = most - (int)form_menu_rows(form, &rows, &selected);
    if (height < most / 3)
        height = most / 3;
    if (height < 1)
        height = 1;
    struct area below = {.x = area.x, .y = area.y + 1 + height, .w = area.w, .h = area.h - 1 - height};
    view_form_draw_fields(form, area, height, false);
    view_choices_draw(app, in_focus->def, below, focused);
}

void view_form_draw(const struct app *app, struct area area, bool focused)
{
    const struct app_form *top = app_form_top(app);
    const struct form *form = top->form;
    struct form_row in_focus = {0};
    if (form_rows(form, 1, &in_focus) == 0)
        in_focus = (struct form_row){.value = ""};
    int foot = view_form_foot_rows(app, form, area);
    view_form_draw_title(top, area, focused && !form_menu_line(form));
    if (form_menu_line(form)) {
        view_form_draw_choices(app, form, &in_focus, area, foot, focused);
        return;
    }
    view_form_draw_fields(form, area, area.h - 1 - foot, focused);
    if (foot > 0)
        view_form_draw_foot(form, &in_focus, area, area.h - foot);
}
