/* Opening projects by id, and jumping to one. */
#ifndef STENO_APP_OPEN_H
#define STENO_APP_OPEN_H

#include "steno/app/topic.h"

extern const struct topic topic_open;

#endif
