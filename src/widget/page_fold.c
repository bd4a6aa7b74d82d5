/* Owns folds: a line that says what others come to, which follow it while it is open. It must not know which
 * are open: who builds the page does. */
#include "steno/widget/page.h"

#include <stdint.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define FOLD_NAME_CELLS 10 /* of the names with their gap; a longer one pushes its summary by a cell */

/* Where the summary of a fold begins. */
static int fold_value_col(const struct page *page, const char *name)
{
    int col = PAGE_FOLD_COL + 2, column = col + FOLD_NAME_CELLS + page->lead,
        end = col + text_width(name) + 1;
    return end > column ? end : column;
}

int page_fold_room(const struct page *page, const char *name)
{
    int room = page->width - fold_value_col(page, name);
    return page->width == 0 ? INT16_MAX : room > 0 ? room : 0;
}

size_t page_fold_begin(struct page *page, const char *name, const char *summary, bool is_open)
{
    struct page_line *line = page_add(page, LINE_FOLD, name, summary);
    line->value_col = fold_value_col(page, name);
    line->target = mem_printf("fold %s", name);
    line->is_open = is_open;
    page->indent = 1;
    return page->count - 1;
}

void page_fold_end(struct page *page, size_t fold)
{
    page->indent = 0;
    if (page->lines[fold].is_open)
        return;
    struct buffer within;
    buffer_init(&within, BUFFER_MAX_DEFAULT);
    for (size_t i = fold + 1; i < page->count; i++) {
        const struct page_line *line = &page->lines[i];
        if (line->goes_on)
            continue;
        buffer_printf(&within, "%s\n%s\n", line->label ? line->label : "",
                      line->full ? line->full : line->value);
    }
    page_cut(page, fold + 1);
    page->lines[fold].within = buffer_take(&within);
}

bool page_line_begins_group(const struct page_line *line)
{
    return line->kind == LINE_HEADING || line->kind == LINE_FOLD;
}
