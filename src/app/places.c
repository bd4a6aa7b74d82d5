/* Owns what can be read off the places of the screen: which one shows a pane, and how many rows it has. It
 * must not know what a pane is about. */
#include "places.h"

#include "steno/app/action.h"
#include "steno/app/state.h"
#include "steno/widget/form.h"
#include "steno/widget/layout.h"
#include "steno/widget/overlay.h"

#define DETAIL_TALL_FROM 30  /* rows of a pane that has a tall detail below its list, */
#define DETAIL_FROM      14  /* and of one that has any */
#define ASIDE_FROM       120 /* cells of a form that has a right part */

int app_pane_place(const struct app *app, int pane)
{
    for (int i = 0; i < app->layout.places; i++) {
        if (app->place[i] == pane)
            return i;
    }
    return -1;
}

size_t app_pane_height(const struct app *app, int pane)
{
    int place = app_pane_place(app, pane), rows = place >= 0 ? app->layout.place[place].h : 0;
    const struct page *page = &app->panes[pane].page;
    rows -= 1 + (page->head.value != NULL) + app_detail_rows(app, pane);
    return rows > 0 ? (size_t)rows : 0;
}

int app_detail_rows(const struct app *app, int pane)
{
    int place = app_pane_place(app, pane), rows = place >= 0 ? app->layout.place[place].h : 0;
    if (app->linear || !app->panes[pane].ops->detail || !app->panes[pane].page.is_list)
        return 0;
    return rows >= DETAIL_TALL_FROM ? 8 : rows >= DETAIL_FROM ? 5 : 0;
}

bool app_over_is_beside(const struct app *app)
{
    return app->over.pane != PANE_LIST && !app->zoomed && !app->linear &&
           app->layout.body.w >= LAYOUT_OVER_COLS;
}

int app_aside_cells(const struct app *app)
{
    int cells = app->layout.form.w;
    return app->linear || cells < ASIDE_FROM ? 0 : cells - ASIDE_AT;
}

size_t app_form_height(const struct app *app)
{
    if (app_aside_cells(app) > 0)
        return app->layout.body.h > 1 ? (size_t)app->layout.body.h - 1 : 1;
    int rows = layout_form_rows(app->layout.body.h);
    return rows > 1 ? (size_t)rows : 1;
}

unsigned app_where(const struct app *app)
{
    bool in_form =
        overlay_has(&app->overlays, OVERLAY_FORM) && !overlay_has(&app->overlays, OVERLAY_OVER_FORM);
    return in_form ? IN_FORM : 1u << app->focus;
}
