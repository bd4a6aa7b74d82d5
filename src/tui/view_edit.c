/* Owns the look of one line being typed. */
#include "view.h"

int view_edit_draw(const struct lineedit *edit, struct area area, int row, int col, int cells)
{
    char text[LINEEDIT_MAX * 2];
    struct lineedit_view view;
    if (cells > area.w - col)
        cells = area.w - col;
    if (cells < 1)
        return area.w - 1;
    lineedit_view(edit, cells, text, sizeof text, &view);
    draw_text(area, row, col, cells, DRAW_TEXT, text);
    return col + view.cursor;
}
