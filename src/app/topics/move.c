/* Actions for many panes: moving the cursor, changing the pane, copying, the time zone, the command line.
 * Also the help pane, which lists the actions of one pane or of all panes. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdlib.h>
#include <string.h>

#include "steno/app/app.h"
#include "steno/app/forms.h"
#include "steno/app/keys.h"
#include "steno/app/panes.h"
#include "steno/app/say.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/write.h"
#include "steno/widget/page.h"

#define FORM_LABEL_CELLS 16 /* width of the labels in the help of a form */

/* Returns the row of the next heading after `row`. If there is none, returns the number of rows. */
static size_t move_group_after(const struct page *page, size_t row)
{
    do
        row++;
    while (row < page->count && page->lines[row].kind != LINE_HEADING);
    return row < page->count ? row : page->count;
}

static void move_group(struct app *app, const char *action)
{
    const struct page *page = app_focus_page(app);
    size_t row = page->list.selected < page->count ? page->list.selected : 0;
    bool is_down = strcmp(action, "next-group") == 0;
    if (is_down) {
        row = move_group_after(page, page->list.selected);
    } else {
        while (row > 0 && page->lines[row - 1].kind != LINE_HEADING)
            row--;
        row = row > 0 ? row - 1 : page->count;
    }
    if (row == page->count)
        app_say(app,
                is_down ? "There is no heading below the cursor" : "There is no heading above the cursor");
    else
        app_focus_jump(app, row, move_group_after(page, row));
}

static void move_step(struct app *app, const char *action)
{
    if (app_list_step(app_focus_list(app), action, app_pane_height(app, app->focus)))
        app_focus_moved(app);
}

static void move_pane(struct app *app, const char *action)
{
    if (strcmp(action, "previous-pane") == 0)
        app_pane_step(app, -1);
    else if (app->over.pane != PANE_LIST)
        app_pane_over_turn(app);
    else if (app_focus_ops(app)->next)
        app_focus_ops(app)->next(app);
    else
        app_pane_step(app, 1);
}

static void move_enter(struct app *app)
{
    if (app_focus_ops(app)->enter)
        app_focus_ops(app)->enter(app);
}

/* Copies `arg`. If `arg` is "", copies the pane's text, the value under the cursor, or the message. */
static void program_copy(struct app *app, const char *arg)
{
    const struct pane_ops *ops = app_focus_ops(app);
    const struct page_line *line = ops->copied ? NULL : page_line_at_hand(app_focus_page(app));
    app_emit(app, EFFECT_COPY)->text = *arg          ? mem_copy(arg)
                                       : ops->copied ? ops->copied(app)
                                       : line        ? mem_copy(line->full ? line->full : line->value)
                                                     : mem_copy(app->status);
}

static void program_time_zone(struct app *app, const char *arg)
{
    bool utc = *arg ? text_equal_nocase(arg, "utc") : app->zone == DATE_LOCAL;
    if (*arg && !utc && !text_equal_nocase(arg, "local")) {
        app_say_bad(app, "time-zone takes utc or local; without a value it switches between the two");
        return;
    }
    app->zone = utc ? DATE_UTC : DATE_LOCAL;
    char now[DATE_TEXT_SIZE];
    date_format_minute(now, sizeof now, app->wall_ms, app->zone);
    app_say(app, "%s, now %s", utc ? "Times in UTC" : "Local times", now);
}

/* clang-format off */
static const struct action move_actions[] = {
    {.name = "down", .keys = "j Down", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .help = "Move down one line",
     .run_named = move_step},
    {.name = "up", .keys = "k Up", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .help = "Move up one line",
     .run_named = move_step},
    {.name = "page-down", .keys = "PgDn", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .help = "Move down one page",
     .run_named = move_step},
    {.name = "page-up", .keys = "PgUp", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .help = "Move up one page",
     .run_named = move_step},
    {.name = "top", .keys = "g Home", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .help = "Go to the first line",
     .run_named = move_step},
    {.name = "bottom", .keys = "G End", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .help = "Go to the last line",
     .run_named = move_step},
    {.name = "next-pane", .keys = "Tab", .where = IN_EVERY_PANE, .group = GROUP_PANES, .help = "Next pane",
     .run_named = move_pane},
    {.name = "previous-pane", .keys = "Shift-Tab", .where = IN_PANES, .group = GROUP_PANES, .help = "Previous pane",
     .run_named = move_pane},
    {.name = "zoom", .keys = "+", .where = IN_EVERY_PANE | IN_FORM, .group = GROUP_PANES,
     .help = "Show only this pane, or all panes again", .run = app_pane_zoom},
    {.name = "enter", .keys = "Enter", .where = IN_EVERY_PANE, .group = GROUP_MOVE, .help = "Open the selected item",
     .run = move_enter},
    {.name = "next-group", .keys = "]", .where = IN_GROUPED, .group = GROUP_MOVE, .help = "Next heading",
     .run_named = move_group},
    {.name = "previous-group", .keys = "[", .where = IN_GROUPED, .group = GROUP_MOVE, .help = "Previous heading",
     .run_named = move_group},
    {.name = "command", .keys = ":", .where = IN_PANES, .group = GROUP_PROGRAM,
     .help = "Run a command by name; Tab completes it", .run = act_command},
    {.name = "copy", .keys = "y", .where = IN_EVERY_PANE, .group = GROUP_PROGRAM,
     .help = "Copy what the cursor is on: a value, id or message", .run_with = program_copy},
    {.name = "time-zone", .keys = "z", .where = IN_PANES, .group = GROUP_PROGRAM, .arg = "utc|local",
     .help = "Toggle UTC and local time", .run_with = program_time_zone},
};
/* clang-format on */

const struct part part_move = {.name = "move", PART_ACTIONS(move_actions)};

/* --- the help --- */

struct help_state {
    unsigned where; /* IN_ bit of the pane or form from which the help was opened */
    bool over;      /* the help was opened from a pane that was opened from a form */
    bool marked;    /* projects were marked when the help was opened */
    bool all;       /* show the keys of all panes */
    char *filter;   /* show only lines with this text; NULL: all lines */
};

static struct help_state *help_state(const struct app *app)
{
    return part_state(app, &part_help);
}

/* Returns the name of the only pane in which an action works. NULL: the list, or several panes. */
static const char *help_only_pane(const struct app *app, const struct action *action)
{
    const char *only = NULL;
    for (int pane = 0; pane < app->pane_count; pane++) {
        if ((action->where & (1u << pane)) && (only || pane == PANE_LIST))
            return NULL;
        if (action->where & (1u << pane))
            only = app->panes[pane].ops->name;
    }
    return only;
}

/* Adds a row with the keys of an action and its help text. An action without keys is shown by its name.
 * Returns false if state->filter hides the action, or the action does not work in this place. */
static bool help_add(const struct app *app, const struct help_state *state, struct page *page,
                     const struct action *action, int cells)
{
    char keys[128];
    bool works =
        state->all ? action->where & IN_PANES
                   : (action->where & state->where) && (!state->over || (action->where & WORKS_OVER_FORM)) &&
                         (!(action->where & NEEDS_EXPORT) || app_can_run(app, action)) &&
                         (state->marked || state->where != IN_LIST || !(action->where & MARKED_IN_LIST));
    const char *only = state->all ? help_only_pane(app, action) : NULL;
    keymap_keys(app->keymap, action, keys, sizeof keys);
    if (!works || (state->filter && !text_contains_nocase(keys, state->filter) &&
                   !text_contains_nocase(action->name, state->filter) &&
                   !text_contains_nocase(action->help, state->filter)))
        return false;
    char *label = *keys ? mem_copy(keys) : mem_printf(":%s", action->name);
    page_add_taken(page, LINE_FIELD, label,
                   only ? mem_printf("%s (%s)", action->help, only) : mem_copy(action->help), cells,
                   action->name);
    free(label);
    return true;
}

static void help_rows(const struct app *app, const struct help_state *state, struct page *page, int cells)
{
    static const enum action_group order[] = {GROUP_FORM,  GROUP_CAPTIONS, GROUP_PROJECT, GROUP_MARKS,
                                              GROUP_PANES, GROUP_MOVE,     GROUP_LIST,    GROUP_PROGRAM};
    size_t count;
    const struct action *actions = keymap_actions(app->keymap, &count);
    for (size_t group = 0; group < sizeof order / sizeof order[0]; group++) {
        size_t from = page->count;
        bool is_empty = true;
        if (from > 0 && !state->filter)
            page_add(page, LINE_TEXT, NULL, "");
        if (!state->filter)
            page_add(page, LINE_HEADING, NULL, keymap_group_name(order[group]));
        for (size_t i = 0; i < count; i++) {
            if (actions[i].group == order[group] && help_add(app, state, page, &actions[i], cells))
                is_empty = false;
        }
        if (is_empty)
            page_cut(page, from);
    }
    if (page->count == 0)
        page_add(page, LINE_NOTE, NULL, "No key or command matches");
}

static void help_build(struct app *app, struct page *page, int cells)
{
    const struct help_state *state = help_state(app);
    int pane = 0;
    while (pane + 1 < app->pane_count && !(state->where & (1u << pane)))
        pane++;
    if (state->all)
        page_title(page, "Help: the keys of all panes");
    else
        page_title(page, "Help: the keys of the %s", pane == PANE_LIST ? "list" : app->panes[pane].ops->name);
    help_rows(app, state, page, cells);
    if (page->list.selected == 0 && page->count > 1 && page->lines[0].kind == LINE_HEADING)
        page->list.selected = 1; /* skip the heading: Enter runs the selected row */
}

static void help_filter(struct app *app, const char *text)
{
    struct help_state *state = help_state(app);
    free(state->filter);
    state->filter = text && *text ? mem_copy(text) : NULL;
    list_home(&app_page_of(app, "help")->list, 0);
}

static void help_toggle_all(struct app *app)
{
    help_state(app)->all = !help_state(app)->all;
    list_home(&app_page_of(app, "help")->list, 0);
}

/* Opens the help pane. If a form is open, shows a page with its keys or those of the pane opened from it. */
static void help_open(struct app *app)
{
    struct help_state *state = help_state(app);
    struct page *page = &app->preview;
    unsigned where = app_where(app);
    bool over = where != IN_FORM;
    if (overlay_has(&app->overlays, OVERLAY_MENU) || overlay_has(&app->overlays, OVERLAY_PREVIEW))
        return; /* the key bar shows all keys of a menu or page, which would cover the help */
    if (overlay_has(&app->overlays, OVERLAY_FORM)) {
        page_begin(page);
        page_title(page, "Help: the keys of %s%s", over ? "the " : "this form",
                   over ? app_focus_ops(app)->name : "");
        page->label_cells = FORM_LABEL_CELLS;
        help_rows(app, &(struct help_state){.where = where, .over = over}, page,
                  app->layout.body.w - PAGE_GUTTER);
        app_preview_show(app, true);
    } else if (app->focus != app_pane_find(app, "help")) {
        state->where = where;
        state->marked = app->list.mark_count > 0;
        state->all = false;
        help_filter(app, NULL);
        app_pane_open(app, "help");
    }
}

/* Closes the help and runs the selected action in the pane from which the help was opened. */
static void help_enter(struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    const struct action *action = line && line->target ? keymap_named(app->keymap, line->target) : NULL;
    if (!action || !action_can_run(action))
        return;
    app_pane_back(app);
    if (action->where & app_where(app))
        app_run(app, action, "");
}

static void help_end(struct app *app)
{
    free(help_state(app)->filter);
}

static const struct pane_hint *help_hints(const struct app *app)
{
    static struct pane_hint hints[] = {{"enter", "Run it"}, {"search", "Find"}, {"next-pane", NULL}, {0}};
    hints[2].word = help_state(app)->all ? "Keys of this pane" : "All keys";
    return hints;
}

static const struct pane_ops help_pane = {.name = "help",
                                          .covers = true,
                                          .title = "Help",
                                          .grouped = true,
                                          .label_least = 12,
                                          .label_most = 24,
                                          .build = help_build,
                                          .enter = help_enter,
                                          .next = help_toggle_all,
                                          .hints = help_hints,
                                          .filter = help_filter};

/* clang-format off */
static const struct action help_actions[] = {
    {.name = "help", .keys = "?", .where = IN_PANES | IN_FORM | IS_GLOBAL, .group = GROUP_PROGRAM,
     .help = "Show all keys that work here, and search them", .run = help_open},
};
/* clang-format on */

const struct part part_help = {.name = "help",
                               .state_size = sizeof(struct help_state),
                               .end = help_end,
                               .pane = &help_pane,
                               PART_ACTIONS(help_actions)};
