/* Owns what every part of the application uses of its state: what is to be drawn again, effects, how times
 * and keys are named in sentences, which place of the screen shows a pane and how many rows it has. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/state.h"

#include <stdint.h>
#include <string.h>

#include "steno/app/keymap.h"
#include "steno/app/action.h"
#include "steno/base/when.h"
#include "steno/core/write.h"
#include "steno/widget/form.h"
#include "steno/widget/overlay.h"

#define HALF_A_DAY_MS    INT64_C(43200000)
#define DETAIL_TALL_FROM 30 /* rows of a pane that has a tall detail below its list, */
#define DETAIL_FROM      14 /* and of one that has any */

const struct overlay_ops *app_top(const struct app *app)
{
    return overlay_top(&app->overlays)->ops;
}

void app_dirty(struct app *app, unsigned bits)
{
    if (app->out)
        app->out->dirty |= bits;
}

struct effect *app_emit(struct app *app, enum effect_kind kind)
{
    return effects_add(app->out, kind);
}

void app_time_text(const struct app *app, char *out, size_t size, int64_t wall_ms)
{
    int64_t apart = app->wall_ms > wall_ms ? app->wall_ms - wall_ms : wall_ms - app->wall_ms;
    if (apart < HALF_A_DAY_MS)
        date_format_minute(out, size, wall_ms, app->zone);
    else
        date_format(out, size, &(struct date){.ms = wall_ms, .has_zone = true}, app->zone);
}

const char *app_host(const struct app *app)
{
    const char *host = strstr(app->url, "://");
    return host ? host + 3 : app->url;
}

const char *app_key_of(const struct app *app, const char *action)
{
    return keymap_key_of(app->keymap, action, app_where(app));
}

void app_stale(struct app *app, unsigned bits)
{
    app->stale |= bits;
    app->woke |= bits;
}

void app_stale_row(struct app *app, int64_t id)
{
    bool is_other = (app->stale & STALE_ROW) && app->changed_row != id;
    app->changed_row = id;
    app_stale(app, is_other ? STALE_LIST : STALE_ROW);
}

void app_stale_project(struct app *app, int64_t id)
{
    if (id == app->current)
        app_stale(app, STALE_PROJECT);
}

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
    if (!app->panes[pane].ops->detail || !app->panes[pane].page.is_list)
        return 0;
    return rows >= DETAIL_TALL_FROM ? 8 : rows >= DETAIL_FROM ? 5 : 0;
}

bool app_over_is_beside(const struct app *app)
{
    return app->over.pane != PANE_LIST && !app->zoomed && app->layout.body.w >= LAYOUT_OVER_COLS;
}

size_t app_form_height(const struct app *app)
{
    int rows = layout_form_rows(&app->layout);
    return rows > 1 ? (size_t)rows : 1;
}

size_t app_lower_height(const struct app *app)
{
    return app->layout.form.h > 1 ? (size_t)app->layout.form.h - 1 : 1;
}

unsigned app_where(const struct app *app)
{
    bool in_form =
        overlay_has(&app->overlays, OVERLAY_FORM) && !overlay_has(&app->overlays, OVERLAY_OVER_FORM);
    return in_form ? IN_FORM : 1u << app->focus;
}
