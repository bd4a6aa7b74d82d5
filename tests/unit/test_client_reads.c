/* client/reads: what is read when, what its user is told of each reading, and what it means to the next. */
/* SPDX-License-Identifier: MIT */
#include "unit/reads_help.h"

TestSuite(client_reads, .fini = end);

Test(client_reads, what_was_never_read_is_read_at_once_as_many_as_there_are_connections)
{
    begin(6);
    turn(NULL);
    cr_assert_eq(sent_count, 4);
    cr_expect_eq(sent[0].op, ENDPOINT_GET_PROJECT);
    cr_expect(sent[0].timed, "what the server asks is not waited for by a worker");
    answer(1, "None");
    cr_expect_eq(sent_count, 5);
}

/* Readings that wait for a connection: all of them without a cap, else none. */
Test(client_reads, without_a_cap_many_may_be_sent_at_once)
{
    struct error err;
    begin(0);
    client_read_every(client, 0, 100);
    for (int64_t id = 1; id <= 120; id++)
        client_watch(client, id, NULL, 0);
    turn(NULL);
    cr_expect_eq(sent_count, 4, "there is a cap");
    client_free(client);
    settings_put(&settings, SETTING_RATE_CAP, SOURCE_FLAG, "test", "0", &err);
    begin_client(0);
    client_read_every(client, 0, 100);
    for (int64_t id = 1; id <= 120; id++)
        client_watch(client, id, NULL, 0);
    sent_count = 0;
    turn(NULL);
    turn(NULL);
    cr_expect_eq(sent_count, 100);
}

Test(client_reads, one_that_was_not_sent_is_asked_for_again)
{
    begin(1);
    turn(NULL);
    struct call call = last_sent(1);
    struct call_result *result = call_result_new(&call);
    error_set(&result->error, ERROR_CANCELLED, "not sent");
    result->is_unsent = true;
    deliver(result);
    cr_expect_eq(told.kind, ERROR_CANCELLED);
    cr_assert_eq(sent_count, 2);
    cr_expect_eq(sent[1].project_id, 1);
    answer(1, "None");
    cr_expect_str_eq(told.state, "None");
}

Test(client_reads, of_what_was_read_the_age_counts_by_the_wall_clock)
{
    begin(0);
    client_watch(client, 1, "None", wall_ms - 10 * SECOND);
    client_watch(client, 2, "None", wall_ms + MINUTE);
    turn(NULL);
    cr_assert_eq(sent_count, 1, "one that was read in the future is as old as can be");
    cr_expect_eq(sent[0].project_id, 2);
    wait_for(20 * SECOND - 1);
    cr_expect_eq(sent_count, 1);
    wait_for(1);
    cr_expect_eq(last_sent(1).project_id, 1);
}

Test(client_reads, what_is_watched_later_is_read_at_once_too)
{
    begin_read(1);
    turn(NULL);
    client_watch(client, 2, NULL, 0);
    turn(NULL);
    cr_expect_eq(sent_count, 1);
}

Test(client_reads, what_others_send_counts_in_what_may_be_sent_in_a_second)
{
    begin_read(1);
    wait_for(29 * SECOND + 500);
    turn(NULL);
    for (int i = 0; i < 10; i++)
        client_count_request(client);
    turn(NULL);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    cr_expect_eq(sent_count, 0);
    wait_for(SECOND);
    cr_expect_eq(sent_count, 1);
}

Test(client_reads, watching_twice_is_watching_once)
{
    begin_read(1);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    client_outdate(client, 1);
    client_watch(client, 1, "Completed", 0);
    cr_expect(refresh_find(client->refresh, 1)->out);
    answer(1, "None");
    cr_expect_eq(told.kind, ERROR_CANCELLED, "what was known of it counts");
}

Test(client_reads, the_user_is_handed_a_reading_with_when_it_was_sent)
{
    begin(1);
    turn(NULL);
    struct call call = last_sent(1);
    wait_for(3 * SECOND);
    answer_as(&call, 8, "InProgress");
    cr_assert_eq(told.count, 1);
    cr_expect_eq(told.last.id, 1, "whatever the answer says");
    cr_expect_eq(told.project_id, 1);
    cr_expect_eq(told.last.serial, call.serial);
    cr_expect_eq(told.last.sent_ms, WALL_MS);
    cr_expect_str_eq(told.state, "InProgress");
    cr_expect_not(refresh_find(client->refresh, 1)->out, "the client has drawn its conclusions");
}

Test(client_reads, the_user_may_limit_a_call)
{
    begin(1);
    limit_ms = 1234;
    turn(NULL);
    cr_expect_eq(last_sent(1).limit_ms, 1234);
}

Test(client_reads, what_is_shown_is_read_more_often_than_what_is_not)
{
    begin(2);
    client_show(client, (int64_t[]){1}, 1);
    turn(NULL);
    answer(1, "Completed");
    answer(2, "Completed");
    sent_count = 0;
    client_show(client, (int64_t[]){2}, 1);
    wait_for(2 * SECOND);
    cr_assert_eq(sent_count, 1);
    cr_expect_eq(sent[0].project_id, 1, "off the screen the sweep takes it");
}

Test(client_reads, an_interval_is_for_all_states)
{
    begin(0);
    client_read_every(client, 7 * SECOND, 0);
    client_watch(client, 1, NULL, 0);
    client_show(client, (int64_t[]){1}, 1);
    turn(NULL);
    answer(1, "Completed");
    sent_count = 0;
    wait_for(7 * SECOND - 1);
    cr_expect_eq(sent_count, 0);
    wait_for(1);
    cr_expect_eq(sent_count, 1);
}

Test(client_reads, who_is_asked_for_is_read_and_a_stranger_is_not)
{
    begin_read(2);
    client_read(client, 2, READ_SOON);
    client_read(client, 9, READ_AT_ONCE);
    turn(NULL);
    cr_assert_eq(sent_count, 1);
    cr_expect_eq(sent[0].project_id, 2);
    answer(2, "None");
    client_read_all(client);
    turn(NULL);
    cr_expect_eq(sent_count, 3);
}

Test(client_reads, an_enqueued_project_is_read_when_there_may_be_something_to_see)
{
    begin_read(1);
    client_read(client, 1, READ_ENQUEUED);
    wait_for(3 * SECOND - 1);
    cr_expect_eq(sent_count, 0);
    wait_for(1);
    cr_expect_eq(sent_count, 1);
}

Test(client_reads, a_failed_reading_is_told_and_tried_again_later)
{
    begin_read(1);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    fail(1, ERROR_CONNECT, 0, -1);
    cr_assert_eq(told.count, 1);
    cr_expect_null(told.last.project);
    cr_expect_eq(told.kind, ERROR_CONNECT);
    cr_expect_gt(refresh_find(client->refresh, 1)->retry_ms, client->now_ms);
    wait_for(MINUTE);
    cr_expect_eq(sent_count, 2);
}

Test(client_reads, a_503_is_not_asked_again_before_the_time_that_it_names)
{
    begin_read(2);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    fail(1, ERROR_SERVER, 503, 120);
    sent_count = 0;
    wait_for(2 * MINUTE - 1);
    for (size_t i = 0; i < sent_count; i++)
        cr_expect_eq(sent[i].project_id, 2);
    cr_expect_eq(pause_told.count, 0, "that is its own trouble");
}

Test(client_reads, a_reading_that_was_given_up_is_told_as_cancelled)
{
    begin_read(1);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    fail(1, ERROR_CANCELLED, 0, -1);
    cr_expect_eq(told.kind, ERROR_CANCELLED);
    cr_expect_gt(refresh_due(client->refresh, 1), client->now_ms);
}

/* --- older than a write --- */

Test(client_reads, a_reading_that_is_older_than_a_write_is_dropped_and_asked_again)
{
    begin_read(1);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    client_learn(client, 1, "InProgress");
    answer(1, "None");
    cr_assert_eq(told.count, 1);
    cr_expect_eq(told.kind, ERROR_CANCELLED);
    cr_expect_null(told.last.project);
    cr_assert_eq(sent_count, 2, "again at once");
    answer(1, "InProgress");
    cr_expect_str_eq(told.state, "InProgress", "that one was sent after it");
}

Test(client_reads, a_reading_that_is_dropped_is_not_asked_again_where_one_is_planned)
{
    begin_read(1);
    wait_for(30 * SECOND);
    cr_assert_eq(sent_count, 1, "by itself");
    client_outdate(client, 1);
    client_read(client, 1, READ_ENQUEUED);
    answer(1, "None");
    cr_expect_eq(told.kind, ERROR_CANCELLED);
    cr_expect_eq(sent_count, 1);
    wait_for(3 * SECOND);
    cr_expect_eq(sent_count, 2);
}

Test(client_reads, a_failure_that_is_older_than_a_write_is_a_failure)
{
    begin_read(1);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    client_outdate(client, 1);
    fail(1, ERROR_NOT_FOUND, 404, -1);
    cr_expect_eq(told.kind, ERROR_NOT_FOUND);
}

Test(client_reads, what_a_write_showed_counts_as_read)
{
    begin_read(1);
    client_learn(client, 1, "Completed");
    turn(NULL);
    wait_for(MINUTE);
    cr_expect_eq(sent_count, 0, "None is read each 30 s, on the screen a settled one each 5 minutes");
}

/* --- no longer watched --- */

Test(client_reads, of_a_project_that_is_not_watched_any_more_nobody_is_told)
{
    begin_read(1);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    client_unwatch(client, 1);
    answer(1, "None");
    cr_expect_eq(told.count, 0);
    wait_for(10 * MINUTE);
    cr_expect_eq(sent_count, 1);
    cr_expect_null(refresh_find(client->refresh, 1), "its place is free");
}

Test(client_reads, an_answer_for_nobody_lets_the_next_one_go)
{
    begin(5);
    turn(NULL);
    client_unwatch(client, 1);
    turn(NULL);
    cr_assert_eq(sent_count, 4);
    answer(1, "None");
    cr_expect_eq(sent_count, 5);
}

Test(client_reads, a_reading_that_ends_without_an_answer_for_nobody_frees_its_place)
{
    begin_read(1);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    client_unwatch(client, 1);
    fail(1, ERROR_CONNECT, 0, -1);
    cr_expect_null(refresh_find(client->refresh, 1));
}

Test(client_reads, one_that_is_watched_again_while_it_is_read_is_told_of_and_read_once_more)
{
    begin_read(1);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    client_outdate(client, 1);
    client_unwatch(client, 1);
    client_watch(client, 1, NULL, 0);
    answer(1, "None");
    cr_expect_eq(told.count, 1);
    cr_expect_str_eq(told.state, "None", "of the write nobody knows any more");
    wait_for(MINUTE);
    cr_expect_eq(sent_count, 2);
}

Test(client_reads, the_user_may_watch_and_unwatch_while_it_is_told)
{
    begin_read(1);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    unwatches = watches = true;
    answer(1, "Completed");
    cr_assert_eq(sent_count, 2);
    cr_expect_eq(sent[1].project_id, 101);
    cr_expect_null(refresh_find(client->refresh, 1));
}

/* --- the session --- */

Test(client_reads, without_a_token_nothing_is_read_and_nothing_is_waited_for)
{
    begin(1);
    client->session = SESSION_NONE;
    turn(NULL);
    cr_expect_eq(sent_count, 0);
    cr_expect_eq(reads_deadline(client), INT64_MAX);
}

Test(client_reads, a_401_stops_all_and_another_token_brings_back_the_one_that_was_refused)
{
    begin_read(2);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    fail(1, ERROR_NOT_LOGGED_IN, 401, -1);
    cr_expect_eq(told.kind, ERROR_NOT_LOGGED_IN);
    client_read_all(client);
    wait_for(10 * MINUTE);
    cr_assert_eq(sent_count, 1);
    turn(&(struct event){.kind = EVENT_TOKEN, .text = "another"});
    cr_expect_eq(client->session, SESSION_UP);
    cr_expect_eq(last_sent(1).project_id, 1);
    cr_expect_geq(sent_count, 2);
}

Test(client_reads, a_401_for_an_older_token_is_no_trouble_of_the_project)
{
    begin_read(2);
    client_read_all(client);
    turn(NULL);
    fail(1, ERROR_NOT_LOGGED_IN, 401, -1);
    turn(&(struct event){.kind = EVENT_TOKEN, .text = "another"});
    size_t before = sent_count;
    fail(2, ERROR_NOT_LOGGED_IN, 401, -1);
    cr_expect_eq(client->session, SESSION_UP);
    cr_expect_eq(sent_count, before + 1, "read again at once");
}

Test(client_reads, of_a_401_for_nobody_the_others_stop_all_the_same)
{
    begin_read(2);
    client_read(client, 1, READ_SOON);
    turn(NULL);
    client_unwatch(client, 1);
    fail(1, ERROR_NOT_LOGGED_IN, 401, -1);
    cr_expect(client->refresh->stopped);
}
