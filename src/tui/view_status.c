/* Owns the last lines: what happened, and what can be done. The last cell of a row stays blank: on the last
 * row of a terminal it costs ten bytes. */
#include "view.h"

#include <stdio.h>
#include <string.h>

#include "steno/app/hints.h"
#include "steno/app/message.h"
#include "steno/app/state.h"
#include "steno/base/text.h"

#define HINTS_GAP 2
#define ROWS_MAX  3 /* of a failure */

int view_message_rows(const struct app *app, int cells)
{
    char text[MESSAGE_SIZE];
    if (app_message(app, text, sizeof text) != MESSAGE_FAILURE)
        return 1;
    int rows = draw_count_wrapped(text, cells - 1);
    return rows > ROWS_MAX ? ROWS_MAX : rows < 1 ? 1 : rows;
}

/* A failure in its rows; where they are too few, the last one says where the whole of it stands. */
static void view_message_draw_failure(const struct app *app, struct area area, const char *text)
{
    char tail[64];
    draw_wrapped(area, 0, DRAW_BAD, text);
    if (draw_count_wrapped(text, area.w) <= area.h)
        return;
    snprintf(tail, sizeof tail, " … %s has all of it", app_key_of(app, "activity"));
    int cells = text_width(tail);
    draw_right(area, area.h - 1, area.w - cells, cells, DRAW_BAD, tail);
}

void view_message_draw(const struct app *app, struct area area)
{
    char text[MESSAGE_SIZE];
    bool bad = app_message(app, text, sizeof text) == MESSAGE_FAILURE;
    if (bad && area.h > 1)
        view_message_draw_failure(app, area, text);
    else
        draw_line(area, area.h - 1, 0, bad ? DRAW_BAD : DRAW_TEXT, text);
}

void view_keys_draw(const struct app *app, struct area area)
{
    char hints[HINTS_SIZE];
    draw_clear(area);
    app_hints(app, hints, sizeof hints, area.w - 1);
    draw_line(area, 0, 0, DRAW_TEXT, hints);
}

void view_bottom_draw(const struct app *app, struct area area)
{
    char text[MESSAGE_SIZE], hints[HINTS_SIZE];
    bool bad = app_message(app, text, sizeof text) == MESSAGE_FAILURE;
    int room = area.w - 1 - (*text ? text_width(text) + HINTS_GAP : 0), least = app_hints_least(app);
    int hint_cells = app_hints(app, hints, sizeof hints, room < least ? least : room);
    int left = area.w - 1 - hint_cells;
    draw_text(area, 0, 0, left - HINTS_GAP, bad ? DRAW_BAD : DRAW_TEXT, text);
    draw_text(area, 0, *text ? left : 0, hint_cells, DRAW_TEXT, hints);
}
