/* The pane in focus. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PANES_H
#define STENO_APP_PANES_H

#include "steno/app/pane.h"
#include "steno/app/state.h"

const struct pane_ops *app_focus_ops(const struct app *app);
struct page *app_focus_page(const struct app *app);

#endif
