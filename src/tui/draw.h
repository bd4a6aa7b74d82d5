/* Drawing: clipped text by cells, in roles, into the screen in the making.
 *
 * The one door from text to cells: what cannot be printed, or must not be sent
 * raw, leaves as a mark of the same width; without UTF-8 every character leaves
 * as ASCII of the same width.  Nothing here reaches the terminal by itself.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_DRAW_H
#define STENO_TUI_DRAW_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/widget/overlay.h"

struct settings;

enum draw_role {
    DRAW_TEXT,
    DRAW_DIM, /* defaults, units, what is known but not fresh */
    DRAW_HEADING,
    DRAW_LABEL,
    DRAW_KEY, /* a key in a hint */
    DRAW_GOOD,
    DRAW_BUSY,
    DRAW_WARN,
    DRAW_BAD,
    DRAW_MATCH, /* found by a search */
    DRAW_ROLE_COUNT
};

/* Blanks a area. */
void draw_clear(struct area area);

/* Draws text from (row, col) of the area, at most `cells` wide and never beyond its edge; a text that was cut
 * ends in `…`. Returns the cells used; 0 outside. */
int draw_text(struct area area, int row, int col, int cells, enum draw_role role, const char *text);

/* draw_text() to the right edge. */
int draw_line(struct area area, int row, int col, enum draw_role role, const char *text);

/* draw_text(), right-aligned in `cells`. */
int draw_right(struct area area, int row, int col, int cells, enum draw_role role, const char *text);

int draw_format(struct area area, int row, int col, enum draw_role role, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Blanks from the left edge of a row, in the look of a role. */
void draw_fill(struct area area, int row, int cells, enum draw_role role);

/* A heading: bold, with `right` at its right edge; of what has the keys the first cells are reversed. */
void draw_heading(struct area area, int row, bool focused, const char *text, const char *right);
/* Reverses the first cells of a row that was drawn: it is the heading of what has the keys. */
void draw_focus(struct area area, int row);

/* The rule left of a pane: one cell, beside its gutter. */
void draw_rule(struct area pane);

/* Where the cursor is to stand when the turn is drawn. */
void draw_cursor(struct area area, int row, int col);
/* Puts it there: for the screen, after all else. */
void draw_park(void);

/* Cells and bytes of the next line of a text wrapped at blanks into `cells`, or ended by a newline; returns
 * bytes to skip to the next line, *len those to show. 0 at the end. */
size_t draw_wrap(const char *text, int cells, size_t *len);

/* Lines that a text takes, wrapped. */
int draw_count_wrapped(const char *text, int cells);

/* Draws a whole text wrapped into the area from `row` on. Returns the lines it has in all. */
int draw_wrapped(struct area area, int row, enum draw_role role, const char *text);

#endif
