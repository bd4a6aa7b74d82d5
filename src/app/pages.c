/* Owns the panes and their lines: when a pane is built anew, at which width, and the lines that several panes
 * show: the fields of a resource by its table. Building keeps the cursor on the thing it stood on. What a
 * pane shows is its topic's. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/pages.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "steno/api/json.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/core/write.h"
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

/* Builds the lines for a pane of this width, a second time where wider labels are worth a wider column: as
 * wide as the widest one that leaves its value two thirds of the pane. Longer ones are not cut, their values
 * begin behind them. */
static void pages_build_lines(struct app *app, struct pane *pane, int width)
{
    const struct pane_ops *ops = pane->ops;
    struct page *page = &pane->page;
    int least = width - PAGE_VALUE_CELLS_MIN, most = width / 3, wanted = 0;
    page->label_cells = ops->label_least < least ? ops->label_least : least;
    ops->build(app, page, width - PAGE_GUTTER);
    for (size_t i = 0; i < page->count; i++) {
        const struct page_line *line = &page->lines[i];
        int end = line->kind == LINE_FIELD && line->label ? page_label_end(line) : 0;
        if (end > wanted && end <= most && end <= ops->label_most)
            wanted = end;
    }
    if (wanted <= page->label_cells)
        return;
    page_begin(page);
    page->label_cells = wanted;
    ops->build(app, page, width - PAGE_GUTTER);
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
    if (pane->ops->about_project && page->id != app->current)
        list_select_row(&page->list, 0, app_pane_height(app, number));
    const struct page_line *at = page_line_at_hand(page);
    char *target = at ? mem_copy_or_null(at->target) : NULL;
    page_begin(page);
    page->zone = app->zone;
    page->id = app->current;
    page->lead = app->layout.place[column].x > 0;
    page->width = app->layout.place[column].w;
    pages_build_lines(app, pane, page->width);
    size_t row = 0, height = app_pane_height(app, number); /* it may have a head now, and a detail */
    page_end(page, height);
    at = page_line_at_hand(page);
    if (target && !(at && at->target && strcmp(at->target, target) == 0)) {
        while (row < page->count &&
               !(page->lines[row].target && strcmp(page->lines[row].target, target) == 0))
            row++;
        if (row < page->count)
            list_select_row(&page->list, row, height);
    }
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

/* --- lines of several panes --- */

/* Appends JSON of any type over as many lines as it takes. */
static void pages_json(struct page *page, const char *label, const json_t *value, int cells,
                       const char *target)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    json_write(&text, value);
    page_add_wrapped(page, LINE_FIELD, label, buffer_text(&text), cells, target);
    buffer_free(&text);
}

void app_page_field(struct page *page, const struct field_table *table, const struct field_def *def,
                    const json_t *resource, int cells)
{
    const json_t *value = field_get(table, def, resource);
    if (!value) {
        page_add(page, LINE_FIELD, def->label, "-")->target = mem_copy(def->path);
        return;
    }
    if (json_is_object(value) && json_object_size(value) > 0) {
        page_add(page, LINE_FIELD, def->label, "")->target = mem_copy(def->path);
        const char *name;
        json_t *member;
        json_object_foreach((json_t *)(uintptr_t)value, name, member)
        {
            char *label = mem_printf("  %s", name);
            if (json_is_string(member))
                page_add_wrapped(page, LINE_FIELD, label, json_string_value(member), cells, def->path);
            else
                pages_json(page, label, member, cells, def->path);
            free(label);
        }
        return;
    }
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    field_show_in(&text, table, def, resource, page->zone);
    page_add_wrapped(page, LINE_FIELD, def->label, buffer_text(&text), cells, def->path);
    buffer_free(&text);
}

void app_page_heading(struct page *page, const char *text)
{
    page_add(page, LINE_HEADING, NULL, text)->target = mem_printf("group %s", text);
}

void app_page_group(struct page *page, const struct field_table *table, const char *group,
                    const json_t *resource, int cells)
{
    app_page_heading(page, group);
    for (size_t i = 0; i < table->count; i++) {
        const struct field_def *def = &table->rows[i];
        if (!field_is_nested(def) && !def->secret && strcmp(def->group, group) == 0)
            app_page_field(page, table, def, resource, cells);
    }
}

/* The members of an object that the table does not know, by their paths; the first one below a heading. */
static void pages_unknown(struct page *page, const struct field_table *table, const json_t *object,
                          const char *prefix, int cells, bool *is_headed)
{
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)object, name, member)
    {
        char *path = mem_printf("%s%s%s", prefix, *prefix ? "." : "", name);
        enum field_known known = field_know(table, path);
        if (known == FIELD_ABOVE && json_is_object(member)) {
            pages_unknown(page, table, member, path, cells, is_headed);
        } else if (known == FIELD_UNKNOWN || (known == FIELD_ABOVE && !json_is_null(member))) {
            if (!*is_headed)
                app_page_heading(page, "Other");
            *is_headed = true;
            if (json_is_string(member))
                page_add_wrapped(page, LINE_FIELD, path, json_string_value(member), cells, path);
            else
                pages_json(page, path, member, cells, path);
        }
        free(path);
    }
}

void app_page_unknown(struct page *page, const struct field_table *table, const json_t *resource, int cells)
{
    bool is_headed = false;
    pages_unknown(page, table, resource, "", cells, &is_headed);
}

void app_page_groups(struct page *page, const struct field_table *table, const char *const *first,
                     const json_t *resource, int cells)
{
    for (const char *const *group = first; *group; group++)
        app_page_group(page, table, *group, resource, cells);
    for (size_t i = 0; i < table->count; i++) {
        const struct field_def *row = &table->rows[i];
        bool seen = field_is_nested(row);
        for (const char *const *group = first; *group; group++)
            seen = seen || strcmp(*group, row->group) == 0;
        for (size_t k = 0; k < i; k++)
            seen = seen || strcmp(table->rows[k].group, row->group) == 0;
        if (!seen)
            app_page_group(page, table, row->group, resource, cells);
    }
    app_page_unknown(page, table, resource, cells);
}

const struct part part_pages = {.name = "pages",
                                .begin = pages_begin,
                                .end = pages_end,
                                .wakes = PAGES_WAKE,
                                .turn = pages_turn,
                                .deadline = pages_deadline};
