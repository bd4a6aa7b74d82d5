/* Drafts of forms in the store: what was changed in a form outlives it, and the program. Never a secret. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_FORM_DRAFT_H
#define STENO_APP_FORM_DRAFT_H

#include <stdint.h>

#include "steno/app/forms.h"

struct app;

/* Asks the store for the draft of a form that was just opened. It is put back when it comes, unless something
 * was done in the form by then; in a long form `form-unset-all` clears it. */
void app_draft_want(struct app *app, struct app_form *form);

/* Saves what was changed since the last time, of one form or of all that are open. */
void app_draft_save(struct app *app, struct app_form *form);
void app_drafts_save(struct app *app);

/* A long form is left: saves, and says that the draft is kept once it is. */
void app_draft_leave(struct app *app, struct app_form *form);
/* A short form was sent or given up: its draft is dropped. */
void app_draft_discard(struct app *app, struct app_form *form);
/* What a long form sent was accepted: its draft is dropped, and it closes. `form` is NULL when it was closed
 * before; then a form that was opened since about the same project keeps the draft. */
void app_form_accepted(struct app *app, const struct form_ops *ops, struct app_form *form, int64_t id);

/* The rows of another server, login or state file are used from now on: all drafts are to be saved there. */
void app_drafts_moved(struct app *app);
/* Another session changed something in the store: says which fields of the open forms. */
void app_drafts_look(struct app *app);

#endif
