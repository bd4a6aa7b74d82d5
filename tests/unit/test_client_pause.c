/* client/reads: a 429 pauses the readings of all projects. */
/* SPDX-License-Identifier: MIT */
#include "unit/reads_help.h"

TestSuite(client_pause, .fini = end);

/* Project 1 of `count` was refused for `s` seconds. */
static void begin_paused(size_t count, int s)
{
    begin_read(count);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    fail(1, ERROR_RATE_LIMITED, 429, s);
    sent_count = 0;
}

Test(client_pause, a_pause_is_told_once_with_its_end)
{
    begin_paused(3, 60);
    cr_assert_eq(pause_told.count, 1);
    cr_expect(pause_told.is_on);
    cr_expect_eq(pause_told.until_ms, WALL_MS + MINUTE);
    cr_expect_eq(reads_deadline(client), now_ms + MINUTE);
    wait_for(MINUTE - 1);
    cr_expect_eq(sent_count, 0);
    cr_expect_eq(pause_told.count, 1);
}

Test(client_pause, after_it_one_reading_tries_and_a_good_answer_brings_the_rest)
{
    begin_paused(3, 60);
    wait_for(MINUTE);
    cr_assert_eq(sent_count, 1);
    cr_expect_eq(pause_told.count, 2);
    cr_expect(pause_told.is_on, "it is being tried");
    cr_expect_eq(pause_told.until_ms, 0);
    answer(sent[0].project_id, "None");
    cr_expect_eq(pause_told.count, 3);
    cr_expect_not(pause_told.is_on);
    cr_expect_geq(sent_count, 2);
}

Test(client_pause, what_is_asked_for_waits_and_what_somebody_waits_for_does_not)
{
    begin_paused(3, 60);
    client_read(client, 2, READ_SOON);
    turn(NULL);
    cr_expect_eq(sent_count, 0);
    client_read(client, 3, READ_AT_ONCE);
    turn(NULL);
    cr_assert_eq(sent_count, 1);
    cr_expect_eq(sent[0].project_id, 3);
}

Test(client_pause, to_ask_for_all_in_a_pause_sends_one)
{
    begin_paused(3, 60);
    client_read_all(client);
    turn(NULL);
    cr_assert_eq(sent_count, 1);
    cr_expect_eq(pause_told.until_ms, 0, "it is being tried");
    answer(sent[0].project_id, "None");
    cr_expect_eq(sent_count, 3);
}

Test(client_pause, a_clock_that_is_set_moves_the_time_that_is_told_and_not_the_pause)
{
    begin_paused(2, 60);
    wall_ms += SECOND;
    turn(NULL);
    cr_expect_eq(pause_told.count, 1, "clocks may drift");
    wall_ms += 60 * MINUTE;
    turn(NULL);
    cr_expect_eq(pause_told.count, 2);
    cr_expect_eq(pause_told.until_ms, WALL_MS + 61 * MINUTE + SECOND);
    wait_for(MINUTE - 1);
    cr_expect_eq(sent_count, 0);
    wait_for(1);
    cr_expect_eq(sent_count, 1);
}

Test(client_pause, the_end_of_a_pause_is_told_though_nothing_is_watched)
{
    begin_paused(1, 60);
    client_unwatch(client, 1);
    wait_for(MINUTE);
    cr_expect_eq(pause_told.until_ms, 0);
    cr_expect_eq(sent_count, 0);
}

Test(client_pause, a_429_for_a_project_that_nobody_watches_pauses_the_others)
{
    begin_read(2);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    client_unwatch(client, 1);
    fail(1, ERROR_RATE_LIMITED, 429, 60);
    cr_expect(pause_told.is_on);
    sent_count = 0;
    wait_for(MINUTE - 1);
    cr_expect_eq(sent_count, 0);
}

Test(client_pause, a_good_answer_for_a_project_that_nobody_watches_ends_the_pause)
{
    begin_read(2);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    fail(1, ERROR_RATE_LIMITED, 429, 60);
    client_read(client, 2, READ_AT_ONCE);
    turn(NULL);
    client_unwatch(client, 2);
    answer(2, "None");
    cr_expect_not(pause_told.is_on);
}
