/* client/orders: which run of its project an order waits for. The store and the server are the test's. */
/* SPDX-License-Identifier: MIT */
#include "unit/orders_help.h"

TestSuite(client_order_runs, .fini = end_orders);

/* Another program has enqueued the project: its request is under way, and the project read once more. */
static void begin_enqueue(void)
{
    begin_orders(0);
    kept.is_enqueue_open = true;
    take_list();
}

/* It has its answer. */
static void end_enqueue(void)
{
    kept.is_enqueue_open = false;
    list_again();
    turn(NULL);
}

Test(client_order_runs, what_was_read_before_the_enqueue_had_its_answer_makes_none_due)
{
    begin_enqueue();
    answer(9, "Completed");
    sent_count = 0;
    end_enqueue();
    cr_expect_eq(store.claims, 0);
    cr_expect_eq(sent_count, 1, "its state is looked at now");
    cr_expect_not(client_orders_are_idle(client), "nobody knows how its project is");
    take_state("InProgress");
    cr_expect_eq(store.claims, 0);
    wait_for(MINUTE);
    take_state("Completed");
    cr_expect_eq(store.claims, 1);
}

Test(client_order_runs, nor_does_its_old_end_fail_it)
{
    begin_enqueue();
    answer(9, "Canceled");
    end_enqueue();
    take_state("InProgress");
    cr_expect_eq(store.claims, 0);
    cr_expect_eq(end_told.failed, 0);
}

Test(client_order_runs, a_reading_that_was_under_way_then_is_sent_again)
{
    begin_enqueue();
    end_enqueue();
    size_t before = sent_count;
    take_state("Completed");
    cr_expect_eq(store.claims, 0, "it may be of before");
    cr_expect_eq(sent_count, before + 1);
    take_state("Completed");
    cr_expect_eq(store.claims, 1);
}

Test(client_order_runs, another_state_that_another_program_saw_outdates_what_was_read_before_it)
{
    begin_orders(0);
    kept.past = 1;
    take_list();
    take_state("Completed"); /* of that version */
    cr_expect_eq(store.claims, 0);
    kept.past = -1;
    list_again();
    turn(NULL);
    cr_expect_eq(store.claims, 0);
    take_state("Completed");
    cr_expect_eq(store.claims, 1);
}

Test(client_order_runs, an_enqueue_that_begins_before_the_claim_is_waited_for)
{
    begin_in("Completed");
    cr_assert_eq(store.claims, 1);
    kept.is_enqueue_open = true;
    sent_count = 0;
    answer_claim();
    for (size_t i = 0; i < sent_count; i++)
        cr_expect_neq(sent[i].op, ENDPOINT_EXPORT);
    cr_expect_eq(end_told.done + end_told.failed, 0, "there is nothing to be told");
    cr_expect_eq(store.saves, 1);
    cr_expect_eq(store.order.outcome, ACT_ROW_WAITS);
    cr_expect_eq(store.order.claim.until_ms, 0, "the claim is given up");
    kept.claim = (struct order_claim){0};
    answer_store(STORE_ORDER_SAVE, true, 1, false);
    take_list();
    take_state("Completed");
    cr_expect_eq(store.claims, 1);
    end_enqueue();
    take_state("InProgress");
    cr_expect_eq(store.claims, 1);
}
