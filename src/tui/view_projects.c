/* Owns the look of the watchlist: one row a project, the selection as a mark in the gutter. */
#include "steno/tui/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/base/when.h"

#define GUTTER       2
#define STATE_CELLS  11 /* the mark and "InProgress" */
#define LENGTH_CELLS 8
#define GAP          2

/* Where the columns begin; a column that does not fit gives way to the name. */
struct columns {
    int id_cells;
    int state, length, name; /* length 0: not shown */
};

enum draw_role view_state_role(char mark)
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

/* Columns for the widest id of the whole list, so that they stand still while it scrolls. */
static struct columns projects_columns(const struct app *app, int width)
{
    int64_t widest = 10;
    for (size_t i = 0; i < app->project_count; i++)
        if (app->projects[i].id > widest)
            widest = app->projects[i].id;
    struct columns columns = {.id_cells = snprintf(NULL, 0, "%" PRId64, widest)};
    columns.state = GUTTER + columns.id_cells + 1;
    columns.name = columns.state + STATE_CELLS + GAP;
    if (width - columns.name - LENGTH_CELLS - GAP >= 12) {
        columns.length = columns.name;
        columns.name += LENGTH_CELLS + GAP;
    }
    return columns;
}

/* The heads, with the column that the list is sorted by marked. */
static void projects_draw_heads(const struct app *app, struct area area, struct columns columns,
                                enum draw_role role)
{
    static const enum app_sort sorts[] = {SORT_ID, SORT_STATE, SORT_LENGTH, SORT_NAME};
    static const char *const names[] = {"ID", "State", "Length", "Name"};
    const int cols[] = {GUTTER, columns.state + 1, columns.length, columns.name};
    for (int i = 0; i < 4; i++) {
        if (cols[i] == 0)
            continue;
        char head[32];
        const char *order = app->sort != sorts[i] ? "" : app->sort_down ? "↓" : "↑";
        snprintf(head, sizeof head, "%s%s", names[i], order);
        draw_line(area, 0, cols[i], role, head);
    }
}

/* The length in hours, minutes, seconds where it can be read, else as it came. */
static void projects_draw_length(const struct app_project *project, struct area area, int row, int col)
{
    char length[32];
    if (project->length_ms > 0) {
        length_format(length, sizeof length, project->length_ms);
        draw_right(area, row, col, LENGTH_CELLS, DRAW_TEXT, length);
    } else if (project->length_ms < 0) {
        draw_text(area, row, col, LENGTH_CELLS, DRAW_TEXT, project->length ? project->length : "");
    }
}

/* Why a project could not be read, in two or three words: "404 not found", "timeout error". */
static void projects_draw_trouble(const struct app_project *project, struct area area, int row, int col)
{
    char words[48];
    snprintf(words, sizeof words, "%s", error_kind_name(project->trouble_kind));
    for (char *at = words; (at = strchr(at, '_')) != NULL;)
        *at = ' ';
    if (project->trouble_status >= 400)
        draw_format(area, row, col, DRAW_BAD, "%d %s", project->trouble_status, words);
    else
        draw_format(area, row, col, DRAW_BAD, "%s error", words);
}

/* One project. */
static void projects_draw_row(const struct app *app, const struct app_project *project, struct area area,
                              int row, struct columns columns)
{
    char text[64], mark = project->unanswered ? '?' : app_state_mark(app, project->state);
    snprintf(text, sizeof text, "%" PRId64, project->id);
    draw_text(area, row, 1, 1, DRAW_KEY, list_is_marked(&app->list, project->id) ? "*" : " ");
    draw_text(area, row, GUTTER, columns.id_cells, DRAW_TEXT, text);
    snprintf(text, sizeof text, "%c%s", mark, project->state ? project->state : "");
    draw_text(area, row, columns.state, STATE_CELLS, view_state_role(mark), text);
    if (columns.length)
        projects_draw_length(project, area, row, columns.length);
    if (project->name && *project->name)
        draw_line(area, row, columns.name, DRAW_TEXT, project->name);
    else if (project->trouble)
        projects_draw_trouble(project, area, row, columns.name);
    else if (!project->known)
        draw_line(area, row, columns.name, DRAW_DIM, project->reading ? "reading …" : "not read yet");
}

/* What an empty list says. */
static void projects_draw_empty(const struct app *app, struct area area, bool focused)
{
    if (app->loaded && app->project_count > 0)
        draw_line(area, 1, GUTTER, DRAW_TEXT, "No project matches the filter");
    else if (app->loaded)
        draw_format(area, 1, GUTTER, DRAW_TEXT, "No projects yet: %s opens by id", app_key_of(app, "open"));
    if (focused)
        draw_cursor(area, 1, 1);
}

void view_projects_draw(const struct app *app, struct area area, bool focused)
{
    struct columns columns = projects_columns(app, area.w);
    projects_draw_heads(app, area, columns, focused ? DRAW_HEADING : DRAW_TEXT);
    if (app->list.count == 0) {
        projects_draw_empty(app, area, focused);
        return;
    }
    for (int row = 1; row < area.h; row++) {
        size_t at = list_top(&app->list, (size_t)(area.h > 1 ? area.h - 1 : 1)) + (size_t)row - 1;
        if (at >= app->list.count)
            break;
        const struct app_project *project = app_project_find(app, app->list.ids[at]);
        if (project)
            projects_draw_row(app, project, area, row, columns);
        if (at != app->list.selected)
            continue;
        draw_text(area, row, 0, 1, DRAW_TEXT, ">");
        if (focused)
            draw_cursor(area, row, 1);
    }
}
