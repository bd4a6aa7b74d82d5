/* A list on the screen: what is selected, marked and scrolled to, by id and never by row.
 *
 * The caller owns the rows and tells their ids in order whenever they change.
 * The selection then stays on its id and on its line of the screen; when the id
 * is gone, it goes to the next of the old rows that is still there, else to the
 * one before.  Marks outlive filters: they go only by list_mark or
 * list_clear_marks.  Heights are in rows.
 *
 * A page: lines of text with labels and values, wrapped to a width, with such a list for its cursor. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_PAGE_H
#define STENO_WIDGET_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/when.h"

#define LIST_NO_ID INT64_MIN

struct list {
    int64_t *ids; /* read only for others */
    size_t count;
    size_t selected; /* row of the selection; 0 when empty */
    size_t top;      /* first row on the screen, as of the last fit */
    int64_t *marks;  /* sorted */
    size_t mark_count;
};

void list_init(struct list *list);
void list_free(struct list *list);

/* Takes the ids (copied) as the new rows. */
void list_set_rows(struct list *list, const int64_t *ids, size_t count);

int64_t list_selected(const struct list *list);        /* LIST_NO_ID when empty */
size_t list_find(const struct list *list, int64_t id); /* row, or count when absent */

/* Moves; true when the selection changed. `height` keeps the selection in sight; a page keeps one row. */
bool list_select(struct list *list, int64_t id, size_t height);
bool list_select_row(struct list *list, size_t row, size_t height); /* behind the end: the last row */
bool list_move(struct list *list, int rows, size_t height);
bool list_page(struct list *list, int pages, size_t height);
bool list_home(struct list *list, size_t height);
bool list_end(struct list *list, size_t height);

/* Scrolls so that the selection is in sight and no row below the end is shown in vain: after a resize. */
void list_fit(struct list *list, size_t height);

/* The first row to draw at this height: list->top, corrected as list_fit would, without storing it. */
size_t list_top(const struct list *list, size_t height);

/* "13-24/71": the rows that are shown, LIST_WINDOW_SIZE bytes; "" where all are. It changes only when the
 * list scrolls. */
#define LIST_WINDOW_SIZE 64
void list_window(const struct list *list, size_t height, char *out, size_t size);

void list_mark(struct list *list, int64_t id, bool marked);
bool list_is_marked(const struct list *list, int64_t id);
void list_clear_marks(struct list *list);
/* Marks these ids, in any order and each once. */
void list_mark_ids(struct list *list, const int64_t *ids, size_t count);

enum page_line_kind {
    LINE_TEXT,    /* value alone, from the left edge */
    LINE_HEADING, /* value is a heading */
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
    bool goes_on;             /* a further line of the same value: `full` is the first one's */
    char *within;             /* what a search finds here, too; NULL for nothing */
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
    int pair_at;         /* where second fields begin; 0: where they usually do */
    enum date_zone zone; /* of the dates in it */
};

#define PAGE_LABEL_GAP       2
#define PAGE_VALUE_CELLS_MIN 11 /* less room beside a label is none */
#define PAGE_GUTTER          1  /* the cell left of the text, for the cursor */
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
/* Frees the value. */
void page_add_taken(struct page *page, enum page_line_kind kind, const char *label, char *value, int cells,
                    const char *target);
/* The lines of a text, each wrapped to `cells`. */
void page_add_lines(struct page *page, const char *text, int cells);
struct page_field {
    const char *label, *value, *target;
};
/* Two fields in one row, each wrapped in its part; the row has the target of the first. In a pane that is too
 * narrow for that, one after the other. */
void page_add_pair(struct page *page, const struct page_field *first, const struct page_field *second,
                   int cells);
/* Is the text in it, whatever its case? */
bool page_line_holds(const struct page_line *line, const char *text);
const struct page_line *page_line_at_hand(const struct page *page);

#endif
