/* A screen without a terminal: runs the real drawing code, reads the cells back and counts the bytes.
 *
 * There is one per process; every test that needs it opens it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_SCREEN_H
#define STENO_TESTS_SUPPORT_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the screen; type NULL: xterm-256color. Ends the process if it cannot. */
void screen_open(const char *type, int rows, int cols, bool utf8, bool colors);

/* A row as UTF-8, trailing blanks cut; valid until the next call. */
const char *screen_row(int row);
/* All rows, each with a newline; valid until the next call. */
const char *screen_text(void);

/* The style of one cell. */
struct screen_cell {
    bool bold, dim, underline, reverse;
    int color; /* 0 default, 1..7 */
};
struct screen_cell screen_cell(int row, int col);

/* Bytes sent to the terminal since the last call. */
size_t screen_bytes(void);
/* The bytes that the next screen_bytes() will count, NUL-ended; valid until the next call. */
const char *screen_sent(void);

#endif
