/* What concerns the program as a whole. */
#ifndef STENO_APP_PROGRAM_H
#define STENO_APP_PROGRAM_H

#include "steno/app/topic.h"

extern const struct topic topic_program;

#endif
