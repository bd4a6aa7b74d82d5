/* Owns a pane that shows the time. */
#include "steno/app/part.h"

#include "steno/app/action.h"
#include "steno/app/pane.h"
#include "steno/app/panes.h"
#include "steno/app/state.h"
#include "steno/base/when.h"
#include "steno/widget/page.h"

static void clock_build(struct app *app, struct page *page, int cells)
{
    (void)cells;
    char now[DATE_TEXT_SIZE];
    date_format_minute(now, sizeof now, app->wall_ms, app->zone);
    page_title(page, "Clock");
    page_note(page, "It is %s", now);
}

static const struct pane_ops clock_pane = {.name = "clock", .title = "Clock", .build = clock_build};

/* clang-format off */
static const struct action clock_actions[] = {
    {.name = "clock", .where = IN_PANES, .group = GROUP_PANES, .help = "The time of day", .run_named = app_pane_open},
};
/* clang-format on */

const struct part part_clock = {.name = "clock", .pane = &clock_pane, PART_ACTIONS(clock_actions)};
