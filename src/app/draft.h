/* Drafts: what was changed in a form, handed to the store by field and put back. Never a secret. */
#ifndef STENO_APP_DRAFT_H
#define STENO_APP_DRAFT_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/app/forms.h"

struct app;
struct app_form;

void app_form_save_draft(struct app *app, struct app_form *form);
void app_forms_save_drafts(struct app *app);
/* What a long form sent was accepted: its draft goes, and the form where it is still open (else NULL). */
void app_form_accepted(struct app *app, const struct form_ops *ops, struct app_form *form, int64_t id);
void app_form_want_draft(struct app *app, struct app_form *form);
/* Saves what is left to save, and says that it is kept, when it is. */
void app_draft_leave(struct app *app, struct app_form *form);
void app_draft_drop(struct app *app, const struct app_form *form);
/* A short form was sent or given up: nothing of it is kept any longer. */
void app_draft_discard(struct app *app, struct app_form *form);
/* Another server or login: the drafts are all to be saved there. */
void app_drafts_moved(struct app *app);
/* Another session changed something: was it a draft? */
void app_drafts_look(struct app *app);

#endif
