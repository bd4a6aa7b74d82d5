/* The help pane. */
#ifndef STENO_APP_HELP_H
#define STENO_APP_HELP_H

#include "steno/app/topic.h"

extern const struct topic topic_help;

#endif
