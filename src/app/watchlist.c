/* Owns the watchlist as a list: filter, sort, selection, and how the details follow. */
/* SPDX-License-Identifier: MIT */
#include "watchlist.h"

#include <stdint.h>
#include <stdlib.h>

#include "part.h"
#include "project.h"
#include "state.h"
#include "status.h"
#include "steno/api/record.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/client/client_state.h"
#include "steno/client/saves.h"
#include "steno/client/store_calls.h"
#include "steno/core/column.h"
#include "steno/core/effect.h"
#include "steno/core/filter.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"
#include "steno/widget/list.h"

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
    app_watchlist_settle(app, id);
    app_stale(app, STALE_SHOWN);
    app_dirty(app, DIRTY_PANE(PANE_LIST) | DIRTY_HEADER);
}

bool app_filter_set(struct app *app, const char *text)
{
    struct error err;
    if (!filter_check(text, &err)) {
        app_say_bad(app, "%s", err.text);
        return false;
    }
    app_filter_apply(app, text, app_selected(app));
    if (app->is_partial)
        return true; /* how many match is not known yet: the header tells */
    if (app->filter)
        app_say(app, "%zu of %zu projects match “%s”; an empty filter shows all", app->list.count,
                app->project_count, app->filter);
    else
        app_say(app, "All %zu projects are shown", app->project_count);
    return true;
}

void app_sort_set(struct app *app, enum column column, bool is_down)
{
    app->sort = column;
    app->sort_down = is_down;
    app_watchlist_arrange(app);
    list_fit(&app->list, app_pane_height(app, PANE_LIST));
    app_stale(app, STALE_SHOWN);
    app_dirty(app, DIRTY_PANE(PANE_LIST));
    struct unsaved *unsaved = saves_keep(app->client, STORE_SORT_SAVE, 0, mem_copy("the sort order"), NULL);
    unsaved->op->text = mem_copy(column_defs[column].name);
    unsaved->op->number = is_down;
}

void app_project_select(struct app *app, int64_t id)
{
    size_t height = app_pane_height(app, PANE_LIST);
    if (app->filter && list_find(&app->list, id) == app->list.count && app_project_find(app, id)) {
        free(app->filter);
        app->filter = NULL;
        app_watchlist_arrange(app);
        app_dirty(app, DIRTY_HEADER); /* it counts what the filter lets through */
    }
    if (list_select(&app->list, id, height))
        app_watchlist_moved(app);
}

void app_watchlist_moved(struct app *app)
{
    app_dirty(app, DIRTY_PANE(PANE_LIST) | DIRTY_STATUS);
    if (app->project_count == 0)
        app_project_show(app, 0);
    else if (settings_bool(app->settings, SETTING_FOLLOW))
        app->follow_at_ms =
            app_selected(app) == app->current ? INT64_MAX : app->client->now_ms + APP_FOLLOW_MS;
    part_wake(app, &part_watchlist);
    part_wake(app, &part_places);
}

/* A project whose details are left needs no whole reading in memory. */
static void watchlist_let_go(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    if (!project)
        return;
    project_free(project->full);
    project->full = NULL;
}

/* The stored reading of a project: shown until a fresh one comes. */
static void watchlist_stored(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct app_project *project = app_project_find(app, result->id);
    struct error err;
    if (!result->ok)
        app_stale_project(app, result->id);
    if (!result->ok || !project || project->id != app->current)
        return;
    if (!project->full && result->json)
        project->full = project_from_json(result->json, project->id, &err);
    part_tell_project_changed(app, project->id);
    app_stale_project(app, project->id);
}

void app_project_show(struct app *app, int64_t id)
{
    app->follow_at_ms = INT64_MAX;
    part_wake(app, &part_watchlist);
    part_wake(app, &part_places);
    if (app->current == id)
        return;
    watchlist_let_go(app, app->current);
    app_dirty(app, DIRTY_STATUS); /* which keys do something */
    app->current = id;
    const struct app_project *project = app_project_find(app, id);
    if (!project || !project->known)
        app_stale_project(app, id); /* else the stored reading is here in a moment: one picture, not two */
    if (project) {
        client_store_ask(app->client, STORE_PROJECT_LOAD, id, watchlist_stored);
        part_tell_project_changed(app, id);
    }
    app_stale(app, STALE_SHOWN);
}
