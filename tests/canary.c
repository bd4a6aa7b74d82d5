/* Planted faults, only in builds with sanitizers: tests/run.sh fails unless each gives a report. Criterion
 * alone would count all these cases as passes. */
/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdlib.h>

#include "support/asserts.h"
#include "support/process.h"

Test(canary, leak)
{
    char *volatile lost = malloc(100);
    cr_assert_not_null(lost);
    lost = NULL;
}

Test(canary, overflow)
{
    char *volatile small = malloc(10);
    volatile char *bytes = small;
    bytes[10] = 1;
    free(small);
}

Test(canary, undefined)
{
    volatile int big = INT_MAX;
    big = big + 1;
    cr_assert_neq(big, 0);
}

/* Reports of a program that a test starts in a home of its own must arrive too. */
Test(canary, child)
{
    struct home *home = home_create();
    struct process_result result;
    char *program = process_program("tests/canary");
    char *const argv[] = {program, (char[]){"--filter"}, (char[]){"canary/leak"}, NULL};
    process_run(home, argv, NULL, PROCESS_LIMIT_MS, &result);
    cr_assert_eq(result.code, 0);
    process_result_free(&result);
    free(program);
    home_remove(home);
}
