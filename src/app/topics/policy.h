/* The pane of the password policy, and the check of a password that stays here. */
#ifndef STENO_APP_POLICY_H
#define STENO_APP_POLICY_H

#include "steno/app/topic.h"

struct app;

void act_policy(struct app *app, const char *arg);
void act_check(struct app *app, const char *arg);

extern const struct topic topic_policy;

#endif
