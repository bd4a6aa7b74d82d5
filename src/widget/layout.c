/* Owns the division of the terminal into areas. It must not know what stands in them. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/layout.h"

#include <string.h>

#define LOWER_COLS   80
#define LOWER_ROWS   20
#define LOWER_LEAST  8  /* rows of the lower place, */
#define LOWER_PART   4  /* and the least part of the terminal's */
#define ASKED_LEAVES 2  /* rows of the list above a question, where there is one place */
#define FORM_MOST    64 /* cells of a form beside a pane, */
#define OVER_LEAST   90 /* which has so many, its rule among them */

/* The rows from y on to the end of an area. */
static struct area layout_from(struct area area, int y)
{
    return (struct area){.x = area.x, .y = y, .w = area.w, .h = area.y + area.h - y};
}

/* Rows of the lower place: its share, and what the list leaves of the body. */
static int layout_lower_rows(const struct layout *layout, int rows, size_t listed)
{
    int least = rows / LOWER_PART > LOWER_LEAST ? rows / LOWER_PART : LOWER_LEAST;
    int spare = listed < (size_t)layout->body.h ? layout->body.h - 1 - (int)listed : 0;
    return listed > 0 && spare > least ? spare : least;
}

void layout_compute(struct layout *layout, int cols, int rows, size_t listed)
{
    int bottom = rows < LAYOUT_TALL_ROWS ? 1 : 2;
    memset(layout, 0, sizeof *layout);
    layout->too_small = cols < LAYOUT_MIN_COLS || rows < LAYOUT_MIN_ROWS;
    layout->places = 1;
    if (layout->too_small)
        return;
    struct area all = {.w = cols, .h = rows};
    layout->header = (struct area){.w = cols, .h = 1};
    layout->form = layout->body = layout->place[0] = (struct area){.y = 1, .w = cols, .h = rows - 1 - bottom};
    layout->message = (struct area){.y = rows - bottom, .w = cols, .h = 1};
    layout->keys = layout_from(all, rows - 1);
    layout->asked = layout_from(all, layout->body.y + ASKED_LEAVES);
    layout->is_small = cols < LOWER_COLS || rows < LOWER_ROWS;
    if (layout->is_small)
        return;
    struct area lower =
        layout_from(layout->body, layout->message.y - layout_lower_rows(layout, rows, listed));
    layout->asked = layout_from(all, lower.y);
    if (listed == 0)
        return;
    layout->places = LAYOUT_PLACES_MAX;
    layout->form = layout->place[1] = lower;
    layout->place[0].h = layout->body.h - lower.h;
}

void layout_cover(struct layout *layout)
{
    layout->places = 1;
    layout->form = layout->place[0] = layout->body;
}

void layout_beside_form(struct layout *layout)
{
    int rest = layout->body.w - OVER_LEAST, form = rest > FORM_MOST ? FORM_MOST : rest;
    layout->form.w = form;
    layout->place[0].x = form + LAYOUT_RULE_CELLS;
    layout->place[0].w = layout->body.w - layout->place[0].x;
}
