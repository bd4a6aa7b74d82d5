/* Views: each draws one part of the const state into its area, and decides nothing. Below them, the one door
 * from text to cells.
 *
 * `focused` says that the keys go there: the view then parks the cursor.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_VIEW_H
#define STENO_TUI_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/app/app.h"
#include "steno/widget/overlay.h"
#include "steno/widget/lineedit.h"

void view_header_draw(const struct app *app, struct area area);

/* The message line, the keys below it, and both in one row where there is one for both. */
int view_message_rows(const struct app *app, int cells);
void view_message_draw(const struct app *app, struct area area);
void view_keys_draw(const struct app *app, struct area area);
void view_bottom_draw(const struct app *app, struct area area);

/* A question, its keys in the last row. */
void view_question_draw(const struct app *app, struct area area);
/* A line being typed where messages stand, and the rows of so many cells that it takes. */
int view_prompt_rows(const struct app *app, int cells);
void view_prompt_draw(const struct app *app, struct area area);

void view_projects_draw(const struct app *app, struct area area, bool focused);
/* Any pane of lines: details, tags, metadata, activity, raw, account, policy, help. */
void view_page_draw(const struct app *app, int pane, struct area area, bool focused);
/* The form on top, with the menu of values of its field; over it a menu of presets or the preview of its
 * request. */
void view_form_draw(const struct app *app, struct area area, bool focused);
void view_menu_draw(const struct app *app, struct area area, bool focused);
void view_preview_draw(const struct app *app, struct area area, bool focused);

/* A line being edited, scrolled so that its cursor is within the cells; returns the column of the cursor. */
int view_edit_draw(const struct lineedit *edit, struct area area, int row, int col, int cells);

/* --- from text to cells: clipped, in roles, into the screen in the making ---
 * What cannot be printed, or must not be sent raw, leaves as a mark of the same width; without UTF-8 every
 * character leaves as ASCII of the same width. Nothing here reaches the terminal by itself. */

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
