/* Owns the division of the terminal into areas. It must not know what stands in them. */
#include "steno/widget/layout.h"

#include <string.h>

#define TWO_COLUMNS_FROM   80
#define THREE_COLUMNS_FROM 140
#define LINEAR_CELLS       100000
#define LINEAR_ROWS        24 /* as many rows of the watchlist are taken for seen, and read as such */
#define RULE_CELLS         3  /* blank, rule, blank between two columns */

void layout_compute(struct layout *layout, int cols, int rows)
{
    memset(layout, 0, sizeof *layout);
    layout->too_small = cols < LAYOUT_MIN_COLS || rows < LAYOUT_MIN_ROWS;
    layout->columns = cols < TWO_COLUMNS_FROM ? 1 : cols < THREE_COLUMNS_FROM ? 2 : 3;
    if (layout->too_small) {
        layout->columns = 1;
        return;
    }
    layout->header = (struct area){.w = cols, .h = 1};
    layout->body = (struct area){.y = 1, .w = cols, .h = rows - 2};
    layout->status = (struct area){.y = rows - 1, .w = cols, .h = 1};
    int left = cols - RULE_CELLS * (layout->columns - 1);
    int x = 0;
    for (int i = 0; i < layout->columns; i++) {
        int w = i == layout->columns - 1 ? left : layout->columns == 2 ? (left + 1) / 2 + 3 : left * 2 / 5;
        if (layout->columns == 3 && i == 1)
            w = left * 11 / 20;
        layout->column[i] = (struct area){.x = x, .y = 1, .w = w, .h = rows - 2};
        x += w + RULE_CELLS;
        left -= w;
    }
}

void layout_linear(struct layout *layout)
{
    const struct area all = {.w = LINEAR_CELLS, .h = LINEAR_ROWS};
    *layout = (struct layout){.columns = 1, .header = all, .body = all, .status = all, .column = {all}};
}
