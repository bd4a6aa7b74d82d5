/* Opening projects by id, and jumping to one. */
#ifndef STENO_APP_OPEN_H
#define STENO_APP_OPEN_H

#include <stdbool.h>

#include "steno/app/topic.h"

struct app;

/* Opens the form with ids that were pasted; false when the text is no ids, or more than its field takes. */
bool app_open_paste(struct app *app, const char *text);
void act_open(struct app *app, const char *arg);
void act_jump(struct app *app, const char *arg);

extern const struct topic topic_open;

#endif
