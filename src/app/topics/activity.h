/* The activity pane. */
#ifndef STENO_APP_ACTIVITY_H
#define STENO_APP_ACTIVITY_H

#include "steno/app/topic.h"

struct app;

void act_activity(struct app *app, const char *arg);

extern const struct topic topic_activity;

#endif
