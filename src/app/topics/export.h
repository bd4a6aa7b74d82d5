/* The export form. */
#ifndef STENO_APP_EXPORT_H
#define STENO_APP_EXPORT_H

#include "steno/app/topic.h"

extern const struct topic topic_export;

#endif
