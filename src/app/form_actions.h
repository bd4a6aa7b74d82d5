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

/* Opens a form about a project (0: none); NULL when there is no room for another. What the caller fills in is
 * a part of how it opens once draft_take_base was called. */
struct app_form *app_form_open(struct app *app, const struct form_ops *ops, int64_t project_id);

/* The hints of the long form on top, in their order; a row of rank 0 has none. */
#define FORM_HINTS_MAX 13
void app_form_hints(const struct app *app, struct pane_hint rows[FORM_HINTS_MAX]);

/* These are about the form on top, and do nothing while something lies over it. */
void app_form_do(struct app *app, enum form_action act);

/* Opens a long form with its warnings, its draft and the values used before; NULL when there is no room for
 * another form. In the list it is about the marked projects, where there are some. */
struct app_form *app_long_form_open(struct app *app, const struct form_ops *ops);
/* Has a form that nobody has touched open with these values; they are taken. */
void app_form_start(struct app *app, struct app_form *form, struct param_set *start);

#endif
