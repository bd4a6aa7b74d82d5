/* The tags pane. */
#ifndef STENO_APP_TAGS_H
#define STENO_APP_TAGS_H

#include "steno/app/topic.h"
#include "steno/widget/page.h"

struct app;

void app_build_tags(struct app *app, struct page *page, int cells);
void app_tag_delete_ask(struct app *app);

extern const struct topic topic_tags;

#endif
