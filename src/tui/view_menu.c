/* Owns the look of lists to choose from: presets over the body, values of a field below it. */
/* SPDX-License-Identifier: MIT */
#include "view.h"

#include <stdio.h>
#include <stdlib.h>

#include "steno/app/forms.h"
#include "steno/base/text.h"

#define GUTTER       2
#define CHOICE_CELLS 12 /* of a value with the gap behind it, where none is longer */
#define WIDE_FROM    72 /* cells from which a value has room for its whole note */

void view_menu_draw(const struct app *app, struct area area, bool focused)
{
    const struct app_menu *menu = app->menu;
    draw_line(area, 0, 0, DRAW_HEADING, menu->title ? menu->title : "");
    size_t top = list_top(&menu->list, (size_t)(area.h > 1 ? area.h - 1 : 1));
    if (focused)
        draw_cursor(area, 0, 0);
    for (int row = 1; row < area.h && top + (size_t)row - 1 < menu->count; row++) {
        size_t at = top + (size_t)row - 1;
        draw_line(area, row, GUTTER, DRAW_TEXT, menu->items[at]);
        if (at != menu->list.selected)
            continue;
        draw_text(area, row, 0, 1, DRAW_TEXT, ">");
        if (focused)
            draw_cursor(area, row, 1);
    }
}

/* Where the notes stand: behind the longest value, which has at most half of the width. */
static int view_choices_note_col(const struct form_choice *rows, size_t count, int width)
{
    int col = GUTTER + CHOICE_CELLS;
    for (size_t i = 0; i < count; i++) {
        int end = GUTTER + text_width(rows[i].text) + GUTTER;
        col = end > col ? end : col;
    }
    return col < width / 2 ? col : width / 2;
}

/* What stands beside a value; in few cells less of it. "" for nothing. */
static void view_choices_note(char *out, size_t size, const struct param_def *def,
                              const struct form_choice *row, bool narrow)
{
    const char *def_text = def->def ? param_words(def, def->def) : NULL;
    *out = '\0';
    if (row->kind == CHOICE_UNSET && def_text)
        snprintf(out, size, "%s%s", narrow || def->local ? "default " : "the server takes ", def_text);
    else if (row->kind == CHOICE_UNSET)
        snprintf(out, size, "%s", narrow ? "no default" : "the server has no default for it");
    else if (row->kind == CHOICE_OTHER && !narrow)
        snprintf(out, size, "type a value of your own");
    else if (row->kind == CHOICE_TYPED)
        snprintf(out, size, "%s", narrow ? "as typed" : "as it was typed");
}

/* One value, with what is known of it. */
static void view_choices_draw_row(const struct param_def *def, const struct form_choice *row,
                                  struct area area, int at, int note_col)
{
    char note[128];
    char *text = text_clean_copy(row->text);
    view_choices_note(note, sizeof note, def, row, area.w < WIDE_FROM);
    draw_text(area, at, GUTTER, note_col - GUTTER - 1, DRAW_TEXT, text);
    draw_line(area, at, note_col, DRAW_DIM, note);
    free(text);
}

/* What the menu is of, and what was typed in it. */
static void view_choices_draw_title(const struct form *form, const struct param_def *def, struct area area,
                                    bool focused)
{
    char title[200];
    const char *typed = lineedit_text(form_menu_line(form));
    const char *how = *typed ? ": " : area.w < WIDE_FROM ? "" : ": Enter takes one, typing narrows";
    char *clean = text_clean_copy(typed);
    snprintf(title, sizeof title, "%s (%s)%s%s", param_label(def), def->name, how, clean);
    draw_heading(area, 0, focused, title, "");
    free(clean);
}

/* What the field is, and that another value may be typed. */
static void view_choices_draw_help(const struct form *form, const struct param_def *def, struct area area,
                                   int row)
{
    char text[512];
    bool open = def->type != PARAM_BOOL && !def->local;
    snprintf(text, sizeof text, "%s.%s", form_help(form),
             open ? " Known values are examples, not a limit." : "");
    draw_wrapped(area, row, DRAW_TEXT, text);
}

void view_choices_draw(const struct app *app, const struct param_def *def, struct area area, bool focused)
{
    const struct form *form = app_form_top(app)->form;
    const struct form_choice *rows = NULL;
    size_t selected = 0, count = form_menu_rows(form, &rows, &selected);
    size_t height = area.h > 1 ? (size_t)area.h - 1 : 1, top = selected / height * height;
    int note_col = view_choices_note_col(rows, count, area.w), at = 1;
    view_choices_draw_title(form, def, area, focused);
    if (focused)
        draw_cursor(area, 0, area.w - 1);
    for (; at < area.h && top + (size_t)at - 1 < count; at++) {
        size_t index = top + (size_t)at - 1;
        view_choices_draw_row(def, &rows[index], area, at, note_col);
        if (index != selected)
            continue;
        draw_text(area, at, 0, 1, DRAW_TEXT, ">");
        if (focused)
            draw_cursor(area, at, 1);
    }
    if (count == 0 && at < area.h)
        draw_line(area, at++, GUTTER, DRAW_DIM, "Nothing fits, and it is no value: Esc closes");
    if (at + 1 < area.h)
        view_choices_draw_help(form, def, area, at + 1);
}
