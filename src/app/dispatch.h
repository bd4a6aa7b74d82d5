/* The way from a key, a name or a line of the help to an action, or to what is on top. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_DISPATCH_H
#define STENO_APP_DISPATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/app/action.h"
#include "steno/app/prompt.h"
#include "steno/widget/key.h"

struct app;

/* Has it something to run? */
bool action_can_run(const struct action *action);
/* Calls it, wherever the focus is. */
void action_run(struct app *app, const struct action *action, const char *arg);

/* Does it work in what has the keys, form or pane? Over a form only some of a pane's do. */
bool app_runs_here(const struct app *app, const struct action *action);
/* Can it run now: right pane, a project there where one is needed, not refused by read_only? */
bool app_can_run(const struct app *app, const struct action *action);
/* Runs it where it is valid, or says why it cannot. */
void app_run(struct app *app, const struct action *action, const char *arg);
/* A key that does nothing where the focus is: says where it works, if it does anywhere. */
void app_run_elsewhere(struct app *app, struct key key);

/* What is typed goes to what is on top. */
void app_key(struct app *app, struct key key);
void app_paste(struct app *app, const char *text, size_t lost);

/* The line of commands. */
extern const struct prompt_ops app_command_prompt;
void act_command(struct app *app);

#endif
