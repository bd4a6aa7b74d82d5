/* Panes: which stands in which column, which has the focus, and where `q` leads. */
#ifndef STENO_APP_PANES_H
#define STENO_APP_PANES_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/app/state.h"
#include "steno/widget/list.h"

void app_layout(struct app *app);
void app_pane_open(struct app *app, enum app_pane pane);
bool app_pane_back(struct app *app); /* false when there is nowhere to go back to */
struct list *app_focus_list(struct app *app);
/* Moves the cursor of a list as the action of that name does; false when it moves nothing. */
bool app_list_step(struct list *list, const char *action, size_t height);
/* Puts the cursor of the pane in focus on the line of this number, from 1; false when there is none. */
bool app_pane_choose(struct app *app, size_t number);
void app_pane_step(struct app *app, int step);

#endif
