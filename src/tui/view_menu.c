/* Owns the look of a list to choose from: presets, used values. */
#include "steno/tui/view.h"
#include "steno/app/menu.h"

void view_menu_draw(const struct app *app, struct area area, bool focused)
{
    const struct app_menu *menu = app->menu;
    draw_line(area, 0, 0, DRAW_HEADING, menu->title ? menu->title : "");
    size_t top = list_top(&menu->list, (size_t)(area.h > 1 ? area.h - 1 : 1));
    if (focused)
        draw_cursor(area, 0, 0);
    for (int row = 1; row < area.h && top + (size_t)row - 1 < menu->count; row++) {
        size_t at = top + (size_t)row - 1;
        draw_line(area, row, 2, DRAW_TEXT, menu->items[at]);
        if (at != menu->list.selected)
            continue;
        draw_text(area, row, 0, 1, DRAW_TEXT, ">");
        if (focused)
            draw_cursor(area, row, 1);
    }
}
