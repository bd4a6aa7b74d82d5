/* What every part does to the state, beside its own. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_STATE_PRIVATE_H
#define STENO_APP_STATE_PRIVATE_H

#include "steno/app/state.h"

/* What must be drawn again: DIRTY_ bits. */
void app_dirty(struct app *app, unsigned bits);
/* What the end of the turn brings up to date: STALE_ bits. */
void app_stale(struct app *app, unsigned bits);
/* What the list shows of a project is another: its row is looked at, at the end of the turn. */
void app_stale_row(struct app *app, int64_t id);
/* The panes about a project, when it is the one that they show. */
void app_stale_project(struct app *app, int64_t id);
struct effect *app_emit(struct app *app, enum effect_kind kind);

/* --- the places of the screen --- */

/* The place that shows a pane, or -1. */
int app_pane_place(const struct app *app, int pane);
/* Rows that the list of a pane has on the screen: without its title, its head and the detail below it; 0 when
 * it is not shown. */
size_t app_pane_height(const struct app *app, int pane);
/* Rows below the title of what opens over the panes or over a form. */
size_t app_lower_height(const struct app *app);
/* Rows for the fields of a form: layout_form_rows of its place. */
size_t app_form_height(const struct app *app);
/* Where keys are: the IN_ bit of the form or of the pane in focus. */
unsigned app_where(const struct app *app);

#endif
