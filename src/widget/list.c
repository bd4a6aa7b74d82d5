/* Owns selection, scroll and marks of a list by id. Knows neither the rows nor the screen. */
/* SPDX-License-Identifier: MIT */
#include "steno/widget/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

void list_init(struct list *list)
{
    *list = (struct list){0};
}

void list_free(struct list *list)
{
    free(list->ids);
    free(list->marks);
    list_init(list);
}

int64_t list_selected(const struct list *list)
{
    return list->count ? list->ids[list->selected] : LIST_NO_ID;
}

size_t list_find(const struct list *list, int64_t id)
{
    size_t row = 0;
    if (list->count && list->ids[list->selected] == id)
        return list->selected;
    while (row < list->count && list->ids[row] != id)
        row++;
    return row;
}

int list_compare_ids(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a, two = *(const int64_t *)b;
    return (one > two) - (one < two);
}

/* The id to select among new rows: the selected one; when it is gone, the next of the old rows that is still
 * there, else the one before. LIST_NO_ID when none of them is. */
static int64_t list_survivor(const struct list *list, const int64_t *ids, size_t count)
{
    int64_t found = LIST_NO_ID;
    for (size_t i = 0; i < count; i++) { /* the usual case, without sorting */
        if (ids[i] == list_selected(list))
            return ids[i];
    }
    if (count == 0 || list->count == 0)
        return found;
    int64_t *sorted = mem_grow(NULL, count, sizeof *sorted);
    memcpy(sorted, ids, count * sizeof *ids);
    qsort(sorted, count, sizeof *sorted, list_compare_ids);
    size_t behind = list->count - list->selected;
    for (size_t i = 0; i < list->count && found == LIST_NO_ID; i++) {
        int64_t id = list->ids[i < behind ? list->selected + i : list->count - 1 - i];
        if (bsearch(&id, sorted, count, sizeof *sorted, list_compare_ids))
            found = id;
    }
    free(sorted);
    return found;
}

/* The selection is in another row, and stays on its line. */
static void list_follow(struct list *list, size_t row)
{
    size_t line = list->selected - list->top;
    list->selected = row;
    list->top = row > line ? row - line : 0;
}

void list_set_rows(struct list *list, const int64_t *ids, size_t count)
{
    int64_t kept = list_survivor(list, ids, count);
    size_t row = 0;
    while (row < count && ids[row] != kept)
        row++;
    list->ids = mem_grow(list->ids, count, sizeof *ids);
    if (count)
        memcpy(list->ids, ids, count * sizeof *ids);
    list->count = count;
    list_follow(list, row < count ? row : 0);
}

size_t list_top(const struct list *list, size_t height)
{
    size_t top = list->top;
    if (height == 0 || list->count <= height)
        return 0;
    if (top > list->count - height)
        top = list->count - height;
    if (list->selected < top)
        return list->selected;
    return list->selected < top + height ? top : list->selected - height + 1;
}

void list_fit(struct list *list, size_t height)
{
    list->top = list_top(list, height);
}

void list_window(const struct list *list, size_t height, char *out, size_t size)
{
    size_t top = list_top(list, height);
    *out = '\0';
    if (height > 0 && list->count > height)
        snprintf(out, size, "%zu-%zu/%zu", top + 1, top + height, list->count);
}

bool list_select_row(struct list *list, size_t row, size_t height)
{
    size_t before = list->selected;
    if (list->count == 0)
        return false;
    list->selected = row < list->count ? row : list->count - 1;
    list_fit(list, height);
    return list->selected != before;
}

bool list_select(struct list *list, int64_t id, size_t height)
{
    size_t row = list_find(list, id);
    return row < list->count && list_select_row(list, row, height);
}

/* A row so many further on, or back to the first at most. */
static size_t list_step(size_t row, int rows)
{
    size_t back = rows < 0 ? (size_t) - (int64_t)rows : 0;
    return rows >= 0 ? row + (size_t)rows : row > back ? row - back : 0;
}

bool list_move(struct list *list, int rows, size_t height)
{
    return list_select_row(list, list_step(list->selected, rows), height);
}

bool list_page(struct list *list, int pages, size_t height)
{
    size_t before = list->selected;
    int page = (height > 2 ? (int)height - 1 : 1) * (pages > 0 ? 1 : -1);
    for (int i = 0; i < abs(pages) && list->count > 0; i++) { /* the selection stays on its line */
        list->top = list_step(list->top, page);
        list_move(list, page, height);
    }
    return list->selected != before;
}

bool list_home(struct list *list, size_t height)
{
    return list_select_row(list, 0, height);
}

bool list_end(struct list *list, size_t height)
{
    return list_select_row(list, list->count, height);
}

/* Place of an id among the sorted marks, or where it would go. */
static size_t list_mark_place(const struct list *list, int64_t id)
{
    size_t low = 0, high = list->mark_count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (list->marks[mid] < id)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

bool list_is_marked(const struct list *list, int64_t id)
{
    size_t place = list_mark_place(list, id);
    return place < list->mark_count && list->marks[place] == id;
}

void list_mark(struct list *list, int64_t id, bool marked)
{
    size_t place = list_mark_place(list, id), behind = list->mark_count - place;
    if (list_is_marked(list, id) == marked)
        return;
    if (marked) {
        list->marks = mem_grow(list->marks, list->mark_count + 1, sizeof *list->marks);
        memmove(list->marks + place + 1, list->marks + place, behind * sizeof *list->marks);
        list->marks[place] = id;
        list->mark_count++;
    } else {
        memmove(list->marks + place, list->marks + place + 1, (behind - 1) * sizeof *list->marks);
        list->mark_count--;
    }
}

void list_mark_ids(struct list *list, const int64_t *ids, size_t count)
{
    size_t all = list->mark_count + count, kept = 0;
    if (count == 0)
        return;
    list->marks = mem_grow(list->marks, all, sizeof *list->marks);
    memcpy(list->marks + list->mark_count, ids, count * sizeof *ids);
    qsort(list->marks, all, sizeof *list->marks, list_compare_ids);
    for (size_t i = 0; i < all; i++) {
        if (kept == 0 || list->marks[kept - 1] != list->marks[i])
            list->marks[kept++] = list->marks[i];
    }
    list->mark_count = kept;
}

void list_clear_marks(struct list *list)
{
    list->mark_count = 0;
}
