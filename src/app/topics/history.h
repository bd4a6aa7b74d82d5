/* The history of the project at hand. */
#ifndef STENO_APP_HISTORY_H
#define STENO_APP_HISTORY_H

#include "steno/app/topic.h"

extern const struct topic topic_history;

#endif
