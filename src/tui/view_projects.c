/* Owns the look of the watchlist: one row a project, the selection as a mark in the gutter. */
/* SPDX-License-Identifier: MIT */
#include "view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/rows.h"
#include "steno/core/settings.h"

#define OFFERS_WIDE_CELLS 76 /* from here on an empty list says more */
#define OFFERS_WIDE_ROWS  12
#define CELL_SIZE         128

/* The role that a state's word is drawn in, by its mark. */
static enum draw_role view_state_role(char mark)
{
    switch (mark) {
    case '*':
        return DRAW_BUSY;
    case '+':
        return DRAW_GOOD;
    case '!':
        return DRAW_BAD;
    default:
        return DRAW_TEXT;
    }
}

/* The cells of the widest id of the whole list, so that the columns stand still while it scrolls. */
static int view_projects_id_cells(const struct app *app)
{
    int64_t highest = app_project_highest(app);
    return snprintf(NULL, 0, "%" PRId64, highest > 10 ? highest : 10);
}

/* A text in its column. */
static void view_projects_draw_cell(const struct column_grid *grid, struct area area, int row,
                                    enum column column, enum draw_role role, const char *text)
{
    int x = grid->at[column].x, cells = grid->at[column].cells;
    if (cells && column_defs[column].is_right)
        draw_right(area, row, x, cells, role, text);
    else if (cells)
        draw_text(area, row, x, cells, role, text);
}

/* Where the last column begins. */
static int view_projects_last_x(const struct column_grid *grid)
{
    int x = 0;
    for (int i = 0; i < COLUMN_COUNT; i++)
        x = grid->at[i].cells && grid->at[i].x > x ? grid->at[i].x : x;
    return x;
}

/* How the list is sorted: in the cell before the heading of that column, where it stands in nobody's way; of
 * one that is not shown, by its name after "Name". Returns the cells that this heading then takes. */
static int view_projects_draw_sort(const struct app *app, const struct column_grid *grid, struct area area)
{
    const struct column_def *sort = &column_defs[app->sort];
    const char *arrow = app->sort_down ? "↓" : "↑";
    int x = grid->at[app->sort].x, cells = grid->at[app->sort].cells, head = text_width(sort->head);
    int name = text_width(column_defs[COLUMN_NAME].head);
    if (app->sort == COLUMN_ADDED)
        return name;
    if (cells) {
        int before = sort->is_right ? cells - head - 1 : (int)strspn(sort->head, " ") - 1;
        draw_text(area, 0, x + before, 1, DRAW_HEADING, arrow);
        return name;
    }
    draw_format(area, 0, grid->at[COLUMN_NAME].x + name + 1, DRAW_HEADING, "%s%s", arrow, sort->name);
    return name + 2 + text_width(sort->name);
}

/* Which rows are shown, at the end of the names' heading, in place of it where both have no room, and whole
 * or not at all. */
static void view_projects_draw_window(const struct app *app, const struct column_grid *grid, struct area area,
                                      int head)
{
    char window[LIST_WINDOW_SIZE];
    int x = grid->at[COLUMN_NAME].x, cells = grid->at[COLUMN_NAME].cells;
    list_window(&app->list, (size_t)(area.h > 1 ? area.h - 1 : 1), window, sizeof window);
    int wanted = text_width(window);
    if (!app->loaded || wanted == 0 || wanted > cells || x + cells > area.w)
        return;
    if (wanted + head >= cells)
        draw_format(area, 0, x, DRAW_HEADING, "%*s", cells, window);
    else
        draw_right(area, 0, x, cells, DRAW_HEADING, window);
}

/* The headings, what the list is sorted by, and which rows are shown. */
static void view_projects_draw_heads(const struct app *app, const struct column_grid *grid, struct area area,
                                     bool focused)
{
    draw_fill(area, 0, view_projects_last_x(grid), DRAW_HEADING); /* one run, not one a head */
    for (int i = 0; i < COLUMN_COUNT; i++)
        view_projects_draw_cell(grid, area, 0, (enum column)i, DRAW_HEADING, column_defs[i].head);
    int head = view_projects_draw_sort(app, grid, area);
    if (app->layout.places > 1 || app_top(app)->kind != OVERLAY_PROMPT) /* else that hides some of it */
        view_projects_draw_window(app, grid, area, head);
    if (focused)
        draw_focus(area, 0);
}

/* A project's row while it is drawn. */
struct view_row {
    const struct app *app;
    const struct app_project *project;
    const struct column_grid *grid;
    struct area area;
    int y;
};

/* A text in its column. */
static void view_projects_put(const struct view_row *row, enum column column, enum draw_role role,
                              const char *text)
{
    view_projects_draw_cell(row->grid, row->area, row->y, column, role, text);
}

/* Why it could not be read, in two or three words: "404 not found", "timeout error". */
static void view_projects_put_trouble(const struct view_row *row)
{
    char words[48], text[CELL_SIZE];
    snprintf(words, sizeof words, "%s", error_kind_name(row->project->trouble_kind));
    for (char *at = words; (at = strchr(at, '_')) != NULL;)
        *at = ' ';
    if (row->project->trouble_status >= 400)
        snprintf(text, sizeof text, "%d %s", row->project->trouble_status, words);
    else
        snprintf(text, sizeof text, "%s error", words);
    view_projects_put(row, COLUMN_NAME, DRAW_BAD, text);
}

/* The name; where there is none, why it could not be read. */
static void view_projects_put_name(const struct view_row *row)
{
    const struct app_project *project = row->project;
    if (*project->name)
        view_projects_put(row, COLUMN_NAME, DRAW_TEXT, project->name);
    else if (project->trouble)
        view_projects_put_trouble(row);
    else if (!project->known)
        view_projects_put(row, COLUMN_NAME, DRAW_DIM, project->reading ? "reading …" : "not read yet");
}

/* A time, 0 for none. */
static void view_projects_put_time(const struct view_row *row, enum column column, int64_t ms,
                                   enum date_short form)
{
    char text[CELL_SIZE];
    if (ms == 0)
        return;
    date_format_short(text, sizeof text, ms, row->app->wall_ms, row->app->zone, form);
    view_projects_put(row, column, DRAW_TEXT, text);
}

/* When it ends, the nearer the louder. */
static void view_projects_put_expires(const struct view_row *row)
{
    static const enum draw_role roles[] = {[EXPIRY_NONE] = DRAW_TEXT,
                                           [EXPIRY_SOON] = DRAW_WARN,
                                           [EXPIRY_URGENT] = DRAW_BAD,
                                           [EXPIRY_GONE] = DRAW_BAD};
    const struct app *app = row->app;
    const struct expiry *expiry = &row->project->expiry;
    char text[EXPIRY_TEXT_SIZE];
    expiry_column(text, sizeof text, expiry, app->wall_ms, app->zone);
    view_projects_put(row, COLUMN_EXPIRES, roles[expiry_level(expiry, app->wall_ms, app->zone)], text);
}

/* When it was exported, or that this is old. */
static void view_projects_put_exported(const struct view_row *row)
{
    enum ledger_age age =
        ledger_age(&row->project->exported, row->project->version, row->project->updated_ms);
    if (age == LEDGER_OLD)
        view_projects_put(row, COLUMN_EXPORTED, DRAW_TEXT, "old");
    else if (age == LEDGER_CURRENT)
        view_projects_put_time(row, COLUMN_EXPORTED, row->project->exported.when_ms, DATE_COLUMN);
}

/* The state, or when the project was enqueued, while that is under way elsewhere or not seen to start. */
static void view_projects_put_state(const struct view_row *row)
{
    const struct app_project *project = row->project;
    const struct app *app = row->app;
    char text[CELL_SIZE], when[DATE_TEXT_SIZE];
    char mark = project->is_taken     ? ' '
                : project->unanswered ? '?'
                                      : app_state_mark(row->app, project->state);
    date_format_short(when, sizeof when, project->enqueued_ms, app->wall_ms, app->zone, DATE_COLUMN);
    if (project->enqueued_ms)
        snprintf(text, sizeof text, "%c%s %s", mark, project->is_taken ? "sent" : "Sent", when);
    else
        snprintf(text, sizeof text, "%c%s", mark, project->state);
    view_projects_put(row, COLUMN_STATE, view_state_role(mark), text);
}

/* One project. */
static void view_projects_draw_row(const struct view_row *row)
{
    const struct app_project *project = row->project;
    char text[CELL_SIZE];
    if (list_is_marked(&row->app->list, project->id))
        draw_text(row->area, row->y, 1, 1, DRAW_KEY, "*");
    snprintf(text, sizeof text, "%" PRId64, project->id);
    view_projects_put(row, COLUMN_ID, DRAW_TEXT, text);
    view_projects_put_state(row);
    view_projects_put_time(row, COLUMN_SINCE, since_time(project->state_since_ms), DATE_COLUMN);
    app_project_length(project, text, sizeof text);
    view_projects_put(row, COLUMN_LENGTH, DRAW_TEXT, text);
    if (project->note)
        view_projects_put(row, COLUMN_NOTE, DRAW_TEXT, "n");
    view_projects_put_name(row);
    view_projects_put(row, COLUMN_TAGS, DRAW_TEXT, project->tags);
    view_projects_put_expires(row);
    view_projects_put(row, COLUMN_LANGUAGE, DRAW_TEXT, project->lang);
    view_projects_put_exported(row);
    view_projects_put(row, COLUMN_LABEL, DRAW_TEXT, project->label);
    view_projects_put_time(row, COLUMN_CHANGED, project->updated_ms, DATE_CHANGED);
    view_projects_put(row, COLUMN_AUTHOR, DRAW_TEXT, project->author);
}

/* The row with the cursor: a mark alone, which costs a few bytes a move. */
static void view_projects_draw_selected(struct view_row *row, bool focused)
{
    draw_fill(row->area, row->y, COLUMN_GUTTER, DRAW_TEXT); /* one run up to the id */
    view_projects_draw_row(row);
    draw_text(row->area, row->y, 0, 1, DRAW_TEXT, focused ? ">" : "-");
    if (focused)
        draw_cursor(row->area, row->y, 1);
}

/* What an empty watchlist offers: keys as bound, words for wide and narrow lists. */
static const struct {
    const char *action, *wide, *narrow; /* narrow NULL: not there */
} offers[] = {
    {"open", "add projects by their ids, such as 12 15 20-30", "add some by id: 12 15 20-30"},
    {"login", "log in to another account or server", "log in elsewhere"},
    {"help", "every key; / finds one by a word", "every key"},
    {"back", "quit", NULL},
};

/* An empty watchlist: how projects come on it. */
static void view_projects_draw_first(const struct app *app, struct area area)
{
    bool wide = area.w >= OFFERS_WIDE_CELLS && area.h >= OFFERS_WIDE_ROWS;
    int row = wide ? 3 : 2, col = wide ? 4 : 2;
    draw_line(area, row++, col, DRAW_TEXT, "No projects are watched yet.");
    row++;
    for (size_t i = 0; i < sizeof offers / sizeof offers[0]; i++) {
        const char *key = app_key_of(app, offers[i].action),
                   *words = wide ? offers[i].wide : offers[i].narrow;
        if (words)
            draw_format(area, row++, col, DRAW_TEXT, "%s%*s%s", key, wide ? 3 : 2, "", words);
    }
    if (!wide)
        return;
    draw_line(area, ++row, col, DRAW_TEXT,
              "From a shell: steno add 12 15 20-30, or ids in standard input: steno add -");
    draw_line(area, ++row, col, DRAW_TEXT,
              "Practice on a private server, with nothing to break: steno --demo");
}

/* What an empty list says. */
static void view_projects_draw_empty(const struct app *app, struct area area, bool focused)
{
    char none[CELL_SIZE];
    struct area text = {
        .x = area.x + COLUMN_GUTTER, .y = area.y + 1, .w = area.w - COLUMN_GUTTER, .h = area.h - 1};
    snprintf(none, sizeof none, "%s. Esc All", filter_none(app->filter ? app->filter : ""));
    if (app->loaded && app->project_count > 0)
        draw_wrapped(text, 0, DRAW_TEXT, none);
    else if (app->loaded)
        view_projects_draw_first(app, area);
    if (focused)
        draw_cursor(area, 1, 1);
}

void view_projects_draw(const struct app *app, struct area area, bool focused)
{
    struct column_grid grid;
    column_place(&grid, settings_text(app->settings, SETTING_COLUMNS), area.w, view_projects_id_cells(app));
    view_projects_draw_heads(app, &grid, area, focused);
    if (app->list.count == 0) {
        view_projects_draw_empty(app, area, focused);
        return;
    }
    size_t at = list_top(&app->list, (size_t)(area.h > 1 ? area.h - 1 : 1));
    for (int y = 1; y < area.h && at < app->list.count; y++, at++) {
        struct view_row row = {.app = app,
                               .project = app_project_find(app, app->list.ids[at]),
                               .grid = &grid,
                               .area = area,
                               .y = y};
        if (!row.project)
            continue;
        if (at == app->list.selected)
            view_projects_draw_selected(&row, focused);
        else
            view_projects_draw_row(&row);
    }
}
