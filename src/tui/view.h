/* Views: each draws one part of the application into its area, and changes nothing else. `focused`: this view
 * gets the keys, and so places the cursor. Functions that draw text follow below. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_VIEW_H
#define STENO_TUI_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/app/app.h"
#include "steno/widget/overlay.h"
#include "steno/widget/lineedit.h"

void view_header_draw(const struct app *app, struct area area);

/* view_message_draw draws the message line, view_keys_draw the key bar below it, view_bottom_draw both in one
 * row. view_message_rows returns the rows that the message needs. */
int view_message_rows(const struct app *app, int cells);
void view_message_draw(const struct app *app, struct area area);
void view_keys_draw(const struct app *app, struct area area);
void view_bottom_draw(const struct app *app, struct area area);

void view_question_draw(const struct app *app, struct area area);
/* view_prompt_draw draws the prompt in place of the message, in as many rows as view_prompt_rows returns. */
int view_prompt_rows(const struct app *app, int cells);
void view_prompt_draw(const struct app *app, struct area area);

void view_projects_draw(const struct app *app, struct area area, bool focused);
/* Draws any pane made of lines: details, tags, metadata, activity, raw, account, policy, help. */
void view_page_draw(const struct app *app, int pane, struct area area, bool focused);
/* Draws the topmost form, with its menu of values. */
void view_form_draw(const struct app *app, struct area area, bool focused);
void view_menu_draw(const struct app *app, struct area area, bool focused);
void view_preview_draw(const struct app *app, struct area area, bool focused);

/* Draws a line being edited, scrolled so that the cursor is visible; returns the column of the cursor. */
int view_edit_draw(const struct lineedit *edit, struct area area, int row, int col, int cells);

/* --- from text to cells ---
 *
 * These functions cut a text to a number of cells, and draw it in the look of a role. A character that cannot
 * be printed, or must not reach a terminal, becomes a sign of the same width. Without UTF-8 all characters
 * become ASCII of the same width. Only screen_draw() sends cells to the terminal. */

enum draw_role {
    DRAW_TEXT,
    DRAW_DIM, /* defaults, units, notes */
    DRAW_HEADING,
    DRAW_LABEL,
    DRAW_KEY, /* a key in a hint */
    DRAW_GOOD,
    DRAW_BUSY,
    DRAW_WARN,
    DRAW_BAD,
    DRAW_MATCH, /* text that matches a search */
    DRAW_ROLE_COUNT
};

void draw_clear(struct area area);

/* Draws text from (row, col) of the area, at most `cells` wide and never beyond the area's edge; a cut text
 * ends in `…`. Returns the cells used; 0 if (row, col) is outside the area. */
int draw_text(struct area area, int row, int col, int cells, enum draw_role role, const char *text);

/* Does what draw_text() does, with all cells up to the right edge. */
int draw_line(struct area area, int row, int col, enum draw_role role, const char *text);

/* Does what draw_text() does, but aligns the text right in `cells`. */
int draw_right(struct area area, int row, int col, int cells, enum draw_role role, const char *text);

int draw_format(struct area area, int row, int col, enum draw_role role, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Draws `cells` blanks from the left edge of a row, in the look of a role. */
void draw_fill(struct area area, int row, int cells, enum draw_role role);

/* Draws a heading: bold, with `right` at its right edge; if focused, its first cells are reversed. */
void draw_heading(struct area area, int row, bool focused, const char *text, const char *right);
/* Reverses the first cells of a drawn row, to show that this view gets the keys. */
void draw_focus(struct area area, int row);

/* Draws the vertical rule left of a pane, one cell wide. */
void draw_rule(struct area pane);

/* Sets where draw_park() will put the cursor. */
void draw_cursor(struct area area, int row, int col);
/* Moves the cursor to the place that draw_cursor() set last. This is the last step of a draw. */
void draw_park(void);

/* Finds the first line of a text when it is wrapped to `cells`, at blanks and newlines. Sets *len to the
 * bytes that this line shows. Returns where the next line begins; 0 at the end of the text. */
size_t draw_wrap(const char *text, int cells, size_t *len);

int draw_count_wrapped(const char *text, int cells);

/* Draws a text wrapped to the area's width, from `row` on. Returns the number of lines, drawn or not. */
int draw_wrapped(struct area area, int row, enum draw_role role, const char *text);

#endif
