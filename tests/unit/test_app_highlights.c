/* The application: keyword highlights as a jump list with time stamps, the groups of a pane, members that the
 * contract does not know. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "support/app_bench.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_highlights, .init = setup, .fini = teardown);

/* Has project 1 read again with this member KeywordsHighlight. */
static void read_highlights(const char *keywords)
{
    bench_command(&bench, "refresh");
    char *json = mem_printf("{\"Data\":{\"Id\":1,\"AccessToken\":8,\"ProcessingState\":\"None\","
                            "\"Description\":{\"Name\":\"Council\"},\"KeywordsHighlight\":%s}}",
                            keywords);
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
}

/* The line under the cursor of the details. */
static const struct page_line *at_hand(void)
{
    const struct page *page = app_page_of(bench.app, "details");
    return &page->lines[page->list.selected];
}

/* Its label without the blanks before it. */
static const char *label(void)
{
    const char *text = at_hand()->label ? at_hand()->label : "";
    return text + strspn(text, " ");
}

#define TWO_LISTS                                                                                            \
    "{\"TextList\":[[{\"Category\":\"People\",\"Text\":\"mayor\",\"TimestampMs\":1500},"                     \
    "{\"Category\":\"People\",\"Text\":\"clerk\",\"TimestampMs\":62000}],"                                   \
    "[{\"Category\":\"Places\",\"Text\":\"dam\",\"TimestampMs\":3600000}]]}"

Test(app_highlights, h_and_shift_h_go_through_them_over_the_lists_and_stop_at_the_ends)
{
    read_highlights(TWO_LISTS);
    bench_keys(&bench, "i h");
    cr_expect_str_eq(label(), "00:00:01");
    bench_keys(&bench, "h");
    cr_expect_str_eq(label(), "00:01:02");
    bench_keys(&bench, "h");
    cr_expect_str_eq(label(), "01:00:00");
    bench_keys(&bench, "h");
    cr_expect_str_eq(label(), "01:00:00");
    cr_expect_str_eq(bench.app->status, "No highlight below");
    bench_keys(&bench, "H H");
    cr_expect_str_eq(label(), "00:00:01");
    bench_keys(&bench, "H");
    cr_expect_str_eq(label(), "00:00:01");
    cr_expect_str_eq(bench.app->status, "No highlight above");
}

Test(app_highlights, h_on_the_watchlist_opens_the_details_at_the_first_one)
{
    read_highlights(TWO_LISTS);
    bench_resize(&bench, 40, 10);
    bench_keys(&bench, "h");
    cr_expect_eq(bench.app->focus, app_pane_find(bench.app, "details"));
    cr_expect_str_eq(label(), "00:00:01");
    bench_keys(&bench, "q H");
    cr_expect_str_eq(label(), "01:00:00", "and H at the last");
}

Test(app_highlights, the_number_of_them_stands_in_their_fold_and_enter_opens_it)
{
    read_highlights(TWO_LISTS);
    bench_keys(&bench, "i ] ]");
    cr_expect_str_eq(at_hand()->target, "fold Highlights");
    cr_expect_str_eq(at_hand()->value, "3: h goes through them");
    bench_keys(&bench, "Enter j");
    cr_expect_str_eq(label(), "List 1");
    bench_keys(&bench, "j");
    cr_expect_str_eq(label(), "00:00:01");
    bench_keys(&bench, "h Enter");
    cr_expect_str_eq(bench.app->status, "Highlight 2 of 3");
    cr_expect_eq(bench_effect_count(&bench, EFFECT_COPY), 0, "nothing leaves unasked");
    bench_keys(&bench, "y");
    cr_expect_str_eq(bench_effect(&bench, EFFECT_COPY)->text, "clerk  Category: People");
}

Test(app_highlights, enter_says_what_a_narrow_line_has_no_room_for)
{
    read_highlights(TWO_LISTS);
    bench_resize(&bench, 40, 10);
    bench_keys(&bench, "i h h");
    cr_expect_str_eq(at_hand()->full, "clerk");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(bench.app->status, "Highlight 2 of 3  Category: People");
}

Test(app_highlights, a_time_goes_to_the_first_from_there_on)
{
    read_highlights(TWO_LISTS);
    bench_command(&bench, "next-highlight 00:00:02");
    cr_expect_str_eq(label(), "00:01:02");
    bench_command(&bench, "next-highlight 0");
    cr_expect_str_eq(label(), "00:00:01");
    bench_command(&bench, "next-highlight 3601");
    cr_expect_str_eq(label(), "00:00:01");
    cr_expect_str_eq(bench.app->status, "No highlight from that time on");
    bench_command(&bench, "next-highlight soon");
    cr_expect(bench.app->status_is_bad);
}

Test(app_highlights, none_is_said_and_no_line_counts_them)
{
    static const char *const none[] = {"null",
                                       "{}",
                                       "{\"TextList\":null}",
                                       "{\"TextList\":[]}",
                                       "{\"TextList\":[[],[]]}",
                                       "\"x\"",
                                       "{\"TextList\":{}}"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        read_highlights(none[i]);
        bench_command(&bench, "details");
        bench_keys(&bench, "g h");
        cr_expect_str_eq(bench.app->status, "1 has no highlights", "%s", none[i]);
        cr_expect_eq(app_page_of(bench.app, "details")->list.selected, 0u);
        bench_clear(&bench);
    }
}

Test(app_highlights, one_is_reached_from_both_sides)
{
    read_highlights("{\"TextList\":[[{\"Category\":\"c\",\"Text\":\"only\",\"TimestampMs\":0}]]}");
    bench_keys(&bench, "i h");
    cr_expect_str_eq(label(), "00:00:00");
    bench_keys(&bench, "G H");
    cr_expect_str_eq(at_hand()->value, "only  Category: c");
}

Test(app_highlights, missing_and_strange_time_stamps_keep_their_words_and_can_be_reached)
{
    read_highlights("{\"TextList\":[[{\"Category\":\"c\",\"Text\":\"untimed\"},"
                    "{\"Category\":\"c\",\"Text\":\"odd\",\"TimestampMs\":\"1:30\"},"
                    "{\"Category\":\"c\",\"Text\":\"early\",\"TimestampMs\":-1500},"
                    "{\"Category\":\"c\",\"TimestampMs\":360000000000,\"Weight\":3},"
                    "\"bare\",7],\"no list\"]}");
    bench_resize(&bench, 110, 24);
    bench_keys(&bench, "i h");
    cr_expect_str_eq(label(), "-");
    cr_expect_not_null(strstr(at_hand()->full, "untimed"));
    bench_keys(&bench, "h");
    cr_expect_str_eq(label(), "-");
    cr_expect_not_null(strstr(at_hand()->full, "Time: 1:30"), "%s", at_hand()->full);
    bench_keys(&bench, "h");
    cr_expect_str_eq(label(), "-00:00:01");
    bench_keys(&bench, "h");
    cr_expect_str_eq(label(), "100000:00:00");
    cr_expect_not_null(strstr(at_hand()->full, "Weight: 3"), "what the contract does not know is shown too");
    bench_keys(&bench, "h");
    cr_expect_str_eq(at_hand()->full, "bare");
    bench_keys(&bench, "h h");
    cr_expect_str_eq(at_hand()->full, "no list");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(bench.app->status, "Highlight 7 of 7");
}

Test(app_highlights, five_hundred_are_each_one_key_apart_however_they_wrap)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, "{\"TextList\":[[");
    for (int i = 0; i < 500; i++)
        buffer_printf(&text,
                      "%s{\"Category\":\"a category of some length\",\"Text\":\"the same words each time\","
                      "\"TimestampMs\":%d}",
                      i ? "," : "", i * 1000);
    buffer_append_text(&text, "]]}");
    read_highlights(buffer_text(&text));
    buffer_free(&text);
    bench_resize(&bench, 40, 10);
    bench_keys(&bench, "i");
    for (int i = 0; i < 500; i++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "00:%02d:%02d", i / 60, i % 60);
        bench_keys(&bench, "h");
        cr_assert_str_eq(label(), wanted);
    }
    bench_keys(&bench, "Enter");
    cr_expect_eq(strncmp(bench.app->status, "Highlight 500 of 500", 20), 0);
    bench_keys(&bench, "j H");
    cr_expect_str_eq(label(), "00:08:19", "from within a wrapped one to its own beginning");
    bench_command(&bench, "next-highlight 00:05:00");
    cr_expect_str_eq(label(), "00:05:00");
}

Test(app_highlights, one_that_is_jumped_to_is_in_sight_with_all_its_lines)
{
    read_highlights(TWO_LISTS);
    bench_resize(&bench, 40, 10);
    const struct page *page = app_page_of(bench.app, "details");
    bench_keys(&bench, "i");
    for (int i = 0; i < 3; i++) {
        bench_keys(&bench, "h");
        size_t height = app_pane_height(bench.app, app_pane_find(bench.app, "details")),
               last = page->list.selected;
        while (last + 1 < page->count && page->lines[last + 1].target &&
               strcmp(page->lines[last + 1].target, at_hand()->target) == 0)
            last++;
        cr_expect_lt(last, list_top(&page->list, height) + height);
    }
}

Test(app_highlights, a_refresh_leaves_the_cursor_on_its_highlight)
{
    read_highlights(TWO_LISTS);
    bench_keys(&bench, "i h h");
    read_highlights(
        "{\"TextList\":[[{\"Category\":\"People\",\"Text\":\"mayor of the town by the river and the "
        "dam\",\"TimestampMs\":1500},"
        "{\"Category\":\"People\",\"Text\":\"clerk\",\"TimestampMs\":62000}]]}");
    cr_expect_str_eq(label(), "00:01:02");
}

/* Answers the reading of project 77 with the two lists. */
static void answer_77(void)
{
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
                         "{\"Data\":{\"Id\":77,\"AccessToken\":8,\"ProcessingState\":\"None\","
                         "\"KeywordsHighlight\":" TWO_LISTS "}}");
}

Test(app_highlights, that_were_asked_for_before_they_came_are_gone_to_when_they_come)
{
    bench_command(&bench, "open 77");
    bench_command(&bench, "next-highlight");
    cr_expect_eq(bench.app->focus, app_pane_find(bench.app, "details"));
    answer_77();
    cr_expect_str_eq(label(), "00:00:01");
}

Test(app_highlights, that_come_late_do_not_fetch_anybody_back)
{
    bench_command(&bench, "open 77");
    bench_command(&bench, "previous-highlight");
    bench_keys(&bench, "g");
    answer_77();
    cr_expect_eq(app_page_of(bench.app, "details")->list.selected, 0u);
}

Test(app_highlights, brackets_go_from_fold_to_fold)
{
    static const char *const folds[] = {"Options", "Highlights", "Metadata", "Media",
                                        "Sharing", "Dates",      "Record",   "Activity"};
    read_highlights(TWO_LISTS);
    bench_keys(&bench, "i h g");
    for (size_t i = 0; i < sizeof folds / sizeof folds[0]; i++) {
        bench_keys(&bench, "]");
        cr_expect_str_eq(label(), folds[i]);
    }
    bench_keys(&bench, "]");
    cr_expect_str_eq(label(), "Activity");
    cr_expect(*bench.app->status);
    bench_keys(&bench, "[ [ [ [ [ [ [");
    cr_expect_str_eq(label(), "Options");
    bench_keys(&bench, "h [");
    cr_expect_str_eq(label(), "Highlights", "first to the fold that one is in");
}

Test(app_highlights, a_group_that_is_jumped_to_is_in_sight_as_far_as_it_fits)
{
    read_highlights(TWO_LISTS);
    bench_resize(&bench, 80, 14);
    bench_keys(&bench, "i");
    const struct page *page = app_page_of(bench.app, "details");
    size_t height = app_pane_height(bench.app, app_pane_find(bench.app, "details"));
    for (int i = 0; i < 4; i++) {
        bench_keys(&bench, "]");
        size_t end = page->list.selected + 1;
        while (end < page->count && page->lines[end].kind != LINE_FOLD)
            end++;
        size_t bottom = list_top(&page->list, height) + height;
        cr_expect(end <= bottom || page->list.selected == list_top(&page->list, height),
                  "the group ends at %zu, the screen at %zu", end, bottom);
    }
}

Test(app_highlights, groups_of_help_and_metadata_can_be_walked_too)
{
    bench_keys(&bench, "?");
    const struct page *page = app_page_of(bench.app, "help");
    bench_keys(&bench, "]");
    cr_expect_eq(page->lines[page->list.selected].kind, LINE_HEADING);
    cr_expect_str_neq(page->lines[page->list.selected].value, "Move", "the first line is a heading itself");
    bench_keys(&bench, "q m ] [");
    page = app_page_of(bench.app, "metadata");
    cr_expect_str_eq(page->lines[page->list.selected].value, "Set from here");
}

Test(app_highlights, unknown_members_within_known_objects_stand_in_the_details_by_their_paths)
{
    bench_keys(&bench, "r");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
                         "{\"Data\":{\"Id\":1,\"AccessToken\":8,\"ProcessingState\":\"None\","
                         "\"MediaInfo\":{\"HasVideo\":true,\"IsPackaged\":true,\"Codec\":\"opus\"},"
                         "\"Description\":{\"Name\":\"n\",\"Series\":{\"No\":7}},"
                         "\"KeywordsHighlight\":{\"TextList\":[],\"Version\":3}}}");
    bench_resize(&bench, 200, 40);
    bench_keys(&bench, "i");
    cr_expect(bench_page_has(&bench, "details", "3 fields unknown to steno"));
    bench_type(&bench, "/codec");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(label(), "Other", "what is folded away is found");
    bench_keys(&bench, "Enter");
    const struct page *page = app_page_of(bench.app, "details");
    int found = 0;
    for (size_t i = 0; i < page->count; i++) {
        const char *label = page->lines[i].label ? page->lines[i].label : "";
        found += strcmp(label, "MediaInfo.Codec") == 0 && strcmp(page->lines[i].full, "opus") == 0;
        found += strcmp(label, "Description.Series") == 0 && strcmp(page->lines[i].full, "{\"No\":7}") == 0;
        found += strcmp(label, "KeywordsHighlight.Version") == 0;
        cr_expect_str_neq(label, "KeywordsHighlight.TextList");
    }
    cr_expect_eq(found, 3);
}

Test(app_highlights, a_refresh_that_adds_lines_above_leaves_the_cursor_on_its_heading)
{
    bench_keys(&bench, "i ] ] ]");
    const struct page *page = app_page_of(bench.app, "details");
    char before[64];
    snprintf(before, sizeof before, "%s", page->lines[page->list.selected].value);
    size_t row = page->list.selected;
    bench_keys(&bench, "r");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
                         "{\"Data\":{\"Id\":1,\"AccessToken\":8,\"ProcessingState\":\"None\","
                         "\"KeywordsHighlight\":{\"TextList\":[[{\"Text\":\"t\"}]]}}}");
    cr_expect_str_eq(page->lines[page->list.selected].value, before);
    cr_expect_gt(page->list.selected, row, "lines came above it");
}
