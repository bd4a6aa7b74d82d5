/* Owns the activity pane: what happened, newest first, and the way from a line to its project. */
#include "topics/activity.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "activity_page.h"
#include "steno/app/action.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/topic.h"
#include "steno/app/watchlist.h"
#include "steno/base/when.h"
#include "steno/widget/page.h"

static void activity_build(struct app *app, struct page *page, int cells)
{
    char now[DATE_TEXT_SIZE];
    date_format_minute(now, sizeof now, app->wall_ms, app->zone);
    const char *zone = strchr(now, ' ') + 1;
    page_title(page, "Activity (times in %s)", zone);
    app_page_activity(app, page, cells, 0, zone);
    if (page->count == 0)
        page_add(page, LINE_NOTE, NULL, "Nothing has happened yet");
}

/* From a line to its project. */
static void activity_enter(struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    if (!line || !line->id)
        return;
    if (!app_project_find(app, line->id)) {
        app_say(app, "%" PRId64 " is not on the watchlist: %s opens it", line->id, app_key_of(app, "open"));
        return;
    }
    app_project_select(app, line->id);
    app_project_show(app, line->id);
    app_pane_open(app, "details");
}

static void activity_open(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open_newest(app, "activity");
}

static const struct pane_ops activity_pane = {.name = "activity",
                                              .title = "Activity",
                                              .place = PLACE_THIRD,
                                              .walked = true,
                                              .numbered = true,
                                              .build = activity_build,
                                              .about_activity = true,
                                              .enter = activity_enter};

/* clang-format off */
static const struct action activity_actions[] = {
    {.name = "activity", .keys = "L", .where = IN_PANES, .group = GROUP_PANES,
     .help = "Activity: transitions, requests, errors", .run = activity_open},
};
/* clang-format on */

const struct topic topic_activity = {
    .name = "activity", .pane = &activity_pane, TOPIC_ACTIONS(activity_actions)};
