/* A list on the screen: selection, marks and scroll position. Selection and marks follow ids when rows move.
 *
 * The caller owns the rows. Whenever the rows change, the caller passes their ids in order. The selected id
 * then stays selected, on the same line of the screen. If the selected id is gone, the next old row that
 * still exists is selected, or else the previous one. A filter keeps the marks: only list_mark and
 * list_clear_marks remove marks. Heights are in rows.
 *
 * A page is a sequence of lines with labels and values, wrapped to a width. The cursor of a page is the
 * selection of page.list. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_PAGE_H
#define STENO_WIDGET_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/when.h"

#define LIST_NO_ID INT64_MIN

struct list {
    int64_t *ids; /* ids of the rows; read-only for other files */
    size_t count;
    size_t selected; /* row of the selection; 0 in an empty list */
    size_t top;      /* first row on the screen, set by list_fit */
    int64_t *marks;  /* marked ids, sorted */
    size_t mark_count;
};

void list_init(struct list *list);
void list_free(struct list *list);

void list_set_rows(struct list *list, const int64_t *ids, size_t count);

int64_t list_selected(const struct list *list);        /* LIST_NO_ID in an empty list */
size_t list_find(const struct list *list, int64_t id); /* row of the id; list->count: absent */

/* Move the selection, and scroll so that `height` rows contain the selection. True if the selection changed.
 * A page has height - 1 rows. */
bool list_select(struct list *list, int64_t id, size_t height);
bool list_select_row(struct list *list, size_t row, size_t height); /* a row past the end: the last row */
bool list_move(struct list *list, int rows, size_t height);
bool list_page(struct list *list, int pages, size_t height);
bool list_home(struct list *list, size_t height);
bool list_end(struct list *list, size_t height);

/* Scrolls so that the selection is visible and as many rows as possible are shown. */
void list_fit(struct list *list, size_t height);

/* Returns the value that list_fit would give to list->top. */
size_t list_top(const struct list *list, size_t height);

/* Writes the numbers of the visible rows, "13-24/71"; if all are visible, "". `size`: LIST_WINDOW_SIZE. */
#define LIST_WINDOW_SIZE 64
void list_window(const struct list *list, size_t height, char *out, size_t size);

void list_mark(struct list *list, int64_t id, bool marked);
bool list_is_marked(const struct list *list, int64_t id);
void list_clear_marks(struct list *list);
/* Marks these ids, in any order. Some ids can be marked already. */
void list_mark_ids(struct list *list, const int64_t *ids, size_t count);

enum page_line_kind {
    LINE_TEXT, /* only a value, from the left edge */
    LINE_HEADING,
    LINE_FIELD, /* a label and a value */
    LINE_NOTE,  /* the value is an explanation, drawn dim */
    LINE_WARN,
    LINE_BAD /* the value is an error */
};

/* A column. Its text begins at cell `col`. If `col` is 0, its text is aligned right and ends before cell
 * `end`. If both are 0, the column is not shown. */
struct page_column {
    int col, end;
    bool is_toned; /* the look of the column is the line's `tone`, not the line's `kind` */
};

#define PAGE_COLUMNS_MAX 8

struct page_line {
    enum page_line_kind kind;
    char *label;  /* NULL: no label */
    char *value;  /* one line of clean text, never NULL */
    char *full;   /* the whole value of a wrapped line, owned by the first line of the value; or NULL */
    char *target; /* input of actions on this line: tag, metadata key, field path, action name; or NULL */
    int64_t id;   /* project of the line (in the activity); 0: none */
    int col;      /* first cell of the label, or of the value if there is no label */
    int value_col;
    bool goes_on;             /* the line continues the line above */
    char *within;             /* hidden text that a search finds; or NULL */
    char *label2;             /* label of a second field in the same row; NULL: no second field */
    char *value2;             /* value of the second field; NULL: no second field */
    char *cells;              /* texts of the columns, separated by tabs; NULL: no columns */
    enum page_line_kind tone; /* look of the columns with is_toned */
};

struct page {
    struct page_line *lines;
    size_t count;
    struct list list;      /* ids are line numbers; list.selected is the line with the cursor */
    char *title;           /* never NULL after page_begin */
    char *aside;           /* text at the right of the title while all lines are visible; or NULL */
    bool aside_stays;      /* `aside` also replaces the "13-24/71" of a page that scrolls */
    bool is_list;          /* the lines are a list; details of the selected line are below the list */
    struct page_line head; /* line below the title; value NULL: no such line */
    struct page_column columns[PAGE_COLUMNS_MAX];
    int column_count;
    int text_col;        /* first column of the value in a line with `cells` */
    int64_t id;          /* project of the page; 0: none */
    int label_cells;     /* width of label and gap in the lines that are added next */
    int width;           /* width of the pane in cells, with the gutter (column 0) */
    int lead;            /* cells between the gutter and the first label: 1 beside a rule, else 0 */
    int pair_at;         /* first column of second fields; 0: page_pair_col() chooses the column */
    enum date_zone zone; /* time zone of the dates in the lines */
};

#define PAGE_LABEL_GAP       2
#define PAGE_VALUE_CELLS_MIN 11 /* if a label leaves fewer cells, the value begins on the next line */
#define PAGE_GUTTER          1  /* the cell left of the text, for the cursor */
#define PAGE_PAIR_CELLS      72 /* from this width on, a row has room for two fields */

/* Returns the width of the label and its gap, in cells. */
int page_label_end(const struct page_line *line);
/* Return the first column of the second field in a row, and the first column of its value. */
int page_pair_col(const struct page *page);
int page_value2_col(const struct page *page, const struct page_line *line);
void page_free(struct page *page);
void page_begin(struct page *page);
/* Keeps the first `count` lines, and removes all others. */
void page_cut(struct page *page, size_t count);
/* Call after the last line was added. Gives the list one row for each line. Scrolls the list so that the
 * cursor is visible; `height` is the number of visible rows. */
void page_end(struct page *page, size_t height);
void page_title(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct page_line *page_add(struct page *page, enum page_line_kind kind, const char *label, const char *value);
/* Adds a line of columns and a value. `cells`: the texts of the columns, separated by tabs. */
struct page_line *page_add_cells(struct page *page, enum page_line_kind tone, const char *cells,
                                 const char *value);
/* Sets the line below the title. Its value begins in column text_col, or on the left if `cells` is NULL. */
void page_head(struct page *page, enum page_line_kind kind, const char *cells, const char *value);
/* Adds a note, which is not wrapped. */
void page_note(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a label and a value, wrapped to `cells`, in as many lines as needed. */
void page_add_wrapped(struct page *page, enum page_line_kind kind, const char *label, const char *value,
                      int cells, const char *target);
/* Calls page_add_wrapped(), then frees `value`. */
void page_add_taken(struct page *page, enum page_line_kind kind, const char *label, char *value, int cells,
                    const char *target);
/* Adds the lines of a text, each wrapped to `cells`. */
void page_add_lines(struct page *page, const char *text, int cells);
struct page_field {
    const char *label, *value, *target;
};
/* Adds two fields side by side, each wrapped in its part of the row. An action on the row uses first->target.
 * In a narrow pane the second field is below the first. */
void page_add_pair(struct page *page, const struct page_field *first, const struct page_field *second,
                   int cells);
/* True if the line contains the text; case does not matter. */
bool page_line_holds(const struct page_line *line, const char *text);
/* Returns the line with the cursor; NULL on an empty page. */
const struct page_line *page_line_at_hand(const struct page *page);

#endif
