/* The application of a test on a screen without a terminal, and the comparison of drawn screens.
 *
 * tests/fixtures/screens has them: a row a line, whose first character says how the row looks (R a heading
 * whose first 16 cells are reversed, B one without), the second is `|`, the rest is the text. Lines with `#`
 * say why something is as it is. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SCREEN_SCENE_H
#define STENO_TESTS_SCREEN_SCENE_H

#include "support/app_bench.h"
#include "support/asserts.h"
#include "support/budget.h"
#include "support/screen.h"

/* The application of the test; whatever opens a scene ends the one before. */
extern struct bench bench;

/* A screen of this size, and no application yet. */
void scene_screen(int cols, int rows, bool utf8);
/* The application of bench_ready, drawn. */
void scene_ready(int cols, int rows);
/* The form that asks somebody who is not logged in, drawn. */
void scene_login(int cols, int rows);
/* Another size of what is open. */
void scene_resize(int cols, int rows);

/* Draws what the events since the last call left; returns the bytes that it costs. */
size_t drawn(void);
/* Of these keys, each of which is handled before the next. */
size_t drawn_keys(const char *keys);
/* Once this time has gone by. */
size_t drawn_wait(int64_t ms);

#define expect_row(row, text) cr_expect_str_eq(screen_row(row), text, "row %d is: %s", row, screen_row(row))

/* The first call of an operation that waits for its answer; false: there is none. */
bool scene_call(enum endpoint_id op, struct call *call);

/* Draws it, compares every row with the file of that name, and presses each key that its bar names, in a copy
 * of the program: none may be refused. With MOCK_WRITE in the environment a file that differs, or is not
 * there yet, is written instead. */
void mock_expect(const char *name);

#endif
