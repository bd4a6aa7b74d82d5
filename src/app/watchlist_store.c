/* Owns the watchlist as the store keeps it: loaded, and followed when another session changes it. */
#include "watchlist.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "steno/client/store_calls.h"
#include "steno/core/column.h"
#include "steno/core/effect.h"
#include "steno/client/reads.h"
#include "steno/client/saves.h"
#include "poll.h"
#include "project.h"
#include "counts.h"
#include "part.h"
#include "state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/receipt.h"
#include "steno/core/store_op.h"
#include "steno/widget/list.h"

#define HISTORY_AT_START 100

/* Is a project among the rows of a load? Rows and projects mostly stand in the same order. */
static const struct store_row *watchlist_row_find(const struct store_result *result, int64_t id, size_t *hint)
{
    for (size_t i = 0; i < result->row_count; i++) {
        size_t at = (*hint + i) % result->row_count;
        if (result->rows[at].id == id) {
            *hint = at + 1;
            return &result->rows[at];
        }
    }
    return NULL;
}

/* Drops what another session removed; what was added after the load was asked for stays. In one pass: it may
 * be all of them. */
static void watchlist_drop_gone(struct app *app, const struct store_result *result)
{
    size_t hint = 0, kept = 0;
    for (size_t i = 0; i < app->project_count; i++) {
        struct app_project *project = &app->projects[i];
        if (project->added_serial > result->serial || watchlist_row_find(result, project->id, &hint)) {
            app->projects[kept++] = *project;
            continue;
        }
        client_unwatch(app->client, project->id);
        app_poll_forget(app, project);
        list_mark(&app->list, project->id, false);
        app_counts_take_off(app, project->counted);
        app_project_clear(project);
    }
    if (kept < app->project_count)
        app_index_moved(app);
    app->project_count = kept;
}

/* Puts the projects into the order of the rows; those added since stay at the end. */
static void watchlist_reorder(struct app *app, const struct store_result *result)
{
    struct app_project *ordered = mem_zero(app->project_count + 1, sizeof *ordered);
    bool *moved = mem_zero(app->project_count + 1, sizeof *moved);
    size_t count = 0;
    for (size_t i = 0; i < result->row_count; i++) {
        struct app_project *project = app_project_find(app, result->rows[i].id);
        if (project && !moved[project - app->projects]) {
            ordered[count++] = *project;
            moved[project - app->projects] = true;
        }
    }
    for (size_t i = 0; i < app->project_count; i++) {
        if (!moved[i])
            ordered[count++] = app->projects[i];
    }
    free(moved);
    free(app->projects);
    app->projects = ordered;
    app->project_count = count;
    app->project_capacity = count + 1;
    app_index_moved(app);
}

/* Shows the watchlist as it is now; the details leave a project that is gone. */
static void watchlist_show(struct app *app)
{
    app->loaded = true;
    app_watchlist_arrange(app);
    app_stale(app, STALE_SHOWN | STALE_PAGES | STALE_PLACES);
    app_dirty(app, DIRTY_PANE(PANE_LIST) | DIRTY_HEADER);
    if (!app_project_find(app, app->current))
        app_project_show(app, app_selected(app));
}

/* The watchlist: shown at once, marked with its age. */
static void watchlist_loaded(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    bool first = app->project_count == 0;
    if (first)
        app_acts_changed(app);
    if (!result->ok) {
        watchlist_show(app);
        return;
    }
    if (result->serial < app->removed_serial) { /* it may still hold what was removed since */
        app_watchlist_load(app);
        return;
    }
    watchlist_drop_gone(app, result);
    for (size_t i = 0; i < result->row_count; i++) {
        if (app_project_take_row(app, &result->rows[i], first))
            app_poll_read(app, result->rows[i].id);
        app_poll_watch(app, app_project_find(app, result->rows[i].id));
    }
    watchlist_reorder(app, result);
    app_marks_changed(app);
    app_stale(app, STALE_CREDIT);
    watchlist_show(app);
}

void app_watchlist_load(struct app *app)
{
    client_store_ask(app->client, STORE_LOAD, 0, watchlist_loaded);
}

/* The order of another time, unless one was chosen since. */
static void watchlist_sort_loaded(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    enum column column = result->text ? column_find(result->text) : COLUMN_COUNT;
    if (!result->ok || column == COLUMN_COUNT || app->sort != COLUMN_OWN || app->sort_down)
        return;
    app->sort = column;
    app->sort_down = result->number != 0;
    app_stale(app, STALE_LIST);
    app_dirty(app, DIRTY_PANE(PANE_LIST));
}

void app_watchlist_load_sort(struct app *app)
{
    app->sort = COLUMN_OWN;
    app->sort_down = false;
    client_store_ask(app->client, STORE_SORT_LOAD, 0, watchlist_sort_loaded);
}

/* The kind of a row of the history, by its name there. */
static enum activity_kind watchlist_history_kind(const char *name)
{
    static const char *const done[] = {"enqueue", "export", "tag", "metadata"};
    if (strcmp(name, "state") == 0)
        return ACTIVITY_STATE;
    for (size_t i = 0; i < sizeof done / sizeof done[0]; i++) {
        if (strcmp(name, done[i]) == 0)
            return ACTIVITY_DONE;
    }
    if (strcmp(name, RECEIPT_HISTORY_REFUSED) == 0)
        return ACTIVITY_ERROR;
    return strcmp(name, "unknown") == 0 ? ACTIVITY_UNKNOWN : ACTIVITY_NOTE;
}

/* What earlier sessions recorded, oldest first, before what this one did. */
static void watchlist_history(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    size_t room = APP_ACTIVITY_MAX - app->activity_count;
    size_t count = result->entry_count < room ? result->entry_count : room;
    memmove(app->activity + count, app->activity, app->activity_count * sizeof *app->activity);
    for (size_t i = 0; i < count; i++) {
        const struct store_entry *entry = &result->entries[count - 1 - i];
        app->activity[i] =
            (struct app_activity){.wall_ms = entry->when_ms,
                                  .kind = watchlist_history_kind(entry->name ? entry->name : ""),
                                  .id = entry->id,
                                  .is_of_act = entry->act != 0,
                                  .text = text_clean_copy(entry->text ? entry->text : "")};
    }
    app->activity_count += count;
    app->activity_is_cut |= result->entry_count == HISTORY_AT_START;
    app_stale(app, STALE_ACTIVITY);
}

void app_watchlist_start(struct app *app)
{
    app_watchlist_load_sort(app);
    app_watchlist_load(app);
    client_store_ask(app->client, STORE_HISTORY_LOAD, 0, watchlist_history)->number = HISTORY_AT_START;
}

struct app_project *app_watchlist_add(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    if (project)
        return project;
    project = app_project_add(app, id);
    project->added_serial =
        saves_keep(app->client, STORE_WATCH_ADD, id, mem_printf("%" PRId64 " on the watchlist", id), NULL)
            ->serial;
    app_poll_watch(app, project);
    return project;
}

void app_watchlist_remove(struct app *app, int64_t id)
{
    app->removed_serial = saves_keep(app->client, STORE_WATCH_REMOVE, id,
                                     mem_printf("removal of %" PRId64 " from the watchlist", id),
                                     mem_printf("%" PRId64 " is off the watchlist", id))
                              ->serial;
    client_unwatch(app->client, id);
    if (app_project_find(app, id))
        app_poll_forget(app, app_project_find(app, id));
    app_project_drop(app, id);
    list_mark(&app->list, id, false);
    app_marks_changed(app);
    app_acts_changed(app);
    app_stale(app, STALE_CREDIT);
    app_watchlist_arrange(app);
    if (app->current == id)
        app_project_show(app, app_selected(app));
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

/* The order of the list, then the project that the cursor rests on, then what is on the screen. */
static void watchlist_turn(struct app *app)
{
    if (app->stale & STALE_LIST)
        app_watchlist_arrange(app);
    else if (app->stale & STALE_ROW)
        app_watchlist_arrange_row(app);
    if (app->follow_at_ms <= app->client->now_ms)
        app_project_show(app, app_selected(app));
    if (app->stale & STALE_SHOWN)
        app_poll_sync(app);
}

static int64_t watchlist_deadline(const struct app *app)
{
    return app->follow_at_ms;
}

const struct part part_watchlist = {.name = "watchlist",
                                    .begin = watchlist_begin,
                                    .end = watchlist_end,
                                    .wakes = STALE_LIST | STALE_ROW | STALE_SHOWN,
                                    .turn = watchlist_turn,
                                    .deadline = watchlist_deadline};
