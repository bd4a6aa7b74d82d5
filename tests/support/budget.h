/* Limits of the bytes that a key may write to the terminal, for limits that several tests use. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_BUDGET_H
#define TESTS_SUPPORT_BUDGET_H

#define BUDGET_MOVE   12  /* one step of a cursor */
#define BUDGET_FOLLOW 308 /* details that follow the cursor */
#define BUDGET_BAR    80  /* the bar, if other keys work on the next row */

/* Opening something below the list, at 80x24. */
#define BUDGET_FORM     650
#define BUDGET_PANE     900
#define BUDGET_QUESTION 600
#define BUDGET_BACK     350 /* closing it, until keys work in the list; details are drawn later */

#define expect_bytes(bytes, most, what) cr_expect_leq(bytes, most, "bytes of %s", what)

#endif
