/* Owns the last line: what happened, with the keys that help on its right. */
#include "steno/tui/view.h"

#include <stdio.h>
#include <string.h>

#include "steno/app/batch.h"
#include "steno/app/calls.h"
#include "steno/app/forms.h"
#include "steno/app/hints.h"
#include "steno/app/state.h"
#include "steno/base/text.h"

#define HINTS_GAP     2
#define HINTS_LEAST   6  /* beside the longest message, but not beside a failure */
#define MESSAGE_LEAST 12 /* less of an old message says nothing */

/* "Export 1: 1.2 of 4.0 MB", without a percentage that would have to tick. */
static void status_describe_call(char *out, size_t size, const struct app_call *call)
{
    if (call->cancelling)
        snprintf(out, size, "Cancelling: %s", call->what);
    else if (call->bytes > 0 && call->total > 0)
        snprintf(out, size, "%s: %lld of %lld kB", call->what, (long long)call->bytes / 1000,
                 (long long)call->total / 1000);
    else if (call->bytes > 0)
        snprintf(out, size, "%s: %lld kB", call->what, (long long)call->bytes / 1000);
    else
        snprintf(out, size, "%s …", call->what);
}

/* What is under way and ^C would stop; false when nothing is. */
static bool status_describe_work(const struct app *app, char *out, size_t size)
{
    const struct app_call *call = app_call_to_cancel(app);
    if (app->batch->active)
        app_batch_text(app, out, size);
    else if (call)
        status_describe_call(out, size, call);
    return app->batch->active || call;
}

/* Cells that are left of the line beside so many others. */
static int status_room(struct area area, int taken)
{
    return area.w - 1 - (taken ? taken + HINTS_GAP : 0);
}

/* What happened last and the hints. A message keeps its place and the hints give way; but over a form the
 * hints come first, unless the message is newer than the last key, or tells of a call that is waited for. */
static void status_draw_message(const struct app *app, struct area area)
{
    char text[1200], hints[256];
    bool works = status_describe_work(app, text, sizeof text);
    bool first = !app_form_top(app) || app->status_is_new || works;
    size_t used = works ? strlen(text) : 0;
    if (!works ||
        app->status_is_bad) /* a failure is never without the call: who presses ^C must know which */
        snprintf(text + used, sizeof text - used, "%s%s", works ? "  " : "", app->status);
    int room = status_room(area, first ? text_width(text) : 0);
    if (room < HINTS_LEAST && !app->status_is_bad)
        room = HINTS_LEAST;
    int hint_cells = app_hints(app, hints, sizeof hints, room);
    int left = status_room(area, hint_cells);
    if (first || left >= text_width(text) || left >= MESSAGE_LEAST)
        draw_text(area, 0, 0, left, app->status_is_bad ? DRAW_BAD : DRAW_TEXT, text);
    area.w--; /* the last cell of a terminal costs ten bytes */
    draw_right(area, 0, area.w - hint_cells, hint_cells, DRAW_TEXT, hints);
}

void view_status_draw(const struct app *app, struct area area)
{
    draw_clear(area);
    status_draw_message(app, area);
}
