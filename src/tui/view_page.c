/* Owns the look of every pane of lines: title, labels in one column, a mark in the gutter of the pane with
 * the keys. */
#include "steno/tui/view.h"

#include <stdio.h>
#include <string.h>

#include "steno/app/pages.h"
#include "steno/app/state.h"
#include "steno/base/text.h"

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

/* A page in its area; beside a rule the blank before the text serves as gutter. */
static void page_draw(const struct page *page, const char *title, struct area area, bool focused)
{
    int gutter = area.x > 0 ? 1 : 2;
    if (area.x > 0) {
        area.x -= 1;
        area.w += 1;
    }
    struct area text = {.x = area.x + gutter, .y = area.y, .w = area.w - gutter, .h = area.h};
    draw_line(text, 0, 0, focused ? DRAW_HEADING : DRAW_TEXT, title);
    size_t top = list_top(&page->list, (size_t)(area.h > 1 ? area.h - 1 : 1));
    if (focused)
        draw_cursor(area, 0, gutter - 1);
    for (int row = 1; row < area.h && top + (size_t)row - 1 < page->count; row++) {
        size_t at = top + (size_t)row - 1;
        page_draw_line(page, &page->lines[at], text, row);
        if (!focused || at != page->list.selected)
            continue;
        draw_text(area, row, 0, 1, DRAW_TEXT, ">");
        draw_cursor(area, row, gutter);
    }
}

void view_page_draw(const struct app *app, int pane, struct area area, bool focused)
{
    page_draw(&app->panes[pane].page, app_pane_title(app, pane), area, focused);
}

void view_preview_draw(const struct app *app, struct area area, bool focused)
{
    page_draw(&app->preview, app->preview.title ? app->preview.title : "", area, focused);
}
