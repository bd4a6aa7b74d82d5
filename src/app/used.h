/* Values that were used before: remembered when a form was accepted, offered when a field is reached. */
#ifndef STENO_APP_USED_H
#define STENO_APP_USED_H

#include "steno/api/param.h"
#include "steno/app/forms.h"

struct app;

void app_form_want_used(struct app *app, struct app_form *form);

#endif
