/* Owns search, filter and views. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/action.h"
#include "steno/app/state.h"
#include "steno/core/call.h"
#include "steno/app/panes.h"
#include "steno/app/prompt.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/rows.h"
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

/* Leaves a search only lines that hold the text? */
static bool search_filters(const struct app *app)
{
    return app_focus_ops(app)->filter;
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

static const struct prompt_ops search_prompt = {
    .label = "/", .shows = SHOWS_LINE, .accept = search_accept, .edited = search_edited};

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
    } else if (settings_bool(app->settings, SETTING_FOLLOW)) {
        app_filter_apply(app, text, state->selected);
        search_filter_count(app);
    }
}

/* What cannot be used brings back what was there. */
static void search_filter_accept(struct app *app, int64_t id, const char *text)
{
    (void)id;
    if (!app_filter_set(app, text))
        search_filter_edited(app, NULL);
}

/* The words with a colon that the last word may become, whether something is to be so or not. */
static void search_filter_fits(const struct app *app, const char *line, struct prompt_fits *fits)
{
    (void)app;
    const char *word = strrchr(line, ' ') ? strrchr(line, ' ') + 1 : line;
    word += *word == '-';
    fits->from = (size_t)(word - line);
    fits->title = mem_copy("Words of a filter");
    fits->is_quiet = true;
    for (size_t i = 0; i < FILTER_TERMS; i++) {
        if (strncmp(filter_terms[i].word, word, strlen(word)) == 0)
            app_prompt_fit(fits, filter_terms[i].word, "", filter_terms[i].help, filter_terms[i].help);
    }
}

static const struct prompt_ops filter_prompt = {
    .label = "Filter: ",
    .keys = "Enter Keep  Esc Undo  -word Not  is:todo  state:none  tag:news  Tab Words",
    .shows = SHOWS_PANE,
    .accept = search_filter_accept,
    .edited = search_filter_edited,
    .fits = search_filter_fits};

static void search_filter_ask(struct app *app, const char *arg)
{
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

/* Sets the filter of a view anew: rows that only stayed go. The header says so, and Esc takes it away. */
static void search_view(struct app *app, size_t view)
{
    if (view < 1 || view > FILTER_VIEWS)
        app_say_bad(app, "view: a number from 1 to %d", FILTER_VIEWS);
    else
        app_filter_apply(app, filter_terms[view - 1].word, app_selected(app));
}

static void search_view_number(struct app *app, const char *arg)
{
    int64_t number;
    search_view(app,
                text_parse_int(arg, &number) && number > 0 && number <= FILTER_VIEWS ? (size_t)number : 0);
}

/* By the number at the end of the action's name. */
static void search_view_named(struct app *app, const char *name)
{
    search_view(app, (size_t)(name[strlen("view-")] - '0'));
}

static void search_end(struct app *app)
{
    free(search_state(app)->filter);
}

/* clang-format off */
static const struct action search_actions[] = {
    {.name = "search", .keys = "/", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .arg = "TEXT",
     .brief = "Find, next, previous", .help = "Search in the pane", .run_with = search_ask},
    {.name = "search-next", .keys = "n", .where = IN_EVERY_PANE, .group = GROUP_MOVE,
     .with = "search", .help = "Next match", .run = search_next},
    {.name = "search-previous", .keys = "N", .where = IN_EVERY_PANE, .group = GROUP_MOVE,
     .with = "search", .help = "Previous match", .run = search_previous},
    {.name = "filter", .keys = "f", .where = IN_LIST, .group = GROUP_LIST, .arg = "TEXT",
     .brief = "Filter as you type",
     .help = "Filter by words, -word, is: state: tag: label: lang: note:", .run_with = search_filter_ask},
    {.name = "view", .where = IN_LIST, .group = GROUP_LIST, .arg = "1 to 5",
     .help = "Show a view: the filter with this number", .run_with = search_view_number},
    {.name = "view-1", .keys = "1", .where = IN_LIST, .group = GROUP_LIST,
     .brief = "is:todo, busy, failed", .help = "View 1, is:todo: None, has media, nothing sent", .run_named = search_view_named},
    {.name = "view-2", .keys = "2", .where = IN_LIST, .group = GROUP_LIST,
     .with = "view-1", .help = "View 2, is:busy: in progress, or sent", .run_named = search_view_named},
    {.name = "view-3", .also = "failures", .keys = "3 !", .where = IN_LIST, .group = GROUP_LIST,
     .with = "view-1", .help = "View 3, is:failed: failed, canceled, unreadable, refused", .run_named = search_view_named},
    {.name = "view-4", .keys = "4", .where = IN_LIST, .group = GROUP_LIST,
     .brief = "is:export, today", .help = "View 4, is:export: Completed, not exported here since", .run_named = search_view_named},
    {.name = "view-5", .keys = "5", .where = IN_LIST, .group = GROUP_LIST,
     .with = "view-4", .help = "View 5, is:today: state began today", .run_named = search_view_named},
};
/* clang-format on */

const struct part part_search = {.name = "search",
                                 .state_size = sizeof(struct search_state),
                                 .end = search_end,
                                 PART_ACTIONS(search_actions)};
