/* The tags pane. */
#ifndef STENO_APP_TAGS_H
#define STENO_APP_TAGS_H

#include "steno/app/topic.h"

extern const struct topic topic_tags;

#endif
