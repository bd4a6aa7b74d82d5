/* base/when: all forms of dates and lengths that a server may send. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <time.h>

#include "steno/base/when.h"
#include "support/asserts.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define MAY_MS      INT64_C(1778749327000) /* 2026-05-14T09:02:07Z */

static char shown[DATE_TEXT_SIZE];

static void set_zone(const char *tz)
{
    setenv("TZ", tz, 1);
    tzset();
}

Test(when, dates_with_fraction_zone_offset_or_none_are_read_and_others_refused)
{
    static const struct {
        const char *text;
        int64_t ms;
        bool has_zone;
    } cases[] = {
        {"1970-01-01T00:00:00Z", 0, true},
        {"2026-05-14T09:02:07Z", MAY_MS, true},
        {"2026-05-14T11:02:07+02:00", MAY_MS, true},
        {"2026-05-14T09:02:07", MAY_MS, false},
        {"2026-05-14 09:02:07.5", MAY_MS + 500, false},
        {"2026-05-14T09:02:07.1234567Z", MAY_MS + 123, true},
        {"2024-02-29T00:00:00Z", 1709164800000, true},
        {"1969-12-31T23:59:59Z", -1000, true},
    };
    static const char *const bad[] = {"",
                                      "2026-05-14",
                                      "2026-13-01T00:00:00Z",
                                      "2026-02-30T00:00:00Z",
                                      "2026-05-14T09:02:07.Z",
                                      "2026-05-14T09:02:07.1234567890Z",
                                      "2026-05-14T09:02:07+25:00",
                                      "2026-05-14T09:02:07Zulu",
                                      "yesterday"};
    struct date date;
    for (size_t i = 0; i < COUNT(cases); i++) {
        cr_assert(date_parse(cases[i].text, &date), "%s", cases[i].text);
        cr_expect_eq(date.ms, cases[i].ms, "%s", cases[i].text);
        cr_expect_eq(date.has_zone, cases[i].has_zone, "%s", cases[i].text);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        cr_expect_not(date_parse(bad[i], &date), "%s", bad[i]);
}

Test(when, a_date_is_shown_in_the_zone_of_tz_and_marked_when_it_had_none)
{
    static const struct {
        bool has_zone;
        enum date_zone zone;
        const char *shown;
    } rows[] = {{true, DATE_LOCAL, "2026-05-14 11:02 CEST"},
                {true, DATE_UTC, "2026-05-14 09:02 UTC"},
                {false, DATE_LOCAL, "2026-05-14 09:02 UTC?"},
                {false, DATE_UTC, "2026-05-14 09:02 UTC?"}};
    set_zone("CET-1CEST,M3.5.0,M10.5.0/3");
    for (size_t i = 0; i < COUNT(rows); i++) {
        date_format(shown, sizeof shown, &(struct date){.ms = MAY_MS, .has_zone = rows[i].has_zone},
                    rows[i].zone);
        cr_expect_str_eq(shown, rows[i].shown);
    }
    date_format_clock(shown, sizeof shown, MAY_MS, DATE_LOCAL);
    cr_expect_str_eq(shown, "11:02:07 CEST");
    date_format_minute(shown, sizeof shown, MAY_MS, DATE_UTC);
    cr_expect_str_eq(shown, "09:02 UTC");
    date_format_utc(shown, sizeof shown, MAY_MS);
    cr_expect_str_eq(shown, "2026-05-14T09:02:07Z");
}

/* Also after 2038 with a 32-bit long: Makefile.am sets 64-bit times. */
Test(when, a_year_has_four_digits_and_may_be_long_ago_or_far_ahead)
{
    struct date date;
    cr_assert(date_parse("0001-01-01T00:00:00", &date));
    date_format(shown, sizeof shown, &date, DATE_UTC);
    cr_expect_str_eq(shown, "0001-01-01 00:00 UTC?");
    set_zone("EST5");
    cr_assert(date_parse("2106-02-07T06:28:16Z", &date));
    cr_assert_eq(date.ms, INT64_C(4294967296000));
    date_format(shown, sizeof shown, &date, DATE_LOCAL);
    cr_expect_str_eq(shown, "2106-02-07 01:28 EST");
}

Test(when, lengths_as_span_iso_duration_or_seconds_are_read_and_others_refused)
{
    static const struct {
        const char *text;
        int64_t ms;
    } cases[] = {
        {"00:42:10", 2530000}, {"1.02:03:04.5", 93784500}, {"-00:00:01.25", -1250}, {"100:00:00", 360000000},
        {"PT42M10S", 2530000}, {"P1DT2H3M4.5S", 93784500}, {"2530.125", 2530125},   {"0", 0}};
    static const char *const bad[] = {
        "",    "-",         "42:10", "00:60:00", "00:00:60", "1.24:00:00",
        "P",   "PT",        "PT1S2", "PT1M1H",   "P1H",      "PT1.5M",
        "1e3", "00:00:00.", "12 s",  "1.5.5",    "P1DT",     "99999999999999999999"};
    static const struct {
        int64_t ms;
        const char *text;
    } formats[] = {{93784500, "26:03:04"}, {-1250, "-00:00:01"}, {0, "00:00:00"}};
    int64_t ms;
    for (size_t i = 0; i < COUNT(cases); i++) {
        cr_assert(length_parse(cases[i].text, &ms), "%s", cases[i].text);
        cr_expect_eq(ms, cases[i].ms, "%s", cases[i].text);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        cr_expect_not(length_parse(bad[i], &ms), "%s", bad[i]);
    for (size_t i = 0; i < COUNT(formats); i++) {
        length_format(shown, sizeof shown, formats[i].ms);
        cr_expect_str_eq(shown, formats[i].text);
    }
}

Test(when, a_wait_is_rounded_up_and_says_when_its_text_changes)
{
    static const struct {
        int64_t ms;
        const char *text;
        int64_t stays_ms;
    } rows[] = {
        {1, "1 s", 1},          {1000, "1 s", 1000},        {1001, "2 s", 1},    {4999, "5 s", 2999},
        {20000, "20 s", 10000}, {20001, "30 s", 1},         {30001, "1 min", 1}, {60000, "1 min", 30000},
        {60001, "2 min", 1},    {3600000, "60 min", 60000}, {3600001, "2 h", 1}, {86400000, "24 h", 3600000},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_expect_eq(wait_format(shown, sizeof shown, rows[i].ms), rows[i].stays_ms, "%s", rows[i].text);
        cr_expect_str_eq(shown, rows[i].text);
    }
}

Test(when, short_times_say_what_today_and_this_year_leave_open)
{
    static const int64_t now_ms = INT64_C(1795288302000); /* Sat 2026-11-21 19:11:42 UTC */
    static const enum date_short forms[] = {DATE_COLUMN, DATE_SINCE, DATE_HOUR,
                                            DATE_DAY,    DATE_WEEK,  DATE_TRAIL};
    static const struct {
        const char *time, *shown[COUNT(forms)];
    } rows[] = {
        {"2026-11-21T19:02:33Z", {"19:02", "19:02", "11-21 19:02", "11-21", "19:02", "19:02:33"}},
        {"2026-11-20T23:59:59Z", {"11-20", "11-20 23:59", "11-20 23:59", "11-20", "Fri 23:59", "Fri 23"}},
        {"2026-11-15T00:00:00Z", {"11-15", "11-15 00:00", "11-15 00:00", "11-15", "Sun 00:00", "Sun 00"}},
        {"2026-11-14T23:59:00Z", {"11-14", "11-14 23:59", "11-14 23:59", "11-14", "11-14 23:59", "11-14"}},
        {"2025-12-31T23:59:59Z",
         {"2025", "2025-12-31 23:59", "2025-12-31 23:59", "2025-12-31", "2025-12-31 23:59", "2025"}},
        {"2027-01-01T00:00:00Z",
         {"2027", "2027-01-01 00:00", "2027-01-01 00:00", "2027-01-01", "2027-01-01 00:00", "2027"}},
    };
    for (size_t i = 0; i < COUNT(rows) * COUNT(forms); i++) {
        struct date date;
        const char *time = rows[i / COUNT(forms)].time;
        cr_assert(date_parse(time, &date));
        date_format_short(shown, sizeof shown, date.ms, now_ms, DATE_UTC, forms[i % COUNT(forms)]);
        cr_expect_str_eq(shown, rows[i / COUNT(forms)].shown[i % COUNT(forms)], "%s", time);
    }
}

Test(when, what_is_today_is_asked_of_the_zone)
{
    set_zone("JST-9");
    int64_t now_ms = INT64_C(1795288302000); /* Sat 19:11:42 UTC, which is Sunday 04:11 in Japan */
    date_format_short(shown, sizeof shown, now_ms - 5 * 3600000, now_ms, DATE_LOCAL, DATE_WEEK);
    cr_assert_str_eq(shown, "Sat 23:11");
    cr_assert_eq(date_days_from(now_ms, now_ms - 5 * 3600000, DATE_LOCAL), -1);
    cr_assert_eq(date_days_from(now_ms, now_ms - 5 * 3600000, DATE_UTC), 0);
    date_zone_name(shown, sizeof shown, now_ms, DATE_LOCAL);
    cr_assert_str_eq(shown, "JST");
    date_zone_name(shown, sizeof shown, now_ms, DATE_UTC);
    cr_assert_str_eq(shown, "UTC");
}

Test(when, the_date_of_an_http_header_is_read_whole_or_not_at_all)
{
    static const struct {
        const char *text;
        int64_t ms;
    } cases[] = {{"Sun, 06 Nov 1994 08:49:37 GMT", INT64_C(784111777000)},
                 {"Thu, 29 Feb 2024 23:59:59 GMT", INT64_C(1709251199000)},
                 {"Fri, 31 Dec 9999 23:59:59 GMT", INT64_C(253402300799000)}};
    static const char *const bad[] = {"",
                                      "Sun",
                                      "Sun Nov  6 08:49:37 1994",
                                      "Sun, 6 Nov 1994 08:49:37 GMT",
                                      "Sun, 31 Nov 1994 08:49:37 GMT",
                                      "Sun, 06 Nov 1994 08:49:37 UTC",
                                      "Sun, 06 Nov 1994 08:49:37 GMT+1"};
    int64_t ms;
    for (size_t i = 0; i < COUNT(cases); i++) {
        cr_assert(date_parse_http(cases[i].text, &ms), "%s", cases[i].text);
        cr_expect_eq(ms, cases[i].ms, "%s", cases[i].text);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        cr_expect_not(date_parse_http(bad[i], &ms), "%s", bad[i]);
}
