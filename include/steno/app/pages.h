/* The pages of panes: when they are built, their titles. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PAGES_H
#define STENO_APP_PAGES_H

#include "steno/app/pane.h"
#include "steno/widget/page.h"
struct app;
struct app_project;

/* The title of its lines, or its own. */
const char *app_pane_title(const struct app *app, int pane);

/* The number of a pane, by its name, which must be one. */
int app_pane_find(const struct app *app, const char *name);
struct page *app_page_of(const struct app *app, const char *name);

/* What the pane shows has changed. */
void app_page_touch(struct app *app, const char *name);
void app_pages_build(struct app *app);
/* The note of a pane about a project that cannot be shown: there is none (NULL), or it was not read yet. */
void pages_note_missing(const struct app *app, struct page *page, const struct app_project *project);

#endif
