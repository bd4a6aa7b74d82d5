/* The enqueue form. */
#ifndef STENO_APP_ENQUEUE_H
#define STENO_APP_ENQUEUE_H

#include "steno/app/topic.h"

struct app;

void act_enqueue(struct app *app, const char *arg);

extern const struct topic topic_enqueue;

#endif
