/* Owns the panes and their lines: when a pane is built anew, at which width. Building keeps the cursor on the
 * thing it stood on. What a pane shows is its topic's. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/pages.h"

#include <stdlib.h>
#include <string.h>

#include "steno/app/state.h"
#include "steno/core/call.h"
#include "part.h"
#include "steno/base/mem.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

/* What has panes built anew. */
#define PAGES_WAKE (STALE_PAGES | STALE_PROJECT | STALE_ACTIVITY | STALE_PANE)

static void pages_begin(struct app *app)
{
    const struct pane_ops *ops[PANES_MAX];
    app->panes = mem_zero(PANES_MAX, sizeof *app->panes);
    app->pane_count = part_panes(app->parts, app->part_count, ops);
    for (int pane = 0; pane < app->pane_count; pane++) {
        app->panes[pane].ops = ops[pane];
        if (ops[pane]->is_first)
            app->side = pane;
        list_init(&app->panes[pane].page.list);
    }
}

static void pages_end(struct app *app)
{
    for (int pane = 0; pane < app->pane_count; pane++) {
        page_free(&app->panes[pane].page);
        page_free(&app->panes[pane].detail);
    }
    free(app->panes);
}

int app_pane_find(const struct app *app, const char *name)
{
    int pane = 0;
    while (strcmp(app->panes[pane].ops->name, name) != 0)
        pane++;
    return pane;
}

struct page *app_page_of(const struct app *app, const char *name)
{
    return &app->panes[app_pane_find(app, name)].page;
}

const char *app_pane_title(const struct app *app, int pane)
{
    const char *title = app->panes[pane].page.title;
    return title && *title ? title : app->panes[pane].ops->title;
}

void pages_note_missing(const struct app *app, struct page *page, const struct app_project *project)
{
    if (project)
        page_note(page, "Not read yet: %s reads it", app_key_of(app, "refresh"));
    else
        page_note(page, "No project: %s opens by id", app_key_of(app, "open"));
}

void app_page_touch(struct app *app, const char *name)
{
    app->panes[app_pane_find(app, name)].stale = true;
    app_stale(app, STALE_PANE);
}

/* Marks the pages that the turn has made stale. */
static void pages_spread(struct app *app)
{
    for (int i = 0; i < app->pane_count; i++) {
        struct pane *pane = &app->panes[i];
        pane->stale |= (app->stale & STALE_PAGES) ||
                       ((app->stale & STALE_PROJECT) && pane->ops->about_project) ||
                       ((app->stale & STALE_ACTIVITY) && pane->ops->about_activity);
    }
    app->stale &= ~PAGES_WAKE;
}

/* The line that stands for a target, or count. */
static size_t pages_find_target(const struct page *page, const char *target)
{
    size_t at = 0;
    while (at < page->count && !(page->lines[at].target && strcmp(page->lines[at].target, target) == 0))
        at++;
    return at;
}

/* The widest label that leaves its value two thirds of the pane, and no more than there may be. Longer ones
 * are not cut: their values begin behind them. */
static int pages_wanted_label_cells(const struct page *page, int most)
{
    int wanted = 0;
    for (size_t i = 0; i < page->count; i++) {
        const struct page_line *line = &page->lines[i];
        int end = line->kind == LINE_FIELD && line->label ? page_label_end(line) : 0;
        if (end > wanted && end <= most)
            wanted = end;
    }
    return wanted;
}

/* Builds the lines for a pane of this width; a second time where wider labels are worth a wider column. */
static void pages_build_lines(struct app *app, struct pane *pane, int width)
{
    const struct pane_ops *ops = pane->ops;
    struct page *page = &pane->page;
    int least = ops->label_least, most = ops->label_most;
    if (most > width / 3)
        most = width / 3;
    if (least > width - PAGE_VALUE_CELLS_MIN)
        least = width - PAGE_VALUE_CELLS_MIN;
    page->label_cells = least;
    ops->build(app, page, width - PAGE_GUTTER);
    int wanted = pages_wanted_label_cells(page, most);
    if (wanted <= page->label_cells)
        return;
    page_begin(page);
    page->label_cells = wanted;
    ops->build(app, page, width - PAGE_GUTTER);
}

/* Puts the cursor on the line of a target, where it is not there already. */
static void pages_select_target(struct page *page, const char *target, size_t height)
{
    const struct page_line *now = page_line_at_hand(page);
    if (now && now->target && strcmp(now->target, target) == 0)
        return;
    size_t row = pages_find_target(page, target);
    if (row < page->count)
        list_select_row(&page->list, row, height);
}

/* Builds what is known of the line with the cursor. */
static void pages_build_detail(struct app *app, int number)
{
    struct pane *pane = &app->panes[number];
    pane->detail_at_ms = 0;
    page_begin(&pane->detail);
    pane->detail.lead = pane->page.lead;
    pane->detail.width = pane->page.width;
    if (app_detail_rows(app, number) > 0)
        pane->ops->detail(app, &pane->detail, pane->page.width - PAGE_GUTTER,
                          (size_t)app_detail_rows(app, number));
    app_dirty(app, DIRTY_PANE(number));
}

/* Builds one pane, keeping the cursor on the target it stood on. */
static void pages_build(struct app *app, int number, int column)
{
    struct pane *pane = &app->panes[number];
    struct page *page = &pane->page;
    size_t height = app_pane_height(app, number);
    if (pane->ops->about_project && page->id != app->current)
        list_select_row(&page->list, 0, height);
    const struct page_line *at = page_line_at_hand(page);
    char *target = at ? mem_copy_or_null(at->target) : NULL;
    page_begin(page);
    page->zone = app->zone;
    page->id = app->current;
    page->lead = app->layout.place[column].x > 0;
    page->width = app->layout.place[column].w;
    pages_build_lines(app, pane, app->layout.place[column].w);
    height = app_pane_height(app, number); /* it may have a head now, and a detail */
    page_end(page, height);
    if (target)
        pages_select_target(page, target, height);
    free(target);
    pane->stale = false;
    part_wake(app, &part_places);                               /* it may have waited for these lines */
    bool is_offered = number == app->focus && pane->ops->works; /* by the bar: what stands there now */
    app_dirty(app, DIRTY_PANE(number) | (is_offered ? DIRTY_STATUS : 0));
    if (pane->ops->built)
        pane->ops->built(app);
    if (pane->ops->detail)
        pages_build_detail(app, number);
}

void app_pages_build(struct app *app)
{
    pages_spread(app);
    for (int i = 0; i < app->layout.places && !app->layout.too_small; i++) {
        const struct pane *pane = &app->panes[app->place[i]];
        if (pane->ops->build && pane->stale)
            pages_build(app, app->place[i], i);
        else if (pane->detail_at_ms && pane->detail_at_ms <= app->now_ms)
            pages_build_detail(app, app->place[i]);
    }
}

/* Does a form cover all panes, or is nothing drawn yet? Until then none is built, since all are after that.
 */
static bool pages_are_covered(const struct app *app)
{
    return app->is_unseen || (app->form_count > 0 && app->over.pane == PANE_LIST);
}

static void pages_turn(struct app *app)
{
    if (pages_are_covered(app))
        pages_spread(app);
    else
        app_pages_build(app);
}

/* When a detail follows its cursor; never while nothing is built. */
static int64_t pages_deadline(const struct app *app)
{
    int64_t deadline = INT64_MAX;
    bool is_idle = app->layout.too_small || pages_are_covered(app);
    for (int i = 0; i < app->layout.places && !is_idle; i++) {
        int64_t at_ms = app->panes[app->place[i]].detail_at_ms;
        if (at_ms && at_ms < deadline)
            deadline = at_ms;
    }
    return deadline;
}

const struct part part_pages = {.name = "pages",
                                .begin = pages_begin,
                                .end = pages_end,
                                .wakes = PAGES_WAKE,
                                .turn = pages_turn,
                                .deadline = pages_deadline};
