/* Owns the division of the terminal into areas. It must not know what stands in them. */
#include "steno/widget/layout.h"

#include <string.h>

#define STACKED_COLS 80
#define STACKED_ROWS 20
#define BESIDE_COLS  124
#define BESIDE_LEAST 48 /* cells of what stands beside the first place */
#define BESIDE_MOST  72
#define FORM_MOST    64 /* cells of a form beside a pane, */
#define OVER_LEAST   90 /* which has so many, its rule among them */
#define LINEAR_CELLS 100000
#define LINEAR_ROWS  24 /* as many rows of the watchlist are taken for seen, and read as such */

/* How many places there is room for. */
static int layout_count(int cols, int rows)
{
    if (cols < STACKED_COLS || rows < STACKED_ROWS)
        return 1;
    return cols < LAYOUT_THREE_COLS ? 2 : 3;
}

/* The first over the second, which gets the smaller half. */
static void layout_stack(struct layout *layout, int rows)
{
    struct area body = layout->body;
    int upper = rows / 2 + 1;
    layout->stacked = true;
    layout->place[0] = (struct area){.y = body.y, .w = body.w, .h = upper};
    layout->place[1] = (struct area){.y = body.y + upper, .w = body.w, .h = body.h - upper};
}

/* Side by side, with a rule between two. */
static void layout_stand_beside(struct layout *layout, int cols)
{
    int left = cols - LAYOUT_RULE_CELLS * (layout->places - 1), widths[LAYOUT_PLACES_MAX] = {0};
    if (layout->places == 2) {
        int beside = cols * 2 / 5;
        widths[1] = beside < BESIDE_LEAST ? BESIDE_LEAST : beside > BESIDE_MOST ? BESIDE_MOST : beside;
        widths[0] = left - widths[1];
    } else {
        widths[0] = left * 3 / 7;
        widths[2] = left / 4;
        widths[1] = left - widths[0] - widths[2];
    }
    for (int i = 0, x = 0; i < layout->places; x += widths[i++] + LAYOUT_RULE_CELLS)
        layout->place[i] = (struct area){.x = x, .y = layout->body.y, .w = widths[i], .h = layout->body.h};
}

void layout_compute(struct layout *layout, int cols, int rows, int most)
{
    int bottom = rows < LAYOUT_TALL_ROWS ? 1 : 2, count = layout_count(cols, rows);
    memset(layout, 0, sizeof *layout);
    layout->too_small = cols < LAYOUT_MIN_COLS || rows < LAYOUT_MIN_ROWS;
    layout->places = count < most ? count : most;
    if (layout->too_small)
        return;
    layout->header = (struct area){.w = cols, .h = 1};
    layout->form = layout->body = (struct area){.y = 1, .w = cols, .h = rows - 1 - bottom};
    layout->message = (struct area){.y = rows - bottom, .w = cols, .h = 1};
    layout->keys = (struct area){.y = rows - 1, .w = cols, .h = 1};
    if (layout->places == 1)
        layout->place[0] = layout->body;
    else if (cols < BESIDE_COLS)
        layout_stack(layout, rows);
    else
        layout_stand_beside(layout, cols);
}

void layout_beside_form(struct layout *layout)
{
    int rest = layout->body.w - OVER_LEAST, form = rest > FORM_MOST ? FORM_MOST : rest;
    layout->form.w = form;
    layout->place[0].x = form + LAYOUT_RULE_CELLS;
    layout->place[0].w = layout->body.w - layout->place[0].x;
}

void layout_linear(struct layout *layout)
{
    const struct area all = {.w = LINEAR_CELLS, .h = LINEAR_ROWS};
    *layout = (struct layout){
        .places = 1, .header = all, .body = all, .form = all, .message = all, .keys = all, .place = {all}};
}
