/* Lists keep their selection, scroll and marks by id. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/widget/page.h"
#include "support/asserts.h"

#define HEIGHT 5

/* A list with ids 1..count. */
static struct list list_of(int count)
{
    int64_t ids[100];
    struct list list;
    list_init(&list);
    for (int i = 0; i < count; i++)
        ids[i] = i + 1;
    list_set_rows(&list, ids, (size_t)count);
    return list;
}

Test(list, the_selection_stays_on_its_id_when_rows_come_before_it)
{
    struct list list = list_of(5);
    const int64_t more[] = {90, 91, 1, 2, 3, 4, 5};
    list_select(&list, 3, HEIGHT);
    list_set_rows(&list, more, 7);
    cr_expect_eq(list_selected(&list), 3);
    list_free(&list);
}

Test(list, the_selection_stays_on_its_line_of_the_screen)
{
    struct list list = list_of(50);
    int64_t ids[51] = {99};
    list_select(&list, 20, HEIGHT);
    size_t line = list.selected - list.top;
    for (int i = 0; i < 50; i++)
        ids[i + 1] = i + 1;
    list_set_rows(&list, ids, 51);
    cr_expect_eq(list.selected - list.top, line);
    cr_expect_eq(list_top(&list, HEIGHT), list.top);
    list_free(&list);
}

Test(list, rows_that_go_above_with_the_selected_one_do_not_shift_the_choice)
{
    struct list list = list_of(6);
    const int64_t left[] = {2, 4, 5, 6}, other[] = {70, 80};
    list_select(&list, 3, HEIGHT);
    list_set_rows(&list, left, 4);
    cr_expect_eq(list_selected(&list), 4);
    list_set_rows(&list, other, 2);
    cr_expect_eq(list_selected(&list), 70);
    list_free(&list);
}

Test(list, when_the_selected_id_goes_the_row_in_its_place_is_selected)
{
    struct list list = list_of(5);
    const int64_t without[] = {1, 2, 4, 5}, shorter[] = {1, 2};
    list_select(&list, 3, HEIGHT);
    list_set_rows(&list, without, 4);
    cr_expect_eq(list_selected(&list), 4);
    list_set_rows(&list, shorter, 2);
    cr_expect_eq(list_selected(&list), 2);
    list_set_rows(&list, NULL, 0);
    cr_expect_eq(list_selected(&list), LIST_NO_ID);
    list_free(&list);
}

Test(list, the_selection_is_in_sight_after_every_move)
{
    struct list list = list_of(40);
    static const int moves[] = {1, 7, -3, 30, 30, -50, 12, -1};
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        list_move(&list, moves[i], HEIGHT);
        cr_expect_leq(list.top, list.selected);
        cr_expect_lt(list.selected, list.top + HEIGHT);
    }
    list_free(&list);
}

Test(list, moves_stop_at_the_ends)
{
    struct list list = list_of(3);
    cr_expect_not(list_move(&list, -1, HEIGHT));
    cr_expect_eq(list_selected(&list), 1);
    cr_expect(list_move(&list, 100, HEIGHT));
    cr_expect_eq(list_selected(&list), 3);
    cr_expect_not(list_end(&list, HEIGHT));
    cr_expect(list_home(&list, HEIGHT));
    list_free(&list);
}

Test(list, a_step_past_the_edge_scrolls_by_a_row)
{
    struct list list = list_of(50);
    list_select_row(&list, HEIGHT - 1, HEIGHT);
    list_move(&list, 1, HEIGHT);
    cr_expect_eq(list.top, 1);
    list_move(&list, -1, HEIGHT);
    cr_expect_eq(list.top, 1, "there is room above");
    list_free(&list);
}

Test(list, a_page_keeps_one_row_and_the_line_of_the_selection)
{
    struct list list = list_of(40);
    list_select(&list, 3, HEIGHT);
    list_page(&list, 1, HEIGHT);
    cr_expect_eq(list_selected(&list), 7);
    cr_expect_eq(list.top, 4);
    list_page(&list, -1, HEIGHT);
    cr_expect_eq(list_selected(&list), 3);
    cr_expect_eq(list.top, 0);
    list_free(&list);
}

Test(list, a_taller_screen_leaves_no_empty_rows_at_the_end)
{
    struct list list = list_of(10);
    list_end(&list, 3);
    cr_expect_eq(list.top, 7);
    cr_expect_eq(list_top(&list, 8), 2);
    list_fit(&list, 20);
    cr_expect_eq(list.top, 0);
    list_free(&list);
}

Test(list, a_list_without_rows_or_height_bears_all_moves)
{
    struct list list = list_of(0);
    cr_expect_not(list_move(&list, 1, 0));
    cr_expect_not(list_page(&list, 1, 0));
    cr_expect_not(list_end(&list, HEIGHT));
    cr_expect_not(list_select(&list, 1, HEIGHT));
    cr_expect_eq(list_top(&list, 0), 0);
    list_free(&list);
}

Test(list, marks_are_kept_by_id_and_outlive_a_filter)
{
    struct list list = list_of(5);
    const int64_t filtered[] = {2, 4}, all[] = {5, 4, 3, 2, 1};
    list_mark(&list, 3, true);
    list_mark(&list, 4, true);
    list_mark(&list, 1, true);
    list_mark(&list, 3, false);
    list_mark(&list, 4, true);
    list_set_rows(&list, filtered, 2);
    list_set_rows(&list, all, 5);
    cr_expect_eq(list.mark_count, 2);
    cr_expect(list_is_marked(&list, 1));
    cr_expect(list_is_marked(&list, 4));
    cr_expect_not(list_is_marked(&list, 3));
    list_clear_marks(&list);
    cr_expect_not(list_is_marked(&list, 1));
    list_free(&list);
}

/* The marks, one behind the other: "2 5". */
static const char *marks(const struct list *list)
{
    static char out[100];
    out[0] = '\0';
    for (size_t i = 0; i < list->mark_count; i++)
        snprintf(out + strlen(out), sizeof out - strlen(out), "%s%lld", i ? " " : "",
                 (long long)list->marks[i]);
    return out;
}

Test(list, ids_are_marked_in_any_order_and_others_keep_their_marks)
{
    const int64_t ids[] = {9, 3, 7, 1};
    struct list list;
    list_init(&list);
    list_mark(&list, 100, true);
    list_mark_ids(&list, (const int64_t[]){7, 3}, 2);
    cr_expect_str_eq(marks(&list), "3 7 100");
    list_mark_ids(&list, ids, 4);
    cr_expect_str_eq(marks(&list), "1 3 7 9 100");
    list_mark_ids(&list, ids, 0);
    cr_expect_str_eq(marks(&list), "1 3 7 9 100", "there are none");
    list_mark(&list, 9, false);
    list_mark(&list, 5, false);
    cr_expect_str_eq(marks(&list), "1 3 7 100");
    list_free(&list);
}
