/* Views in the body: the list of projects, panes of lines, forms and menus. The selected row has a `>` in its
 * gutter, because a moved `>` costs only a few bytes. */
/* SPDX-License-Identifier: MIT */
#include "view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/forms.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/app.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/rows.h"
#include "steno/core/settings.h"

#define OFFERS_WIDE_CELLS 76 /* minimum width at which an empty list offers more and longer hints */
#define OFFERS_WIDE_ROWS  12
#define CELL_SIZE         128
#define TITLE_SIZE        1024
#define GUTTER            2
#define GAP               2
#define LABEL_CELLS       26
#define VALUE_CELLS       20 /* cells of a value, with the gap before the parameter's name */
#define NAMES_FROM        80 /* minimum width of a form with a column for parameter names */
#define FEW_FIELDS        16 /* a form with fewer fields can shrink its foot to make all of them visible */
#define BAD_MARK          "✗ "
#define BAD_CELLS         2
#define TITLE_RIGHT_CELLS 13 /* cells of "12 set  14/20" */
#define CHOICE_CELLS      12 /* minimum width of a value in a menu, with its gap */
#define WIDE_FROM         72 /* minimum width of a menu with long texts */

/* --- the list --- */

/* The row that is being drawn. For the row of headings, `project` is NULL. */
struct view_row {
    const struct app *app;
    const struct app_project *project;
    struct column_grid grid;
    struct area area;
    int y;
};

static void view_row_put(const struct view_row *row, enum column column, enum draw_role role,
                         const char *text)
{
    int x = row->grid.at[column].x, cells = row->grid.at[column].cells;
    if (cells && column_defs[column].is_right)
        draw_right(row->area, row->y, x, cells, role, text);
    else if (cells)
        draw_text(row->area, row->y, x, cells, role, text);
}

static void view_row_put_time(const struct view_row *row, enum column column, int64_t ms,
                              enum date_short form)
{
    char text[CELL_SIZE];
    if (ms == 0)
        return;
    date_format_short(text, sizeof text, ms, row->app->wall_ms, row->app->zone, form);
    view_row_put(row, column, DRAW_TEXT, text);
}

static void view_row_put_name(const struct view_row *row)
{
    const struct app_project *project = row->project;
    char words[48], text[CELL_SIZE];
    if (*project->name) {
        view_row_put(row, COLUMN_NAME, DRAW_TEXT, project->name);
    } else if (project->trouble) {
        snprintf(words, sizeof words, "%s", error_kind_name(project->trouble_kind));
        for (char *at = words; (at = strchr(at, '_')) != NULL;)
            *at = ' ';
        if (project->trouble_status >= 400)
            snprintf(text, sizeof text, "%d %s", project->trouble_status, words);
        else
            snprintf(text, sizeof text, "%s error", words);
        view_row_put(row, COLUMN_NAME, DRAW_BAD, text);
    } else if (!project->known) {
        view_row_put(row, COLUMN_NAME, DRAW_DIM, project->reading ? "reading …" : "not read yet");
    }
}

static void view_row_put_state(const struct view_row *row)
{
    const struct app_project *project = row->project;
    const struct app *app = row->app;
    char text[CELL_SIZE], when[DATE_TEXT_SIZE];
    char mark = project->is_taken ? ' ' : project->unanswered ? '?' : app_state_mark(app, project->state);
    enum draw_role role = mark == '*'   ? DRAW_BUSY
                          : mark == '+' ? DRAW_GOOD
                          : mark == '!' ? DRAW_BAD
                                        : DRAW_TEXT;
    date_format_short(when, sizeof when, project->enqueued_ms, app->wall_ms, app->zone, DATE_COLUMN);
    if (project->enqueued_ms)
        snprintf(text, sizeof text, "%c%s %s", mark, project->is_taken ? "sent" : "Sent", when);
    else
        snprintf(text, sizeof text, "%c%s", mark, project->state);
    view_row_put(row, COLUMN_STATE, role, text);
}

static void view_row_draw(const struct view_row *row)
{
    static const enum draw_role expiry_roles[] = {[EXPIRY_NONE] = DRAW_TEXT,
                                                  [EXPIRY_SOON] = DRAW_WARN,
                                                  [EXPIRY_URGENT] = DRAW_BAD,
                                                  [EXPIRY_GONE] = DRAW_BAD};
    const struct app_project *project = row->project;
    const struct app *app = row->app;
    char text[CELL_SIZE];
    if (list_is_marked(&app->list, project->id))
        draw_text(row->area, row->y, 1, 1, DRAW_KEY, "=");
    snprintf(text, sizeof text, "%" PRId64, project->id);
    view_row_put(row, COLUMN_ID, DRAW_TEXT, text);
    view_row_put_state(row);
    view_row_put_time(row, COLUMN_SINCE, since_time(project->state_since_ms), DATE_COLUMN);
    app_project_length(project, text, sizeof text);
    view_row_put(row, COLUMN_LENGTH, DRAW_TEXT, text);
    if (project->note)
        view_row_put(row, COLUMN_NOTE, DRAW_TEXT, "n");
    view_row_put_name(row);
    view_row_put(row, COLUMN_TAGS, DRAW_TEXT, project->tags);
    expiry_column(text, sizeof text, &project->expiry, app->wall_ms, app->zone);
    view_row_put(row, COLUMN_EXPIRES, expiry_roles[expiry_level(&project->expiry, app->wall_ms, app->zone)],
                 text);
    view_row_put(row, COLUMN_LANGUAGE, DRAW_TEXT, project->lang);
    enum ledger_age age = ledger_age(&project->exported, project->version, project->updated_ms);
    if (age == LEDGER_OLD)
        view_row_put(row, COLUMN_EXPORTED, DRAW_TEXT, "outdated");
    else if (age == LEDGER_CURRENT)
        view_row_put_time(row, COLUMN_EXPORTED, project->exported.when_ms, DATE_COLUMN);
    view_row_put(row, COLUMN_LABEL, DRAW_TEXT, project->label);
    view_row_put_time(row, COLUMN_CHANGED, project->updated_ms, DATE_CHANGED);
    view_row_put(row, COLUMN_AUTHOR, DRAW_TEXT, project->author);
}

/* Draws the sort arrow in the blank cell before the heading of the sorted column. If that column is hidden,
 * draws the arrow and the column's name after "Name". Returns the cells used in the column "Name". */
static int view_list_draw_sort(const struct view_row *row)
{
    const struct app *app = row->app;
    const struct column_def *sort = &column_defs[app->sort];
    const char *arrow = app->sort_down ? "↓" : "↑";
    int x = row->grid.at[app->sort].x, cells = row->grid.at[app->sort].cells;
    int name = text_width(column_defs[COLUMN_NAME].head);
    if (app->sort == COLUMN_ADDED)
        return name;
    if (cells) {
        x += sort->is_right ? cells - text_width(sort->head) - 1 : (int)strspn(sort->head, " ") - 1;
        draw_text(row->area, 0, x, 1, DRAW_HEADING, arrow);
        return name;
    }
    draw_format(row->area, 0, row->grid.at[COLUMN_NAME].x + name + 1, DRAW_HEADING, "%s%s", arrow,
                sort->name);
    return name + 2 + text_width(sort->name);
}

/* Draws the headings, the sort arrow, and the numbers of the visible rows ("13-24/71"). These numbers are at
 * the right end of the column "Name". If they do not fit beside "Name", they replace this word. If they are
 * wider than the column, they are left out. */
static void view_list_draw_heads(const struct view_row *row, bool focused)
{
    const struct app *app = row->app;
    char window[LIST_WINDOW_SIZE];
    int last = 0;
    for (int i = 0; i < COLUMN_COUNT; i++)
        last = row->grid.at[i].cells && row->grid.at[i].x > last ? row->grid.at[i].x : last;
    draw_fill(row->area, 0, last, DRAW_HEADING); /* the gaps, too: one look for the whole row */
    for (int i = 0; i < COLUMN_COUNT; i++)
        view_row_put(row, (enum column)i, DRAW_HEADING, column_defs[i].head);
    int head = view_list_draw_sort(row);
    list_window(&app->list, (size_t)(row->area.h > 1 ? row->area.h - 1 : 1), window, sizeof window);
    int x = row->grid.at[COLUMN_NAME].x, cells = row->grid.at[COLUMN_NAME].cells, wanted = text_width(window);
    bool prompt_hides_rows = app->layout.places == 1 && app_top(app)->kind == OVERLAY_PROMPT;
    if (app->loaded && !prompt_hides_rows && wanted > 0 && wanted <= cells && x + cells <= row->area.w) {
        if (wanted + head >= cells)
            draw_format(row->area, 0, x, DRAW_HEADING, "%*s", cells, window);
        else
            draw_right(row->area, 0, x, cells, DRAW_HEADING, window);
    }
    if (focused)
        draw_focus(row->area, 0);
}

static void view_list_draw_first(const struct app *app, struct area area)
{
    static const struct {
        const char *action, *wide, *narrow; /* `narrow` is NULL if only a wide area shows the offer */
    } offers[] = {
        {"open", "add projects by their ids, such as 12 15 20-30", "add some by id: 12 15 20-30"},
        {"login", "log in to another account or server", "log in elsewhere"},
        {"help", "all keys; / searches them", "all keys"},
        {"back", "quit", NULL},
    };
    bool wide = area.w >= OFFERS_WIDE_CELLS && area.h >= OFFERS_WIDE_ROWS;
    int row = wide ? 3 : 2, col = wide ? 4 : 2;
    draw_line(area, row++, col, DRAW_TEXT, "The list has no projects yet.");
    row++;
    for (size_t i = 0; i < sizeof offers / sizeof offers[0]; i++) {
        const char *words = wide ? offers[i].wide : offers[i].narrow;
        if (words)
            draw_format(area, row++, col, DRAW_TEXT, "%s%*s%s", app_key_of(app, offers[i].action),
                        wide ? 3 : 2, "", words);
    }
    if (!wide)
        return;
    draw_line(area, ++row, col, DRAW_TEXT,
              "From a shell: steno add 12 15 20-30, or ids on standard input: steno add -");
    draw_line(area, ++row, col, DRAW_TEXT,
              "To practise on a private server, where nothing can break: steno --demo");
}

void view_projects_draw(const struct app *app, struct area area, bool focused)
{
    /* the width of the highest id in the whole list: columns stay in place when the list scrolls */
    int id_cells = snprintf(NULL, 0, "%" PRId64, app->highest > 10 ? app->highest : 10);
    struct view_row row = {.app = app, .area = area};
    column_place(&row.grid, settings_text(app->settings, SETTING_COLUMNS), area.w, id_cells);
    view_list_draw_heads(&row, focused);
    if (app->list.count == 0) {
        struct area text = {area.x + COLUMN_GUTTER, area.y + 1, area.w - COLUMN_GUTTER, area.h - 1};
        char none[CELL_SIZE];
        snprintf(none, sizeof none, "%s. Esc All", filter_none(app->filter ? app->filter : ""));
        if (app->loaded && app->project_count > 0)
            draw_wrapped(text, 0, DRAW_TEXT, none);
        else if (app->loaded)
            view_list_draw_first(app, area);
        if (focused)
            draw_cursor(area, 1, 1);
        return;
    }
    size_t at = list_top(&app->list, (size_t)(area.h > 1 ? area.h - 1 : 1));
    for (row.y = 1; row.y < area.h && at < app->list.count; row.y++, at++) {
        bool selected = at == app->list.selected;
        row.project = app_project_find(app, app->list.ids[at]);
        if (!row.project)
            continue;
        if (selected)
            draw_fill(area, row.y, COLUMN_GUTTER, DRAW_TEXT);
        view_row_draw(&row);
        if (!selected)
            continue;
        draw_text(area, row.y, 0, 1, DRAW_TEXT, focused ? ">" : "-");
        if (focused)
            draw_cursor(area, row.y, 1);
    }
}

/* --- panes of lines: title, labels in one column --- */

static const enum draw_role line_roles[] = {
    [LINE_TEXT] = DRAW_TEXT, [LINE_HEADING] = DRAW_HEADING, [LINE_FIELD] = DRAW_TEXT,
    [LINE_NOTE] = DRAW_DIM,  [LINE_WARN] = DRAW_WARN,       [LINE_BAD] = DRAW_BAD,
};

/* Draws a line. Its label begins at `col`. If it has no label, its value begins at `col`. */
static void view_page_draw_line(const struct page *page, const struct page_line *line, struct area area,
                                int row, int col)
{
    enum draw_role role = line_roles[line->kind];
    const char *at = line->cells;
    for (int i = 0; at && i < page->column_count; i++) {
        const struct page_column *column = &page->columns[i];
        enum draw_role tone = column->is_toned ? line_roles[line->tone] : role;
        char text[CELL_SIZE];
        size_t len = strcspn(at, "\t");
        snprintf(text, sizeof text, "%.*s", (int)len, at);
        at += len + (at[len] == '\t');
        int cells = text_width(text);
        if (column->col > 0)
            draw_text(area, row, column->col, column->end - column->col, tone, text);
        else if (column->end > 0)
            draw_text(area, row, column->end - cells, cells, tone, text);
    }
    if (line->label)
        draw_line(area, row, col, DRAW_LABEL, line->label);
    draw_line(area, row, line->label ? line->value_col : col, role, line->value);
    if (line->label2) {
        draw_line(area, row, page_pair_col(page), DRAW_LABEL, line->label2);
        draw_line(area, row, page_value2_col(page, line), role, line->value2);
    }
}

/* Draws a page. The first column of the area is the gutter. If some lines do not fit, the title ends with the
 * numbers of the visible ones. If has_cursor is true, the selected line has `>` if focused, else `-`. */
static void view_page_draw_window(const struct page *page, const char *title, struct area area,
                                  bool has_cursor, bool focused)
{
    char window[LIST_WINDOW_SIZE];
    const struct list *rows = &page->list;
    int height = area.h - 1 - (page->head.value != NULL);
    list_window(rows, (size_t)(height > 0 ? height : 1), window, sizeof window);
    draw_heading(area, 0, focused, title,
                 page->aside && (!*window || page->aside_stays) ? page->aside : window);
    if (focused)
        draw_cursor(area, 0, 0);
    if (page->head.value) {
        view_page_draw_line(page, &page->head, area, 1, page->head.col);
        area.y++;
        area.h--;
    }
    size_t at = list_top(rows, (size_t)(area.h > 1 ? area.h - 1 : 1));
    for (int row = 1; row < area.h && at < page->count; row++, at++) {
        const struct page_line *line = &page->lines[at];
        bool marked = has_cursor && at == rows->selected;
        bool gives_way = marked && line->kind == LINE_HEADING && line->col == 0; /* makes room for the sign */
        view_page_draw_line(page, line, area, row, gives_way ? 1 : line->col);
        if (marked)
            draw_text(area, row, 0, 1, DRAW_TEXT, focused ? ">" : "-");
        if (marked && focused)
            draw_cursor(area, row, 1);
    }
}

void view_page_draw(const struct app *app, int pane, struct area area, bool focused)
{
    const struct page *detail = &app->panes[pane].detail; /* about the selected row, drawn below the list */
    char title[TITLE_SIZE];
    snprintf(title, sizeof title, "%s%s%s", area.x > 0 ? " " : "",
             app->panes[pane].ops->titled_as_row ? " " : "", app_pane_title(app, pane));
    int below = app_detail_rows(app, pane);
    area.h -= below;
    view_page_draw_window(&app->panes[pane].page, title, area, app->focus == pane, focused);
    area.y += area.h;
    area.h = below;
    for (int row = 0; row < area.h && (size_t)row < detail->count; row++)
        view_page_draw_line(detail, &detail->lines[row], area, row, detail->lines[row].col);
}

void view_preview_draw(const struct app *app, struct area area, bool focused)
{
    view_page_draw_window(&app->preview, app->preview.title ? app->preview.title : "", area, focused,
                          focused);
}

/* --- lists to choose from --- */

static void view_menu_mark(struct area area, int row, bool focused)
{
    draw_text(area, row, 0, 1, DRAW_TEXT, ">");
    if (focused)
        draw_cursor(area, row, 1);
}

void view_menu_draw(const struct app *app, struct area area, bool focused)
{
    const struct app_menu *menu = app->menu;
    draw_line(area, 0, 0, DRAW_HEADING, menu->title ? menu->title : "");
    size_t at = list_top(&menu->list, (size_t)(area.h > 1 ? area.h - 1 : 1));
    if (focused)
        draw_cursor(area, 0, 0);
    for (int row = 1; row < area.h && at < menu->count; row++, at++) {
        draw_line(area, row, GUTTER, DRAW_TEXT, menu->items[at]);
        if (at == menu->list.selected)
            view_menu_mark(area, row, focused);
    }
}

static void view_choices_draw_row(const struct param_def *def, const struct form_choice *row,
                                  struct area area, int at, int note_col)
{
    bool narrow = area.w < WIDE_FROM;
    const char *lead = "", *note = "";
    char *text = text_clean_copy(row->text);
    if (row->kind == CHOICE_UNSET && def->def) {
        lead = narrow ? "default " : "the server uses ";
        note = param_words(def, def->def);
    } else if (row->kind == CHOICE_UNSET)
        note = "the server decides";
    else if (row->kind == CHOICE_OTHER)
        note = narrow ? "" : "type a value of your own";
    else if (row->kind == CHOICE_TYPED)
        note = narrow ? "as typed" : "use the text as typed";
    draw_text(area, at, GUTTER, note_col - GUTTER - 1, DRAW_TEXT, text);
    draw_format(area, at, note_col, DRAW_DIM, "%s%s", lead, note);
    free(text);
}

static void view_choices_draw(const struct form *form, const struct param_def *def, struct area area,
                              bool focused)
{
    const struct form_choice *rows = NULL;
    size_t selected = 0, count = form_menu_rows(form, &rows, &selected);
    size_t height = area.h > 1 ? (size_t)area.h - 1 : 1, index = selected / height * height;
    const char *typed = lineedit_text(form_menu_line(form));
    char text[512], *clean = text_clean_copy(typed);
    snprintf(text, sizeof text, "%s (%s)%s%s", param_label(def), def->name,
             *typed               ? ": "
             : area.w < WIDE_FROM ? ""
                                  : ": type to filter, Enter chooses",
             clean);
    free(clean);
    draw_heading(area, 0, focused, text, "");
    if (focused)
        draw_cursor(area, 0, area.w - 1);
    int note_col = GUTTER + CHOICE_CELLS, at = 1;
    for (size_t i = 0; i < count; i++) {
        int end = GUTTER + text_width(rows[i].text) + GUTTER;
        note_col = end > note_col ? end : note_col;
    }
    note_col = note_col < area.w / 2 ? note_col : area.w / 2; /* notes begin in the left half */
    for (; at < area.h && index < count; at++, index++) {
        view_choices_draw_row(def, &rows[index], area, at, note_col);
        if (index == selected)
            view_menu_mark(area, at, focused);
    }
    if (count == 0 && at < area.h)
        draw_line(area, at++, GUTTER, DRAW_DIM,
                  "No known value matches, and the text is not valid: Esc closes");
    snprintf(text, sizeof text, "%s.%s", form_help(form),
             def->type == PARAM_BOOL ? "" : " You can also type another value.");
    draw_wrapped(area, at + 1, DRAW_TEXT, text);
}

/* --- forms --- */

/* Returns the width of the label column, at most 3/5 of `width`. It is usually LABEL_CELLS. In a form with
 * required fields it is the width of the longest label. */
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

/* Draws the title, and at its right end the number of changed fields and the position of the focus. A narrow
 * form always keeps room for both, so that a long title is always cut at the same cell. Its title has the
 * number of marked projects in place of their names. */
static void view_form_draw_title(const struct app_form *top, struct area area, bool focused)
{
    char right[64];
    const struct form *form = top->form;
    int len = 0, changed = form_changed_count(form);
    bool narrow = area.w < NAMES_FROM;
    if (changed > 0)
        len = snprintf(right, sizeof right, narrow ? "%d set  " : "%d set, rest [default]  ", changed);
    len += snprintf(right + len, sizeof right - (size_t)len, "%d/%d", form_position(form), form_count(form));
    snprintf(right + len, sizeof right - (size_t)len, "%*s",
             1 + (narrow && changed > 0 ? TITLE_RIGHT_CELLS - len : 0), "");
    int room = area.w - 1 - GAP - (narrow ? TITLE_RIGHT_CELLS : text_width(right) - 1);
    char *whole = narrow && top->id_count > 1 ? mem_printf("%s %zu marked", top->ops->title, top->id_count)
                                              : mem_copy(top->title);
    char *title = mem_alloc(strlen(whole) + 8);
    text_clip(title, strlen(whole) + 8, whole, room > 0 ? room : 0);
    draw_heading(area, 0, focused, title, right);
    free(title);
    free(whole);
}

static int view_form_draw_editor(const struct form *form, const struct form_row *field, struct area area,
                                 int row, int col)
{
    const struct lineedit *edit = form_editor(form);
    if (!field->error)
        return view_edit_draw(edit, area, row, col, area.w - col);
    int room = area.w - col, wanted = text_width(lineedit_text(edit)) + 1;
    int least = room / 3, most = room - GAP - BAD_CELLS - text_width(field->error);
    int cells = wanted > most ? most : wanted;
    if (cells < least)
        cells = wanted < least ? wanted : least;
    draw_format(area, row, col + cells + GAP, DRAW_BAD, BAD_MARK "%s", field->error);
    return view_edit_draw(edit, area, row, col, cells);
}

/* Draws a field: label, value, unit, and the parameter's name or the source of the value. If the value is
 * bad, the reason replaces the unit. A long label is cut if the space after the value is too small. Returns
 * the column of the cursor. */
static int view_form_draw_field(const struct form *form, const struct form_row *field, struct area area,
                                int row, int label_cells)
{
    int whole = text_width(field->label), width = text_width(field->value);
    int reason = field->error ? BAD_CELLS + text_width(field->error) + GAP : 0;
    int taken =
        width + (field->unit && width > 0 ? 1 + text_width(field->unit) : 0) + (reason ? reason + 1 : 0);
    if (whole > label_cells && !field->is_editing && GUTTER + whole + GAP + taken <= area.w)
        label_cells = whole;
    int col = GUTTER + label_cells + GAP, name_col = col + VALUE_CELLS, room = area.w - col;
    draw_text(area, row, 0, 1, DRAW_TEXT, !field->is_focused ? " " : form_menu_line(form) ? "-" : ">");
    draw_text(area, row, 1, 1, DRAW_TEXT, " ");
    draw_text(area, row, GUTTER, label_cells, DRAW_TEXT, field->label);
    if (field->is_editing)
        return view_form_draw_editor(form, field, area, row, col);
    char *value = text_clean_copy(field->value);
    if (field->is_default && field->value == field->unset) { /* the default is only shown */
        char *in_brackets = mem_printf("[%s]", value);
        free(value);
        value = in_brackets;
    }
    col += draw_text(area, row, col, room - reason < room / 3 ? room / 3 : room - reason,
                     field->is_default ? DRAW_DIM : DRAW_TEXT, value);
    if (field->error)
        col += draw_format(area, row, col + (*value ? GAP : 0), DRAW_BAD, BAD_MARK "%s", field->error);
    else if (field->unit && *value && strcmp(value, "-") != 0)
        col += 1 + draw_line(area, row, col + 1, DRAW_DIM, field->unit);
    free(value);
    const char *beside = field->whence                      ? field->whence
                         : field->def->local                ? "on this computer"
                         : field->def->name == field->label ? NULL
                                                            : field->def->name;
    if (area.w >= NAMES_FROM && beside && col + GAP <= name_col)
        draw_line(area, row, name_col, DRAW_DIM, beside);
    return 1;
}

static void view_form_draw_heading(const struct form_row *field, struct area area, int row, int label_cells)
{
    if (!field->folded) {
        draw_line(area, row, 0, DRAW_HEADING, field->label);
    } else if (!field->label) {
        draw_format(area, row, 0, DRAW_TEXT, "%s … %d more fields, none set", field->is_focused ? ">" : " ",
                    field->folded);
    } else {
        draw_text(area, row, 0, 2, DRAW_TEXT, field->is_focused ? ">▸" : " ▸");
        draw_text(area, row, GUTTER + 1, label_cells, DRAW_HEADING, field->label);
        draw_format(area, row, GUTTER + label_cells + GAP, DRAW_DIM,
                    field->folded == 1 ? "%d field" : "%d fields", field->folded);
    }
}

static void view_form_draw_fields(const struct form *form, struct area area, int height, bool focused)
{
    int label_cells = view_form_label_cells(form, area.w);
    struct form_row *rows = mem_zero((size_t)height, sizeof *rows);
    size_t count = form_rows(form, (size_t)height, rows);
    for (size_t i = 0; i < count; i++) {
        int row = (int)i + 1, cursor = 1;
        if (rows[i].is_heading && !rows[i].folded && i > 0 && i + 1 == (size_t)height)
            continue; /* a heading in the last row would have no visible field */
        if (rows[i].is_heading)
            view_form_draw_heading(&rows[i], area, row, label_cells);
        else
            cursor = view_form_draw_field(form, &rows[i], area, row, label_cells);
        if (focused && rows[i].is_focused)
            draw_cursor(area, row, cursor);
    }
    free(rows);
}

static int view_form_count_warnings(const struct form *form, int cells)
{
    int lines = 0;
    for (size_t i = 0; i < form_warned(form)->count; i++) {
        char line[512];
        snprintf(line, sizeof line, "! %s", form_warned(form)->texts[i]);
        lines += draw_count_wrapped(line, cells);
    }
    return lines;
}

/* Returns the height of the foot in rows. Usually it has the rows that layout_form_rows() leaves. Warnings
 * can make it larger, up to a third of the form. It is made smaller if all fields then become visible. A
 * failure message is drawn over the foot, so the foot is at least as high as the message. */
static int view_form_foot_rows(const struct app *app, const struct form *form, struct area area)
{
    int usual = area.h - 1 - layout_form_rows(&app->layout);
    int wanted = 1 + view_form_count_warnings(form, area.w);
    int failure = view_message_rows(app, app->layout.message.w);
    int covered = failure > 1 && layout_shares_bottom(&app->layout) ? failure : failure - 1;
    int rows = wanted > usual && wanted <= area.h / 3 ? wanted : usual;
    struct form_row seen[FEW_FIELDS];
    int fields = (int)form_rows(form, FEW_FIELDS, seen), least = wanted + (form_facts(form)->count > 0);
    if (fields < FEW_FIELDS && fields > area.h - 1 - rows && fields <= area.h - 1 - least)
        rows = area.h - 1 - fields;
    return covered > rows ? covered : rows;
}

/* Writes the foot's text about the focused field. Usually this is its help and the effect of an empty value.
 * In a narrow form, the parameter's name comes first. If the value is bad and the reason did not fit beside
 * it, the text is the reason. */
static enum draw_role view_form_about(const struct form *form, const struct form_row *field, struct area area,
                                      char *text, size_t size)
{
    const struct param_def *def = form_table(form)->needs ? NULL : field->def;
    bool named = def && !def->local && area.w < NAMES_FROM;
    const char *unset = def && field->is_default && !def->local ? field->unset : NULL;
    const char *value = field->is_editing ? lineedit_text(form_editor(form)) : field->value;
    int end = GUTTER + view_form_label_cells(form, area.w) + GAP + text_width(value) + 1;
    if (field->error && end + GAP + BAD_CELLS + text_width(field->error) > area.w) {
        snprintf(text, size, "%s", field->error);
        return DRAW_BAD;
    }
    snprintf(text, size, "%s%s%s%s%s%s%s", named ? def->name : "", named ? ": " : "", form_help(form),
             unset ? ". If empty: " : "", unset && def->def ? "the server uses " : "", unset ? unset : "",
             def ? "." : "");
    return DRAW_TEXT;
}

static void view_form_draw_warnings(const struct form *form, struct area area, int row)
{
    size_t count = form_warned(form)->count;
    for (size_t i = 0; i < count && row < area.h; i++) {
        char text[512];
        snprintf(text, sizeof text, "! %s", form_warned(form)->texts[i]);
        int left = (int)(count - i - 1), lines = draw_count_wrapped(text, area.w);
        if (row == area.h - 1 && left > 0)
            draw_format(area, row++, 0, DRAW_WARN, "%s (and %d more)", text, left);
        else if (row + lines + left <= area.h)
            row += draw_wrapped(area, row, DRAW_WARN, text);
        else
            draw_line(area, row++, 0, DRAW_WARN, text);
    }
}

/* Draws the foot: help of the focused field, facts, warnings. An open find line replaces facts and warnings.
 * If there are too few rows, warnings come first, facts second, help last. */
static void view_form_draw_foot(const struct form *form, const struct form_row *in_focus, struct area area,
                                int row)
{
    char text[1200], known[1200] = "";
    size_t len = 0;
    for (size_t i = 0; i < form_facts(form)->count && len < sizeof known; i++)
        len += (size_t)snprintf(known + len, sizeof known - len, "%s%s", i ? " " : "",
                                form_facts(form)->texts[i]);
    struct area inner = {.x = area.x + 1, .y = area.y, .w = area.w - 1, .h = area.h};
    const struct lineedit *finder = form_finder(form);
    int left = area.h - row - (finder ? 1 : view_form_count_warnings(form, area.w));
    int facts = finder ? 0 : draw_count_wrapped(known, inner.w);
    enum draw_role role = view_form_about(form, in_focus, area, text, sizeof text);
    int wanted = draw_count_wrapped(text, inner.w);
    if (facts > left || (role == DRAW_BAD && facts >= left))
        facts = 0;
    if (wanted > left - facts && left - facts > 0)
        draw_line(inner, row++, 0, role, text);
    else if (wanted <= left - facts)
        row += draw_wrapped(inner, row, role, text);
    if (finder) {
        row = row < area.h ? row : area.h - 1;
        int col = draw_line(area, row, 0, DRAW_KEY, "/");
        draw_cursor(area, row, view_edit_draw(finder, area, row, col, area.w - col));
        return;
    }
    if (facts > 0)
        row += draw_wrapped(inner, row, DRAW_TEXT, known);
    view_form_draw_warnings(form, area, row);
}

/* Draws the form. An open menu replaces the foot and covers one row of fields for each of its values. */
void view_form_draw(const struct app *app, struct area area, bool focused)
{
    const struct app_form *top = app_form_top(app);
    const struct form *form = top->form;
    const struct form_choice *rows;
    size_t selected;
    struct form_row in_focus = {.value = ""};
    form_rows(form, 1, &in_focus);
    bool chooses = form_menu_line(form);
    int foot = view_form_foot_rows(app, form, area), height = area.h - 1 - foot;
    view_form_draw_title(top, area, focused && !chooses);
    if (chooses) {
        int most = foot > 0 ? height : area.h - 2;
        height = most - (int)form_menu_rows(form, &rows, &selected);
        height = height < most / 3 ? most / 3 : height;
        height = height < 1 ? 1 : height;
    }
    view_form_draw_fields(form, area, height, focused && !chooses);
    area.y += 1 + height;
    area.h -= 1 + height;
    if (chooses)
        view_choices_draw(form, in_focus.def, area, focused);
    else if (foot > 0)
        view_form_draw_foot(form, &in_focus, area, 0);
}
