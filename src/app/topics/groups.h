/* The ways through the groups of a pane. */
#ifndef STENO_APP_GROUPS_H
#define STENO_APP_GROUPS_H

#include "steno/app/topic.h"

struct app;

void act_next_group(struct app *app, const char *arg);
void act_previous_group(struct app *app, const char *arg);

extern const struct topic topic_groups;

#endif
