/* Writes that have no answer: of this session, of others, and of programs that did not live to see theirs. */
#ifndef STENO_APP_UNANSWERED_H
#define STENO_APP_UNANSWERED_H

#include "steno/app/topic.h"

extern const struct topic topic_unanswered;

/* When the next look is due, on the monotonic clock; INT64_MAX for none. */
int64_t unanswered_deadline(const struct app *app);

#endif
