/* Layout: which part of the terminal belongs to what. Pure arithmetic on cells.
 *
 * Row 0 is the header; from LAYOUT_TALL_ROWS up the last two rows are the message and the keys, below they
 * share one. The body lies between, in one to three places: one       below 80 columns or 20 rows, and where
 * a pane wants all of the body stacked   from 80x20: the first over the second beside    from 124 columns:
 * two side by side, from 180 three Each pane's first row is its title or column heads, its list has h - 1
 * rows.
 */
#ifndef STENO_WIDGET_LAYOUT_H
#define STENO_WIDGET_LAYOUT_H

#include <stdbool.h>

#define LAYOUT_MIN_COLS   40
#define LAYOUT_MIN_ROWS   8
#define LAYOUT_TALL_ROWS  16  /* from here on the message has a row of its own */
#define LAYOUT_WIDE_COLS  100 /* from here on the header says counts in words */
#define LAYOUT_THREE_COLS 180
#define LAYOUT_OVER_COLS  132 /* from here on a pane that is opened over a form stands beside it */
#define LAYOUT_FORM_COLS  120 /* from here on a form has a right part */
#define LAYOUT_PLACES_MAX 3
#define LAYOUT_RULE_CELLS 2 /* a blank and the rule; the gutter of the pane on the right stands behind it */

struct area {
    int x, y, w, h; /* w 0: not on the screen */
};

struct layout {
    bool too_small; /* nothing but one line saying so */
    int places;     /* 1, 2, 3 */
    bool stacked;   /* two, one over the other */
    struct area header, body;
    struct area form;                     /* the body, or what a pane beside the form leaves of it */
    struct area message, keys;            /* the same row where there is one for both */
    struct area place[LAYOUT_PLACES_MAX]; /* side by side: a rule stands at place[i].x - 1 */
};

/* At most `most` places, 1 to LAYOUT_PLACES_MAX. */
void layout_compute(struct layout *layout, int cols, int rows, int most);

/* Makes room beside a form for the only place. */
void layout_beside_form(struct layout *layout);

/* For plain mode: one place so wide that nothing is wrapped. */
void layout_linear(struct layout *layout);

/* Is there one row for message and keys? */
static inline bool layout_shares_bottom(const struct layout *layout)
{
    return layout->message.y == layout->keys.y;
}

/* Rows for the list of fields in a form that takes a body of h rows: title above, help and messages below. */
static inline int layout_form_rows(int h)
{
    return h >= 16 ? h - 5 : h - 3;
}

#endif
