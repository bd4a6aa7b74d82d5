/* A list on the screen: selection, marks and scroll position. Selection and marks are ids, not rows.
 *
 * The caller owns the rows and passes their ids, in order, whenever they change.
 * The selection then keeps its id and its line on the screen.  When its id is gone,
 * the next of the old rows that still exists is selected, or if there is none, the
 * previous one.  A filter does not remove marks: only list_mark and list_clear_marks
 * do.  Heights are in rows.
 *
 * A page: lines of text with labels and values, wrapped to a width. A list holds its cursor. */
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
    size_t top;      /* first row on the screen, as list_fit last set it */
    int64_t *marks;  /* sorted */
    size_t mark_count;
};

void list_init(struct list *list);
void list_free(struct list *list);

/* Takes the ids (copied) as the new rows. */
void list_set_rows(struct list *list, const int64_t *ids, size_t count);

int64_t list_selected(const struct list *list);        /* LIST_NO_ID when empty */
size_t list_find(const struct list *list, int64_t id); /* row, or count when absent */

/* Move the selection and scroll to it in `height` rows; true when it changed. A page is height - 1 rows. */
bool list_select(struct list *list, int64_t id, size_t height);
bool list_select_row(struct list *list, size_t row, size_t height); /* after the end: the last row */
bool list_move(struct list *list, int rows, size_t height);
bool list_page(struct list *list, int pages, size_t height);
bool list_home(struct list *list, size_t height);
bool list_end(struct list *list, size_t height);

/* Scrolls so that the selection is visible and no row stays empty that the list could fill. */
void list_fit(struct list *list, size_t height);

/* The first row to draw at this height: what list_fit would store in list->top. */
size_t list_top(const struct list *list, size_t height);

/* Writes which rows are shown, "13-24/71", or "" if all are. Needs LIST_WINDOW_SIZE bytes. The text changes
 * only when the list scrolls. */
#define LIST_WINDOW_SIZE 64
void list_window(const struct list *list, size_t height, char *out, size_t size);

void list_mark(struct list *list, int64_t id, bool marked);
bool list_is_marked(const struct list *list, int64_t id);
void list_clear_marks(struct list *list);
/* Adds marks; the ids may be in any order, and marked already. */
void list_mark_ids(struct list *list, const int64_t *ids, size_t count);

enum page_line_kind {
    LINE_TEXT,    /* only a value, from the left edge */
    LINE_HEADING, /* value is a heading */
    LINE_FIELD,   /* label, value */
    LINE_NOTE,    /* value is an explanation, dimmed */
    LINE_WARN,    /* value, as a warning */
    LINE_BAD      /* value, as an error */
};

/* A column: its text begins at `col`, or if `col` is 0, ends before `end`. Both 0: it is not shown. */
struct page_column {
    int col, end;
    bool is_toned; /* drawn in the line's `tone` */
};

#define PAGE_COLUMNS_MAX 8

struct page_line {
    enum page_line_kind kind;
    char *label;  /* NULL without one */
    char *value;  /* one line of cleaned text, never NULL */
    char *full;   /* the whole value if it is wrapped, else NULL; owned by its first line */
    char *target; /* what actions on the line use: tag, metadata key, field path, action name; or NULL */
    int64_t id;   /* project of the line (activity), 0 for none */
    int col;      /* column where the label begins, or without a label the value */
    int value_col;
    bool goes_on;             /* continues the value of the line above; `full` is that line's */
    char *within;             /* more text that a search finds here; or NULL */
    char *label2;             /* a second field in the same row, NULL without one */
    char *value2;             /* NULL without one */
    char *cells;              /* texts of the columns, separated by tabs; or NULL */
    enum page_line_kind tone; /* look of the columns with is_toned */
};

struct page {
    struct page_line *lines;
    size_t count;
    struct list list;      /* its ids are line numbers: list.selected is the cursor */
    char *title;           /* never NULL once built */
    char *aside;           /* at the right end of the title while all lines are visible; or NULL */
    bool aside_stays;      /* shown even while the lines scroll, instead of list_window */
    bool is_list;          /* the lines are rows of a list: details of the selected row are below */
    struct page_line head; /* between the title and the lines; none if its value is NULL */
    struct page_column columns[PAGE_COLUMNS_MAX];
    int column_count;
    int text_col;        /* where the value of a line with cells begins */
    int64_t id;          /* project of the page, 0 for none */
    int label_cells;     /* width of labels with their gap, for the lines added next */
    int width;           /* cells of the pane with its gutter (column 0) */
    int lead;            /* cells between the gutter and the first label: 1 beside a rule, else 0 */
    int pair_at;         /* column where second fields begin; 0: the usual one */
    enum date_zone zone; /* for the dates in the lines */
};

#define PAGE_LABEL_GAP       2
#define PAGE_VALUE_CELLS_MIN 11 /* with less room beside a label, the value begins on the next line */
#define PAGE_GUTTER          1  /* the cell left of the text, for the cursor */
#define PAGE_PAIR_CELLS      72 /* from this width on, a row has room for two fields */

/* Cells of the label and its gap. */
int page_label_end(const struct page_line *line);
/* The columns of a row's second field and of its value. */
int page_pair_col(const struct page *page);
int page_value2_col(const struct page *page, const struct page_line *line);
void page_free(struct page *page);
void page_begin(struct page *page);
/* Removes all lines but the first `count`. */
void page_cut(struct page *page, size_t count);
/* Call after the last line: makes the lines the rows of the list, and the cursor visible in `height` rows. */
void page_end(struct page *page, size_t height);
void page_title(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct page_line *page_add(struct page *page, enum page_line_kind kind, const char *label, const char *value);
/* Adds a line with `cells`, the texts of its columns separated by tabs, and a value. */
struct page_line *page_add_cells(struct page *page, enum page_line_kind tone, const char *cells,
                                 const char *value);
/* Sets the line below the title. With `cells` its value begins in text_col, without them on the left. */
void page_head(struct page *page, enum page_line_kind kind, const char *cells, const char *value);
/* Adds a note of one line. */
void page_note(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a value wrapped to `cells`, with as many lines as it needs. */
void page_add_wrapped(struct page *page, enum page_line_kind kind, const char *label, const char *value,
                      int cells, const char *target);
/* page_add_wrapped(), which then frees the value. */
void page_add_taken(struct page *page, enum page_line_kind kind, const char *label, char *value, int cells,
                    const char *target);
/* Adds the lines of a text, each wrapped to `cells`. */
void page_add_lines(struct page *page, const char *text, int cells);
struct page_field {
    const char *label, *value, *target;
};
/* Adds two fields side by side, each wrapped in its part; the row has the first one's target. In a narrow
 * pane the second field comes below the first. */
void page_add_pair(struct page *page, const struct page_field *first, const struct page_field *second,
                   int cells);
/* Does the line contain the text, in any case? */
bool page_line_holds(const struct page_line *line, const char *text);
/* The line with the cursor; NULL on an empty page. */
const struct page_line *page_line_at_hand(const struct page *page);

#endif
