/* The export form. */
#ifndef STENO_APP_EXPORT_H
#define STENO_APP_EXPORT_H

#include "steno/app/topic.h"

struct app;

extern const struct topic topic_export;

#endif
