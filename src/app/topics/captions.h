/* The topic of captions: the keys of the captions of the export form. */
#ifndef STENO_APP_TOPICS_CAPTIONS_H
#define STENO_APP_TOPICS_CAPTIONS_H

#include "steno/app/topic.h"

extern const struct topic topic_captions;

#endif
