/* Owns the activity pane: what happened, newest first, and the way from a line to its project. */
#include "topics/activity.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/action.h"
#include "steno/app/columns.h"
#include "steno/app/effect.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/topic.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

/* The time of a line of the activity: seconds today, the date before; the zone only where it is not the
 * title's. */
static void activity_time(const struct app *app, char *out, size_t size, int64_t wall_ms, const char *zone)
{
    app_time_text(app, out, size, wall_ms);
    if (strchr(out, ' ') != strrchr(out, ' '))
        return; /* with its date */
    date_format_clock(out, size, wall_ms, app->zone);
    char *named = strchr(out, ' ');
    if (named && strcmp(named + 1, zone) == 0)
        *named = '\0';
}

static void activity_build(struct app *app, struct page *page, int cells)
{
    char now[DATE_TEXT_SIZE];
    date_format_minute(now, sizeof now, app->wall_ms, app->zone);
    const char *zone = strchr(now, ' ') + 1;
    page_title(page, "Activity (times in %s)", zone);
    for (size_t i = app->activity_count; i-- > 0;) {
        const struct app_activity *entry = &app->activity[i];
        char clock[DATE_TEXT_SIZE], id[32] = "";
        activity_time(app, clock, sizeof clock, entry->wall_ms, zone);
        if (entry->id && entry->kind != ACTIVITY_REQUEST && entry->kind != ACTIVITY_ERROR)
            snprintf(id, sizeof id, "%" PRId64 ": ", entry->id);
        char *line = mem_printf("%s  %s%s", clock, id, entry->text);
        char *target = mem_printf("%" PRId64 " %" PRId64 " %s", entry->wall_ms, entry->id, entry->text);
        size_t from = page->count;
        page_add_wrapped(page, entry->kind == ACTIVITY_ERROR ? LINE_BAD : LINE_TEXT, NULL, line, cells,
                         target);
        for (size_t k = from; k < page->count; k++)
            page->lines[k].id = entry->id;
        free(target);
        free(line);
    }
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
    app_pane_open(app, "activity");
    app_pages_build(app); /* with what is newest in it, which is what it is opened for */
    list_home(app_focus_list(app), app_pane_height(app, app->focus));
    app_dirty(app, DIRTY_PANE(app->focus));
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
