/* Owns the watchlist as a list: order, filter, sort, selection, what is on the screen, how the details
 * follow, and how many projects are in which state. */
#include "watchlist.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "credit.h"
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
#include "steno/core/listed.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"
#include "steno/widget/list.h"

#define WORD_CELLS 16 /* of a state in the header */

struct app_counts {
    struct app_count {
        char word[COUNTS_WORD]; /* cut; "" where the state is not known */
        char mark;              /* app_state_mark */
        size_t count;
    } items[COUNTS_MAX]; /* working first, then completed, failed, the rest */
    size_t used, others;
};

static struct app_counts *watchlist_counts(const struct app *app)
{
    return part_state(app, &part_counts);
}

/* The marks in the order in which they are counted. */
static const char watchlist_state_marks[] = "*+! ";

/* Working, completed and failed ones come in this order; those of one mark by their words. */
static int watchlist_compare_counts(const void *a, const void *b)
{
    const struct app_count *one = a, *two = b;
    long between = strchr(watchlist_state_marks, one->mark) - strchr(watchlist_state_marks, two->mark);
    if (between != 0)
        return between < 0 ? -1 : 1;
    if (!*one->word != !*two->word)
        return *one->word ? -1 : 1;
    /* Failed before Canceled: what went wrong by itself first */
    int words = strcmp(two->word, one->word);
    return one->mark == '!' ? words : -words;
}

/* Adds one project of this state. */
static void watchlist_count_state(const struct app *app, struct app_counts *counts, const char *state)
{
    char word[COUNTS_WORD];
    text_clip(word, sizeof word, state, WORD_CELLS);
    for (size_t i = 0; i < counts->used; i++) {
        if (strcmp(counts->items[i].word, word) == 0) {
            counts->items[i].count++;
            return;
        }
    }
    if (counts->used == COUNTS_MAX) {
        counts->others++;
        return;
    }
    struct app_count *item = &counts->items[counts->used++];
    snprintf(item->word, sizeof item->word, "%s", word);
    item->mark = app_state_mark(app, state);
    item->count = 1;
}

/* Counts again; true when anything is another than before. */
static bool watchlist_count(struct app *app)
{
    struct app_counts counts;
    memset(&counts, 0, sizeof counts); /* compared byte by byte */
    for (size_t i = 0; i < app->project_count; i++)
        watchlist_count_state(app, &counts, app->projects[i].state);
    qsort(counts.items, counts.used, sizeof counts.items[0], watchlist_compare_counts);
    bool changed = memcmp(&counts, watchlist_counts(app), sizeof counts) != 0;
    *watchlist_counts(app) = counts;
    return changed;
}

void app_counts_marks(const struct app *app, char *out, size_t size)
{
    size_t sums[sizeof watchlist_state_marks] = {0};
    for (size_t i = 0; i < watchlist_counts(app)->used; i++)
        sums[strchr(watchlist_state_marks, watchlist_counts(app)->items[i].mark) - watchlist_state_marks] +=
            watchlist_counts(app)->items[i].count;
    snprintf(out, size, "*%zu +%zu !%zu", sums[0], sums[1], sums[2]);
    if (app->project_count == 0)
        *out = '\0';
}

void app_counts_words(const struct app *app, const char *between, char *out, size_t size)
{
    size_t len = 0;
    *out = '\0';
    for (size_t i = 0; i < watchlist_counts(app)->used && len < size; i++) {
        const struct app_count *item = &watchlist_counts(app)->items[i];
        len += (size_t)snprintf(out + len, size - len, "%s%zu %s", len ? between : "", item->count,
                                *item->word ? item->word : "not read");
    }
    if (watchlist_counts(app)->others && len < size)
        snprintf(out + len, size - len, "%s%zu other", between, watchlist_counts(app)->others);
}

void app_counts_total(const struct app *app, char *out, size_t size)
{
    if (app->project_count == 0)
        snprintf(out, size, "no projects");
    else
        snprintf(out, size, "%zu project%s", app->project_count, app->project_count == 1 ? "" : "s");
}

const struct part part_counts = {.name = "counts", .state_size = sizeof(struct app_counts)};

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

/* Order of two projects by the chosen column. */
static int watchlist_compare(const void *left, const void *right, void *arg)
{
    const struct app *app = arg;
    return listed_compare(left, right, app->sort, app->sort_down);
}

/* The rows of the list in the watchlist's order, matched anew; returns how many. What matched stays. */
static size_t watchlist_match(struct app *app, struct listed *rows)
{
    struct filter *filter = filter_new(app->filter ? app->filter : "");
    size_t count = 0, before = app->match_count;
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
    if (app->filter && app->match_count != before)
        app_dirty(app, DIRTY_HEADER);
    return count;
}

/* Counts the marks of projects that have no row. */
static void watchlist_count_hidden(struct app *app)
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

void app_marks_changed(struct app *app)
{
    watchlist_count_hidden(app);
    app_credit_mark_all(app);
}

void app_watchlist_arrange(struct app *app)
{
    app->stale &= ~STALE_LIST;
    if (watchlist_count(app))
        app_dirty(app, DIRTY_HEADER);
    struct listed *rows = mem_alloc((app->project_count + 1) * sizeof *rows);
    int64_t *ids = mem_alloc((app->project_count + 1) * sizeof *ids);
    size_t count = watchlist_match(app, rows);
    if (app->sort != COLUMN_OWN || app->sort_down)
        qsort_r(rows, count, sizeof *rows, watchlist_compare, app);
    for (size_t i = 0; i < count; i++)
        ids[i] = rows[i].id;
    bool same =
        count == app->list.count && (count == 0 || memcmp(ids, app->list.ids, count * sizeof *ids) == 0);
    if (!same) {
        int64_t before = app_selected(app);
        if (count == 0 || app->list.count == 0)
            app_dirty(app, DIRTY_STATUS); /* most keys need a project */
        list_set_rows(&app->list, ids, count);
        list_fit(&app->list, app_pane_height(app, PANE_LIST));
        app_dirty(app, DIRTY_PANE(PANE_LIST) | (app->filter ? DIRTY_HEADER : 0));
        watchlist_count_hidden(app);
        if (app_selected(app) != before)
            app_watchlist_moved(app);
    }
    free(rows);
    free(ids);
}

/* Does a row stand below a project, wherever that would stand? */
static bool watchlist_filter_is_below(struct app *app, int64_t id, const struct app_project *wanted)
{
    const struct app_project *project = app_project_find(app, id);
    struct listed one, other;
    if (!project)
        return true;
    app_project_listed(app, project, &one);
    app_project_listed(app, wanted, &other);
    return watchlist_compare(&one, &other, app) > 0;
}

/* Puts the cursor on a project, else on the nearest row above it that the filter leaves. */
static void watchlist_filter_settle(struct app *app, int64_t id)
{
    const struct app_project *wanted = app_project_find(app, id);
    size_t row = wanted ? app->list.count : 0;
    while (row > 0 && watchlist_filter_is_below(app, app->list.ids[row - 1], wanted))
        row--;
    if (wanted && list_select_row(&app->list, row > 0 ? row - 1 : 0, app_pane_height(app, PANE_LIST)))
        app_watchlist_moved(app);
}

void app_filter_apply(struct app *app, const char *text, int64_t id)
{
    char *clean = *text ? text_clean_copy(text) : NULL;
    free(app->filter);
    app->filter = clean;
    for (size_t i = 0; i < app->project_count; i++)
        app->projects[i].is_listed = false;
    app_watchlist_arrange(app);
    watchlist_filter_settle(app, id);
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
