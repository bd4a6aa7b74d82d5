/* The watchlist as a list: order, filter, sort, selection, what the details follow; loaded from the store and
 * written again where the store has lost it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_WATCHLIST_PRIVATE_H
#define STENO_APP_WATCHLIST_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/app/watchlist.h"
#include "steno/core/column.h"

/* Asks the store for the watchlist; what it answers is taken over when it comes. */
void app_watchlist_load(struct app *app);
/* Does so for another account, with the order that its list has. */
void app_watchlist_load_scope(struct app *app);
/* The first picture is on the screen: rows that it did not need are loaded now. */
void app_watchlist_drawn(struct app *app);
/* The cursor is to go to the last row of all: to the one that comes last, where only the first are there. */
void app_watchlist_want_end(struct app *app);
/* False, which is said, while only the first rows are there: they would be taken for all. */
bool app_watchlist_is_whole(struct app *app);
/* Filters and sorts all, keeping the cursor on the selected id; by itself at the end of a turn, where
 * STALE_LIST is set. */
void app_watchlist_arrange(struct app *app);
/* That of one row (app_stale_row()), which goes where it belongs by now: looks at its neighbours, and at a
 * few more where it moves. */
void app_watchlist_arrange_row(struct app *app);
/* Puts the cursor on a project, else on the nearest above it that the filter leaves. */
void app_watchlist_settle(struct app *app, int64_t id);
/* Shows only rows that match a filter (core/filter.h), or all of them (""). Rows that no longer match stay
 * until this is called again. The cursor goes to a project, else to the nearest above it. */
void app_filter_apply(struct app *app, const char *text, int64_t id);
/* What an operator wants, which is said; words that are unknown are refused. False then. */
bool app_filter_set(struct app *app, const char *text);
/* Orders by a column, and keeps that for the account. */
void app_sort_set(struct app *app, enum column column, bool is_down);
/* Marks were set or taken away on other rows than that of the cursor: counts those of projects that have no
 * row. */
void app_marks_changed(struct app *app);
/* Puts the cursor on a project; the details follow. */
void app_project_select(struct app *app, int64_t id);
/* The cursor moved: the selection and, after a rest, the details follow. */
void app_watchlist_moved(struct app *app);
/* Shows a project in the details at once. */
void app_project_show(struct app *app, int64_t id);
/* app_project_show() at the start, with what earlier sessions recorded of the activity. */
void app_watchlist_start(struct app *app);
/* The project on the watchlist, added when it was not there. */
struct app_project *app_watchlist_add(struct app *app, int64_t id);

/* Takes a project off: its row, its mark, its reads; the details go on to what is selected. */
void app_watchlist_remove(struct app *app, int64_t id);

#endif
