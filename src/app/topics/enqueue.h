/* The enqueue form. */
#ifndef STENO_APP_ENQUEUE_H
#define STENO_APP_ENQUEUE_H

#include "steno/app/topic.h"

struct app;

extern const struct topic topic_enqueue;

#endif
