/* Bytes that keys may cost, where more than one test asserts them. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_BUDGET_H
#define TESTS_SUPPORT_BUDGET_H

#define BUDGET_MOVE   12  /* one step of a cursor */
#define BUDGET_FOLLOW 308 /* details that follow it, */
#define BUDGET_BAR    80  /* and the bar, where other keys do something to the next row */

/* What opens below the list, at 80x24. */
#define BUDGET_FORM     650
#define BUDGET_PANE     900
#define BUDGET_QUESTION 600
#define BUDGET_BACK     350 /* to the list, until keys work; details follow */

#define expect_bytes(bytes, most, what) cr_expect_leq(bytes, most, "bytes of %s", what)

#endif
