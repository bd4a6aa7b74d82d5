/* core/rows: which of the two dates counts, how near it is, and how that reads. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <time.h>

#include "steno/core/rows.h"
#include "support/asserts.h"

#define NOW_MS INT64_C(1795288302000) /* Sat 2026-11-21 19:11:42 UTC */

Test(expiry, the_earlier_of_the_two_dates_counts)
{
    struct expiry expiry = expiry_read("2026-11-23T08:00:00Z", "2026-12-01T08:00:00Z");
    cr_assert(expiry.is_known && expiry.is_deletion);
    expiry = expiry_read("2026-12-23T08:00:00Z", "2026-12-01T08:00:00Z");
    cr_assert(expiry.is_known && !expiry.is_deletion);
    expiry = expiry_read(NULL, "2026-12-01T08:00:00Z");
    cr_assert(expiry.is_known && !expiry.is_deletion);
    cr_assert(expiry_read("soon", "2026-12-01T08:00:00Z").is_known);
    cr_assert_not(expiry_read("soon", NULL).is_known);
}

Test(expiry, it_is_read_from_a_project)
{
    json_t *resource = json_pack("{s:s,s:n}", "DeleteAt", "2026-11-23T08:00:00Z", "ExpirationDate");
    struct expiry expiry = expiry_of(resource);
    cr_assert(expiry.is_known && expiry.is_deletion);
    json_decref(resource);
    resource = json_pack("{s:i}", "DeleteAt", 7);
    cr_assert_not(expiry_of(resource).is_known);
    json_decref(resource);
    cr_assert_not(expiry_of(NULL).is_known);
}

Test(expiry, it_reads_in_a_column_in_a_text_and_in_a_sentence)
{
    static const struct {
        const char *delete_at, *expires;
        enum expiry_level level;
        const char *column, *text, *sentence;
    } cases[] = {
        {NULL, NULL, EXPIRY_NONE, "", "", ""},
        {NULL, "2027-03-01T08:00:00Z", EXPIRY_NONE, "2027-03", "2027-03-01, in 100 days",
         "expires on 2027-03-01, in 100 days"},
        {NULL, "2026-12-06T08:00:00Z", EXPIRY_NONE, "12-06", "12-06, in 15 days",
         "expires on 2026-12-06, in 15 days"},
        {NULL, "2026-12-05T23:00:00Z", EXPIRY_SOON, "12-05", "12-05, in 14 days",
         "expires on 2026-12-05, in 14 days"},
        {NULL, "2026-12-01T08:00:00Z", EXPIRY_SOON, "12-01", "12-01, in 10 days",
         "expires on 2026-12-01, in 10 days"},
        {NULL, "2026-11-30T00:00:00Z", EXPIRY_SOON, "9 days", "11-30, in 9 days",
         "expires on 2026-11-30, in 9 days"},
        {"2026-11-24T00:00:00Z", NULL, EXPIRY_SOON, "3 days", "11-24, in 3 days",
         "is deleted on 2026-11-24, in 3 days"},
        {"2026-11-23T23:59:00Z", NULL, EXPIRY_URGENT, "2 days", "11-23, in 2 days",
         "is deleted on 2026-11-23, in 2 days"},
        {"2026-11-22T00:00:00Z", NULL, EXPIRY_URGENT, "1 day", "11-22, in 1 day",
         "is deleted on 2026-11-22, in 1 day"},
        {"2026-11-21T19:11:43Z", NULL, EXPIRY_URGENT, "today", "11-21, today",
         "is deleted on 2026-11-21, today"},
        {"2026-11-21T19:11:42Z", NULL, EXPIRY_GONE, "gone", "11-21, gone", "was deleted on 2026-11-21"},
        {NULL, "2025-11-20T08:00:00Z", EXPIRY_GONE, "gone", "2025-11-20, gone", "expired on 2025-11-20"},
        {NULL, "2026-12-01T08:00:00", EXPIRY_SOON, "12-01", "12-01 (UTC?), in 10 days",
         "expires on 2026-12-01, in 10 days"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct expiry expiry = expiry_read(cases[i].delete_at, cases[i].expires);
        char text[EXPIRY_TEXT_SIZE];
        cr_expect_eq(expiry_level(&expiry, NOW_MS, DATE_UTC), cases[i].level, "%zu", i);
        expiry_column(text, sizeof text, &expiry, NOW_MS, DATE_UTC);
        cr_expect_str_eq(text, cases[i].column);
        expiry_text(text, sizeof text, &expiry, NOW_MS, DATE_UTC);
        cr_expect_str_eq(text, cases[i].text);
        expiry_sentence(text, sizeof text, &expiry, NOW_MS, DATE_UTC);
        cr_expect_str_eq(text, cases[i].sentence);
    }
}

Test(expiry, days_are_those_of_the_zone_unless_the_date_came_without_one)
{
    setenv("TZ", "JST-9", 1); /* there it is Sunday already */
    tzset();
    char text[EXPIRY_TEXT_SIZE];
    struct expiry expiry = expiry_read("2026-11-23T16:00:00Z", NULL); /* Tuesday, 01:00 */
    expiry_text(text, sizeof text, &expiry, NOW_MS, DATE_LOCAL);
    cr_assert_str_eq(text, "11-24, in 2 days");
    expiry = expiry_read("2026-11-23T16:00:00", NULL);
    expiry_column(text, sizeof text, &expiry, NOW_MS, DATE_LOCAL);
    cr_assert_str_eq(text, "2 days");
}
