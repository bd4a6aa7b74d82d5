/* The raw pane: a project as JSON. */
#ifndef STENO_APP_RAW_H
#define STENO_APP_RAW_H

#include "steno/app/topic.h"

extern const struct topic topic_raw;

#endif
