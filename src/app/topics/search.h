/* Search, filter and sort. */
#ifndef STENO_APP_SEARCH_H
#define STENO_APP_SEARCH_H

#include "steno/app/topic.h"
#include "steno/widget/page.h"

struct app;

void app_filter_set(struct app *app, const char *text);
void act_search(struct app *app, const char *arg);
void act_search_next(struct app *app, const char *arg);
void act_search_previous(struct app *app, const char *arg);
void act_filter(struct app *app, const char *arg);
void act_sort(struct app *app, const char *arg);
void act_sort_direction(struct app *app, const char *arg);

extern const struct topic topic_search;

#endif
