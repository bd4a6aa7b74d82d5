/* The list of projects: loaded from the store, order, filter, sort, selection, what the details follow. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_WATCHLIST_H
#define STENO_APP_WATCHLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/rows.h"

struct app;
struct app_project;

/* Loads the list with its order, at the start: a screenful, or the whole of it. */
void app_watchlist_start(struct app *app, bool is_whole);
/* What the first picture did not need; nothing where all is there. */
void app_watchlist_load_rest(struct app *app);
/* That of another account, whole. */
void app_watchlist_load(struct app *app);
/* Another server or account: what is known of its projects is in the store, nothing of it here. */
void app_watchlist_forget(struct app *app);
/* Another program has changed something in the store: takes the rows over that have changed, or the whole
 * list. */
void app_list_reload(struct app *app);
/* Adds these, and takes them off: their rows, marks, reads; the details go on to what is selected. False, and
 * said, where the store could not; nothing is changed then. */
bool app_watchlist_add(struct app *app, const int64_t *ids, size_t count);
bool app_watchlist_remove(struct app *app, const int64_t *ids, size_t count);

/* Filters and sorts all, keeping the cursor on the selected id; by itself at the end of a turn, where
 * app->order_may_differ. */
void app_watchlist_arrange(struct app *app);
/* Shows only rows that match a filter (core/rows.h), or all of them (""). Rows that no longer match stay
 * until this is called again. The cursor goes to a project, else to the nearest above it. */
void app_filter_apply(struct app *app, const char *text, int64_t id);
/* What an operator wants, which is said; words that are unknown are refused. False then. */
bool app_filter_set(struct app *app, const char *text);
/* Orders by a column, and keeps that for the account. */
void app_sort_set(struct app *app, enum column column, bool is_down);
/* Marks were set or taken away on other rows than that of the cursor: counts those of projects that have no
 * row. */
void app_marks_changed(struct app *app);

int64_t app_selected(const struct app *app); /* id under the cursor, 0 for none */
/* The project that actions are about: under the cursor among the projects, else the one in the details; or
 * NULL. */
struct app_project *app_project_at_hand(const struct app *app);
/* Puts the cursor on a project; the details follow. */
void app_project_select(struct app *app, int64_t id);
/* The cursor moved: the selection and, after a rest, the details follow. */
void app_watchlist_moved(struct app *app);
/* Shows a project in the details at once. */
void app_project_show(struct app *app, int64_t id);

#endif
