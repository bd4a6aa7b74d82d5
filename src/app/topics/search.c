/* Owns search, filter and sort. */
#include "part.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/action.h"
#include "state.h"
#include "steno/core/effect.h"
#include "panes.h"
#include "prompt.h"
#include "status.h"
#include "watchlist.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/filter.h"
#include "steno/core/settings.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

/* Does a row of the focused pane hold the text? */
static bool search_hits(const struct app *app, size_t row)
{
    const struct pane_ops *ops = app_focus_ops(app);
    return ops->holds ? ops->holds(app, row, app->search)
                      : page_line_holds(&app_focus_page(app)->lines[row], app->search);
}

/* To the next hit in a direction, round the ends. */
static void search_step(struct app *app, size_t step)
{
    struct list *list = app_focus_list(app);
    if (!app->search) {
        app_say(app, "No search yet: %s searches", app_key_of(app, "search"));
        return;
    }
    size_t row = list->selected;
    for (size_t i = 0; i < list->count; i++) {
        row = (row + step) % list->count;
        if (!search_hits(app, row))
            continue;
        if (list_select_row(list, row, app_pane_height(app, app->focus)))
            app_focus_moved(app);
        app_dirty(app, DIRTY_PANE(app->focus));
        return;
    }
    app_say(app, "“%s” is not in this pane", app->search);
}

static void search_remember(struct app *app, const char *text)
{
    if (!*text)
        return;
    free(app->search);
    app->search = text_clean_copy(text);
}

static void search_set(struct app *app, const char *text)
{
    search_remember(app, text);
    search_step(app, 1);
}

/* Leaves a search only lines that hold the text? A front end without a screen shows them all. */
static bool search_filters(const struct app *app)
{
    return app_focus_ops(app)->filter && !app->linear;
}

static void search_edited(struct app *app, const char *text)
{
    if (search_filters(app))
        app_focus_ops(app)->filter(app, text);
}

static void search_accept(struct app *app, int64_t id, const char *text)
{
    (void)id;
    if (!search_filters(app)) {
        search_set(app, text);
        return;
    }
    app_focus_ops(app)->filter(app, text);
    search_remember(app, text); /* `n` and `N` step through what is left */
}

static const struct prompt_ops search_prompt = {.label = "/",
                                                .kept_as = "line.search",
                                                .shows = SHOWS_LINE,
                                                .accept = search_accept,
                                                .edited = search_edited};

static void search_ask(struct app *app, const char *arg)
{
    if (*arg)
        search_set(app, arg);
    else
        app_prompt_open(app, &search_prompt, 0, "");
}

static void search_next(struct app *app)
{
    search_step(app, 1);
}

static void search_previous(struct app *app)
{
    size_t count = app_focus_list(app)->count;
    search_step(app, count > 0 ? count - 1 : 1);
}

/* What Esc brings back. */
struct search_state {
    char *filter; /* "" for none */
    int64_t selected;
};

static struct search_state *search_state(const struct app *app)
{
    return part_state(app, &part_search);
}

/* How many are left, beside the line. */
static void search_filter_count(struct app *app)
{
    app_prompt_side(app, mem_printf("%zu of %zu", app->list.count, app->project_count));
}

/* The list follows each key; where lines are dear it waits for Enter. */
static void search_filter_edited(struct app *app, const char *text)
{
    const struct search_state *state = search_state(app);
    if (!text) {
        if (strcmp(app->filter ? app->filter : "", state->filter) != 0)
            app_filter_apply(app, state->filter, state->selected);
    } else if (settings_bool(app->settings, SETTING_FOLLOW) && !app->linear) {
        app_filter_apply(app, text, state->selected);
        search_filter_count(app);
    }
}

static void search_filter_accept(struct app *app, int64_t id, const char *text)
{
    (void)id;
    app_filter_set(app, text);
}

static const struct prompt_ops filter_prompt = {
    .label = "Filter: ",
    .kept_as = "line.filter",
    .keys = "Enter Keep  Esc Undo  -word Not  state:failed  tag:news  label:x  lang:cs",
    .shows = SHOWS_PANE,
    .accept = search_filter_accept,
    .edited = search_filter_edited};

static void search_filter_ask(struct app *app, const char *arg)
{
    if (app_focus_ops(app)->narrow) {
        app_focus_ops(app)->narrow(app, arg);
        return;
    }
    if (*arg) {
        app_filter_set(app, arg);
        return;
    }
    struct search_state *state = search_state(app);
    free(state->filter);
    state->filter = mem_copy(app->filter ? app->filter : "");
    state->selected = app_selected(app);
    app_prompt_open(app, &filter_prompt, 0, state->filter);
    search_filter_count(app);
}

/* Failed, canceled and unreadable ones only, and back. */
static void search_filter_failures(struct app *app)
{
    char *text = filter_toggle(app->filter ? app->filter : "", "state:!");
    app_filter_set(app, text);
    free(text);
}

static void search_end(struct app *app)
{
    free(search_state(app)->filter);
}

/* What the list can be sorted by, in the order of `s`. */
static const enum column sort_columns[] = {COLUMN_OWN, COLUMN_ID, COLUMN_STATE, COLUMN_LENGTH, COLUMN_NAME};
#define SORTS (sizeof sort_columns / sizeof *sort_columns)

/* Orders anew and says how. */
static void search_sort_apply(struct app *app)
{
    app_watchlist_arrange(app);
    list_fit(&app->list, app_pane_height(app, PANE_LIST));
    app_stale(app, STALE_SHOWN);
    app_dirty(app, DIRTY_PANE(PANE_LIST));
    app_say(app, "Sorted by %s%s",
            app->sort == COLUMN_OWN ? "the watchlist's own order" : column_defs[app->sort].name,
            app->sort_down ? ", downwards" : "");
}

static void search_sort_by(struct app *app, const char *arg)
{
    if (app_focus_ops(app)->sort) {
        app_focus_ops(app)->sort(app, arg);
        return;
    }
    enum column named = column_find(arg);
    for (size_t i = 0; i < SORTS; i++) {
        if (*arg ? sort_columns[i] == named : sort_columns[(i + SORTS - 1) % SORTS] == app->sort) {
            app->sort = sort_columns[i];
            search_sort_apply(app);
            return;
        }
    }
    app_say_bad(app, "sort: there is no such column; own, id, state, length, name");
}

static void search_sort_turn(struct app *app)
{
    app->sort_down = !app->sort_down;
    search_sort_apply(app);
}

/* clang-format off */
static const struct action search_actions[] = {
    {.name = "search", .keys = "/", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .arg = "TEXT",
     .brief = "Find, next, previous", .help = "Search in the pane", .run_with = search_ask},
    {.name = "search-next", .keys = "n", .where = IN_EVERY_PANE, .group = GROUP_MOVE,
     .with = "search", .help = "Next match", .run = search_next},
    {.name = "search-previous", .keys = "N", .where = IN_EVERY_PANE, .group = GROUP_MOVE,
     .with = "search", .help = "Previous match", .run = search_previous},
    {.name = "filter", .keys = "f", .where = IN_LIST | IN_ARRANGED | OVER_FORM, .group = GROUP_LIST, .arg = "TEXT",
     .brief = "Filter as you type",
     .help = "Filter by words, -word, state: tag: label: lang: note:", .run_with = search_filter_ask},
    {.name = "failures", .keys = "!", .where = IN_LIST, .group = GROUP_LIST,
     .help = "Show failed, canceled or unreadable ones only, and back", .run = search_filter_failures},
    {.name = "sort", .keys = "s", .where = IN_LIST | IN_ARRANGED | OVER_FORM, .group = GROUP_LIST, .arg = "own|id|state|length|name",
     .brief = "Sort by next column; turn", .help = "Sort by the next column", .run_with = search_sort_by},
    {.name = "sort-direction", .keys = "S", .where = IN_LIST, .group = GROUP_LIST,
     .with = "sort", .help = "Reverse the sort order", .run = search_sort_turn},
};
/* clang-format on */

const struct part part_search = {.name = "search",
                                 .state_size = sizeof(struct search_state),
                                 .end = search_end,
                                 PART_ACTIONS(search_actions)};
