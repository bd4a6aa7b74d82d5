/* The pane of the password policy, and the check of a password that stays here. */
#ifndef STENO_APP_POLICY_H
#define STENO_APP_POLICY_H

#include "steno/app/topic.h"

extern const struct topic topic_policy;

#endif
