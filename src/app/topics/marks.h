/* The marks of the watchlist: the topic's row of the table in turn.c. */
#ifndef STENO_APP_TOPIC_MARKS_H
#define STENO_APP_TOPIC_MARKS_H

#include "steno/app/topic.h"

extern const struct topic topic_marks;

#endif
