/* The watchlist as the operator handles it. */
#ifndef STENO_APP_WATCH_H
#define STENO_APP_WATCH_H

#include "steno/app/topic.h"

extern const struct topic topic_watch;

#endif
