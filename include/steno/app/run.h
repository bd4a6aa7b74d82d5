/* Running an action, by its key, its name or its line in the help. */
#ifndef STENO_APP_RUN_H
#define STENO_APP_RUN_H

#include <stdbool.h>

#include "steno/app/action.h"
#include "steno/widget/key.h"

struct app;

/* Does it work in what has the keys, form or pane? Over a form only some of a pane's do. */
bool app_runs_here(const struct app *app, const struct action *action);
/* Can it run now: right pane, a project there where one is needed, not refused by read_only? */
bool app_can_run(const struct app *app, const struct action *action);
/* Runs it where it is valid, or says why it cannot. */
void app_run(struct app *app, const struct action *action, const char *arg);

/* A key that does nothing where the focus is: says where it works, if it does anywhere. */
void app_run_elsewhere(struct app *app, struct key key);

#endif
