/* Layout: which part of the terminal belongs to what. Pure arithmetic on cells.
 *
 * Row 0 is the header, the last row the status line; the body lies between.
 * Width < 80: one pane; 80-139: projects and one beside it; from 140: three.
 * Each pane's first row is its title or column heads, its list has h - 1 rows.
 */
#ifndef STENO_WIDGET_LAYOUT_H
#define STENO_WIDGET_LAYOUT_H

#include <stdbool.h>

#define LAYOUT_MIN_COLS    40
#define LAYOUT_MIN_ROWS    8
#define LAYOUT_COLUMNS_MAX 3

struct area {
    int x, y, w, h; /* w 0: not on the screen */
};

struct layout {
    bool too_small; /* nothing but one line saying so */
    int columns;    /* 1, 2, 3 */
    struct area header, body, status;
    struct area column[LAYOUT_COLUMNS_MAX]; /* between two columns stands one rule cell, at column[i].x - 2 */
};

void layout_compute(struct layout *layout, int cols, int rows);

/* For a dialogue by lines: one column so wide that nothing is wrapped. */
void layout_linear(struct layout *layout);

/* Rows for the list of fields in a form that takes a body of h rows: title above, help and messages below. */
static inline int layout_form_rows(int h)
{
    return h >= 16 ? h - 5 : h - 3;
}

#endif
