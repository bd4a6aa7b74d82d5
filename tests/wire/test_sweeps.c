/* Reads by a sweep: several at a time, each by the rules of a read alone. The fault matrix runs over it, too.
 */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdio.h>

#include "steno/api/sweep.h"
#include "support/asserts.h"
#include "wire/wire.h"

static const char project[] = WIRE_PROJECT(5, "None");

Test(sweeps, one_that_waits_for_its_next_try_holds_no_other)
{
    struct wire wire;
    struct wire_sweep sweep = {.count = 4, .at_once = 2};
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 429, "Retry-After: 1\r\n", "");
    for (int i = 0; i < 4; i++)
        mock_json(wire.mock, 200, project);
    cr_assert(wire_sweep(&wire, &sweep), "%s", wire.err.text);
    cr_expect_leq(sweep.order[3], 2, "one of the first two was refused");
    cr_expect_eq(mock_count(wire.mock), 5);
    cr_expect_eq(wire.notice_count, 1);
    cr_expect_leq(mock_connections(wire.mock), 2);
    wire_close(&wire);
}

Test(sweeps, no_more_are_sent_at_a_time_than_asked_for)
{
    struct wire wire;
    struct wire_sweep sweep = {.count = 8, .at_once = 3};
    wire_open(&wire, NULL);
    for (int i = 0; i < 8; i++)
        mock_json(wire.mock, 200, project);
    cr_assert(wire_sweep(&wire, &sweep), "%s", wire.err.text);
    cr_expect_eq(mock_count(wire.mock), 8);
    cr_expect_leq(mock_connections(wire.mock), 3);
    wire_close(&wire);
}

/* Wakes the sweep once all of it was sent, or cancels. */
struct waker {
    struct wire *wire;
    int requests;
    bool cancels;
};

static void *wake_later(void *arg)
{
    const struct waker *waker = arg;
    mock_wait(waker->wire->mock, waker->requests);
    if (waker->cancels)
        connection_cancel(waker->wire->connection);
    else
        sweep_wake(waker->wire->connection);
    return NULL;
}

Test(sweeps, what_is_not_wanted_any_more_ends_at_once_and_the_others_go_on)
{
    struct wire wire;
    struct wire_sweep sweep = {.count = 2, .at_once = 2, .unwanted = 1, .is_mixed = true};
    struct waker waker = {&wire, 2, false};
    pthread_t thread;
    wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .timeout_ms = 1500});
    mock_script(wire.mock, MOCK_ANSWER_STALL, "", 0);
    mock_script(wire.mock, MOCK_ANSWER_STALL, "", 0);
    pthread_create(&thread, NULL, wake_later, &waker);
    cr_assert_not(wire_sweep(&wire, &sweep));
    cr_expect_eq(sweep.order[0], 1);
    cr_expect_eq(sweep.kinds[0], ERROR_CANCELLED);
    cr_expect_eq(sweep.kinds[1], ERROR_TIMEOUT);
    pthread_join(thread, NULL);
    wire_close(&wire);
}

Test(sweeps, a_cancelled_connection_ends_all_of_them)
{
    for (int i = 0; i < 2; i++) {
        struct wire wire;
        struct wire_sweep sweep = {.count = 3, .at_once = 2};
        struct waker waker = {&wire, 2, true};
        pthread_t thread;
        wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .timeout_ms = 60000});
        for (int answer = 0; answer < 2; answer++) {
            if (i == 0)
                mock_script(wire.mock, MOCK_ANSWER_STALL, "", 0);
            else
                mock_reply(wire.mock, 503, "Retry-After: 50\r\n", "");
        }
        pthread_create(&thread, NULL, wake_later, &waker);
        cr_assert_not(wire_sweep(&wire, &sweep));
        WIRE_ERROR(&wire, ERROR_CANCELLED, wire.err.status,
                   "Read project 7: cancelled."); /* its head may be there */
        cr_expect_eq(mock_count(wire.mock), 2);
        pthread_join(thread, NULL);
        wire_close(&wire);
    }
}

/* The number of the reply with this body. */
static uint64_t reply_of(const char *body)
{
    struct wire wire;
    struct wire_sweep sweep = {.count = 1, .at_once = 1};
    wire_open(&wire, NULL);
    mock_json(wire.mock, 200, body);
    cr_assert(wire_sweep(&wire, &sweep), "%s", wire.err.text);
    wire_close(&wire);
    return sweep.replies[0];
}

Test(sweeps, equal_replies_have_a_number_and_others_another)
{
    uint64_t reply = reply_of(project);
    cr_expect_neq(reply, 0);
    cr_expect_eq(reply_of(project), reply);
    cr_expect_neq(reply_of(WIRE_PROJECT(6, "None")), reply);
}

Test(sweeps, a_reply_that_was_mended_or_is_complained_of_has_no_number)
{
    cr_expect_eq(reply_of(WIRE_PROJECT(5, "N\\ud800")), 0, "a lone surrogate");
    cr_expect_eq(reply_of(WIRE_PROJECT(5, "N\xff")), 0, "no UTF-8");
    cr_expect_eq(reply_of("{\"Data\":{\"Id\":7}}"), 0, "members are missing");
}
