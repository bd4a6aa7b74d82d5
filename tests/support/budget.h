/* How many bytes a key may write to the terminal: the limits that several tests use. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_BUDGET_H
#define TESTS_SUPPORT_BUDGET_H

#define BUDGET_MOVE   12  /* a cursor moves by one row */
#define BUDGET_FOLLOW 308 /* the details show the project at the cursor */
#define BUDGET_BAR    80  /* the key bar changes: other keys work on the next row */

/* Something opens below the list, at 80x24. */
#define BUDGET_FORM     650
#define BUDGET_PANE     900
#define BUDGET_QUESTION 600
#define BUDGET_BACK     350 /* a pane or form closes, until keys work in the list; details are drawn later */

#define expect_bytes(bytes, most, what) cr_expect_leq(bytes, most, "bytes of %s", what)

#endif
