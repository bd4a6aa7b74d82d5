/* The titles of panes. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PAGES_H
#define STENO_APP_PAGES_H

struct app;

/* The title of its lines, or its own. */
const char *app_pane_title(const struct app *app, int pane);

#endif
