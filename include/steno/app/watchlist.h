/* The list of projects: loading from the store, filter, sort, selection, and the project in the details. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_WATCHLIST_H
#define STENO_APP_WATCHLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/rows.h"

struct app;
struct app_project;

/* At the start: loads the list and its sort order; a screenful, or (is_whole) all of it. */
void app_watchlist_start(struct app *app, bool is_whole);
/* Loads what the first screen did not need. */
void app_watchlist_load_rest(struct app *app);
/* Loads the whole list after a change of account. */
void app_watchlist_load(struct app *app);
/* Removes all projects from memory, not from the store: the server or account has changed. */
void app_watchlist_forget(struct app *app);
/* Another program has changed the store: loads the changed rows, or the whole list. */
void app_list_reload(struct app *app);
/* Adds or removes projects, with their rows, marks and reads. The details leave a removed project for the
 * selected one. False, and reported, where the store failed; then nothing has changed. */
bool app_watchlist_add(struct app *app, const int64_t *ids, size_t count);
bool app_watchlist_remove(struct app *app, const int64_t *ids, size_t count);

/* Filters and sorts the list; the cursor stays on its project. Runs at the end of a turn if
 * app->order_may_differ. */
void app_watchlist_arrange(struct app *app);
/* Shows only rows that match a filter (core/rows.h), or all rows (""). A row that stops matching stays until
 * the next call. Puts the cursor on project `id`, else on the nearest row above it. */
void app_filter_apply(struct app *app, const char *text, int64_t id);
/* Sets the filter that the operator typed, and reports it. False, and reported, for an unknown word. */
bool app_filter_set(struct app *app, const char *text);
/* Sorts by a column, and saves that for the account. */
void app_sort_set(struct app *app, enum column column, bool is_down);
/* Number of marked projects that the filter hides. */
size_t app_hidden_marks(const struct app *app);

int64_t app_selected(const struct app *app); /* id under the cursor, 0 for none */
/* The project that actions apply to: in the list the one under the cursor, in other panes the one in the
 * details; or NULL. */
struct app_project *app_project_at_hand(const struct app *app);
/* Puts the cursor on a project; the details follow after a rest. */
void app_project_select(struct app *app, int64_t id);
/* The cursor moved: after a rest the details follow. */
void app_watchlist_moved(struct app *app);
/* Shows a project in the details at once. */
void app_project_show(struct app *app, int64_t id);

#endif
