/* Where a key goes: to what is on top. */
#ifndef STENO_APP_KEYS_H
#define STENO_APP_KEYS_H

#include <stddef.h>

#include "steno/app/action.h"
#include "steno/widget/key.h"

struct app;

void app_key(struct app *app, struct key key);
void app_paste(struct app *app, const char *text, size_t lost);
/* INPUT_ANSWER */
void app_answered(struct app *app, const char *text);
/* INPUT_CLOSE */
void app_closed(struct app *app);
/* INPUT_CHOOSE: a line by its number, 0 for the one under the cursor, and what to do there or NULL. */
void app_choose(struct app *app, int number, const char *action);

#endif
