/* The activity pane. */
#ifndef STENO_APP_ACTIVITY_H
#define STENO_APP_ACTIVITY_H

#include "steno/app/topic.h"
#include "steno/widget/page.h"

struct app;

void app_build_activity(struct app *app, struct page *page, int cells);
void act_activity(struct app *app, const char *arg);
/* From a line of the activity to its project. */
void app_activity_enter(struct app *app);

extern const struct topic topic_activity;

#endif
