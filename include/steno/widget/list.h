/* A list on the screen: what is selected, marked and scrolled to, by id and never by row.
 *
 * The caller owns the rows and tells their ids in order whenever they change.
 * The selection then stays on its id and on its line of the screen; when the id
 * is gone, it goes to the next of the old rows that is still there, else to the
 * one before.  Marks outlive filters: they go only by list_mark or
 * list_clear_marks.  Heights are in rows.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_LIST_H
#define STENO_WIDGET_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

int list_compare_ids(const void *a, const void *b);

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

#endif
