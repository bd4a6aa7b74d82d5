/* core/act_words: what an act came to, of acts made by hand. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "steno/core/act_told.h"
#include "steno/core/act_words.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

#define CREDIT "CreditMinutes: not enough credit is left for this recording"

/* Thirteen that were sent: three accepted, eight refused, two not sent. */
static const struct act_part thirteen[] = {
    {.id = 3, .end = ACT_END_NOT_SENT, .reason = "no media"},
    {.id = 15, .end = ACT_END_ACCEPTED},
    {.id = 19, .end = ACT_END_ACCEPTED},
    {.id = 23, .end = ACT_END_ACCEPTED},
    {.id = 27, .end = ACT_END_REFUSED, .status = 403, .reason = CREDIT},
    {.id = 31, .end = ACT_END_REFUSED, .status = 403, .reason = CREDIT},
    {.id = 35, .end = ACT_END_REFUSED, .status = 403, .reason = CREDIT},
    {.id = 39, .end = ACT_END_NOT_SENT, .reason = "read-only"},
    {.id = 43, .end = ACT_END_REFUSED, .status = 403, .reason = CREDIT},
    {.id = 47, .end = ACT_END_REFUSED, .status = 403, .reason = CREDIT},
    {.id = 51, .end = ACT_END_REFUSED, .status = 403, .reason = CREDIT},
    {.id = 55, .end = ACT_END_REFUSED, .status = 403, .reason = CREDIT},
    {.id = 59, .end = ACT_END_REFUSED, .status = 403, .reason = CREDIT},
};
#define THIRTEEN thirteen, sizeof thirteen / sizeof thirteen[0]

/* A text that the caller has to free is this one. */
static void expect_text(char *text, const char *wanted)
{
    cr_expect_str_eq(text, wanted);
    free(text);
}

Test(act_words, the_sums_name_what_there_is_and_nothing_else)
{
    struct act_sums sums = act_sums_of(THIRTEEN);
    expect_text(act_sums_words(&sums), "3 accepted, 8 refused, 2 not sent");
    cr_expect_eq(act_sums_failed(&sums), 8, "what was not sent is no failure");
    sums = (struct act_sums){.of = {[ACT_END_COMPLETED] = 15, [ACT_END_FAILED] = 2}};
    expect_text(act_sums_words(&sums), "15 completed, 2 failed");
    sums = (struct act_sums){.of = {[ACT_END_COMPLETED] = 1, [ACT_END_NOT_STARTED] = 2}};
    expect_text(act_sums_words(&sums), "2 not started, 1 completed");
}

Test(act_words, an_open_one_outweighs_a_failure_and_that_a_success)
{
    struct act_sums open = {
        .of = {[ACT_END_IN_PROGRESS] = 1, [ACT_END_REFUSED] = 8, [ACT_END_COMPLETED] = 1}};
    struct act_sums failed = {.of = {[ACT_END_COMPLETED] = 15, [ACT_END_FAILED] = 1}};
    struct act_sums left = {.of = {[ACT_END_COMPLETED] = 15, [ACT_END_NOT_SENT] = 1}};
    struct act_sums well = {.of = {[ACT_END_COMPLETED] = 1}};
    cr_expect_eq(act_sums_mark(&open), '*');
    cr_expect_eq(act_sums_mark(&failed), '!');
    cr_expect_eq(act_sums_mark(&left), '!');
    cr_expect_eq(act_sums_mark(&well), '+');
}

Test(act_words, equal_outcomes_and_reasons_are_one_group_the_most_frequent_first)
{
    size_t count;
    struct act_group *groups = act_groups_make(THIRTEEN, &count);
    cr_assert_eq(count, 4);
    cr_expect_eq(groups[0].end, ACT_END_ACCEPTED);
    cr_expect_eq(groups[1].count, 8);
    expect_text(act_group_words(&groups[1], NULL, 45), "CreditMinutes: not enough credit is le… (403)");
    expect_text(act_group_words(&groups[1], NULL, 80), CREDIT " (403)");
    expect_text(act_group_ids(&groups[1], 23), "27 31 35 43 47 51 55 59");
    expect_text(act_group_ids(&groups[1], 22), "27 31 35 43 and 4 more");
    expect_text(act_group_ids(&groups[1], 0), "27 31 35 43 47 51 55 59");
    expect_text(act_group_words(&groups[2], NULL, 45), "not sent: no media");
    expect_text(act_group_words(&groups[3], NULL, 45), "not sent: read-only");
    cr_expect_eq(act_group_mark(&groups[0]), '+');
    cr_expect_eq(act_group_mark(&groups[3]), '!');
    act_groups_free(groups, count);
}

Test(act_words, a_reason_that_names_the_project_is_the_same_for_all_of_them)
{
    static const struct act_part parts[] = {
        {.id = 7, .end = ACT_END_REFUSED, .status = 412, .reason = "Project 7 has no media"},
        {.id = 12, .end = ACT_END_REFUSED, .status = 412, .reason = "Project 12 has no media"},
        {.id = 1, .end = ACT_END_REFUSED, .status = 412, .reason = "Project 12 has no media"},
        {.id = 9, .end = ACT_END_REFUSED, .status = 400, .reason = "Project 9 has no media"},
    };
    size_t count;
    struct act_group *groups = act_groups_make(parts, 4, &count);
    cr_assert_eq(count, 3, "another status, or the id of another project, is another reason");
    cr_expect_eq(groups[0].count, 2);
    expect_text(act_group_words(&groups[0], NULL, 80), "Project has no media (412)");
    expect_text(act_group_words(&groups[1], NULL, 80), "Project 12 has no media (412)");
    expect_text(act_group_words(&groups[2], NULL, 80), "Project 9 has no media (400)");
    act_groups_free(groups, count);
}

Test(act_words, those_in_progress_say_since_when_the_first_of_them_is)
{
    static const struct act_part parts[] = {{.id = 15, .end = ACT_END_IN_PROGRESS, .since_ms = 2000},
                                            {.id = 19, .end = ACT_END_IN_PROGRESS, .since_ms = 1000},
                                            {.id = 23, .end = ACT_END_IN_PROGRESS}};
    size_t count;
    struct act_group *groups = act_groups_make(parts, 3, &count);
    cr_assert_eq(count, 1);
    cr_expect_eq(groups[0].since_ms, 1000);
    expect_text(act_group_words(&groups[0], "15:30", 45), "in progress since 15:30");
    act_groups_free(groups, count);
}

Test(act_words, the_sentence_about_failures_has_the_sums_and_two_reasons)
{
    expect_text(act_words_failed("Enqueue of 13, 15:30", THIRTEEN, "L", 78),
                "Enqueue of 13, 15:30: 3 accepted, 8 refused, 2 not sent; L has all of it\n"
                "!8  CreditMinutes: not enough credit is left for this recording (403)\n"
                "!2  not sent: #3 no media, #39 read-only");
}

Test(act_words, a_narrow_one_has_the_sums_and_one_reason)
{
    expect_text(act_words_failed("Enqueue of 13, 15:30", THIRTEEN, "L", 38),
                "3 accepted, 8 refused, 2 not sent: L\n"
                "!8  CreditMinutes: not enough credit …");
}

Test(act_words, more_reasons_than_two_are_counted)
{
    static const struct act_part parts[] = {
        {.id = 1, .end = ACT_END_REFUSED, .status = 403, .reason = "one"},
        {.id = 2, .end = ACT_END_REFUSED, .status = 403, .reason = "one"},
        {.id = 3, .end = ACT_END_REFUSED, .status = 403, .reason = "two"},
        {.id = 4, .end = ACT_END_REFUSED, .status = 412, .reason = "three"},
        {.id = 5, .end = ACT_END_LOST},
        {.id = 6, .end = ACT_END_NOT_SENT},
    };
    expect_text(act_words_failed("Enqueue of 6, 15:30", parts, 6, "L", 78),
                "Enqueue of 6, 15:30: 4 refused, 1 with unknown outcome, 1 not sent: L\n"
                "!2  one (403)\n"
                "!1  two (403); and 3 more reasons");
}

Test(act_words, of_those_not_sent_as_many_are_named_as_fit)
{
    struct act_part parts[40];
    for (int i = 0; i < 40; i++)
        parts[i] = (struct act_part){.id = 100 + i, .end = ACT_END_NOT_SENT, .reason = "no media"};
    expect_text(act_words_failed("Enqueue of 40, 15:30", parts, 40, "L", 78),
                "Enqueue of 40, 15:30: 40 not sent; L has all of it\n"
                "!40 not sent, no media: 100 101 102 103 104 105 106 107 108 109 and 30 more");
    parts[39].reason = "read-only";
    expect_text(act_words_failed("Enqueue of 40, 15:30", parts, 40, "L", 78),
                "Enqueue of 40, 15:30: 40 not sent; L has all of it\n"
                "!40 not sent: #100 no media, #101 no media, #102 no media and 37 more");
}

Test(act_words, sums_that_are_long_keep_both_reasons_and_lose_words)
{
    static const struct act_part parts[] = {
        {.id = 1, .end = ACT_END_REFUSED, .status = 403, .reason = "one"},
        {.id = 2, .end = ACT_END_LOST},
        {.id = 3, .end = ACT_END_ACCEPTED},
        {.id = 4, .end = ACT_END_NOT_SENT, .reason = "no media"},
    };
    expect_text(act_words_failed("Enqueue of 4, 15:30", parts, 4, "L", 78),
                "1 accepted, 1 refused, 1 with unknown outcome, 1 not sent: L\n"
                "!1  one (403)\n"
                "!1  with unknown outcome; and 1 more reason");
}

/* What became of an enqueue that was accepted, without an end in the store, whose project has this state. */
static enum act_end came_to(const char *before, const char *after, const char *state)
{
    struct settings settings;
    settings_init(&settings);
    char was[16], is[16];
    snprintf(was, sizeof was, "%s", before);
    snprintf(is, sizeof is, "%s", after);
    const struct act act = {.op = ENDPOINT_ENQUEUE};
    const struct write row = {.id = 1, .outcome = WRITE_DONE, .before = was, .after = is};
    enum act_end end = act_part_of(&act, &row, state, 0, &settings).end;
    settings_free(&settings);
    return end;
}

Test(act_told, what_has_just_ended_was_in_progress)
{
    cr_expect_eq(came_to("None", "InProgress", "InProgress"), ACT_END_IN_PROGRESS);
    cr_expect_eq(came_to("None", "InProgress", "Completed"), ACT_END_IN_PROGRESS);
    cr_expect_eq(came_to("None", "None", "Failed"), ACT_END_IN_PROGRESS);
    cr_expect_eq(came_to("Failed", "InProgress", "Failed"), ACT_END_IN_PROGRESS);
    cr_expect_eq(came_to("None", "None", "None"), ACT_END_NOT_STARTED);
    cr_expect_eq(came_to("Completed", "Completed", "Completed"), ACT_END_NOT_STARTED);
}

/* What became of one whose sender waits until 1000, seen then. */
static enum act_end open_at(int64_t wall_ms)
{
    struct settings settings;
    settings_init(&settings);
    const struct act act = {.op = ENDPOINT_ENQUEUE};
    const struct write row = {.id = 1, .outcome = WRITE_OPEN, .until_ms = 1000};
    enum act_end end = act_part_of(&act, &row, NULL, wall_ms, &settings).end;
    settings_free(&settings);
    return end;
}

Test(act_told, one_without_an_answer_is_being_sent_until_its_sender_gives_up)
{
    cr_expect_eq(open_at(1000), ACT_END_SENDING);
    cr_expect_eq(open_at(1001), ACT_END_LOST);
}
