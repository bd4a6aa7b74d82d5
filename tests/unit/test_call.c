/* core/write: which failures end a run over many. */
/* SPDX-License-Identifier: MIT */
#include <limits.h>

#include "steno/core/write.h"
#include "support/asserts.h"

Test(call, would_fail_others_without_a_login_or_when_it_was_cancelled)
{
    for (int kind = 0; kind < ERROR_KIND_COUNT; kind++) {
        struct error err;
        error_set(&err, (enum error_kind)kind, "x");
        cr_expect_eq(call_fails_others(&err), kind == ERROR_NOT_LOGGED_IN || kind == ERROR_CANCELLED, "%d",
                     kind);
    }
}

Test(call, puts_off_others_after_a_429_that_asks_for_more_than_five_minutes)
{
    static const int asked_s[] = {-1, 0, 300, 301, INT_MAX};
    for (size_t i = 0; i < sizeof asked_s / sizeof *asked_s; i++) {
        struct error err;
        error_set(&err, ERROR_RATE_LIMITED, "x");
        err.retry_after_s = asked_s[i];
        cr_expect_eq(call_puts_off_others(&err), i >= 3, "%zu", i);
        err.kind = ERROR_SERVER;
        cr_expect_not(call_puts_off_others(&err));
    }
}
