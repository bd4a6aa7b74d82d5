/* Owns the look of every form: fields with their values, and a foot that explains the one in focus. */
#include "steno/tui/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define GUTTER         2
#define GAP            2
#define ROOM_FOR_FACTS 3 /* rows below the help: facts must not take the place of messages */

/* Cells of the label column: the table's longest name, but at most half of the width. */
static int form_label_cells(const struct form *form, int width)
{
    const struct param_table *table = form_table(form);
    int widest = 0, most = width / 2 - GUTTER;
    for (size_t i = 0; i < table->count; i++) {
        int cells = text_width(table->rows[i].name);
        if (cells > widest)
            widest = cells;
    }
    return widest > most ? most : widest;
}

/* Title, and on the right how far down the focus is and how much will be sent. */
static void form_draw_title(const struct app_form *top, struct area area)
{
    char right[64];
    const struct form *form = top->form;
    int len = snprintf(right, sizeof right, "%d/%d", form_position(form), form_count(form));
    int changed = form_changed_count(form);
    if (changed > 0 || form_is_changed_only(form))
        snprintf(right + len, sizeof right - (size_t)len, "  %d changed%s", changed,
                 form_is_changed_only(form) ? " only" : "");
    int right_cells = text_width(right);
    draw_text(area, 0, 0, area.w - right_cells - GAP, DRAW_HEADING, top->title ? top->title : "");
    draw_right(area, 0, area.w - right_cells, right_cells, DRAW_TEXT, right);
}

/* A value that is not being edited, its unit, and the reason why it is not good. */
static void form_draw_value(const struct form_row *field, struct area area, int row, int col)
{
    char *value = text_clean_copy(field->value ? field->value : "");
    int reason_cells = field->error ? text_width(field->error) + GAP : 0;
    int room = area.w - col;
    int value_room = room - reason_cells < room / 3 ? room / 3 : room - reason_cells;
    col += draw_text(area, row, col, value_room, field->is_default ? DRAW_DIM : DRAW_TEXT, value);
    if (field->error)
        draw_line(area, row, col + (*value ? GAP : 0), DRAW_BAD, field->error);
    else if (field->unit && *value)
        draw_line(area, row, col + 1, DRAW_DIM, field->unit);
    free(value);
}

/* A value that is being edited, with the reason why it is not good right behind it; returns the cursor's
 * column. */
static int form_draw_editor(const struct form *form, const struct form_row *field, struct area area, int row,
                            int col)
{
    const struct lineedit *edit = form_editor(form);
    if (!field->error)
        return view_edit_draw(edit, area, row, col, area.w - col);
    int room = area.w - col, wanted = text_width(lineedit_text(edit)) + 1;
    int least = room / 3, most = room - GAP - text_width(field->error);
    int cells = wanted > most ? most : wanted;
    if (cells < least)
        cells = wanted < least ? wanted : least;
    draw_line(area, row, col + cells + GAP, DRAW_BAD, field->error);
    return view_edit_draw(edit, area, row, col, cells);
}

/* One row of the list: a group's heading or a field. */
static void form_draw_row(const struct form *form, const struct form_row *field, struct area area, int row,
                          int label_cells, bool focused)
{
    int value_col = GUTTER + label_cells + GAP;
    if (field->is_heading) {
        draw_line(area, row, 0, DRAW_HEADING, field->label);
        return;
    }
    draw_text(area, row, 0, 1, DRAW_TEXT, field->is_focused ? ">" : " ");
    draw_text(area, row, 1, 1, DRAW_TEXT, field->is_changed ? "*" : " ");
    draw_text(area, row, GUTTER, label_cells, DRAW_TEXT, field->label);
    int cursor = 1;
    if (field->is_editing && form_editor(form)) {
        cursor = form_draw_editor(form, field, area, row, value_col);
    } else {
        form_draw_value(field, area, row, value_col);
    }
    if (focused && field->is_focused)
        draw_cursor(area, row, cursor);
}

/* The help of the field in focus; its whole name before it where the label was cut. */
static void form_draw_help(const struct form *form, const struct form_row *field, struct area area, int row,
                           int label_cells)
{
    char text[512];
    const char *help = form_help(form);
    bool cut = field && text_width(field->label) > label_cells;
    snprintf(text, sizeof text, "%s%s%s", cut ? field->label : "", cut ? ": " : "", help);
    draw_line(area, row, 0, DRAW_TEXT, text);
}

/* What kind of value the field takes, and what counts while it is unset. */
static void form_draw_facts(const struct form_row *field, struct area area, int row)
{
    const struct param_def *def = field ? field->def : NULL;
    if (!def)
        return;
    draw_format(area, row, 0, DRAW_DIM, "%s%s%s%s%s", param_type_name(def->type), def->unit ? " in " : "",
                def->unit ? def->unit : "", def->def ? ", by default " : "", def->def ? def->def : "");
}

/* Below the help: what was just said, else the warnings, as many as fit. */
static void form_draw_messages(const struct app_form *top, const struct form_row *in_focus, struct area area,
                               int row)
{
    const struct form *form = top->form;
    const char *said = form_message(form);
    if (form_finder(form)) {
        int col = draw_line(area, row, 0, DRAW_KEY, "/");
        draw_cursor(area, row, view_edit_draw(form_finder(form), area, row, col, area.w - col));
        return;
    }
    if (*said)
        row += draw_wrapped(area, row, 0, DRAW_BAD, said);
    else if (in_focus && in_focus->error)
        draw_line(area, row++, 0, DRAW_BAD, in_focus->error);
    else if (top->message)
        row += draw_wrapped(area, row, 0, top->message_is_bad ? DRAW_BAD : DRAW_TEXT, top->message);
    size_t count = form_warning_count(form);
    for (size_t i = 0; i < count && row < area.h; i++, row++) {
        if (row == area.h - 1 && i + 1 < count)
            draw_format(area, row, 0, DRAW_WARN, "! %s (and %zu more)", form_warning(form, i), count - i - 1);
        else
            draw_format(area, row, 0, DRAW_WARN, "! %s", form_warning(form, i));
    }
}

void view_form_draw(const struct app_form *top, struct area area, bool focused)
{
    const struct form *form = top->form;
    int rows_height = layout_form_rows(area.h);
    struct form_row *rows = mem_zero((size_t)rows_height, sizeof *rows);
    size_t count = form_rows(form, (size_t)rows_height, rows);
    int label_cells = form_label_cells(form, area.w);
    const struct form_row *in_focus = NULL;
    form_draw_title(top, area);
    for (size_t i = 0; i < count; i++) {
        form_draw_row(form, &rows[i], area, (int)i + 1, label_cells, focused);
        if (rows[i].is_focused && !rows[i].is_heading)
            in_focus = &rows[i];
    }
    int foot = 1 + rows_height;
    form_draw_help(form, in_focus, area, foot++, label_cells);
    if (area.h - foot >= ROOM_FOR_FACTS && !form_is_short(form))
        form_draw_facts(in_focus, area, foot++);
    form_draw_messages(top, in_focus, area, foot);
    free(rows);
}
