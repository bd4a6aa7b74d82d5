/* The activity pane. */
#ifndef STENO_APP_ACTIVITY_H
#define STENO_APP_ACTIVITY_H

#include "steno/app/topic.h"

struct app;

extern const struct topic topic_activity;

#endif
