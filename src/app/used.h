/* Values that were used before, offered in a form. */
#ifndef STENO_APP_USED_H
#define STENO_APP_USED_H

#include "steno/app/forms.h"

struct app;

/* Asks the store for the values of the focused field, once a form; they are offered when they come. */
void app_used_want(struct app *app, struct app_form *form);

#endif
