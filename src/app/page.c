/* Owns the text panes: lines, wrapping, and when a pane is built anew. Building keeps the cursor on the thing
 * it stood on. What a pane shows is its topic's. */
#include "app_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define VALUE_CELLS_MIN 11

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

/* Frees the lines of a page. */
static void page_clear(struct page *page)
{
    for (size_t i = 0; i < page->count; i++) {
        free(page->lines[i].label);
        free(page->lines[i].value);
        free(page->lines[i].target);
        if (!page->lines[i].goes_on)
            free(page->lines[i].full);
    }
    page->count = 0;
}

void page_free(struct page *page)
{
    page_clear(page);
    free(page->lines);
    free(page->title);
    list_free(&page->list);
    *page = (struct page){0};
}

void page_begin(struct page *page)
{
    page_clear(page);
    if (!page->title)
        page->title = mem_copy("");
}

void page_title(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char text[512];
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    free(page->title);
    page->title = mem_copy(text);
}

struct page_line *page_add(struct page *page, enum page_line_kind kind, const char *label, const char *value)
{
    if ((page->count & (page->count - 1)) == 0)
        page->lines = mem_grow(page->lines, page->count ? page->count * 2 : 1, sizeof *page->lines);
    struct page_line *line = &page->lines[page->count++];
    *line = (struct page_line){.kind = kind, .label = mem_copy_or_null(label), .value = mem_copy(value)};
    return line;
}

void page_note(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char text[512];
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    page_add(page, LINE_NOTE, NULL, text);
}

void page_note_missing(const struct app *app, struct page *page, const struct app_project *project)
{
    if (project)
        page_note(page, "Not read yet: %s reads it", app_key_of(app, "refresh"));
    else
        page_note(page, "No project: %s opens by id", app_key_of(app, "open"));
}

/* Does the word that a text begins with fit into a line? Looks no further than a line could hold. */
static bool page_word_fits(const char *text, int cells)
{
    size_t most = (size_t)cells * 4, len = 0;
    while (len <= most && text[len] && text[len] != ' ')
        len++;
    char *word = mem_copy_n(text, len);
    bool fits = len <= most && text_width(word) <= cells;
    free(word);
    return fits;
}

/* Bytes of the first line of a text that fits, broken at a blank where there is one. Only a word that is
 * longer than a whole line is cut, to fill what would be left empty. */
static size_t page_wrap_at(const char *text, int cells)
{
    size_t fit = text_prefix(text, cells, NULL), blank = fit;
    if (!text[fit])
        return fit;
    while (blank > 0 && text[blank] != ' ')
        blank--;
    if (blank > 0 && (blank > fit / 2 || page_word_fits(text + blank + 1, cells)))
        return blank;
    return fit ? fit : 1;
}

/* Cells that a label takes up to where its value could begin. */
static int page_label_end(const struct page_line *line)
{
    return 2 * line->indent + PAGE_LABEL_INDENT + text_width(line->label) + PAGE_LABEL_GAP;
}

int page_value_col(const struct page *page, const struct page_line *line)
{
    int end = page_label_end(line);
    return *line->label && end > page->label_cells ? end : page->label_cells;
}

/* Room for the first line of a value behind its label; 0: only the next line has enough. */
static int page_first_room(const struct page *page, const char *label, const char *value, int cells, int room)
{
    struct page_line line = {.label = (char *)(uintptr_t)label};
    if (!label || page_value_col(page, &line) == page->label_cells)
        return room;
    int left = cells - page_value_col(page, &line);
    return left >= text_width(value) || left >= VALUE_CELLS_MIN ? left : 0;
}

void page_add_wrapped(struct page *page, enum page_line_kind kind, const char *label, const char *value,
                      int cells, const char *target)
{
    int room = label ? cells - page->label_cells : cells;
    const char *rest = value;
    bool first = true;
    if (room < 10)
        room = 10;
    int first_room = page_first_room(page, label, value, cells, room);
    char *full = mem_copy(value);
    do {
        size_t take = !first ? page_wrap_at(rest, room) : first_room > 0 ? page_wrap_at(rest, first_room) : 0;
        char *part = mem_copy_n(rest, take);
        struct page_line *line = page_add(page, kind, label ? (first ? label : "") : NULL, part);
        line->target = mem_copy_or_null(target);
        line->full = full;
        line->goes_on = !first;
        free(part);
        rest += take;
        while (*rest == ' ')
            rest++;
        first = false;
    } while (*rest);
}

const struct page_line *page_line_at_hand(const struct page *page)
{
    return page->list.selected < page->count ? &page->lines[page->list.selected] : NULL;
}

void app_page_touch(struct app *app, enum app_pane pane)
{
    app->page_stale[pane] = true;
}

void app_pages_touch_all(struct app *app)
{
    for (int pane = 0; pane < PANE_COUNT; pane++)
        app_page_touch(app, (enum app_pane)pane);
}

void app_pages_touch_project(struct app *app, int64_t id)
{
    if (id != app->current)
        return;
    app_page_touch(app, PANE_DETAILS);
    app_page_touch(app, PANE_RAW);
    app_page_touch(app, PANE_TAGS);
    app_page_touch(app, PANE_METADATA);
}

/* The column that shows a pane, or -1. */
static int page_column(const struct app *app, enum app_pane pane)
{
    for (int i = 0; i < app->layout.columns; i++) {
        if (app->column[i] == pane)
            return i;
    }
    return -1;
}

bool app_pane_is_shown(const struct app *app, enum app_pane pane)
{
    return app->form_count == 0 && page_column(app, pane) >= 0;
}

void page_end(struct page *page, size_t height)
{
    int64_t *ids = mem_alloc((page->count + 1) * sizeof *ids);
    for (size_t i = 0; i < page->count; i++)
        ids[i] = (int64_t)i;
    size_t row = page->list.selected;
    list_set_rows(&page->list, ids, page->count);
    list_select_row(&page->list, row, height);
    free(ids);
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
    if (least > width - VALUE_CELLS_MIN)
        least = width - VALUE_CELLS_MIN;
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
    for (int pane = PANE_DETAILS; pane < PANE_COUNT; pane++) {
        int column = page_column(app, (enum app_pane)pane);
        if (column >= 0 && app->page_stale[pane] && !app->layout.too_small)
            page_build(app, (enum app_pane)pane, column);
    }
}
