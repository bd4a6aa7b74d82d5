/* The metadata pane and its form. */
#ifndef STENO_APP_METADATA_H
#define STENO_APP_METADATA_H

#include <stdint.h>

#include "steno/app/topic.h"
#include "steno/widget/page.h"

struct app;

void app_build_metadata(struct app *app, struct page *page, int cells);
void app_metadata_open(struct app *app);
void app_metadata_delete_ask(struct app *app);

extern const struct topic topic_metadata;

#endif
