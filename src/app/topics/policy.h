/* The pane of the password policy. */
#ifndef STENO_APP_POLICY_H
#define STENO_APP_POLICY_H

#include "steno/app/topic.h"

extern const struct topic topic_policy;

#endif
