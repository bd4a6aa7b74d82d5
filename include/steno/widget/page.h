/* Pages: lines of text with labels and values, wrapped to a width, folds, and the cursor in them. */
/* SPDX-License-Identifier: MIT */
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
    LINE_FOLD,    /* label is its name, value what its lines come to */
    LINE_FIELD,   /* label, value */
    LINE_NOTE,    /* value, dimmed: an explanation */
    LINE_WARN,    /* value, as a warning */
    LINE_BAD      /* value, as an error */
};

/* A column: its cells begin at `col`, or end before `end` where that is 0. Both 0: it is not shown. */
struct page_column {
    int col, end;
    bool is_toned; /* in the tone of the line, not as text */
};

#define PAGE_COLUMNS_MAX 8

struct page_line {
    enum page_line_kind kind;
    char *label;  /* NULL without one */
    char *value;  /* one line of cleaned text, never NULL */
    char *full;   /* the whole value where it was wrapped over lines, else NULL; its first line owns it */
    char *target; /* what the line stands for: tag, metadata key, field path, action name; NULL for none */
    int64_t id;   /* project the line is about (activity), 0 for none */
    int col;      /* of the pane in which its label begins, or its value where it has none */
    int value_col;
    int indent;               /* 1 within a fold */
    bool goes_on;             /* a further line of the same value: `full` is the first one's */
    bool is_open;             /* a fold: its lines follow */
    char *within;             /* the text of the lines of a fold that is not open, for a search; else NULL */
    char *label2;             /* a second field in the same row, NULL without one */
    char *value2;             /* NULL without one */
    char *cells;              /* of the columns left of the value, parted by tabs; NULL without */
    enum page_line_kind tone; /* of those cells that are toned */
};

struct page {
    struct page_line *lines;
    size_t count;
    struct list list;      /* its ids are line numbers: list.selected is the cursor */
    char *title;           /* never NULL once built */
    char *aside;           /* at the right end of the title, where all lines are shown; NULL for none */
    bool aside_stays;      /* in place of how far the lines go */
    bool is_list;          /* of rows: what is known of the one with the cursor stands below them */
    struct page_line head; /* below the title, above all lines; its value is NULL: there is none */
    struct page_column columns[PAGE_COLUMNS_MAX];
    int column_count;
    int text_col;        /* where the value of a line with cells begins */
    int64_t id;          /* project that the lines are about, 0 for none */
    int label_cells;     /* of the labels with their gap, for the lines that are added next */
    int width;           /* cells of the pane, its gutter (column 0) among them */
    int lead;            /* cells between the gutter and the first label: 1 beside a rule, else 0 */
    bool is_tight;       /* one cell is enough after a label */
    int pair_at;         /* where second fields begin; 0: where they usually do */
    int indent;          /* of the lines that are added next */
    bool stacks;         /* a label that is too long for its column has its value below it */
    enum date_zone zone; /* of the dates in it */
};

#define PAGE_LABEL_GAP       2
#define PAGE_VALUE_CELLS_MIN 11 /* less room beside a label is none */
#define PAGE_GUTTER          1  /* the cell left of the text, for the cursor */
#define PAGE_FOLD_COL        1  /* of the + or - of a fold */
#define PAGE_PAIR_CELLS      72 /* from this width on two fields fit beside each other */

/* Cells of a label with its gap. */
int page_label_end(const struct page_line *line);
/* Where the second field of a row begins, and its value. */
int page_pair_col(const struct page *page);
int page_value2_col(const struct page *page, const struct page_line *line);
void page_free(struct page *page);
void page_begin(struct page *page);
/* Takes away all lines from number `count` on. */
void page_cut(struct page *page, size_t count);
/* After the last line: the list takes the rows; `height` keeps the cursor in sight. */
void page_end(struct page *page, size_t height);
void page_title(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct page_line *page_add(struct page *page, enum page_line_kind kind, const char *label, const char *value);
/* A line with a text in each column, parted by tabs, before its value. */
struct page_line *page_add_cells(struct page *page, enum page_line_kind tone, const char *cells,
                                 const char *value);
/* The line below the title; without cells it has the row for itself. */
void page_head(struct page *page, enum page_line_kind kind, const char *cells, const char *value);
/* A note of one line. */
void page_note(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A field whose value is wrapped to `cells` over as many lines as it needs. */
void page_add_wrapped(struct page *page, enum page_line_kind kind, const char *label, const char *value,
                      int cells, const char *target);
struct page_field {
    const char *label, *value, *target;
};
/* Two fields in one row, each wrapped in its part; the row has the target of the first. In a pane that is too
 * narrow for that, one after the other. */
void page_add_pair(struct page *page, const struct page_field *first, const struct page_field *second,
                   int cells);
/* Puts the lines of another page beside those from this number on, as second fields; where it has more, their
 * first fields are empty. The other page is freed. */
void page_join(struct page *page, size_t from, struct page *second);
/* A fold, and its lines up to page_fold_end. Those of one that is not open are searched but not shown. Its
 * line has the target "fold NAME". Returns its number, for page_fold_end. */
size_t page_fold_begin(struct page *page, const char *name, const char *summary, bool is_open);
void page_fold_end(struct page *page, size_t fold);
/* Cells for what a fold comes to, in its line. */
int page_fold_room(const struct page *page, const char *name);
/* Does a group of lines begin here: a heading or a fold? */
bool page_line_begins_group(const struct page_line *line);
/* Is the text in its labels or values, or folded away under it, whatever its case? */
bool page_line_holds(const struct page_line *line, const char *text);
const struct page_line *page_line_at_hand(const struct page *page);

#endif
