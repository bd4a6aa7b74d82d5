/* Owns which rows the list has and in which order: all of them are matched and sorted anew where that may be
 * another one; of a single project that changed its two neighbours alone are looked at. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/watchlist.h"

#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/rows.h"
#include "steno/core/write.h"
#include "steno/widget/list.h"

/* What filter and order see of a project. */
static void watchlist_look(struct app *app, const struct app_project *project, struct listed *row)
{
    app->rows_looked_at++;
    app_project_listed(app, project, row);
}

/* Order of two projects by the chosen column. */
static int watchlist_compare(const void *left, const void *right, void *arg)
{
    const struct app *app = arg;
    return listed_compare(left, right, app->sort, app->sort_down);
}

/* Does the list stand in the order in which projects were added? */
static bool watchlist_is_as_added(const struct app *app)
{
    return app->sort == COLUMN_ADDED;
}

/* Notes whether a project matches by now. What matched stays. */
static void watchlist_take_match(struct app *app, struct app_project *project, bool matches)
{
    app->match_count += matches;
    app->match_count -= project->matches;
    project->matches = matches;
    project->is_listed = project->is_listed || matches;
}

/* The rows of the list in the watchlist's order, matched anew; returns how many. */
static size_t watchlist_match(struct app *app, struct listed *rows)
{
    struct filter *filter = filter_new(app->filter ? app->filter : "");
    size_t count = 0, before = app->match_count;
    app->match_count = 0;
    for (size_t i = 0; i < app->project_count; i++) {
        struct app_project *project = &app->projects[i];
        watchlist_look(app, project, &rows[count]);
        project->matches = false;
        watchlist_take_match(app, project, filter_takes(filter, &rows[count]));
        count += project->is_listed;
    }
    filter_free(filter);
    if (app->filter && app->match_count != before)
        app_dirty(app, DIRTY_HEADER);
    return count;
}

void app_marks_changed(struct app *app)
{
    size_t before = app->hidden_marks;
    app->hidden_marks = 0;
    for (size_t i = 0; app->filter && i < app->list.mark_count; i++) {
        const struct app_project *project = app_project_find(app, app->list.marks[i]);
        app->hidden_marks += project && !project->is_listed;
    }
    if (app->hidden_marks != before)
        app_dirty(app, DIRTY_HEADER);
}

/* The list has other rows, or another order. */
static void watchlist_has_moved(struct app *app, int64_t selected, bool was_empty)
{
    if (was_empty || app->list.count == 0)
        app_dirty(app, DIRTY_STATUS); /* most keys need a project */
    list_fit(&app->list, app_pane_height(app, PANE_LIST));
    app_dirty(app, DIRTY_PANE(PANE_LIST) | (app->filter ? DIRTY_HEADER : 0));
    if (app_selected(app) != selected)
        app_watchlist_moved(app);
}

void app_watchlist_arrange(struct app *app)
{
    app->stale &= ~(STALE_LIST | STALE_ROW);
    app->arranged_ms = app->wall_ms;
    struct listed *rows = mem_alloc((app->project_count + 1) * sizeof *rows);
    int64_t *ids = mem_alloc((app->project_count + 1) * sizeof *ids);
    size_t count = watchlist_match(app, rows);
    if (!watchlist_is_as_added(app))
        qsort_r(rows, count, sizeof *rows, watchlist_compare, app);
    for (size_t i = 0; i < count; i++) {
        ids[i] = rows[i].id;
        app->projects[rows[i].place].row = i;
    }
    bool same =
        count == app->list.count && (count == 0 || memcmp(ids, app->list.ids, count * sizeof *ids) == 0);
    if (!same) {
        int64_t selected = app_selected(app);
        bool was_empty = app->list.count == 0;
        list_set_rows(&app->list, ids, count);
        app_marks_changed(app);
        watchlist_has_moved(app, selected, was_empty);
    }
    free(rows);
    free(ids);
}

/* --- one row --- */

/* Does the project in a row of the list come before this one? */
static bool watchlist_is_before(struct app *app, size_t at, const struct listed *row)
{
    struct listed other;
    const struct app_project *project = app_project_find(app, app->list.ids[at]);
    if (!project)
        return true;
    watchlist_look(app, project, &other);
    return watchlist_compare(&other, row, app) < 0;
}

/* Does a row stand where it belongs, between its neighbours? */
static bool watchlist_is_in_place(struct app *app, size_t at, const struct listed *row)
{
    return (at == 0 || watchlist_is_before(app, at - 1, row)) &&
           (at + 1 == app->list.count || !watchlist_is_before(app, at + 1, row));
}

/* Where a row belongs among the others; `at` is its own place, which counts for nothing, or the count. */
static size_t watchlist_place(struct app *app, size_t at, const struct listed *row)
{
    size_t low = 0, high = app->list.count - (at < app->list.count);
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (watchlist_is_before(app, mid + (mid >= at), row))
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* Gives a project its row; its mark, which the filter hid, is seen. */
static void watchlist_insert(struct app *app, const struct app_project *project)
{
    list_insert(&app->list, project->row, project->id);
    if (!app->hidden_marks || !list_is_marked(&app->list, project->id))
        return;
    app->hidden_marks--;
    app_dirty(app, DIRTY_HEADER);
}

/* Puts the row of a project where it belongs, or gives it one. */
static void watchlist_put(struct app *app, struct app_project *project, const struct listed *row)
{
    struct list *list = &app->list;
    int64_t selected = app_selected(app);
    bool was_empty = list->count == 0;
    size_t at = list_find_near(list, project->id, project->row);
    project->row = at;
    if (at < list->count && (watchlist_is_as_added(app) || watchlist_is_in_place(app, at, row)))
        return;
    project->row = watchlist_place(app, at, row);
    if (at < list->count)
        list_move_row(list, at, project->row);
    else
        watchlist_insert(app, project);
    watchlist_has_moved(app, selected, was_empty);
}

/* Tests one project against the filter. */
static void watchlist_match_one(struct app *app, struct app_project *project, const struct listed *row)
{
    size_t before = app->match_count;
    struct filter *filter = filter_new(app->filter ? app->filter : "");
    watchlist_take_match(app, project, filter_takes(filter, row));
    filter_free(filter);
    if (app->match_count != before)
        app_dirty(app, DIRTY_HEADER);
}

/* Has the day changed, which `is:today` is about? */
static bool watchlist_is_of_yesterday(const struct app *app)
{
    return date_days_from(app->wall_ms, app->arranged_ms, app->zone) != 0;
}

void app_watchlist_arrange_row(struct app *app)
{
    struct listed row;
    struct app_project *project = app_project_find(app, app->changed_row);
    app->stale &= ~STALE_ROW;
    if (!project || (watchlist_is_as_added(app) && !app->filter))
        return;
    if (app->filter && watchlist_is_of_yesterday(app)) {
        app_watchlist_arrange(app);
        return;
    }
    watchlist_look(app, project, &row);
    if (app->filter)
        watchlist_match_one(app, project, &row);
    if (project->is_listed)
        watchlist_put(app, project, &row);
}

/* --- the cursor after a filter was set --- */

/* Puts the cursor on a project, else on the nearest row above it that the filter leaves. */
void app_watchlist_settle(struct app *app, int64_t id)
{
    struct listed row;
    const struct app_project *wanted = app_project_find(app, id);
    if (!wanted || app->list.count == 0)
        return;
    watchlist_look(app, wanted, &row);
    size_t at = watchlist_place(app, app->list.count, &row); /* the first that does not come before it */
    if (at == app->list.count || app->list.ids[at] != id)
        at = at > 0 ? at - 1 : 0;
    if (list_select_row(&app->list, at, app_pane_height(app, PANE_LIST)))
        app_watchlist_moved(app);
}
