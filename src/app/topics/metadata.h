/* The metadata pane and its form. */
#ifndef STENO_APP_METADATA_H
#define STENO_APP_METADATA_H

#include "steno/app/topic.h"

extern const struct topic topic_metadata;

#endif
