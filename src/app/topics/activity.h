/* The activity pane. */
#ifndef STENO_APP_ACTIVITY_H
#define STENO_APP_ACTIVITY_H

#include "steno/app/topic.h"

extern const struct topic topic_activity;

#endif
