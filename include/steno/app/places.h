/* What views read off the places of the screen. */
#ifndef STENO_APP_PLACES_H
#define STENO_APP_PLACES_H

#include <stdbool.h>

#include "steno/app/state.h"

/* Rows below the list of a pane, for what is known of the line with the cursor. */
int app_detail_rows(const struct app *app, int pane);
/* Does the pane that is opened over a form stand beside it? */
bool app_over_is_beside(const struct app *app);
/* The cell where the part to the right of a form's fields begins. */
#define ASIDE_AT 83

#endif
