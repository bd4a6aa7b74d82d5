/* Opening projects by id, and jumping to one. */
#ifndef STENO_APP_OPEN_H
#define STENO_APP_OPEN_H

#include "steno/app/topic.h"

struct app;

void act_open(struct app *app, const char *arg);
void act_jump(struct app *app, const char *arg);

extern const struct topic topic_open;

#endif
