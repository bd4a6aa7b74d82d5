/* What happened while nobody looked: the digest of the first readings of a session. */
#ifndef STENO_APP_AWAY_H
#define STENO_APP_AWAY_H

#include "steno/app/topic.h"

extern const struct topic topic_away;

#endif
