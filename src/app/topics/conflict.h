/* The topic of the conflict sheet: a write that the server refused because somebody else changed the project.
 */
#ifndef STENO_APP_TOPICS_CONFLICT_H
#define STENO_APP_TOPICS_CONFLICT_H

#include "steno/app/topic.h"

extern const struct topic topic_conflict;

#endif
