/* The text panes: when their lines are built, which is at most once a turn. */
#ifndef STENO_APP_PAGES_H
#define STENO_APP_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/app/state.h"
#include "steno/widget/page.h"

const char *app_pane_title(enum app_pane pane);
void app_page_touch(struct app *app, enum app_pane pane);
void app_pages_build(struct app *app);
/* The note of a pane about a project that cannot be shown: there is none (NULL), or it was not read yet. */
void page_note_missing(const struct app *app, struct page *page, const struct app_project *project);

#endif
