/* What the words of a filter leave. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/core/rows.h"
#include "support/asserts.h"

static const struct listed council = {.id = 1,
                                      .name = "Council meeting, 14 May",
                                      .state = "InProgress",
                                      .tags = "news, archive",
                                      .label = "First pass",
                                      .lang = "en-US",
                                      .note = "ask Jana",
                                      .mark = '*'};

static bool takes(const char *text, const struct listed *row)
{
    struct filter *filter = filter_new(text);
    bool found = filter_takes(filter, row);
    filter_free(filter);
    return found;
}

static bool leaves(const char *text)
{
    return takes(text, &council);
}

Test(filter, every_word_has_to_match_somewhere_whatever_its_case)
{
    cr_expect(leaves(""));
    cr_expect(leaves("  "));
    cr_expect(leaves("council JANA progress"));
    cr_expect(leaves("1 news first"));
    cr_expect_not(leaves("council lecture"));
}

Test(filter, the_language_is_matched_only_where_it_is_named)
{
    cr_expect(leaves("lang:en"));
    cr_expect_not(leaves("en-US"));
}

Test(filter, a_word_behind_a_dash_must_be_nowhere)
{
    cr_expect(leaves("news -court"));
    cr_expect_not(leaves("news -jana"));
    cr_expect_not(leaves("-archive"));
}

Test(filter, a_named_place_is_the_only_one_that_counts)
{
    cr_expect(leaves("tag:arch"));
    cr_expect(leaves("label:first"));
    cr_expect(leaves("note:jana"));
    cr_expect(leaves("STATE:inprog"));
    cr_expect_not(leaves("tag:council"));
    cr_expect_not(leaves("note:news"));
    cr_expect(leaves("-tag:court"));
    cr_expect_not(leaves("-tag:news"));
}

Test(filter, a_word_that_is_not_finished_leaves_everything)
{
    cr_expect(leaves("-"));
    cr_expect(leaves("tag:"));
    cr_expect(leaves("-tag: council"));
}

Test(filter, what_cannot_be_used_leaves_everything_while_it_is_typed_and_is_an_error_then)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"-", "“-” is not finished: its text is missing"},
        {"news tag:", "“tag:” is not finished: its text is missing"},
        {"is:to", "“is:to” is unknown: use is:todo, is:busy, is:failed, is:export or is:today"},
        {"-IS:x place:y", "“-IS:x” is unknown: use is:todo, is:busy, is:failed, is:export or is:today"},
        {"place:news", "“place:news” is unknown: use is: state: tag: label: lang: or note:"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error err;
        cr_expect(leaves(rows[i].text), "%s", rows[i].text);
        cr_expect_not(filter_check(rows[i].text, &err));
        cr_expect_str_eq(err.text, rows[i].error);
    }
    cr_expect(filter_check("12:30 -court is:todo lang:en", &(struct error){0}));
}

/* The views that a project is in: "1 5". */
static const char *views(const struct listed *row)
{
    static char out[20];
    size_t len = 0;
    *out = '\0';
    for (int i = 0; i < FILTER_VIEWS; i++) {
        if (takes(filter_terms[i].word, row))
            len += (size_t)snprintf(out + len, sizeof out - len, "%s%d", len ? " " : "", i + 1);
    }
    return out;
}

Test(filter, each_view_has_its_projects)
{
    const struct listed plain = {
        .name = "", .state = "None", .tags = "", .label = "", .lang = "", .note = "", .mark = ' '};
    struct listed row = plain;
    cr_expect_str_eq(views(&row), "1");
    row.has_no_media = true;
    cr_expect_str_eq(views(&row), "");
    row = plain;
    row.is_read_only = true;
    cr_expect_str_eq(views(&row), "");
    row = plain;
    row.is_sent = true;
    cr_expect_str_eq(views(&row), "2", "sent, and not begun");
    row = plain;
    row.is_refused = true;
    cr_expect_str_eq(views(&row), "1 3", "it can be sent again");
    row = plain;
    row.is_unreadable = true;
    cr_expect_str_eq(views(&row), "1 3");
    row = plain;
    row.state = "InProgress";
    row.mark = '*';
    row.is_today = true;
    cr_expect_str_eq(views(&row), "2 5");
    row.state = "Canceled";
    row.mark = '!';
    cr_expect_str_eq(views(&row), "3 5");
    row.state = "Completed";
    row.mark = '+';
    cr_expect_str_eq(views(&row), "4 5");
    row.exported = LEDGER_OLD;
    cr_expect_str_eq(views(&row), "4 5");
    row.exported = LEDGER_CURRENT;
    cr_expect_str_eq(views(&row), "5");
}

Test(filter, what_is_empty_says_why)
{
    cr_expect_str_eq(filter_none("is:todo"), "No project here is None and has media");
    cr_expect_str_eq(filter_none("is:todo news"), "No project matches the filter");
    cr_expect_str_eq(filter_none("tag:"), "No project matches the filter");
}

static const struct listed order_rows[] = {
    {.id = 1, .name = "b", .tags = "", .mark = ' ', .length_ms = -1, .place = 1},
    {.id = 2, .name = "a", .tags = "x", .mark = '+', .length_ms = 5, .place = 2, .since_ms = 9},
    {.id = 3,
     .name = "d",
     .tags = "",
     .mark = '!',
     .length_ms = 3,
     .place = 3,
     .since_ms = 7,
     .expiry = {.is_known = true, .ms = 8},
     .exported = LEDGER_CURRENT},
    {.id = 4,
     .name = "c",
     .tags = "b",
     .mark = '*',
     .length_ms = 5,
     .place = 4,
     .since_ms = 8,
     .expiry = {.is_known = true, .ms = 6},
     .exported = LEDGER_OLD,
     .updated_ms = 3},
    {.id = 5, .name = "", .tags = "", .mark = ' ', .length_ms = 1, .place = 5, .is_lost = true},
};

static enum column order_column;
static bool order_is_down;

static int order_compare(const void *a, const void *b)
{
    return listed_compare(a, b, order_column, order_is_down);
}

Test(listed, each_column_has_its_order_and_what_is_not_known_comes_last)
{
    static const struct {
        const char *sort, *ids;
    } rows[] = {
        {"id", "12345"},       {"id-", "54321"},     {"state", "35412"},   {"state-", "21453"},
        {"since", "24315"},    {"since-", "34215"},  {"length", "53241"},  {"length-", "24351"},
        {"name", "21435"},     {"tags", "42135"},    {"expires", "43125"}, {"expires-", "34125"},
        {"exported", "24315"}, {"changed", "41235"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct listed sorted[5];
        char ids[6] = "";
        cr_assert(column_sort_parse(rows[i].sort, &order_column, &order_is_down), "%s", rows[i].sort);
        memcpy(sorted, order_rows, sizeof sorted);
        qsort(sorted, 5, sizeof sorted[0], order_compare);
        for (int k = 0; k < 5; k++)
            ids[k] = (char)('0' + sorted[k].id);
        cr_expect_str_eq(ids, rows[i].ids, "%s: %s", rows[i].sort, ids);
    }
    cr_expect_not(column_sort_parse("note", &order_column, &order_is_down), "nothing is sorted by it");
    cr_expect_not(column_sort_parse("-", &order_column, &order_is_down));
}
