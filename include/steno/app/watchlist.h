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

/* Call at the start. Loads the sort order and the list. If is_whole is false, loads only a screenful. */
void app_watchlist_start(struct app *app, bool is_whole);
/* Loads the rest of the list, if only the first screenful was loaded. */
void app_watchlist_load_rest(struct app *app);
/* Loads the whole list after a change of account. */
void app_watchlist_load(struct app *app);
/* Call when the server or account has changed. Removes all projects from memory; the store keeps them. */
void app_watchlist_forget(struct app *app);
/* Call when another program has changed the store. Loads the changed rows, or all rows if some are gone. */
void app_list_reload(struct app *app);
/* Add or remove projects, with their rows, marks and readings. The selected project replaces a removed one in
 * the details. If the store fails, they show a message, change nothing and return false. */
bool app_watchlist_add(struct app *app, const int64_t *ids, size_t count);
bool app_watchlist_remove(struct app *app, const int64_t *ids, size_t count);

/* Filters and sorts the list. The cursor stays on its project. The end of a turn calls this function if
 * app->order_may_differ is set. */
void app_watchlist_arrange(struct app *app);
/* Shows only rows that match a filter (core/rows.h); "": all rows. A row that stops matching stays until the
 * next call. Puts the cursor on project `id` or, if it is hidden, on the nearest row above it. */
void app_filter_apply(struct app *app, const char *text, int64_t id);
/* Sets the filter that the operator typed, and shows the result; false: a word of the filter is invalid. */
bool app_filter_set(struct app *app, const char *text);
/* Sorts by a column, and saves this order for the account. */
void app_sort_set(struct app *app, enum column column, bool is_down);
/* Returns the number of marked projects that the filter hides. */
size_t app_hidden_marks(const struct app *app);

int64_t app_selected(const struct app *app); /* id under the cursor; 0: none */
/* Returns the project that actions apply to, or NULL. In the list this is the project under the cursor, in
 * other panes the project in the details. */
struct app_project *app_project_at_hand(const struct app *app);
/* Puts the cursor on a project, and removes a filter that hides it. Then calls app_watchlist_moved(). */
void app_project_select(struct app *app, int64_t id);
/* Call after the cursor moved. Once the cursor rests, the details show the selected project. */
void app_watchlist_moved(struct app *app);
/* Shows a project in the details at once. */
void app_project_show(struct app *app, int64_t id);

#endif
