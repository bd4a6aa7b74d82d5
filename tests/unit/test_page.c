/* Lists keep their selection, scroll position and marks by id; pages have two fields per row, and values
 * below labels that are too long. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/widget/page.h"
#include "support/asserts.h"

/* --- lists --- */

#define HEIGHT 5

static struct list list; /* of the scene */

static void close_list(void)
{
    list_free(&list);
}

TestSuite(list, .fini = close_list);

/* Sets the rows: `count` (up to 100) ids, beginning with `first`. */
static void set_rows(int64_t first, size_t count)
{
    int64_t ids[100];
    for (size_t i = 0; i < count; i++)
        ids[i] = first + (int64_t)i;
    list_set_rows(&list, ids, count);
}

/* Makes a new list with ids 1..count. */
static void open(size_t count)
{
    list_free(&list);
    list_init(&list);
    set_rows(1, count);
}

Test(list, the_selection_stays_on_its_id_and_its_line_or_on_what_comes_in_its_place)
{
    static const int64_t before[] = {90, 91, 1, 2, 3, 4, 5}, without[] = {1, 2, 4, 5}, shorter[] = {1, 2};
    static const int64_t left[] = {2, 4, 5, 6}, other[] = {70, 80};
    open(5);
    list_select(&list, 3, HEIGHT);
    list_set_rows(&list, before, 7);
    cr_expect_eq(list_selected(&list), 3);
    open(50);
    list_select(&list, 20, HEIGHT);
    size_t line = list.selected - list.top;
    set_rows(0, 51); /* a new first row */
    cr_expect_eq(list_selected(&list), 20);
    cr_expect_eq(list.selected - list.top, line);
    cr_expect_eq(list_top(&list, HEIGHT), list.top);
    open(5);
    list_select(&list, 3, HEIGHT);
    list_set_rows(&list, without, 4);
    cr_expect_eq(list_selected(&list), 4);
    list_set_rows(&list, shorter, 2);
    cr_expect_eq(list_selected(&list), 2);
    list_set_rows(&list, NULL, 0);
    cr_expect_eq(list_selected(&list), LIST_NO_ID);
    open(6);
    list_select(&list, 3, HEIGHT);
    list_set_rows(&list, left, 4);
    cr_expect_eq(list_selected(&list), 4, "rows that go above with it do not shift the choice");
    list_set_rows(&list, other, 2);
    cr_expect_eq(list_selected(&list), 70);
}

Test(list, moves_stop_at_the_ends_scroll_by_a_row_and_keep_the_selection_in_sight)
{
    static const int moves[] = {1, 7, -3, 30, 30, -50, 12, -1};
    open(3);
    cr_expect_not(list_move(&list, -1, HEIGHT));
    cr_expect_eq(list_selected(&list), 1);
    cr_expect(list_move(&list, 100, HEIGHT));
    cr_expect_eq(list_selected(&list), 3);
    cr_expect_not(list_end(&list, HEIGHT));
    cr_expect(list_home(&list, HEIGHT));
    open(50);
    list_select_row(&list, HEIGHT - 1, HEIGHT);
    list_move(&list, 1, HEIGHT);
    cr_expect_eq(list.top, 1);
    list_move(&list, -1, HEIGHT);
    cr_expect_eq(list.top, 1, "there is room above");
    open(40);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        list_move(&list, moves[i], HEIGHT);
        cr_expect_leq(list.top, list.selected);
        cr_expect_lt(list.selected, list.top + HEIGHT);
    }
}

Test(list, a_page_keeps_one_row_and_the_line_and_a_taller_screen_leaves_no_empty_rows)
{
    open(40);
    list_select(&list, 3, HEIGHT);
    list_page(&list, 1, HEIGHT);
    cr_expect_eq(list_selected(&list), 7);
    cr_expect_eq(list.top, 4);
    list_page(&list, -1, HEIGHT);
    cr_expect_eq(list_selected(&list), 3);
    cr_expect_eq(list.top, 0);
    open(10);
    list_end(&list, 3);
    cr_expect_eq(list.top, 7);
    cr_expect_eq(list_top(&list, 8), 2);
    list_fit(&list, 20);
    cr_expect_eq(list.top, 0);
}

/* The marked ids: "2 5". */
static const char *marks(void)
{
    static char out[100];
    out[0] = '\0';
    for (size_t i = 0; i < list.mark_count; i++)
        snprintf(out + strlen(out), sizeof out - strlen(out), "%s%lld", i ? " " : "",
                 (long long)list.marks[i]);
    return out;
}

Test(list, marks_are_kept_by_id_in_order_and_outlive_a_filter)
{
    static const int64_t filtered[] = {2, 4}, all[] = {5, 4, 3, 2, 1}, ids[] = {9, 3, 7, 1};
    open(5);
    list_mark(&list, 3, true);
    list_mark(&list, 4, true);
    list_mark(&list, 1, true);
    list_mark(&list, 3, false);
    list_mark(&list, 4, true);
    list_set_rows(&list, filtered, 2);
    list_set_rows(&list, all, 5);
    cr_expect_str_eq(marks(), "1 4");
    cr_expect(list_is_marked(&list, 1));
    cr_expect(list_is_marked(&list, 4));
    cr_expect_not(list_is_marked(&list, 3));
    list_clear_marks(&list);
    cr_expect_not(list_is_marked(&list, 1));
    list_mark(&list, 100, true);
    list_mark_ids(&list, (const int64_t[]){7, 3}, 2);
    cr_expect_str_eq(marks(), "3 7 100");
    list_mark_ids(&list, ids, 4);
    cr_expect_str_eq(marks(), "1 3 7 9 100", "others keep theirs");
    list_mark_ids(&list, ids, 0);
    cr_expect_str_eq(marks(), "1 3 7 9 100", "there are none");
    list_mark(&list, 9, false);
    list_mark(&list, 5, false);
    cr_expect_str_eq(marks(), "1 3 7 100");
}

/* --- pages --- */

static struct page page;

/* Makes an empty page in a pane of this width. */
static void begin(int width, int label_cells)
{
    page_free(&page);
    list_init(&page.list);
    page_begin(&page);
    page.width = width;
    page.label_cells = label_cells;
}

static void finish(void)
{
    page_free(&page);
}

TestSuite(page, .fini = finish);

static void expect_line(size_t at, const char *label, const char *value)
{
    cr_assert_lt(at, page.count);
    cr_expect_str_eq(page.lines[at].label ? page.lines[at].label : "", label);
    cr_expect_str_eq(page.lines[at].value, value);
}

Test(page, two_fields_share_a_row_from_72_cells_on_and_follow_each_other_in_less)
{
    const struct page_field tags = {"Tags", "news", "tags"}, changed = {"Changed", "05-15", NULL};
    begin(72, 11);
    page_add_pair(&page, &tags, &changed, 70);
    cr_assert_eq(page.count, 1);
    expect_line(0, "Tags", "news");
    cr_expect_str_eq(page.lines[0].label2, "Changed");
    cr_expect_str_eq(page.lines[0].value2, "05-15");
    cr_expect_str_eq(page.lines[0].target, "tags");
    cr_expect_eq(page.lines[0].value_col, 12);
    cr_expect_eq(page_value2_col(&page, &page.lines[0]), page_pair_col(&page) + 11);
    begin(71, 11);
    page_add_pair(&page, &tags, &changed, 69);
    cr_assert_eq(page.count, 2);
    expect_line(1, "Changed", "05-15");
    cr_expect_null(page.lines[0].label2);
}

Test(page, a_value_stands_below_a_label_that_leaves_no_room)
{
    begin(40, 16);
    page_add_wrapped(&page, LINE_FIELD, "A label of so very many words", "yes, and more", 38, NULL);
    page_add_wrapped(&page, LINE_FIELD, "Short", "yes", 38, NULL);
    cr_assert_eq(page.count, 3);
    expect_line(0, "A label of so very many words", "");
    expect_line(1, "", "yes, and more");
    cr_expect_eq(page.lines[1].value_col, 17);
    expect_line(2, "Short", "yes");
    cr_expect_eq(page.lines[2].value_col, 17);
}
