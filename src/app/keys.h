/* Where a key goes: to what is on top. */
#ifndef STENO_APP_KEYS_H
#define STENO_APP_KEYS_H

#include <stddef.h>

#include "steno/app/action.h"
#include "steno/widget/key.h"

struct app;

void app_key(struct app *app, struct key key);
void app_paste(struct app *app, const char *text, size_t lost);
/* Something else has the keys now: those that were read before it is drawn were not meant for it. They
 * answer no question and start no write (app->private->early). */
void app_scene_change(struct app *app);
void app_run(struct app *app, const struct action *action, const char *arg);

#endif
