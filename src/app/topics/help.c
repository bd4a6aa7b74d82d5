/* Owns the help: the keys of the place that it was opened in, those of all panes, or those that are looked
 * for; out of the action table and the keys as bound. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/action.h"
#include "steno/app/state.h"
#include "steno/app/keymap.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "preview.h"
#include "dispatch.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

#define FORM_LABEL_CELLS 16
#define WIDE_CELLS       72  /* from here on there are two columns */
#define SHEET_CELLS      200 /* more than any row of them needs */
#define KEYS_COL         2   /* of a column: its keys stand right of its heading */

struct help_state {
    unsigned where; /* where it was opened */
    bool over;      /* over a form */
    bool marked;    /* projects were marked then */
    bool all;       /* the keys of all panes */
    char *filter;   /* only lines that match this are shown; NULL for all */
};

static struct help_state *help_state(const struct app *app)
{
    return part_state(app, &part_help);
}

/* The groups in the order of the help; of a form those of its own come first. */
static const enum action_group help_order[] = {GROUP_FORM,  GROUP_CAPTIONS, GROUP_PROJECT, GROUP_MARKS,
                                               GROUP_PANES, GROUP_MOVE,     GROUP_LIST,    GROUP_PROGRAM};
#define GROUPS (sizeof help_order / sizeof help_order[0])

/* Does an action work where the help was opened, or anywhere, if that is asked for? */
static bool help_lists(const struct help_state *state, const struct action *action)
{
    if (state->all)
        return action->where & IN_PANES;
    return (action->where & state->where) && (!state->over || (action->where & WORKS_OVER_FORM)) &&
           (state->marked || state->where != IN_LIST || !(action->where & MARKED_IN_LIST));
}

/* Is it the row of the help that has this action's key? */
static bool help_row_has(const struct action *row, const struct action *action)
{
    return action == row || (action->with && strcmp(action->with, row->name) == 0);
}

/* The first key of each action of a row: "/ n N". Caller frees. */
static char *help_keys(const struct app *app, const struct help_state *state, const struct action *row)
{
    size_t count;
    const struct action *actions = keymap_actions(app->keymap, &count);
    struct buffer keys;
    buffer_init(&keys, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < count; i++) {
        char key[KEY_NAME_SIZE] = "";
        if (help_row_has(row, &actions[i]) && help_lists(state, &actions[i]))
            keymap_first_key(app->keymap, &actions[i], key, sizeof key);
        if (*key)
            buffer_printf(&keys, "%s%s", keys.len ? " " : "", key);
    }
    return buffer_take(&keys);
}

/* The only pane in which an action works; -1 where there are several, or it is a form. */
static int help_only_pane(const struct app *app, const struct action *action)
{
    int only = -1;
    for (int pane = 0; pane < app->pane_count; pane++) {
        if (!(action->where & (1u << pane)))
            continue;
        if (only >= 0)
            return -1;
        only = pane;
    }
    return only > PANE_LIST ? only : -1;
}

/* One action with all its keys and its help; among those of all panes with the one that it belongs to. */
static void help_line(const struct app *app, const struct help_state *state, struct page *page,
                      const struct action *row, int cells)
{
    char keys[128];
    int pane = state->all ? help_only_pane(app, row) : -1;
    keymap_keys(app->keymap, row, keys, sizeof keys);
    char *label = *keys ? mem_copy(keys) : mem_printf(":%s", row->name);
    char *help =
        pane >= 0 ? mem_printf("%s (%s)", row->help, app->panes[pane].ops->name) : mem_copy(row->help);
    page_add_wrapped(page, LINE_FIELD, label, help, cells, row->name);
    free(help);
    free(label);
}

/* One row of the keys of a place; false where it has no words there, or none of its keys works. */
static bool help_brief(const struct app *app, const struct help_state *state, struct page *page,
                       const struct action *row, int cells)
{
    if (!row->brief || !help_lists(state, row))
        return false;
    char *keys = help_keys(app, state, row), *label = *keys ? mem_copy(keys) : mem_printf(":%s", row->name);
    page_add_wrapped(page, LINE_FIELD, label, row->brief, cells, row->name);
    free(label);
    free(keys);
    return true;
}

/* The rows of one group, under its heading; a blank line before it where it is not the first. */
static void help_group(const struct app *app, const struct help_state *state, struct page *page,
                       enum action_group group, int cells)
{
    size_t count, from = page->count;
    const struct action *rows = keymap_actions(app->keymap, &count);
    bool whole = state->all || !(state->where & IN_PANES);
    if (from > 0)
        page_add(page, LINE_TEXT, NULL, "");
    page_add(page, LINE_HEADING, NULL, keymap_group_name(group));
    size_t headed = page->count;
    for (size_t n = 0; n < 2 * count; n++) { /* those that stand last in a second round */
        size_t i = n % count;
        if (rows[i].group != group || rows[i].last != (n >= count))
            continue;
        if (whole && help_lists(state, &rows[i]))
            help_line(app, state, page, &rows[i], cells);
        else if (!whole)
            help_brief(app, state, page, &rows[i], cells);
    }
    if (page->count == headed)
        page_cut(page, from);
}

/* Only the actions that match the filter, each with all its words, without headings. */
static void help_found(const struct app *app, const struct help_state *state, struct page *page, int cells)
{
    size_t count;
    const struct action *rows = keymap_actions(app->keymap, &count);
    for (size_t i = 0; i < count; i++) {
        char keys[128];
        keymap_keys(app->keymap, &rows[i], keys, sizeof keys);
        if (help_lists(state, &rows[i]) &&
            (text_contains_nocase(keys, state->filter) || text_contains_nocase(rows[i].name, state->filter) ||
             text_contains_nocase(rows[i].help, state->filter)))
            help_line(app, state, page, &rows[i], cells);
    }
    if (page->count == 0)
        page_add(page, LINE_NOTE, NULL, "No key or command matches");
}

/* All groups. */
static void help_lines(const struct app *app, const struct help_state *state, struct page *page, int cells)
{
    for (size_t i = 0; i < GROUPS; i++)
        help_group(app, state, page, help_order[i], cells);
}

/* Is this the blank line before a group? */
static bool help_is_gap(const struct page *page, size_t at)
{
    return at + 1 < page->count && page->lines[at + 1].kind == LINE_HEADING;
}

/* The gap between groups at which the lines are best parted: the higher column as low as can be; 0 for none.
 */
static size_t help_best_gap(const struct page *page)
{
    size_t best = 0, least = page->count;
    for (size_t at = 1; at < page->count; at++) {
        size_t rest = page->count - at - 1, high = at > rest ? at : rest;
        if (help_is_gap(page, at) && high < least) {
            best = at;
            least = high;
        }
    }
    return best;
}

/* Moves lines to where their column begins, keys and words under their heading. */
static void help_place(struct page *page, size_t from, size_t end, int col)
{
    int keys = 0;
    for (size_t i = from; i < end; i++) {
        int cells = page->lines[i].label ? text_width(page->lines[i].label) : 0;
        keys = cells > keys ? cells : keys;
    }
    for (size_t i = from; i < end; i++) {
        page->lines[i].col = col + (page->lines[i].label ? KEYS_COL : 0);
        page->lines[i].value_col = col + KEYS_COL + keys + PAGE_LABEL_GAP;
    }
}

/* The keys of a place in two columns. */
static void help_sheet(const struct app *app, const struct help_state *state, struct page *page)
{
    help_lines(app, state, page, SHEET_CELLS); /* nothing is wrapped */
    page->split = help_best_gap(page);
    if (page->split == 0)
        return;
    page_drop(page, page->split);
    help_place(page, 0, page->split, 0);
    help_place(page, page->split, page->count, page->width / 2 + 2);
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
    page->aside = mem_printf("%s: %s", state->all ? "this pane" : "all panes", app_key_of(app, "next-pane"));
    if (state->filter)
        help_found(app, state, page, cells);
    else if (!state->all && page->width >= WIDE_CELLS)
        help_sheet(app, state, page);
    else
        help_lines(app, state, page, cells);
}

/* Shows it from its beginning. */
static void help_renew(struct app *app)
{
    app_page_touch(app, "help");
    list_home(&app_page_of(app, "help")->list, 0);
}

static void help_filter(struct app *app, const char *text)
{
    struct help_state *state = help_state(app);
    free(state->filter);
    state->filter = text && *text ? mem_copy(text) : NULL;
    help_renew(app);
}

/* The keys of this place, or of all. */
static void help_turn(struct app *app)
{
    help_state(app)->all = !help_state(app)->all;
    app_dirty(app, DIRTY_STATUS); /* the hint says what the key shows next */
    help_renew(app);
}

/* The keys of the form on top, or of the pane over it. */
static void help_of_form(struct app *app, unsigned where)
{
    struct page *page = &app->preview;
    bool over = where != IN_FORM;
    page_begin(page);
    page_title(page, "Help: the keys of %s%s", over ? "the " : "this form",
               over ? app_focus_ops(app)->name : "");
    page->label_cells = FORM_LABEL_CELLS;
    help_lines(app, &(struct help_state){.where = where, .over = over}, page,
               app->layout.body.w - PAGE_GUTTER);
    app_preview_show(app, true);
}

static void help_open(struct app *app)
{
    unsigned where = app_where(app);
    if (overlay_has(&app->overlays, OVERLAY_FORM)) {
        help_of_form(app, where);
        return;
    }
    if (app->focus == app_pane_find(app, "help"))
        return;
    help_state(app)->where = where;
    help_state(app)->marked = app->list.mark_count > 0;
    help_state(app)->all = false;
    help_filter(app, NULL);
    app_pane_open(app, "help");
}

/* Does what the line under the cursor is about, in the pane that the help was opened from. */
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

/* The first row that can be run has the cursor, not the heading above it. */
static void help_built(struct app *app)
{
    struct page *page = app_page_of(app, "help");
    if (page->list.selected == 0 && page->count > 1 && page->lines[0].kind == LINE_HEADING)
        list_select_row(&page->list, 1, app_pane_height(app, app_pane_find(app, "help")));
}

static const struct pane_hint *help_hints(const struct app *app)
{
    static const struct pane_hint here[] = {{"enter", "Run it", 95},
                                            {"search", "Narrow", 94},
                                            {"next-pane", "All panes", 93},
                                            {"back", NULL, 96},
                                            {0}};
    static const struct pane_hint all[] = {{"enter", "Run it", 95},
                                           {"search", "Narrow", 94},
                                           {"next-pane", "This pane", 93},
                                           {"back", NULL, 96},
                                           {0}};
    return help_state(app)->all ? all : here;
}

/* What the marks mean, as long as nothing else is said. */
static const struct pane_ops help_pane = {.name = "help",
                                          .covers = true,
                                          .title = "Help",
                                          .grouped = true,
                                          .label_least = 12,
                                          .label_most = 24,
                                          .build = help_build,
                                          .built = help_built,
                                          .enter = help_enter,
                                          .next = help_turn,
                                          .hints = help_hints,
                                          .filter = help_filter};

/* clang-format off */
static const struct action help_actions[] = {
    {.name = "help", .keys = "?", .where = IN_PANES | IN_FORM | IS_GLOBAL,
     .group = GROUP_PROGRAM, .hint = "Help", .with = "back", .help = "Show available keys; they can be searched", .run = help_open},
};
/* clang-format on */

const struct part part_help = {.name = "help",
                               .state_size = sizeof(struct help_state),
                               .end = help_end,
                               .pane = &help_pane,
                               PART_ACTIONS(help_actions)};
