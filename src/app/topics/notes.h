/* Notes of one's own: the topic's row of the table in turn.c. */
#ifndef STENO_APP_TOPIC_NOTES_H
#define STENO_APP_TOPIC_NOTES_H

#include "steno/app/topic.h"

extern const struct topic topic_notes;

#endif
