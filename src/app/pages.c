/* Owns the text panes: lines, wrapping, and when a pane is built anew. Building keeps the cursor on the thing
 * it stood on. What a pane shows is its topic's. */
#include "steno/app/pages.h"

#include <stdlib.h>
#include <string.h>

#include "topics/account.h"
#include "topics/activity.h"
#include "topics/details.h"
#include "topics/help.h"
#include "topics/highlights.h"
#include "topics/metadata.h"
#include "topics/tags.h"
#include "steno/app/columns.h"
#include "steno/app/effect.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

typedef void page_builder(struct app *app, struct page *page, int cells);

static page_builder *const builders[PANE_COUNT] = {
    [PANE_DETAILS] = app_build_details,   [PANE_TAGS] = app_build_tags, [PANE_METADATA] = app_build_metadata,
    [PANE_ACTIVITY] = app_build_activity, [PANE_RAW] = app_build_raw,   [PANE_ACCOUNT] = app_build_account,
    [PANE_POLICY] = app_build_policy,     [PANE_HELP] = app_build_help,
};

static const char *const titles[PANE_COUNT] = {
    [PANE_PROJECTS] = "Projects", [PANE_DETAILS] = "Details",        [PANE_TAGS] = "Tags",
    [PANE_METADATA] = "Metadata", [PANE_ACTIVITY] = "Activity",      [PANE_RAW] = "Raw",
    [PANE_ACCOUNT] = "Account",   [PANE_POLICY] = "Password policy", [PANE_HELP] = "Help",
};

/* Cells of the labels with their gap: at least, which is enough for the tables, and at most, where a third of
 * the pane is as wide. The details take what they may, whatever is in them: the column must stand still while
 * one project follows the other. */
static const struct {
    int least, most;
} label_cells[PANE_COUNT] = {

    [PANE_DETAILS] = {16, 32}, [PANE_METADATA] = {20, 40}, [PANE_ACCOUNT] = {22, 40},
    [PANE_POLICY] = {23, 32},  [PANE_HELP] = {12, 24},
};

const char *app_pane_title(enum app_pane pane)
{
    return titles[pane];
}

void page_note_missing(const struct app *app, struct page *page, const struct app_project *project)
{
    if (project)
        page_note(page, "Not read yet: %s reads it", app_key_of(app, "refresh"));
    else
        page_note(page, "No project: %s opens by id", app_key_of(app, "open"));
}

void app_page_touch(struct app *app, enum app_pane pane)
{
    app->page_stale[pane] = true;
}

/* Does the pane show the project of the details? */
static bool pages_is_about_project(int pane)
{
    return pane == PANE_DETAILS || pane == PANE_RAW || pane == PANE_TAGS || pane == PANE_METADATA;
}

/* Marks the pages that the turn has made stale. */
static void pages_spread(struct app *app)
{
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        if ((app->stale & STALE_PAGES) || ((app->stale & STALE_PROJECT) && pages_is_about_project(pane)) ||
            ((app->stale & STALE_ACTIVITY) && pane == PANE_ACTIVITY))
            app_page_touch(app, (enum app_pane)pane);
    }
    app->stale &= ~(STALE_PAGES | STALE_PROJECT | STALE_ACTIVITY);
}

/* The line that stands for a target, or count. */
static size_t page_find_target(const struct page *page, const char *target)
{
    size_t at = 0;
    while (at < page->count && !(page->lines[at].target && strcmp(page->lines[at].target, target) == 0))
        at++;
    return at;
}

/* The widest label that leaves its value two thirds of the pane, and no more than there may be. Longer ones
 * are not cut: their values begin behind them. */
static int page_wanted_label_cells(const struct page *page, int most)
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
static void page_build_lines(struct app *app, enum app_pane pane, int width)
{
    struct page *page = &app->pages[pane];
    int least = label_cells[pane].least, most = label_cells[pane].most;
    if (most > width / 3)
        most = width / 3;
    if (least > width - PAGE_VALUE_CELLS_MIN)
        least = width - PAGE_VALUE_CELLS_MIN;
    page->label_cells = pane == PANE_DETAILS && most > least ? most : least;
    builders[pane](app, page, width - 2);
    int wanted = page_wanted_label_cells(page, most);
    if (wanted <= page->label_cells)
        return;
    page_begin(page);
    page->label_cells = wanted;
    builders[pane](app, page, width - 2);
}

/* Builds one pane, keeping the cursor on the target it stood on. */
static void page_build(struct app *app, enum app_pane pane, int column)
{
    struct page *page = &app->pages[pane];
    if (pages_is_about_project((int)pane) && page->id != app->current)
        list_select_row(&page->list, 0, app_pane_height(app, pane));
    const struct page_line *at = page_line_at_hand(page);
    char *target = at ? mem_copy_or_null(at->target) : NULL;
    size_t height = app_pane_height(app, pane);
    page_begin(page);
    page->zone = app->zone;
    page->id = app->current;
    page_build_lines(app, pane, app->layout.column[column].w);
    page_end(page, height);
    const struct page_line *now = page_line_at_hand(page);
    if (target && !(now && now->target && strcmp(now->target, target) == 0)) {
        size_t row = page_find_target(page, target);
        if (row < page->count)
            list_select_row(&page->list, row, height);
    }
    free(target);
    app->page_stale[pane] = false;
    app_dirty(app, DIRTY_PANE(pane));
    if (pane == PANE_DETAILS)
        app_highlights_arrived(app);
}

void app_pages_build(struct app *app)
{
    pages_spread(app);
    for (int pane = PANE_DETAILS; pane < PANE_COUNT; pane++) {
        int column = app_pane_column(app, (enum app_pane)pane);
        if (column >= 0 && app->page_stale[pane] && !app->layout.too_small)
            page_build(app, (enum app_pane)pane, column);
    }
}
