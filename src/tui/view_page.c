/* Owns the look of every pane of lines: title, labels in one column, a mark in the gutter of the pane with
 * the keys. */
#include "steno/tui/view.h"

#include <stdio.h>
#include <string.h>

#include "steno/app/pages.h"
#include "steno/app/state.h"
#include "steno/base/text.h"

#define TITLE_SIZE 1024

/* The title, and on its right which lines are shown where not all of them are. */
static void page_draw_heading(const struct page *page, const char *title, struct area area, bool focused)
{
    char window[LIST_WINDOW_SIZE];
    list_window(&page->list, (size_t)(area.h > 1 ? area.h - 1 : 1), window, sizeof window);
    draw_heading(area, 0, focused, title, window);
}

/* One line in its kind. */
static void page_draw_line(const struct page *page, const struct page_line *line, struct area area, int row)
{
    static const enum draw_role roles[] = {
        [LINE_TEXT] = DRAW_TEXT, [LINE_HEADING] = DRAW_HEADING, [LINE_FIELD] = DRAW_TEXT,
        [LINE_NOTE] = DRAW_DIM,  [LINE_BAD] = DRAW_BAD,
    };
    int col = 2 * line->indent;
    if (line->kind == LINE_FIELD && line->label) {
        draw_line(area, row, col + PAGE_LABEL_INDENT, DRAW_LABEL, line->label);
        col = page_value_col(page, line);
    }
    draw_line(area, row, col, roles[line->kind], line->value);
}

/* A page in its area: a gutter of one cell, and the text. has_cursor: it had the keys last, though something
 * that lies over it may have them now. */
static void page_draw(const struct page *page, const char *title, struct area area, bool has_cursor,
                      bool focused)
{
    struct area text = {.x = area.x + PAGE_GUTTER, .y = area.y, .w = area.w - PAGE_GUTTER, .h = area.h};
    page_draw_heading(page, title, area, focused);
    size_t top = list_top(&page->list, (size_t)(area.h > 1 ? area.h - 1 : 1));
    if (focused)
        draw_cursor(area, 0, 0);
    for (int row = 1; row < area.h && top + (size_t)row - 1 < page->count; row++) {
        size_t at = top + (size_t)row - 1;
        page_draw_line(page, &page->lines[at], text, row);
        if (!has_cursor || at != page->list.selected)
            continue;
        draw_text(area, row, 0, 1, DRAW_TEXT, focused ? ">" : "-");
        if (focused)
            draw_cursor(area, row, PAGE_GUTTER);
    }
}

void view_page_draw(const struct app *app, int pane, struct area area, bool focused)
{
    char title[TITLE_SIZE];
    snprintf(title, sizeof title, "%s%s", app->panes[pane].ops->titled_as_row ? " " : "",
             app_pane_title(app, pane));
    page_draw(&app->panes[pane].page, title, area, app->focus == pane, focused);
}

void view_preview_draw(const struct app *app, struct area area, bool focused)
{
    page_draw(&app->preview, app->preview.title ? app->preview.title : "", area, focused, focused);
}
