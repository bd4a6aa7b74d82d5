/* Values that were used before, asked of the store. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_USED_PRIVATE_H
#define STENO_APP_USED_PRIVATE_H

#include "steno/app/forms.h"
#include "steno/app/used.h"

/* Asks the store for the values of the focused field, once a form; they are offered when they come. */
void app_used_want(struct app *app, struct app_form *form);

#endif
