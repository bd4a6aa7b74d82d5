/* core/estimate: what earlier jobs tell, and what they do not. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/core/estimate.h"
#include "support/asserts.h"

#define MINUTE   INT64_C(60000)
#define START_MS INT64_C(1795287720000) /* Sat 2026-11-21 19:02 UTC */

/* Jobs of a recording of 100 minutes that took so many minutes each. */
static struct estimate after(const int *minutes, size_t count, int64_t length_ms, int64_t read_ms)
{
    struct estimate_job jobs[16];
    for (size_t i = 0; i < count; i++)
        jobs[i] = (struct estimate_job){.work_ms = minutes[i] * MINUTE, .length_ms = 100 * MINUTE};
    return estimate_make(jobs, count, length_ms, START_MS, read_ms);
}

static void says(const struct estimate *estimate, const char *text, const char *sentence)
{
    char said[ESTIMATE_TEXT_SIZE * 2];
    estimate_text(said, sizeof said, estimate, START_MS, DATE_UTC);
    cr_assert_str_eq(said, text);
    estimate_sentence(said, sizeof said, estimate, "en-US", START_MS, DATE_UTC);
    cr_assert_str_eq(said, sentence);
}

Test(estimate, fewer_than_five_jobs_tell_nothing)
{
    struct estimate estimate = after((int[]){20, 20, 20, 20}, 4, 100 * MINUTE, START_MS);
    cr_assert_eq(estimate.jobs, 0);
    says(&estimate, "", "");
}

Test(estimate, jobs_without_a_length_do_not_count)
{
    struct estimate_job jobs[5] = {{0}};
    for (int i = 0; i < 4; i++)
        jobs[i] = (struct estimate_job){.work_ms = MINUTE, .length_ms = MINUTE};
    jobs[4] = (struct estimate_job){.work_ms = MINUTE};
    cr_assert_eq(estimate_make(jobs, 5, MINUTE, START_MS, START_MS).jobs, 0);
}

Test(estimate, nothing_is_said_of_a_recording_without_a_length_or_a_start)
{
    static const int minutes[] = {20, 20, 20, 20, 20};
    cr_assert_eq(after(minutes, 5, 0, START_MS).jobs, 0);
    cr_assert_eq(after(minutes, 5, -1, START_MS).jobs, 0);
    struct estimate_job jobs[5];
    for (int i = 0; i < 5; i++)
        jobs[i] = (struct estimate_job){.work_ms = MINUTE, .length_ms = MINUTE};
    cr_assert_eq(estimate_make(jobs, 5, MINUTE, 0, START_MS).jobs, 0);
}

Test(estimate, the_middle_of_the_jobs_makes_the_range_and_their_order_does_not_matter)
{
    static const int minutes[] = {30, 10, 20, 15, 25, 12, 28, 18, 22, 500, 1};
    struct estimate estimate = after(minutes, 11, 100 * MINUTE, START_MS + MINUTE);
    cr_assert_eq(estimate.from_ms, START_MS + 10 * MINUTE); /* the second and the last but one of eleven */
    cr_assert_eq(estimate.to_ms, START_MS + 30 * MINUTE);
    says(&estimate, "done about 19:12 to 19:32 (from 11 jobs)",
         "Done about 19:12 to 19:32, from 11 jobs in en-US");
}

Test(estimate, it_grows_with_the_recording)
{
    struct estimate estimate = after((int[]){20, 20, 20, 20, 20}, 5, 50 * MINUTE, START_MS);
    cr_assert_eq(estimate.from_ms, START_MS + 10 * MINUTE);
    cr_assert_eq(estimate.to_ms, START_MS + 10 * MINUTE);
}

Test(estimate, a_reading_after_the_range_says_that_it_takes_longer)
{
    static const int minutes[] = {20, 20, 20, 20, 20};
    struct estimate estimate = after(minutes, 5, 100 * MINUTE, START_MS + 20 * MINUTE);
    cr_assert_not(estimate.is_over);
    estimate = after(minutes, 5, 100 * MINUTE, START_MS + 20 * MINUTE + 1);
    says(&estimate, "longer than usual (from 5 jobs)", "Longer than usual, from 5 jobs in en-US");
}

Test(estimate, a_range_that_ends_another_day_names_it)
{
    struct estimate estimate = after((int[]){200, 300, 310, 320, 400}, 5, 100 * MINUTE, START_MS);
    says(&estimate, "done about 23:02 to 11-22 01:10 (from 5 jobs)",
         "Done about 23:02 to 11-22 01:10, from 5 jobs in en-US");
}
