/* Owns pages: lines of text with labels and values, wrapped to a width, and the cursor in them. It must not
 * know what the lines are about. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define PAGE_ROOM_MIN 10 /* values are never wrapped to less */

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

/* Where the value of a label begins: in the column of values, but after a label that is longer; of what has
 * no label, where it begins. */
static int page_value_col(const struct page *page, const char *label, int col)
{
    int column = col + page->label_cells;
    if (!label)
        return col;
    int end = col + text_width(label) + PAGE_LABEL_GAP;
    return !*label || end <= column ? column : end;
}

/* The column in which a line of this kind begins. */
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

/* Bytes of the first line of a text that fits, broken at a blank where there is one. Only a word that is
 * longer than a whole line is cut, to fill what would be left empty. */
static size_t page_wrap_at(const char *text, int cells)
{
    size_t fit = text_prefix(text, cells, NULL), blank = fit;
    if (!text[fit])
        return fit;
    while (blank > 0 && text[blank] != ' ')
        blank--;
    size_t word = text_prefix(text + blank + 1, cells, NULL); /* of the next line */
    bool fits =
        memchr(text + blank + 1, ' ', word) || !text[blank + 1 + word] || text[blank + 1 + word] == ' ';
    if (blank > 0 && (blank > fit / 2 || fits))
        return blank;
    return fit ? fit : 1;
}

/* How a value is wrapped beside its label, or (NULL) without one. */
struct page_wrap {
    const char *rest;
    int first;  /* cells of the first line, 0: it stays empty */
    int room;   /* cells of the others */
    bool taken; /* the first line */
};

/* In so many cells from the label on. */
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

/* The next line, NULL when there is none. Caller frees. */
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
