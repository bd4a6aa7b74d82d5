/* How a long form opens: about the project at hand, or about the marked ones. */
#ifndef STENO_APP_LONG_FORM_H
#define STENO_APP_LONG_FORM_H

#include "steno/app/forms.h"

struct app;

/* Opens a long form with its warnings, its draft and the values used before; NULL when there is no room for
 * another form. In the list it is about the marked projects, where there are some. */
struct app_form *app_long_form_open(struct app *app, const struct form_ops *ops);

#endif
