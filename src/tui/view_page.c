/* Owns the look of every pane of lines: title, labels in one column, a mark in the gutter of the pane with
 * the keys. */
/* SPDX-License-Identifier: MIT */
#include "view.h"

#include <stdio.h>
#include <string.h>

#include "steno/app/pages.h"
#include "steno/app/state.h"
#include "steno/base/text.h"

#define TITLE_SIZE 1024
#define CELL_SIZE  128

/* The title, and on its right which lines are shown where not all of them are. */
static void view_page_draw_heading(const struct page *page, const char *title, struct area area, bool focused)
{
    char window[LIST_WINDOW_SIZE];
    int height = area.h - 1 - (page->head.value != NULL);
    list_window(&page->list, (size_t)(height > 0 ? height : 1), window, sizeof window);
    bool says_aside = page->aside && (!*window || page->aside_stays);
    draw_heading(area, 0, focused, title, says_aside ? page->aside : window);
}

/* A label and its value. */
static void view_page_draw_field(struct area area, int row, int col, int value_col, const char *label,
                                 enum draw_role role, const char *value)
{
    draw_line(area, row, col, DRAW_LABEL, label);
    draw_line(area, row, value_col, role, value);
}

static const enum draw_role roles[] = {
    [LINE_TEXT] = DRAW_TEXT, [LINE_HEADING] = DRAW_HEADING, [LINE_FOLD] = DRAW_TEXT, [LINE_FIELD] = DRAW_TEXT,
    [LINE_NOTE] = DRAW_DIM,  [LINE_WARN] = DRAW_WARN,       [LINE_BAD] = DRAW_BAD,
};

/* The cells of a line, each in its column. */
static void view_page_draw_cells(const struct page *page, const struct page_line *line, struct area area,
                                 int row)
{
    const char *at = line->cells;
    for (int i = 0; i < page->column_count; i++) {
        const struct page_column *column = &page->columns[i];
        char text[CELL_SIZE];
        size_t len = strcspn(at, "\t");
        snprintf(text, sizeof text, "%.*s", (int)len, at);
        at += len + (at[len] == '\t');
        enum draw_role role = column->is_toned ? roles[line->tone] : roles[line->kind];
        int cells = text_width(text);
        if (column->col > 0)
            draw_text(area, row, column->col, column->end - column->col, role, text);
        else if (column->end > 0)
            draw_text(area, row, column->end - cells, cells, role, text);
    }
}

/* One line in its kind. */
static void view_page_draw_line(const struct page *page, const struct page_line *line, struct area area,
                                int row)
{
    if (line->cells)
        view_page_draw_cells(page, line, area, row);
    if (line->kind == LINE_FOLD)
        draw_text(area, row, PAGE_FOLD_COL, 1, DRAW_TEXT, line->is_open ? "-" : "+");
    if (line->label)
        view_page_draw_field(area, row, line->col, line->value_col, line->label, roles[line->kind],
                             line->value);
    else
        draw_line(area, row, line->col, roles[line->kind], line->value);
    if (line->label2)
        view_page_draw_field(area, row, page_pair_col(page), page_value2_col(page, line), line->label2,
                             roles[line->kind], line->value2);
}

/* The mark of the line with the cursor, in the gutter. A heading, which begins there, gives way to it. */
static void view_page_draw_cursor(const struct page *page, const struct page_line *line, struct area area,
                                  int row, bool focused)
{
    if (line->kind == LINE_HEADING && line->col == 0) {
        struct page_line moved = *line;
        moved.col = 1;
        view_page_draw_line(page, &moved, area, row);
    }
    draw_text(area, row, 0, 1, DRAW_TEXT, focused ? ">" : "-");
    if (focused)
        draw_cursor(area, row, 1);
}

/* What is known of the row with the cursor, below the list. */
static void view_page_draw_detail(const struct page *detail, struct area area)
{
    for (int row = 0; row < area.h && (size_t)row < detail->count; row++)
        view_page_draw_line(detail, &detail->lines[row], area, row);
}

/* A page in its area, whose first column is the gutter. has_cursor: it had the keys last, though something
 * that lies over it may have them now. */
static void view_page_draw_window(const struct page *page, const char *title, struct area area,
                                  bool has_cursor, bool focused)
{
    const struct list *rows = &page->list;
    view_page_draw_heading(page, title, area, focused);
    if (focused)
        draw_cursor(area, 0, 0);
    if (page->head.value) { /* the lines below it stand as if the title were there */
        view_page_draw_line(page, &page->head, area, 1);
        area.y++;
        area.h--;
    }
    size_t top = list_top(rows, (size_t)(area.h > 1 ? area.h - 1 : 1));
    for (int row = 1; row < area.h && top + (size_t)row - 1 < page->count; row++) {
        size_t at = top + (size_t)row - 1;
        view_page_draw_line(page, &page->lines[at], area, row);
        if (has_cursor && at == rows->selected)
            view_page_draw_cursor(page, &page->lines[at], area, row, focused);
    }
}

void view_page_draw(const struct app *app, int pane, struct area area, bool focused)
{
    char title[TITLE_SIZE];
    snprintf(title, sizeof title, "%s%s%s", area.x > 0 ? " " : "",
             app->panes[pane].ops->titled_as_row ? " " : "", app_pane_title(app, pane));
    struct area list = area, below = area;
    below.h = app_detail_rows(app, pane);
    list.h -= below.h;
    below.y += list.h;
    view_page_draw_window(&app->panes[pane].page, title, list, app->focus == pane, focused);
    view_page_draw_detail(&app->panes[pane].detail, below);
}

void view_preview_draw(const struct app *app, struct area area, bool focused)
{
    view_page_draw_window(&app->preview, app->preview.title ? app->preview.title : "", area, focused,
                          focused);
}
