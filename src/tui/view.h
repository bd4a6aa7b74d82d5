/* Views: each draws one part of the const state into its area, and decides nothing.
 *
 * `focused` says that the keys go there: the view then parks the cursor.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_VIEW_H
#define STENO_TUI_VIEW_H

#include <stdbool.h>

#include "steno/app/app.h"
#include "draw.h"
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

#endif
