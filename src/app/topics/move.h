/* Moving: the cursor, from pane to pane, into what is under the cursor. */
#ifndef STENO_APP_MOVE_H
#define STENO_APP_MOVE_H

#include "steno/app/topic.h"

extern const struct topic topic_move;

#endif
