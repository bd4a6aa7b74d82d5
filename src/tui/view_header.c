/* Owns the first line: who, where, how many. */
#include "steno/tui/view.h"

#include <stdio.h>
#include <string.h>

#include "steno/app/poll.h"
#include "steno/app/state.h"
#include "steno/base/text.h"
#include "steno/core/settings.h"

#define HEADER_LEFT 7 /* cells of the program's name */

/* The address without what everybody knows of it. */
static const char *header_host(const char *url)
{
    const char *host = strstr(url ? url : "", "://");
    return host ? host + 3 : url ? url : "";
}

/* What the session is, where it is not simply up. */
static const char *header_session(const struct app *app)
{
    switch (app->session) {
    case SESSION_NONE:
        return "not logged in";
    case SESSION_CHECKING:
        return "checking the login";
    case SESSION_EXPIRED:
        return "login expired";
    case SESSION_UP:
        break;
    }
    return app->email && *app->email ? app->email : "logged in";
}

/* What stands on the right: what is filtered, marked and held, and the counts; where that is too much, what
 * is held alone. Returns its cells. */
static int header_right(const struct app *app, char *right, size_t size, int room)
{
    char till[DATE_TEXT_SIZE];
    size_t marked = app->list.mark_count;
    int len = 0;
    if (app->filter && *app->filter)
        len = snprintf(right, size, "%zu of %zu  ", app->list.count, app->project_count);
    if (marked)
        len += snprintf(right + len, size - (size_t)len, "%zu marked  ", marked);
    int held = len;
    if (app_held_text(app, till, sizeof till))
        len += snprintf(right + len, size - (size_t)len, "held till %s  ", till);
    snprintf(right + len, size - (size_t)len, "%zu active  %zu done", app->active_count, app->done_count);
    if (text_width(right) > room && len > held)
        snprintf(right, size, "held till %s", till);
    return text_width(right);
}

void view_header_draw(const struct app *app, struct area area)
{
    char right[256];
    int right_cells = header_right(app, right, sizeof right, area.w - HEADER_LEFT);
    draw_clear(area);
    int col = draw_text(area, 0, 0, 5, DRAW_HEADING, "steno") + 2;
    int room = area.w - right_cells - 2;
    if (settings_warn_of_http(app->settings, app->url ? app->url : ""))
        col += draw_text(area, 0, col, room - col, DRAW_BAD, "http!") + 2;
    enum draw_role role = app->session == SESSION_EXPIRED ? DRAW_BAD : DRAW_TEXT;
    col += draw_text(area, 0, col, room - col, role, header_session(app)) + 2;
    draw_text(area, 0, col, room - col, DRAW_TEXT, header_host(app->url));
    draw_right(area, 0, area.w - right_cells, right_cells, DRAW_TEXT, right);
}
