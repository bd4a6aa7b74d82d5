/* Views. Each view draws one part of the application into its area, and changes nothing else. If `focused` is
 * true, the view gets the keys and places the cursor. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_VIEW_H
#define STENO_TUI_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/app/app.h"
#include "steno/widget/overlay.h"
#include "steno/widget/lineedit.h"

void view_header_draw(const struct app *app, struct area area);

/* These functions draw the message, the key bar below it, or both in one row (view_bottom_draw).
 * view_message_rows returns the number of rows that the message needs. */
int view_message_rows(const struct app *app, int cells);
void view_message_draw(const struct app *app, struct area area);
void view_keys_draw(const struct app *app, struct area area);
void view_bottom_draw(const struct app *app, struct area area);

void view_question_draw(const struct app *app, struct area area);
/* The prompt is drawn in place of the message. view_prompt_rows returns its height in rows. */
int view_prompt_rows(const struct app *app, int cells);
void view_prompt_draw(const struct app *app, struct area area);

void view_projects_draw(const struct app *app, struct area area, bool focused);
/* Draws one pane made of lines: details, tags, metadata, activity, raw, account, policy or help. */
void view_page_draw(const struct app *app, int pane, struct area area, bool focused);
/* Draws the topmost form, with its menu of values. */
void view_form_draw(const struct app *app, struct area area, bool focused);
void view_menu_draw(const struct app *app, struct area area, bool focused);
void view_preview_draw(const struct app *app, struct area area, bool focused);

/* Draws a line being edited, scrolled so that the cursor is visible; returns the column of the cursor. */
int view_edit_draw(const struct lineedit *edit, struct area area, int row, int col, int cells);

/* --- from text to cells ---
 *
 * These functions cut a text to a number of cells, and draw it in the look of a role. A character that is
 * unprintable or dangerous becomes a sign of the same width. If the locale is not UTF-8, all characters
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

/* Draws text from (row, col) of the area, in at most `cells` cells, cut at the area's right edge. A cut text
 * ends in `…`. Returns the number of cells used. 0: (row, col) is outside the area. */
int draw_text(struct area area, int row, int col, int cells, enum draw_role role, const char *text);

/* Like draw_text(), with all cells up to the area's right edge. */
int draw_line(struct area area, int row, int col, enum draw_role role, const char *text);

/* Like draw_text(), but the text is aligned right in `cells`. */
int draw_right(struct area area, int row, int col, int cells, enum draw_role role, const char *text);

int draw_format(struct area area, int row, int col, enum draw_role role, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Draws `cells` blanks from the left edge of a row, in the look of a role. */
void draw_fill(struct area area, int row, int cells, enum draw_role role);

/* Draws a bold heading, with the text `right` at its right edge. If focused, its first cells are reversed. */
void draw_heading(struct area area, int row, bool focused, const char *text, const char *right);
/* Reverses the first cells of a drawn row, to show that this view gets the keys. */
void draw_focus(struct area area, int row);

/* Draws the vertical rule left of a pane, one cell wide. */
void draw_rule(struct area pane);

/* Sets where draw_park() will put the cursor. */
void draw_cursor(struct area area, int row, int col);
/* Moves the cursor to the place that draw_cursor() set last. This is the last step of a draw. */
void draw_park(void);

/* Finds the first line of `text`, wrapped to `cells` at blanks and newlines. *len gets the length of this
 * line in bytes. A word longer than a line is cut where the line ends. Returns the offset of the next line.
 * 0: the text is empty. */
size_t draw_wrap(const char *text, int cells, size_t *len);

int draw_count_wrapped(const char *text, int cells);

/* Draws a text from `row` on, wrapped to the area's width. Returns how many lines the whole text has. */
int draw_wrapped(struct area area, int row, enum draw_role role, const char *text);

#endif
