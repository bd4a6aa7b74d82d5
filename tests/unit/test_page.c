/* Pages: two fields in a row, and values wrapped beside and after their labels. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "steno/widget/page.h"
#include "support/asserts.h"

static struct page page;

/* An empty page in a pane of this width. */
static void begin(int width, int label_cells)
{
    list_init(&page.list);
    page_begin(&page);
    page.width = width;
    page.label_cells = label_cells;
}

static void teardown(void)
{
    page_free(&page);
}

TestSuite(page, .fini = teardown);

static void expect_line(size_t at, const char *label, const char *value)
{
    cr_assert_lt(at, page.count);
    cr_expect_str_eq(page.lines[at].label ? page.lines[at].label : "", label);
    cr_expect_str_eq(page.lines[at].value, value);
}

Test(page, two_fields_share_a_row_from_72_cells_on)
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
}

Test(page, in_less_room_they_follow_each_other)
{
    const struct page_field tags = {"Tags", "news", NULL}, changed = {"Changed", "05-15", NULL};
    begin(71, 11);
    page_add_pair(&page, &tags, &changed, 69);
    cr_assert_eq(page.count, 2);
    expect_line(1, "Changed", "05-15");
    cr_expect_null(page.lines[0].label2);
}

Test(page, each_of_two_fields_is_wrapped_at_blanks_in_its_own_part)
{
    const struct page_field tags = {"Tags", "one two three four five six seven eight nine ten eleven",
                                    "tags"},
                            note = {"Note",
                                    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu",
                                    NULL};
    begin(80, 11);
    page_add_pair(&page, &tags, &note, 78);
    cr_assert_eq(page.count, 3);
    expect_line(0, "Tags", "one two three four five six");
    expect_line(1, "", "seven eight nine ten eleven");
    expect_line(2, "", "");
    cr_expect_str_eq(page.lines[0].value2, "alpha beta gamma delta");
    cr_expect_str_eq(page.lines[2].value2, "iota kappa lambda mu");
    cr_expect_str_eq(page.lines[2].target, "tags");
}

Test(page, a_value_stands_below_a_label_that_leaves_it_no_room)
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

Test(page, a_value_stands_after_a_label_that_is_too_long)
{
    begin(40, 11);
    page_add_wrapped(&page, LINE_FIELD, "A longer label", "yes", 38, NULL);
    cr_assert_eq(page.count, 1);
    cr_expect_eq(page.lines[0].value_col, 1 + 14 + PAGE_LABEL_GAP);
}
