/* Owns what stands above and below the panes: the first line, with who and where on the left and what limits
 * the view on the right, where the lowest rank goes first when room is short; the last lines, with what
 * happened and what can be done. The last cell of a row stays blank: on the last row of a terminal it costs
 * ten bytes. */
/* SPDX-License-Identifier: MIT */
#include "view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "steno/app/credit.h"
#include "steno/app/foot.h"
#include "steno/app/reads.h"
#include "steno/app/state.h"
#include "steno/base/text.h"
#include "steno/app/offline.h"
#include "steno/core/settings.h"

#define GAP         2
#define MIDDLE      3 /* least cells between left and right */
#define NARROW_COLS 80
#define PIECE_SIZE  256
#define LEFT_LEAST  12 /* cells of the left that what limits the view leaves */
#define FILTER_MOST 60 /* cells of its text */
#define HINTS_GAP   2
#define ROWS_MAX    3 /* of a failure */

/* What stands on the right, in its order. */
enum piece {
    PIECE_LINK,
    PIECE_READ_ONLY,
    PIECE_FILTER,
    PIECE_MARKS,
    PIECE_TOTAL,
    PIECE_COUNTS,
    PIECE_CREDIT,
    PIECE_COUNT
};

/* Which goes first where room is short: before anything on the left gives way, and only after that. A narrow
 * screen keeps minutes longer than counts, and cuts the account first. The address goes before them where
 * something limits the view. */
static const enum piece header_drops[] = {PIECE_TOTAL, PIECE_CREDIT, PIECE_COUNTS};
static const enum piece header_drops_narrow[] = {PIECE_TOTAL};
static const enum piece header_drops_late[] = {PIECE_COUNTS, PIECE_CREDIT};
static const enum piece header_drops_last[] = {PIECE_FILTER, PIECE_MARKS, PIECE_READ_ONLY};
#define DROPS(pieces) (pieces), sizeof(pieces) / sizeof *(pieces)

struct header {
    char text[PIECE_COUNT][PIECE_SIZE];
    bool link_is_bad;
};

/* Who is logged in, or that nobody is. */
static const char *view_header_account(const struct app *app)
{
    if (app->session == SESSION_NONE)
        return "not logged in";
    return app->email && *app->email ? app->email : "logged in";
}

/* What is wrong with the connection. */
static void view_header_link(const struct app *app, struct header *header, bool narrow)
{
    char *out = header->text[PIECE_LINK], till[DATE_TEXT_SIZE];
    header->link_is_bad = true;
    if (app->session == SESSION_EXPIRED) {
        snprintf(out, PIECE_SIZE, "login expired: %s", app_key_of(app, "login"));
    } else if (app_offline_text(app, narrow, out, PIECE_SIZE)) {
        header->link_is_bad = true;
    } else if (app->session == SESSION_CHECKING) {
        snprintf(out, PIECE_SIZE, "checking the login");
        header->link_is_bad = false;
    } else if (app_pause_text(app, till, sizeof till)) {
        snprintf(out, PIECE_SIZE, "held till %s", till);
        header->link_is_bad = false;
    }
}

/* The filter, how many match it, and how many matched and stay. */
static void view_header_filter(const struct app *app, char *out, bool narrow)
{
    if (!app->filter || !*app->filter)
        return;
    size_t stayed = app->list.count - app->match_count;
    int len = snprintf(out, PIECE_SIZE, "%zu", app->match_count);
    if (stayed > 0)
        len += snprintf(out + len, PIECE_SIZE - (size_t)len, "+%zu", stayed);
    len += snprintf(out + len, PIECE_SIZE - (size_t)len, " of %zu", app->project_count);
    char text[PIECE_SIZE - 64];
    text_clip(text, sizeof text, app->filter, FILTER_MOST);
    if (!narrow)
        snprintf(out + len, PIECE_SIZE - (size_t)len, " \"%s\"", text);
}

/* How many are marked. */
static void view_header_marks(const struct app *app, struct header *header)
{
    int len = snprintf(header->text[PIECE_MARKS], PIECE_SIZE, "%zu marked", app->list.mark_count);
    if (app->hidden_marks > 0)
        snprintf(header->text[PIECE_MARKS] + len, PIECE_SIZE - (size_t)len, ", %zu hidden",
                 app->hidden_marks);
}

/* All there is to say. */
static void view_header_collect(const struct app *app, struct header *header, int cols)
{
    bool narrow = cols < NARROW_COLS;
    memset(header, 0, sizeof *header);
    view_header_link(app, header, narrow);
    if (settings_bool(app->settings, SETTING_READ_ONLY))
        snprintf(header->text[PIECE_READ_ONLY], PIECE_SIZE, "read-only");
    view_header_filter(app, header->text[PIECE_FILTER], narrow);
    if (app->list.mark_count > 0)
        view_header_marks(app, header);
    else
        app_counts_total(app, header->text[PIECE_TOTAL], PIECE_SIZE);
    if (narrow && app->project_count == 0)
        snprintf(header->text[PIECE_TOTAL], PIECE_SIZE, "none");
    if (cols < LAYOUT_WIDE_COLS)
        app_counts_marks(app, header->text[PIECE_COUNTS], PIECE_SIZE);
    else
        app_counts_words(app, "  ", header->text[PIECE_COUNTS], PIECE_SIZE);
    cost_free(header->text[PIECE_CREDIT], PIECE_SIZE, app_credit(app));
}

/* Cells of what is left on the right. */
static int view_header_cells(const struct header *header)
{
    int cells = 0;
    for (int i = 0; i < PIECE_COUNT; i++) {
        int piece = text_width(header->text[i]);
        cells += piece ? piece + (cells ? GAP : 0) : 0;
    }
    return cells;
}

/* Drops of these what has no room, one after the other. */
static void view_header_drop(struct header *header, const enum piece *pieces, size_t count, int room)
{
    for (size_t i = 0; i < count && view_header_cells(header) > room; i++)
        header->text[pieces[i]][0] = '\0';
}

/* What has no room goes by rank. What limits the view is said as long as it can be: the account is cut before
 * a filter loses its text, which goes before the filter does.
 */
static int view_header_fit(struct header *header, int room, int most, bool narrow)
{
    if (narrow)
        view_header_drop(header, DROPS(header_drops_narrow), room);
    else
        view_header_drop(header, DROPS(header_drops), room);
    view_header_drop(header, DROPS(header_drops_late), most);
    char *text = strchr(header->text[PIECE_FILTER], '"');
    if (text && view_header_cells(header) > most)
        text[-1] = '\0';
    view_header_drop(header, DROPS(header_drops_last), most);
    return view_header_cells(header);
}

/* The pieces from a column on. */
static void view_header_draw_right(const struct header *header, struct area area, int col)
{
    bool first = true;
    for (int i = 0; i < PIECE_COUNT; i++) {
        if (!header->text[i][0])
            continue;
        bool is_bad = i == PIECE_LINK && header->link_is_bad;
        enum draw_role role = is_bad ? DRAW_BAD : DRAW_TEXT;
        col += first ? 0 : GAP;
        col += draw_line(area, 0, col, role, header->text[i]);
        first = false;
    }
}

void view_header_draw(const struct app *app, struct area area)
{
    struct header header;
    bool narrow = area.w < NARROW_COLS,
         warns = settings_warn_of_http(app->settings, app->url ? app->url : "");
    const char *account = view_header_account(app), *host = narrow ? "" : app_host(app);
    int name = narrow ? 0 : 5 + GAP, scheme = warns ? 7 : 0, col = 0, who = text_width(account);
    int left = name + who + (*host || warns ? GAP : 0) + scheme + text_width(host);
    view_header_collect(app, &header, area.w);
    if (header.text[PIECE_FILTER][0])
        view_header_drop(&header, DROPS(header_drops_narrow), area.w - left - MIDDLE);
    bool limits = header.text[PIECE_FILTER][0] || header.text[PIECE_MARKS][0];
    if (limits && left + MIDDLE + view_header_cells(&header) > area.w) {
        left -= text_width(host) + (*host && !warns ? GAP : 0);
        host = "";
    }
    int right = view_header_fit(&header, area.w - left - (narrow ? GAP : MIDDLE),
                                area.w - name - (who < LEFT_LEAST ? who : LEFT_LEAST) - GAP, narrow);
    int room = area.w - right - (right ? GAP : 0);
    draw_clear(area);
    if (!narrow)
        col = draw_text(area, 0, 0, 5, DRAW_HEADING, "steno") + GAP;
    col += draw_text(area, 0, col, room - col - (scheme ? scheme + GAP : 0), DRAW_TEXT, account) + GAP;
    if (warns)
        col += draw_text(area, 0, col, room - col, DRAW_BAD, "http://");
    draw_text(area, 0, col, room - col, warns ? DRAW_BAD : DRAW_TEXT, host);
    view_header_draw_right(&header, area, area.w - right);
}

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
