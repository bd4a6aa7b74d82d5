/* core/forms: the minutes that projects take of the credit. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/core/forms.h"
#include "support/asserts.h"

#define MINUTE  INT64_C(60000)
#define LEFT(n) ((struct credit){.left = (n)})

/* The part of a recording that an enqueue with these values asks for; NULL: without the parameter. */
static int64_t part_of(int64_t length_ms, const char *start, const char *at_most)
{
    struct param_set *set = param_set_new(&params_enqueue);
    if (start)
        param_set_put_raw(set, param_find(&params_enqueue, "StartTranscriptionAtSeconds"), start);
    if (at_most)
        param_set_put_raw(set, param_find(&params_enqueue, "TranscriptionDurationInSeconds"), at_most);
    int64_t part_ms = cost_part(length_ms, set);
    param_set_free(set);
    return part_ms;
}

Test(cost, begun_minutes_of_the_part_that_is_asked_for_count)
{
    static const struct {
        int64_t length_ms;
        const char *start, *at_most;
        int64_t minutes;
    } cases[] = {
        {2530000, NULL, NULL, 43},
        {43 * MINUTE - 1, NULL, NULL, 43},
        {43 * MINUTE, NULL, NULL, 43},
        {43 * MINUTE + 1, NULL, NULL, 44},
        {1, NULL, NULL, 1},
        {0, NULL, NULL, 0},
        {2530000, NULL, "60", 1},
        {2530000, NULL, "60.001", 2},
        {2530000, NULL, "59.9", 1},
        {2530000, "2500", NULL, 1},
        {2530000, "2530", NULL, 0},
        {2530000, "2600", NULL, 0},
        {2530000, NULL, "9999", 43},
        {2530000, NULL, "99999999999999999999", 43},
        {2530000, "99999999999999999999", NULL, 0},
        {2530000, "2470", "30", 1},
        {2530000, "0", "0", 0},
        {2530000, "x", "y", 43},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cost cost = cost_of(part_of(cases[i].length_ms, cases[i].start, cases[i].at_most));
        cr_expect_eq(cost.minutes, cases[i].minutes, "%zu: %lld", i, (long long)cost.minutes);
        cr_expect_eq(cost.unknown, 0, "%zu", i);
    }
}

Test(cost, an_unknown_length_counts_nothing_and_is_counted)
{
    cr_expect_eq(cost_of(part_of(-1, NULL, "60")).unknown, 1);
    cr_expect_eq(cost_of(part_of(-1, NULL, "60")).minutes, 0);
    cr_expect_eq(cost_part(-1, NULL), -1);
}

static void says(int64_t minutes, int64_t unknown, struct credit credit, const char *takes, bool fits)
{
    struct cost cost = {.minutes = minutes, .unknown = unknown};
    char said[COST_TEXT_SIZE];
    cost_takes(said, sizeof said, cost, credit);
    cr_expect_str_eq(said, takes, "%s", said);
    cr_expect_eq(cost_fits(cost, credit), fits, "%s", said);
}

Test(cost, is_said_beside_the_credit_that_is_free)
{
    says(42, 0, LEFT(43), "Takes 42 of 43 minutes", true);
    says(43, 0, LEFT(43), "Takes 43 of 43 minutes", true);
    says(44, 0, LEFT(43), "Takes 44 of 43 minutes", false);
    says(990, 2, LEFT(307), "Takes 990+? of 307 minutes", false);
    says(0, 1, LEFT(307), "", true);
    says(990, 0, LEFT(-1), "", true);
}

/* Gives them their ids, from 1 on, and ten minutes each where they have none. */
static void number(struct cost_item *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        items[i].id = (int64_t)i + 1;
        items[i].part_ms = items[i].part_ms ? items[i].part_ms : 10 * MINUTE;
    }
}

static void asks(struct cost_item *items, size_t count, struct credit credit, const char *sentence,
                 const char *note)
{
    number(items, count);
    char *said = cost_sentence(items, count, credit);
    cr_expect_str_eq(said, sentence, "%s", said);
    free(said);
    said = cost_note(items, count, NULL, 79);
    cr_expect_str_eq(said, note, "%s", said);
    free(said);
}

Test(cost_question, says_the_minutes_of_what_is_sent_and_the_credit)
{
    struct cost_item new[3] = {{0}}, unknown[2] = {{.part_ms = -1}, {0}};
    asks(new, 3, LEFT(29), "3 projects: 30 minutes, you have 29", "");
    asks(new, 3, LEFT(-1), "3 projects: 30 minutes, the credit is not known", "");
    asks(unknown, 2, LEFT(10), "2 projects: 10+? minutes, you have 10", "");
}

Test(cost_question, what_is_completed_is_counted_and_sent_and_the_rest_is_named)
{
    struct cost_item some[8] = {{.state = COST_COMPLETED}, {0},
                                {.state = COST_LOST},      {.state = COST_IN_PROGRESS},
                                {.state = COST_COMPLETED}, {.state = COST_NO_MEDIA},
                                {.state = COST_READ_ONLY}, {.state = COST_UNREAD}};
    asks(some, 8, LEFT(300), "3 of 8: 30 minutes, you have 300",
         "2 are Completed, 1 is in progress.\n"
         "! Not sent: #3 no response yet, #4 in progress, #6 no media and 2 more");
}

Test(cost_question, many_ids_are_named_as_they_fit)
{
    static struct cost_item many[20000];
    for (size_t i = 0; i < 20000; i++)
        many[i].state = i == 0 ? COST_NEW : COST_READ_ONLY;
    asks(many, 20000, LEFT(300), "1 of 20000: 10 minutes, you have 300",
         "! Not sent: #2 read-only, #3 read-only, #4 read-only and 19996 more");
}

Test(cost_question, all_ids_are_named_where_the_line_just_holds_them)
{
    struct cost_item two[3] = {{0}, {.state = COST_READ_ONLY}, {.state = COST_NO_MEDIA}};
    number(two, 3);
    const char *line = "Not sent: #2 read-only, #3 no media";
    char *said = cost_not_sent(two, 3, "Not sent: ", (int)strlen(line));
    cr_expect_str_eq(said, line);
    free(said);
    said = cost_not_sent(two, 3, "Not sent: ", (int)strlen(line) - 1);
    cr_expect_str_eq(said, "Not sent: #2 read-only and 1 more");
    free(said);
    cr_expect_null(cost_not_sent(two, 1, "Not sent: ", 79));
}

Test(cost_question, the_time_of_the_credit_ends_the_note)
{
    struct cost_item one[2] = {{0}, {.state = COST_COMPLETED}};
    char *said = cost_note(one, 2, "09:02", 79);
    cr_expect_str_eq(said, "1 is Completed.\nCredit as of 09:02.");
    free(said);
}

static void expect_changed(bool changed, struct cost_item was, struct cost_item is)
{
    cr_expect_eq(cost_changed(&was, &is, 1), changed, "%d to %d", (int)was.state, (int)is.state);
}

Test(cost_question, has_changed_with_a_state_a_length_or_one_more_transcription)
{
    expect_changed(false, (struct cost_item){.version = 1}, (struct cost_item){.version = 2});
    expect_changed(true, (struct cost_item){0}, (struct cost_item){.state = COST_COMPLETED});
    expect_changed(true, (struct cost_item){0}, (struct cost_item){.state = COST_READ_ONLY});
    expect_changed(true, (struct cost_item){.part_ms = -1}, (struct cost_item){.part_ms = MINUTE});
    expect_changed(true, (struct cost_item){.state = COST_COMPLETED, .version = 1},
                   (struct cost_item){.state = COST_COMPLETED, .version = 2});
}
