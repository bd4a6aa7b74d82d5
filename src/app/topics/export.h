/* The export form. */
#ifndef STENO_APP_EXPORT_H
#define STENO_APP_EXPORT_H

#include "steno/app/topic.h"

struct app;

void act_export(struct app *app, const char *arg);

extern const struct topic topic_export;

#endif
