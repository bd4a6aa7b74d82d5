/* The application: every time names its zone, and one key changes between local time and UTC. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

/* A bench where the clock on the wall shows what TZ says. */
static void start_in(const char *tz)
{
    bench_ready(&bench);
    setenv("TZ", tz, 1);
    tzset();
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_times, .fini = teardown);

/* Project 1 changes its state now. */
static void change_state(void)
{
    bench_command(&bench, "refresh");
    char *json = bench_json(1, "InProgress", "Council meeting, 14 May");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
    bench_clear(&bench);
}

/* The state of project 1 as it is told. */
static const char *state_text(void)
{
    return bench_page_value(&bench, "details", "State");
}

Test(app_times, a_state_says_since_when_in_the_zone_of_tz)
{
    start_in("Asia/Kathmandu");
    change_state();
    cr_expect_str_eq(state_text(), "InProgress since 14:47");
}

Test(app_times, times_follow_summer_time)
{
    start_in("Europe/Prague");
    change_state();
    cr_expect_str_eq(state_text(), "InProgress since 11:02");
    bench.wall_ms = INT64_C(1792891800000); /* 2026-10-25T01:30:00Z, half an hour after the change */
    app_project_find(bench.app, 1)->fetched_ms = bench.wall_ms - 60000;
    char *json = bench_json(1, "Completed", "Council meeting, 14 May");
    bench_command(&bench, "refresh");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
    cr_expect_str_eq(state_text(), "Completed since 02:30");
}

Test(app_times, z_shows_utc_and_local_time_again)
{
    start_in("Asia/Kathmandu");
    change_state();
    bench_keys(&bench, "z");
    cr_expect_str_eq(state_text(), "InProgress since 09:02");
    cr_expect_str_eq(bench.app->status, "Times in UTC, now 09:02 UTC");
    bench_keys(&bench, "z");
    cr_expect_str_eq(state_text(), "InProgress since 14:47");
    cr_expect_str_eq(bench.app->status, "Local times, now 14:47 +0545");
}

Test(app_times, the_command_takes_a_zone_by_name_and_no_other)
{
    start_in("Asia/Kathmandu");
    bench_command(&bench, "time-zone utc");
    bench_command(&bench, "time-zone UTC");
    cr_expect_eq(bench.app->zone, DATE_UTC);
    bench_command(&bench, "time-zone Europe/Prague");
    cr_expect(bench.app->status_is_bad);
    cr_expect_eq(bench.app->zone, DATE_UTC, "and nothing changed");
    bench_command(&bench, "time-zone local");
    cr_expect_eq(bench.app->zone, DATE_LOCAL);
}

Test(app_times, dates_of_the_project_follow_the_zone)
{
    start_in("Asia/Kathmandu");
    bench_command(&bench, "refresh");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
                         "{\"Data\":{\"Id\":1,\"AccessToken\":9,\"ProcessingState\":\"None\","
                         "\"Created\":\"2026-05-01T20:00:00Z\",\"Updated\":\"2026-05-01T20:00:00\"}}");
    bench_resize(&bench, 200, 24);
    bench_keys(&bench, "i ] ] ] ] ] ] Enter");
    cr_expect_str_has(bench_page_text(&bench, "details"), "2026-05-02 01:45 +0545");
    cr_expect_str_has(bench_page_text(&bench, "details"), "2026-05-01 20:00 UTC?",
                      "what came without a zone says so");
    bench_keys(&bench, "z");
    cr_expect_str_has(bench_page_text(&bench, "details"), "2026-05-01 20:00 UTC");
    cr_expect_str_lacks(bench_page_text(&bench, "details"), "+0545");
}

Test(app_times, the_activity_names_the_zone_in_its_title_and_only_other_zones_in_its_lines)
{
    start_in("Europe/Prague");
    bench.wall_ms = INT64_C(1792889940000); /* 2026-10-25T00:59:00Z: a minute before summer time ends */
    change_state();
    bench.wall_ms += 120000;
    bench_keys(&bench, "L r");
    const struct page *page = app_page_of(bench.app, "activity");
    bool told = false;
    for (size_t i = 0; i < page->count; i++)
        told = told ||
               strstr(page->lines[i].value, "02:59:00 CEST  *1 Council meeting, 14 May: None → InProgress");
    cr_expect_str_eq(page->title, "Activity, newest first, CET");
    cr_expect(told, "the hour that comes twice can be told apart");
    bench_keys(&bench, "z");
    cr_expect_str_eq(page->title, "Activity, newest first, UTC");
    told = false;
    for (size_t i = 0; i < page->count; i++)
        told =
            told || strstr(page->lines[i].value, "00:59:00  *1 Council meeting, 14 May: None → InProgress");
    cr_expect(told);
}

Test(app_times, what_was_set_from_here_says_when_with_its_zone)
{
    start_in("Asia/Kathmandu");
    bench_set_metadata(&bench, "colour", "red");
    bench_resize(&bench, 200, 24);
    cr_expect_str_has(bench_page_text(&bench, "metadata"), "red  (set 2026-05-14 14:47 +0545)");
    bench_keys(&bench, "z");
    cr_expect_str_has(bench_page_text(&bench, "metadata"), "red  (set 2026-05-14 09:02 UTC)");
}
