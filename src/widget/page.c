/* Lists and pages. This file must not know what rows and lines are about. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

void list_init(struct list *list)
{
    *list = (struct list){0};
}

void list_free(struct list *list)
{
    free(list->ids);
    free(list->marks);
    list_init(list);
}

int64_t list_selected(const struct list *list)
{
    return list->selected < list->count ? list->ids[list->selected] : LIST_NO_ID;
}

size_t list_find(const struct list *list, int64_t id)
{
    size_t row = 0;
    if (list->count && list->ids[list->selected] == id)
        return list->selected;
    while (row < list->count && list->ids[row] != id)
        row++;
    return row;
}

static int list_compare_ids(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a, two = *(const int64_t *)b;
    return (one > two) - (one < two);
}

/* Returns the id to select among the new rows (see page.h). LIST_NO_ID: all old rows are gone. */
static int64_t list_survivor(const struct list *list, const int64_t *ids, size_t count)
{
    int64_t found = LIST_NO_ID;
    for (size_t i = 0; i < count; i++) { /* usually the selected row is among the new ones */
        if (ids[i] == list_selected(list))
            return ids[i];
    }
    if (count == 0 || list->selected >= list->count)
        return found;
    int64_t *sorted = mem_grow(NULL, count, sizeof *sorted);
    memcpy(sorted, ids, count * sizeof *ids);
    qsort(sorted, count, sizeof *sorted, list_compare_ids);
    size_t behind = list->count - list->selected;
    for (size_t i = 0; i < list->count && found == LIST_NO_ID; i++) {
        int64_t id = list->ids[i < behind ? list->selected + i : list->count - 1 - i];
        if (bsearch(&id, sorted, count, sizeof *sorted, list_compare_ids))
            found = id;
    }
    free(sorted);
    return found;
}

/* Selects a row, and scrolls so that the selection keeps its line on the screen. */
static void list_follow(struct list *list, size_t row)
{
    size_t line = list->selected - list->top;
    list->selected = row;
    list->top = row > line ? row - line : 0;
}

void list_set_rows(struct list *list, const int64_t *ids, size_t count)
{
    int64_t kept = list_survivor(list, ids, count);
    size_t row = 0;
    while (row < count && ids[row] != kept)
        row++;
    list->ids = mem_grow(list->ids, count, sizeof *ids);
    if (count)
        memcpy(list->ids, ids, count * sizeof *ids);
    list->count = count;
    list_follow(list, row < count ? row : 0);
}

size_t list_top(const struct list *list, size_t height)
{
    size_t top = list->top;
    if (height == 0 || list->count <= height)
        return 0;
    if (top > list->count - height)
        top = list->count - height;
    if (list->selected < top)
        return list->selected;
    return list->selected < top + height ? top : list->selected - height + 1;
}

void list_fit(struct list *list, size_t height)
{
    list->top = list_top(list, height);
}

void list_window(const struct list *list, size_t height, char *out, size_t size)
{
    size_t top = list_top(list, height);
    *out = '\0';
    if (height > 0 && list->count > height)
        snprintf(out, size, "%zu-%zu/%zu", top + 1, top + height, list->count);
}

bool list_select_row(struct list *list, size_t row, size_t height)
{
    size_t before = list->selected;
    if (list->count == 0)
        return false;
    list->selected = row < list->count ? row : list->count - 1;
    list_fit(list, height);
    return list->selected != before;
}

bool list_select(struct list *list, int64_t id, size_t height)
{
    size_t row = list_find(list, id);
    return row < list->count && list_select_row(list, row, height);
}

/* Returns the row that is `rows` below `row`. If `rows` is negative, returns a row above, at most row 0. */
static size_t list_step(size_t row, int rows)
{
    size_t back = rows < 0 ? (size_t) - (int64_t)rows : 0;
    return rows >= 0 ? row + (size_t)rows : row > back ? row - back : 0;
}

bool list_move(struct list *list, int rows, size_t height)
{
    return list_select_row(list, list_step(list->selected, rows), height);
}

bool list_page(struct list *list, int pages, size_t height)
{
    size_t before = list->selected;
    int page = (height > 2 ? (int)height - 1 : 1) * (pages > 0 ? 1 : -1);
    for (int i = 0; i < abs(pages) && list->count > 0; i++) { /* the selection keeps its line on the screen */
        list->top = list_step(list->top, page);
        list_move(list, page, height);
    }
    return list->selected != before;
}

bool list_home(struct list *list, size_t height)
{
    return list_select_row(list, 0, height);
}

bool list_end(struct list *list, size_t height)
{
    return list_select_row(list, list->count, height);
}

static int64_t *list_find_mark(const struct list *list, int64_t id)
{
    return list->mark_count
               ? bsearch(&id, list->marks, list->mark_count, sizeof *list->marks, list_compare_ids)
               : NULL;
}

bool list_is_marked(const struct list *list, int64_t id)
{
    return list_find_mark(list, id) != NULL;
}

void list_mark_ids(struct list *list, const int64_t *ids, size_t count)
{
    size_t all = list->mark_count + count, kept = 0;
    if (count == 0)
        return;
    list->marks = mem_grow(list->marks, all, sizeof *list->marks);
    memcpy(list->marks + list->mark_count, ids, count * sizeof *ids);
    qsort(list->marks, all, sizeof *list->marks, list_compare_ids);
    for (size_t i = 0; i < all; i++) {
        if (kept == 0 || list->marks[kept - 1] != list->marks[i])
            list->marks[kept++] = list->marks[i];
    }
    list->mark_count = kept;
}

void list_mark(struct list *list, int64_t id, bool marked)
{
    int64_t *at = list_find_mark(list, id);
    if (marked && !at)
        list_mark_ids(list, &id, 1);
    else if (!marked && at)
        memmove(at, at + 1, (size_t)(list->marks + --list->mark_count - at) * sizeof *at);
}

void list_clear_marks(struct list *list)
{
    list->mark_count = 0;
}

#define PAGE_ROOM_MIN 10 /* minimum cells of a value, even where less room is free */

static void page_free_line(struct page_line *line)
{
    free(line->label);
    free(line->value);
    free(line->target);
    free(line->within);
    free(line->label2);
    free(line->value2);
    free(line->cells);
    if (!line->goes_on)
        free(line->full);
}

void page_cut(struct page *page, size_t count)
{
    for (size_t i = count; i < page->count; i++)
        page_free_line(&page->lines[i]);
    page->count = count < page->count ? count : page->count;
}

void page_free(struct page *page)
{
    page_cut(page, 0);
    page_free_line(&page->head);
    free(page->lines);
    free(page->title);
    free(page->aside);
    list_free(&page->list);
    *page = (struct page){0};
}

void page_begin(struct page *page)
{
    page_cut(page, 0);
    page_free_line(&page->head);
    free(page->aside);
    *page = (struct page){.lines = page->lines,
                          .list = page->list,
                          .title = page->title ? page->title : mem_copy(""),
                          .text_col = page->text_col,
                          .id = page->id,
                          .label_cells = page->label_cells,
                          .width = page->width,
                          .lead = page->lead,
                          .zone = page->zone};
}

void page_title(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = mem_vprintf(format, args);
    va_end(args);
    free(page->title);
    page->title = text;
}

/* Returns the column where a value begins. Usually it is the common column of all values. If the label is too
 * long, the value begins right after the label. If there is no label (NULL), it begins at `col`. */
static int page_value_col(const struct page *page, const char *label, int col)
{
    int column = col + page->label_cells;
    if (!label)
        return col;
    int end = col + text_width(label) + PAGE_LABEL_GAP;
    return !*label || end <= column ? column : end;
}

static int page_begin_col(const struct page *page, enum page_line_kind kind)
{
    return kind == LINE_HEADING ? 0 : PAGE_GUTTER + page->lead;
}

struct page_line *page_add(struct page *page, enum page_line_kind kind, const char *label, const char *value)
{
    if ((page->count & (page->count - 1)) == 0)
        page->lines = mem_grow(page->lines, page->count ? page->count * 2 : 1, sizeof *page->lines);
    struct page_line *line = &page->lines[page->count++];
    int col = page_begin_col(page, kind);
    *line = (struct page_line){.kind = kind,
                               .label = mem_copy_or_null(label),
                               .value = mem_copy(value),
                               .col = col,
                               .value_col = page_value_col(page, label, col)};
    return line;
}

struct page_line *page_add_cells(struct page *page, enum page_line_kind tone, const char *cells,
                                 const char *value)
{
    struct page_line *line = page_add(page, LINE_TEXT, NULL, value);
    line->cells = mem_copy(cells);
    line->tone = tone;
    line->col = line->value_col = page->text_col;
    return line;
}

void page_head(struct page *page, enum page_line_kind kind, const char *cells, const char *value)
{
    page_free_line(&page->head);
    page->head = (struct page_line){.kind = kind,
                                    .tone = kind,
                                    .value = mem_copy(value),
                                    .cells = mem_copy_or_null(cells),
                                    .col = cells ? page->text_col : PAGE_GUTTER + page->lead};
}

void page_note(struct page *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = mem_vprintf(format, args);
    va_end(args);
    page_add(page, LINE_NOTE, NULL, text);
    free(text);
}

/* Returns how many bytes of the text go into its first line, usually up to the last blank that fits. If no
 * blank fits, a word is cut. A word longer than a line is cut where the first line would be half empty. */
static size_t page_wrap_at(const char *text, int cells)
{
    size_t fit = text_prefix(text, cells, NULL), blank = fit;
    if (!text[fit])
        return fit;
    while (blank > 0 && text[blank] != ' ')
        blank--;
    size_t word = text_prefix(text + blank + 1, cells, NULL); /* bytes that would fit into the next line */
    bool fits =
        memchr(text + blank + 1, ' ', word) || !text[blank + 1 + word] || text[blank + 1 + word] == ' ';
    if (blank > 0 && (blank > fit / 2 || fits))
        return blank;
    return fit ? fit : 1;
}

struct page_wrap {
    const char *rest;
    int first;  /* cells of the first line; 0: this line stays empty */
    int room;   /* cells of each later line */
    bool taken; /* the first line was returned */
};

/* Begins to wrap a value. Label (NULL: none) and value together have `cells` cells, from column `col` on. */
static struct page_wrap page_wrap_start(const struct page *page, const char *label, const char *value,
                                        int col, int cells)
{
    int at = page_value_col(page, label, col);
    int left = cells - (at - col), room = !label ? left : cells - page->label_cells;
    if (room < PAGE_ROOM_MIN)
        room = PAGE_ROOM_MIN;
    struct page_wrap wrap = {.rest = value, .first = room, .room = room};
    if (label && at != col + page->label_cells) {
        bool is_short = left < text_width(value) && left < PAGE_VALUE_CELLS_MIN;
        wrap.first = is_short ? 0 : left;
    }
    return wrap;
}

/* Returns the next line; NULL if there is none. Caller frees it. */
static char *page_wrap_next(struct page_wrap *wrap)
{
    if (wrap->taken && !*wrap->rest)
        return NULL;
    int cells = wrap->taken ? wrap->room : wrap->first;
    size_t take = cells > 0 ? page_wrap_at(wrap->rest, cells) : 0;
    char *piece = mem_copy_n(wrap->rest, take);
    wrap->taken = true;
    wrap->rest += take + strspn(wrap->rest + take, " ");
    return piece;
}

void page_add_wrapped(struct page *page, enum page_line_kind kind, const char *label, const char *value,
                      int cells, const char *target)
{
    int col = page_begin_col(page, kind);
    struct page_wrap wrap = page_wrap_start(page, label, value, col, cells - (col - PAGE_GUTTER));
    char *full = mem_copy(value);
    bool goes_on = false;
    for (char *piece; (piece = page_wrap_next(&wrap)) != NULL; free(piece)) {
        struct page_line *line = page_add(page, kind, label && goes_on ? "" : label, piece);
        line->target = mem_copy_or_null(target);
        line->full = full;
        line->goes_on = goes_on;
        goes_on = true;
    }
}

void page_add_taken(struct page *page, enum page_line_kind kind, const char *label, char *value, int cells,
                    const char *target)
{
    page_add_wrapped(page, kind, label, value, cells, target);
    free(value);
}

void page_add_lines(struct page *page, const char *text, int cells)
{
    while (*text) {
        size_t len = strcspn(text, "\n");
        char *line = mem_copy_n(text, len);
        page_add_wrapped(page, LINE_TEXT, NULL, line, cells, NULL);
        free(line);
        text += len + (text[len] == '\n');
    }
}

int page_label_end(const struct page_line *line)
{
    return text_width(line->label) + PAGE_LABEL_GAP;
}

int page_pair_col(const struct page *page)
{
    return page->pair_at ? page->pair_at : 1 + page->width * 9 / 16;
}

void page_add_pair(struct page *page, const struct page_field *first, const struct page_field *second,
                   int cells)
{
    size_t from = page->count;
    bool beside = page->width >= PAGE_PAIR_CELLS;
    int col = page_pair_col(page);
    page_add_wrapped(page, LINE_FIELD, first->label, first->value,
                     beside ? col - PAGE_GUTTER - PAGE_LABEL_GAP : cells, first->target);
    if (!beside) {
        page_add_wrapped(page, LINE_FIELD, second->label, second->value, cells, second->target);
        return;
    }
    struct page_wrap wrap = page_wrap_start(page, second->label, second->value, col, page->width - col);
    const char *label = second->label;
    for (char *piece; (piece = page_wrap_next(&wrap)) != NULL; from++, label = "") {
        if (from == page->count)
            page_add(page, LINE_FIELD, "", "")->target = mem_copy_or_null(first->target);
        page->lines[from].label2 = mem_copy(label);
        page->lines[from].value2 = piece;
    }
}

int page_value2_col(const struct page *page, const struct page_line *line)
{
    return page_value_col(page, line->label2, page_pair_col(page));
}

bool page_line_holds(const struct page_line *line, const char *text)
{
    const char *const texts[] = {line->value, line->label, line->value2, line->label2, line->within};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i] && text_contains_nocase(texts[i], text))
            return true;
    }
    return false;
}

const struct page_line *page_line_at_hand(const struct page *page)
{
    return page->list.selected < page->count ? &page->lines[page->list.selected] : NULL;
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
