/* The application of a bench on a screen: opened, drawn, read. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SCREEN_DRAWN_H
#define STENO_TESTS_SCREEN_DRAWN_H

#include <stdbool.h>

#include "support/app_bench.h"
#include "support/asserts.h"
#include "support/screen.h"

/* The application of bench_ready on a screen of this size, drawn; its bytes are counted from here on. */
void drawn_open(struct bench *bench, int rows, int cols, bool utf8);
/* Draws the screen as the events since the last call left it. */
void drawn_show(struct bench *bench);

#define expect_row(row, text) cr_expect_str_eq(screen_row(row), text, "row %d is: %s", row, screen_row(row))

#endif
