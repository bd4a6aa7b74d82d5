/* Owns what concerns the program as a whole: copying, the zone of times, the line of commands. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include "command_prompt.h"
#include "steno/app/action.h"
#include "steno/core/call.h"
#include "steno/app/panes.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/widget/page.h"

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
    app_stale(app, STALE_PAGES);
    char now[DATE_TEXT_SIZE];
    date_format_minute(now, sizeof now, app->wall_ms, app->zone);
    app_say(app, "%s, now %s", utc ? "Times in UTC" : "Local times", now);
}

/* clang-format off */
static const struct action program_actions[] = {
    {.name = "command", .keys = ":", .where = IN_PANES, .group = GROUP_PROGRAM,
     .brief = "Run a command by name", .help = "Run a command by name; Tab completes it", .run = act_command},
    {.name = "copy", .keys = "y", .where = IN_EVERY_PANE, .group = GROUP_PROGRAM,
     .brief = "Copy", .help = "Copy the value, id or message here", .run_with = program_copy},
    {.name = "time-zone", .keys = "z", .where = IN_PANES, .group = GROUP_PROGRAM, .arg = "utc|local",
     .brief = "Times in UTC, or local", .help = "Toggle UTC and local time", .run_with = program_time_zone},
};
/* clang-format on */

const struct part part_program = {.name = "program", PART_ACTIONS(program_actions)};
