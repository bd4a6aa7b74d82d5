/* The application: keyword highlights with their time stamps, the groups of a pane, members that the
 * contract does not know. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

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

/* Goes to their heading. */
static void open_highlights(void)
{
    bench_keys(&bench, "i g ] ]");
}

/* Goes to the first line with a text. */
static void find(const char *text)
{
    bench_keys(&bench, "g /");
    bench_type(&bench, text);
    bench_keys(&bench, "Enter");
}

/* The first line of an entry of the first list. */
static const struct page_line *highlight(size_t at)
{
    const struct page *page = app_page_of(bench.app, "details");
    char target[64];
    snprintf(target, sizeof target, "highlight 0.%zu", at);
    for (size_t i = 0; i < page->count; i++) {
        if (page->lines[i].target && strcmp(page->lines[i].target, target) == 0)
            return &page->lines[i];
    }
    cr_assert(false, "no line of highlight %zu", at);
    return NULL;
}

Test(app_highlights, the_number_of_them_stands_in_their_heading)
{
    read_highlights(TWO_LISTS);
    open_highlights();
    cr_expect_str_eq(at_hand()->value, "Highlights: 3");
    bench_keys(&bench, "j");
    cr_expect_str_eq(label(), "List 1");
    bench_keys(&bench, "j");
    cr_expect_str_eq(label(), "00:00:01");
    bench_keys(&bench, "j Enter");
    cr_expect_eq(bench_effect_count(&bench, EFFECT_COPY), 0, "nothing leaves unasked");
    bench_keys(&bench, "y");
    cr_expect_str_eq(bench_effect(&bench, EFFECT_COPY)->text, "clerk  Category: People");
}

Test(app_highlights, a_narrow_pane_shows_all_of_one)
{
    read_highlights(TWO_LISTS);
    bench_resize(&bench, 40, 10);
    open_highlights();
    find("clerk");
    cr_expect_str_eq(at_hand()->full, "clerk  Category: People");
}

Test(app_highlights, the_heading_says_that_there_are_none)
{
    static const struct {
        const char *member, *said;
    } cases[] = {{"null", "-"},
                 {"{}", "-"},
                 {"{\"TextList\":null}", "-"},
                 {"{\"TextList\":[]}", "none"},
                 {"{\"TextList\":[[],[]]}", "none"},
                 {"\"x\"", "-"},
                 {"{\"TextList\":{}}", "-"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        read_highlights(cases[i].member);
        open_highlights();
        cr_expect_str_starts(at_hand()->value, "Highlights: ");
        cr_expect_str_eq(at_hand()->value + strlen("Highlights: "), cases[i].said, "%s", cases[i].member);
        bench_clear(&bench);
    }
}

Test(app_highlights, missing_and_strange_time_stamps_keep_their_words)
{
    read_highlights("{\"TextList\":[[{\"Category\":\"c\",\"Text\":\"untimed\"},"
                    "{\"Category\":\"c\",\"Text\":\"odd\",\"TimestampMs\":\"1:30\"},"
                    "{\"Category\":\"c\",\"Text\":\"early\",\"TimestampMs\":-1500},"
                    "{\"Category\":\"c\",\"TimestampMs\":360000000000,\"Weight\":3},"
                    "\"bare\",7],\"no list\"]}");
    bench_resize(&bench, 110, 24);
    static const struct {
        const char *time, *words;
    } lines[] = {{"-", "untimed"},
                 {"-", "Time: 1:30"},
                 {"-00:00:01", "early"},
                 {"100000:00:00", "Weight: 3"}, /* what the contract does not know is shown too */
                 {"-", "bare"},
                 {"-", "7"}};
    open_highlights();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const char *time = highlight(i)->label;
        cr_expect_str_eq(time + strspn(time, " "), lines[i].time);
        cr_expect_str_has(highlight(i)->full, lines[i].words);
    }
    find("no list");
    cr_expect_str_eq(at_hand()->full, "no list");
}

Test(app_highlights, a_refresh_leaves_the_cursor_on_its_highlight)
{
    read_highlights(TWO_LISTS);
    open_highlights();
    find("clerk");
    read_highlights(
        "{\"TextList\":[[{\"Category\":\"People\",\"Text\":\"mayor of the town by the river and the "
        "dam\",\"TimestampMs\":1500},"
        "{\"Category\":\"People\",\"Text\":\"clerk\",\"TimestampMs\":62000}]]}");
    cr_expect_str_eq(label(), "00:01:02");
}

Test(app_highlights, brackets_go_from_heading_to_heading)
{
    static const char *const headings[] = {"Options", "Highlights", "Metadata", "Media",
                                           "Sharing", "Dates",      "Record",   "Activity"};
    read_highlights(TWO_LISTS);
    open_highlights();
    bench_keys(&bench, "g");
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++) {
        bench_keys(&bench, "]");
        cr_expect_str_starts(at_hand()->value, headings[i]);
    }
    bench_keys(&bench, "]");
    cr_expect_str_starts(at_hand()->value, "Activity");
    cr_expect(*bench.app->status);
    bench_keys(&bench, "[ [ [ [ [ [ [");
    cr_expect_str_starts(at_hand()->value, "Options");
    find("mayor");
    bench_keys(&bench, "[");
    cr_expect_str_starts(at_hand()->value, "Highlights", "first to the heading that one is under");
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
        while (end < page->count && page->lines[end].kind != LINE_HEADING)
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
    bench_type(&bench, "/codec");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(label(), "MediaInfo.Codec");
    bench_keys(&bench, "[");
    cr_expect_str_eq(at_hand()->value, "Other");
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
