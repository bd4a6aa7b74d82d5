/* The list of projects: loading from the store, filter, sort order, selection. Also the project in the
 * details. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/watchlist.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "writes.h"
#include "part.h"
#include "steno/app/project.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/api/record.h"
#include "steno/app/panes.h"
#include "steno/app/reads.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/rows.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "steno/widget/page.h"

#define AGAIN_MS  1000
#define COMMIT_MS 10000 /* longest time in ms from the timestamp of a store row to its commit */

struct watchlist_state {
    int64_t loaded_ms; /* wall clock: when the list was last loaded */
    int64_t again_ms;  /* monotonic: next try after a failed load; 0: no load has failed */
};

static struct watchlist_state *watchlist_state(const struct app *app)
{
    return part_state(app, &part_watchlist);
}

/* --- loading --- */

static void watchlist_drop_gone(struct app *app)
{
    size_t kept = 0;
    for (size_t i = 0; i < app->project_count; i++) {
        struct app_project *project = &app->projects[i];
        if (project->place != PROJECT_GONE) {
            app->projects[kept++] = *project;
            continue;
        }
        app_reads_forget(app, project);
        list_mark(&app->list, project->id, false);
        app_project_clear(project);
    }
    if (kept == app->project_count)
        return;
    app->project_count = kept;
    app_projects_moved(app);
}

static int watchlist_compare_places(const void *a, const void *b)
{
    const struct app_project *one = a, *other = b;
    return (one->place > other->place) - (one->place < other->place);
}

/* Adds or updates projects from rows of the store. is_all: `list` has all rows. The projects then get its
 * order, and projects that `list` lacks are removed. */
static void watchlist_take(struct app *app, const struct store_list *list, bool is_all)
{
    bool is_ordered = true;
    for (size_t i = 0; is_all && i < app->project_count; i++)
        app->projects[i].place = PROJECT_GONE;
    for (size_t i = 0; i < list->count; i++) {
        if (app_project_take_row(app, &list->rows[i]))
            app_read(app, list->rows[i].id, READ_SOON);
        struct app_project *project = app_project_find(app, list->rows[i].id);
        app_reads_watch(app, project);
        project->place = is_all ? i : project->place;
        is_ordered = is_ordered && (!is_all || project == &app->projects[i]);
    }
    if (!is_all)
        return;
    watchlist_drop_gone(app);
    if (!is_ordered) {
        qsort(app->projects, app->project_count, sizeof *app->projects, watchlist_compare_places);
        app_projects_moved(app);
    }
}

/* Shows the loaded list. If the project in the details was removed, shows the selected project there. If no
 * project is left, leaves a pane about a project. */
static void watchlist_show(struct app *app)
{
    app_watchlist_arrange(app);
    if (!app_project_find(app, app->current))
        app_project_show(app, app_selected(app));
    if (app->loaded && app->project_count == 0 && app_focus_ops(app)->about_project)
        app_pane_open(app, "projects");
}

/* Loads at most `limit` rows; 0: no limit. */
static void watchlist_load(struct app *app, size_t limit)
{
    struct store_list list = {0};
    struct error err;
    struct watchlist_state *state = watchlist_state(app);
    app->loaded = true;
    if (store_list_load(app->store, 0, limit, &list, &err)) {
        app->loaded = list.total == (int64_t)list.count;
        watchlist_take(app, &list, app->loaded);
        app->highest = list.highest; /* highest id of the whole list, even if only some rows were loaded */
        state->loaded_ms = app->wall_ms;
        state->again_ms = 0;
    } else {
        if (!state->again_ms) /* show only the first of several failures */
            app_say_bad(app, "%s", err.text);
        state->again_ms = app->now_ms + AGAIN_MS;
    }
    store_list_clear(&list);
}

void app_watchlist_forget(struct app *app)
{
    app_project_show(app, 0);
    for (size_t i = 0; i < app->project_count; i++)
        app->projects[i].place = PROJECT_GONE;
    watchlist_drop_gone(app);
}

void app_watchlist_start(struct app *app, bool is_whole)
{
    struct error err;
    char *name = NULL;
    bool is_down = false;
    store_sort_load(app->store, &name, &is_down, &err);
    enum column column = name ? column_find(name) : COLUMN_COUNT;
    app->sort = column == COLUMN_COUNT ? COLUMN_ADDED : column;
    app->sort_down = column != COLUMN_COUNT && is_down;
    free(name);
    watchlist_load(app, is_whole || app->sort != COLUMN_ADDED ? 0 : (size_t)app->rows + 1);
    watchlist_show(app);
    app_acts_changed(app);
}

void app_watchlist_load(struct app *app)
{
    app_watchlist_start(app, true);
}

void app_watchlist_load_rest(struct app *app)
{
    if (app->loaded)
        return;
    watchlist_load(app, 0);
    watchlist_show(app);
}

void app_list_reload(struct app *app)
{
    struct watchlist_state *state = watchlist_state(app);
    struct store_list list = {0};
    struct error err;
    int64_t since_ms = state->loaded_ms - COMMIT_MS;
    if (!state->loaded_ms)
        return;
    app_watchlist_load_rest(app);
    bool ok = store_list_load(app->store, since_ms, 0, &list, &err);
    if (ok) {
        watchlist_take(app, &list, false);
        state->loaded_ms = app->wall_ms;
    } else {
        state->again_ms = app->now_ms + AGAIN_MS;
    }
    if (ok && list.total != (int64_t)app->project_count)
        watchlist_load(app, 0);
    store_list_clear(&list);
    watchlist_show(app);
}

bool app_watchlist_add(struct app *app, const int64_t *ids, size_t count)
{
    struct error err;
    char *what = count == 1 ? mem_printf("addition of project %" PRId64 " to the list", ids[0])
                            : mem_printf("addition of %zu projects to the list", count);
    bool ok = app_kept(app, store_list_add(app->store, ids, count, NULL, &err), what, &err);
    for (size_t i = 0; ok && i < count; i++)
        app_reads_watch(app, app_project_add(app, ids[i]));
    free(what);
    return ok;
}

bool app_watchlist_remove(struct app *app, const int64_t *ids, size_t count)
{
    struct error err;
    char *what = count == 1 ? mem_printf("removal of project %" PRId64 " from the list", ids[0])
                            : mem_printf("removal of %zu projects from the list", count);
    bool ok = app_kept(app, store_list_remove(app->store, ids, count, NULL, &err), what, &err);
    free(what);
    if (!ok)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct app_project *project = app_project_find(app, ids[i]);
        if (project)
            project->place = PROJECT_GONE;
    }
    watchlist_drop_gone(app);
    watchlist_show(app);
    app_acts_changed(app);
    return true;
}

/* --- order --- */

static int watchlist_compare(const void *left, const void *right, void *arg)
{
    const struct app *app = arg;
    return listed_compare(left, right, app->sort, app->sort_down);
}

size_t app_hidden_marks(const struct app *app)
{
    size_t count = 0;
    for (size_t i = 0; app->filter && i < app->list.mark_count; i++) {
        const struct app_project *project = app_project_find(app, app->list.marks[i]);
        count += project && !project->is_listed;
    }
    return count;
}

/* A row that has matched stays listed until the filter is set again. */
void app_watchlist_arrange(struct app *app)
{
    struct listed *rows = mem_alloc((app->project_count + 1) * sizeof *rows);
    int64_t *ids = mem_alloc((app->project_count + 1) * sizeof *ids), selected = app_selected(app);
    struct filter *filter = filter_new(app->filter ? app->filter : "");
    size_t count = 0;
    app->match_count = 0;
    for (size_t i = 0; i < app->project_count; i++) {
        struct app_project *project = &app->projects[i];
        app_project_listed(app, project, &rows[count]);
        project->matches = filter_takes(filter, &rows[count]);
        project->is_listed = project->is_listed || project->matches;
        app->match_count += project->matches;
        count += project->is_listed;
    }
    filter_free(filter);
    app->order_may_differ = false;
    if (app->sort != COLUMN_ADDED)
        qsort_r(rows, count, sizeof *rows, watchlist_compare, app);
    for (size_t i = 0; i < count; i++)
        ids[i] = rows[i].id;
    if (count != app->list.count || (count > 0 && memcmp(ids, app->list.ids, count * sizeof *ids) != 0)) {
        list_set_rows(&app->list, ids, count);
        list_fit(&app->list, app_pane_height(app, PANE_LIST));
        if (app_selected(app) != selected)
            app_watchlist_moved(app);
    }
    free(rows);
    free(ids);
}

/* Puts the cursor on a project. If the filter hides it, selects the nearest visible row above. */
static void watchlist_settle(struct app *app, int64_t id)
{
    struct listed wanted, row;
    const struct app_project *project = app_project_find(app, id);
    size_t at = 0;
    if (!project || app->list.count == 0)
        return;
    app_project_listed(app, project, &wanted);
    for (; at < app->list.count; at++) {
        app_project_listed(app, app_project_find(app, app->list.ids[at]), &row);
        if (watchlist_compare(&row, &wanted, app) >= 0)
            break;
    }
    if (at == app->list.count || app->list.ids[at] != id)
        at = at > 0 ? at - 1 : 0;
    if (list_select_row(&app->list, at, app_pane_height(app, PANE_LIST)))
        app_watchlist_moved(app);
}

/* --- filter, sort, selection --- */

int64_t app_selected(const struct app *app)
{
    int64_t id = list_selected(&app->list);
    return id == LIST_NO_ID ? 0 : id;
}

struct app_project *app_project_at_hand(const struct app *app)
{
    int64_t id = app->focus == PANE_LIST ? app_selected(app) : app->current;
    return id ? app_project_find(app, id) : NULL;
}

void app_filter_apply(struct app *app, const char *text, int64_t id)
{
    char *clean = *text ? text_clean_copy(text) : NULL;
    free(app->filter);
    app->filter = clean;
    for (size_t i = 0; i < app->project_count; i++)
        app->projects[i].is_listed = false;
    app_watchlist_arrange(app);
    watchlist_settle(app, id);
}

bool app_filter_set(struct app *app, const char *text)
{
    struct error err;
    if (!filter_check(text, &err)) {
        app_say_bad(app, "%s", err.text);
        return false;
    }
    app_filter_apply(app, text, app_selected(app));
    if (app->filter)
        app_say(app, "%zu of %zu projects match “%s”; an empty filter shows all", app->list.count,
                app->project_count, app->filter);
    else
        app_say(app, "All %zu projects are shown", app->project_count);
    return true;
}

void app_sort_set(struct app *app, enum column column, bool is_down)
{
    struct error err;
    app->sort = column;
    app->sort_down = is_down;
    app_watchlist_arrange(app);
    list_fit(&app->list, app_pane_height(app, PANE_LIST));
    app_kept(app, store_sort_save(app->store, column_defs[column].name, is_down, &err), "the sort order",
             &err);
}

void app_project_select(struct app *app, int64_t id)
{
    size_t height = app_pane_height(app, PANE_LIST);
    if (app->filter && list_find(&app->list, id) == app->list.count && app_project_find(app, id)) {
        free(app->filter);
        app->filter = NULL;
        app_watchlist_arrange(app);
    }
    if (list_select(&app->list, id, height))
        app_watchlist_moved(app);
}

void app_watchlist_moved(struct app *app)
{
    if (app->project_count == 0)
        app_project_show(app, 0);
    else if (settings_bool(app->settings, SETTING_FOLLOW))
        app->follow_at_ms = app_selected(app) == app->current ? INT64_MAX : app->now_ms + APP_FOLLOW_MS;
}

/* Frees the full data of the previous project. Shows stored data of the new one until its next reading. */
void app_project_show(struct app *app, int64_t id)
{
    struct error err;
    struct app_project *left = app_project_find(app, app->current), *project = app_project_find(app, id);
    app->follow_at_ms = INT64_MAX;
    if (app->current == id)
        return;
    if (left) {
        project_free(left->full);
        left->full = NULL;
    }
    app->current = id;
    if (project) {
        json_t *raw;
        int64_t when_ms;
        if (store_project_load(app->store, id, &raw, &when_ms, &err) && raw)
            project->full = project_from_json(raw, id, &err);
        json_decref(raw);
    }
}

static void watchlist_begin(struct app *app)
{
    app->follow_at_ms = INT64_MAX;
    list_init(&app->list);
}

static void watchlist_end(struct app *app)
{
    list_free(&app->list);
    free(app->filter);
    free(app->search);
}

static void watchlist_turn(struct app *app)
{
    const struct watchlist_state *state = watchlist_state(app);
    if (state->again_ms && state->again_ms <= app->now_ms) {
        watchlist_load(app, 0);
        watchlist_show(app);
    }
    if (app->order_may_differ)
        app_watchlist_arrange(app);
    if (app->follow_at_ms <= app->now_ms)
        app_project_show(app, app_selected(app));
    app_reads_sync(app);
}

static int64_t watchlist_deadline(const struct app *app)
{
    int64_t again_ms = watchlist_state(app)->again_ms;
    return again_ms && again_ms < app->follow_at_ms ? again_ms : app->follow_at_ms;
}

const struct part part_watchlist = {.name = "watchlist",
                                    .state_size = sizeof(struct watchlist_state),
                                    .begin = watchlist_begin,
                                    .end = watchlist_end,
                                    .turn = watchlist_turn,
                                    .deadline = watchlist_deadline};
