/* Owns pages: lines of text with labels and values in two columns, wrapped to a width, and the cursor in
 * them. It must not know what the lines are about. */
#include "steno/widget/page.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/list.h"

void page_cut(struct page *page, size_t count)
{
    for (size_t i = count; i < page->count; i++) {
        free(page->lines[i].label);
        free(page->lines[i].value);
        free(page->lines[i].target);
        if (!page->lines[i].goes_on)
            free(page->lines[i].full);
    }
    page->count = count < page->count ? count : page->count;
}

void page_free(struct page *page)
{
    page_cut(page, 0);
    free(page->lines);
    free(page->title);
    list_free(&page->list);
    *page = (struct page){0};
}

void page_begin(struct page *page)
{
    page_cut(page, 0);
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

int page_label_end(const struct page_line *line)
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
    return left >= text_width(value) || left >= PAGE_VALUE_CELLS_MIN ? left : 0;
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

bool page_line_holds(const struct page_line *line, const char *text)
{
    return text_contains_nocase(line->value, text) ||
           (line->label && text_contains_nocase(line->label, text));
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
