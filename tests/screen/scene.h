/* The application of a test on a screen without a terminal, and the comparison of drawn screens.
 *
 * The screens are in tests/fixtures/screens, one row per line. The first character of a line is the style (R:
 * a heading whose first 16 cells are reversed; B: another heading), the second is `|`, the rest is the text.
 * Lines with `#` are comments. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SCREEN_SCENE_H
#define STENO_TESTS_SCREEN_SCENE_H

#include "support/app_bench.h"
#include "support/asserts.h"
#include "support/budget.h"
#include "support/screen.h"

/* The application of the test; opening a scene ends the previous one. */
extern struct bench bench;

/* Opens a screen of this size, without an application. */
void scene_screen(int cols, int rows, bool utf8);
/* Opens and draws the application of bench_ready(). */
void scene_ready(int cols, int rows);
/* Opens and draws the application without a token: it shows the login form. */
void scene_login(int cols, int rows);
/* Resizes the screen of the open application. */
void scene_resize(int cols, int rows);

/* Draws the changes since the last call; returns the bytes written. */
size_t drawn(void);
/* The bytes of these keys; each is handled and drawn before the next. */
size_t drawn_keys(const char *keys);
/* The bytes of the time that passes. */
size_t drawn_wait(int64_t ms);

#define expect_row(row, text) cr_expect_str_eq(screen_row(row), text, "row %d is: %s", row, screen_row(row))

/* The first call of an operation that waits for its answer; false: none waits. */
bool scene_call(enum endpoint_id op, struct call *call);

/* Draws the screen and compares every row with the file of that name. Presses each key that the bar shows, in
 * a fork: none may be refused. With MOCK_WRITE in the environment, writes a file that differs or is missing.
 */
void mock_expect(const char *name);

#endif
