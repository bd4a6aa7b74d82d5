/* Owns the ways through the groups of a pane, from heading to heading. */
#include "part.h"

#include <stddef.h>

#include "steno/app/action.h"
#include "panes.h"
#include "steno/app/state.h"
#include "status.h"
#include "steno/widget/page.h"

/* The line of the next heading behind a line, or the count of lines. */
static size_t group_after(const struct page *page, size_t row)
{
    do
        row++;
    while (row < page->count && !page_line_begins_group(&page->lines[row]));
    return row < page->count ? row : page->count;
}

static void groups_next(struct app *app)
{
    const struct page *page = app_focus_page(app);
    size_t row = group_after(page, page->list.selected);
    if (row == page->count)
        app_say(app, "There is no group below");
    else
        app_focus_jump(app, row, group_after(page, row));
}

static void groups_previous(struct app *app)
{
    const struct page *page = app_focus_page(app);
    size_t row = page->list.selected < page->count ? page->list.selected : 0;
    while (row > 0 && !page_line_begins_group(&page->lines[row - 1]))
        row--;
    if (row == 0)
        app_say(app, "There is no group above");
    else
        app_focus_jump(app, row - 1, group_after(page, row - 1));
}

/* clang-format off */
static const struct action groups_actions[] = {
    {.name = "next-group", .keys = "]", .where = IN_GROUPED, .group = GROUP_MOVE,
     .brief = "Next, previous heading", .help = "Next heading", .run = groups_next},
    {.name = "previous-group", .keys = "[", .where = IN_GROUPED, .group = GROUP_MOVE,
     .with = "next-group", .help = "Previous heading", .run = groups_previous},
};
/* clang-format on */

const struct part part_groups = {.name = "groups", PART_ACTIONS(groups_actions)};
