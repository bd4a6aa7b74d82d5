/* Layout: which part of the terminal belongs to what. Pure arithmetic on cells.
 *
 * Row 0 is the header; from LAYOUT_TALL_ROWS up the last two rows are the message and the keys, below they
 * share one. The body lies between. From 80x20 on the list has the upper part of it, and the lower place what
 * opens; an empty list has no lower place. In smaller terminals, and where something wants all of the body,
 * there is one place. Each pane's first row is its title or column heads, its list has h - 1 rows.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_LAYOUT_H
#define STENO_WIDGET_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#define LAYOUT_MIN_COLS   40
#define LAYOUT_MIN_ROWS   8
#define LAYOUT_TALL_ROWS  16  /* from here on the message has a row of its own */
#define LAYOUT_WIDE_COLS  100 /* from here on the header says counts in words */
#define LAYOUT_OVER_COLS  132 /* from here on a pane that is opened over a form stands beside it */
#define LAYOUT_PLACES_MAX 2
#define LAYOUT_RULE_CELLS 2 /* a blank and the rule; the gutter of the pane on the right stands behind it */

struct area {
    int x, y, w, h; /* w 0: not on the screen */
};

struct layout {
    bool too_small; /* nothing but one line saying so */
    bool is_small;  /* one thing at a time: there is no room for a lower place */
    int places;     /* 1, 2: the list over the lower place */
    struct area header, body;
    struct area form;  /* of forms and what lies over them: the lower place or the body, or what a pane beside
                          the form leaves of that */
    struct area asked; /* of a question, its keys included: from the top of the lower place on; where there is
                          one place, all but the list's heading and one row of it */
    struct area message, keys;            /* the same row where there is one for both */
    struct area place[LAYOUT_PLACES_MAX]; /* a rule stands left of place[0] beside a form */
};

/* The list wants so many rows, its heading not counted. */
void layout_compute(struct layout *layout, int cols, int rows, size_t listed);

/* Gives all of the body to one place. */
void layout_cover(struct layout *layout);

/* Makes room beside a form for the only place. */
void layout_beside_form(struct layout *layout);

/* Is there one row for message and keys? */
static inline bool layout_shares_bottom(const struct layout *layout)
{
    return layout->message.y == layout->keys.y;
}

/* Rows for the list of fields in a form: title above, help and messages below. */
static inline int layout_form_rows(const struct layout *layout)
{
    return layout->form.h - (layout_shares_bottom(layout) ? 3 : 5);
}

#endif
