/* core/cost: the minutes that projects take of the credit. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/api/param.h"
#include "steno/core/cost.h"
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
        struct cost cost = cost_of(part_of(cases[i].length_ms, cases[i].start, cases[i].at_most), true);
        cr_expect_eq(cost.minutes, cases[i].minutes, "%zu: %lld", i, (long long)cost.minutes);
        cr_expect_eq(cost.unknown, 0, "%zu", i);
    }
}

Test(cost, an_unknown_length_counts_nothing_and_is_counted)
{
    cr_expect_eq(cost_of(part_of(-1, NULL, "60"), true).unknown, 1);
    cr_expect_eq(cost_of(part_of(-1, NULL, "60"), true).minutes, 0);
    cr_expect_eq(cost_part(-1, NULL), -1);
}

Test(cost, what_cannot_be_sent_takes_nothing)
{
    struct cost cost = cost_of(43 * MINUTE, false), unknown = cost_of(-1, false);
    cr_expect_eq(cost.minutes + cost.unknown + unknown.minutes + unknown.unknown, 0);
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

static void asks(struct cost_item *items, size_t count, struct credit credit, int cells, const char *heading,
                 const char *note)
{
    for (size_t i = 0; i < count; i++) {
        items[i].id = (int64_t)i + 1;
        items[i].part_ms = items[i].part_ms ? items[i].part_ms : 10 * MINUTE;
        items[i].label = items[i].label ? items[i].label : "";
    }
    struct cost_plan plan = cost_plan_make(items, count, credit);
    char *said = cost_plan_heading(&plan, credit, "Lang en-US", cells < 60);
    cr_expect_str_eq(said, heading, "%s", said);
    free(said);
    said = cost_plan_note(&plan, credit, "15:29", cells);
    cr_expect_str_eq(said, note, "%s", said);
    free(said);
}

Test(cost_plan, y_goes_down_the_order_and_leaves_out_what_no_longer_fits)
{
    struct cost_item all[3] = {{0}}, some[3] = {{0}}, one[3] = {{.part_ms = 40 * MINUTE}}, none[2] = {{0}};
    asks(all, 3, LEFT(30), 79, "Enqueue 3 projects, Lang en-US: takes 30 of 30 minutes",
         "Credit as of 15:29.");
    asks(some, 3, LEFT(29), 79, "Enqueue 3 projects, Lang en-US: 30 minutes do not fit in 29",
         "y  the first 2 that fit, in this order: 1, 2; 20 minutes\na  all 3; the server may refuse some\n"
         "Credit as of 15:29.");
    asks(one, 3, LEFT(31), 39, "Enqueue 3: Lang en-US",
         "60 minutes do not fit in 31\ny  the first 2 that fit; 20 minutes\na  all 3; some may be refused");
    asks(none, 2, LEFT(9), 79, "Enqueue 2 projects, Lang en-US: 20 minutes do not fit in 9",
         "a  all 2; the server may refuse some\nCredit as of 15:29.");
}

static void expect_sum(struct cost_item *items, size_t count, struct credit credit, const char *wanted)
{
    struct cost_plan plan = cost_plan_make(items, count, credit);
    char *sum = cost_plan_sum(&plan, credit, false);
    cr_expect_str_eq(sum, wanted, "%s", sum);
    free(sum);
}

Test(cost_plan, a_form_says_how_many_can_be_sent_and_what_they_take)
{
    struct cost_item items[3] = {{.part_ms = 1}, {.part_ms = MINUTE}, {.part_ms = 9, .bar = COST_READ_ONLY}};
    expect_sum(items, 3, LEFT(30), "2 can be sent: 2 minutes, the credit is 30");
    items[0].part_ms = -1;
    expect_sum(items, 3, LEFT(-1), "2 can be sent: 1+? minutes");
}

Test(cost_plan, what_was_sent_before_is_in_doubt_unless_all_of_it_was)
{
    struct cost_item some[4] = {{.doubt = COST_COMPLETED, .label = "First pass"},
                                {0},
                                {.doubt = COST_LOST},
                                {.doubt = COST_IN_PROGRESS}};
    struct cost_item all[2] = {{.doubt = COST_COMPLETED}, {.doubt = COST_COMPLETED}};
    asks(some, 4, LEFT(300), 79, "Enqueue 4 projects, Lang en-US: takes 40 of 300 minutes",
         "y  the 1 that were never transcribed: 2; 10 minutes\na  all 4, 3 of them again\n"
         "! Completed, only by a: 1 (First pass)\n! In progress, only by a: 4\n"
         "! No response yet, only by a: 3\nCredit as of 15:29.");
    asks(all, 2, LEFT(37), 79, "Enqueue 2 projects again, Lang en-US: takes 20 of 37 minutes",
         "! Completed: 1, 2\nCredit as of 15:29.");
}

Test(cost_plan, many_ids_are_named_as_they_fit)
{
    static struct cost_item many[20000];
    for (size_t i = 0; i < 20000; i++)
        many[i] = (struct cost_item){.bar = i == 0 ? COST_POSSIBLE : COST_READ_ONLY};
    asks(many, 20000, LEFT(300), 79, "Enqueue 1 of 20000 projects, Lang en-US: takes 10 of 300 minutes",
         "! Not sent, stay marked: #2 read-only, #3 read-only and 19997 more\n"
         "Credit as of 15:29.");
}

Test(cost_plan, lengths_that_are_not_known_and_hidden_ones_are_named)
{
    struct cost_item items[3] = {{.part_ms = -1}, {0}, {.bar = COST_NOT_FOUND, .is_hidden = true}};
    asks(items, 3, LEFT(10), 79, "Enqueue 2 of 3 projects, Lang en-US: takes 10+? of 10 minutes",
         "1 is not shown: 3\n! Length not known: 1\n! Not sent, stay marked: #3 not found\n"
         "Credit as of 15:29.");
}
