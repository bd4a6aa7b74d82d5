/* core/cost and core/free_credit: the minutes that projects take, and what of the credit is free. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/api/param.h"
#include "steno/core/cost.h"
#include "support/asserts.h"

#define MINUTE   INT64_C(60000)
#define HOUR     INT64_C(3600000)
#define SENT_MS  INT64_C(1795287720000) /* Sat 2026-11-21 19:02 UTC */
#define READ_MS  (SENT_MS - HOUR)
#define LEFT(n)  (&(struct free_credit){.left = (n), .transcribed_ms = -1})
#define TAKEN(n) (&(struct free_credit){.left = 307, .transcribed_ms = -1, .in_progress = (n)})

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

static void says(int64_t minutes, int64_t unknown, const struct free_credit *credit, const char *takes,
                 bool fits)
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
    struct free_credit doubtful = {.left = 307, .transcribed_ms = -1, .is_doubtful = true};
    says(43, 0, &doubtful, "Takes 43 of 307? min", true);
    says(37, 0, TAKEN(270), "Takes 37 of 37 minutes; 270 of 307 are in progress", true);
    says(38, 0, TAKEN(270), "Takes 38 of 37 minutes; 270 of 307 are in progress", false);
}

static void shows(const struct free_credit *credit, const char *left, const char *parts)
{
    char said[COST_TEXT_SIZE];
    cost_free(said, sizeof said, credit);
    cr_expect_str_eq(said, left, "%s", said);
    cost_parts(said, sizeof said, credit);
    cr_expect_str_eq(said, parts, "%s", said);
}

Test(free_credit, is_never_below_nothing)
{
    shows(LEFT(-1), "", "");
    shows(LEFT(307), "307 min", "307 min");
    shows(TAKEN(306), "1 min", "307 min, 306 in progress, 1 free");
    shows(TAKEN(307), "0 min", "307 min, 307 in progress, 0 free");
    shows(TAKEN(308), "0 min", "307 min, 308 in progress, 0 free");
    cr_expect_eq(free_credit_minutes(LEFT(-1)), -1);
}

Test(free_credit, a_job_counts_until_a_reading_that_began_after_its_end_and_a_day_at_most)
{
    struct free_credit credit = {.left = 307, .read_ms = READ_MS};
    struct credit_job job = {.sent_ms = SENT_MS, .minutes = 1};
    cr_expect_not(credit_job_counts(&(struct credit_job){0}, &credit, SENT_MS));
    cr_expect(credit_job_counts(&job, &credit, SENT_MS));
    cr_expect(credit_job_counts(&job, &credit, SENT_MS + 24 * HOUR - 1));
    cr_expect_not(credit_job_counts(&job, &credit, SENT_MS + 24 * HOUR));
    credit.read_ms = SENT_MS + HOUR;
    cr_expect(credit_job_counts(&job, &credit, SENT_MS + HOUR), "it has not ended");
    job.ended_ms = credit.read_ms + 1;
    cr_expect(credit_job_counts(&job, &credit, SENT_MS + HOUR));
    job.ended_ms = credit.read_ms;
    cr_expect_not(credit_job_counts(&job, &credit, SENT_MS + HOUR));
    job.ended_ms = 0;
    credit.taken_ms = SENT_MS;
    cr_expect_not(credit_job_counts(&job, &credit, SENT_MS + HOUR), "it is in the number");
}

Test(free_credit, is_without_all_jobs_that_count_and_knows_the_oldest)
{
    struct free_credit credit = {.left = 307, .read_ms = READ_MS};
    const struct credit_job jobs[] = {{.sent_ms = SENT_MS + 2, .minutes = 90},
                                      {.sent_ms = SENT_MS + 1, .minutes = 45},
                                      {.sent_ms = SENT_MS, .ended_ms = READ_MS - 1, .minutes = 7},
                                      {.sent_ms = SENT_MS + 3, .ended_ms = SENT_MS + 9, .minutes = 5}};
    for (size_t i = 0; i < 4; i++)
        free_credit_add(&credit, &jobs[i], SENT_MS + HOUR);
    shows(&credit, "167 min", "307 min, 140 in progress, 167 free");
    cr_expect_eq(credit.first_ms, SENT_MS + 1);
    cr_expect_eq(credit.going_on, 2);
    cr_expect_eq(credit.ended_ms, SENT_MS + 9);
}

/* Do readings of so much transcribed before and after tell that jobs of this length were taken? */
static bool tells_taken(int64_t before_ms, int64_t after_ms, int64_t parts_ms)
{
    struct free_credit credit = {.left = 307, .transcribed_ms = before_ms, .read_ms = READ_MS};
    free_credit_take(
        &credit, &(struct free_credit){.left = 264, .transcribed_ms = after_ms, .read_ms = READ_MS + HOUR},
        parts_ms);
    cr_expect_eq(credit.left, 264);
    cr_expect_eq(credit.asked_ms, READ_MS + HOUR);
    return credit.taken_ms == READ_MS + HOUR;
}

Test(free_credit, the_users_own_minutes_tell_whether_the_server_takes_them_at_once)
{
    cr_expect_not(tells_taken(100 * MINUTE, 142 * MINUTE - 1, 43 * MINUTE));
    cr_expect(tells_taken(100 * MINUTE, 142 * MINUTE, 43 * MINUTE));
    cr_expect(tells_taken(100 * MINUTE, 143 * MINUTE, 43 * MINUTE));
    cr_expect_not(tells_taken(100 * MINUTE, 142 * MINUTE, 43 * MINUTE + 1));
    cr_expect_not(tells_taken(-1, 142 * MINUTE, 43 * MINUTE), "nothing to compare with");
    cr_expect_not(tells_taken(100 * MINUTE, -1, 43 * MINUTE));
    cr_expect_not(tells_taken(100 * MINUTE, 100 * MINUTE, MINUTE), "what has not risen tells nothing");
    cr_expect(tells_taken(100 * MINUTE, 101 * MINUTE, MINUTE));
    cr_expect_not(tells_taken(100 * MINUTE, 200 * MINUTE, 0), "there was no job");
}

Test(free_credit, a_reading_that_failed_leaves_the_number_and_an_older_one_is_dropped)
{
    struct free_credit credit = {.left = 307, .transcribed_ms = -1, .read_ms = READ_MS};
    free_credit_take(&credit, &(struct free_credit){.read_ms = READ_MS + HOUR, .is_doubtful = true}, 0);
    shows(&credit, "307? min", "307? min");
    cr_expect_eq(credit.read_ms, READ_MS);
    free_credit_take(&credit, &(struct free_credit){.left = 1, .read_ms = READ_MS - 1}, 0);
    shows(&credit, "307? min", "307? min");
    free_credit_take(&credit, &(struct free_credit){.left = 200, .read_ms = READ_MS + 2 * HOUR}, 0);
    shows(&credit, "200 min", "200 min");
}

/* What is asked about these projects of ten minutes each, but for what they say otherwise. */
static void asks(struct cost_item *items, size_t count, const struct free_credit *credit, int cells,
                 const char *heading, const char *note)
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
         "Credit as of 15:29; nothing sent from here is in progress.");
    asks(some, 3, LEFT(29), 79, "Enqueue 3 projects, Lang en-US: 30 minutes do not fit in 29",
         "y  the first 2 that fit, in this order: 1, 2; 20 minutes\na  all 3; the server may refuse some\n"
         "Credit as of 15:29; nothing sent from here is in progress.");
    asks(one, 3, LEFT(31), 39, "Enqueue 3: Lang en-US",
         "60 minutes do not fit in 31\ny  the first 2 that fit; 20 minutes\na  all 3; some may be refused");
    asks(none, 2, LEFT(9), 79, "Enqueue 2 projects, Lang en-US: 20 minutes do not fit in 9",
         "a  all 2; the server may refuse some\nCredit as of 15:29; nothing sent from here is in progress.");
    const struct free_credit knows = {.left = 30, .going_on = 1}; /* the server took its minutes at once */
    asks((struct cost_item[2]){{0}}, 2, &knows, 79, "Enqueue 2 projects, Lang en-US: takes 20 of 30 minutes",
         "Credit as of 15:29.");
}

static void expect_sum(struct cost_item *items, size_t count, const struct free_credit *credit,
                       const char *wanted)
{
    struct cost_plan plan = cost_plan_make(items, count, credit);
    char *sum = cost_plan_sum(&plan, credit, false);
    cr_expect_str_eq(sum, wanted, "%s", sum);
    free(sum);
}

Test(cost_plan, a_form_says_how_many_can_be_sent_and_what_they_take)
{
    struct cost_item items[3] = {{.part_ms = 1}, {.part_ms = MINUTE}, {.part_ms = 9, .bar = COST_READ_ONLY}};
    const struct free_credit doubtful = {.left = 30, .is_doubtful = true}, unknown = {.left = -1};
    expect_sum(items, 3, LEFT(30), "2 can be sent: 2 minutes, the credit is 30");
    expect_sum(items, 3, &doubtful, "2 can be sent: 2 minutes, the credit is 30?");
    items[0].part_ms = -1;
    expect_sum(items, 3, &unknown, "2 can be sent: 1+? minutes");
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
         "! No response yet, only by a: 3\nCredit as of 15:29; nothing sent from here is in progress.");
    asks(all, 2, TAKEN(270), 79, "Enqueue 2 projects again, Lang en-US: takes 20 of 37 minutes",
         "! Completed: 1, 2\nCredit as of 15:29: 307 minutes, 270 in progress, 37 free.");
}

Test(cost_plan, many_ids_are_named_as_they_fit)
{
    static struct cost_item many[20000];
    for (size_t i = 0; i < 20000; i++)
        many[i] = (struct cost_item){.bar = i == 0 ? COST_POSSIBLE : COST_READ_ONLY};
    asks(many, 20000, LEFT(300), 79, "Enqueue 1 of 20000 projects, Lang en-US: takes 10 of 300 minutes",
         "! Not sent, stay marked: #2 read-only, #3 read-only and 19997 more\n"
         "Credit as of 15:29; nothing sent from here is in progress.");
}

Test(cost_plan, lengths_that_are_not_known_and_hidden_ones_are_named)
{
    struct cost_item items[3] = {{.part_ms = -1}, {0}, {.bar = COST_NOT_FOUND, .is_hidden = true}};
    asks(items, 3, LEFT(10), 79, "Enqueue 2 of 3 projects, Lang en-US: takes 10+? of 10 minutes",
         "1 is not shown: 3\n! Length not known: 1\n! Not sent, stay marked: #3 not found\n"
         "Credit as of 15:29; nothing sent from here is in progress.");
}

static void expect_said(struct cost_item *items, size_t count, const struct free_credit *credit,
                        const char *wanted)
{
    for (size_t i = 0; i < count; i++)
        items[i].id = (int64_t)i + 3;
    struct cost_plan plan = cost_plan_make(items, count, credit);
    char *said = cost_plan_said(&plan, credit, "15:29");
    cr_expect_str_eq(said, wanted, "%s", said);
    free(said);
}

Test(cost_plan, the_command_line_says_it_in_one_sentence)
{
    struct cost_item items[4] = {{.part_ms = 90 * MINUTE, .bar = COST_NO_MEDIA},
                                 {.part_ms = 90 * MINUTE},
                                 {.part_ms = 90 * MINUTE, .doubt = COST_COMPLETED},
                                 {.part_ms = 90 * MINUTE}};
    const struct free_credit unknown = {.left = -1};
    expect_said(items, 4, LEFT(307),
                "3 of 4 projects, 270 minutes; 307 free (as of 15:29); 4 6 fit. In doubt: #5 Completed. "
                "Cannot be sent: #3 no media.");
    expect_said(items, 4, LEFT(99),
                "3 of 4 projects, 270 minutes; 99 free (as of 15:29); 4 fits. In doubt: #5 Completed. "
                "Cannot be sent: #3 no media.");
    expect_said(items, 2, LEFT(9),
                "1 of 2 projects, 90 minutes; 9 free (as of 15:29); none fits. Cannot be sent: #3 no media.");
    items[1].part_ms = -1;
    expect_said(&items[1], 1, &unknown, "1 project, 0+? minutes; the credit is not known.");
    expect_said(&items[3], 1, LEFT(307), "1 project, 90 minutes; 307 free (as of 15:29).");
}
