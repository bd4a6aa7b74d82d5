/* client/orders: which standing orders a client carries out, when, and what becomes of a claim that is lost,
 * a clock that jumps, a disk that is full, a token that is refused. The store and the server are the test's.
 */
/* SPDX-License-Identifier: MIT */
#include "unit/orders_help.h"

#include <errno.h>

TestSuite(client_orders, .fini = end_orders);

/* --- which, and when --- */

Test(client_orders, a_project_that_nobody_watches_is_read_for_its_order_and_let_go_after_it)
{
    begin_export();
    hold_file();
    cr_expect_eq(store.saves, 1, "noted");
    cr_expect_str_eq(store.path, "/srv/subs/9.srt");
    answer_store(STORE_ORDER_SAVE, true, 1, false);
    name_file();
    cr_expect_eq(end_told.done, 1);
    cr_expect_eq(store.order.outcome, ACT_ROW_DONE);
    answer_store(STORE_TOGETHER, true, 1, false);
    cr_expect_eq(end_told.hooks, 1);
    cr_expect_eq(client_orders_left(client), 0);
    sent_count = 0;
    wait_for(24 * 60 * MINUTE);
    cr_expect_eq(sent_count, 0, "nobody asks for it any more");
}

Test(client_orders, one_that_is_watched_otherwise_goes_on_being_read)
{
    begin_orders(0);
    client_watch(client, 9, NULL, 0);
    take_list();
    answer(9, "InProgress");
    kept.row = 0; /* removed by another program */
    list_again();
    cr_expect_eq(client_orders_left(client), 0);
    sent_count = 0;
    wait_for(MINUTE);
    cr_expect_gt(sent_count, 0);
}

Test(client_orders, one_that_is_watched_later_too_outlasts_its_order)
{
    begin_orders(0);
    take_list();
    answer(9, "InProgress");
    client_watch(client, 9, "InProgress", wall_ms);
    order_clear(&kept);
    list_again();
    sent_count = 0;
    wait_for(MINUTE);
    cr_expect_gt(sent_count, 0);
}

Test(client_orders, nothing_is_claimed_before_it_is_due)
{
    begin_orders(0);
    take_list();
    cr_expect_not(client_orders_are_idle(client), "its project was not read yet");
    take_state("InProgress");
    cr_expect_eq(store.claims, 0);
    cr_expect(client_orders_are_idle(client));
    cr_expect(client_orders_of_are_idle(client, 9));
}

/* Another program has claimed it, for a minute. */
static void begin_claimed(enum owner_life life)
{
    begin_orders(0);
    snprintf(kept.claim.token, sizeof kept.claim.token, "another's");
    kept.claim.until_ms = wall_ms + MINUTE;
    kept.claim.life = life;
    take_list();
}

Test(client_orders, the_claim_of_another_program_is_waited_for_until_its_lease_ends)
{
    begin_claimed(OWNER_LIVES);
    take_state("Completed");
    cr_expect_eq(store.claims, 0);
    cr_expect_eq(orders_deadline(client), now_ms + MINUTE);
    now_ms += MINUTE;
    jump(MINUTE);
    cr_expect_eq(store.claims, 1);
}

Test(client_orders, a_claim_of_before_the_machine_was_restarted_holds_nothing)
{
    begin_claimed(OWNER_ENDED);
    take_state("Completed");
    cr_expect_eq(store.claims, 1);
}

Test(client_orders, a_clock_that_goes_back_frees_what_a_wrong_clock_has_claimed_and_nothing_else)
{
    begin_claimed(OWNER_LIVES);
    answer(9, "Completed");
    jump(-4 * MINUTE);
    cr_expect_eq(store.claims, 0, "it ends within five minutes");
    jump(-MINUTE);
    cr_expect_eq(store.claims, 1);
}

Test(client_orders, a_clock_that_goes_back_does_not_hold_the_next_try)
{
    begin_orders(0);
    kept.next_ms = wall_ms + 10 * MINUTE;
    take_list();
    take_state("Completed");
    cr_expect_eq(store.claims, 0);
    jump(-60 * MINUTE);
    cr_expect_eq(store.claims, 1, "a try is never further away than half an hour");
}

Test(client_orders, a_clock_that_goes_forward_brings_the_next_try)
{
    begin_orders(0);
    kept.next_ms = wall_ms + 10 * MINUTE;
    take_list();
    take_state("Completed");
    cr_expect_eq(orders_deadline(client), now_ms + 10 * MINUTE);
    jump(10 * MINUTE);
    cr_expect_eq(store.claims, 1);
}

/* --- the claim --- */

Test(client_orders, one_that_another_program_was_quicker_to_claim_is_looked_at_again)
{
    begin_in("Completed");
    size_t lists = store.lists;
    sent_count = 0;
    answer_store(STORE_ORDER_CLAIM, true, 0, false);
    cr_expect_eq(sent_count, 0, "nothing is exported");
    cr_expect_eq(store.lists, lists + 1, "whose it is, and until when");
    turn(NULL);
    turn(NULL);
    cr_expect_eq(store.claims, 1, "it is not claimed again before that is known");
    cr_expect_not(client_orders_are_idle(client));
    kept.outcome = ACT_ROW_DONE;
    take_list();
    cr_expect_eq(client_orders_left(client), 0, "it is over");
    cr_expect(client_orders_are_idle(client));
}

Test(client_orders, a_claim_is_renewed_every_20_seconds_while_the_export_lasts)
{
    begin_export();
    cr_expect_eq(orders_deadline(client), now_ms + 20 * SECOND);
    for (size_t i = 1; i <= 3; i++) {
        now_ms += 20 * SECOND;
        jump(20 * SECOND);
        cr_expect_eq(store.saves, i);
        cr_expect_str_eq(store.order.claim.token, "mine");
        cr_expect_eq(store.order.outcome, ACT_ROW_WAITS);
        answer_store(STORE_ORDER_SAVE, true, 1, false);
    }
}

Test(client_orders, a_wall_clock_that_jumps_moves_no_renewal)
{
    begin_export();
    jump(-24 * 60 * MINUTE);
    jump(48 * 60 * MINUTE);
    cr_expect_eq(store.saves, 0);
    cr_expect_eq(orders_deadline(client), now_ms + 20 * SECOND);
}

Test(client_orders, a_claim_that_was_lost_gives_no_file_its_name)
{
    begin_export();
    hold_file();
    sent_count = 0;
    answer_store(STORE_ORDER_SAVE, true, 0, false);
    cr_expect_eq(sent_count, 0);
    cr_expect_eq(end_told.done + end_told.failed, 0, "it is another's to tell");
    cr_expect_eq(client_orders_left(client), 0, "until it is listed again");
}

Test(client_orders, what_cannot_be_noted_gets_no_name_either_and_is_told_and_tried_again)
{
    begin_export();
    hold_file();
    sent_count = 0;
    answer_store(STORE_ORDER_SAVE, false, 0, false);
    cr_expect_eq(sent_count, 0);
    cr_expect_eq(end_told.done, 0);
    cr_expect_eq(end_told.failed, 1);
    cr_expect_str_eq(end_told.why, "not exported: the file is gone.");
    cr_expect_eq(end_told.outcome, ACT_ROW_WAITS);
    cr_expect_eq(store.order.claim.until_ms, 0, "the claim is given up");
    cr_expect_gt(store.order.next_ms, wall_ms);
    cr_expect_str_eq(store.path, "", "no file has that name");
    answer_store(STORE_ORDER_SAVE, true, 1, false);
    cr_expect_eq(client_orders_left(client), 1);
}

Test(client_orders, a_claim_that_the_store_cannot_give_is_told_and_tried_again)
{
    begin_in("Completed");
    answer_store(STORE_ORDER_CLAIM, false, 0, false);
    turn(NULL);
    cr_expect_eq(store.claims, 1, "not at once");
    cr_expect_eq(end_told.failed, 1);
    cr_expect_str_eq(end_told.why, "not exported: the file is gone.");
    cr_expect_eq(end_told.outcome, ACT_ROW_WAITS);
    cr_expect(client_orders_are_idle(client));
    int64_t next_ms = orders_deadline(client) - now_ms;
    cr_assert_leq(next_ms, MINUTE);
    now_ms += next_ms;
    jump(next_ms);
    cr_expect_eq(store.claims, 2);
}

Test(client_orders, the_end_of_one_whose_project_failed_waits_for_the_store_too)
{
    begin_in("Failed");
    answer_store(STORE_ORDER_CLAIM, false, 0, false);
    turn(NULL);
    cr_expect_eq(store.claims, 1, "not at once");
    jump(MINUTE);
    cr_expect_eq(store.claims, 2);
}

/* The answer is only true of this session: nobody else sees it. */
static void answer_session_only(enum store_op_kind kind)
{
    struct store_result *result = store_result_new(&asked[kind]);
    struct order copy = order_copy(&kept);
    result->ok = result->session_only = true;
    result->changes = 1;
    order_list_add(&result->orders, &copy);
    error_set(&result->error, ERROR_IO, "state.db cannot be written");
    turn(&(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

Test(client_orders, a_claim_that_no_other_program_sees_is_none_and_that_is_told_once)
{
    begin_in("Completed");
    sent_count = 0;
    answer_session_only(STORE_ORDER_CLAIM);
    turn(NULL);
    jump(60 * MINUTE);
    cr_expect_eq(sent_count, 0, "nothing is exported");
    cr_expect_eq(store.claims, 1, "nor tried again");
    cr_expect_eq(end_told.done, 0);
    cr_expect_eq(end_told.failed, 1);
    cr_expect_str_eq(end_told.why, "not exported: state.db cannot be written");
    cr_expect(client_orders_are_idle(client));
    cr_expect_eq(client_orders_left(client), 1, "it waits for another program");
    cr_assert_not_null(client_orders_trouble(client));
    list_again();
    cr_expect_not_null(client_orders_trouble(client), "a list of the copy is no better");
}

Test(client_orders, a_file_that_is_noted_in_this_session_only_gets_no_name)
{
    begin_export();
    hold_file();
    sent_count = 0;
    answer_session_only(STORE_ORDER_SAVE);
    cr_expect_eq(sent_count, 0);
    cr_expect_eq(end_told.done, 0);
    cr_expect_eq(end_told.failed, 1);
    cr_expect_eq(end_told.hooks, 0);
}

Test(client_orders, a_name_that_another_order_of_the_same_command_has_ends_it_with_its_reason)
{
    begin_export();
    hold_file();
    struct store_result *result = store_result_new(&asked[STORE_ORDER_SAVE]);
    result->ok = true;
    result->changes = result->number = 1;
    turn(&(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
    cr_expect_eq(end_told.outcome, ACT_ROW_FAILED);
    cr_expect_str_has(
        end_told.why,
        "/srv/subs/9.srt is the file of another order that was given with it; name each preset once");
}

/* --- trouble --- */

Test(client_orders, a_list_that_cannot_be_read_is_said_and_not_taken_for_none)
{
    begin_orders(0);
    answer_list();
    cr_expect_null(client_orders_trouble(client));
    turn(&(struct event){.kind = EVENT_STORE_CHANGED});
    answer_store(STORE_ORDER_LIST, false, 0, false);
    cr_assert_not_null(client_orders_trouble(client));
    cr_expect_str_eq(client_orders_trouble(client)->text, "the file is gone");
    cr_expect_eq(client_orders_left(client), 1, "those that were known go on");
    list_again();
    cr_expect_null(client_orders_trouble(client));
}

Test(client_orders, a_full_disk_is_tried_again_and_the_claim_given_up_until_then)
{
    begin_export();
    fail_export(ERROR_IO, 0, ENOSPC);
    cr_expect_eq(end_told.failed, 1);
    cr_expect_eq(end_told.outcome, ACT_ROW_WAITS);
    cr_expect_eq(store.order.claim.until_ms, 0);
    cr_expect_eq(store.order.tries, 1);
    cr_expect_gt(store.order.next_ms, wall_ms);
    kept.next_ms = store.order.next_ms;
    kept.claim = (struct order_claim){0};
    answer_store(STORE_ORDER_SAVE, true, 1, false);
    answer_list();
    cr_expect_eq(store.claims, 1);
    cr_expect_eq(orders_deadline(client), now_ms + kept.next_ms - wall_ms);
    now_ms += kept.next_ms - wall_ms;
    jump(kept.next_ms - wall_ms);
    cr_expect_eq(store.claims, 2);
}

Test(client_orders, a_folder_that_is_gone_ends_it)
{
    begin_export();
    fail_export(ERROR_IO, 0, ENOENT);
    cr_expect_eq(end_told.outcome, ACT_ROW_FAILED);
    answer_store(STORE_ORDER_SAVE, true, 1, false);
    cr_expect_eq(end_told.hooks, 1);
    cr_expect_eq(client_orders_left(client), 0);
}

Test(client_orders, after_a_401_it_waits_for_a_login_and_goes_on_with_it)
{
    begin_export();
    fail_export(ERROR_NOT_LOGGED_IN, 401, 0);
    cr_expect_eq(end_told.outcome, ACT_ROW_WAITS);
    cr_expect_eq(store.order.tries, 0, "it is no try that has failed");
    kept.claim = (struct order_claim){0};
    answer_store(STORE_ORDER_SAVE, true, 1, false);
    take_list();
    cr_expect_eq(store.claims, 1, "nothing is claimed without a token");
    turn(&(struct event){.kind = EVENT_TOKEN, .text = "another"});
    turn(NULL);
    cr_expect_eq(store.claims, 2);
}

Test(client_orders, a_project_that_is_not_there_ends_it)
{
    begin_orders(0);
    take_list();
    fail(9, ERROR_NOT_FOUND, 404, -1);
    turn(NULL);
    answer_claim();
    cr_expect_eq(end_told.outcome, ACT_ROW_FAILED);
}

Test(client_orders, a_project_that_cannot_be_read_now_ends_nothing)
{
    begin_orders(0);
    take_list();
    fail(9, ERROR_SERVER, 503, -1);
    turn(NULL);
    cr_expect_eq(store.claims, 0);
    cr_expect(client_orders_are_idle(client));
}

Test(client_orders, a_transcription_that_failed_ends_it_and_one_tried_again_is_read_at_once)
{
    begin_in("Failed");
    answer_claim();
    cr_expect_eq(end_told.outcome, ACT_ROW_FAILED);
    cr_expect_str_eq(end_told.why, "project 9 is Failed");
    kept.outcome = ACT_ROW_FAILED;
    answer_store(STORE_ORDER_SAVE, true, 1, false);
    answer_list();
    cr_expect_eq(client_orders_left(client), 0);
    kept.outcome = ACT_ROW_WAITS;
    kept.claim = (struct order_claim){0};
    sent_count = 0;
    list_again();
    turn(NULL);
    cr_expect_eq(sent_count, 1, "its state is looked at now");
}

Test(client_orders, those_of_another_account_are_not_listed_for_this_one)
{
    begin_orders(0);
    kept.row = 0; /* the store lists those of its scope */
    take_list();
    cr_expect_eq(sent_count, 0);
    cr_expect(client_orders_are_idle(client));
    cr_expect_eq(client_orders_left(client), 0);
}
