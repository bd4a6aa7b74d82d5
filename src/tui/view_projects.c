/* Owns the look of the watchlist: one row a project, the selection as a mark in the gutter. */
#include "view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/since.h"

#define OFFERS_WIDE_CELLS 76 /* from here on an empty list says more */
#define OFFERS_WIDE_ROWS  12
#define GUTTER            2
#define NAME_LEAST        16
#define NAME_HEAD_CELLS   5 /* "Name↓" */
#define CELL_SIZE         128

/* The columns in their places. The width of the list alone says which are there, never what is in them:
 * nothing jumps while it scrolls. */
enum column {
    COLUMN_ID,
    COLUMN_STATE,
    COLUMN_SINCE,
    COLUMN_LENGTH,
    COLUMN_NOTE,
    COLUMN_NAME,
    COLUMN_TAGS,
    COLUMN_LABEL,
    COLUMN_LANGUAGE,
    COLUMN_EXPIRES,
    COLUMN_CHANGED,
    COLUMN_AUTHOR,
    COLUMN_COUNT
};

static const struct {
    const char *head;
    int cells; /* 0: what is left */
    int from;  /* cells of a list that has it */
    enum app_sort sort;
    bool is_right;
} columns[COLUMN_COUNT] = {
    [COLUMN_ID] = {.head = "ID", .cells = 2, .sort = SORT_ID},
    [COLUMN_STATE] = {.head = " State", .cells = 11, .sort = SORT_STATE},
    [COLUMN_SINCE] = {.head = "Since", .cells = 5, .from = 72},
    [COLUMN_LENGTH] = {.head = "Length", .cells = 8, .from = 54, .sort = SORT_LENGTH, .is_right = true},
    [COLUMN_NOTE] = {.head = "N", .cells = 1, .from = 54},
    [COLUMN_NAME] = {.head = "Name", .sort = SORT_NAME},
    [COLUMN_TAGS] = {.head = "Tags", .cells = 11, .from = 72},
    [COLUMN_LABEL] = {.head = "Label", .cells = 12, .from = 100},
    [COLUMN_LANGUAGE] = {.head = "Language", .cells = 8, .from = 100},
    [COLUMN_EXPIRES] = {.head = "Expires", .cells = 7, .from = 72},
    [COLUMN_CHANGED] = {.head = "Changed", .cells = 11, .from = 132},
    [COLUMN_AUTHOR] = {.head = "Author", .cells = 16, .from = 132},
};

/* Where the columns of a list begin and how wide they are; cells 0: not there. */
struct grid {
    struct {
        int x, cells;
    } at[COLUMN_COUNT];
};

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
    int64_t widest = 10;
    for (size_t i = 0; i < app->project_count; i++) {
        if (app->projects[i].id > widest)
            widest = app->projects[i].id;
    }
    return snprintf(NULL, 0, "%" PRId64, widest);
}

static struct grid view_projects_grid(const struct app *app, int width)
{
    struct grid grid = {0};
    int taken = GUTTER;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        if (columns[i].from > width || i == COLUMN_NAME)
            continue;
        grid.at[i].cells = i == COLUMN_ID ? view_projects_id_cells(app) : columns[i].cells;
        taken += grid.at[i].cells + 1;
    }
    grid.at[COLUMN_NAME].cells = width - taken > NAME_LEAST ? width - taken : NAME_LEAST;
    for (int i = 0, x = GUTTER; i < COLUMN_COUNT; i++) {
        grid.at[i].x = x;
        x += grid.at[i].cells ? grid.at[i].cells + 1 : 0;
    }
    return grid;
}

/* A text in its column. */
static void view_projects_draw_cell(const struct grid *grid, struct area area, int row, enum column column,
                                    enum draw_role role, const char *text)
{
    int x = grid->at[column].x, cells = grid->at[column].cells;
    if (cells && columns[column].is_right)
        draw_right(area, row, x, cells, role, text);
    else if (cells)
        draw_text(area, row, x, cells, role, text);
}

/* Where the last column begins. */
static int view_projects_last_x(const struct grid *grid)
{
    int x = 0;
    for (int i = 0; i < COLUMN_COUNT; i++)
        x = grid->at[i].cells ? grid->at[i].x : x;
    return x;
}

/* Which rows are shown, in place of the head of the names where both have no room, and whole or not at all.
 */
static void view_projects_draw_window(const struct app *app, const struct grid *grid, struct area area,
                                      enum draw_role role)
{
    char window[LIST_WINDOW_SIZE];
    int x = grid->at[COLUMN_NAME].x, cells = grid->at[COLUMN_NAME].cells;
    list_window(&app->list, (size_t)(area.h > 1 ? area.h - 1 : 1), window, sizeof window);
    int wanted = text_width(window);
    if (wanted == 0 || wanted > cells || x + cells > area.w)
        return;
    if (wanted + NAME_HEAD_CELLS >= cells)
        draw_format(area, 0, x, role, "%*s", cells, window);
    else
        draw_right(area, 0, x, cells, role, window);
}

/* The heads, with the column that the list is sorted by marked, and at the end of the names which rows are
 * shown. */
static void view_projects_draw_heads(const struct app *app, const struct grid *grid, struct area area,
                                     bool focused)
{
    enum draw_role role = focused ? DRAW_FOCUS : DRAW_HEADING;
    char head[CELL_SIZE];
    draw_fill(area, 0, focused ? area.w : view_projects_last_x(grid), role); /* one run, not one a head */
    for (int i = 0; i < COLUMN_COUNT; i++) {
        bool sorts = columns[i].sort != SORT_OWN && app->sort == columns[i].sort;
        snprintf(head, sizeof head, "%s%s", columns[i].head, !sorts ? "" : app->sort_down ? "↓" : "↑");
        view_projects_draw_cell(grid, area, 0, (enum column)i, role, head);
    }
    if (focused || app->focus != PANE_LIST) /* else what lies over it hides some of it */
        view_projects_draw_window(app, grid, area, role);
}

/* Why a project could not be read, in two or three words: "404 not found", "timeout error". */
static void view_projects_draw_trouble(const struct app_project *project, const struct grid *grid,
                                       struct area area, int row)
{
    char words[48], text[CELL_SIZE];
    snprintf(words, sizeof words, "%s", error_kind_name(project->trouble_kind));
    for (char *at = words; (at = strchr(at, '_')) != NULL;)
        *at = ' ';
    if (project->trouble_status >= 400)
        snprintf(text, sizeof text, "%d %s", project->trouble_status, words);
    else
        snprintf(text, sizeof text, "%s error", words);
    view_projects_draw_cell(grid, area, row, COLUMN_NAME, DRAW_BAD, text);
}

/* The name; where there is none, why it could not be read. */
static void view_projects_draw_name(const struct app_project *project, const struct grid *grid,
                                    struct area area, int row)
{
    if (*project->name)
        view_projects_draw_cell(grid, area, row, COLUMN_NAME, DRAW_TEXT, project->name);
    else if (project->trouble)
        view_projects_draw_trouble(project, grid, area, row);
    else if (!project->known)
        view_projects_draw_cell(grid, area, row, COLUMN_NAME, DRAW_DIM,
                                project->reading ? "reading …" : "not read yet");
}

/* Since when it is in its state. */
static void view_projects_draw_since(const struct app *app, const struct app_project *project,
                                     const struct grid *grid, struct area area, int row)
{
    char text[CELL_SIZE];
    if (project->state_since_ms == 0)
        return;
    date_format_short(text, sizeof text, since_time(project->state_since_ms), app->client->wall_ms,
                      app->client->zone, DATE_COLUMN);
    view_projects_draw_cell(grid, area, row, COLUMN_SINCE, DRAW_TEXT, text);
}

/* When it ends, the nearer the louder. */
static void view_projects_draw_expires(const struct app *app, const struct app_project *project,
                                       const struct grid *grid, struct area area, int row)
{
    static const enum draw_role roles[] = {[EXPIRY_NONE] = DRAW_TEXT,
                                           [EXPIRY_SOON] = DRAW_WARN,
                                           [EXPIRY_URGENT] = DRAW_BAD,
                                           [EXPIRY_GONE] = DRAW_BAD};
    char text[EXPIRY_TEXT_SIZE];
    expiry_column(text, sizeof text, &project->expiry, app->client->wall_ms, app->client->zone);
    view_projects_draw_cell(grid, area, row, COLUMN_EXPIRES,
                            roles[expiry_level(&project->expiry, app->client->wall_ms, app->client->zone)],
                            text);
}

/* The columns that only a wide list has. */
static void view_projects_draw_wide(const struct app *app, const struct app_project *project,
                                    const struct grid *grid, struct area area, int row)
{
    char changed[CELL_SIZE] = "";
    if (project->updated_ms)
        date_format_short(changed, sizeof changed, project->updated_ms, app->client->wall_ms,
                          app->client->zone, DATE_HOUR);
    view_projects_draw_cell(grid, area, row, COLUMN_LABEL, DRAW_TEXT, project->label);
    view_projects_draw_cell(grid, area, row, COLUMN_LANGUAGE, DRAW_TEXT, project->lang);
    view_projects_draw_cell(grid, area, row, COLUMN_CHANGED, DRAW_TEXT, changed);
    view_projects_draw_cell(grid, area, row, COLUMN_AUTHOR, DRAW_TEXT, project->author);
}

/* One project. */
static void view_projects_draw_row(const struct app *app, const struct app_project *project,
                                   const struct grid *grid, struct area area, int row)
{
    char text[CELL_SIZE], mark = project->unanswered ? '?' : app_state_mark(app, project->state);
    if (list_is_marked(&app->list, project->id))
        draw_text(area, row, 1, 1, DRAW_KEY, "*");
    snprintf(text, sizeof text, "%" PRId64, project->id);
    view_projects_draw_cell(grid, area, row, COLUMN_ID, DRAW_TEXT, text);
    snprintf(text, sizeof text, "%c%s", mark, project->state);
    view_projects_draw_cell(grid, area, row, COLUMN_STATE, view_state_role(mark), text);
    view_projects_draw_since(app, project, grid, area, row);
    app_project_length(project, text, sizeof text);
    view_projects_draw_cell(grid, area, row, COLUMN_LENGTH, DRAW_TEXT, text);
    if (project->note)
        view_projects_draw_cell(grid, area, row, COLUMN_NOTE, DRAW_TEXT, "n");
    view_projects_draw_name(project, grid, area, row);
    view_projects_draw_cell(grid, area, row, COLUMN_TAGS, DRAW_TEXT, project->tags);
    view_projects_draw_expires(app, project, grid, area, row);
    view_projects_draw_wide(app, project, grid, area, row);
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
    if (app->loaded && app->project_count > 0)
        draw_line(area, 1, GUTTER, DRAW_TEXT, "No project matches the filter");
    else if (app->loaded)
        view_projects_draw_first(app, area);
    if (focused)
        draw_cursor(area, 1, 1);
}

void view_projects_draw(const struct app *app, struct area area, bool focused)
{
    struct grid grid = view_projects_grid(app, area.w);
    view_projects_draw_heads(app, &grid, area, focused);
    if (app->list.count == 0) {
        view_projects_draw_empty(app, area, focused);
        return;
    }
    for (int row = 1; row < area.h; row++) {
        size_t at = list_top(&app->list, (size_t)(area.h > 1 ? area.h - 1 : 1)) + (size_t)row - 1;
        if (at >= app->list.count)
            break;
        const struct app_project *project = app_project_find(app, app->list.ids[at]);
        if (project)
            view_projects_draw_row(app, project, &grid, area, row);
        if (at != app->list.selected)
            continue;
        draw_text(area, row, 0, 1, DRAW_TEXT, focused ? ">" : "-");
        if (focused)
            draw_cursor(area, row, 1);
    }
}
