/* Owns the small acts of every pane: moving its cursor, from heading to heading and from pane to pane;
 * search, filter and views; copying, the zone of times, the line of commands. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/keys.h"
#include "steno/app/panes.h"
#include "steno/app/prompt.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/rows.h"
#include "steno/core/settings.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

/* --- moving --- */

/* The line of the next heading behind a line, or the count of lines. */
static size_t move_group_after(const struct page *page, size_t row)
{
    do
        row++;
    while (row < page->count && page->lines[row].kind != LINE_HEADING);
    return row < page->count ? row : page->count;
}

static void move_next_group(struct app *app)
{
    const struct page *page = app_focus_page(app);
    size_t row = move_group_after(page, page->list.selected);
    if (row == page->count)
        app_say(app, "There is no group below");
    else
        app_focus_jump(app, row, move_group_after(page, row));
}

static void move_previous_group(struct app *app)
{
    const struct page *page = app_focus_page(app);
    size_t row = page->list.selected < page->count ? page->list.selected : 0;
    while (row > 0 && page->lines[row - 1].kind != LINE_HEADING)
        row--;
    if (row == 0)
        app_say(app, "There is no group above");
    else
        app_focus_jump(app, row - 1, move_group_after(page, row - 1));
}

/* Moves the cursor of the focused pane. */
static void move_step(struct app *app, const char *action)
{
    if (app_list_step(app_focus_list(app), action, app_pane_height(app, app->focus)))
        app_focus_moved(app);
}

static void move_next_pane(struct app *app)
{
    if (app->over.pane != PANE_LIST)
        app_pane_over_turn(app);
    else if (app_focus_ops(app)->next)
        app_focus_ops(app)->next(app);
    else
        app_pane_step(app, 1);
}

static void move_previous_pane(struct app *app)
{
    app_pane_step(app, -1);
}

static void move_enter(struct app *app)
{
    if (app_focus_ops(app)->enter)
        app_focus_ops(app)->enter(app);
}

/* clang-format off */
static const struct action move_actions[] = {
    {.name = "down", .keys = "j Down", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .help = "Move down one line",
     .run_named = move_step},
    {.name = "up", .keys = "k Up", .where = IN_EVERY_PANE, .group = GROUP_MOVE,
     .help = "Move up one line",
     .run_named = move_step},
    {.name = "page-down", .keys = "PgDn", .where = IN_EVERY_PANE, .group = GROUP_MOVE,
     .help = "Move down one page",
     .run_named = move_step},
    {.name = "page-up", .keys = "PgUp", .where = IN_EVERY_PANE, .group = GROUP_MOVE,
     .help = "Move up one page",
     .run_named = move_step},
    {.name = "top", .keys = "g Home", .where = IN_EVERY_PANE, .group = GROUP_MOVE,
     .help = "Go to the first line",
     .run_named = move_step},
    {.name = "bottom", .keys = "G End", .where = IN_EVERY_PANE, .group = GROUP_MOVE,
     .help = "Go to the last line",
     .run_named = move_step},
    {.name = "next-pane", .keys = "Tab", .where = IN_EVERY_PANE, .group = GROUP_PANES,
     .help = "Next pane",
     .run = move_next_pane},
    {.name = "previous-pane", .keys = "Shift-Tab", .where = IN_PANES, .group = GROUP_PANES,
     .help = "Previous pane", .run = move_previous_pane},
    {.name = "zoom", .keys = "+", .where = IN_EVERY_PANE | IN_FORM, .group = GROUP_PANES,
     .help = "This pane alone, and back",
     .run = app_pane_zoom},
    {.name = "enter", .keys = "Enter", .where = IN_EVERY_PANE, .group = GROUP_MOVE,
     .help = "Open the selected item", .run = move_enter},
    {.name = "next-group", .keys = "]", .where = IN_GROUPED, .group = GROUP_MOVE,
     .help = "Next heading", .run = move_next_group},
    {.name = "previous-group", .keys = "[", .where = IN_GROUPED, .group = GROUP_MOVE,
     .help = "Previous heading", .run = move_previous_group},
};
/* clang-format on */

const struct part part_move = {.name = "move", PART_ACTIONS(move_actions)};

/* --- search --- */

/* To the next row of the focused pane in a direction that holds the text, round the ends. */
static void search_step(struct app *app, size_t step)
{
    struct list *list = app_focus_list(app);
    const struct pane_ops *ops = app_focus_ops(app);
    if (!app->search) {
        app_say(app, "No search yet: %s searches", app_key_of(app, "search"));
        return;
    }
    size_t row = list->selected;
    for (size_t i = 0; i < list->count; i++) {
        row = (row + step) % list->count;
        bool is_hit = ops->holds ? ops->holds(app, row, app->search)
                                 : page_line_holds(&app_focus_page(app)->lines[row], app->search);
        if (!is_hit)
            continue;
        if (list_select_row(list, row, app_pane_height(app, app->focus)))
            app_focus_moved(app);
        return;
    }
    app_say(app, "“%s” is not in this pane", app->search);
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

static void search_remember(struct app *app, const char *text)
{
    if (!*text)
        return;
    free(app->search);
    app->search = text_clean_copy(text);
}

/* Where a search leaves only lines that hold the text, it does so with each key. */
static void search_edited(struct app *app, const char *text)
{
    if (app_focus_ops(app)->filter)
        app_focus_ops(app)->filter(app, text);
}

static void search_accept(struct app *app, int64_t id, const char *text)
{
    (void)id;
    search_edited(app, text);
    search_remember(app, text); /* `n` and `N` step through what is left */
    if (!app_focus_ops(app)->filter)
        search_next(app);
}

static const struct prompt_ops search_prompt = {
    .label = "/", .accept = search_accept, .edited = search_edited};

static void search_ask(struct app *app, const char *arg)
{
    if (!*arg) {
        app_prompt_open(app, &search_prompt, 0, "");
        return;
    }
    search_remember(app, arg);
    search_next(app);
}

/* --- filter and views --- */

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
            app_prompt_fit(fits, filter_terms[i].word, "", filter_terms[i].help);
    }
}

static const struct prompt_ops filter_prompt = {
    .label = "Filter: ",
    .keys = "Enter Keep  Esc Undo  -word Not  is:todo  state:none  tag:news  Tab Words",

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
static void search_view(struct app *app, const char *number)
{
    int64_t view;
    if (text_parse_int(number, &view) && view >= 1 && view <= FILTER_VIEWS)
        app_filter_apply(app, filter_terms[view - 1].word, app_selected(app));
    else
        app_say_bad(app, "view: a number from 1 to %d", FILTER_VIEWS);
}

/* By the number at the end of the action's name. */
static void search_view_named(struct app *app, const char *name)
{
    search_view(app, name + strlen("view-"));
}

static void search_end(struct app *app)
{
    free(search_state(app)->filter);
}

/* clang-format off */
static const struct action search_actions[] = {
    {.name = "search", .keys = "/", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .arg = "TEXT", .help = "Search in the pane", .run_with = search_ask},
    {.name = "search-next", .keys = "n", .where = IN_EVERY_PANE, .group = GROUP_MOVE,
     .help = "Next match", .run = search_next},
    {.name = "search-previous", .keys = "N", .where = IN_EVERY_PANE, .group = GROUP_MOVE,
     .help = "Previous match", .run = search_previous},
    {.name = "filter", .keys = "f", .where = IN_LIST, .group = GROUP_LIST, .arg = "TEXT",
     .help = "Filter by words, -word, is: state: tag: label: lang: note:", .run_with = search_filter_ask},
    {.name = "view", .where = IN_LIST, .group = GROUP_LIST, .arg = "1 to 5",
     .help = "Show a view: the filter with this number", .run_with = search_view},
    {.name = "view-1", .keys = "1", .where = IN_LIST, .group = GROUP_LIST, .help = "View 1, is:todo: None, has media, nothing sent", .run_named = search_view_named},
    {.name = "view-2", .keys = "2", .where = IN_LIST, .group = GROUP_LIST,
     .help = "View 2, is:busy: in progress, or sent", .run_named = search_view_named},
    {.name = "view-3", .also = "failures", .keys = "3 !", .where = IN_LIST, .group = GROUP_LIST,
     .help = "View 3, is:failed: failed, canceled, unreadable, refused", .run_named = search_view_named},
    {.name = "view-4", .keys = "4", .where = IN_LIST, .group = GROUP_LIST, .help = "View 4, is:export: Completed, not exported here since", .run_named = search_view_named},
    {.name = "view-5", .keys = "5", .where = IN_LIST, .group = GROUP_LIST,
     .help = "View 5, is:today: state began today", .run_named = search_view_named},
};
/* clang-format on */

const struct part part_search = {.name = "search",
                                 .state_size = sizeof(struct search_state),
                                 .end = search_end,
                                 PART_ACTIONS(search_actions)};

/* --- the program as a whole --- */

/* What `y` takes: what the pane says, the value under the cursor, else the message. */
static char *program_copied(struct app *app)
{
    if (app_focus_ops(app)->copied)
        return app_focus_ops(app)->copied(app);
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    if (!line)
        return mem_copy(app->status);
    return mem_copy(line->full ? line->full : line->value);
}

static void program_copy(struct app *app, const char *arg)
{
    char *text = *arg ? mem_copy(arg) : program_copied(app);
    app_emit(app, EFFECT_COPY)->text = text;
}

static void program_time_zone(struct app *app, const char *arg)
{
    bool utc = *arg ? text_equal_nocase(arg, "utc") : app->zone == DATE_LOCAL;
    if (*arg && !utc && !text_equal_nocase(arg, "local")) {
        app_say_bad(app, "time-zone: utc or local; nothing changes between the two");
        return;
    }
    app->zone = utc ? DATE_UTC : DATE_LOCAL;
    char now[DATE_TEXT_SIZE];
    date_format_minute(now, sizeof now, app->wall_ms, app->zone);
    app_say(app, "%s, now %s", utc ? "Times in UTC" : "Local times", now);
}

/* clang-format off */
static const struct action program_actions[] = {
    {.name = "command", .keys = ":", .where = IN_PANES, .group = GROUP_PROGRAM, .help = "Run a command by name; Tab completes it", .run = act_command},
    {.name = "copy", .keys = "y", .where = IN_EVERY_PANE, .group = GROUP_PROGRAM, .help = "Copy the value, id or message here", .run_with = program_copy},
    {.name = "time-zone", .keys = "z", .where = IN_PANES, .group = GROUP_PROGRAM, .arg = "utc|local", .help = "Toggle UTC and local time", .run_with = program_time_zone},
};
/* clang-format on */

const struct part part_program = {.name = "program", PART_ACTIONS(program_actions)};
