/* Owns the watchlist as the store keeps it: loaded, and followed when another session changes it. */
/* SPDX-License-Identifier: MIT */
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
#define SLICE            1000 /* rows: a millisecond or so */

/* A load comes in slices, so that keys never wait for more than one of them; the first, before anything is on
 * the screen, is what that shows. */
struct watchlist_load {
    uint64_t first;        /* the load's first operation: what was added after it was asked for stays */
    uint64_t asked;        /* the slice that is waited for; 0: none */
    int64_t limit;         /* the rows of that one at most */
    int64_t id, place;     /* of the last row that was taken */
    uint64_t taken;        /* rows by all loads, */
    uint64_t taken_before; /* and by those before this one */
    int64_t end_id; /* the last row that there was when somebody wanted the end of all; 0: nobody did */
    bool was_empty; /* no project was there before it, */
    bool is_bare;   /* and it is for a screen, */
    bool is_held;   /* of which the next slice is asked for once the first picture is there, */
    bool is_drawn;  /* which it is */
    bool is_late;   /* the store has changed since it began */
};

static struct watchlist_load *watchlist_load(const struct app *app)
{
    return part_state(app, &part_watchlist);
}

static void watchlist_loaded(struct client *client, const struct store_result *result);

/* Asks for the next slice. */
static void watchlist_load_next(struct app *app)
{
    struct watchlist_load *load = watchlist_load(app);
    struct store_op *op = client_store_ask(app->client, STORE_LOAD, load->id, watchlist_loaded);
    op->number = load->limit;
    op->place = load->place;
    load->asked = op->serial;
    load->is_held = false;
}

/* Loads all from the start: one row more than there can be on the screen says that there are others. */
static void watchlist_load_anew(struct app *app)
{
    struct watchlist_load *load = watchlist_load(app);
    load->was_empty = app->project_count == 0;
    load->is_bare = load->was_empty && !app->loaded;
    load->limit = load->is_bare ? app->rows + 1 : SLICE;
    load->id = load->place = 0;
    load->taken_before = load->taken;
    load->is_late = false;
    watchlist_load_next(app);
    load->first = load->asked;
}

void app_watchlist_load(struct app *app)
{
    struct watchlist_load *load = watchlist_load(app);
    if (load->asked || load->is_held)
        load->is_late = true;
    else
        watchlist_load_anew(app);
}

/* Drops what another session removed; what was added after the load was asked for stays. In one pass: it may
 * be all of them. */
static void watchlist_drop_gone(struct app *app)
{
    const struct watchlist_load *load = watchlist_load(app);
    size_t kept = 0;
    for (size_t i = 0; i < app->project_count; i++) {
        struct app_project *project = &app->projects[i];
        if (project->added_serial > load->first || project->loaded > load->taken_before) {
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

static int watchlist_compare_loaded(const void *a, const void *b)
{
    const struct app_project *one = a, *other = b;
    return (one->loaded > other->loaded) - (one->loaded < other->loaded);
}

/* Puts the projects into the order of the rows; those added since stay at the end. */
static void watchlist_reorder(struct app *app)
{
    struct watchlist_load *load = watchlist_load(app);
    uint64_t before = 0;
    bool is_ordered = true;
    for (size_t i = 0; i < app->project_count; i++) {
        struct app_project *project = &app->projects[i];
        if (project->loaded <= load->taken_before)
            project->loaded = ++load->taken;
        is_ordered = is_ordered && project->loaded > before;
        before = project->loaded;
    }
    if (is_ordered)
        return;
    qsort(app->projects, app->project_count, sizeof *app->projects, watchlist_compare_loaded);
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

/* Takes the rows of a slice, which are marked with their age. */
static void watchlist_take_slice(struct app *app, const struct store_result *result)
{
    struct watchlist_load *load = watchlist_load(app);
    for (size_t i = 0; i < result->row_count; i++) {
        const struct store_row *row = &result->rows[i];
        if (app_project_take_row(app, row))
            app_poll_read(app, row->id);
        struct app_project *project = app_project_find(app, row->id);
        if (project->loaded <= load->taken_before)
            project->loaded = ++load->taken;
        app_poll_watch(app, project);
        load->id = row->id;
        load->place = row->place;
    }
}

void app_watchlist_want_end(struct app *app)
{
    bool is_to_come = app->is_partial && app->list.count > 0;
    watchlist_load(app)->end_id = is_to_come ? app->list.ids[app->list.count - 1] : 0;
}

/* The cursor goes to the end that was wanted, unless it was led elsewhere since. */
static void watchlist_go_to_end(struct app *app)
{
    struct watchlist_load *load = watchlist_load(app);
    if (load->end_id && app_selected(app) == load->end_id &&
        list_end(&app->list, app_pane_height(app, PANE_LIST)))
        app_watchlist_moved(app);
    load->end_id = 0;
}

/* The last slice is there, or none more comes. */
static void watchlist_load_end(struct app *app, bool is_whole)
{
    const struct watchlist_load *load = watchlist_load(app);
    app->is_partial = false;
    app_index_expect(app, 0);
    if (is_whole) {
        watchlist_drop_gone(app);
        watchlist_reorder(app);
        app_marks_changed(app);
    }
    watchlist_show(app);
    watchlist_go_to_end(app);
    if (load->was_empty || !app_acts_are_listed(app)) /* it is not empty where ids were named at the start */
        app_acts_changed(app);
    if (load->is_late)
        watchlist_load_anew(app);
}

/* More rows come. Where the first ones are what the screen shows, it shows them. */
static void watchlist_load_on(struct app *app, const struct store_result *result)
{
    struct watchlist_load *load = watchlist_load(app);
    bool is_as_added = app->sort == COLUMN_ADDED && !app->filter;
    load->limit = SLICE;
    if (load->is_bare && is_as_added) {
        load->is_bare = false;
        app->is_partial = true;
        app_index_expect(app, result->number);
        watchlist_show(app);
        load->is_held = !load->is_drawn;
    }
    if (!load->is_held)
        watchlist_load_next(app);
}

static void watchlist_loaded(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct watchlist_load *load = watchlist_load(app);
    if (result->serial != load->asked) /* that load was left for another */
        return;
    load->asked = 0;
    if (result->ok && load->first < app->removed_serial) { /* it may still hold what was removed since */
        bool was_empty = load->was_empty;
        watchlist_load_anew(app);
        load->was_empty = was_empty;
        return;
    }
    watchlist_take_slice(app, result);
    if (result->ok && result->row_count == (size_t)load->limit)
        watchlist_load_on(app, result);
    else
        watchlist_load_end(app, result->ok);
}

bool app_watchlist_is_whole(struct app *app)
{
    if (app->is_partial)
        app_say(app, "Not all projects are loaded yet: again in a moment");
    return !app->is_partial;
}

void app_watchlist_drawn(struct app *app)
{
    struct watchlist_load *load = watchlist_load(app);
    load->is_drawn = true;
    if (load->is_held)
        watchlist_load_next(app);
}

/* The order of another time, unless one was chosen since. */
static void watchlist_sort_loaded(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    enum column column = result->text ? column_find(result->text) : COLUMN_COUNT;
    if (!result->ok || column == COLUMN_COUNT || app->sort != COLUMN_ADDED)
        return;
    app->sort = column;
    app->sort_down = result->number != 0;
    app_stale(app, STALE_LIST);
    app_dirty(app, DIRTY_PANE(PANE_LIST));
}

void app_watchlist_load_scope(struct app *app)
{
    app->sort = COLUMN_ADDED;
    app->sort_down = false;
    client_store_ask(app->client, STORE_SORT_LOAD, 0, watchlist_sort_loaded);
    watchlist_load_anew(app);
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
    app_watchlist_load_scope(app);
    client_store_ask(app->client, STORE_HISTORY_LOAD, 0, watchlist_history)->number = HISTORY_AT_START;
}

struct app_project *app_watchlist_add(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    if (project)
        return project;
    project = app_project_add(app, id);
    if (*app->client->url) /* else the login saves it */
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
                                    .state_size = sizeof(struct watchlist_load),
                                    .begin = watchlist_begin,
                                    .end = watchlist_end,
                                    .wakes = STALE_LIST | STALE_ROW | STALE_SHOWN,
                                    .turn = watchlist_turn,
                                    .deadline = watchlist_deadline};
