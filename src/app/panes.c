/* Owns which pane stands in which column, which has the focus, and where `q` leads. */
#include "steno/app/panes.h"

#include <string.h>

#include "steno/app/columns.h"
#include "steno/app/effect.h"
#include "steno/app/forms.h"
#include "steno/app/pages.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/widget/form.h"
#include "steno/widget/layout.h"
#include "steno/widget/list.h"

#define BACK_MAX (sizeof((struct app *)0)->back / sizeof((struct app *)0)->back[0])

/* Tells lists and forms how many rows they have. */
static void panes_fit(struct app *app)
{
    list_fit(&app->list, app_pane_height(app, PANE_PROJECTS));
    for (int pane = PANE_DETAILS; pane < PANE_COUNT; pane++)
        list_fit(&app->pages[pane].list, app_pane_height(app, (enum app_pane)pane));
    for (int i = 0; i < app->form_count; i++)
        form_set_height(app->forms[i].form, app_form_height(app));
}

void app_layout(struct app *app)
{
    if (app->linear)
        layout_linear(&app->layout);
    else
        layout_compute(&app->layout, app->cols, app->rows);
    enum app_pane before[LAYOUT_COLUMNS_MAX];
    memcpy(before, app->column, sizeof before);
    app->column[0] = app->layout.columns == 1 ? app->focus : PANE_PROJECTS;
    app->column[1] = app->layout.columns == 3 ? PANE_DETAILS : app->side;
    app->column[2] = app->side != PANE_DETAILS ? app->side : app->third;
    for (int i = 0; i < app->layout.columns; i++) {
        if (before[i] != app->column[i])
            app_page_touch(app, app->column[i]);
    }
    panes_fit(app);
    app_dirty(app, DIRTY_LAYOUT);
}

/* Gives the focus to a pane, bringing it on the screen. */
static void pane_focus(struct app *app, enum app_pane pane)
{
    bool about_project =
        pane == PANE_DETAILS || pane == PANE_TAGS || pane == PANE_METADATA || pane == PANE_RAW;
    if (app->focus == PANE_PROJECTS && about_project && app_selected(app))
        app_project_show(app, app_selected(app));
    app->focus = pane;
    if (pane != PANE_PROJECTS)
        app->side = pane;
    if (pane != PANE_PROJECTS && pane != PANE_DETAILS)
        app->third = pane;
    if (pane == PANE_PROJECTS)
        app->back_count = 0;
    app_page_touch(app, pane);
    app_layout(app);
    app_stale(app, STALE_SHOWN);
}

void app_pane_open(struct app *app, enum app_pane pane)
{
    if (app->focus == pane)
        return;
    if (app->back_count < (int)BACK_MAX) {
        app->back[app->back_count].focus = app->focus;
        app->back[app->back_count].side = app->side;
        app->back_count++;
    }
    int count = app->back_count;
    pane_focus(app, pane);
    if (pane != PANE_PROJECTS)
        app->back_count = count;
}

bool app_pane_back(struct app *app)
{
    if (app->back_count > 0) {
        app->back_count--;
        int count = app->back_count;
        app->side = app->back[count].side;
        pane_focus(app, app->back[count].focus);
        if (app->focus != PANE_PROJECTS)
            app->back_count = count;
        return true;
    }
    if (app->focus == PANE_PROJECTS)
        return false;
    pane_focus(app, PANE_PROJECTS);
    return true;
}

void app_pane_step(struct app *app, int step)
{
    static const enum app_pane walk[] = {PANE_PROJECTS, PANE_DETAILS, PANE_TAGS, PANE_METADATA,
                                         PANE_ACTIVITY};
    const enum app_pane *panes = app->layout.columns > 1 ? app->column : walk;
    int count = app->layout.columns > 1 ? app->layout.columns : (int)(sizeof walk / sizeof walk[0]);
    int at = 0;
    while (at < count && panes[at] != app->focus)
        at++;
    enum app_pane next = at == count ? PANE_PROJECTS : panes[(at + step + count) % count];
    if (app->layout.columns == 3 && next == PANE_DETAILS)
        app->side = PANE_DETAILS;
    pane_focus(app, next);
}

bool app_pane_choose(struct app *app, size_t number)
{
    struct list *list = app_focus_list(app);
    if (number < 1 || number > list->count)
        return false;
    list_select_row(list, number - 1, app_pane_height(app, app->focus));
    app_dirty(app, DIRTY_PANE(app->focus));
    if (app->focus == PANE_PROJECTS)
        app_projects_moved(app);
    return true;
}

struct list *app_focus_list(struct app *app)
{
    return app->focus == PANE_PROJECTS ? &app->list : &app->pages[app->focus].list;
}

bool app_list_step(struct list *list, const char *action, size_t height)
{
    if (strcmp(action, "down") == 0)
        return list_move(list, 1, height);
    if (strcmp(action, "up") == 0)
        return list_move(list, -1, height);
    if (strcmp(action, "page-down") == 0)
        return list_page(list, 1, height);
    if (strcmp(action, "page-up") == 0)
        return list_page(list, -1, height);
    if (strcmp(action, "top") == 0)
        return list_home(list, height);
    if (strcmp(action, "bottom") == 0)
        return list_end(list, height);
    return false;
}
