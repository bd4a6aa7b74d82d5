/* Bytes that keys may cost, where more than one test asserts them. */
#ifndef TESTS_SUPPORT_BUDGET_H
#define TESTS_SUPPORT_BUDGET_H

#define BUDGET_MOVE   12  /* one step of a cursor */
#define BUDGET_FOLLOW 308 /* details that follow it */

#endif
