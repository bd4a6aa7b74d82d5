/* The enqueue form. */
#ifndef STENO_APP_ENQUEUE_H
#define STENO_APP_ENQUEUE_H

#include "steno/app/topic.h"

extern const struct topic topic_enqueue;

#endif
