/* Forms as they are opened and filled in: what a key in one comes to. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_FORM_ACTIONS_H
#define STENO_APP_FORM_ACTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/app/pane.h"
#include "steno/widget/form.h"

struct app;
struct app_form;
struct form_ops;
struct param_set;

/* Opens a form about a project (0: none); NULL when there is no room for another. What the caller fills in is
 * a part of how it opens once app_draft_restore was called. */
struct app_form *app_form_open(struct app *app, const struct form_ops *ops, int64_t project_id);

/* The hints of the long form on top, in their order; of a row that names no action there is none. */
#define FORM_HINTS_MAX 13
void app_form_hints(const struct app *app, struct pane_hint rows[FORM_HINTS_MAX]);

/* These are about the form on top, and do nothing while something lies over it. */
void app_form_do(struct app *app, enum form_action act);

/* Opens a long form with its warnings and these values, which are taken; its draft goes over them. In the
 * list it is about the marked projects, where there are some. NULL when there is no room for another form. */
struct app_form *app_long_form_open(struct app *app, const struct form_ops *ops, struct param_set *start);

#endif
