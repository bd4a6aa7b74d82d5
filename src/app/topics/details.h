/* The details of a project, with its keyword highlights. */
#ifndef STENO_APP_DETAILS_H
#define STENO_APP_DETAILS_H

#include "steno/app/topic.h"

struct app;

void act_next_highlight(struct app *app, const char *arg);
void act_previous_highlight(struct app *app, const char *arg);

extern const struct topic topic_details;

#endif
