/* Pages: lines of text with labels and values in two columns, wrapped to a width, and the cursor in them. */
#ifndef STENO_WIDGET_PAGE_H
#define STENO_WIDGET_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/when.h"
#include "steno/widget/list.h"

enum page_line_kind {
    LINE_TEXT,    /* value alone, from the left edge */
    LINE_HEADING, /* value is a heading */
    LINE_FIELD,   /* label, value */
    LINE_NOTE,    /* value, dimmed: an explanation */
    LINE_BAD      /* value, as an error */
};

struct page_line {
    enum page_line_kind kind;
    char *label;  /* NULL without one */
    char *value;  /* one line of cleaned text, never NULL */
    char *full;   /* the whole value where it was wrapped over lines, else NULL; its first line owns it */
    char *target; /* what the line stands for: tag, metadata key, field path, action name; NULL for none */
    int64_t id;   /* project the line is about (activity), 0 for none */
    int indent;   /* nesting, in steps of two cells */
    bool goes_on; /* a further line of the same value: `full` is the first one's */
};

struct page {
    struct page_line *lines;
    size_t count;
    struct list list;    /* its ids are line numbers: list.selected is the cursor */
    char *title;         /* never NULL once built */
    int64_t id;          /* project that the lines are about, 0 for none */
    int label_cells;     /* where values begin: what they were wrapped for */
    enum date_zone zone; /* of the dates in it */
};

#define PAGE_GUTTER          1 /* the cell left of the text, for the cursor */
#define PAGE_LABEL_INDENT    1 /* fields stand a cell right of their heading */
#define PAGE_LABEL_GAP       2
#define PAGE_VALUE_CELLS_MIN 11 /* less room beside a label is none */

/* Cells that a label takes up to where its value could begin. */
int page_label_end(const struct page_line *line);
/* Where the value of a labelled line begins: in the column of values, but behind a label that is longer. */
int page_value_col(const struct page *page, const struct page_line *line);
void page_free(struct page *page);
void page_begin(struct page *page);
/* Takes away all lines from number `count` on. */
void page_cut(struct page *page, size_t count);
/* After the last line: the list takes the rows; `height` keeps the cursor in sight. */
void page_end(struct page *page, size_t height);
void page_title(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct page_line *page_add(struct page *page, enum page_line_kind kind, const char *label, const char *value);
/* A note of one line. */
void page_note(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A field whose value is wrapped to `cells` over as many lines as it needs. */
void page_add_wrapped(struct page *page, enum page_line_kind kind, const char *label, const char *value,
                      int cells, const char *target);
/* Is the text in its label or value, whatever its case? */
bool page_line_holds(const struct page_line *line, const char *text);
const struct page_line *page_line_at_hand(const struct page *page);

#endif
