/* Owns the ways back and out: to the pane before, out of the program, and to a clean screen. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <string.h>

#include "unload.h"
#include "steno/app/action.h"
#include "steno/core/call.h"
#include "steno/app/panes.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/widget/key.h"

/* The key that quits on the watchlist; Esc and ^G only ever lead back. */
static const char *quit_key_to_quit(const struct app *app)
{
    const char *back = app_key_of(app, "back");
    return strcmp(back, "Esc") == 0 || strcmp(back, "^G") == 0 ? app_key_of(app, "quit") : back;
}

/* Esc on the watchlist takes away what was said, then the filter. */
static void quit_clear(struct app *app)
{
    if (app->outcome_stands || app->failure)
        app_status_end_said(app);
    else if (app->filter)
        app_filter_set(app, "");
    else
        app_say(app, "Nothing to leave here: %s quits", quit_key_to_quit(app));
}

static void quit_back(struct app *app)
{
    struct key key = app->key;
    if (app_pane_back(app))
        return;
    if (key.kind == K_ESC || key_equal(key, key_ctrl('g')))
        quit_clear(app);
    else if (app->early && !app->layout.too_small) /* there nothing was drawn */
        app_say(app, "%s was typed before the list was here: press it again to quit", quit_key_to_quit(app));
    else
        app_leave_by_key(app);
}

static void quit_repaint(struct app *app)
{
    app_dirty(app, DIRTY_ALL);
    app_emit(app, EFFECT_REPAINT);
}

static void quit_suspend(struct app *app)
{
    app_emit(app, EFFECT_SUSPEND);
}

/* While it is asked in mid-batch, sending goes on. */
static void quit_turn(struct app *app)
{
    if (app_leave_asks_again(app))
        part_wake(app, &part_quit);
}

/* clang-format off */
static const struct action quit_actions[] = {
    {.name = "interrupt", .keys = "^C", .where = IN_PANES | IN_FORM | IS_GLOBAL,
     .group = GROUP_PROGRAM,
     .brief = "Stop the call; leave",
     .help = "Cancel, go back or quit (press twice to quit)", .run = app_interrupt},
    {.name = "back", .also = "..", .keys = "q Esc ^G", .where = IN_EVERY_PANE, .group = GROUP_PROGRAM,
     .shows = SHOWS_LINE, .brief = "Help; back, or quit", .help = "Back; on the watchlist: quit", .run = quit_back},
    {.name = "repaint", .keys = "^L", .where = IN_PANES | IN_FORM | IS_GLOBAL,
     .group = GROUP_PROGRAM,
     .help = "Redraw the screen", .run = quit_repaint},
    {.name = "suspend", .where = IN_PANES | IS_GLOBAL, .group = GROUP_PROGRAM,
     .help = "Suspend the program; fg resumes it", .run = quit_suspend},
    {.name = "quit", .also = "exit", .where = IN_PANES | IS_GLOBAL, .group = GROUP_PROGRAM, .help = "Quit", .run = app_leave},
};
/* clang-format on */

const struct part part_quit = {.name = "quit", .turn = quit_turn, PART_ACTIONS(quit_actions)};
