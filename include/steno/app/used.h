/* Values that were used before, offered in a form. */
#ifndef STENO_APP_USED_H
#define STENO_APP_USED_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/app/forms.h"

struct app;
struct form_choice;
struct param_def;

/* Asks the store for the values of the focused field, once a form; they are offered when they come. */
void app_used_want(struct app *app, struct app_form *form);
/* What stands beside a value to choose: "used 14 times, last 19:02" (when only of the latest one), "the
 * server takes no"; in few cells less of it. "" for nothing. */
void app_used_note(const struct app *app, char *out, size_t size, const struct param_def *def,
                   const struct form_choice *row, bool narrow, bool latest);

#endif
