/* Owns moving: the cursor of a pane, through its groups from heading to heading, from pane to pane, and into
 * what is under the cursor. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stddef.h>

#include "steno/app/panes.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/action.h"
#include "steno/widget/page.h"

/* The line of the next heading behind a line, or the count of lines. */
static size_t move_group_after(const struct page *page, size_t row)
{
    do
        row++;
    while (row < page->count && !page_line_begins_group(&page->lines[row]));
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
    while (row > 0 && !page_line_begins_group(&page->lines[row - 1]))
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
