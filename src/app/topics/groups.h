/* The ways through the groups of a pane. */
#ifndef STENO_APP_GROUPS_H
#define STENO_APP_GROUPS_H

#include "steno/app/topic.h"

extern const struct topic topic_groups;

#endif
