/* The panes: which of them stand where, the one in focus, and the ways between them. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PANES_H
#define STENO_APP_PANES_H

#include "steno/app/pane.h"
#include "steno/app/state.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "steno/app/pages.h"
#include "steno/widget/list.h"

const struct pane_ops *app_focus_ops(const struct app *app);
struct page *app_focus_page(const struct app *app);

/* The panes, at the bottom of what can have the keys. */
extern const struct overlay_ops app_pane_overlay;

void app_layout(struct app *app);
void app_pane_open(struct app *app, const char *name);
/* From a line about a project to its details, where it is on the watchlist; else says how it gets there. */
void app_pane_go_to_project(struct app *app, int64_t id);
/* Over the form on top, with the keys, or beside it where there is room. One does at a time. */
void app_pane_open_over(struct app *app, const char *name);
void app_pane_over_close(struct app *app);
/* Beside a form: hands the keys from the one to the other; false where no pane stands beside the form on top.
 */
bool app_pane_over_turn(struct app *app);
/* Gives the form on top, else the pane in focus, all of the body, or puts it back. */
void app_pane_zoom(struct app *app);
/* A key came: a lower place that is cleared stays so until keys rest. */
void app_lower_rest(struct app *app);
bool app_pane_back(struct app *app); /* false when there is nowhere to go back to */
void app_pane_step(struct app *app, int step);
/* The line under the cursor, if it stands for something of the current project; NULL for none. */
const struct page_line *app_line_of_current(const struct app *app);
struct list *app_focus_list(struct app *app);
/* The cursor of the pane in focus was moved. */
void app_focus_moved(struct app *app);
/* Puts the cursor of the pane in focus on a line, with as much as fits of what follows it up to `end`. */
void app_focus_jump(struct app *app, size_t row, size_t end);
/* Moves the cursor of a list as the action of that name does; false when it moves nothing. */
bool app_list_step(struct list *list, const char *action, size_t height);

#endif
