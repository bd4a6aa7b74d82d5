/* Owns what the short actions do: moving, panes, copying. Longer topics have files of their
 * own. */
#include "act.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "leave.h"
#include "private.h"
#include "topics/login.h"
#include "topics/search.h"
#include "steno/app/columns.h"
#include "steno/app/effect.h"
#include "steno/app/panes.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/widget/key.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

/* Moves the cursor of the focused pane. */
static void act_step(struct app *app, const char *action)
{
    if (app_list_step(app_focus_list(app), action, app_pane_height(app, app->focus)))
        app_focus_moved(app);
}

void act_down(struct app *app, const char *arg)
{
    (void)arg;
    act_step(app, "down");
}

void act_up(struct app *app, const char *arg)
{
    (void)arg;
    act_step(app, "up");
}

void act_page_down(struct app *app, const char *arg)
{
    (void)arg;
    act_step(app, "page-down");
}

void act_page_up(struct app *app, const char *arg)
{
    (void)arg;
    act_step(app, "page-up");
}

void act_top(struct app *app, const char *arg)
{
    (void)arg;
    act_step(app, "top");
}

void act_bottom(struct app *app, const char *arg)
{
    (void)arg;
    act_step(app, "bottom");
}

void act_next_pane(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_step(app, 1);
}

void act_previous_pane(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_step(app, -1);
}

void act_enter(struct app *app, const char *arg)
{
    (void)arg;
    if (app_focus_ops(app)->enter)
        app_focus_ops(app)->enter(app);
}

/* The key that quits on the watchlist; Esc and ^G only ever lead back. */
static const char *act_key_to_quit(const struct app *app)
{
    const char *back = app_key_of(app, "back");
    return strcmp(back, "Esc") == 0 || strcmp(back, "^G") == 0 ? app_key_of(app, "quit") : back;
}

void act_back(struct app *app, const char *arg)
{
    (void)arg;
    struct key key = app->key;
    if (app_pane_back(app))
        return;
    if (key.kind != K_ESC && !key_equal(key, key_ctrl('g')))
        app_quit(app, 0);
    else if (app->filter)
        app_filter_set(app, "");
    else
        app_say(app, "Nothing to leave here: %s quits", act_key_to_quit(app));
}

void act_quit(struct app *app, const char *arg)
{
    (void)arg;
    app_quit(app, 0);
}

void act_details(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, "details");
}

void act_tags(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, "tags");
}

void act_metadata(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, "metadata");
}

void act_raw(struct app *app, const char *arg)
{
    (void)arg;
    app_pane_open(app, "raw");
}

void act_login(struct app *app, const char *arg)
{
    (void)arg;
    app_login_open(app);
}

/* What `y` takes: what the pane says, the value under the cursor, else the message. */
static char *act_copy_text(struct app *app)
{
    if (app_focus_ops(app)->copied)
        return app_focus_ops(app)->copied(app);
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    if (!line)
        return mem_copy(app->status);
    return mem_copy(line->full ? line->full : line->value);
}

void act_copy(struct app *app, const char *arg)
{
    char *text = *arg ? mem_copy(arg) : act_copy_text(app);
    app_emit(app, EFFECT_COPY)->text = text;
}

void act_time_zone(struct app *app, const char *arg)
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

void act_repaint(struct app *app, const char *arg)
{
    (void)arg;
    app_dirty(app, DIRTY_ALL);
    app_emit(app, EFFECT_REPAINT);
}

void act_interrupt(struct app *app, const char *arg)
{
    (void)arg;
    app_interrupt(app);
}

void act_suspend(struct app *app, const char *arg)
{
    (void)arg;
    app_emit(app, EFFECT_SUSPEND);
}
