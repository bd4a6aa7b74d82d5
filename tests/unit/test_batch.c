/* core/batch_order: what starts when, how many at once, and what ends it. */
/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <string.h>

#include "steno/core/batch_order.h"
#include "support/asserts.h"

static struct batch batch;

static void end(void)
{
    batch_free(&batch);
}

TestSuite(batch, .fini = end);

/* Starts all that may start now; returns how many, and expects them in order. */
static size_t start_all(void)
{
    size_t place, count = 0;
    while (batch_start(&batch, &place)) {
        cr_assert_eq(place, batch.started - 1);
        count++;
    }
    return count;
}

Test(batch, of_none_is_over_at_once)
{
    batch_init(&batch, 0, 4);
    cr_expect_eq(start_all(), 0);
    cr_expect(batch_is_over(&batch));
}

Test(batch, of_one_is_over_when_it_has_ended)
{
    batch_init(&batch, 1, 4);
    cr_expect_not(batch_is_over(&batch));
    cr_expect_eq(start_all(), 1);
    cr_expect_not(batch_is_over(&batch));
    batch_end(&batch, 0);
    cr_expect(batch_is_over(&batch));
}

Test(batch, with_one_connection_goes_one_after_the_other)
{
    batch_init(&batch, 3, 0);
    for (size_t i = 0; i < 3; i++) {
        cr_expect_eq(start_all(), 1);
        cr_expect_not(batch_may_start(&batch));
        batch_end(&batch, i);
    }
    cr_expect(batch_is_over(&batch));
}

Test(batch, starts_as_many_at_once_as_it_may)
{
    batch_init(&batch, 10, 4);
    cr_expect_eq(start_all(), 4);
    batch_end(&batch, 2);
    batch_end(&batch, 1);
    cr_expect_eq(start_all(), 2);
    batch_end(&batch, 0);
    cr_expect_eq(start_all(), 1);
}

Test(batch, that_is_stopped_starts_nothing_and_is_over_when_what_runs_has_ended)
{
    batch_init(&batch, 10, 4);
    start_all();
    batch_stop(&batch);
    batch_end(&batch, 0);
    cr_expect_eq(start_all(), 0);
    cr_expect_not(batch_is_over(&batch));
    for (size_t i = 1; i < 4; i++)
        batch_end(&batch, i);
    cr_expect(batch_is_over(&batch));
}

Test(batch, counts_an_end_once_and_none_of_what_did_not_start)
{
    batch_init(&batch, 10, 2);
    start_all();
    batch_end(&batch, 1);
    batch_end(&batch, 1);
    batch_end(&batch, 7);
    batch_end(&batch, 99);
    cr_expect_eq(batch.ended, 1);
    cr_expect_eq(start_all(), 1);
}

Test(batch, is_stopped_by_what_every_other_one_would_fail_with_too)
{
    for (int kind = 0; kind < ERROR_KIND_COUNT; kind++) {
        struct error err;
        error_set(&err, (enum error_kind)kind, "x");
        cr_expect_eq(batch_is_stopped_by(&err), kind == ERROR_NOT_LOGGED_IN || kind == ERROR_CANCELLED, "%d",
                     kind);
    }
}

Test(batch, is_put_off_by_a_429_that_asks_for_more_than_five_minutes)
{
    static const int asked_s[] = {-1, 0, 300, 301, INT_MAX};
    for (size_t i = 0; i < sizeof asked_s / sizeof *asked_s; i++) {
        struct error err;
        error_set(&err, ERROR_RATE_LIMITED, "x");
        err.retry_after_s = asked_s[i];
        cr_expect_eq(batch_is_put_off_by(&err), i >= 3, "%zu", i);
        err.kind = ERROR_SERVER;
        cr_expect_not(batch_is_put_off_by(&err));
    }
}
