/* The details and raw panes. */
#ifndef STENO_APP_DETAILS_H
#define STENO_APP_DETAILS_H

#include "steno/app/topic.h"
#include "steno/widget/page.h"

struct app;

/* Builders, one a pane. */
void app_build_details(struct app *app, struct page *page, int cells);
void app_build_raw(struct app *app, struct page *page, int cells);

extern const struct topic topic_details;

#endif
