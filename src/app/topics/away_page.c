/* Owns the lines of the digest: sign, id, name, what happened, when. */
#include <inttypes.h>
#include <stdio.h>

#include "topics/away.h"
#include "steno/app/pages.h"
#include "panes.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "watchlist.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/widget/page.h"

#define TEXT_COL   2
#define ID_CELLS   5
#define NAME_CELLS 25
#define TIME_CELLS 11

/* A time that is one of the screen's, or "" for none. */
static void away_time(const struct app *app, char *out, size_t size, int64_t wall_ms, enum date_short form)
{
    *out = '\0';
    if (wall_ms)
        date_format_short(out, size, wall_ms, app->client->wall_ms, app->client->zone, form);
}

/* Appends a text in a column of so many cells, cut where it does not leave a blank. */
static void away_put(struct buffer *line, const char *text, int cells)
{
    char clipped[512];
    int used = text_clip(clipped, sizeof clipped, text, cells - 1);
    buffer_printf(line, "%s%*s", clipped, cells - used, "");
}

/* One row: sign, id, name, what happened, when. */
static void away_line(const struct app *app, struct page *page, size_t at, int cells)
{
    static const char ranks[] = {
        [AWAY_FAILED] = '!', [AWAY_STATE] = ' ', [AWAY_ANSWER] = '?', [AWAY_ENDS] = '!', [AWAY_OTHER] = ' '};
    const struct away_row *row = &away_state(app)->rows[at];
    const struct app_project *project = app_project_find(app, row->id);
    char id[24], when[DATE_TEXT_SIZE], target[32];
    char sign = row->rank == AWAY_STATE && project ? app_state_mark(app, project->state) : ranks[row->rank];
    int text_cells = cells - ID_CELLS - NAME_CELLS;
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    snprintf(id, sizeof id, "%c%" PRId64, sign, row->id);
    away_put(&line, id, ID_CELLS);
    away_put(&line, project ? project->name : "", NAME_CELLS);
    away_time(app, when, sizeof when, row->rank == AWAY_ENDS ? 0 : row->when_ms, DATE_WEEK);
    if (*when && text_cells > TIME_CELLS + 20) {
        away_put(&line, row->text, text_cells - TIME_CELLS);
        buffer_append_text(&line, when);
    } else {
        buffer_printf(&line, "%s%s%s", row->text, *when ? "  " : "", when);
    }
    struct page_line *added = page_add(page, LINE_TEXT, NULL, buffer_text(&line));
    snprintf(target, sizeof target, "%d %" PRId64, row->rank, row->id);
    added->target = mem_copy(target);
    added->id = row->id;
    buffer_free(&line);
}

void away_build(struct app *app, struct page *page, int cells)
{
    struct away_state *away = away_state(app);
    char from[DATE_TEXT_SIZE], to[DATE_TEXT_SIZE], zone[16];
    away_time(app, from, sizeof from, away->from_ms, DATE_WEEKDAY);
    away_time(app, to, sizeof to, away->to_ms, DATE_WEEKDAY);
    date_zone_name(zone, sizeof zone, app->client->wall_ms, app->client->zone);
    if (*from && *to)
        page_title(page, "While you were away, %s to %s %s", from, to, zone);
    else
        page_title(page, "While you were away");
    for (size_t i = 0; i < away->count; i++)
        away_line(app, page, i, (app->linear ? 100 : cells) - (TEXT_COL - 1));
    page_add(page, LINE_TEXT, NULL, "");
    page_add(page, LINE_TEXT, NULL,
             away->count ? "Times are the last change on the server; what came between was not seen."
                         : "Nothing that was not seen");
    for (size_t i = 0; i < page->count; i++)
        page->lines[i].col = TEXT_COL;
}

void away_go(struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    if (!line || !line->id)
        return;
    if (!app_project_find(app, line->id)) {
        app_say(app, "%" PRId64 " is not on the watchlist: %s opens it", line->id, app_key_of(app, "open"));
        return;
    }
    app_pane_back(app);
    app_project_select(app, line->id);
    app_project_show(app, line->id);
}
