/* The project that actions are about. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_WATCHLIST_H
#define STENO_APP_WATCHLIST_H

#include <stdint.h>

struct app;
struct app_project;

int64_t app_selected(const struct app *app); /* id under the cursor, 0 for none */
/* The project that actions are about: under the cursor among the projects, else the one in the details; or
 * NULL. */
struct app_project *app_project_at_hand(const struct app *app);

#endif
