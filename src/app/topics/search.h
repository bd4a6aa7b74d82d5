/* Search, filter and sort. */
#ifndef STENO_APP_SEARCH_H
#define STENO_APP_SEARCH_H

#include "steno/app/topic.h"
#include "steno/widget/page.h"

extern const struct topic topic_search;

#endif
