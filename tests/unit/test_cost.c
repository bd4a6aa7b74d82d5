/* core/cost and core/free_credit: the minutes that projects take, and what of the credit is free. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "free_credit.h"
#include "steno/api/param.h"
#include "steno/core/cost.h"

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

static void says(int64_t minutes, int64_t unknown, const struct free_credit *credit, const char *of_credit,
                 const char *takes, bool fits)
{
    struct cost cost = {.minutes = minutes, .unknown = unknown};
    char said[COST_TEXT_SIZE];
    cost_of_credit(said, sizeof said, cost, credit);
    cr_expect_str_eq(said, of_credit, "%s", said);
    cost_takes(said, sizeof said, cost, credit);
    cr_expect_str_eq(said, takes, "%s", said);
    cr_expect_eq(cost_fits(cost, credit), fits, "%s", of_credit);
}

Test(cost, is_said_beside_the_credit_that_is_free)
{
    says(42, 0, LEFT(43), "42 of 43 min", "Takes 42 of 43 minutes", true);
    says(43, 0, LEFT(43), "43 of 43 min", "Takes 43 of 43 minutes", true);
    says(44, 0, LEFT(43), "44 of 43 min", "Takes 44 of 43 minutes", false);
    says(990, 2, LEFT(307), "990+? of 307 min", "Takes 990+? of 307 minutes", false);
    says(0, 1, LEFT(307), "0+? of 307 min", "", true);
    says(990, 0, LEFT(-1), "990 min", "", true);
    struct free_credit doubtful = {.left = 307, .transcribed_ms = -1, .is_doubtful = true};
    says(43, 0, &doubtful, "43 of 307? min", "Takes 43 of 307? min", true);
    says(37, 0, TAKEN(270), "37 of 37 min", "Takes 37 of 37 minutes; 270 of 307 are in progress", true);
    says(38, 0, TAKEN(270), "38 of 37 min", "Takes 38 of 37 minutes; 270 of 307 are in progress", false);
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
    struct credit_job job = {.sent_ms = SENT_MS, .part_ms = MINUTE};
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
    job.is_taken = true;
    cr_expect_not(credit_job_counts(&job, &credit, SENT_MS + HOUR));
}

Test(free_credit, the_users_own_minutes_tell_whether_the_server_takes_them_at_once)
{
    cr_expect_not(free_credit_is_taken(100 * MINUTE, 142 * MINUTE - 1, 43 * MINUTE));
    cr_expect(free_credit_is_taken(100 * MINUTE, 142 * MINUTE, 43 * MINUTE));
    cr_expect(free_credit_is_taken(100 * MINUTE, 143 * MINUTE, 43 * MINUTE));
    cr_expect_not(free_credit_is_taken(100 * MINUTE, 142 * MINUTE, 43 * MINUTE + 1));
    cr_expect_not(free_credit_is_taken(-1, 142 * MINUTE, 43 * MINUTE), "nothing to compare with");
    cr_expect_not(free_credit_is_taken(100 * MINUTE, -1, 43 * MINUTE));
    cr_expect_not(free_credit_is_taken(100 * MINUTE, 100 * MINUTE, MINUTE),
                  "what has not risen tells nothing");
    cr_expect(free_credit_is_taken(100 * MINUTE, 101 * MINUTE, MINUTE));
    cr_expect_not(free_credit_is_taken(100 * MINUTE, 200 * MINUTE, 0), "there was no job");
}
