/* Search, filter and sort. */
#ifndef STENO_APP_SEARCH_H
#define STENO_APP_SEARCH_H

#include "steno/app/topic.h"

extern const struct topic topic_search;

#endif
