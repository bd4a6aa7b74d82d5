/* Owns what a line editor looks like in so many cells: cleaned or starred, scrolled in half widths, so that
 * typing moves the text seldom. Changes nothing. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "lineedit.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

/* Cells of text[from..to) as shown: a star each, or cleaned. */
static int lineedit_cells(const struct lineedit *edit, size_t from, size_t to, struct buffer *shown)
{
    buffer_clear(shown);
    if (edit->secret)
        buffer_append_char(shown, '*');
    else
        text_clean(shown, edit->text + from, to - from);
    return text_width(buffer_text(shown));
}

/* Cells before the cursor, and in all. */
static void lineedit_measure(const struct lineedit *edit, struct buffer *shown, int *before, int *all)
{
    *before = *all = 0;
    for (size_t at = 0; at < edit->len;) {
        size_t next = lineedit_next(edit->text, edit->len, at);
        int cells = lineedit_cells(edit, at, next, shown);
        if (at < edit->cursor)
            *before += cells;
        *all += cells;
        at = next;
    }
}

/* First cell to show: the text moves by half a width at a time, and not at all while it fits. */
static int lineedit_scroll(int before, int all, int width)
{
    int step = width > 1 ? width / 2 : 1;
    int start = 0;
    if (all < width)
        return 0;
    while (before - start >= width)
        start += step;
    return start;
}

void lineedit_view(const struct lineedit *edit, int width, char *out, size_t size, struct lineedit_view *view)
{
    struct buffer shown;
    int before, all, cell = 0;
    size_t used = 0;
    *view = (struct lineedit_view){0};
    out[0] = '\0';
    if (width < 1)
        return;
    buffer_init(&shown, BUFFER_MAX_DEFAULT);
    lineedit_measure(edit, &shown, &before, &all);
    int start = lineedit_scroll(before, all, width), first = -1;
    for (size_t at = 0; at < edit->len;) {
        size_t next = lineedit_next(edit->text, edit->len, at);
        int cells = lineedit_cells(edit, at, next, &shown);
        at = next;
        cell += cells;
        if (cell - cells < start)
            continue;
        if (first < 0)
            first = cell - cells;
        if (cell - first > width || used + shown.len + 1 > size)
            break;
        memcpy(out + used, shown.data, shown.len + 1);
        used += shown.len;
        view->used = cell - first;
    }
    view->cursor = before - (first < 0 ? start : first);
    buffer_free(&shown);
}
