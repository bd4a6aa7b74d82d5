/* The details of a project, with its keyword highlights. */
#ifndef STENO_APP_DETAILS_H
#define STENO_APP_DETAILS_H

#include "steno/app/topic.h"

extern const struct topic topic_details;

#endif
