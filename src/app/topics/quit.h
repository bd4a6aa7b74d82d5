/* The ways back and out. */
#ifndef STENO_APP_QUIT_H
#define STENO_APP_QUIT_H

#include "steno/app/topic.h"

extern const struct topic topic_quit;

#endif
