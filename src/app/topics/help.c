/* Owns the help: the actions that have a key or a name here, those of all panes, or those that are looked
 * for; out of the action table and the keys as bound. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdlib.h>
#include <string.h>

#include "steno/app/keys.h"
#include "steno/app/app.h"
#include "steno/app/panes.h"
#include "steno/app/forms.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

#define FORM_LABEL_CELLS 16

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

/* Does an action work where the help was opened, or anywhere, if that is asked for? */
static bool help_lists(const struct help_state *state, const struct action *action)
{
    if (state->all)
        return action->where & IN_PANES;
    return (action->where & state->where) && (!state->over || (action->where & WORKS_OVER_FORM)) &&
           (state->marked || state->where != IN_LIST || !(action->where & MARKED_IN_LIST));
}

/* The name of the only pane in which an action works; NULL where there are several, or it is a form. */
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

/* Adds the row of an action: its keys, or its name where it has none, and its help. Where something is looked
 * for, only if that is in one of them. */
static bool help_add(const struct app *app, const struct help_state *state, struct page *page,
                     const struct action *action, int cells)
{
    char keys[128];
    const char *only = state->all ? help_only_pane(app, action) : NULL;
    keymap_keys(app->keymap, action, keys, sizeof keys);
    if (!help_lists(state, action) || (state->filter && !text_contains_nocase(keys, state->filter) &&
                                       !text_contains_nocase(action->name, state->filter) &&
                                       !text_contains_nocase(action->help, state->filter)))
        return false;
    char *label = *keys ? mem_copy(keys) : mem_printf(":%s", action->name);
    char *help = only ? mem_printf("%s (%s)", action->help, only) : mem_copy(action->help);
    page_add_wrapped(page, LINE_FIELD, label, help, cells, action->name);
    free(help);
    free(label);
    return true;
}

/* The actions by their groups, under headings unless something is looked for. */
static void help_rows(const struct app *app, const struct help_state *state, struct page *page, int cells)
{
    /* of a form its own come first */
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
}

/* Shows it from its beginning. */
static void help_renew(struct app *app)
{
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
    help_rows(app, &(struct help_state){.where = where, .over = over}, page,
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
    static struct pane_hint hints[] = {{"enter", "Run it"}, {"search", "Narrow"}, {"next-pane", NULL}, {0}};
    hints[2].word = help_state(app)->all ? "This pane" : "All panes";
    return hints;
}

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
     .group = GROUP_PROGRAM, .help = "Show available keys; they can be searched", .run = help_open},
};
/* clang-format on */

const struct part part_help = {.name = "help",
                               .state_size = sizeof(struct help_state),
                               .end = help_end,
                               .pane = &help_pane,
                               PART_ACTIONS(help_actions)};
